"""Score a changed version of a tour, from the first changed stage on.

The facts of the later stages stay as they were recorded. If a change puts a rider out
of the race, the lines of this rider on later stages are ignored. If a change keeps a
rider in the race who has no line on the next stage, the rider leaves the race before
that stage.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.fact_table import without_unknown_bibs
from peloton.rules.facts.stage import FinishLine, Stage
from peloton.rules.facts.tour import Tour, with_stage
from peloton.rules.games.road import MARK as CLOCK_TIMES
from peloton.rules.games.road import ClockMark
from peloton.rules.race import new_tally, score_stage
from peloton.rules.results import Race, StageScore, TurnLines, gc_paused
from peloton.rules.rulebook.rulebook import Rulebook, Value
from peloton.rules.stage.times import clock_input


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTour:
    """A changed tour and its rulebook; stages before `first` are not affected.

    The stages in `unpaid` pay no premiums, except the final ones.
    """

    tour: Tour
    rulebook: Rulebook
    first: int = 1
    unpaid: frozenset[int] = frozenset()

    def scored(self, stages: int) -> Race:
        """Score the first `stages` stages; only the last score has all standings."""
        return _race(self, stages, new_tally(self.tour, self.rulebook))


@dataclass(slots=True)
class Rescoring:
    """A scored tour without mistakes, with the totals before each of its stages."""

    race: Race
    _tallies: list[Tally] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Compute the totals before each stage."""
        tour, rulebook = self.race.tour, self.race.rulebook
        tally, before = new_tally(tour, rulebook), None
        for score in self.race.stages:
            self._tallies.append(tally.copy())
            before = _score(tour, score.number, tally, rulebook, before)

    @gc_paused()
    def scored(self, changed: ChangedTour) -> Race:
        """Score a changed tour with the same rulebook up to the last stage ridden."""
        at = changed.first - 1
        tally = self._tallies[at].copy()
        return _race(changed, len(self.race.stages), tally, self.race.stages[:at])


def _race(
    changed: ChangedTour, stages: int, tally: Tally, before: Sequence[StageScore] = ()
) -> Race:
    """Score the stages after `before`; `tally` has the totals after `before`."""
    tour, rulebook, scores = changed.tour, changed.rulebook, [*before]
    classifications, ridden = tally.classifications, tour.stages[:stages]
    last = max((n for n, s in enumerate(ridden, 1) if not s.cancelled), default=1)
    for number in range(len(scores) + 1, stages + 1):
        # Before the last stage, only premiums depend on these classifications.
        paying = rulebook.flag("money.premiums")
        tally.classifications = classifications if paying or number >= last else ()
        unpaid = number in changed.unpaid
        rules = _without_premiums(rulebook) if unpaid else rulebook
        latest = scores[-1] if scores else None
        scores.append(_score(tour, number, tally, rules, latest))
    return Race(tour=tour, rulebook=rulebook, stages=tuple(scores), problems=())


def _without_premiums(rulebook: Rulebook) -> Rulebook:
    """Return the rulebook without premiums for winning a stage or wearing a jersey."""
    none = {"money.stage_win": Value(value=0), "money.wearer": Value(value=())}
    return replace(rulebook, values={**rulebook.values, **none})


def _score(
    tour: Tour,
    number: int,
    tally: Tally,
    rulebook: Rulebook,
    before: StageScore | None,
) -> StageScore:
    """Score a stage and add it to the totals, even if it lists the wrong riders."""
    stage, starting = tour.stages[number - 1], tally.starting
    listed = {bib for line in stage.finish for bib in line.bibs}
    if not stage.cancelled and listed != starting.keys():
        if not listed <= starting.keys():
            stage = without_unknown_bibs(_with_clock_times(stage, rulebook), starting)
            tour = with_stage(tour, number, stage)
        if not stage.kind.outside_the_tour:
            for bib in starting.keys() - listed:
                tally.leave(bib)
    turns = TurnLines((), ())
    score = score_stage(tour, number, turns, tally, rulebook, before=before)
    tally.join(number + 1)
    return score


def _with_clock_times(stage: Stage, rulebook: Rulebook) -> Stage:
    """Replace gaps by full times, because the winner's line may be removed (RR-1)."""
    if rulebook.mark is not CLOCK_TIMES:
        return stage
    times = iter(CLOCK_TIMES.exact_times(clock_input(stage, rulebook))[0])
    lines: tuple[FinishLine, ...] = tuple(
        replace(line, mark=ClockMark(next(times))) if line.mark else line
        for line in stage.finish
    )
    return replace(stage, finish=lines)
