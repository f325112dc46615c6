"""Formulas that add a row up again, and what they come to."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from peloton.reports.sheet import Cell, Column

DAY = 86_400
_ARGUMENTS = 255
"""The most that one SUM takes."""


def sum_formula(column: Column, letters: Mapping[str, str]) -> str:
    """Add up the columns that a column is the sum of; `{0}` is the row.

    `letters` are those of the columns, by title.
    """
    added = [f"{letters[t]}{{0}}" for t, sign in addends(column) if sign > 0]
    taken = [f"{letters[t]}{{0}}" for t, sign in addends(column) if sign < 0]
    return (_sums("+", added).removeprefix("+") or "0") + _sums("-", taken)


def _sums(sign: str, cells: Sequence[str]) -> str:
    starts = range(0, len(cells), _ARGUMENTS)
    parts = (",".join(cells[at : at + _ARGUMENTS]) for at in starts)
    return "".join(f"{sign}SUM({part})" for part in parts)


def check_formula(ours: str, added: str, *, durations: bool) -> str:
    """Compare two columns; durations are fractions of a day, and so to the second."""
    if durations:
        return f"ROUND(({ours}{{0}}-{added}{{0}})*{DAY},0)=0"
    return f"{ours}{{0}}={added}{{0}}"


def addends(column: Column) -> Iterable[tuple[str, int]]:
    """Return the titles of the columns that a column is the sum of, with 1 or -1."""
    for title in column.sum_of:
        yield (title[1:], -1) if title.startswith("-") else (title, 1)


def added_up(
    column: Column, columns: Sequence[Column]
) -> Callable[[Sequence[Cell]], int]:
    """Return what adds up the cells of a row that a cell is the sum of."""
    places = {each.title: place for place, each in enumerate(columns)}
    parts = [(places[title], sign) for title, sign in addends(column)]

    def added(row: Sequence[Cell]) -> int:
        cells = ((row[place], sign) for place, sign in parts)
        return sum(cell * sign for cell, sign in cells if isinstance(cell, int))

    return added
