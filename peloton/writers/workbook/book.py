"""Write sheets as an Excel workbook with real numbers and real durations."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from html import escape
from io import BytesIO
from itertools import chain, count
from math import ceil
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.utils import absolute_coordinate, get_column_letter, quote_sheetname
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table, TableColumn
from openpyxl.worksheet.worksheet import Worksheet

from peloton.reports.sheet import Sheet
from peloton.rules.words import in_english, printable
from peloton.writers.workbook.cells import write_tab
from peloton.writers.workbook.charts import (
    CHART_LETTERS,
    add_charts,
    chart_top,
    tab_charts,
)
from peloton.writers.workbook.layout import (
    TITLE_ROWS,
    Layout,
    TabTable,
    is_timed,
    layout,
)
from peloton.writers.workbook.rows import Rows, cell_text, cut_excel_text, excel_length
from peloton.writers.workbook.styles import colour_cells, named_styles

_LEVEL = 7
"""Compression level: files are 2 % smaller than with level 6, in the same time."""
_FORMULA = re.compile(rb"(<c [^>]*)>(<f>[^<]*</f>)<v ?(?:/>|></v>)")
_ROW = re.compile(rb'<row r="[0-9]+"')
_CELL = re.compile(rb'<c( r="[A-Z]+[0-9]+")( s="[0-9]+")?( t="n")?')
_CHART = re.compile(rb'name="Chart [0-9]+"')
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))
_LONGEST_NAME = 31
_UPRIGHT, _ACROSS = 100, 146
"""Characters on a line of A4, in portrait and landscape."""
_UPRIGHT_ROWS, _ACROSS_ROWS = 49, 31
"""Rows on a page of A4, in portrait and landscape."""
_SMALLEST = 0.65
"""Minimum scale of a printed page; a table that is wider still is split over pages."""
_LONGEST_TITLE = 255


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
    # The opening paragraph (lead) is too long for a title row: make it the first note.
    sheets = [replace(s, notes=(s.lead, *s.notes)) if s.lead else s for s in sheets]
    taken: set[str] = set()
    tab_names = [_tab_name(sheet.name or sheet.title, taken) for sheet in sheets]
    pages = [book.create_sheet(name) for name in tab_names or ("Empty",)]
    plan = [layout(sheet) for sheet in sheets]
    tabs = {
        tab.sheet.name: (name, tab)
        for tab, name in reversed([*zip(plan, tab_names, strict=True)])
    }
    results: list[float] = []
    captions: list[tuple[str, str]] = []
    for tab, page, names in zip(plan, pages, table_names(sheets), strict=False):
        rows = Rows(page, book.epoch)
        charts = tab_charts(tab.sheet)
        _set_up_tab(page, tab, len(charts))
        write_tab(rows, tab, tabs)
        add_charts(page, rows, tab, charts)
        colour_cells(page, tab)
        _name_tables(book, page, tab, names)
        # Close every page: there may be hundreds, each with an open file.
        page.close()
        results += rows.results
        captions += [(picture.title, picture.about) for picture, _ in charts]
    saved = BytesIO()
    book.save(saved)
    bare = (tab.sheet.bare for tab in plan) if plan else (False,)
    return _completed(saved, results, captions, bare)


def _set_up_tab(page: Worksheet, plan: Layout, charts: int) -> None:
    """Set the panes, the column widths and the print setup of a tab, before its rows.

    `charts` is the number of charts below the tables, which are printed, too.
    """
    for index, width in enumerate(plan.widths, 1):
        page.column_dimensions[get_column_letter(index)].width = width
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.page_margins = PageMargins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    page.print_options.horizontalCentered = True
    if (footer := page.HeaderFooter.oddFooter) is not None:
        footer.left.text, footer.right.text = "&A", "&P / &N"
    columns, last = plan.columns, plan.last_row
    if charts:
        columns = max(columns, plan.columns_for(CHART_LETTERS))
        last = chart_top(plan, charts) - 1
    width = plan.width_of(columns)
    page.print_area = f"A1:{get_column_letter(columns)}{last}"
    line, rows = _UPRIGHT, _UPRIGHT_ROWS
    if width > _UPRIGHT / _SMALLEST**0.5:
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
        line, rows = _ACROSS, _ACROSS_ROWS
    pages = ceil(width * _SMALLEST / line)
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = pages, 0
    # If only a few rows do not fit on a page, shrink it instead of adding a second one.
    if pages == 1 and rows * max(width / line, 1) < last <= rows / _SMALLEST:
        page.page_setup.fitToHeight = 1
    head = plan.titles + 1 if plan.long else TITLE_ROWS - 1
    fixed = plan.fixed if plan.long else 0
    page.freeze_panes = f"{get_column_letter(fixed + 1)}{head + 1}"
    # The heads of the first table are not repeated above the rows of another one.
    page.print_title_rows = f"1:{head if len(plan.blocks) == 1 else TITLE_ROWS - 1}"
    if pages > 1 and fixed:
        page.print_title_cols = f"A:{get_column_letter(fixed)}"


def _name_tables(
    book: Workbook, page: Worksheet, plan: Layout, names: Iterable[str]
) -> None:
    """Name the tables of a tab and add filters to them.

    A table that is invalid as an Excel table becomes a named range instead.
    """
    for block, name in zip(plan.blocks, names, strict=True):
        if not block.fields:
            continue
        if not _fit_for_filters(block):
            cells = absolute_coordinate(block.range)
            place = f"{quote_sheetname(page.title)}!{cells}"
            book.defined_names[name] = DefinedName(name, attr_text=place)
            continue
        columns = tuple(
            TableColumn(id=index, name=cell_text(field.title))
            for index, field in enumerate(block.fields, 1)
        )
        table = Table(
            displayName=name,
            ref=block.range,
            autoFilter=AutoFilter(ref=block.range),
            tableColumns=columns,
        )
        # `page.add_table` would warn that columns are missing, so add the table
        # directly.
        page.tables.add(table)


def _fit_for_filters(block: TabTable) -> bool:
    """Return whether a table is valid in Excel: it needs rows and unique titles."""
    titles = {printable(field.title).casefold() for field in block.fields}
    return (
        bool(block.table.rows)
        and not block.table.blank
        and len(titles) == len(block.fields)
        and all(0 < excel_length(title) <= _LONGEST_TITLE for title in titles)
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
    ends = chain([""], (f" ({number})" for number in count(2)))
    rooms = ((end, _LONGEST_NAME - len(end)) for end in ends)
    return _first_unused(
        taken, (cut_excel_text(stem, most).rstrip("' ") + end for end, most in rooms)
    )


_WORD = re.compile("[A-Za-z0-9]+")
_NO_NAME = re.compile("[A-Z]{1,3}[0-9]+|R[0-9]*(C[0-9]*)?|C[0-9]*|", re.IGNORECASE)
"""Matches names that Excel would read as a cell reference: A1, R1C1."""
_LONGEST = 200


def table_names(sheets: Iterable[Sheet]) -> list[list[str]]:
    """Return a unique name, ignoring case, for each table of each sheet.

    The main table is named after the sheet; other tables append their own name, such as
    Stage2_Teams. Names are English in every language, so that formulas such as
    Stage2[Time] are portable.
    """
    taken: set[str] = set()
    names: list[list[str]] = []
    for sheet in sheets:
        stem = _camel_case(in_english(sheet.name or sheet.title))
        names.append([])
        for table in sheet.tables:
            alone, own = len(sheet.tables) == 1, _camel_case(table.name)
            is_main = alone or table.name == "Result" or own == stem
            name = stem if is_main else f"{stem}_{own}"
            legal = _legal(name)
            numbered = (f"{legal}_{number}" for number in count(2))
            names[-1].append(_first_unused(taken, chain([legal], numbered)))
    return names


def _camel_case(text: str) -> str:
    """Return the words of a text in camel case: ExtraTurns for `Extra turns`."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(plain))


def _legal(name: str) -> str:
    name = f"_{name}"[:_LONGEST] if name[:1].isdigit() else name[:_LONGEST]
    return f"{name}_" if _NO_NAME.fullmatch(name) else name


def _first_unused(taken: set[str], names: Iterable[str]) -> str:
    """Return the first name that is not in `taken`, ignoring case, and add it there."""
    name = next(name for name in names if name.casefold() not in taken)
    taken.add(name.casefold())
    return name


def _completed(
    saved: BytesIO,
    results: Iterable[float],
    captions: Iterable[tuple[str, str]],
    bare: Iterable[bool],
) -> bytes:
    """Return the bytes of a saved workbook with results and captions added.

    `results` holds the value of each formula, tab by tab and row by row; `captions`
    holds the name and the description of each chart, tab by tab. `bare` tabs keep all
    references (such as B5), which some simple programs need.

    openpyxl cannot write the result of a formula, nor the name and the description of a
    chart. Programs that do not calculate, such as previews on phones, would show empty
    totals, and screen readers could not describe a chart. The number of a row, the
    reference of a cell, such as `B7`, and the type of a number are optional if no cell
    is left out (ECMA-376, 18.3.1.73 and 18.3.1.4), and would be half of the file.
    """
    next_bare = iter(bare).__next__
    next_result, next_caption = iter(results).__next__, iter(captions).__next__

    def with_result(formula: re.Match[bytes]) -> bytes:
        result = next_result()
        kind = b' t="b"' if isinstance(result, bool) else b""
        return b"%b%b>%b<v>%b</v>" % (formula[1], kind, formula[2], b"%r" % (+result,))

    def with_caption(_chart: re.Match[bytes]) -> bytes:
        name, about = (escape(printable(text)) for text in next_caption())
        return f'name="{name}" descr="{about}"'.encode()

    out = BytesIO()
    with (
        ZipFile(saved) as parts,
        ZipFile(out, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as archive,
    ):
        for name in parts.namelist():
            part = parts.read(name)
            if name.startswith("xl/worksheets/sheet"):
                part = _FORMULA.sub(with_result, part)
                if next_bare():
                    part = _CELL.sub(rb"<c\1\2", part)
                else:
                    part = _CELL.sub(rb"<c\2", _ROW.sub(b"<row", part))
            elif name.startswith("xl/drawings/drawing"):
                part = _CHART.sub(with_caption, part)
            archive.writestr(name, part)
    return out.getvalue()
