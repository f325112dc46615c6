"""The layout of a tab: its tables, column widths and charts."""

from collections.abc import Collection
from dataclasses import dataclass, field

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
_TITLE_SIZE = 1.6
"""Width of a letter in the sheet's title, as a factor of a normal letter's width."""

_CHART_LETTERS = 98
"""Width of a chart, in characters."""


@dataclass(frozen=True, slots=True)
class TabTable:
    """A table on a tab; `head` is the row number of its column titles."""

    table: Table
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
    def end(self) -> str:
        """The last cell, such as `H24`."""
        return f"{column_letter(len(self.table.columns) - 1)}{self.last}"


@dataclass(frozen=True, slots=True)
class Tab:
    """A sheet and the name of its tab; `blocks` are the tables written so far."""

    sheet: Sheet
    name: str
    blocks: list[TabTable] = field(default_factory=list)


def column_letter(index: int) -> str:
    """Return the letters of a column, such as B or AA, given its index from 0."""
    return get_column_letter(index + 1)


def sheet_charts(sheet: Sheet) -> list[tuple[Picture, Chart]]:
    """Return the pictures of a sheet that become charts.

    A chart in which all values are 0, such as the profile of a flat course, is left
    out.
    """
    return [
        (picture, chart)
        for picture in sheet.pictures
        if (chart := picture.chart)
        and any(value for line in chart.series for value in line.values)
    ]


def is_timed(column: Column) -> bool:
    """Return whether a column contains times."""
    return column.kind in {ColumnKind.TIME, ColumnKind.GAP}


def column_widths(sheet: Sheet) -> list[int]:
    """Return the widths of the columns of a tab, in characters.

    There are as many as the tables, the title and the charts need.
    """
    widths: dict[int, int] = {}
    for table in sheet.tables:
        for place, column in enumerate(table.columns):
            last = place == len(table.columns) - 1
            if last and place in widths and not column.right_aligned:
                continue  # Long text overflows into the empty cells to the right.
            longest = _longest(column, {row[place] for row in table.rows}, sheet.unit)
            # A column title also needs room for the filter's arrow button.
            needed = max(len(column.title) + 3, longest) + 2
            widths[place] = max(widths.get(place, 0), min(needed, _WIDEST))
    title, chart = _TITLE_SIZE * text_width(sheet.title), bool(sheet_charts(sheet))
    while sum(widths.values()) < max(title, _CHART_LETTERS * chart, 1):
        widths[len(widths)] = _NARROW
    return [widths[place] for place in sorted(widths)]


def _longest(column: Column, cells: Collection[Cell], unit: str) -> int:
    if column.kind is ColumnKind.DATE:
        return len("2026-11-21")
    texts = {printed_cell(cell, column.kind, unit) for cell in cells}
    least = len("0:00:00") if is_timed(column) and unit != "tenths" else 0
    return max([least, *map(text_width, texts)])
