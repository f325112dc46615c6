"""Sheets -> an Excel workbook with real numbers and real durations."""

from collections.abc import Sequence

from openpyxl.utils.datetime import CALENDAR_MAC_1904

from peloton.reports.sheet import ColumnKind, Sheet
from peloton.rules.words import visible
from peloton.writers.workbook.cells import fill
from peloton.writers.workbook.charts import add_charts, around, charted
from peloton.writers.workbook.layout import layout
from peloton.writers.workbook.letters import cut_letters
from peloton.writers.workbook.looks import colour_cells
from peloton.writers.workbook.package import empty_book, saved, style_numbers
from peloton.writers.workbook.pages import add_filters, set_up
from peloton.writers.workbook.rows import Rows

_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))
_LONGEST_NAME = 31


def to_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Write a workbook, one tab a sheet, as the bytes of an .xlsx file.

    Times are durations, counts are numbers, and text is never a formula. A total is
    added up again by a formula beside it. Where the first sheet links to the others,
    each of them links back to it. The dates of the workbook count from 1904, for in
    the other system Excel shows a negative duration as #####.
    """
    book = empty_book()
    book.epoch = CALENDAR_MAC_1904
    names = _tab_names(sheets)
    pages = [book.create_sheet(name) for name in names or ("Empty",)]
    styles = style_numbers(pages[0])
    tabs = {
        sheet.name: name for sheet, name in reversed([*zip(sheets, names, strict=True)])
    }
    filters = 0
    written = [Rows(styles) for _ in pages]
    for sheet, page, rows in zip(sheets, pages, written, strict=False):
        laid = layout(sheet)
        charts = charted(laid)
        set_up(page, laid, around(room for *_, room in charts))
        fill(
            rows, laid, tabs, names[0] if page != pages[0] and _links(sheets[0]) else ""
        )
        add_charts(page, rows, laid, charts)
        colour_cells(page, laid)
        filters = add_filters(page, laid, filters)
    return saved(book, written)


def _links(sheet: Sheet) -> bool:
    """Whether a sheet is an overview: one with links to others."""
    columns = (column for table in sheet.tables for column in table.columns)
    return any(column.kind is ColumnKind.SHEET for column in columns)


def _tab_names(sheets: Sequence[Sheet]) -> list[str]:
    taken: set[str] = set()
    return [_tab_name(sheet.name or sheet.title, taken) for sheet in sheets]


def _tab_name(name: str, taken: set[str]) -> str:
    """Make a name that Excel takes for a tab, unlike any of those taken."""
    stem = visible(name).translate(_FORBIDDEN).strip("' ") or "Sheet"
    if stem.casefold() == "history":
        stem += "-"  # Excel keeps that name for itself.
    count, tab = 1, cut_letters(stem, _LONGEST_NAME).rstrip("' ")
    while tab.casefold() in taken:
        count += 1
        end = f" ({count})"
        tab = cut_letters(stem, _LONGEST_NAME - len(end)).rstrip("' ") + end
    taken.add(tab.casefold())
    return tab
