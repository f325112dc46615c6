"""Write the cells of a tab: titles, tables, notes and formulas.

Formulas compute sums, check them, and look up values on other tabs. `{0}` in a formula
stands for the number of its row.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from openpyxl.utils import quote_sheetname

from peloton.reports.sheet import Cell, Column, ColumnKind
from peloton.rules.words import Phrase
from peloton.writers.workbook.layout import Layout, TabColumn, TabTable, is_timed
from peloton.writers.workbook.rows import DAY, RowCell, Rows
from peloton.writers.workbook.styles import bib_number

_BOX_HEIGHT, _SUBTITLE_HEIGHT = 24, 22
"""Heights in points of a row with boxes to write in, and of the subtitle's row."""
_Row = list[RowCell]
_ARGUMENTS = 255
"""Maximum number of arguments of SUM in Excel."""
_ANY_LETTER = frozenset("*?~")
"""Characters that Excel treats as wildcards in a lookup."""

Tabs = Mapping[str, tuple[str, Layout]]
"""The name and the layout of each tab, keyed by sheet name."""


def write_tab(rows: Rows, plan: Layout, tabs: Tabs) -> None:
    """Write the titles of a sheet, then its tables one below another.

    `tabs` maps sheet names to tabs.
    """
    sheet = plan.sheet
    if not sheet.bare:
        rows.append([rows.text(sheet.title, "heading")])
        subtitle = rows.text(sheet.subtitle, "subheading")
        rows.append([subtitle], height=_SUBTITLE_HEIGHT)
    for index, block in enumerate(plan.blocks):
        if index:
            rows.append()
        if not sheet.bare:
            rows.append([rows.text(block.table.title, "caption")])
        _append_table(rows, block, sheet.unit, tabs)
        for note in block.table.notes:
            rows.append([rows.text(note, "subheading")])
    if sheet.notes_with_legend:
        rows.append()
    for note in sheet.notes_with_legend:
        rows.append([rows.text(note, "Normal")])


def figure_style(unit: str, kind: ColumnKind = ColumnKind.TIME) -> str:
    """Return the name of the cell style for times or gaps."""
    style = "tenths" if unit == "tenths" else "seconds"
    return f"{style} gap" if kind is ColumnKind.GAP else style


def _append_table(rows: Rows, block: TabTable, unit: str, tabs: Tabs) -> None:
    sides = {True: "column right", False: "column left"}
    heads = [rows.text(f.title, sides[f.right_aligned]) for f in block.fields]
    rows.append(heads)
    writers = [_writer(rows, block, field, unit, tabs) for field in block.fields]
    box, height = None, None
    if block.table.blank:
        box, height = rows.text("", "box"), _BOX_HEIGHT
    for cells in block.table.rows:
        written = (write(cells) for write in writers)
        rows.append([box if c is None else c for c in written], height=height)


def _writer(
    rows: Rows, block: TabTable, field: TabColumn, unit: str, tabs: Tabs
) -> Callable[[Sequence[Cell]], RowCell]:
    """Return a function that makes a column's cell from a row; None if it is empty."""
    source, timed = field.source, is_timed(field.column)
    style = figure_style(unit) if timed else "count"
    if field.check:
        added = _row_adder(field.column, block.table.columns)
        check = _check_formula(field, block, durations=style == "seconds")
        return lambda cells: rows.formula(check, cells[source] == added(cells), "check")
    if field.added:
        added = _row_adder(field.column, block.table.columns)
        total = _sum_formula(field, block)
        return lambda cells: rows.formula(total, added(cells), style)
    one = _cell_writer(rows, field.column, unit)
    found = _lookup_formula(field, block, tabs)
    won = " won" if field.column.source and field.column.source.blank else ""

    links = field.column.kind is ColumnKind.SHEET

    def write_cell(cells: Sequence[Cell]) -> RowCell:
        figure = cells[source] or 0
        if found and not isinstance(figure, str) and (formula := found(cells)):
            return rows.formula(formula, figure, style + won)
        if links and isinstance(figure, str) and figure in tabs:
            return rows.link(figure, "link", tabs[figure][0])
        return one(cells[source])

    return write_cell


def _cell_writer(rows: Rows, column: Column, unit: str) -> Callable[[Cell], RowCell]:
    """Return a function that turns a value of the column into a cell."""
    text = "token" if column.right_aligned else "text"
    style = "move" if column.kind is ColumnKind.MOVE else "Normal"
    if is_timed(column):
        style = figure_style(unit, column.kind)

    def write_cell(cell: Cell) -> RowCell:
        if cell is None or cell == "":
            return None
        if isinstance(cell, int):
            return rows.number(cell, style)
        if column.kind is ColumnKind.DATE and (day := _day(cell)):
            return rows.date(day)
        number = bib_number(cell) if column.kind is ColumnKind.BIB else None
        return rows.text(cell, text) if number is None else rows.number(number)

    return write_cell


def _day(cell: str) -> date | None:
    """Return the date that a cell contains; None for other text."""
    if isinstance(cell, Phrase):
        found = [value for value in cell.values.values() if isinstance(value, date)]
        return found[0] if len(found) == 1 else None
    try:
        return date.fromisoformat(cell)
    except ValueError:
        return None


def _sum_formula(field: TabColumn, block: TabTable) -> str:
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


def _check_formula(field: TabColumn, block: TabTable, *, durations: bool) -> str:
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


def _row_adder(
    column: Column, columns: Sequence[Column]
) -> Callable[[Sequence[Cell]], int]:
    """Return a function that adds up the parts of a row's total."""
    places = {own.title: place for place, own in enumerate(columns)}
    parts = [(places[title], sign) for title, sign in _addends(column)]

    def added(row: Sequence[Cell]) -> int:
        cells = ((row[place], sign) for place, sign in parts)
        return sum(cell * sign for cell, sign in cells if isinstance(cell, int))

    return added


def _lookup_formula(
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
