"""A season: riders, teams and players ranked over many tours (CY-22)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from peloton.rules.ranking import TieStep, ranked


class Contest(StrEnum):
    """The three rankings of a season."""

    RIDERS = "riders"
    TEAMS = "teams"
    PLAYERS = "players"


class TourResult(NamedTuple):
    """What one tour brought; only the best ones count (`SeasonScale.best`)."""

    tour: str
    points: int
    counts: bool


class SeasonLine(NamedTuple):
    """A rank in the season; `results` are those tours that brought points, best first.

    `counting` of them count, even where not all are told. `tours` is how many were
    ridden, whatever they brought. `tie` names the step that parted equal totals. A
    rider's `team` is the latest one.
    """

    rank: int
    name: str
    team: str
    points: int
    tours: int
    tours_won: int
    stages_won: int
    results: tuple[TourResult, ...]
    counting: int
    tie: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season ranked: who, over which tours, and remarks for the leader.

    `hidden` lines are ranked and not in the standings.
    """

    standings: Mapping[Contest, tuple[SeasonLine, ...]]
    tours: tuple[str, ...]
    unfinished: tuple[str, ...]
    remarks: tuple[str, ...]
    hidden: int = 0


class Total(NamedTuple):
    """The totals of a rider, team or player over a season; `key` is that of `Entrant`.

    `points` are those of the tours that count. `scoring` tours brought points,
    `best_tour` the most. `latest` is the number of the latest tour.
    """

    key: str
    points: int
    tours: int
    tours_won: int
    stages_won: int
    best_tour: int
    scoring: int
    latest: int


TIES: Mapping[str, Callable[[Total], int]] = {
    "tours won": attrgetter("tours_won"),
    "stages won": attrgetter("stages_won"),
    "best tour": attrgetter("best_tour"),
}
"""The steps that part equal totals, the higher value first."""


def ranked_totals(
    totals: Iterable[Total], ties: Sequence[str], top: int = 0
) -> Iterator[tuple[int, Total, str | None]]:
    """Rank totals, the most points first, down to rank `top`; 0: all of them.

    Yields the rank, the total and the step that parted equal points. Equal ones that no
    step parts share a rank, in the order of the keys (GN-3).
    """
    book = {total.key: total for total in totals}
    steps = [(name, _step(TIES[name], book)) for name in ties]
    points = {key: book[key].points for key in sorted(book)}
    for rank, key, _, tie in ranked(points, steps, highest_first=True).rows:
        if top and rank > top:
            return
        yield rank, book[key], tie


def _step(value: Callable[[Total], int], book: Mapping[str, Total]) -> TieStep:
    return lambda everybody: [-value(book[key]) for key in everybody]
