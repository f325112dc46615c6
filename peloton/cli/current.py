"""A tour with its rules, scored and checked: what commands show and change."""

from collections.abc import Iterable
from dataclasses import dataclass

from peloton.errors import InputError, PelotonError
from peloton.notation.rulebooks import read_rulebook
from peloton.notation.tourfile import read_tour
from peloton.notation.writing import tour_text
from peloton.rules.house import tour_rulebook
from peloton.rules.model import Tour
from peloton.rules.race import score
from peloton.rules.results import Problem, Race, Severity
from peloton.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    """A tour from the store with its own rulebook, options and house rules applied."""

    tour: Tour
    rulebook_text: str
    rulebook: Rulebook

    def race(self) -> Race:
        """Score the tour; InputError if what is stored does not hold together."""
        race = score(self.tour, self.rulebook)
        refuse(race.problems, "the stored tour")
        return race


def with_rulebook(tour: Tour, rulebook_text: str) -> Current:
    """Join a tour with the rulebook it is scored with."""
    base, problems = read_rulebook(rulebook_text)
    refuse(problems, f"the stored rulebook {tour.rulebook}")
    if base is None:
        message = f"the stored rulebook {tour.rulebook} cannot be used"
        raise PelotonError(message)
    rulebook, problems = tour_rulebook(base, tour)
    refuse(problems)
    return Current(tour=tour, rulebook_text=rulebook_text, rulebook=rulebook)


def checked(tour: Tour, rulebook_text: str) -> Current:
    """Check a changed tour as if it had come from a file; InputError if it is wrong.

    Whatever door facts come in by, they meet the same checks.
    """
    reading = read_tour(tour_text(tour), lambda _: read_rulebook(rulebook_text))
    refuse(reading.problems)
    current = with_rulebook(tour, rulebook_text)
    refuse(score(tour, current.rulebook).problems)
    return current


def refuse(problems: Iterable[Problem], what: str = "") -> None:
    """Raise InputError if any of the problems is an error, naming all of them.

    A single mistake in what was just typed needs no summary: it is the error.
    """
    wrong = [each for each in problems if each.severity is Severity.ERROR]
    lines = tuple(map(stage_message, wrong))
    if len(wrong) == 1 and not what:
        raise PelotonError(lines[0])
    if wrong:
        what = what or "the tour as changed"
        message = f"{what} has {mistakes(wrong)}; nothing was changed"
        raise InputError(message, lines)


def stage_message(problem: Problem) -> str:
    """Say what is wrong, and on which stage where it is on one."""
    where = f"stage {problem.stage}"
    if problem.stage is None or problem.message.startswith(where):
        return problem.message
    return f"{where}: {problem.message}"


def mistakes(problems: Iterable[Problem]) -> str:
    """Say how many mistakes there are; nothing when there are none."""
    count = sum(each.severity is Severity.ERROR for each in problems)
    return f"{count} mistakes" if count > 1 else "1 mistake" if count else ""
