"""Problems for the person at the keyboard: the line each is on, and what is wrong."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from peloton.errors import MOST_LISTED
from peloton.notation.result_lines import line_bibs, numbered_lines
from peloton.rules.facts.problem import Problem
from peloton.rules.words import visible

if TYPE_CHECKING:
    from peloton.notation.toml.positions import Lines


def problem_lines(
    file_name: str, text: str, problems: Iterable[Problem]
) -> tuple[str, ...]:
    """Write problems as `tour.toml:42: error: message`, in the order of the file.

    Of more than a hundred, errors come before warnings. What would act on a terminal
    instead of being read is written as an escape.
    """
    problems = tuple(problems)
    if not problems:
        return ()
    line_of = _Finder(text).line_of
    errors_first = sorted(enumerate(problems), key=lambda item: item[1].severity)
    placed = [(line_of(p) or 0, number, p) for number, p in errors_first[:MOST_LISTED]]
    lines = [
        f"{file_name}{f':{line}' if line else ''}:"
        f" {problem.severity}: {problem.message}"
        for line, _, problem in sorted(placed, key=lambda at_line: at_line[:2])
    ]
    more = f"{file_name}: and {len(problems) - MOST_LISTED:,} more"
    return tuple(map(visible, [*lines, more] if len(problems) > MOST_LISTED else lines))


class _Finder:
    """Where the problems of one document are; each text in it is gone through once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._bibs = cache(lambda where: list(_bibs(self._lines.text_at(where))))

    @cached_property
    def _lines(self) -> "Lines":
        # The scanner is needed only when there is a mistake to point at.
        from peloton.notation.toml.positions import document_lines

        return document_lines(self._text)

    @cached_property
    def _of_text(self) -> "Callable[[tuple[str | int, ...]], Sequence[int]]":
        return cache(self._lines.of_text)

    def line_of(self, problem: Problem) -> int | None:
        """Return the line, from 1, that a problem is about; None if on none.

        The line of its path; in result lines that of its offset, or else the rider's.
        A key that is missing is placed at the nearest key or header around it.
        """
        where = problem.where
        if not where:
            if problem.offset or problem.stage is None:
                return problem.offset or None
            where = ("stage", problem.stage - 1)
        rows = self._of_text(where)
        row = problem.offset or (self._row(problem) if where[-1] == "finish" else 0)
        return rows[row - 1] if 0 < row <= len(rows) else self._lines.of(where)

    def _row(self, problem: Problem) -> int:
        """Return a rider's result line, from 1; the last if twice, 0 if none."""
        bibs = self._bibs(problem.where)
        rows = [number for number, named in bibs if problem.bib in named]
        if not rows:
            return 0
        return rows[-1] if problem.code == "twice" else rows[0]


def _bibs(text: str) -> Iterator[tuple[int, Collection[str]]]:
    return ((number, line_bibs(line)) for number, line in numbered_lines(text))
