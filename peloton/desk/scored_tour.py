"""A tour with its rulebook, scored and checked."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from peloton.errors import InputError, PelotonError, limit_lines
from peloton.notation.problems import mistake_count
from peloton.notation.rulebook_file.reading import read_rulebook
from peloton.notation.toml.schema import DocumentError
from peloton.rules.facts.problem import Problem, grouped_problems
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour, with_stage
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook, tour_rulebook

if TYPE_CHECKING:
    from peloton.store.facts.parts import StoredTour


@dataclass(frozen=True, kw_only=True)
class ScoredTour:
    """A tour and its rulebook, with the tour's options and house rules applied."""

    tour: Tour
    rulebook: Rulebook

    @cached_property
    def scored(self) -> Race:
        """The scored tour with all its problems; PelotonError for foreign marks."""
        try:
            return score(self.tour, self.rulebook)
        except AttributeError as error:
            # Facts changed by hand may have the marks of another game.
            lines = (line for stage in self.tour.stages for line in stage.finish)
            marks = (line.mark for line in lines if line.mark is not None)
            read = self.rulebook.mark.read_or_none
            if all(read(str(mark)) == mark for mark in marks):
                raise
            raise PelotonError(
                "the marks of the tour do not fit its game: run 'peloton check'"
            ) from error

    def race(self) -> Race:
        """Return the scored tour; raise InputError if the stored tour has mistakes.

        For a tour that was changed in memory, use `checked`.
        """
        raise_mistakes(self.scored.problems, "the stored tour")
        return self.scored

    def with_stage(self, number: int, stage: Stage) -> "ScoredTour":
        """Return the tour with stage `number` replaced, with the same rulebook."""
        return replace(self, tour=with_stage(self.tour, number, stage))

    def with_tour(self, tour: Tour) -> "ScoredTour":
        """Return a changed tour, whose options and house rules may differ."""
        return with_rulebook(tour, self.rulebook.text)

    def checked(self) -> "ScoredTour":
        """Return this tour; raise InputError if it has mistakes."""
        ghosts: Iterable[Problem] = ()
        if any(team.ghost for team in self.tour.teams):
            # Imported here because most tours have no ghosts.
            from peloton.notation.ghosts import ghost_problems

            ghosts = ghost_problems(self.tour, self.rulebook)
        raise_mistakes((*self.scored.problems, *ghosts))
        return self


def with_rulebook(tour: Tour, rulebook_text: str) -> ScoredTour:
    """Join a tour with its rulebook; raise InputError for mistakes in either."""
    try:
        base = read_rulebook(rulebook_text)
    except DocumentError as error:
        raise_mistakes(error.problems, f"the stored rulebook {tour.rulebook}")
        raise
    rulebook, problems = tour_rulebook(base, tour)
    raise_mistakes(problems)
    return ScoredTour(tour=tour, rulebook=rulebook)


def stored_race(stored: "StoredTour") -> Race | None:
    """Score a tour with its stored rulebook; return None if that is not possible."""
    try:
        return with_rulebook(stored.tour, stored.rulebook_text).race()
    except PelotonError:
        return None


def raise_mistakes(problems: Iterable[Problem], what: str = "") -> None:
    """Raise InputError listing all problems, if any of them is an error.

    The summary is `WHAT has 2 mistakes`. A single mistake without `what` is raised as a
    PelotonError with only its message.
    """
    wrong = [p for p in grouped_problems(problems) if not p.warning]
    lines = tuple(map(stage_message, wrong))
    if len(wrong) == 1 and not what:
        raise PelotonError(lines[0])
    if wrong:
        what = what or "the changed tour"
        raise InputError(
            f"{what} has {mistake_count(wrong)}; nothing was changed",
            limit_lines(lines),
        )


def stage_message(problem: Problem) -> str:
    """Return the message of a problem, prefixed with its stage if it has one."""
    where = f"stage {problem.stage}"
    if problem.stage is None or problem.message.startswith(where):
        return problem.message
    return f"{where}: {problem.message}"


def count_noun(number: int, word: str) -> str:
    """Return a number with its noun: `1 rider`, `3 riders`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
