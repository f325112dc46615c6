"""Live scoring of an unfinished stage, on top of the totals of earlier stages."""

from dataclasses import dataclass, replace

from peloton.errors import PelotonError
from peloton.rules.facts.fact_table import with_bibs
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import OPEN, Tour, next_stage_number
from peloton.rules.race import book_and_check, score_stage, score_stages
from peloton.rules.results import StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.times import TimeLimit, stage_times, time_limit


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveScore:
    """The score of a stage from the facts recorded so far.

    `score` holds the result of the stage and every classification after it, as if the
    riders `still_out` had abandoned. Until a rider has finished, the result is empty
    and the classifications are those before the stage. For a complete stage it is the
    final score. `problems` are mistakes in the facts; `missing` are problems for facts
    not recorded yet. `limit` is None without a time limit, or while no rider has
    finished (CY-11, CR-12).
    """

    score: StageScore
    still_out: tuple[Bib, ...]
    problems: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    limit: TimeLimit | None

    @property
    def complete(self) -> bool:
        """True if the stage is complete and without errors, so that it can be saved."""
        correct = all(problem.warning for problem in self.problems)
        return self.score.stage.ridden and not self.missing and correct


class RaceBeforeStage:
    """A tour scored up to a stage, ready to score that stage while it is ridden.

    `racing` lists the riders at the start of the stage, sorted by their bibs (GN-1).
    `tally` holds the running totals before the stage. `problems` lists the errors in
    the stage's course, which entering results cannot correct.
    """

    def __init__(self, tour: Tour, number: int, rulebook: Rulebook) -> None:
        """Score the stages before stage `number` once, for all calls to `after`."""
        ahead, self.tally = score_stages(tour, number - 1, rulebook)
        self.number, self.racing = number, tuple(self.tally.starting)
        self._wrong = [p for p in ahead.problems if not p.warning]
        self.problems = tuple(p for p in self._wrong if p.stage == number)

    def checked(self) -> "RaceBeforeStage":
        """Return this race.

        Raises PelotonError if an earlier stage has no results or has mistakes.
        """
        for problem in self._wrong:
            if problem.stage is None or problem.stage < self.number:
                raise PelotonError(problem.message)
        first = next_stage_number(self.tally.tour)
        if first is not None and first < self.number:
            raise PelotonError(
                f"stage {first} has no results: enter it first, or cancel it with a"
                " reason"
            )
        return self

    def after(self, stage: Stage) -> LiveScore:
        """Score the facts recorded so far.

        If there are mistakes in the facts, invalid bibs are ignored.
        """
        tally, number = self.tally.copy(), self.number
        turns, wrong = book_and_check(number, stage, tally)
        missing = tuple(p for p in wrong if p.code == "missing")
        problems = (*self.problems, *(p for p in wrong if p.code != "missing"))
        if any(not p.warning for p in problems):
            stage = with_bibs(stage, {bib: bib for bib in tally.starting})
        seen = {*stage.listed}
        expected = () if tally.rulebook.may_be_skipped(stage) else self.racing
        out = tuple(bib for bib in expected if bib not in seen)
        for bib in out:
            tally.leave(bib)
        if out or not stage.ridden:  # nothing is final before all have finished (GN-9)
            tally.tour = replace(tally.tour, planned=OPEN)
        timed = stage_times(stage, tally.rulebook, tally.startlist)
        return LiveScore(
            score=score_stage(number, stage, turns, tally),
            still_out=out,
            problems=problems,
            missing=missing,
            limit=None if stage.cancelled else time_limit(stage, timed, tally.rulebook),
        )
