"""A season and the hall of records: rankings over many tours (CY-22)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Aliases
from peloton.rules.season.palmares import OF_RIDERS


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
    tie-break steps in order. `same` holds the groups of equivalent names. Ghost teams
    take part only if `ghosts` is set.
    """

    name: str
    best: int
    ties: tuple[str, ...]
    places: Mapping[ClassificationName | Prize, Scale]
    days: Mapping[ClassificationName, int]
    same: Aliases = field(default_factory=dict)
    ghosts: bool = False


class Contest(StrEnum):
    """The three rankings of a season."""

    RIDERS = "riders"
    TEAMS = "teams"
    PLAYERS = "players"

    @property
    def entrant(self) -> str:
        """The word for one of those it ranks: `rider`, `team` or `player`."""
        return self.removesuffix("s")


class RecordKind(StrEnum):
    """The kinds of records; for days in a jersey, each jersey has its own record."""

    TOURS = "tours won"
    STAGES = "stages won"
    STAGES_IN_A_TOUR = "stages won in one tour"
    DAYS = "days in the jersey"
    CLIMBS = "climbs won"
    SPRINTS = "sprints won"
    STAGE_GAP = "biggest winning gap of a stage"
    TOUR_GAP = "biggest winning gap of a tour"


class RecordSubject(NamedTuple):
    """A kind of record; `jersey` is given for days in a jersey, `unit` for gaps."""

    kind: RecordKind
    jersey: ClassificationName | None = None
    unit: str = ""


FIGURES: Mapping[RecordSubject, str] = {
    RecordSubject(RecordKind.TOURS): "tour_won",
    RecordSubject(RecordKind.STAGES): "stages_won",
    RecordSubject(RecordKind.STAGES_IN_A_TOUR): "stages_won",
    **{RecordSubject(RecordKind.DAYS, name): f"days_{name}" for name in OF_RIDERS},
    RecordSubject(RecordKind.CLIMBS): "climbs_won",
    RecordSubject(RecordKind.SPRINTS): "sprints_won",
}
"""For each record except winning gaps, the key of its number in the palmares."""


class Share(NamedTuple):
    """The part of a line's figure that comes from one tour, or from one stage.

    In a season, `counts` is False for a tour that is not among the best.
    """

    tour: str
    stage: int | None
    figure: int
    counts: bool = True


class RankedLine(NamedTuple):
    """A line of a season ranking, or a holder of a record.

    `figure` is the points of a season, or the number or gap of a record. `shares` lists
    its parts, largest first. `team` is the rider's latest team. Only a season has the
    numbers of tours ridden, tours won and stages won, and `tie`, the tie-break step
    that decided the rank. `contest` says whose `name` it is: a team can hold a record.
    """

    rank: int
    name: str
    team: str
    figure: int
    shares: tuple[Share, ...]
    contest: Contest
    tours: int = 0
    tours_won: int = 0
    stages_won: int = 0
    tie: str | None = None


Season = Mapping[Contest, Sequence[RankedLine]]
"""The rankings of a season."""

Records = Mapping[RecordSubject, Sequence[RankedLine]]
"""The holders of each record; those with equal figures share a rank.

Gaps are in ticks.
"""


TIES: Mapping[str, Callable[[RankedLine], int]] = {
    "tours won": lambda line: line.tours_won,
    "stages won": lambda line: line.stages_won,
    "best tour": lambda line: line.shares[0].figure,
}
"""Maps each tie-break step to its value for a line; higher values rank first."""
