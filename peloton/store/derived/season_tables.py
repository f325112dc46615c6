# ruff: noqa: S608 - the statements contain only our own names
"""The tours of a season as temporary tables, and the names of their riders (CY-22)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from peloton.errors import StoreError
from peloton.rules.facts.startlist import Startlist
from peloton.rules.results import SCORING, Race
from peloton.rules.season.entrants import Aliases, Entrants, Register
from peloton.store.database import Database, TourHead
from peloton.store.derived.derived_rows import derived_lines
from peloton.store.facts.parts import STARTLIST
from peloton.store.facts.tour_rows import AT_ONCE, read_startlist

_TABLES = "palmares", "team_palmares", "rider", "team", "stage", "scored_tour"
_ALL_TOURS = "SELECT number FROM season_tour"


class SeasonTour(NamedTuple):
    """A tour of a season.

    `tour_id` is given if the tour's derived rows in the database are current. Otherwise
    the tour was just scored, and `race` is the scored tour. `namesakes` is True if two
    riders may have the same name and team.
    """

    name: str
    over: bool
    one_day: bool
    tour_id: int | None = None
    race: Race | None = None
    namesakes: bool = True


def scored_season_tour(race: Race) -> SeasonTour:
    """Convert a tour that was just scored to a tour of a season."""
    return SeasonTour(race.tour.name, race.is_over, race.is_one_day, race=race)


def stored_season_tours(database: Database) -> dict[str, SeasonTour]:
    """Return the stored tours whose derived rows match their facts, by name."""
    found = {}
    rows = database.query(
        "SELECT t.name, t.id, s.stages, s.ridden, s.namesakes"
        " FROM tour t JOIN scored_tour s"
        f" ON s.tour_id = t.id AND s.hash = t.hash AND s.scoring = {SCORING}"
    )
    for name, tour_id, stages, ridden, namesakes in rows:
        over = bool(stages) and stages == ridden
        found[name] = SeasonTour(name, over, stages == 1, tour_id, None, namesakes)
    return found


class SeasonTables:
    """The tours of a season, in the order ridden, as temporary tables of a database.

    The table `season_tour` numbers the tours from 0. `season_palmares`, `season_rider`
    and so on are views of the derived tables. If a tour was just scored, or if riders
    have aliases, they are copies instead, so that rows can be added and keys can be
    changed. `remarks` lists remarks on names for the game leader. Only one instance can
    be created per transaction, because the names of its tables are fixed.
    """

    def __init__(
        self, database: Database, tours: Sequence[SeasonTour], same: Aliases
    ) -> None:
        """Create the tables, with the aliases `same` of riders, teams and players."""
        self.database, self.tours = database, tours
        self.played = "" if same.ghosts else " AND NOT p.ghost"
        """SQL condition that excludes ghosts from palmares `p`; "" if ghosts count."""
        copied = bool(same.groups) or any(tour.race for tour in tours)
        database.run(
            "CREATE TEMP TABLE season_tour"
            " (number INTEGER PRIMARY KEY, tour_id INTEGER, one_day INTEGER)"
        )
        # Tours that were just scored get negative ids, unlike any stored tour.
        ids = [-n if t.tour_id is None else t.tour_id for n, t in enumerate(tours, 1)]
        one_day = (int(tour.one_day) for tour in tours)
        self._insert("season_tour", [*zip(range(len(ids)), ids, one_day, strict=True)])
        for table in _TABLES:
            chosen = f"SELECT * FROM {table}"
            if copied:
                chosen += " WHERE tour_id IN (SELECT tour_id FROM season_tour)"
            kind = "TABLE" if copied else "VIEW"
            database.run(f"CREATE TEMP {kind} season_{table} AS {chosen}")
        for tour_id, tour in zip(ids, tours, strict=True):
            if tour.race is not None:
                lines = derived_lines(tour.race, TourHead(tour_id, tour.name, ""))
                for table in _TABLES:
                    self._insert(f"season_{table}", lines[table])
        self.remarks = self._match(same)

    def _insert(self, table: str, rows: Sequence[Sequence[object]]) -> None:
        if rows:
            marks = ", ".join("?" for _ in rows[0])
            self.database.run_for_all(f"INSERT INTO {table} VALUES ({marks})", rows)

    def _match(self, same: Aliases) -> tuple[str, ...]:
        """Give riders, teams and players with aliases the same key; return remarks."""
        register = Register(same)
        numbers = [
            number
            for number, tour in enumerate(self.tours)
            if same.groups or tour.namesakes
        ]
        if same.groups:
            for table, key in (("palmares", "bib"), ("team_palmares", "team")):
                self.database.run(
                    f"CREATE INDEX key_of_{table} ON season_{table} (tour_id, {key})"
                )
        for number, startlist in self._startlists(numbers):
            entrants = register.entrants(startlist, self.tours[number].name)
            if same.groups:
                self._set_keys(number, entrants)
        return *register.namesakes, *register.unknown_aliases()

    def _startlists(self, numbers: Sequence[int]) -> Iterator[tuple[int, Startlist]]:
        for first in range(0, len(numbers), AT_ONCE):
            some = {number: self.tours[number] for number in numbers[first:][:AT_ONCE]}
            ids = [tour.tour_id for tour in some.values() if tour.tour_id is not None]
            found = self.database.rows(
                "part", "tour_id body", tour_id=ids, name=STARTLIST
            )
            bodies = {row.tour_id: row.body for row in found}
            for number, tour in some.items():
                if tour.race is not None:
                    yield number, tour.race.tour.startlist
                else:
                    yield number, read_startlist(tour.name, bodies.get(tour.tour_id))

    def _set_keys(self, number: int, entrants: Entrants) -> None:
        """Store the keys that identify the riders, teams and players of a tour."""
        for table, column, key, found in (
            ("palmares", "rider_key", "bib", entrants.riders),
            ("team_palmares", "team_key", "team", entrants.teams),
            ("team_palmares", "player_key", "team", entrants.players),
        ):
            statement = (
                f"UPDATE season_{table} SET {column} = ? WHERE {key} = ? AND tour_id ="
                " (SELECT tour_id FROM season_tour WHERE number = ?)"
            )
            self.database.run_for_all(
                statement, [(e.key, who, number) for who, e in found.items()]
            )

    def rider_names(
        self, chosen: str, latest: str = _ALL_TOURS
    ) -> dict[str, tuple[str, str]]:
        """Return the latest name of each rider and the rider's team, by rider key.

        `chosen` is an SQL query that selects the keys, and `latest` one that selects
        the numbers of tours, among them each rider's latest tour.
        """
        rows = self.database.query(
            "SELECT p.rider_key, p.bib, r.name, p.team, m.code, m.name"
            " FROM season_tour t CROSS JOIN season_palmares p"
            " LEFT JOIN season_rider r ON r.tour_id = p.tour_id AND r.bib = p.bib"
            " LEFT JOIN season_team m ON m.tour_id = p.tour_id AND m.code = p.team"
            f" WHERE t.number IN ({latest}) AND p.tour_id = t.tour_id"
            f" AND p.rider_key IN ({chosen}){self.played} ORDER BY t.number"
        )
        names = {}
        for key, bib, name, team, code, team_name in rows:
            if name is None or team != code:
                raise damaged_key(bib if name is None else team)
            shown = name if name.strip() else f"bib {bib}"
            names[key] = shown, team_name or code or ""
        return names

    def team_names(
        self, chosen: str, latest: str = _ALL_TOURS, kind: str = "team"
    ) -> dict[str, tuple[str, str]]:
        """Return the latest name of each team, or each player (`kind`), by its key.

        Each name is paired with an empty string, because only riders have a team.
        `chosen` and `latest` are SQL queries, as for `rider_names`.
        """
        name = "m.player" if kind == "player" else "coalesce(nullif(m.name, ''), code)"
        rows = self.database.query(
            f"SELECT p.{kind}_key, {name} FROM season_tour t"
            " CROSS JOIN season_team_palmares p"
            " LEFT JOIN season_team m ON m.tour_id = p.tour_id AND m.code = p.team"
            f" WHERE t.number IN ({latest}) AND p.tour_id = t.tour_id"
            f" AND p.{kind}_key IN ({chosen})"
            f"{self.played} ORDER BY t.number, p.team DESC"
        )
        for key, found in rows:
            if found is None:
                raise damaged_key(key)
        return {key: (found, "") for key, found in rows}


def damaged_key(found: object) -> StoreError:
    """Return the error for a damaged key of a rider or a team."""
    return StoreError(
        f"the database is damaged: {repr(found)[:60]} is stored for seasons;"
        " 'peloton check' names the tour"
    )
