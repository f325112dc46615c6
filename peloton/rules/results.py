"""The results of a tour: the values derived after every stage.

Rows are named tuples, not dataclasses: a tour of 198 riders and 21 stages makes
fifteen thousand of them, at a third of the cost each, and at half of that together.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, repeat
from typing import Any, NamedTuple, TypeVar

from peloton.errors import PelotonError
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import Phrase

SCORING = 5
"""The version of the scoring: raised when the same facts come to other figures.

What a database keeps of an older one is then made anew.
"""

_Row = TypeVar("_Row", bound=tuple[Any, ...])


def make_rows(kind: type[_Row], rows: Iterable[tuple[object, ...]]) -> tuple[_Row, ...]:
    """Make rows of one kind, all at once, of plain tuples with its fields in order."""
    return tuple(map(tuple.__new__, repeat(kind), rows))


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector from going through a tour's rows again and again.

    A fold makes tens of thousands of values, and no circle of them.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            # What is new counts as old at once: no first look goes through all of it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
            # Nor does a look of its own accord: who scores for a whole day asks for it.
            if not next(_FOLDS) % _FOLDS_PER_COLLECTION:
                gc.collect()


_FOLDS, _FOLDS_PER_COLLECTION = count(1), 200


class Placed(NamedTuple):
    """The riders with a place on a stage, in columns; a time is None if there is none.

    `leaders` are the riders whose times they are.
    """

    places: Sequence[int]
    bibs: Sequence[Bib]
    times: Sequence[int | None]
    leaders: Sequence[Bib | None]


class StageLine(NamedTuple):
    """One rider's line in a stage result; times in the rulebook's unit.

    `time` is before bonus and penalty, with its group applied; `leader` is the
    rider whose time it is. `status` is FIN or a Reason.
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
    """A rank by time, lowest first; `tie` names the step that parted equal times.

    `gap` is None of a team behind a slower one, as it has fewer riders (CY-18).
    """

    rank: int
    who: str
    time: int
    gap: int | None
    tie: str | None

    @property
    def total(self) -> int:
        """The total that is ranked: the time."""
        return self.time


class PointsStanding(NamedTuple):
    """A rank by points, highest first; `tie` names the step that parted equals."""

    rank: int
    who: str
    points: int
    tie: str | None

    @property
    def total(self) -> int:
        """The total that is ranked: the points."""
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


PURSE = "purse"
"""The name of the teams' money, beside the classifications (CY-17)."""


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
    """A stage's result, and every classification and ledger after it.

    `final_points` are those that the final classifications bring on the last stage;
    the source of each is the name of the classification (FR-4).
    """

    number: int
    stage: Stage
    standings: Mapping[ClassificationName, Standings]
    jerseys: tuple[JerseyLine, ...]
    result: tuple[StageLine, ...] = ()
    team_result: tuple[TeamLine, ...] = ()
    awards: tuple[Award, ...] = ()
    final_points: tuple[Award, ...] = ()
    premiums: tuple[Premium, ...] = ()
    purse: tuple[PurseLine, ...] = ()
    extra_turns: tuple[ExtraTurnLine, ...] = ()
    team_turns: tuple[TeamTurnLine, ...] = ()

    @property
    def title(self) -> Phrase:
        """The stage by number and name, in a heading."""
        return stage_name(self.number, self.stage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A tour scored: one score a stage ridden, up to the last good stage."""

    tour: Tour
    rulebook: Rulebook
    stages: tuple[StageScore, ...]
    problems: tuple[Problem, ...]

    @property
    def is_over(self) -> bool:
        """Whether all planned stages are ridden or cancelled (GN-9)."""
        return bool(self.stages) and len(self.stages) == self.tour.total_stages

    @property
    def is_one_day(self) -> bool:
        """Whether the tour is a single race: its stage is not one among others."""
        return self.tour.total_stages == 1

    def score(self, number: int | None = None) -> StageScore:
        """Return the score of stage `number`, or of the last one ridden.

        Raises PelotonError for a stage that is not there or not ridden yet.
        """
        if not self.stages:
            message = "no stage has been ridden yet"
            raise PelotonError(message)
        if number is None:
            return self.stages[-1]
        for score in self.stages:
            if score.number == number:
                return score
        message = (
            f"stage {number} has no result;"
            f" the last stage with one is {self.stages[-1].number}"
        )
        raise PelotonError(message)

    def before(self, number: int) -> StageScore | None:
        """Return the score of the stage ridden before stage `number`, if one was."""
        earlier = [score for score in self.stages if score.number < number]
        return earlier[-1] if earlier else None

    def average_speed(self, number: int) -> tuple[int, int] | None:
        """Return the spaces that the winner of a stage rode, and in how many turns.

        A mark tells its own (CR-1, CY-1, FI-1); a time as given tells kilometres and
        hours (RR-1). None where it only counts turns or rounds from the first home on
        (CY-3, CI-1, FR-1), as nobody wrote down how many went before, and where the
        length is not known. A team's speed is that of the rider whose time it has.
        """
        score = self.score(number)
        stage = score.stage
        winner = next((line for line in score.result if line.place == 1), None)
        if winner is None or not stage.kind.timed:
            return None
        timed = winner.leader or winner.bib
        mark = stage.mark_of(timed)
        used = stage.kind.against_the_clock and self.rulebook.mark.levelled
        return None if mark is None else mark.speed(stage.length or 0, from_start=used)
