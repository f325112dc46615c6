"""Read and score the lines typed at the desk, independently of the screen.

The text is the only state. The whole screen is computed from it on every keystroke,
using the same parser and checks as all commands.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from peloton.desk.scored_tour import ScoredTour
from peloton.desk.stage_lines import StageLines
from peloton.notation.desk.brackets import FORGOTTEN, problems_with_groups
from peloton.notation.desk.lines import DeskReading
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.live import LiveScore, RaceBeforeStage
from peloton.rules.results import Award, StageLine
from peloton.rules.stage.result import stage_awards
from peloton.rules.values import LARGEST


@dataclass(frozen=True, kw_only=True)
class DeskView:
    """Text typed at the desk, with the stage read from it and the stage's score.

    The `offset` of each problem in `wrong` is its line number, or 0 if it has none.
    """

    text: str
    reading: DeskReading
    live: LiveScore
    wrong: tuple[Problem, ...]
    awards: tuple[Award, ...]

    @cached_property
    def wrong_on(self) -> Mapping[int, Problem]:
        """The first mistake of each line, or else its first warning, by line number."""
        warnings = (wrong for wrong in self.wrong if wrong.severity is Severity.WARNING)
        # Reversed, so that the first problem of a line wins.
        return {wrong.offset: wrong for wrong in reversed([*self.mistakes, *warnings])}

    @cached_property
    def mistakes(self) -> tuple[Problem, ...]:
        """The mistakes that prevent saving the stage, in the order of the lines."""
        mistakes = (wrong for wrong in self.wrong if wrong.severity is Severity.ERROR)
        return tuple(sorted(mistakes, key=lambda wrong: wrong.offset or LARGEST))

    @cached_property
    def results(self) -> Mapping[Bib, StageLine]:
        """The result line of each rider so far."""
        lines = self.live.score.result if self.live.score else ()
        return {line.bib: line for line in lines}

    @cached_property
    def same_time(self) -> frozenset[int | None]:
        """The places whose riders have the same time as the rider ahead (s.t.)."""
        home = [line for line in self.results.values() if line.place is not None]
        return frozenset(b.place for a, b in pairwise(home) if a.time == b.time)

    def won(self, label: str) -> Mapping[Bib, int]:
        """Return the points won so far at a sprint or summit."""
        return {
            award.bib: award.amount
            for award in self.awards
            if award.source == label and award.towards != "bonus"
        }


class StageAtDesk(StageLines):
    """A stage at the desk; its text is scored on top of the totals before the stage."""

    def __init__(self, before: ScoredTour, number: int) -> None:
        """Score the stages before this one; raise PelotonError if that fails."""
        super().__init__(before, number)
        self.race = RaceBeforeStage.before(before.tour, number, before.rulebook)
        self._view: DeskView | None = None

    def view(self, text: str) -> DeskView:
        """Read and score a text; the latest view is cached."""
        if self._view is None or self._view.text != text:
            reading = self.read(text)
            # A cancelled stage is scored too, because saving makes it count again.
            live = self.race.after(replace(reading.stage, cancelled=""))
            self._view = DeskView(
                text=text,
                reading=reading,
                live=live,
                wrong=tuple(self._problems(reading, live.problems)),
                awards=live.score.awards if live.score else self._won(reading.stage),
            )
        return self._view

    def _problems(
        self, reading: DeskReading, problems: tuple[Problem, ...]
    ) -> Iterator[Problem]:
        read = list(problems_with_groups(reading, self.race.racing))
        yield from read
        forgotten = any(problem.code == FORGOTTEN for problem in read)
        for problem in problems:
            if not (forgotten and problem.code in {"first", "turns"}):
                yield reading.with_line(problem)

    def _won(self, stage: Stage) -> tuple[Award, ...]:
        """Return the points won at sprints and summits before anyone has finished."""
        riders = self.before.tour.riders
        neutral = {rider.bib for rider in riders if rider.neutral}
        return tuple(stage_awards(stage, (), neutral, self.before.rulebook))
