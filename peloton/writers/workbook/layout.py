"""The layout of a tab: the positions of tables and columns, computed before writing."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from peloton.reports.drawing import Chart, Picture
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table, printed_cell
from peloton.writers.text import text_width

TITLE_ROWS = 3
"""Number of rows for the title, the subtitle and the caption of the first table."""
_NARROW = 10
"""Width of a column without a table, in characters."""
_WIDEST = 60
"""Maximum width of a column, in characters; longer text is cut off by the next cell."""
_CLOCK_WIDTH = len("0:00:00")
_DATE_WIDTH = len("2026-11-21")
_TITLE_SIZE = 1.6
"""Width of a letter in the sheet's title, as a factor of a normal letter's width."""

CHART_WIDTH, CHART_HEIGHT = 18, 9
"""Size of a chart, in centimetres."""
_CHART_LETTERS = 98
"""Width of a chart in characters, which are 0.185 cm wide."""
_CHART_ROWS = 19
"""Number of rows from the top of one chart to the top of the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TabTable:
    """A table on the tab; `head` is the row number of its column titles.

    After the columns of the report, the table has two more for each column that is a
    sum: one adds up the parts again, the other compares the results. `formulas` holds
    the formulas of these columns, keyed by index; `{0}` is the number of the row.
    """

    table: Table
    head: int
    formulas: Mapping[int, str]

    @property
    def first(self) -> int:
        """The row number of the first row of data."""
        return self.head + 1

    @property
    def last(self) -> int:
        """The row number of the last row of data or, without data, of the titles."""
        return self.head + len(self.table.rows)

    @property
    def rows(self) -> str:
        """The range of all rows of data, such as `A5:H24`."""
        return f"A{self.first}:{column_letter(len(self.table.columns) - 1)}{self.last}"

    @property
    def range(self) -> str:
        """The range of all cells with their titles, such as `A4:H24`."""
        return f"A{self.head}:{self.rows.partition(':')[2]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The layout of a sheet on the tab `name`: its tables, and charts below them.

    `widths` are in characters, for all columns that the tables, the title and the
    charts need.
    """

    sheet: Sheet
    name: str
    blocks: tuple[TabTable, ...]
    charts: tuple[tuple[Picture, Chart], ...]
    widths: tuple[int, ...]

    @property
    def titles(self) -> int:
        """Number of rows above the column titles of the first table."""
        return 0 if self.sheet.bare else TITLE_ROWS

    def chart_top(self, number: int) -> int:
        """Return the row number of the top of a chart; charts are below the text."""
        return self._last_text + 2 + number * _CHART_ROWS

    @property
    def last_row(self) -> int:
        """The number of the last row with text or a part of a chart."""
        return self.chart_top(len(self.charts)) - 1 if self.charts else self._last_text

    @property
    def _last_text(self) -> int:
        rows = TITLE_ROWS - 1
        if self.blocks:
            rows = self.blocks[-1].last + len(self.blocks[-1].table.notes)
        notes = self.sheet.notes_with_legend
        return rows + (len(notes) + 1 if notes else 0)

    @property
    def long(self) -> bool:
        """True if the first table is the longest; its column titles are then frozen."""
        rows = [len(block.table.rows) for block in self.blocks]
        return bool(rows) and rows[0] == max(rows)

    def has_main_table(self, rows_on_page: float) -> bool:
        """Return whether most printed pages contain nothing but the first table."""
        first, *others = [len(block.table.rows) for block in self.blocks] or [0]
        return not others or first > max(rows_on_page, sum(others))

    @property
    def fixed(self) -> int:
        """Number of columns to freeze: those up to the names; 0 without names."""
        columns = self.blocks[0].table.columns if self.blocks else ()
        weighed = (n for n, column in enumerate(columns, 1) if column.weight)
        return next(weighed, 0)


def column_letter(index: int) -> str:
    """Return the letters of a column, such as B or AA, given its index from 0."""
    return get_column_letter(index + 1)


def layout(sheet: Sheet, name: str) -> Layout:
    """Return the layout of a sheet on a tab, with its tables one below another.

    A picture becomes a chart unless all its values are 0, such as the profile of a flat
    course.
    """
    blocks = tuple(_blocks(sheet))
    charts = tuple(
        (picture, chart)
        for picture in sheet.pictures
        if (chart := picture.chart)
        and any(value for line in chart.series for value in line.values)
    )
    widths = _widths(blocks, sheet.unit)
    needed = max(_TITLE_SIZE * text_width(sheet.title), _CHART_LETTERS if charts else 1)
    while sum(widths) < needed:
        widths.append(_NARROW)
    return Layout(
        sheet=sheet, name=name, blocks=blocks, charts=charts, widths=tuple(widths)
    )


def _blocks(sheet: Sheet) -> Iterator[TabTable]:
    head = 1 if sheet.bare else TITLE_ROWS + 1
    for table in sheet.tables:
        checked, formulas = _with_checks(table)
        block = TabTable(table=checked, head=head, formulas=formulas)
        yield block
        # Below the table are its notes, an empty row and the caption of the next table.
        head = block.last + len(table.notes) + 3


def _with_checks(table: Table) -> tuple[Table, dict[int, str]]:
    """Return a table with columns that check its sums, and the formulas in them."""
    formulas: dict[int, str] = {}
    titles = [column.title for column in table.columns]
    for total, column in enumerate(table.columns):
        if not column.sum_of:
            continue
        parts = [
            (titles.index(title.removeprefix("-")), -1 if title.startswith("-") else 1)
            for title in column.sum_of
        ]
        sums = [_added(row, parts) for row in table.rows]
        right = [row[total] == own for row, own in zip(table.rows, sums, strict=True)]
        at = len(table.columns)
        formulas[at] = "".join(
            f"{'+' if sign > 0 else '-'}{column_letter(place)}{{0}}"
            for place, sign in parts
        ).removeprefix("+")
        # Times are fractions of a day: less than a second is a rounding error.
        difference = f"{column_letter(total)}{{0}}-{column_letter(at)}{{0}}"
        formulas[at + 1] = f"ABS({difference})<0.00001"
        recomputed, check = (
            Column(column.sum_title, column.kind),
            Column(column.check_title),
        )
        table = table.with_column(at, recomputed, sums, added=True)
        table = table.with_column(at + 1, check, right, added=True)
    return table, formulas


def _added(row: Sequence[Cell], parts: Iterable[tuple[int, int]]) -> int:
    """Add up the cells with these indexes in a row, each with its sign (1 or -1)."""
    cells = ((row[place], sign) for place, sign in parts)
    return sum(cell * sign for cell, sign in cells if isinstance(cell, int))


def is_timed(column: Column) -> bool:
    """Return whether a column contains times."""
    return column.kind in {ColumnKind.TIME, ColumnKind.GAP}


def _widths(blocks: Sequence[TabTable], unit: str) -> list[int]:
    """Return the width in characters that each column needs for its longest text."""
    widths: dict[int, int] = {}
    for table in (block.table for block in blocks):
        for place, column in enumerate(table.columns):
            last = place == len(table.columns) - 1
            if last and place in widths and not column.right_aligned:
                continue  # Long text overflows into the empty cells to the right.
            longest = _longest(column, {row[place] for row in table.rows}, unit)
            # A column title also needs room for the filter's arrow button.
            needed = max(len(column.title) + 3, longest) + 2
            widths[place] = max(widths.get(place, 0), min(needed, _WIDEST))
    return [widths[place] for place in sorted(widths)]


def _longest(column: Column, cells: Collection[Cell], unit: str) -> int:
    if column.kind is ColumnKind.DATE:
        return _DATE_WIDTH
    texts = {printed_cell(cell, column.kind, unit) for cell in cells}
    least = _CLOCK_WIDTH if is_timed(column) and unit != "tenths" else 0
    return max([least, *map(text_width, texts)])
