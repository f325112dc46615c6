# ruff: noqa: S608 - only numbers and names of ours come into the statements
"""The temporary tables of a season: the season points of riders and teams (CY-22)."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from peloton.rules.facts.startlist import comparison_key
from peloton.rules.results import SCORING
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Entrants, Register, namesakes_remark
from peloton.rules.season.palmares import Palmares, TourPalmares
from peloton.rules.season.points import (
    PointValues,
    SeasonScale,
    points_for,
    rider_values,
    team_values,
)
from peloton.store.database import COLUMNS, Database, escaped, unescaped
from peloton.store.derived.palmares_rows import SeasonTour, read_palmares

_COLUMNS = {c.name for name in ("palmares", "team_palmares") for c in COLUMNS[name]}
_LARGE = 10**6
"""Only points below this limit are added up in SQL, so that no sum can overflow."""

_TABLES = {
    "season_tour": "number INTEGER PRIMARY KEY, tour_id INTEGER, one_day INTEGER",
    "season_team": "number INTEGER, code TEXT, team_key TEXT, player_key TEXT,"
    " points BIGINT, won INTEGER",
    "season_sum": "number INTEGER, code TEXT, team_key TEXT, player_key TEXT,"
    " points BIGINT, won BIGINT, stages BIGINT",
    "season_gain": "contest INTEGER, entrant TEXT, number INTEGER, who TEXT,"
    " team TEXT, points BIGINT, won BIGINT, stages BIGINT",
}


def fitting_tours(
    database: Database, names: Sequence[str], scale: SeasonScale | None = None
) -> dict[str, SeasonTour]:
    """Return the tours whose stored palmares match their facts, keyed by name.

    Returns no tours if the database cannot add up the points of the `scale`.
    """
    if scale is not None and not _is_covered(scale):
        return {}
    found = {}
    marks = ", ".join("?" for _ in names)
    chosen = (
        "SELECT t.name, t.id, s.stages, s.ridden FROM tour t JOIN scored_tour s"
        f" ON s.tour_id = t.id AND s.step = t.step AND s.scoring = {SCORING}"
        f" WHERE t.name IN ({marks or 'NULL'})"
    )
    for text, tour_id, stages, ridden in database.query(chosen, [*map(escaped, names)]):
        name = unescaped(text)
        over = bool(stages) and stages == ridden
        found[name] = SeasonTour(name, over, stages == 1, tour_id)
    return found


def _is_covered(scale: SeasonScale) -> bool:
    """Return whether the tables have a column for everything that earns points."""
    for values in (rider_values(scale), rider_values(scale, one_day=True)):
        if not _has_columns(values):
            return False
    return _has_columns(team_values(scale))


def _has_columns(values: PointValues) -> bool:
    columns = {f"place_{place}" for place, _ in enumerate(values.places, 1)}
    columns |= {f"days_{name}" for name, points in values.days.items() if points}
    columns |= {f"final_{name}" for name, points in values.final.items() if points}
    given = [*values.places, *values.days.values()]
    given += [points for scale in values.final.values() for points in scale]
    return columns <= _COLUMNS and max(given, default=0) < _LARGE


def _points(values: PointValues) -> str:
    """Return the SQL expression for the season points of a palmares row `p`."""
    terms = [
        *(f"p.place_{place} * {n}" for place, n in enumerate(values.places, 1) if n),
        *(f"p.days_{name} * {n}" for name, n in values.days.items() if n),
        *(_by_rank(f"p.final_{name}", n) for name, n in values.final.items() if n),
    ]
    return " + ".join(terms or ["0"])


def _by_rank(column: str, points: Scale) -> str:
    cases = " ".join(f"WHEN {rank} THEN {n}" for rank, n in enumerate(points, 1))
    return f"CASE {column} {cases} ELSE 0 END"


def add_tours(
    database: Database, tours: Sequence[SeasonTour], scale: SeasonScale
) -> tuple[str, ...]:
    """Write the season points of each tour to temporary tables; return the remarks."""
    for table, columns in _TABLES.items():
        database.run(f"DROP TABLE IF EXISTS {table}")
        database.run(f"CREATE TEMP TABLE {table} ({columns})")
    stored = [
        (number, tour.tour_id, int(tour.one_day))
        for number, tour in enumerate(tours)
        if tour.tour_id is not None
    ]
    _insert(database, "season_tour", stored)
    remarks: dict[int, list[str]] = {}
    if stored and not scale.same.groups:
        _add_stored(database, scale)
        remarks = _stored_namesakes(database, tours)
    register = Register(scale.same)
    # Only `Register` applies aliases; if there are any, no tour is added up in SQL.
    others = [
        (number, tour)
        for number, tour in enumerate(tours)
        if scale.same.groups or tour.palmares is not None
    ]
    found = read_palmares(database, [tour for _, tour in others])
    for (number, tour), palmares in zip(others, found, strict=True):
        entrants = register.entrants(palmares.startlist, tour.name)
        values = rider_values(scale, one_day=tour.one_day), team_values(scale)
        _add_palmares(database, number, palmares, entrants, values)
        remarks[number] = register.namesakes[:]
        register.namesakes.clear()
    _add_teams_and_players(database)
    ordered = (remark for number in sorted(remarks) for remark in remarks[number])
    return *ordered, *register.unknown_aliases()


def _add_teams_and_players(database: Database) -> None:
    """Add up the season points of each team and player in each tour."""
    database.run(_WITH_RIDERS)
    for contest, key in ((1, "team_key"), (2, "player_key")):
        database.run(
            f"INSERT INTO season_gain SELECT {contest}, {key}, number, min(code), NULL,"
            " sum(points), sum(won), sum(stages) FROM season_sum"
            f" WHERE {key} IS NOT NULL GROUP BY number, {key}"
        )


_WITH_RIDERS = """
INSERT INTO season_sum
SELECT m.number, m.code, m.team_key, m.player_key, m.points + coalesce(r.points, 0),
  m.won + coalesce(r.won, 0), coalesce(r.stages, 0)
FROM season_team m LEFT JOIN (
  SELECT number, team, sum(points) AS points, sum(won) AS won, sum(stages) AS stages
  FROM season_gain WHERE contest = 0 GROUP BY number, team
) AS r ON r.number = m.number AND r.team = m.code
"""
"""SQL that adds the riders' points in each tour to their teams' points."""


def _add_stored(database: Database, scale: SeasonScale) -> None:
    """Add the season points of riders and teams in stored tours."""
    once, points = map(
        _points, (rider_values(scale, one_day=True), rider_values(scale))
    )
    played = "" if scale.same.ghosts else " AND NOT p.ghost"
    source = f"FROM season_tour t CROSS JOIN {{}} p WHERE p.tour_id = t.tour_id{played}"
    database.run(
        "INSERT INTO season_gain SELECT 0, p.rider_key, t.number, p.bib, p.team,"
        f" CASE WHEN t.one_day = 1 THEN {once} ELSE {points} END,"
        " CAST(p.tour_won AS INTEGER), CAST(p.stages_won AS INTEGER)"
        f" {source.format('palmares')} AND p.rider_key IS NOT NULL"
    )
    database.run(
        "INSERT INTO season_team SELECT t.number, p.team, p.team_key, p.player_key,"
        f" {_points(team_values(scale))}, CAST(p.tour_won AS INTEGER)"
        f" {source.format('team_palmares')}"
    )


def _add_palmares(
    database: Database,
    number: int,
    palmares: TourPalmares,
    entrants: Entrants,
    values: tuple[PointValues, PointValues],
) -> None:
    """Add the season points of one tour; `values` holds those of riders and teams."""
    team_of = {rider.bib: rider.team for rider in palmares.startlist.riders}
    nothing = Palmares()
    gains = [
        (
            *(0, escaped(rider.key), number, escaped(bib)),
            escaped(team) if (team := team_of[bib]) else None,
            *(points_for(done, values[0]), done.tour_won, done.stages_won),
        )
        for bib, rider in entrants.riders.items()
        for done in (palmares.riders.get(bib, nothing),)
    ]
    teams = [
        (
            *(number, escaped(code), escaped(team.key)),
            escaped(player.key) if (player := entrants.players.get(code)) else None,
            *(points_for(done, values[1]), done.tour_won),
        )
        for code, team in entrants.teams.items()
        for done in (palmares.teams.get(code, nothing),)
    ]
    _insert(database, "season_gain", gains)
    _insert(database, "season_team", teams)


def _insert(database: Database, table: str, lines: Sequence[tuple[Any, ...]]) -> None:
    if lines:
        marks = ", ".join("?" for _ in lines[0])
        database.run_for_all(f"INSERT INTO {table} VALUES ({marks})", lines)


def _stored_namesakes(
    database: Database, tours: Sequence[SeasonTour]
) -> dict[int, list[str]]:
    """Return remarks on riders in stored tours who have the same name and team."""
    rows = database.query(
        "SELECT t.number, r.name, q.team_key, r.bib FROM season_tour t"
        " CROSS JOIN palmares p JOIN rider r ON r.tour_id = p.tour_id AND r.bib = p.bib"
        " LEFT JOIN team_palmares q ON q.tour_id = p.tour_id AND q.team = p.team"
        " WHERE p.tour_id = t.tour_id AND p.namesake ORDER BY t.number, r.position"
    )
    alike: dict[tuple[int, str, str], list[tuple[str, str]]] = {}
    for number, name, team, bib in rows:
        if name.strip():
            key = number, comparison_key(unescaped(name)), team or ""
            alike.setdefault(key, []).append((unescaped(name), unescaped(bib)))
    remarks: defaultdict[int, list[str]] = defaultdict(list)
    for (number, _, _), riders in alike.items():
        if len(riders) > 1:
            bibs = [bib for _, bib in riders]
            remarks[number].append(
                namesakes_remark(riders[0][0], bibs, tours[number].name)
            )
    return remarks
