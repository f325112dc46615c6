"""How a tab prints and scrolls: its orientation, repeated rows and fixed panes."""

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

from peloton.rules.words import visible
from peloton.writers.workbook.charts import Room
from peloton.writers.workbook.layout import TITLE_ROWS, Layout, TabTable
from peloton.writers.workbook.rows import cell_text, letters

_UPRIGHT, _ACROSS = 100, 146
"""How many characters fit on a line of A4."""
_UPRIGHT_ROWS, _ACROSS_ROWS = 49, 31
"""How many rows fit on a page of it."""
_SMALLEST = 0.65
"""The scale down to which a page is shrunk, before it becomes two."""
_LONGEST_TITLE = 255


def set_up(page: Worksheet, laid: Layout, room: Room | None) -> None:
    """Set the panes, the widths and the print set-up of a tab, ahead of its rows.

    `room` is that of the charts. Below the tables they are on one page with them,
    beside them they have a page of their own.
    """
    for index, width in enumerate(laid.widths, 1):
        page.column_dimensions[get_column_letter(index)].width = width
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.page_margins = PageMargins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    page.print_options.horizontalCentered = True
    if (footer := page.HeaderFooter.oddFooter) is not None:
        footer.left.text, footer.right.text = "&A", "&P / &N"
    columns, last = max(laid.beside_the_title() + 1, laid.columns), laid.last_row
    apart = ""
    if room is not None and room.left == 1:
        columns, last = max(columns, room.right), room.foot
    elif room is not None:
        apart = f",{room.cells}"
    width = laid.width_of(columns)
    page.print_area = f"A1:{get_column_letter(columns)}{last}{apart}"
    line, rows = _UPRIGHT, _UPRIGHT_ROWS
    if width > _UPRIGHT / _SMALLEST**0.5:
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
        line, rows = _ACROSS, _ACROSS_ROWS
    pages = ceil(width * _SMALLEST / line)
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = pages, 0
    # A few rows too many: rather smaller than a second page with next to nothing.
    rows_shrunk = rows * max(width / line, 1)
    if pages == 1 and rows_shrunk < last <= rows / _SMALLEST:
        page.page_setup.fitToHeight = 1
    head = laid.titles + 1 if laid.long else TITLE_ROWS - 1
    fixed = laid.fixed if laid.long else 0
    page.freeze_panes = f"{get_column_letter(fixed + 1)}{head + 1}"
    page.print_title_rows = _repeated(laid, head, rows_shrunk)
    if pages > 1 and fixed:
        page.print_title_cols = f"A:{get_column_letter(fixed)}"


def _repeated(laid: Layout, head: int, on_a_page: float) -> str:
    """Choose the rows on top of every page: no table's name over another's rows.

    `head` is the last row that stays in sight. Columns stand below those of the first
    table where they can: its column titles serve the others.
    """
    if len(laid.blocks) == 1 or not laid.long:
        return f"1:{head}"
    if laid.blocks[0].last > on_a_page:
        return f"{head}:{head}"
    return f"1:{TITLE_ROWS - 1}"


def name_tables(
    book: Workbook, page: Worksheet, laid: Layout, names: Iterable[str]
) -> None:
    """Name the tables of a tab, with filters where columns stand side by side.

    What is no table to a program has its name too, as a range of cells.
    """
    for block, name in zip(laid.blocks, names, strict=True):
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
        # Its own `add_table` warns that the columns may be missing.
        page.tables.add(table)


def _fit_for_filters(block: TabTable) -> bool:
    """Whether a program takes a block for a table: each column has its own title."""
    titles = {visible(field.title).casefold() for field in block.fields}
    return (
        bool(block.table.rows)
        and not block.table.blank
        and len(titles) == len(block.fields) == block.width
        and all(0 < letters(title) <= _LONGEST_TITLE for title in titles)
    )
