"""The rows of a tab, each a string: openpyxl takes three times as long cell by cell."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache
from html import escape

from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.hyperlink import Hyperlink

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


CellXml = tuple[str, str]
"""The letters of a column, and the rest of a cell of it."""


def _stored(value: float, style: str) -> float:
    return value / DAY if style.startswith("seconds") else value


class Rows:
    """The rows of one tab so far, and the links in them.

    A cell is written without its place, so that a value that comes again is written
    once. `styles` are the numbers of the named styles, `epoch` is when dates begin.
    """

    def __init__(self, styles: Mapping[str, int], epoch: datetime) -> None:
        """Begin with no row."""
        self.links: list[Hyperlink] = []
        self.captions: list[tuple[str, str]] = []
        """The title of each chart, and what it shows in words."""
        self._epoch = epoch
        self._rows: list[str] = []
        self._styles = {
            name: f' s="{number}"' if number else "" for name, number in styles.items()
        }
        self.text = cache(self._text)

    @property
    def count(self) -> int:
        """How many rows there are: the number of the last one."""
        return len(self._rows)

    def append(self, cells: Iterable[CellXml] = (), look: str = "") -> None:
        """Write the next row; `look` are attributes such as its height."""
        number = self.count + 1
        places = "".join([f'<c r="{letter}{number}"{rest}' for letter, rest in cells])
        self._rows.append(f'<row r="{number}"{look}>{places}</row>')

    def link(self, letter: str, tab: str) -> None:
        """Make a cell of the next row a link: to a place in the book, no address."""
        quoted = tab.replace("'", "''")
        place = f"{letter}{self.count + 1}"
        self.links.append(Hyperlink(ref=place, location=f"'{quoted}'!A1"))

    def number(self, value: float, style: str = "Normal") -> str:
        """Write a cell with a number; seconds become fractions of a day."""
        return f'{self._styles[style]} t="n"><v>{_stored(value, style)}</v></c>'

    def date(self, day: date) -> str:
        """Write a cell with a date, which stays that day in whatever book it is put.

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

    def formula(self, formula: str, result: float, style: str) -> str:
        """Write a formula with its result, for programs that only show a workbook.

        In the formula `{0}` is the next row.
        """
        kind, value = "n", _stored(result, style)
        if isinstance(result, bool):
            kind, value = "b", int(result)
        written = escape(formula.format(self.count + 1), quote=False)
        inside = f"<f>{written}</f><v>{value}</v>"
        return f'{self._styles[style]} t="{kind}">{inside}</c>'

    def _text(self, text: str, style: str) -> str:
        """Write a cell of text, which is never a formula."""
        start = f'{self._styles[style]} t="inlineStr"'
        if not text:
            return f"{start}/>"
        shown = escape(cell_text(text), quote=False)
        space = ' xml:space="preserve"' if shown != shown.strip() else ""
        return f"{start}><is><t{space}>{shown}</t></is></c>"

    def xml(self) -> bytes:
        """Return all rows as the part of a tab that has its cells."""
        return f"<sheetData>{''.join(self._rows)}</sheetData>".encode()
