"""Sheets -> an Excel workbook with real numbers and real durations."""

import re
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    shown,
    visible,
)

if TYPE_CHECKING:
    from openpyxl.cell import Cell as Written

_DAY = 86_400
_FONT = "Calibri"
_WIDEST = 60
"""The widest column, in characters; a longer text runs on below the next cell."""
_LANDSCAPE_FROM = 11
_TITLE_ROWS = 3
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))
_LONGEST_NAME = 31
_TEXT_LIMIT = 32_767
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")
"""A bib that is the same written as a number: 12, not 012 or A."""
_FOOTER = HeaderFooterItem(center=_HeaderFooterPart(text="Page &P of &N"))


def to_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Write a workbook, one tab a sheet, as the bytes of an .xlsx file.

    Times are durations, counts are numbers, and text is never a formula. The dates
    of the workbook count from 1904, for in the other system Excel shows a negative
    duration as #####.
    """
    book = Workbook(write_only=True)
    book.epoch = CALENDAR_MAC_1904
    for style in _styles():
        book.add_named_style(style)
    taken: set[str] = set()
    for sheet in sheets:
        page = book.create_sheet(_tab_name(sheet.name or sheet.title, taken))
        _lay_out(page, sheet)
        _fill(page, sheet)
    if not sheets:
        book.create_sheet("Empty")
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _styles() -> tuple[NamedStyle, ...]:
    """Make the styles of one workbook: openpyxl binds each to its book."""
    plain = Font(name=_FONT, size=11)
    indented = Alignment(horizontal="left", indent=1)
    return (
        NamedStyle("heading", font=Font(name=_FONT, bold=True, size=16)),
        NamedStyle("subheading", font=Font(name=_FONT, color="666666")),
        NamedStyle("caption", font=Font(name=_FONT, bold=True, size=12)),
        _column_style("left", indented),
        _column_style("right", Alignment(horizontal="right")),
        NamedStyle("text", font=plain, alignment=indented),
        NamedStyle("token", font=plain, alignment=Alignment(horizontal="right")),
        NamedStyle("seconds", font=plain, number_format="[h]:mm:ss"),
        NamedStyle("tenths", font=plain, number_format='0"\'"0'),
    )


def _column_style(side: str, alignment: Alignment) -> NamedStyle:
    return NamedStyle(
        f"column {side}",
        font=Font(name=_FONT, bold=True, color="FFFFFF"),
        fill=PatternFill("solid", fgColor="1F3A5F"),
        border=Border(bottom=Side("thin")),
        alignment=alignment,
    )


def _tab_name(name: str, taken: set[str]) -> str:
    """Make a name that Excel takes for a tab, unlike any of those taken."""
    stem = visible(name).translate(_FORBIDDEN).strip("' ") or "Sheet"
    if stem.casefold() == "history":
        stem += "-"  # Excel keeps that name for itself.
    count, tab = 1, stem[:_LONGEST_NAME].rstrip("' ")
    while tab.casefold() in taken:
        count += 1
        end = f" ({count})"
        tab = stem[: _LONGEST_NAME - len(end)].rstrip("' ") + end
    taken.add(tab.casefold())
    return tab


def _lay_out(page: Worksheet, sheet: Sheet) -> None:
    """Set what stands before the rows: panes, widths, filter and print set-up."""
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.print_options.horizontalCentered = True
    page.HeaderFooter.oddFooter = _FOOTER
    for index, width in enumerate(_widths(sheet), 1):
        page.column_dimensions[get_column_letter(index)].width = width
    if not sheet.tables:
        return
    first = sheet.tables[0]
    header = _TITLE_ROWS + 1
    names = [i for i, each in enumerate(first.columns, 1) if each.weight][:1]
    fixed = get_column_letter(names[0] + 1 if names else 1)
    page.freeze_panes = f"{fixed}{header + 1}"
    page.print_title_rows = f"1:{header}"
    last = get_column_letter(len(first.columns))
    page.auto_filter.ref = f"A{header}:{last}{header + len(first.rows)}"
    if max(len(table.columns) for table in sheet.tables) >= _LANDSCAPE_FROM:
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE


def _columns(sheet: Sheet, table: Table) -> list[int]:
    """Place the columns of a table: below the first table's of the same title."""
    titles = [column.title for column in sheet.tables[0].columns]
    places: list[int] = []
    for column in table.columns:
        free = places[-1] + 1 if places else 0
        below = column.title in titles[free:]
        places.append(titles.index(column.title, free) if below else free)
    return places


def _widths(sheet: Sheet) -> list[int]:
    """Fit every column to its longest text, in characters."""
    widths: dict[int, int] = {}
    for table in sheet.tables:
        places = _columns(sheet, table)
        for index, (place, column) in enumerate(
            zip(places, table.columns, strict=True)
        ):
            if place == places[-1] and place in widths and not column.right_aligned:
                continue  # The cells beside it are free: its text runs on over them.
            texts = {shown(row[index], column.kind, sheet.unit) for row in table.rows}
            # The filter's arrow stands beside the title.
            needed = max([len(column.title) + 3, *(map(_width, texts))]) + 2
            widths[place] = max(widths.get(place, 0), min(needed, _WIDEST))
    return [widths.get(place, 10) for place in range(max(widths, default=-1) + 1)]


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _fill(page: Worksheet, sheet: Sheet) -> None:
    """Write the titles, then the tables one below the other."""
    page.append([_text(page, sheet.title, "heading")])
    page.append([_text(page, sheet.subtitle, "subheading")])
    for index, table in enumerate(sheet.tables):
        if index:
            page.append([])
        page.append([_text(page, table.title, "caption")])
        _append_table(page, table, _columns(sheet, table), sheet.unit)
        for note in table.notes:
            page.append([_text(page, note, "subheading")])
    if sheet.notes:
        page.append([])
    for note in sheet.notes:
        page.append([_text(page, note, "Normal")])


def _text(page: Worksheet, text: str, style: str) -> "Written":
    cell = WriteOnlyCell(page, visible(text)[:_TEXT_LIMIT])
    cell.data_type = "s"
    cell.style = style
    return cell


def _append_table(
    page: Worksheet, table: Table, places: Sequence[int], unit: str
) -> None:
    """Write the titles and the rows; `places` counts the columns from 0."""
    blank = _text(page, "", "column left")
    row: list[object] = [blank] * (places[-1] + 1 if places else 0)
    for place, column in zip(places, table.columns, strict=True):
        style = "column right" if column.right_aligned else "column left"
        row[place] = _text(page, column.title, style)
    page.append(row)
    # One styled cell a column serves every row, for a row is written as soon as it is
    # appended: to style each cell takes longer than to write it.
    writers = [_column_writer(page, column, unit) for column in table.columns]
    for cells in table.rows:
        row = [None] * len(row)
        for place, write, cell in zip(places, writers, cells, strict=True):
            row[place] = write(cell)
        page.append(row)


def _column_writer(
    page: Worksheet, column: Column, unit: str
) -> Callable[[Cell], "Written | int | None"]:
    """Return what makes a value of the workbook of each cell of a column."""
    text = _text(page, "", "token" if column.right_aligned else "text")
    timed = column.kind in (ColumnKind.TIME, ColumnKind.GAP)
    tick = 1 if unit == "tenths" else _DAY
    figure = WriteOnlyCell(page)
    figure.style = "tenths" if unit == "tenths" else "seconds"

    def written(cell: Cell) -> "Written | int | None":
        if isinstance(cell, str):
            if column.kind is ColumnKind.BIB and _NUMBER.fullmatch(cell):
                return int(cell)
            text.value = visible(cell)[:_TEXT_LIMIT]
            # openpyxl takes a text that begins with = for a formula.
            text.data_type = "s"
            return text if cell else None
        if cell is None or not timed:
            return cell
        figure.value = cell if tick == 1 else cell / tick
        return figure

    return written
