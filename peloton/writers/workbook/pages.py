"""The page setup of a tab: orientation, repeated rows, frozen panes, named tables."""

from collections.abc import Iterable
from math import ceil

from openpyxl import Workbook
from openpyxl.utils import absolute_coordinate, get_column_letter, quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table, TableColumn
from openpyxl.worksheet.worksheet import Worksheet

from peloton.rules.words import printable
from peloton.writers.workbook.charts import ChartArea
from peloton.writers.workbook.layout import TITLE_ROWS, Layout, TabTable
from peloton.writers.workbook.rows import cell_text, excel_length

_UPRIGHT, _ACROSS = 100, 146
"""Characters on a line of A4, in portrait and landscape."""
_UPRIGHT_ROWS, _ACROSS_ROWS = 49, 31
"""Rows on a page of A4, in portrait and landscape."""
_SMALLEST = 0.65
"""Minimum scale of a printed page; a table that is wider still is split over pages."""
_LONGEST_TITLE = 255


def set_up_tab(page: Worksheet, plan: Layout, area: ChartArea | None) -> None:
    """Set the panes, the column widths and the print setup of a tab, before its rows.

    `area` holds the cells covered by the charts. The charts are printed with the
    tables, or on a separate page if they are beside tables and too wide for one page.
    """
    for index, width in enumerate(plan.widths, 1):
        page.column_dimensions[get_column_letter(index)].width = width
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.page_margins = PageMargins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    page.print_options.horizontalCentered = True
    if (footer := page.HeaderFooter.oddFooter) is not None:
        footer.left.text, footer.right.text = "&A", "&P / &N"
    columns, last = max(plan.beside_the_title() + 1, plan.columns), plan.last_row
    apart = ""
    if area is not None and area.left == 1:
        columns, last = max(columns, area.right), area.foot
    elif area is not None and plan.width_of(area.right) * _SMALLEST <= _ACROSS:
        columns = area.right
    elif area is not None:
        apart = f",{area.cells}"
    width = plan.width_of(columns)
    page.print_area = f"A1:{get_column_letter(columns)}{last}{apart}"
    line, rows = _UPRIGHT, _UPRIGHT_ROWS
    if width > _UPRIGHT / _SMALLEST**0.5:
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
        line, rows = _ACROSS, _ACROSS_ROWS
    pages = ceil(width * _SMALLEST / line)
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = pages, 0
    # If only a few rows do not fit on a page, shrink it instead of adding a second one.
    rows_shrunk = rows * max(width / line, 1)
    if pages == 1 and rows_shrunk < last <= rows / _SMALLEST:
        page.page_setup.fitToHeight = 1
    head = plan.titles + 1 if plan.long else TITLE_ROWS - 1
    fixed = plan.fixed if plan.long else 0
    page.freeze_panes = f"{get_column_letter(fixed + 1)}{head + 1}"
    page.print_title_rows = _repeated(plan, head, rows_shrunk)
    if pages > 1 and fixed:
        page.print_title_cols = f"A:{get_column_letter(fixed)}"


def _repeated(plan: Layout, head: int, on_a_page: float) -> str:
    """Return the rows to repeat on every page, such as `1:4`.

    `head` is the last frozen row. The caption of the first table is not repeated above
    other tables. Its column titles may be, because all tables share their columns.
    """
    if len(plan.blocks) == 1 or not plan.long:
        return f"1:{head}"
    if plan.blocks[0].last > on_a_page:
        return f"{head}:{head}"
    return f"1:{TITLE_ROWS - 1}"


def name_tables(
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
        and len(titles) == len(block.fields) == block.width
        and all(0 < excel_length(title) <= _LONGEST_TITLE for title in titles)
    )
