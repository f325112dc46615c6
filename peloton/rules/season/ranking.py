"""A season: its points scale, and the standings over many tours (CY-22)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.ranking import TieStep, rank_totals
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Aliases


class Prize(StrEnum):
    """Kinds of results that earn season points, in addition to classifications."""

    STAGE = "stage"
    ONE_DAY = "one_day"
    TEAM_STAGE = "team_stage"


PRIZES: tuple[ClassificationName | Prize, ...] = (*ClassificationName, *Prize)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonScale:
    """The points scale of a season: points for each place and for a day in a jersey.

    `best` is the number of best tours that count, or 0 for all. `ties` lists the
    tie-break steps in order. `same` holds the groups of equivalent names.
    """

    name: str
    best: int
    ties: tuple[str, ...]
    places: Mapping[ClassificationName | Prize, Scale]
    days: Mapping[ClassificationName, int]
    same: Aliases = field(default_factory=Aliases)


class Contest(StrEnum):
    """The three rankings of a season."""

    RIDERS = "riders"
    TEAMS = "teams"
    PLAYERS = "players"


class TourSeasonPoints(NamedTuple):
    """The season points from one tour, and whether this tour counts."""

    tour: str
    points: int
    counts: bool


class SeasonLine(NamedTuple):
    """A line of a season ranking; `results` lists the points by tour, best first.

    `tours` is the number of tours ridden. `tie` names the tie-break step that decided
    the rank, None if no step did. `team` is the rider's latest team.
    """

    rank: int
    name: str
    team: str
    points: int
    tours: int
    tours_won: int
    stages_won: int
    results: tuple[TourSeasonPoints, ...]
    tie: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """The rankings of a season, its tours, and remarks for the game leader.

    `hidden` is the number of ranked lines left out of the standings.
    """

    standings: Mapping[Contest, tuple[SeasonLine, ...]]
    tours: tuple[str, ...]
    unfinished: tuple[str, ...]
    remarks: tuple[str, ...]
    hidden: int = 0


class Total(NamedTuple):
    """The totals of a rider, team or player over a season; `key` is `Entrant.key`.

    `points` is the sum over the tours that count, `best_tour` the points from the best
    tour.
    """

    key: str
    points: int
    tours: int
    tours_won: int
    stages_won: int
    best_tour: int


TIES: Mapping[str, Callable[[Total], int]] = {
    "tours won": attrgetter("tours_won"),
    "stages won": attrgetter("stages_won"),
    "best tour": attrgetter("best_tour"),
}
"""Maps each tie-break step to its value for a total; higher values rank first."""


def rank_season_totals(
    totals: Iterable[Total], ties: Sequence[str], top: int = 0
) -> Iterator[tuple[int, Total, str | None]]:
    """Rank totals by points, highest first, down to rank `top`, or all if it is 0.

    Yields the rank, the total and the tie-break step that decided it. Totals that no
    step separates share a rank, in the order of their keys (GN-3).
    """
    by_key = {total.key: total for total in totals}
    steps = [(name, _step(TIES[name], by_key)) for name in ties]
    points = {key: by_key[key].points for key in sorted(by_key)}
    for rank, key, _, tie in rank_totals(points, steps, highest_first=True):
        if top and rank > top:
            return
        yield rank, by_key[key], tie


def _step(value: Callable[[Total], int], by_key: Mapping[str, Total]) -> TieStep:
    return lambda keys: [-value(by_key[key]) for key in keys]
