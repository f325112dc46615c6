"""Write problems as lines for the user: file, line number, severity and message."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, TypeVar

from peloton.errors import MOST_LISTED, InputError
from peloton.notation.result_lines import numbered_lines, split_result
from peloton.notation.toml.schema import DocumentError, TableSchema, read_toml
from peloton.rules.facts.problem import Problem, grouped_problems
from peloton.rules.words import printable

if TYPE_CHECKING:
    from peloton.notation.toml.positions import LineNumbers

_Value = TypeVar("_Value")


def valid_document(
    name: str,
    text: str,
    read: Callable[[str], _Value],
    private: TableSchema | None = None,
) -> _Value:
    """Read a user's file; raise an InputError that lists every mistake.

    `read` returns the file's value or raises a DocumentError. `private` is the schema
    of a file named by a tour. Nothing is quoted from a file of another kind, because a
    tour could name a private file.
    """
    try:
        return read(text)
    except DocumentError as error:
        message = f"{name} is not {error.what}: it has {mistake_count(error.problems)}"
        lines = problem_lines(name, text, error.problems)
        keys = read_toml(text).table().keys()
        # A limit may be reported: its message quotes nothing from the file.
        over_limit = error.problems[0].code == "limit"
        if private and not over_limit and not keys >= {*private.required}:
            hint = f"'peloton rules check {name}' shows what is wrong"
            lines = (f"{name}: not {error.what}; {hint}",)
        raise InputError(message, lines) from error


def mistake_count(problems: Iterable[Problem]) -> str:
    """Return the number of errors, such as `2 mistakes`; empty if there are none."""
    count = sum(not p.warning for p in grouped_problems(problems))
    return f"{count} mistake{'s' * (count > 1)}" if count else ""


def problem_lines(
    file_name: str, text: str, problems: Iterable[Problem]
) -> tuple[str, ...]:
    """Write problems as lines `tour.toml:42: error: message`, in the file's order.

    A problem in a workbook, which has no text, has the path of its cell: ("cell", row,
    column, name). Only the first MOST_LISTED are written, errors before warnings.
    Control characters are escaped, because a terminal would act on them.
    """
    problems = tuple(grouped_problems(problems))
    if not problems:
        return ()
    # Imported late: only needed to locate a mistake.
    from peloton.notation.toml.positions import LineNumbers

    numbers = LineNumbers(text)

    def place(problem: Problem) -> tuple[tuple[float, int], str]:
        match problem.where:
            case ("cell", int(row), int(column), str(cell)):
                return (row, column), f": {cell}"
        if line := _line_of(problem, numbers):
            return (line, 0), f":{line}"
        return (0 if text else inf, 0), ""

    first = sorted(problems, key=lambda problem: problem.warning)[:MOST_LISTED]
    placed = sorted(((*place(p), p) for p in first), key=lambda row: row[0])
    lines = [f"{file_name}{at}: {p.severity}: {p.message}" for _, at, p in placed]
    if more := len(problems) - len(first):
        lines.append(f"{file_name}: and {more:,} more")
    return tuple(map(printable, lines))


@lru_cache(maxsize=32)
def _bibs(finish: str) -> list[tuple[int, list[str]]]:
    """Return the number and the bibs of each result line."""
    lines = numbered_lines(finish)
    return [(number, split_result(line)[0].split()) for number, line in lines]


def _line_of(problem: Problem, lines: "LineNumbers") -> int:
    """Return the number of a problem's line, counted from 1, or 0 if there is none.

    A problem's path in the TOML document leads to its line; on result lines, its offset
    or its rider does. For a missing key, this is the line of the nearest enclosing key
    or header.
    """
    where = problem.where
    if not where:
        if problem.offset or problem.stage is None:
            return problem.offset
        where = ("stage", problem.stage - 1)
    line, string = lines.find(where)
    if not line:
        return 0
    row = problem.offset + string.startswith(("\n", "\\\n"))
    if not problem.offset:
        rows = [number for number, bibs in _bibs(string) if problem.bib in bibs]
        # If a rider is listed twice, the later line is the mistake. Row 1 is the line
        # of the key, if the rider has no result line.
        row = rows[-1 if problem.code == "twice" else 0] if rows else 1
    # An escaped newline does not begin a line of the file.
    return line + min(row - 1, string.count("\n"))
