# ruff: noqa: S608 - the statements contain only our own names
"""The tours of a season as temporary tables, and the names of their riders (CY-22)."""

from collections.abc import Sequence
from itertools import chain, groupby
from operator import itemgetter

from peloton.errors import StoreError
from peloton.rules.results import Race
from peloton.rules.season.entrants import Register
from peloton.rules.season.ranking import SeasonScale
from peloton.store.database import Database, TourHead
from peloton.store.derived.derived_rows import derived_lines

_TABLES = "palmares", "team_palmares", "rider", "team", "stage", "scored_tour"
_TEAM_NAME = "coalesce(nullif(m.name, ''), m.code)"
_ENTRANTS = {
    "rider": (
        "season_riders p LEFT JOIN season_rider r USING (tour_id, bib)",
        f"r.name, CASE WHEN p.team IS NULL THEN '' ELSE {_TEAM_NAME} END",
    ),
    "team": ("season_teams p", f"{_TEAM_NAME}, ''"),
    "player": ("season_teams p", "m.player, ''"),
}
"""The table of each kind of entrant, and the columns with the name and the team."""

SeasonTour = tuple[str, int | Race]
"""A tour's name; and its id if its derived rows are current, else the scored tour."""


class SeasonTables:
    """The tours of a season, in the order ridden, as temporary tables of a database.

    The table `season_tour` numbers the tours from 0. `season_palmares`, `season_rider`
    and so on are views of the derived tables. If a tour was just scored, or if riders
    have aliases, they are copies instead, so that rows can be added and keys can be
    changed. `season_riders` and `season_teams` are the palmares of the participants,
    with the number, the time unit and the planned stages of the tour. `remarks` lists
    remarks on names for the game leader, and `unfinished` the tours that are not over.
    Only one instance can be created per transaction, because the names of its tables
    are fixed.
    """

    def __init__(
        self, database: Database, tours: Sequence[SeasonTour], scale: SeasonScale
    ) -> None:
        """Create the tables, with the aliases and the ghosts of the scale."""
        self.database, self.names = database, tuple(name for name, _ in tours)
        self.scale, aliased = scale, any(scale.same.values())
        # Tours that were just scored get negative ids, unlike any stored tour.
        scored = {-n: t for n, (_, t) in enumerate(tours, 1) if isinstance(t, Race)}
        ids = [t if isinstance(t, int) else -n for n, (_, t) in enumerate(tours, 1)]
        copied = aliased or bool(scored)
        database.run(
            "CREATE TEMP TABLE season_tour"
            " (number INTEGER PRIMARY KEY, tour_id INTEGER)"
        )
        database.fill("season_tour", [*enumerate(ids)])
        for table in _TABLES:
            chosen = f"SELECT * FROM {table}"
            if copied:
                chosen += " WHERE tour_id IN (SELECT tour_id FROM season_tour)"
            kind = "TABLE" if copied else "VIEW"
            database.run(f"CREATE TEMP {kind} season_{table} AS {chosen}")
        for tour_id, race in scored.items():
            lines = derived_lines(race, TourHead(tour_id, race.tour.name, ""))
            for table in _TABLES:
                database.fill(f"season_{table}", lines[table])
        played = "" if scale.ghosts else " AND NOT p.ghost"
        for kind, table in (("rider", "palmares"), ("team", "team_palmares")):
            database.run(
                f"CREATE TEMP VIEW season_{kind}s AS SELECT t.number, c.unit, c.stages,"
                " p.* FROM season_tour t CROSS JOIN season_scored_tour c"
                f" CROSS JOIN season_{table} p WHERE c.tour_id = t.tour_id"
                f" AND p.tour_id = t.tour_id AND p.{kind}_key IS NOT NULL{played}"
            )
        register = Register(scale.same)
        if aliased:
            self._match(register)
        namesakes = register.namesakes if aliased else self._tours("c.namesakes")
        about = "riders with the same name and team are counted separately, and not"
        remarks = (f"'{tour}': {about} matched with other tours" for tour in namesakes)
        self.remarks = *remarks, *register.unknown_aliases()
        self.unfinished = self._tours("NOT c.finished")

    def _tours(self, chosen: str) -> tuple[str, ...]:
        """Return the names of the tours for which the SQL condition is true."""
        found = self.database.query(
            "SELECT t.number FROM season_tour t CROSS JOIN season_scored_tour c"
            f" WHERE c.tour_id = t.tour_id AND {chosen} ORDER BY t.number"
        )
        return tuple(self.names[number] for (number,) in found)

    def _match(self, register: Register) -> None:
        """Give riders, teams and players with aliases the same key."""
        database = self.database
        for table, key in (("palmares", "bib"), ("team_palmares", "team")):
            columns = f"season_{table} (tour_id, {key})"
            database.run(f"CREATE INDEX key_of_{table} ON {columns}")
        for kind, name in (("team", _TEAM_NAME), ("player", "m.player")):
            chosen = f"SELECT DISTINCT {name} FROM season_team m"
            for (found,) in database.query(chosen):
                register.key(kind, text_cell(found))
            keys = register.first_keys.items()
            database.run_for_all(
                f"UPDATE season_team_palmares SET {kind}_key = ? WHERE {kind}_key = ?",
                [(first, key) for (of, key), first in keys if of == kind],
            )
        batches = database.batches(
            f"SELECT t.number, t.tour_id, r.bib, r.name, coalesce({_TEAM_NAME}, '')"
            " FROM season_tour t CROSS JOIN season_rider r"
            " LEFT JOIN season_team m ON m.tour_id = r.tour_id AND m.code = r.team"
            " WHERE r.tour_id = t.tour_id AND NOT r.neutral"
            " ORDER BY t.number, r.position"
        )
        rows = chain.from_iterable(batches)
        for (number, tour_id), of_tour in groupby(rows, itemgetter(0, 1)):
            riders = (tuple(map(text_cell, row[2:])) for row in of_tour)
            matched = register.rider_keys(riders, self.names[number])
            database.run_for_all(
                "UPDATE season_palmares SET rider_key = ?"
                " WHERE tour_id = ? AND bib = ?",
                [(key, tour_id, bib) for bib, key in matched.items()],
            )

    def entrant_names(
        self, kind: str, chosen: str, latest: str = "SELECT number FROM season_tour"
    ) -> dict[str, tuple[str, str]]:
        """Return the latest name of each `rider`, `team` or `player` (`kind`) by key.

        Each name is paired with the name of the rider's team, "" if there is none.
        The SQL query `chosen` selects the keys. The query `latest` selects numbers of
        tours, which must include the latest tour of each key.
        """
        table, columns = _ENTRANTS[kind]
        rows = self.database.query(
            f"SELECT p.{kind}_key, {columns} FROM {table}"
            " LEFT JOIN season_team m ON m.tour_id = p.tour_id AND m.code = p.team"
            f" WHERE p.number IN ({latest}) AND p.{kind}_key IN ({chosen})"
            " ORDER BY p.number, p.team DESC"
        )
        names = {}
        for key, name, team in rows:
            if name is None or team is None:
                raise _damaged(key)
            bib, nameless, _ = key.partition("\n")
            names[key] = name if name.strip() or not nameless else f"bib {bib}", team
        return names


def text_cell(found: object) -> str:
    """Return a text of the derived tables; raise StoreError if it is damaged."""
    if isinstance(found, str):
        return found
    raise _damaged(found)


def _damaged(found: object) -> StoreError:
    return StoreError(
        f"the database is damaged: {repr(found)[:60]} is stored for seasons;"
        " 'peloton check' names the tour"
    )
