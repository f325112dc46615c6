"""Write sheets as an Excel workbook with real numbers and real durations."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from html import escape
from io import BytesIO
from math import ceil
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table, TableColumn
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from peloton.reports.sheet import Sheet
from peloton.reports.sheet import Table as SheetTable
from peloton.rules.words import Phrase, phrase, printable
from peloton.writers.workbook.cells import write_tab
from peloton.writers.workbook.charts import CHART_ROWS, add_charts
from peloton.writers.workbook.layout import (
    TITLE_ROWS,
    Tab,
    column_letter,
    column_widths,
    is_timed,
    sheet_charts,
)
from peloton.writers.workbook.rows import Rows, cell_text, cut_excel_text
from peloton.writers.workbook.styles import colour_cells, named_styles

_LEVEL = 8
"""Compression level: files are 3 % smaller than with level 7, in 5 % more time."""
_RESULT = re.compile(rb"<f>([^<\n]*)\n([^<]*)</f><v ?(?:/>|></v>)")
_TYPE = re.compile(rb' t="n"(?= ?/?>)')
_REFERENCE = re.compile(rb' (?:(?<=<c )|(?<=<row ))r="[A-Z]*[0-9]+"')
_CHART = re.compile(rb'name="Chart [0-9]+"')
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))
_LONGEST_NAME, _LONGEST_TABLE_NAME = 31, 200
_UPRIGHT, _ACROSS = 100, 146
"""Characters on a line of A4, in portrait and landscape."""
_UPRIGHT_ROWS, _ACROSS_ROWS = 49, 31
"""Rows on a page of A4, in portrait and landscape."""
_SMALLEST = 0.65
"""Minimum scale of a printed page; a table that is wider still is split over pages."""
_LONGEST_TITLE = 127
"""In characters; Excel allows 255, but counts an emoji as two."""


def to_xlsx(sheets: Sequence[Sheet], language: str = "en") -> bytes:
    """Return the bytes of an .xlsx file with one tab per sheet.

    Times are durations, counts are numbers, and text is never a formula. Beside each
    total there is a formula for the same sum, as a check. `language` is the language of
    the sheets.
    """
    book = Workbook(write_only=True)
    for style in named_styles():
        book.add_named_style(style)
    book.properties.creator, book.properties.language = "peloton", language
    book.properties.title = printable(sheets[0].title) if sheets else None
    book.epoch = _epoch(sheets)
    sheets = sheets or [Sheet(title="Empty")]
    tab_names: set[str] = set()
    tabs = [Tab(s, _tab_name(s.name or s.title, tab_names)) for s in sheets]
    by_sheet = {tab.sheet.name: tab for tab in reversed(tabs)}
    pages = [book.create_sheet(tab.name) for tab in tabs]
    table_names: set[str] = set()
    for tab, page in zip(tabs, pages, strict=True):
        widths = column_widths(tab.sheet)
        _set_up_tab(page, tab.sheet, widths)
        rows = Rows(page, book.epoch)
        write_tab(rows, tab, by_sheet)
        _set_up_print(page, tab.sheet, widths, add_charts(page, rows, tab.sheet))
        colour_cells(page, tab)
        _add_tables(page, tab, table_names)
        # Close every page: there may be hundreds, each with an open file.
        page.close()
    saved = BytesIO()
    # `book.save` would compress the parts, which are changed and compressed below.
    ExcelWriter(book, ZipFile(saved, "w")).save()
    return _completed(saved, tabs)


def _set_up_tab(page: Worksheet, sheet: Sheet, widths: Iterable[int]) -> None:
    """Set the column widths and the panes of a tab, before its rows are written."""
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    for index, width in enumerate(widths):
        page.column_dimensions[column_letter(index)].width = width
    rows, columns = _heads(sheet)
    page.freeze_panes = f"{column_letter(columns)}{rows + 1}"


def _heads(sheet: Sheet) -> tuple[int, int]:
    """Return how many rows and columns of a tab should stay visible.

    If the first table is the longest, these are the rows down to its column titles, and
    the columns up to the names.
    """
    counts = [len(table.rows) for table in sheet.tables]
    if not counts or counts[0] < max(counts):
        return TITLE_ROWS - 1, 0
    columns = enumerate(sheet.tables[0].columns, 1)
    names = next((number for number, column in columns if column.weight), 0)
    return 1 if sheet.bare else TITLE_ROWS + 1, names


def _set_up_print(
    page: Worksheet, sheet: Sheet, widths: Sequence[int], last: int
) -> None:
    """Set how a tab is printed, down to the row `last`."""
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_margins = PageMargins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    page.print_options.horizontalCentered = True
    if (footer := page.HeaderFooter.oddFooter) is not None:
        footer.left.text, footer.right.text = "&A", "&P / &N"
    page.print_area = f"A1:{column_letter(len(widths) - 1)}{last}"
    width, line, rows = sum(widths), _UPRIGHT, _UPRIGHT_ROWS
    if width > _UPRIGHT / _SMALLEST**0.5:
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
        line, rows = _ACROSS, _ACROSS_ROWS
    pages = ceil(width * _SMALLEST / line)
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = pages, 0
    rows_on_page = rows * max(width / line, 1)
    # If only a few rows do not fit on a page, shrink it instead of adding a second one.
    if pages == 1 and rows_on_page < last <= rows / _SMALLEST:
        page.page_setup.fitToHeight = 1
    elif last > rows_on_page and (charts := sheet_charts(sheet)):
        # How many rows fit depends on the fonts, so begin a page with the charts: they
        # are never split, except in Excel, which ignores the break.
        page.row_breaks.append(Break(last - len(charts) * CHART_ROWS - 1))
    head, names = _heads(sheet)
    # Column titles are not repeated above another table, unless most pages contain only
    # the first table.
    first, *others = [len(table.rows) for table in sheet.tables] or [0]
    if others and first <= max(rows_on_page, sum(others)):
        head = TITLE_ROWS - 1
    page.print_title_rows = f"1:{head}"
    if pages > 1 and names:
        page.print_title_cols = f"A:{column_letter(names - 1)}"


def _add_tables(page: Worksheet, tab: Tab, taken: set[str]) -> None:
    """Make the tables of a tab Excel tables, which have filters and names.

    The main table is named after the sheet; other tables append their own name, such as
    Stage2_Teams. Names are English in every language, so that formulas such as
    Stage2[Time] are portable. No name is in `taken`, to which all are added.
    """
    stem = tab.sheet.name or tab.sheet.title
    if isinstance(stem, Phrase):
        stem = phrase(stem.pattern, **stem.values)  # in English
    stem = _camel_case(stem)
    for block in tab.blocks:
        table, cells = block.table, f"A{block.head}:{block.end}"
        if not _is_excel_table(table):
            continue
        alone, own = len(tab.blocks) == 1, _camel_case(table.name)
        is_main = alone or table.name == "Result" or own == stem
        name = stem if is_main else f"{stem}_{own}"
        name = f"_{name}" if name[:1].isdigit() else name
        name = f"{name}_" if _NO_NAME.fullmatch(name) else name
        columns = tuple(
            TableColumn(id=index, name=cell_text(column.title))
            for index, column in enumerate(table.columns, 1)
        )
        added = Table(
            displayName=_unique(name, "_{}", _LONGEST_TABLE_NAME, taken),
            ref=cells,
            autoFilter=AutoFilter(ref=cells),
            tableColumns=columns,
        )
        # `page.add_table` would warn that columns are missing, so add the table
        # directly.
        page.tables.add(added)


def _is_excel_table(table: SheetTable) -> bool:
    """Return whether a table is valid in Excel: it needs rows and unique titles."""
    titles = {printable(column.title).casefold() for column in table.columns}
    return (
        bool(table.rows)
        and not table.blank
        and len(titles) == len(table.columns)
        and all(0 < len(title) <= _LONGEST_TITLE for title in titles)
    )


def _epoch(sheets: Iterable[Sheet]) -> datetime:
    """Return the date system of a workbook: 1900, or 1904 for negative durations.

    With the 1900 system Excel shows a negative duration as #####.
    """
    below_zero = any(
        isinstance(cell := row[place], int) and cell < 0
        for sheet in sheets
        if sheet.unit != "tenths"
        for table in sheet.tables
        for place, column in enumerate(table.columns)
        if is_timed(column)
        for row in table.rows
    )
    return CALENDAR_MAC_1904 if below_zero else CALENDAR_WINDOWS_1900


def _tab_name(name: str, taken: set[str]) -> str:
    """Return a valid tab name that is not in `taken`, and add it there."""
    stem = printable(name).translate(_FORBIDDEN).strip("' ") or "Sheet"
    if stem.casefold() == "history":
        stem += "-"  # Excel reserves the name History.
    return _unique(stem, " ({})", _LONGEST_NAME, taken)


def _unique(stem: str, numbered: str, most: int, taken: set[str]) -> str:
    """Return a name that is not in `taken`, ignoring case, and add it there.

    The name is the stem, with a number if needed, cut to `most` letters in all.
    """
    end, number = "", 1
    while True:
        name = cut_excel_text(stem, most - len(end)).rstrip("' ") + end
        if name.casefold() not in taken:
            taken.add(name.casefold())
            return name
        number += 1
        end = numbered.format(number)


_WORD = re.compile("[A-Za-z0-9]+")
_NO_NAME = re.compile("[A-Z]{1,3}[0-9]+|R[0-9]*(C[0-9]*)?|C[0-9]*|", re.IGNORECASE)
"""Matches names that Excel would read as a cell reference: A1, R1C1."""


def _camel_case(text: str) -> str:
    """Return the words of a text in camel case: ExtraTurns for `Extra turns`."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(plain))


def _completed(saved: BytesIO, tabs: Sequence[Tab]) -> bytes:
    """Return the bytes of a saved workbook with what openpyxl cannot write.

    These are the results of formulas, and the name and the description of each chart.
    Programs that do not calculate, such as previews on phones, would show empty totals,
    and screen readers could not describe a chart. The number of a row, the reference of
    a cell, such as `B7`, and the type of a number are optional if no cell is left out
    (ECMA-376, 18.3.1.73 and 18.3.1.4), and would be half of the file. `bare` tabs keep
    the references, which some simple programs need.
    """
    bare = {f"sheet{n}.xml" for n, tab in enumerate(tabs, 1) if tab.sheet.bare}
    pictures = (picture for tab in tabs for picture, _ in sheet_charts(tab.sheet))

    def with_caption(_chart: re.Match[bytes]) -> bytes:
        picture = next(pictures)
        name, about = (escape(printable(t)) for t in (picture.title, picture.about))
        return f'name="{name}" descr="{about}"'.encode()

    out = BytesIO()
    with (
        ZipFile(saved) as parts,
        ZipFile(out, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as archive,
    ):
        for name in parts.namelist():
            part, (folder, _, file) = parts.read(name), name.rpartition("/")
            if folder == "xl/worksheets":
                part = _TYPE.sub(b"", _RESULT.sub(rb"<f>\1</f><v>\2</v>", part))
                part = part if file in bare else _REFERENCE.sub(b"", part)
            elif folder == "xl/drawings":
                part = _CHART.sub(with_caption, part)
            archive.writestr(name, part)
    return out.getvalue()
