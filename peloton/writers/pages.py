"""Sheets set on pages: what stands where, before anything is drawn."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from reportlab.lib.pagesizes import A4, landscape

from peloton.reports.sheet import Sheet, visible
from peloton.writers.fonts import Line, Typeface
from peloton.writers.grid import (
    LEADING,
    PADDING,
    Cells,
    Grid,
    Typefaces,
    grid,
    wrapped,
)

MARGIN = 42.0
"""Points left free on every side of a page."""
_FOOT = 24.0
_SMALL, _CAPTION, _TITLE, _TITLE_AGAIN = 8.0, 11.0, 18.0, 11.0
_BLACK, _GREY, _BLUE = (0.0, 0.0, 0.0), (0.4, 0.4, 0.4), (0.12, 0.23, 0.37)
_PALE = (0.75, 0.75, 0.75)
_HAIRLINE, _THICK = 0.3, 1.2
_SMALLEST_UPRIGHT = 8.0
"""The type size below which a sheet is turned on its side."""

Colour = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""


class Placed(NamedTuple):
    """A line of text on a page: its left end, its baseline, its size in points."""

    colour: Colour
    line: Line
    size: float
    x: float
    y: float


class Rule(NamedTuple):
    """A horizontal line across the page."""

    y: float
    width: float
    thickness: float
    colour: Colour


@dataclass(slots=True)
class Page:
    """One page: what stands on it, in points from its lower left corner."""

    width: float
    height: float
    texts: list[Placed] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.width - 2 * MARGIN


def pages_of(sheets: Iterable[Sheet], faces: Typefaces) -> list[Page]:
    """Set every sheet from a new page on, and number the pages through."""
    pages = [page for sheet in sheets for page in _Setting(sheet, faces).pages]
    for number, page in enumerate(pages, 1):
        _number(page, f"Page {number} of {len(pages)}", faces.regular)
    return pages


class _Setting:
    """One sheet being set: it fills pages from the top, `y` is where it has come to."""

    def __init__(self, sheet: Sheet, faces: Typefaces) -> None:
        self.sheet = sheet
        self.faces = faces
        self.pages: list[Page] = []
        self.paper = A4
        self.y = 0.0
        grids = self._grids()
        if any(each.size < _SMALLEST_UPRIGHT for each in grids):
            self.paper = landscape(A4)
            grids = self._grids()
        self._turn()
        for table, each in zip(sheet.tables, grids, strict=True):
            self._table(visible(table.title), each)
            for note in table.notes:
                self._paragraph(visible(note), faces.regular, _SMALL, _GREY)
        for note in sheet.notes:
            self._paragraph(visible(note), faces.regular, _SMALL + 1, _BLACK)

    def _grids(self) -> list[Grid]:
        width = self.paper[0] - 2 * MARGIN
        return [
            grid(table, self.sheet.unit, width, self.faces)
            for table in self.sheet.tables
        ]

    def _turn(self) -> None:
        """Begin a page with the heading of the sheet, smaller from the second on."""
        page = Page(*self.paper)
        size = _TITLE_AGAIN if self.pages else _TITLE
        self.pages.append(page)
        self.y = page.height - MARGIN
        self._paragraph(visible(self.sheet.title), self.faces.bold, size, _BLUE)
        if self.sheet.subtitle:
            self.y -= PADDING / 2
            subtitle = visible(self.sheet.subtitle)
            self._paragraph(subtitle, self.faces.regular, _SMALL + 1, _GREY)
        self.y -= PADDING
        page.rules.append(Rule(self.y, page.inner, _THICK, _BLUE))

    def _paragraph(
        self, text: str, face: Typeface, size: float, colour: Colour
    ) -> None:
        for line in wrapped(text, face, size, self.pages[-1].inner):
            self.y -= size * LEADING
            if self.y < MARGIN + _FOOT:
                self._turn()
                self.y -= size * LEADING
            placed = Placed(colour, line, size, MARGIN, self.y)
            self.pages[-1].texts.append(placed)

    def _table(self, caption: str, table: Grid) -> None:
        """Set a table; its heads stand again on top of every page it runs on to."""
        rows = list(map(table.height, table.rows))
        # A short table stays whole, a long one does not begin with its head alone.
        together = sum(rows) if sum(rows) < self.paper[1] / 3 else sum(rows[:3])
        if not self._room(4 * _CAPTION + table.height(table.head) + together):
            self._turn()
        self.y -= _CAPTION
        self._paragraph(caption, self.faces.bold, _CAPTION, _BLACK)
        self._head(table)
        for row in table.rows:
            if not self._room(table.height(row)):
                self._turn()
                self._head(table)
            self._row(table, row, _BLACK)
            self._rule(table, _HAIRLINE, _PALE)

    def _room(self, height: float) -> bool:
        return self.y - height >= MARGIN + _FOOT

    def _head(self, table: Grid) -> None:
        self.y -= PADDING
        self._row(table, table.head, _BLUE)
        self._rule(table, _THICK / 2, _BLUE)

    def _rule(self, table: Grid, thickness: float, colour: Colour) -> None:
        rule = Rule(self.y, sum(table.widths), thickness, colour)
        self.pages[-1].rules.append(rule)

    def _row(self, table: Grid, cells: Cells, colour: Colour) -> None:
        texts, size = self.pages[-1].texts, table.size
        left, top = MARGIN, self.y - PADDING / 2 - size
        for lines, width, column in zip(
            cells, table.widths, table.columns, strict=True
        ):
            y = top
            for line in lines:
                x = left + PADDING
                if column.right_aligned:
                    x = left + width - PADDING - line.width * size
                texts.append(Placed(colour, line, size, x, y))
                y -= size * LEADING
            left += width
        self.y -= table.height(cells)


def _number(page: Page, text: str, face: Typeface) -> None:
    line = face.line(text)
    x = page.width - MARGIN - line.width * _SMALL
    page.texts.append(Placed(_GREY, line, _SMALL, x, MARGIN - _SMALL))
