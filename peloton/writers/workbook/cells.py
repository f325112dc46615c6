"""Write the cells of a tab: titles, tables and notes."""

from collections.abc import Callable, Sequence
from datetime import date

from peloton.reports.sheet import Cell, Column, ColumnKind
from peloton.rules.words import Phrase
from peloton.writers.workbook.formulas import (
    Tabs,
    check_formula,
    lookup_formula,
    row_adder,
    sum_formula,
)
from peloton.writers.workbook.layout import Layout, TabColumn, TabTable, is_timed
from peloton.writers.workbook.rows import RowCell, Rows
from peloton.writers.workbook.styles import bib_number

_BOX_HEIGHT, _SUBTITLE_HEIGHT = 24, 22
"""Heights in points of a row with boxes to write in, and of the subtitle's row."""
_Row = list[RowCell]


def write_tab(rows: Rows, plan: Layout, tabs: Tabs, back: str) -> None:
    """Write the titles of a sheet, then its tables one below another.

    `tabs` maps sheet names to tabs. `back` is the name of the overview's tab, to which
    this tab links back; it is empty if there is no such link.
    """
    sheet = plan.sheet
    if not sheet.bare:
        _append_titles(rows, plan, back)
    for index, block in enumerate(plan.blocks):
        if index:
            rows.append()
        if not sheet.bare:
            rows.append(_caption(rows, block))
        _append_table(rows, block, sheet.unit, tabs)
        for note in block.table.notes:
            rows.append([rows.text(note, "subheading")])
    if sheet.notes_with_legend:
        rows.append()
    for note in sheet.notes_with_legend:
        rows.append([rows.text(note, "Normal")])


def _append_titles(rows: Rows, plan: Layout, back: str) -> None:
    sheet = plan.sheet
    title: _Row = [rows.text(sheet.title, "heading")]
    if back:
        title += [None] * (plan.beside_the_title() - 1)
        title.append(rows.link(f"← {back}", "link back", back))
    rows.append(title)
    rows.append([rows.text(sheet.subtitle, "subheading")], height=_SUBTITLE_HEIGHT)


def figure_style(unit: str, kind: ColumnKind = ColumnKind.TIME) -> str:
    """Return the name of the cell style for times or gaps."""
    style = "tenths" if unit == "tenths" else "seconds"
    return f"{style} gap" if kind is ColumnKind.GAP else style


def _caption(rows: Rows, block: TabTable) -> _Row:
    """Return the row above a table: its title, and whether all its checks are TRUE."""
    row: _Row = [rows.text(block.table.title, "caption"), *[None] * (block.width - 1)]
    lines = block.table.rows
    for field in block.fields:
        if field.check and lines:
            cells = block.cells(field)
            # AND(...) would be simpler, but LibreOffice may show its result as 1.
            formula = f"COUNTIF({cells},TRUE)=ROWS({cells})"
            result = all(map(_checker(block, field), lines))
            row[field.place] = rows.formula(formula, result, "check")
    return row


def _checker(block: TabTable, field: TabColumn) -> Callable[[Sequence[Cell]], bool]:
    """Return a function that checks whether a row's total is the sum of its parts."""
    added = row_adder(field.column, block.table.columns)
    return lambda row: row[field.source] == added(row)


def _append_table(rows: Rows, block: TabTable, unit: str, tabs: Tabs) -> None:
    heads: _Row = [rows.text("", "column left")] * block.width
    for field in block.fields:
        style = "column right" if field.right_aligned else "column left"
        heads[field.place] = rows.text(field.title, style)
    rows.append(heads)
    writers = [
        (field.place, _writer(rows, block, field, unit, tabs)) for field in block.fields
    ]
    box, height = None, None
    if block.table.blank:
        box, height = rows.text("", "box"), _BOX_HEIGHT
    for cells in block.table.rows:
        row: _Row = [box] * block.width
        for place, write in writers:
            cell = write(cells)
            row[place] = box if cell is None else cell
        rows.append(row, height=height)


def _writer(
    rows: Rows, block: TabTable, field: TabColumn, unit: str, tabs: Tabs
) -> Callable[[Sequence[Cell]], RowCell]:
    """Return a function that makes a column's cell from a row; None if it is empty."""
    source, timed = field.source, is_timed(field.column)
    style = figure_style(unit) if timed else "count"
    if field.check:
        agrees = _checker(block, field)
        check = check_formula(field, block, durations=style == "seconds")
        return lambda cells: rows.formula(check, agrees(cells), "check")
    if field.added:
        added = row_adder(field.column, block.table.columns)
        total = sum_formula(field, block)
        return lambda cells: rows.formula(total, added(cells), style)
    one = _cell_writer(rows, field.column, unit)
    found = lookup_formula(field, block, tabs)
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
