"""The formulas of a tab: sums, checks of sums, and values looked up on another tab.

`{0}` in a formula stands for the number of its row.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from openpyxl.utils import quote_sheetname

from peloton.reports.sheet import Cell, Column
from peloton.writers.workbook.layout import Layout, TabColumn, TabTable
from peloton.writers.workbook.rows import DAY

_ARGUMENTS = 255
"""Maximum number of arguments of SUM in Excel."""
_ANY_LETTER = frozenset("*?~")
"""Characters that Excel treats as wildcards in a lookup."""

Tabs = Mapping[str, tuple[str, Layout]]
"""The name and the layout of each tab, keyed by sheet name."""


def sum_formula(field: TabColumn, block: TabTable) -> str:
    """Return the formula that recomputes a column which is the sum of other columns."""
    fields = _own_fields(block)
    cells: dict[int, list[str]] = {1: [], -1: []}
    for title, sign in _addends(field.column):
        cells[sign].append(f"{fields[title].letter}{{0}}")
    return (_sums("+", cells[1]).removeprefix("+") or "0") + _sums("-", cells[-1])


def _sums(sign: str, cells: Sequence[str]) -> str:
    starts = range(0, len(cells), _ARGUMENTS)
    parts = (",".join(cells[at : at + _ARGUMENTS]) for at in starts)
    return "".join(f"{sign}SUM({part})" for part in parts)


def check_formula(field: TabColumn, block: TabTable, *, durations: bool) -> str:
    """Return the formula that compares the two columns to its left: TRUE if equal.

    Durations are compared in whole seconds.
    """
    at = block.fields.index(field)
    ours, added = (beside.letter for beside in block.fields[at - 2 : at])
    if durations:
        return f"ROUND(({ours}{{0}}-{added}{{0}})*{DAY},0)=0"
    return f"{ours}{{0}}={added}{{0}}"


def _addends(column: Column) -> Iterable[tuple[str, int]]:
    """Yield the title and the sign (1 or -1) of each column that is part of a sum."""
    for title in column.sum_of:
        yield (title[1:], -1) if title.startswith("-") else (title, 1)


def row_adder(
    column: Column, columns: Sequence[Column]
) -> Callable[[Sequence[Cell]], int]:
    """Return a function that adds up the parts of a row's total."""
    places = {own.title: place for place, own in enumerate(columns)}
    parts = [(places[title], sign) for title, sign in _addends(column)]

    def added(row: Sequence[Cell]) -> int:
        cells = ((row[place], sign) for place, sign in parts)
        return sum(cell * sign for cell, sign in cells if isinstance(cell, int))

    return added


def lookup_formula(
    field: TabColumn, block: TabTable, tabs: Tabs
) -> Callable[[Sequence[Cell]], str] | None:
    """Return a function that maps a row to its lookup formula or an empty string.

    The formula reads the value from another tab. Return None if the column's values are
    on no other tab or differ there, or if a lookup could not tell the keys apart.
    """
    source = field.column.source
    tab, plan = tabs.get(source.sheet, ("", None)) if source else ("", None)
    if source is None or plan is None:
        return None
    tables = {there.table.name: there for there in plan.blocks}
    there = tables.get(source.table)
    theirs = _own_fields(there) if there else {}
    if there is None or source.column not in theirs:
        return None
    own = _own_fields(block)[source.key]
    key, figure = theirs[source.key], theirs[source.column]
    found = {row[key.source]: row[figure.source] for row in there.table.rows}
    same = all(
        (found.get(row[own.source]) or 0) == (row[field.source] or 0)
        for row in block.table.rows
    )
    if not same or not _each_is_found(found):
        return None
    figures, keys = _cells(tab, there, figure), _cells(tab, there, key)
    formula = f"INDEX({figures},MATCH(${own.letter}{{0}},{keys},0))"
    known = {who for who, cell in found.items() if source.blank or cell is not None}
    return lambda row: formula if row[own.source] in known else ""


def _own_fields(block: TabTable) -> dict[str, TabColumn]:
    """Return the tab columns of a table by title, without the added sums and checks."""
    return {field.title: field for field in block.fields if not field.added}


def _each_is_found(keys: Iterable[Cell]) -> bool:
    """Return whether a lookup, which ignores case, can find each of the keys."""
    texts = [str(key).casefold() for key in keys]
    return len({*texts}) == len(texts) and _ANY_LETTER.isdisjoint("".join(texts))


def _cells(tab: str, block: TabTable, field: TabColumn) -> str:
    quoted = quote_sheetname(tab).replace("{", "{{").replace("}", "}}")
    return f"{quoted}!${field.letter}${block.first}:${field.letter}${block.last}"
