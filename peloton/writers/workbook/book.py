"""Sheets -> an Excel workbook with real numbers and real durations."""

from collections.abc import Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from peloton.reports.sheet import ColumnKind, Sheet
from peloton.rules.words import visible
from peloton.writers.workbook.cells import fill
from peloton.writers.workbook.charts import add_charts, around, charted
from peloton.writers.workbook.layout import layout
from peloton.writers.workbook.letters import cut_letters
from peloton.writers.workbook.looks import colour_cells, named_styles
from peloton.writers.workbook.pages import add_filters, set_up

_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))
_LONGEST_NAME = 31


def to_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Write a workbook, one tab a sheet, as the bytes of an .xlsx file.

    Times are durations, counts are numbers, and text is never a formula. A total is
    added up again by a formula beside it. Where the first sheet links to the others,
    each of them links back to it. The dates of the workbook count from 1904, for in
    the other system Excel shows a negative duration as #####.
    """
    book = Workbook(write_only=True)
    book.epoch = CALENDAR_MAC_1904
    for style in named_styles():
        book.add_named_style(style)
    names = _tab_names(sheets)
    tabs = {
        sheet.name: name for sheet, name in reversed([*zip(sheets, names, strict=True)])
    }
    filters = 0
    for index, (sheet, name) in enumerate(zip(sheets, names, strict=True)):
        page = book.create_sheet(name)
        laid = layout(sheet)
        charts = charted(laid)
        set_up(page, laid, around(room for *_, room in charts))
        fill(page, laid, tabs, names[0] if index and _links(sheets[0]) else "")
        add_charts(page, laid, charts)
        colour_cells(page, laid)
        filters = add_filters(page, laid, filters)
    if not sheets:
        book.create_sheet("Empty")
    out = BytesIO()
    book.save(out)
    return out.getvalue()


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
