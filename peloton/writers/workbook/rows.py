"""The rows of a tab, appended one after the other."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache

from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.utils import quote_sheetname
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from peloton.rules.words import visible

DAY = 86_400
_LONGEST = 32_767
"""What a cell holds."""
_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""The beginning of an escaped letter: `_x0041_` is an A."""


def cell_text(text: str) -> str:
    """Escape a text so that Excel shows it as typed, cut to the length of a cell."""
    kept = cut_letters(visible(text), _LONGEST)
    return _ESCAPE.sub("_x005F_", kept) if "_x" in kept else kept


def letters(text: str) -> int:
    """Count the letters of a text as Excel does: a smiling face is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def cut_letters(text: str, most: int) -> str:
    """Keep no more than so many letters, and no half of one."""
    if text.isascii():
        return text[:most]
    return text.encode("utf-16-le")[: 2 * most].decode("utf-16-le", "ignore")


RowCell = Cell | float | None
"""A number without a style needs no cell: openpyxl writes it in half the time."""


class Rows:
    """The rows of a tab of a write-only workbook, and the results of its formulas.

    A row is written as soon as it is appended, so a cell may be in many of them.
    """

    def __init__(self, page: Worksheet, epoch: datetime) -> None:
        """Begin with no row."""
        self.count = 0
        """Number of the last row."""
        self.results: list[float] = []
        """The result of each formula, in the order of the cells."""
        self._page, self._epoch = page, epoch
        self.text = cache(self._text)
        self._number = cache(self._cell)

    def append(
        self,
        cells: Sequence[RowCell] = (),
        *,
        height: int | None = None,
        hidden: bool = False,
    ) -> None:
        """Write the next row; `height` is in points."""
        self.count += 1
        if height:
            self._page.row_dimensions[self.count].height = height
        if hidden:
            self._page.row_dimensions[self.count].hidden = True
        self._page.append([*cells])

    def number(self, value: float, style: str = "Normal") -> Cell | float:
        """Make a cell with a number; seconds become fractions of a day."""
        if style == "Normal":
            return value
        return self._number(_stored(value, style), style)

    def date(self, day: date) -> Cell | float:
        """Make a cell with a date, which stays that day in whatever book it is put.

        A number would not, where the book counts the days from 1904: most count from
        1900. Days before both are text.
        """
        if day.year <= CALENDAR_MAC_1904.year:
            return self.text(day.isoformat(), "text")
        days = (day - self._epoch.date()).days
        if self._epoch == CALENDAR_MAC_1904:
            formula = f"DATE({day.year},{day.month},{day.day})"
            return self.formula(formula, days, "date")
        return self.number(days, "date")

    def formula(self, formula: str, result: float, style: str) -> Cell:
        """Make a cell of the next row with a formula, in which `{0}` is that row.

        Its result is for programs that only show a workbook.
        """
        self.results.append(_stored(result, style))
        return self._cell(f"={formula.format(self.count + 1)}", style)

    def link(self, text: str, style: str, tab: str) -> Cell:
        """Make a cell with a link to another tab."""
        cell = self._text(text, style)
        place = f"{quote_sheetname(tab)}!A1"
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=place)
        return cell

    def _text(self, text: str, style: str) -> Cell:
        """Make a cell with a text, which is never a formula."""
        cell = self._cell(cell_text(text), style)
        cell.data_type = "s"
        return cell

    def _cell(self, value: float | str, style: str) -> Cell:
        cell = WriteOnlyCell(self._page, value)
        cell.style = style
        return cell


def _stored(value: float, style: str) -> float:
    return value / DAY if style.startswith("seconds") else value
