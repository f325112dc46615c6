"""Score a changed version of a tour, starting at the first changed stage.

The recorded facts of the later stages remain unchanged. If a change puts a rider out of
the race, the lines of this rider on later stages are ignored. If a change keeps a rider
in the race who has no line on the next stage, the rider leaves the race before that
stage.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.fact_table import without_unknown_bibs
from peloton.rules.facts.stage import FinishLine, Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.games.road import MARK as CLOCK_TIMES
from peloton.rules.games.road import ClockMark
from peloton.rules.race import new_tally, score_stage
from peloton.rules.results import Race, StageScore, TurnLines, gc_paused
from peloton.rules.rulebook.rulebook import Rulebook, Value
from peloton.rules.stage.times import clock_input


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTour:
    """A changed tour and its rulebook; the change has no effect before stage `first`.

    The stages in `unpaid` pay no premiums for a stage win or a jersey. Premiums for the
    final ranks are paid.
    """

    tour: Tour
    rulebook: Rulebook
    first: int = 1
    unpaid: frozenset[int] = frozenset()

    @gc_paused()
    def scored(
        self, stages: int, before: Sequence[StageScore] = (), tally: Tally | None = None
    ) -> Race:
        """Score the first `stages` stages; only the last score has all standings.

        To skip stages that are scored already, pass their scores as `before`, and the
        totals after those stages as `tally`, which is modified.
        """
        tour, rulebook, scores = self.tour, self.rulebook, [*before]
        tally = tally or new_tally(tour, rulebook)
        tally.tour, ridden = tour, tour.stages[:stages]
        classifications = tally.classifications
        last = max((n for n, s in enumerate(ridden, 1) if not s.cancelled), default=1)
        for number in range(len(scores) + 1, stages + 1):
            # Save time: before the last stage, only premiums need classifications.
            paying = rulebook.flag("money.premiums")
            tally.classifications = classifications if paying or number >= last else ()
            unpaid = number in self.unpaid
            tally.rulebook = _without_premiums(rulebook) if unpaid else rulebook
            scores.append(_score(number, tally))
        return Race(tour=tour, rulebook=rulebook, stages=tuple(scores), problems=())


@gc_paused()
def tallies_before(race: Race) -> list[Tally]:
    """Return the totals before each stage of a tour without mistakes."""
    tally, tallies = new_tally(race.tour, race.rulebook), list[Tally]()
    for score in race.stages:
        tallies.append(tally.copy())
        _score(score.number, tally)
    return tallies


def _without_premiums(rulebook: Rulebook) -> Rulebook:
    """Return the rulebook without premiums for winning a stage or wearing a jersey."""
    none = {"money.stage_win": Value(value=0), "money.wearer": Value(value=())}
    return replace(rulebook, values={**rulebook.values, **none})


def _score(number: int, tally: Tally) -> StageScore:
    """Score a stage and add it to the totals, even if its starters have changed."""
    stage, starting = tally.tour.stages[number - 1], tally.starting
    listed = {bib for line in stage.finish for bib in line.bibs}
    if not stage.cancelled and listed != starting.keys():
        if not listed <= starting.keys():
            stage = _with_clock_times(stage, tally.rulebook)
            stage = without_unknown_bibs(stage, starting)
        if not stage.kind.outside_the_tour:
            for bib in starting.keys() - listed:
                tally.leave(bib)
    score = score_stage(number, stage, TurnLines((), ()), tally)
    tally.join(number + 1)
    return score


def _with_clock_times(stage: Stage, rulebook: Rulebook) -> Stage:
    """Replace gaps by times: the winner they refer to may be removed (RR-1)."""
    if rulebook.mark is not CLOCK_TIMES:
        return stage
    times = iter(CLOCK_TIMES.exact_times(clock_input(stage, rulebook))[0])
    lines: tuple[FinishLine, ...] = tuple(
        replace(line, mark=ClockMark(next(times))) if line.mark else line
        for line in stage.finish
    )
    return replace(stage, finish=lines)
