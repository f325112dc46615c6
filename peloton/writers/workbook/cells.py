"""Write the cells of a tab: titles, tables, notes and formulas.

Formulas compute sums, check them, and look up values on other tabs.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from openpyxl.utils import quote_sheetname

from peloton.reports.sheet import Cell, Column, ColumnKind, Table
from peloton.rules.words import Phrase
from peloton.writers.workbook.layout import Tab, TabTable, column_letter, is_timed
from peloton.writers.workbook.rows import RowCell, Rows
from peloton.writers.workbook.styles import bib_number

_BOX_HEIGHT, _SUBTITLE_HEIGHT = 24, 22
"""Heights in points of a row with boxes to write in, and of the subtitle's row."""
_ANY_LETTER = frozenset("*?~")
"""Characters that Excel treats as wildcards in a lookup."""

Tabs = Mapping[str, Tab]
"""The tabs of a workbook, keyed by the names of their sheets."""


def write_tab(rows: Rows, tab: Tab, tabs: Tabs) -> None:
    """Write the titles of a sheet, its tables one below another, and its notes."""
    sheet = tab.sheet
    if not sheet.bare:
        rows.append([rows.text(sheet.title, "heading")])
        rows.append([rows.text(sheet.subtitle, "subheading")], height=_SUBTITLE_HEIGHT)
    for index, table in enumerate(sheet.tables):
        if index:
            rows.append()
        if not sheet.bare:
            rows.append([rows.text(table.title, "caption")])
        _append_table(rows, table, sheet.unit, tabs)
        tab.blocks.append(TabTable(table, rows.count - len(table.rows)))
        for note in table.notes:
            rows.append([rows.text(note, "subheading")])
    # The opening paragraph (lead) is too long for a title row.
    notes = [*filter(None, [sheet.lead]), *sheet.notes_with_legend]
    if notes:
        rows.append()
    for note in notes:
        rows.append([rows.text(note, "Normal")])


def _append_table(rows: Rows, table: Table, unit: str, tabs: Tabs) -> None:
    sides = {True: "column right", False: "column left"}
    rows.append([rows.text(c.title, sides[c.right_aligned]) for c in table.columns])
    columns = range(len(table.columns))
    writers = [_cell_writer(rows, table, index, unit, tabs) for index in columns]
    box, height = (rows.text("", "box"), _BOX_HEIGHT) if table.blank else (None, None)
    for cells in table.rows:
        written = (write(cells) for write in writers)
        rows.append([box if c is None else c for c in written], height=height)


def _cell_writer(
    rows: Rows, table: Table, index: int, unit: str, tabs: Tabs
) -> Callable[[Sequence[Cell]], RowCell]:
    """Return a function that makes a column's cell from a row; None if it is empty."""
    column, formula_of = table.columns[index], _formula(table, index, tabs)
    style = "move" if column.kind is ColumnKind.MOVE else "Normal"
    if is_timed(column):
        style = figure_style(unit, column.kind)
    won = " won" if column.source and column.source.blank else ""

    def write_cell(row: Sequence[Cell]) -> RowCell:
        cell = row[index]
        if not isinstance(cell, str) and (formula := formula_of(row)):
            shown = "check" if isinstance(cell, bool) else style + won
            return rows.formula(formula, cell or 0, shown)
        if cell is None or cell == "":
            return None
        if isinstance(cell, int):
            return rows.number(cell, style)
        return _text_cell(rows, column, cell, tabs)

    return write_cell


def figure_style(unit: str, kind: ColumnKind = ColumnKind.TIME) -> str:
    """Return the name of the cell style for times or gaps."""
    style = "tenths" if unit == "tenths" else "seconds"
    return f"{style} gap" if kind is ColumnKind.GAP else style


def _text_cell(rows: Rows, column: Column, text: str, tabs: Tabs) -> RowCell:
    """Return a cell for text, which may be a date, a bib or the name of a tab."""
    if column.kind is ColumnKind.DATE and (day := _day(text)):
        return rows.date(day)
    if column.kind is ColumnKind.SHEET and text in tabs:
        return rows.link(text, tabs[text].name)
    if column.kind is ColumnKind.BIB and (number := bib_number(text)) is not None:
        return number
    return rows.text(text, "token" if column.right_aligned else "text")


def _day(cell: str) -> date | None:
    """Return the date that a cell contains; None for other text."""
    if isinstance(cell, Phrase):
        found = [value for value in cell.values.values() if isinstance(value, date)]
        return found[0] if len(found) == 1 else None
    try:
        return date.fromisoformat(cell)
    except ValueError:
        return None


def _formula(table: Table, index: int, tabs: Tabs) -> Callable[[Sequence[Cell]], str]:
    """Return a function that maps a row to the formula for its cell, or to "".

    A formula computes a sum or a check, or looks up the value on an earlier tab. There
    is no lookup if the column's values are on no such tab or differ there, or if a
    lookup could not tell the keys apart.
    """
    column = table.columns[index]
    if column.formula:
        cells = (f"{column_letter(at)}{{0}}" for at, _ in enumerate(table.columns))
        calculated = column.formula.format(*cells)
        return lambda _: calculated
    source = column.source
    tab = tabs.get(source.sheet) if source else None
    if not source or not tab or not tab.blocks:
        return lambda _: ""
    there, own = tab.blocks[0], _bibs(table)
    titles = [column.title for column in there.table.columns]
    if source.column not in titles:
        return lambda _: ""
    key, figure = _bibs(there.table), titles.index(source.column)
    found = {row[key]: row[figure] for row in there.table.rows}
    same = all((found.get(row[own]) or 0) == (row[index] or 0) for row in table.rows)
    texts = [str(bib).casefold() for bib in found]  # a lookup ignores case
    distinct = len({*texts}) == len(texts) and _ANY_LETTER.isdisjoint("".join(texts))
    if not same or not distinct:
        return lambda _: ""
    quoted = quote_sheetname(tab.name).replace("{", "{{").replace("}", "}}")
    figures, keys = (
        f"{quoted}!${letter}${there.first}:${letter}${there.last}"
        for letter in map(column_letter, (figure, key))
    )
    formula = f"INDEX({figures},MATCH(${column_letter(own)}{{0}},{keys},0))"
    known = {bib for bib, cell in found.items() if source.blank or cell is not None}
    return lambda row: formula if row[own] in known else ""


def _bibs(table: Table) -> int:
    return [column.kind for column in table.columns].index(ColumnKind.BIB)
