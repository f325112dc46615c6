"""Mistakes in a tour, said to the person who made them: all at once, or none."""

from collections.abc import Iterable

from peloton.errors import InputError, PelotonError
from peloton.rules.facts.problem import Problem, Severity


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
    return counted(count, "mistake") if count else ""


def counted(number: int, word: str) -> str:
    """Write a number with what is counted: `1 rider`, `3 riders`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
