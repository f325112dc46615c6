"""The score while riders are still coming in: the fold, paused before a stage."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from peloton.errors import PelotonError
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.seen import sound
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import OPEN, Tour, with_stage
from peloton.rules.ledgers.money import pay_teams
from peloton.rules.race import book_and_check, fold, scored
from peloton.rules.results import ExtraTurnLine, PurseLine, StageScore, TeamTurnLine
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import outside_limit
from peloton.rules.stage.times import TimeLimit, stage_times, time_limit


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveScore:
    """A stage as far as it was seen.

    `score` is the result and every classification after it among the riders home, as
    if those `still_out` had given up; None until something came over the line. Of a
    complete stage it is the score itself. `problems` are wrong as they stand;
    `missing` only say what is not there yet. `extra_turns` has a line for every
    starter, with the grant of this stage, `team_turns` and `purse` one for every team;
    each is empty where the game has none. `limit` is None where there is no time
    limit, or nobody home yet to count it from (CY-11, CR-12).
    """

    score: StageScore | None
    still_out: tuple[Bib, ...]
    problems: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    limit: TimeLimit | None
    extra_turns: tuple[ExtraTurnLine, ...]
    team_turns: tuple[TeamTurnLine, ...]
    purse: tuple[PurseLine, ...]

    @property
    def outside(self) -> frozenset[Bib]:
        """The riders home outside the time limit, by rule or by ruling (GN-1)."""
        return outside_limit(self.score.result) if self.score else frozenset()

    @property
    def complete(self) -> bool:
        """Whether the stage is complete and without errors, so that it can be saved."""
        wrong = any(each.severity is Severity.ERROR for each in self.problems)
        return self.score is not None and not self.missing and not wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRace:
    """A tour scored up to a stage, ready to score what is seen of that stage.

    `racing` are the riders at its start, in the order of the bibs; `previous` is the
    score before it, None before the first stage. `tally` are the sums up to there.
    `problems` are those of its course, whatever happens on it.
    """

    tour: Tour
    number: int
    rulebook: Rulebook
    racing: tuple[Bib, ...]
    previous: StageScore | None
    tally: Tally
    problems: tuple[Problem, ...]

    @classmethod
    def before(cls, tour: Tour, number: int, rulebook: Rulebook) -> "LiveRace":
        """Score the stages before stage `number`, once.

        Raises PelotonError if one of them is not ridden, or something is wrong there.
        """
        ahead, tally = fold(tour, number - 1, rulebook)
        wrong = [p for p in ahead.problems if p.severity is Severity.ERROR]
        for problem in wrong:
            if problem.stage is None or problem.stage < number:
                raise PelotonError(problem.message)
        for earlier, stage in enumerate(tour.stages[: number - 1], 1):
            if not stage.ridden:
                message = f"stage {earlier} has no results; enter that one first, or"
                message = f"{message} cancel it with a reason"
                raise PelotonError(message)
        return cls(
            tour=tour,
            number=number,
            rulebook=rulebook,
            racing=tuple(tally.starting),
            previous=ahead.before(number),
            tally=tally,
            problems=tuple(p for p in wrong if p.stage == number),
        )

    def after(self, stage: Stage) -> LiveScore:
        """Score the stage as far as it was seen, without what is wrong in it."""
        tally, number = self.tally.copy(), self.number
        turns, wrong = book_and_check(
            with_stage(self.tour, number, stage), number, tally, self.rulebook
        )
        missing = tuple(p for p in wrong if p.code == "missing")
        problems = (*self.problems, *(p for p in wrong if p.code != "missing"))
        if any(p.severity is Severity.ERROR for p in problems):
            stage = sound(stage, tally.starting)
        out = _still_out(stage, self.racing)
        for bib in out:
            tally.leave(bib)
        score = None
        if stage.ridden:
            tour, before = with_stage(self.tour, number, stage), self.previous
            if out:  # nothing is final before everybody is home (GN-9)
                tour = replace(tour, planned=OPEN)
            score = scored(tour, number, turns, tally, self.rulebook, before=before)
        return LiveScore(
            score=score,
            still_out=out,
            problems=problems,
            missing=missing,
            limit=self._limit(stage),
            extra_turns=turns.riders,
            team_turns=turns.teams,
            purse=score.purse if score else pay_teams((), tally, self.rulebook),
        )

    def _limit(self, stage: Stage) -> TimeLimit | None:
        if stage.cancelled or not stage.kind.timed:
            return None
        timed = stage_times(stage, self.rulebook, self.tally.startlist)
        return time_limit(stage, timed, self.rulebook)


def _still_out(stage: Stage, racing: Iterable[Bib]) -> tuple[Bib, ...]:
    """List the starters not on the sheet yet; none in a race apart (CR-13)."""
    if stage.cancelled or stage.kind.outside_the_tour:
        return ()
    seen = {bib for line in stage.finish for bib in line.bibs}
    return tuple(bib for bib in racing if bib not in seen)
