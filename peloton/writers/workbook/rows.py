"""Append the rows of a tab, one after another."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from functools import cache

from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.utils import quote_sheetname
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from peloton.rules.words import printable

DAY = 86_400
_LONGEST = 32_767
"""Maximum number of characters in a cell."""
_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""The start of an escape sequence, such as `_x0041_` for an A."""


def cell_text(text: str) -> str:
    """Escape text so that Excel shows it as typed; cut it to the maximum length."""
    shown = cut_excel_text(printable(text), _LONGEST)
    return _ESCAPE.sub("_x005F_", shown) if "_x" in shown else shown


def cut_excel_text(text: str, most: int) -> str:
    """Cut text to a length as Excel counts it, never within a surrogate pair."""
    if text.isascii():
        return text[:most]
    return text.encode("utf-16-le")[: 2 * most].decode("utf-16-le", "ignore")


RowCell = Cell | float | None
"""A cell, or a plain number, which openpyxl writes in half the time."""


class Rows:
    """The rows of a tab, written one by one.

    A row is written as soon as it is appended, so cells can be reused in other rows.
    """

    def __init__(self, page: Worksheet, epoch: datetime) -> None:
        """Create a tab without rows; `epoch` is day 0 of the workbook's dates."""
        self.count = 0
        """Number of the last row."""
        self._page, self._epoch = page, epoch
        self.text, self._cell = cache(self._text), cache(self._new_cell)

    def append(
        self,
        cells: Iterable[RowCell] = (),
        *,
        height: int | None = None,
        hidden: bool = False,
    ) -> None:
        """Write the next row; `height` is in points.

        Empty cells between others are written too, so that no cell needs a reference.
        """
        self.count += 1
        if height or hidden:
            row = self._page.row_dimensions[self.count]
            row.height, row.hidden = height, hidden
        given = list(cells)
        while given and given[-1] is None:
            given.pop()
        empty = self._cell(None, "text")
        self._page.append([empty if cell is None else cell for cell in given])

    def number(self, value: float, style: str = "Normal") -> Cell | float:
        """Return a cell with a number; durations are converted from seconds to days."""
        return value if style == "Normal" else self._cell(_stored(value, style), style)

    def date(self, day: date) -> Cell | float:
        """Return a cell with a date, which is safe to copy to another workbook.

        If the workbook counts days from 1904, the cell is a formula: a workbook that
        counts from 1900 would show a number as another day. Dates up to 1904 are text.
        """
        if day.year <= CALENDAR_MAC_1904.year:
            return self.text(day.isoformat(), "text")
        days = (day - self._epoch.date()).days
        if self._epoch == CALENDAR_MAC_1904:
            return self.formula(f"DATE({day.year},{day.month},{day.day})", days, "date")
        return self.number(days, "date")

    def formula(self, formula: str, result: float, style: str) -> Cell:
        """Return a formula cell of the next row; `{0}` in `formula` is its row number.

        `result` follows the formula on a second line. `book.py` moves it to its place
        in the file, because openpyxl cannot write it.
        """
        cell = self._cell(formula, style)
        cell.value = f"={formula.format(self.count + 1)}\n{+_stored(result, style)!r}"
        return cell

    def link(self, text: str, tab: str) -> Cell:
        """Return a cell with a link to another tab."""
        cell = self._text(text, "link")
        place = f"{quote_sheetname(tab)}!A1"
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=place)
        return cell

    def _text(self, text: str, style: str) -> Cell:
        """Return a cell with text, which Excel never reads as a formula."""
        cell = self._new_cell(cell_text(text), style)
        cell.data_type = "s"
        return cell

    def _new_cell(self, value: float | str | None, style: str) -> Cell:
        cell = WriteOnlyCell(self._page, value)
        cell.style = style
        return cell


def _stored(value: float, style: str) -> float:
    return value / DAY if style.startswith("seconds") else value
