"""What a tour comes to: the derived values, after every stage.

Rows are named tuples, not dataclasses: a tour of 198 riders and 21 stages makes
fifteen thousand of them, at a third of the cost each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from peloton.rules.model import Bib, ClassificationName, Stage, TeamCode, Tour
from peloton.rules.rulebook import Rulebook


class Placed(NamedTuple):
    """A rider with a place on a stage; without a time where there is none to tell.

    `leader` is the rider whose time it is.
    """

    place: int
    bib: Bib
    time: int | None = None
    leader: Bib | None = None


class StageLine(NamedTuple):
    """One rider's line in a stage result; times in the rulebook's unit.

    `time` is before bonus and penalty, with its group applied; `leader` is the
    rider whose time it is. `status` is FIN, OTL, DNF, DNS or DSQ.
    """

    place: int | None
    bib: Bib
    status: str
    time: int | None
    gap: int | None
    bonus: int
    penalty: int
    points: int
    mountains: int
    leader: Bib | None


class TimeStanding(NamedTuple):
    """A rank by time, lowest first; `tie` names the step that parted equal times."""

    rank: int
    who: str
    time: int
    gap: int
    tie: str | None

    @property
    def total(self) -> int:
        """What is ranked: the time."""
        return self.time


class PointsStanding(NamedTuple):
    """A rank by points, highest first; `tie` names the step that parted equals."""

    rank: int
    who: str
    points: int
    tie: str | None

    @property
    def total(self) -> int:
        """What is ranked: the points."""
        return self.points


Standing = TimeStanding | PointsStanding
Standings = tuple[TimeStanding, ...] | tuple[PointsStanding, ...]
"""A whole classification; `who` is a bib, in the team classification a team code."""


class TeamLine(NamedTuple):
    """One team's line in a stage result: a time, or points where teams rank by them."""

    rank: int
    team: TeamCode
    time: int | None
    points: int | None


class JerseyLine(NamedTuple):
    """Who leads a classification and who wears its jersey next; they may differ."""

    jersey: str
    classification: ClassificationName
    leader: Bib
    wearer: Bib | None


class Award(NamedTuple):
    """Points or bonus seconds won over one line: `source` is the prime or `finish`.

    `towards` is a classification, or `bonus` for seconds. `rule` is its number.
    """

    bib: Bib
    towards: str
    amount: int
    source: str
    place: int
    rule: str


class PremiumKind(StrEnum):
    """What a premium was paid for, in the order of the sheet."""

    POINTS = "points"
    STAGE = "stage"
    JERSEY = "jersey"
    OFFER = "offer"
    FINAL = "final"


class Premium(NamedTuple):
    """Money paid to a team, and what for; `bib` is the rider who won it."""

    team: TeamCode
    amount: int
    kind: PremiumKind
    why: str
    rule: str
    bib: Bib | None


class PurseLine(NamedTuple):
    """A team's money after a stage: earned on it, and in all so far (CY-16).

    `savings` is what is left of the sponsor's budget; it is no part of the balance.
    """

    team: TeamCode
    earned: int
    balance: int
    savings: int


class ExtraTurnLine(NamedTuple):
    """A starter's extra turns: granted for a stage, used on it, left after (CY-12)."""

    bib: Bib
    granted: int
    used: int
    left: int


class TeamTurnLine(NamedTuple):
    """A team's extra turns, for any rider of it: as those of a starter (CY-12)."""

    team: TeamCode
    granted: int
    used: int
    left: int


class TurnLines(NamedTuple):
    """The extra turns of a stage: those of the starters, and of the teams."""

    riders: tuple[ExtraTurnLine, ...]
    teams: tuple[TeamTurnLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageScore:
    """A stage's result, and everything as it stands after it."""

    number: int
    stage: Stage
    result: tuple[StageLine, ...]
    team_result: tuple[TeamLine, ...]
    standings: Mapping[ClassificationName, Standings]
    jerseys: tuple[JerseyLine, ...]
    awards: tuple[Award, ...]
    premiums: tuple[Premium, ...] = ()
    purse: tuple[PurseLine, ...] = ()
    extra_turns: tuple[ExtraTurnLine, ...] = ()
    team_turns: tuple[TeamTurnLine, ...] = ()


class Severity(StrEnum):
    """Whether a problem stops the scoring or only wants a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong in the facts: where, what was found, what was expected.

    `where` is the path of keys in the tour file, for finding the line: names and
    list indices such as ("stage", 1, "finish"), and `offset` the line within it.
    """

    code: str
    message: str
    severity: Severity = Severity.ERROR
    stage: int | None = None
    bib: Bib | None = None
    where: tuple[str | int, ...] = ()
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A tour scored: one score a stage ridden, up to the last good stage."""

    tour: Tour
    rulebook: Rulebook
    stages: tuple[StageScore, ...]
    problems: tuple[Problem, ...]
