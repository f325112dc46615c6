"""The layout of a tab: the positions of tables and columns, computed before writing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from openpyxl.utils import get_column_letter

from peloton.reports.sheet import Column, ColumnKind, Sheet, Table, printed_cell
from peloton.writers.text import text_width

TITLE_ROWS = 3
"""Number of rows for the title, the subtitle and the caption of the first table."""
NARROW = 10
"""Approximate default width of a column, in characters."""
_WIDEST = 60
"""Maximum width of a column, in characters; longer text is cut off by the next cell."""
_CHECK_WIDTH = 8
_CLOCK_WIDTH = len("0:00:00")
_DATE_WIDTH = len("2026-11-21")
_TITLE_SIZE = 1.6
"""Width of a letter in the sheet's title, as a factor of a normal letter's width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TabColumn:
    """A column on the tab, made from the table's column with the index `source`.

    It contains the values of that column. If `added`, it contains formulas instead,
    which recompute the sum in that column or, if `check`, compare this sum with the
    values. `place` is the index of the column on the tab, which differs from `source`
    to the right of added columns.
    """

    title: str
    place: int
    column: Column
    source: int
    added: bool
    check: bool

    @property
    def letter(self) -> str:
        """The letters of the column, such as B or AA."""
        return get_column_letter(self.place + 1)

    @property
    def right_aligned(self) -> bool:
        """True if the cells are aligned right."""
        return self.column.right_aligned and not self.check


@dataclass(frozen=True, slots=True, kw_only=True)
class TabTable:
    """A table on the tab; `head` is the row number of its column titles."""

    table: Table
    fields: tuple[TabColumn, ...]
    head: int

    @property
    def first(self) -> int:
        """The row number of the first row of data."""
        return self.head + 1

    @property
    def last(self) -> int:
        """The row number of the last row of data or, without data, of the titles."""
        return self.head + len(self.table.rows)

    @property
    def range(self) -> str:
        """The range of all cells with their titles, such as `A4:H24`."""
        return f"A{self.head}:{self.fields[-1].letter}{self.last}"

    def cells(self, field: TabColumn) -> str:
        """Return the range of a field without its title, such as `B5:B24`."""
        return f"{field.letter}{self.first}:{field.letter}{self.last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The layout of a sheet; `widths` are the column widths in characters."""

    sheet: Sheet
    blocks: tuple[TabTable, ...]
    widths: tuple[int, ...]

    @property
    def titles(self) -> int:
        """Number of rows above the column titles of the first table."""
        return 0 if self.sheet.bare else TITLE_ROWS

    @property
    def last_row(self) -> int:
        """The number of the last row that is not empty."""
        rows = TITLE_ROWS - 1
        if self.blocks:
            rows = self.blocks[-1].last + len(self.blocks[-1].table.notes)
        return rows + (
            len(self.sheet.notes_with_legend) + 1 if self.sheet.notes_with_legend else 0
        )

    @property
    def columns(self) -> int:
        """The number of columns that the title and the widest table need."""
        title = self.columns_for(_TITLE_SIZE * text_width(self.sheet.title))
        return max([title, *(len(block.fields) for block in self.blocks)])

    def columns_for(self, width: float) -> int:
        """Return how many of the first columns are needed for a width in characters."""
        place = 0
        while width > 0:
            width -= self.widths[place] if place < len(self.widths) else NARROW
            place += 1
        return place

    def width_of(self, columns: int) -> int:
        """Return the total width of the first `columns` columns, in characters."""
        more = NARROW * max(0, columns - len(self.widths))
        return sum(self.widths[:columns]) + more

    @property
    def long(self) -> bool:
        """True if the first table is the longest; its column titles are then frozen."""
        rows = [len(block.table.rows) for block in self.blocks]
        return bool(rows) and rows[0] == max(rows)

    @property
    def fixed(self) -> int:
        """Number of columns to freeze: those up to the names; 0 without names."""
        if not self.blocks:
            return 0
        weighed = (f.place + 1 for f in self.blocks[0].fields if f.column.weight)
        return next(weighed, 0)


def layout(sheet: Sheet) -> Layout:
    """Return the layout of a sheet, with its tables one below another."""
    blocks = tuple(_blocks(sheet))
    return Layout(sheet=sheet, blocks=blocks, widths=_widths(sheet, blocks))


def _blocks(sheet: Sheet) -> Iterator[TabTable]:
    head = 1 if sheet.bare else TITLE_ROWS + 1
    for table in sheet.tables:
        block = TabTable(table=table, fields=tuple(_fields(table)), head=head)
        yield block
        # Below the table are its notes, an empty row and the caption of the next table.
        head = block.last + len(table.notes) + 3


def _fields(table: Table) -> Iterator[TabColumn]:
    """Yield the columns of a table on the tab.

    A column that is a sum is followed by two more: one with formulas for the sum, and
    one that checks the sum.
    """
    place = count()
    for source, column in enumerate(table.columns):
        sums = (column.sum_title, column.check_title) if column.sum_of else ()
        for number, title in enumerate((column.title, *sums)):
            yield TabColumn(
                title=title,
                place=next(place),
                column=column,
                source=source,
                added=number > 0,
                check=number > 1,
            )


def is_timed(column: Column) -> bool:
    """Return whether a column contains times."""
    return column.kind in {ColumnKind.TIME, ColumnKind.GAP}


def _widths(sheet: Sheet, blocks: Sequence[TabTable]) -> tuple[int, ...]:
    """Return the width in characters that each column needs for its longest text."""
    widths: dict[int, int] = {}
    for block in blocks:
        for field in block.fields:
            place = field.place
            last = field is block.fields[-1]
            if last and place in widths and not field.right_aligned:
                continue  # Long text overflows into the empty cells to the right.
            # A column title also needs room for the filter's arrow button.
            needed = max(len(field.title) + 3, _longest(field, block, sheet.unit)) + 2
            widths[place] = max(widths.get(place, 0), min(needed, _WIDEST))
    return tuple(
        widths.get(place, NARROW) for place in range(max(widths, default=-1) + 1)
    )


def _longest(field: TabColumn, block: TabTable, unit: str) -> int:
    if field.check:
        return _CHECK_WIDTH
    if field.column.kind is ColumnKind.DATE:
        return _DATE_WIDTH
    cells = {row[field.source] for row in block.table.rows}
    texts = {printed_cell(cell, field.column.kind, unit) for cell in cells}
    least = _CLOCK_WIDTH if is_timed(field.column) and unit != "tenths" else 0
    return max([least, *map(text_width, texts)])
