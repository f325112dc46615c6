"""The rows of a tab: titles, tables and notes, a cell at a time."""

from collections.abc import Callable, Mapping, Sequence

from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import Cell as Written
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from peloton.reports.sheet import Cell, Column, ColumnKind
from peloton.writers.workbook.formulas import DAY, Formula, added_up, prepare
from peloton.writers.workbook.layout import Layout, TabColumn, TabTable, is_timed
from peloton.writers.workbook.letters import cell_text
from peloton.writers.workbook.looks import bib_number

_BOX_HEIGHT, _SUBTITLE_HEIGHT = 24, 22

_Tabs = Mapping[str, str]
"""The name of each tab, by the name of its sheet."""


def fill(page: Worksheet, laid: Layout, tabs: _Tabs, back: str) -> None:
    """Write the titles, then the tables one below the other.

    `tabs` are the tabs by the names of their sheets; `back` is the tab of the
    overview to link to, or empty.
    """
    sheet = laid.sheet
    if laid.adds_up:
        prepare(page)
    title: list[Written | None] = [text_cell(page, sheet.title, "heading")]
    if back:
        title += [None] * (laid.beside_the_title() - 1)
        title.append(_link(page, f"← {back}", back, "link back"))
    page.append(title)
    page.row_dimensions[2].height = _SUBTITLE_HEIGHT
    page.append([text_cell(page, sheet.subtitle, "subheading")])
    for index, block in enumerate(laid.blocks):
        if index:
            page.append([])
        page.append(_caption(page, block))
        _append_table(page, block, sheet.unit, tabs)
        for note in block.table.notes:
            page.append([text_cell(page, note, "subheading")])
    if sheet.notes:
        page.append([])
    for note in sheet.notes:
        page.append([text_cell(page, note, "Normal")])


def text_cell(page: Worksheet, text: str, style: str) -> Written:
    """Make a cell of text, which is never a formula."""
    cell = WriteOnlyCell(page, cell_text(text))
    # openpyxl takes a text that begins with = for a formula.
    cell.data_type = "s"
    cell.style = style
    return cell


def figure_style(unit: str) -> tuple[str, int]:
    """Return the style of times, and how many ticks make 1 in a cell."""
    return ("tenths", 1) if unit == "tenths" else ("seconds", DAY)


def _link(page: Worksheet, text: str, tab: str, style: str) -> Written:
    """Make a link to a tab: a place in the book, never an address."""
    cell = text_cell(page, text, style)
    quoted = tab.replace("'", "''")
    cell.hyperlink = Hyperlink(ref="A1", location=f"'{quoted}'!A1")
    return cell


def _caption(page: Worksheet, block: TabTable) -> list[Written | None]:
    """Write the title of a table, and over its checks whether all are true."""
    row: list[Written | None] = [text_cell(page, block.table.title, "caption")]
    rows = block.table.rows
    for field in block.fields:
        if field.check and rows:
            row += [None] * (field.place - len(row))
            cells = block.cells(field)
            checked = Formula(page, "check")
            # Rather than AND, which LibreOffice may show as 1.
            checked.formula = f"COUNTIF({cells},TRUE)=ROWS({cells})"
            checked.result = all(_agrees(block, field, each) for each in rows)
            row.append(checked)
    return row


def _agrees(block: TabTable, field: TabColumn, row: Sequence[Cell]) -> bool:
    columns = block.table.columns
    added = added_up(field.column, columns, row)
    return row[columns.index(field.column)] == added


def _append_table(page: Worksheet, block: TabTable, unit: str, tabs: _Tabs) -> None:
    """Write the column titles and the rows."""
    blank = text_cell(page, "", "column left")
    row: list[object] = [blank] * block.width
    for field in block.fields:
        style = "column right" if field.right_aligned else "column left"
        row[field.place] = text_cell(page, field.title, style)
    page.append(row)
    # One styled cell a column serves every row, for a row is written as soon as it is
    # appended: to style each cell takes longer than to write it.
    writers = [
        (field.place, field.source, _writer(page, field.column, unit, tabs))
        for field in block.fields
        if field.source is not None
    ]
    formulas = [
        (field.place, _formula_writer(page, block, field, unit))
        for field in block.fields
        if field.source is None
    ]
    box = text_cell(page, "", "box") if block.table.blank else None
    for number, cells in enumerate(block.table.rows, block.first):
        if box:
            page.row_dimensions[number].height = _BOX_HEIGHT
        row = [box] * len(row)
        for place, source, write in writers:
            value = write(cells[source])
            row[place] = box if value is None else value
        for place, formula in formulas:
            row[place] = formula(number, cells)
        page.append(row)


def _formula_writer(
    page: Worksheet, block: TabTable, field: TabColumn, unit: str
) -> Callable[[int, Sequence[Cell]], Formula]:
    """Return a function that makes the formula of a field for a row."""
    style, tick = figure_style(unit) if is_timed(field.column) else ("count", 1)
    cell = Formula(page, "check" if field.check else style)

    def written(number: int, row: Sequence[Cell]) -> Formula:
        cell.formula = field.formula.format(number)
        if field.check:
            cell.result = _agrees(block, field, row)
        else:
            added = added_up(field.column, block.table.columns, row)
            cell.result = added if tick == 1 else added / tick
        return cell

    return written


def _writer(
    page: Worksheet, column: Column, unit: str, tabs: _Tabs
) -> Callable[[Cell], Written | int | None]:
    """Return a function that turns a cell of a column into one of the workbook."""
    text = text_cell(page, "", "token" if column.right_aligned else "text")
    style, tick = figure_style(unit)
    timed, moved = is_timed(column), column.kind is ColumnKind.MOVE
    figure = WriteOnlyCell(page)
    figure.style = "move" if moved else style
    tick = 1 if moved else tick

    def written(cell: Cell) -> Written | int | None:
        if isinstance(cell, str):
            if column.kind is ColumnKind.BIB:
                number = bib_number(cell)
                if number is not None:
                    return number
            if column.kind is ColumnKind.SHEET and cell in tabs:
                return _link(page, cell, tabs[cell], "link")
            text.value = cell_text(cell)
            text.data_type = "s"
            return text if cell else None
        if cell is None or not (timed or moved):
            return cell
        figure.value = cell if tick == 1 else cell / tick
        return figure

    return written
