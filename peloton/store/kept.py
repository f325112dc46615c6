"""The classifications as rows beside the facts they come from, for any tool that reads.

The facts are the only truth: a stamp says which step of them, by which rulebook and
which scoring the rows come from. Rows that do not fit are in no view, and are made anew
when the tour is next written. They can all be dropped: `DELETE FROM kept`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from peloton.rules.facts.kinds import FINISHED
from peloton.rules.facts.problem import Severity
from peloton.rules.results import SCORING, Race, StageScore, TimeStanding
from peloton.rules.season.points import Deeds, rider_deeds, team_deeds, winning_gaps
from peloton.store.parts import RULEBOOK, StoredTour
from peloton.store.shape import (
    GAPS,
    LIST_NUMBER,
    LISTS,
    PLACE,
    TABLES,
    TOUR_GAP,
    Database,
    TourRow,
)

Scorer = Callable[[StoredTour], Race | None]
"""Scores a tour by the rulebook kept with it; None where that cannot be."""

Line = tuple[Any, ...]

_GIVEN = len(TABLES["kept_line"]) - 4
_REST = [(None,) * (_GIVEN - given) for given in range(_GIVEN + 1)]
"""What a line is filled up with, by how many columns after its key are given."""
_KEY = itemgetter(0, 1, 2)
_STATUS: dict[str, None] = {FINISHED: None}


def fits(database: Database, row: TourRow) -> bool:
    """Whether what is kept of a tour comes from its facts, by the scoring of today."""
    stamps = database.rows("kept", "step scoring", tour_id=row.id)
    return [tuple(stamp) for stamp in stamps] == [(row.step, SCORING)]


def keep(database: Database, row: TourRow, race: Race | None) -> None:
    """Write what a tour comes to, the stages that differ; nothing of one not scored."""
    place = {"tour_id": row.id}
    database.delete("kept", **place)
    if race is None or any(p.severity is Severity.ERROR for p in race.problems):
        return
    was = _stages(line[1:] for line in database.rows("kept_line", **place))
    now = _stages(lines_of(race))
    differ = [stage for stage in {**was, **now} if was.get(stage) != now.get(stage)]
    if again := [stage for stage in differ if stage in was]:
        database.delete("kept_line", stage=again, **place)
    lines = sorted((line for stage in differ for line in now.get(stage, ())), key=_KEY)
    database.fill("kept_line", [(row.id, *line) for line in lines])
    for table, rows in (("kept_rider", _riders(race)), ("kept_gain", _gains(race))):
        database.delete(table, **place)
        database.fill(table, [(row.id, *cells) for cells in rows])
    (body,) = database.rows("part", "body", name=RULEBOOK, **place)
    stages = race.tour.total_stages or 0, len(race.stages)
    database.fill("kept", [(row.id, row.step, *body, SCORING, *stages)])


def _riders(race: Race) -> list[Line]:
    return [(r.bib, r.name, r.team) for r in race.tour.riders]


_DEEDS = [column.name for column in TABLES["kept_gain"] if not column.key]


def _gains(race: Race) -> list[Line]:
    """Return what riders and teams did, as rows of `kept_gain`."""
    sides: tuple[Mapping[Any, Deeds], ...] = rider_deeds(race), team_deeds(race)
    return [
        (team, who, *(deeds.get(deed, 0) for deed in _DEEDS))
        for team, side in enumerate(sides)
        for who, deeds in sorted(side.items())
    ]


def differing_lists(
    database: Database, row: TourRow, race: Race | None
) -> Iterator[str]:
    """Name what is kept of a tour, as fitting, and is not what it comes to.

    None of a tour that cannot be scored.
    """
    if not fits(database, row):
        return
    place = {"tour_id": row.id}
    was = {tuple(line[1:]) for line in database.rows("kept_line", **place)}
    now = set() if race is None else set(lines_of(race))
    differ = {line[:2] for line in was ^ now}
    names: dict[object, str] = dict(enumerate([*LISTS, "gap", "gap of the tour"]))
    # What is damaged need not be a number.
    for number, stage in sorted(
        differ, key=lambda line: (f"{line[1]!s:>9}", str(line[0]))
    ):
        yield f"{names.get(number, repr(number))} after stage {stage!r}"
    for table, name, rows in (
        ("kept_rider", "the startlist kept", _riders),
        ("kept_gain", "what is kept for seasons", _gains),
    ):
        kept = {tuple(line[1:]) for line in database.rows(table, **place)}
        if kept != set(rows(race) if race else ()):
            yield name


def _stages(lines: Iterable[Sequence[Any]]) -> dict[int, list[Line]]:
    """Return the lines by their stage, in the order of their key."""
    found: dict[int, list[Line]] = {}
    for line in map(tuple, lines):
        found.setdefault(line[1], []).append(line)
    return found


def lines_of(race: Race) -> Iterator[Line]:
    """Go through a tour as lines: list, stage, number, and the columns in order."""
    gaps: defaultdict[int, dict[int, list[Line]]] = defaultdict(dict)
    for who, stage, ticks, unit in winning_gaps(race):
        kind = TOUR_GAP if stage is None else GAPS
        gaps[stage or len(race.stages)][kind] = [(None, who, unit, None, ticks)]
    for score in race.stages:
        lists = _lists(score) | gaps[score.number]
        for list_number, lines in sorted(lists.items()):
            for number, line in enumerate(lines):
                yield (list_number, score.number, number, *line, *_REST[len(line)])


def _lists(score: StageScore) -> dict[int, list[Line]]:
    """Return the lists of a stage, the first columns of each line."""
    return {
        LIST_NUMBER["results"]: [
            (r.place, r.bib, _STATUS.get(r.status, r.status), None, *r[3:-1])
            for r in score.result
        ],
        LIST_NUMBER["team_results"]: [
            (r.rank, r.team, None, None, r.time, None, r.points)
            for r in score.team_result
        ],
        **{
            LIST_NUMBER[name]: [
                (r.rank, r.who, r.tie, None, r.time, r.gap)
                if isinstance(r, TimeStanding)
                else (r.rank, r.who, r.tie, None, None, None, r.points)
                for r in rows
            ]
            for name, rows in score.standings.items()
        },
        LIST_NUMBER["jerseys"]: [
            (None, r.leader, r.jersey, r.wearer, PLACE[r[1]]) for r in score.jerseys
        ],
        LIST_NUMBER["purse"]: [
            (None, r.team, None, None, r.earned, r.balance) for r in score.purse
        ],
        LIST_NUMBER["extra_turns"]: [
            (None, r.bib, None, None, r.granted, r.used, r.left)
            for r in score.extra_turns
        ],
    }
