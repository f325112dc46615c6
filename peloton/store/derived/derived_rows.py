"""The rows derived from the facts of a tour: startlist, results, classifications.

The rows can be computed from the facts at any time. The table `scored_tour` stores the
hash of the journal step after which, and the version of the scoring with which, the
rows were computed. If either is outdated, no view shows the rows, and the next change
of the tour writes them again. `DELETE FROM scored_tour` marks all
rows as outdated.
"""

from collections.abc import Callable, Iterable
from typing import Any

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import SCORING, Race, StageScore, TimeStanding
from peloton.rules.season.entrants import Register
from peloton.rules.season.palmares import rider_palmares, team_palmares, winning_gaps
from peloton.rules.winners import tour_winners
from peloton.store.database import COLUMNS, DERIVED, Database, TourHead
from peloton.store.facts.parts import StoredTour

Scorer = Callable[[StoredTour], Race | None]
"""Function that scores a tour with its stored rulebook; None if that is impossible."""

Line = tuple[Any, ...]
"""A table row's values in column order; leading key columns may still be missing."""

_STAMP = "scored_tour"
_OF_STAGES = {name for name in DERIVED if COLUMNS[name][1].name == "stage"}


def has_current_rows(database: Database, row: TourHead) -> bool:
    """Return whether a tour's derived rows match its facts and the scoring version."""
    stamps = database.rows(_STAMP, "hash scoring", tour_id=row.id)
    return [tuple(stamp) for stamp in stamps] == [(row.hash, SCORING)]


def current_tours(database: Database) -> dict[str, int]:
    """Return the ids of the stored tours whose derived rows are current, by name."""
    current = (
        "SELECT t.name, t.id FROM tour t JOIN scored_tour s"
        " ON s.tour_id = t.id AND s.hash = t.hash AND s.scoring = ?"
    )
    return dict(database.query(current, (SCORING,)))


def write_derived(database: Database, row: TourHead, race: Race | None) -> bool:
    """Write the derived rows of a tour, unless `race` is None or has mistakes.

    In tables with a stage, only the rows of stages that differ are replaced. Returns
    whether the rows were written.
    """
    database.delete(_STAMP, tour_id=row.id)
    if race is None or any(not p.warning for p in race.problems):
        return False
    for table, lines in derived_lines(race, row).items():
        old, new = {*_stored(database, table, row.id)}, {*lines}
        if old == new:
            continue
        where: dict[str, object] = {"tour_id": row.id}
        if table in _OF_STAGES:
            stages = {line[1] for line in old ^ new}
            old = {line for line in old if line[1] in stages}
            new = {line for line in new if line[1] in stages}
            # Not sorted: a stage number changed by hand may be text.
            where["stage"] = [*stages]
        if old:
            database.delete(table, **where)
        database.fill(table, sorted(new))
    return True


def _stored(database: Database, table: str, tour_id: int) -> Iterable[Line]:
    chosen = f"SELECT * FROM {table} WHERE tour_id = ?"  # noqa: S608 - no user input
    return map(tuple, database.query(chosen, (tour_id,)))


def differing_lists(database: Database, row: TourHead, race: Race | None) -> list[str]:
    """Return the names of a tour's stored lists that differ from the scored tour.

    A list is, for example, `general after stage 2`. If the derived rows are outdated,
    none are returned, because then no view shows them.
    """
    if not has_current_rows(database, row):
        return []
    derived = derived_lines(race, row) if race else dict.fromkeys(DERIVED, ())
    differ = set[str]()
    for table, lines in derived.items():
        for line in {*_stored(database, table, row.id)} ^ {*lines}:
            title = table
            if table in _OF_STAGES:
                name = line[3] if COLUMNS[table][3].key else table
                title = f"{name} after stage {line[1]!r}"
            differ.add(title)
    return sorted(differ)


def derived_lines(race: Race, row: TourHead) -> dict[str, list[Line]]:
    """Return the rows of all derived tables of a scored tour."""
    lines: dict[str, list[Line]] = {name: [] for name in DERIVED}
    tour, gaps, register = race.tour, winning_gaps(race), Register({})
    for score in race.stages:
        _add_stage(lines, score)
    ridden = {score.number for score in race.stages}
    for number, stage in enumerate(tour.stages, 1):
        margin = gaps.get(number, (None, None))
        date = stage.date and stage.date.isoformat()
        profile = stage.profile and str(stage.profile)
        course = stage.name, str(stage.kind), date, stage.length, profile
        lines["stage"].append((number, *course, number in ridden, *margin))
        parts: list[Line] = [
            (str(part.kind), part.name, part.start, part.end, part.category)
            for part in stage.sections
        ]
        parts += (("sprint", part.name, part.at, None, None) for part in stage.sprints)
        lines["section"] += ((number, n, *part) for n, part in enumerate(parts))
    for table, listed in (("team", tour.teams), ("rider", tour.riders)):
        lines[table] = [_line(table, x, position=n) for n, x in enumerate(listed)]
    lines |= _palmares_lines(race, register)
    won = gaps.get(None, (None, None))
    by = tour_winners(race).by if race.is_over else None
    plan = race.rulebook.unit, tour.total_stages or None, len(race.stages)
    namesakes = bool(register.namesakes)
    lines[_STAMP] = [(row.hash, SCORING, *plan, race.is_over, by, *won, namesakes)]
    return {
        table: [(row.id, *line) for line in found] for table, found in lines.items()
    }


def _line(table: str, source: object, **own: object) -> Line:
    """Return a row: a value of `own` for each column, else an attribute, else 0."""
    names = [column.name for column in COLUMNS[table][1:]]
    return tuple(own[n] if n in own else getattr(source, n, 0) for n in names)


def _add_stage(lines: dict[str, list[Line]], score: StageScore) -> None:
    """Add a stage's rows: its result, and the classifications and ledgers after it."""

    def add(table: str, rows: Iterable[Line], *key: str) -> None:
        lines[table] += [
            (score.number, place, *key, *row) for place, row in enumerate(rows)
        ]

    add("result", (row[:-1] for row in score.result))
    add("team_result", score.team_result)
    for name, rows in score.standings.items():
        table = "team_standing" if name is ClassificationName.TEAMS else "standing"
        found = (
            (row.rank, row.who, row.time, row.gap, None, row.tie)
            if isinstance(row, TimeStanding)
            else (row.rank, row.who, None, None, row.points, row.tie)
            for row in rows
        )
        add(table, found, name)
    add("jersey", score.jerseys)
    purse = ((None, row.team, row.earned, None, row.balance) for row in score.purse)
    add("ledger", purse, "purse")
    turns = ((r.who, None, r.granted, r.used, r.left) for r in score.extra_turns)
    add("ledger", turns, "extra_turns")
    attacks = score.stage.attacks.items()
    add("ledger", ((bib, None, None, n, None) for bib, n in attacks if n), "attacks")
    final = ((a.source, a.place, a.bib, a.amount) for a in score.final_points)
    add("award", final, "final_points")
    of_teams = ((None, r.who, r.granted, r.used, r.left) for r in score.team_turns)
    add("ledger", of_teams, "team_turns")


def _palmares_lines(race: Race, register: Register) -> dict[str, list[Line]]:
    tour = race.tour
    of_riders, of_teams = rider_palmares(race), team_palmares(race)
    names = {team.code: team.name or team.code for team in tour.teams}
    ghosts = {team.code for team in tour.teams if team.ghost}
    played = (rider for rider in tour.riders if not rider.neutral)
    named = ((r.bib, r.name, names[r.team] if r.team else "") for r in played)
    keys = register.rider_keys(named, tour.name)
    riders = [
        _line(
            "palmares",
            rider,
            rider_key=keys.get(rider.bib),
            ghost=rider.team in ghosts,
            **of_riders[rider.bib],
        )
        for rider in tour.riders
    ]
    teams = [
        _line(
            "team_palmares",
            None,
            team=code,
            team_key=register.key("team", names[code]),
            player_key=register.key("player", player) if player.strip() else None,
            ghost=code in ghosts,
            **of_teams[code],
        )
        for code, player in ((team.code, team.player) for team in tour.teams)
    ]
    return {"palmares": riders, "team_palmares": teams}
