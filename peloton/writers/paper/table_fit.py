"""Measure a table and fit it into a width: column widths, type size, wrapped cells."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from peloton.reports.sheet import ColumnKind, Table, printed_rows
from peloton.reports.shirts import Shirt
from peloton.rules.words import printable
from peloton.writers.paper.fonts import ShapedLine, Typeface, Typefaces
from peloton.writers.paper.style import TableStyle

JERSEY_WIDTH = 1.25
"""Width of the jersey after a bib, as a factor of the type size."""
HEAD_SIZE = 0.85
"""Type size of column titles, as a factor of the cells' type size."""
_BOX_WIDTH = 3.0
"""Minimum width of a box to write in, as a factor of the type size."""
_MARKED = {ColumnKind.BIB, ColumnKind.MOVE, ColumnKind.SHEET}
"""Kinds of columns whose cells have a jersey, a colour or a link."""
ARROWS = str.maketrans("▲▼", "↑↓")
"""Replacement of the signs of moves by arrows, for which the fonts have letters."""


class MeasuredTable:
    """A table with the widths that its columns need at type size 1.

    For each column, `cells` holds the width of the widest cell, including the space for
    jerseys (`slots`). `whole` holds the width of the title, and `words` the width of
    the title's longest word. `boxes` is True for columns to write in. `marked` holds
    the index and the kind of each column whose cells have a jersey, a colour or a link.
    """

    def __init__(
        self, table: Table, unit: str, faces: Typefaces, jerseys: Mapping[str, Shirt]
    ) -> None:
        """Measure a table; `jerseys` maps bibs to shirts."""
        self.table = table
        self.faces = faces
        self.jerseys = jerseys
        self.texts = [
            [text.translate(ARROWS) for text in row]
            for row in printed_rows(table, unit)
        ]
        self.heads = [printable(column.title) for column in table.columns]
        kinds = [(n, column.kind) for n, column in enumerate(table.columns)]
        self.marked = [(n, kind) for n, kind in kinds if kind in _MARKED]
        self.slots = [
            JERSEY_WIDTH
            * any(kind is ColumnKind.BIB and row[n] in jerseys for row in table.rows)
            for n, kind in kinds
        ]
        self.boxes = [
            table.blank and not any(row[n] for row in self.texts)
            for n in range(len(table.columns))
        ]
        self.cells = [
            _BOX_WIDTH
            if box
            else slot + _widest({row[n] for row in self.texts}, faces.regular)
            for n, (box, slot) in enumerate(zip(self.boxes, self.slots, strict=True))
        ]
        self.whole = [HEAD_SIZE * faces.bold.line(head).width for head in self.heads]
        self.words = [
            HEAD_SIZE * _widest(head.split(), faces.bold) for head in self.heads
        ]

    def fitted(self, width: float, style: TableStyle) -> "FittedTable | None":
        """Fit the table into a width, in the largest possible type size.

        Return None if it is too wide even with its text wrapped in the smallest size.
        """
        for size in style.sizes:
            for titles in (self.whole, self.words):
                needs = self._needs(titles, size, style)
                spare = width - sum(needs)
                if spare >= 0:
                    shares = self._shares()
                    widths = [
                        need + spare * share / sum(shares)
                        for need, share in zip(needs, shares, strict=True)
                    ]
                    return FittedTable(self, style, width, size, widths)
            if size <= style.wraps_from and (
                squeezed := self._squeezed(needs, -spare, style.narrowest * size)
            ):
                return FittedTable(self, style, width, size, squeezed)
        return None

    def fitted_or_cut(self, width: float, style: TableStyle) -> "FittedTable":
        """Fit the table into a width; if no type size fits, narrow all its columns."""
        if fitted := self.fitted(width, style):
            return fitted
        size = style.sizes[-1]
        needs = self._needs(self.words, size, style)
        widths = [need * width / sum(needs) for need in needs]
        return FittedTable(self, style, width, size, widths)

    def _needs(
        self, titles: list[float], size: float, style: TableStyle
    ) -> list[float]:
        return [
            max(pair) * size + 2 * style.side
            for pair in zip(self.cells, titles, strict=True)
        ]

    def _shares(self) -> Sequence[int]:
        """Return each column's share of spare width.

        If no column has a weight, the boxes to write in share the width or, if there
        are none, the text columns.
        """
        columns = self.table.columns
        shares = [column.weight for column in columns]
        if not any(shares):
            shares = list(map(int, self.boxes))
        if not any(shares):
            shares = [int(column.kind is ColumnKind.TEXT) for column in columns]
        return shares if any(shares) else [1] * len(columns)

    def _squeezed(
        self, needs: Sequence[float], excess: float, narrowest: float
    ) -> list[float]:
        """Narrow the widest text columns by `excess` in all; [] if they get too narrow.

        Return the widths of all columns.
        """
        flexible = [
            index
            for index, column in enumerate(self.table.columns)
            if column.kind in (ColumnKind.TEXT, ColumnKind.BIB)
        ]
        target = sum(needs[index] for index in flexible) - excess
        widths = list(needs)
        for done, index in enumerate(sorted(flexible, key=needs.__getitem__)):
            # Columns narrower than their share keep their width; wider columns share
            # what is left.
            share = target / (len(flexible) - done)
            if share < min(narrowest, needs[index]):
                return []
            widths[index] = min(needs[index], share)
            target -= widths[index]
        return widths if flexible else []


def _widest(texts: Iterable[str], face: Typeface) -> float:
    return max((face.line(text).width for text in texts), default=0.0)


@dataclass(frozen=True)
class FittedTable:
    """A table fitted into the width `room`: its type size and its column widths."""

    measured: MeasuredTable
    style: TableStyle
    room: float
    size: float
    widths: list[float]

    @property
    def table(self) -> Table:
        """The table that was fitted."""
        return self.measured.table

    @cached_property
    def width(self) -> float:
        """The total width of the columns."""
        return sum(self.widths)

    @property
    def rooms(self) -> list[float]:
        """The maximum length of a text line in each column, in points."""
        margins, slots = 2 * self.style.side, self.measured.slots
        return [
            width - margins - slot * self.size
            for width, slot in zip(self.widths, slots, strict=True)
        ]

    @property
    def cells(self) -> Iterator[Sequence[list[ShapedLine]]]:
        """The cells of every row, broken into lines no wider than their columns."""
        face, size, rooms = self.measured.faces.regular, self.size, self.rooms
        for texts in self.measured.texts:
            yield [
                face.wrapped(text, size, room)
                for text, room in zip(texts, rooms, strict=True)
            ]

    def edges(
        self, rooms: Iterable[float], right: Iterable[bool]
    ) -> list[tuple[float, bool]]:
        """Return where the text of each column is aligned, and whether it ends there.

        `rooms` are the maximum lengths of the text, and `right` is true for the columns
        that are aligned right.
        """
        lefts = accumulate(self.widths, initial=self.style.side)
        return [
            (left + room if ends else left, ends)
            for left, room, ends in zip(lefts, rooms, right, strict=False)
        ]
