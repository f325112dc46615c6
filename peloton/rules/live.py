"""Live scoring of an unfinished stage, on top of the totals of earlier stages."""

from dataclasses import dataclass, replace

from peloton.errors import PelotonError
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.fact_table import with_bibs
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.ledgers.money import pay_teams
from peloton.rules.race import book_and_check, score_stage, score_stages
from peloton.rules.results import PurseLine, StageScore, TurnLine
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import outside_limit
from peloton.rules.stage.times import TimeLimit, stage_times, time_limit


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveScore:
    """The score of a stage from the facts recorded so far.

    `score` holds the result of the stage and every classification after it, as if the
    riders `still_out` had abandoned; it is None until a rider has finished. For a
    complete stage it is the final score. `problems` are mistakes in the facts;
    `missing` are problems for facts not recorded yet. `extra_turns` holds a line per
    starter, which includes the turns granted on this stage; `team_turns` and `purse`
    hold a line per team. Each of the three is empty if the game does not use it.
    `limit` is None without a time limit, or while no rider has finished (CY-11, CR-12).
    """

    score: StageScore | None
    still_out: tuple[Bib, ...]
    problems: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    limit: TimeLimit | None
    extra_turns: tuple[TurnLine, ...]
    team_turns: tuple[TurnLine, ...]
    purse: tuple[PurseLine, ...]

    @property
    def outside(self) -> frozenset[Bib]:
        """The finishers whose status is OTL: outside the time limit (GN-1)."""
        return outside_limit(self.score.result) if self.score else frozenset()

    @property
    def complete(self) -> bool:
        """True if the stage is complete and without errors, so that it can be saved."""
        wrong = any(each.severity is Severity.ERROR for each in self.problems)
        return self.score is not None and not self.missing and not wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceBeforeStage:
    """A tour scored up to a stage, ready to score that stage while it is ridden.

    `racing` lists the riders at the start of the stage, in the order of their bibs.
    `tally` holds the running totals before the stage. `problems` lists the errors in
    the stage's course, which entering results cannot correct.
    """

    number: int
    racing: tuple[Bib, ...]
    tally: Tally
    problems: tuple[Problem, ...]

    @classmethod
    def before(cls, tour: Tour, number: int, rulebook: Rulebook) -> "RaceBeforeStage":
        """Score the stages before stage `number` once, for all later calls to `after`.

        Raises PelotonError if one of them is not ridden or has errors.
        """
        ahead, tally = score_stages(tour, number - 1, rulebook)
        wrong = [p for p in ahead.problems if p.severity is Severity.ERROR]
        for problem in wrong:
            if problem.stage is None or problem.stage < number:
                raise PelotonError(problem.message)
        for earlier, stage in enumerate(tour.stages[: number - 1], 1):
            if not stage.ridden:
                message = f"stage {earlier} has no results; enter that one first, or"
                raise PelotonError(f"{message} cancel it with a reason")
        return cls(
            number=number,
            racing=tuple(tally.starting),
            tally=tally,
            problems=tuple(p for p in wrong if p.stage == number),
        )

    def after(self, stage: Stage) -> LiveScore:
        """Score the facts recorded so far.

        If there are mistakes in the facts, invalid bibs are ignored.
        """
        tally, number = self.tally.copy(), self.number
        turns, wrong = book_and_check(number, stage, tally)
        missing = tuple(p for p in wrong if p.code == "missing")
        problems = (*self.problems, *(p for p in wrong if p.code != "missing"))
        if any(p.severity is Severity.ERROR for p in problems):
            stage = with_bibs(stage, {bib: bib for bib in tally.starting})
        seen = {*stage.listed}
        out = tuple(bib for bib in self.racing if bib not in seen)
        if stage.cancelled or stage.kind.outside_the_tour:
            out = ()  # riders may skip a race outside the tour (CR-13)
        for bib in out:
            tally.leave(bib)
        score = None
        if stage.ridden:
            if out:  # nothing is final before every rider has finished (GN-9)
                tally.tour = replace(tally.tour, planned=OPEN)
            score = score_stage(number, stage, turns, tally)
        return LiveScore(
            score=score,
            still_out=out,
            problems=problems,
            missing=missing,
            limit=self._limit(stage),
            extra_turns=turns.riders,
            team_turns=turns.teams,
            purse=score.purse if score else pay_teams((), tally),
        )

    def _limit(self, stage: Stage) -> TimeLimit | None:
        if stage.cancelled or not stage.kind.timed:
            return None
        timed = stage_times(stage, self.tally.rulebook, self.tally.startlist)
        return time_limit(stage, timed, self.tally.rulebook)
