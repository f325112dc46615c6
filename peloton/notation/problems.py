"""Problems for the person at the keyboard: the line each is on, and what is wrong."""

from collections.abc import Callable, Iterable
from functools import cache

from peloton.errors import MOST_LISTED
from peloton.notation.result_lines import line_bibs, numbered_lines
from peloton.rules.facts.problem import Problem, grouped_problems
from peloton.rules.words import visible


def problem_lines(
    file_name: str, text: str, problems: Iterable[Problem]
) -> tuple[str, ...]:
    """Write problems as `tour.toml:42: error: message`, in the order of the file.

    Of more than a hundred, errors come before warnings. What would act on a terminal
    instead of being read is written as an escape.
    """
    problems = tuple(grouped_problems(problems))
    if not problems:
        return ()
    line_of = _line_finder(text)
    errors_first = sorted(enumerate(problems), key=lambda item: item[1].severity)
    placed = [(line_of(p) or 0, number, p) for number, p in errors_first[:MOST_LISTED]]
    lines = [
        f"{file_name}{f':{line}' if line else ''}:"
        f" {problem.severity}: {problem.message}"
        for line, _, problem in sorted(placed, key=lambda at_line: at_line[:2])
    ]
    more = f"{file_name}: and {len(problems) - MOST_LISTED:,} more"
    return tuple(map(visible, [*lines, more] if len(problems) > MOST_LISTED else lines))


def _line_finder(text: str) -> Callable[[Problem], int | None]:
    """Return what finds the line, from 1, that a problem is about; None if on none.

    The line of its path; in result lines that of its offset, or else the rider's. A key
    that is missing is placed at the nearest key or header around it.
    """
    # The scanner is needed only when there is a mistake to point at.
    from peloton.notation.toml.positions import document_lines

    # A refused document is not read again: its only problem has its line.
    lines = cache(lambda: document_lines(text))
    of_text = cache(lambda where: lines().of_text(where))

    @cache
    def bibs(where: tuple[str | int, ...]) -> list[tuple[int, tuple[str, ...]]]:
        named = numbered_lines(lines().text_at(where))
        return [(number, line_bibs(line)) for number, line in named]

    def line_of(problem: Problem) -> int | None:
        where = problem.where
        if not where:
            if problem.offset or problem.stage is None:
                return problem.offset or None
            where = ("stage", problem.stage - 1)
        row = problem.offset
        if not row and where[-1] == "finish":
            rows = [number for number, named in bibs(where) if problem.bib in named]
            # The last if twice, none if the rider is on none.
            row = rows[-1 if problem.code == "twice" else 0] if rows else 0
        text_lines = of_text(where)
        return text_lines[row - 1] if 0 < row <= len(text_lines) else lines().of(where)

    return line_of
