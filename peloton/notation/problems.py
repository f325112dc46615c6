"""Problems for the person at the keyboard: the line each is on, and what is wrong."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from peloton.notation.result_lines import line_bibs, numbered_lines
from peloton.rules.facts.problem import Problem
from peloton.rules.words import visible

if TYPE_CHECKING:
    from peloton.notation.toml.positions import Lines


def problem_lines(
    file_name: str, text: str, problems: Iterable[Problem]
) -> tuple[str, ...]:
    """Write problems as `tour.toml:42: error: message`, in the order of the file.

    What would act on a terminal instead of being read is written as an escape.
    """
    problems = tuple(problems)
    if not problems:
        return ()
    # The scanner is needed only when there is a mistake to point at.
    from peloton.notation.toml.positions import document_lines

    lines = document_lines(text)
    placed = [(_line_of(lines, problem) or 0, problem) for problem in problems]
    placed.sort(key=lambda at_line: at_line[0])
    return tuple(
        visible(
            f"{file_name}{f':{line}' if line else ''}:"
            f" {problem.severity}: {problem.message}"
        )
        for line, problem in placed
    )


def _line_of(lines: "Lines", problem: Problem) -> int | None:
    """Return the line of a file, from 1, that a problem is about; None if on none.

    The line of its path; in result lines that of its offset, or else the rider's. A
    key that is missing is placed at the nearest key or header around it.
    """
    where = problem.where
    if not where:
        if problem.offset or problem.stage is None:
            return problem.offset or None
        where = ("stage", problem.stage - 1)
    rows = lines.of_text(where)
    row = problem.offset or (_row(lines, problem) if where[-1] == "finish" else 0)
    return rows[row - 1] if 0 < row <= len(rows) else lines.of(where)


def _row(lines: "Lines", problem: Problem) -> int:
    """Return the result line a rider is on, from 1; the last if twice, 0 if none."""
    rows = [
        number
        for number, line in numbered_lines(lines.text_at(problem.where))
        if problem.bib in line_bibs(line)
    ]
    if not rows:
        return 0
    return rows[-1] if problem.code == "twice" else rows[0]
