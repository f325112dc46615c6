"""The places of tables and columns on the tab of a workbook, before it is written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from peloton.reports.sheet import Column, ColumnKind, Sheet, Table, printed_cell
from peloton.writers.text import text_width

TITLE_ROWS = 3
"""Title, subtitle, and what the first table is called."""
NARROW = 10
"""A column nobody set a width for, in characters, about."""
_WIDEST = 60
"""The widest column, in characters; a longer text runs on below the next cell."""
_CHECK_WIDTH = 8
_CLOCK_WIDTH = len("0:00:00")
_DATE_WIDTH = len("2026-11-21")
_TITLE_SIZE = 1.6
"""How much wider the letters of a title are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TabColumn:
    """A column on the tab, and the column of the table it is for (`source`).

    It has the cells of that, or is `added`: formulas that add others up to the same,
    or `check` that they do. Places count from 0.
    """

    title: str
    place: int
    column: Column
    source: int
    added: bool
    check: bool

    @property
    def letter(self) -> str:
        """The letters of the column: A, B, AA."""
        return get_column_letter(self.place + 1)

    @property
    def right_aligned(self) -> bool:
        """Whether its cells stand under one another by their last digit."""
        return self.column.right_aligned and not self.check


@dataclass(frozen=True, slots=True, kw_only=True)
class TabTable:
    """A table on the tab; `head` is the row of its column titles."""

    table: Table
    fields: tuple[TabColumn, ...]
    head: int

    @property
    def first(self) -> int:
        """The first row."""
        return self.head + 1

    @property
    def last(self) -> int:
        """The last row, or the head of a table without any."""
        return self.head + len(self.table.rows)

    @property
    def width(self) -> int:
        """Columns from the first of the tab to the last of the table."""
        return self.fields[-1].place + 1 if self.fields else 0

    @property
    def range(self) -> str:
        """Name all cells with their titles, from the first column: `A4:H24`."""
        return f"A{self.head}:{get_column_letter(self.width)}{self.last}"

    def cells(self, field: TabColumn) -> str:
        """Name the cells of a field, without its title: `B5:B24`."""
        return f"{field.letter}{self.first}:{field.letter}{self.last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A sheet laid out; `widths` are of its columns, in characters."""

    sheet: Sheet
    blocks: tuple[TabTable, ...]
    widths: tuple[int, ...]

    @property
    def titles(self) -> int:
        """How many rows stand over the column titles of the first table."""
        return 0 if self.sheet.bare else TITLE_ROWS

    @property
    def last_row(self) -> int:
        """The last row with anything in it."""
        rows = TITLE_ROWS - 1
        if self.blocks:
            rows = self.blocks[-1].last + len(self.blocks[-1].table.notes)
        return rows + (len(self.sheet.drawn_notes) + 1 if self.sheet.drawn_notes else 0)

    @property
    def columns(self) -> int:
        """The columns that any table stands in."""
        return max((block.width for block in self.blocks), default=0)

    def columns_for(self, width: float) -> int:
        """Count the columns, from the first, that are so many characters wide."""
        place = 0
        while width > 0:
            width -= self.widths[place] if place < len(self.widths) else NARROW
            place += 1
        return place

    def width_of(self, columns: int) -> int:
        """Measure so many columns, from the first, in characters."""
        more = NARROW * max(0, columns - len(self.widths))
        return sum(self.widths[:columns]) + more

    @property
    def long(self) -> bool:
        """Whether the first table is the longest: its head then stays in sight."""
        rows = [len(block.table.rows) for block in self.blocks]
        return bool(rows) and rows[0] == max(rows)

    @property
    def fixed(self) -> int:
        """The columns up to the names, which stay in sight; 0 without names."""
        if not self.blocks:
            return 0
        weighed = (f.place + 1 for f in self.blocks[0].fields if f.column.weight)
        return next(weighed, 0)

    def beside_the_title(self) -> int:
        """Find the first column, from 0, that is clear of the title."""
        title = self.columns_for(_TITLE_SIZE * text_width(self.sheet.title))
        return max(title, self.columns - 1, 1)


def layout(sheet: Sheet) -> Layout:
    """Lay a sheet out: its tables one below the other, and room for every word."""
    blocks = tuple(_blocks(sheet))
    return Layout(sheet=sheet, blocks=blocks, widths=_widths(sheet, blocks))


def _blocks(sheet: Sheet) -> Iterator[TabTable]:
    head = 1 if sheet.bare else TITLE_ROWS + 1
    first: list[str] = []
    for table in sheet.tables:
        fields = _fields(table, first)
        first = first or [field.title for field in fields]
        block = TabTable(table=table, fields=fields, head=head)
        yield block
        # Below it notes, an empty row and the next caption.
        head = block.last + len(table.notes) + 3


def _fields(table: Table, first: Sequence[str]) -> tuple[TabColumn, ...]:
    """Place the columns of a table, each below one of the first table's if it can.

    A column that is a sum has two more: the sum as a formula, and its check.
    """
    fields: list[TabColumn] = []
    for source, column in enumerate(table.columns):
        sums = (column.sum_title, column.check_title) if column.sum_of else ()
        for number, title in enumerate((column.title, *sums)):
            free = fields[-1].place + 1 if fields else 0
            field = TabColumn(
                title=title,
                place=first.index(title, free) if title in first[free:] else free,
                column=column,
                source=source,
                added=number > 0,
                check=number > 1,
            )
            fields.append(field)
    return tuple(fields)


def is_timed(column: Column) -> bool:
    """Whether a column has times."""
    return column.kind in {ColumnKind.TIME, ColumnKind.GAP}


def _widths(sheet: Sheet, blocks: Sequence[TabTable]) -> tuple[int, ...]:
    """Fit every column to its longest text, in characters."""
    widths: dict[int, int] = {}
    for block in blocks:
        for field in block.fields:
            place = field.place
            last = place == block.width - 1
            if last and place in widths and not field.right_aligned:
                continue  # The cells beside it are free: its text runs on over them.
            # The filter's arrow stands beside the title.
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
