"""A table measured, fitted and set: its widths, its type size, its cells in lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

from peloton.reports.sheet import Cell, Column, ColumnKind, Table, shown_rows
from peloton.reports.shirts import Shirt
from peloton.rules.words import visible
from peloton.writers.paper.fonts import ShapedLine, Typeface, Typefaces
from peloton.writers.paper.style import Style
from peloton.writers.paper.wrapping import wrapped_lines

_Cells = list[list[ShapedLine]]
"""One row: the lines of every cell."""

ARROW = 0.8
"""The room of the arrow ahead of a move, in times the type size."""
JERSEY_WIDTH = 1.25
"""The room of a jersey behind a bib, in times the type size."""
HEAD_SIZE = 0.85
"""The type size of the titles of columns, in times that of the cells."""
_HAIR = 0.01
_NEARLY = 0.7
"""The spare width, in times that of a table, up to which it fills all of it."""
_TO_WRITE_IN = 3.0
"""The least width of a box, in times the type size."""
ARROWS = "▲▼"


class Ornament(NamedTuple):
    """The sign of a cell besides its letters.

    The shirt at a bib, the sign of a move, the sheet of a link.
    """

    column: int
    kind: ColumnKind
    value: str = ""
    shirt: Shirt | None = None


class Fit(NamedTuple):
    """The type size of a table, the widths of its columns, whether text is wrapped."""

    size: float
    widths: list[float]
    wraps: bool = False


class Measured:
    """A table with the width its columns need at type size 1."""

    def __init__(
        self, table: Table, unit: str, faces: Typefaces, jerseys: Mapping[str, Shirt]
    ) -> None:
        """Measure a table; `jerseys` are the shirts of bibs."""
        self.table = table
        self.faces = faces
        self.texts = [list(row) for row in shown_rows(table, unit)]
        self.heads = [visible(column.title) for column in table.columns]
        self.marks = [tuple(_marks(table.columns, row, jerseys)) for row in table.rows]
        worn = {
            mark.column
            for marks in self.marks
            for mark in marks
            if mark.kind is ColumnKind.BIB
        }
        self.slots = [JERSEY_WIDTH * (n in worn) for n in range(len(table.columns))]
        self.boxes = [
            table.blank and not any(row[n] for row in self.texts)
            for n in range(len(table.columns))
        ]
        self.cells = list(map(self._needed, range(len(table.columns))))
        self.whole = [HEAD_SIZE * faces.bold.line(head).width for head in self.heads]
        self.words = [
            HEAD_SIZE * _widest(head.split(), faces.bold) for head in self.heads
        ]

    def _needed(self, index: int) -> float:
        if self.boxes[index]:
            return _TO_WRITE_IN
        texts = {row[index] for row in self.texts}
        if self.table.columns[index].kind is ColumnKind.MOVE:
            texts = {text.strip(ARROWS) for text in texts}
            return ARROW + _widest(texts, self.faces.regular)
        return _widest(texts, self.faces.regular) + self.slots[index]

    @cached_property
    def lines(self) -> list[_Cells]:
        """The texts of every row, each on one line: the same at any type size."""
        return self.wrapped(1.0, [inf] * len(self.heads))

    def wrapped(self, size: float, rooms: Sequence[float]) -> list[_Cells]:
        """Break the texts of every row into lines as wide as there is room."""
        face = self.faces.regular
        moves = [column.kind is ColumnKind.MOVE for column in self.table.columns]
        return [
            [
                [moved(text, face)] if move else wrapped_lines(text, face, size, room)
                for text, room, move in zip(texts, rooms, moves, strict=True)
            ]
            for texts in self.texts
        ]

    def fitted(self, width: float, style: Style) -> Fit | None:
        """Return the largest type size that fits, and the width of every column.

        None if the table is too wide even with its text wrapped in the last size.
        """
        for size in style.sizes:
            for titles in (self.whole, self.words):
                needs = self._needs(titles, size, style)
                spare = width - sum(needs)
                if spare >= 0:
                    return Fit(size, self._shared_out(needs, spare, style))
            if size <= style.wraps_from and (
                squeezed := self._squeezed(needs, -spare, style.narrowest * size)
            ):
                return Fit(size, squeezed, wraps=True)
        return None

    def least(self, style: Style) -> float:
        """Return the width it needs in the first type size, its text on one line."""
        return sum(self._needs(self.words, style.sizes[0], style)) + _HAIR

    def forced(self, width: float, style: Style) -> Fit:
        """Return the smallest type size with every column cut to the width."""
        size = style.sizes[-1]
        needs = self._needs(self.words, size, style)
        widths = [each * width / sum(needs) for each in needs]
        return Fit(size, widths, wraps=True)

    def _needs(self, titles: list[float], size: float, style: Style) -> list[float]:
        return [
            max(pair) * size + 2 * style.side
            for pair in zip(self.cells, titles, strict=True)
        ]

    def _shared_out(
        self, needs: Sequence[float], spare: float, style: Style
    ) -> list[float]:
        """Share the spare width out to the columns, up to `most_spare` a share."""
        shares = self._shares(style)
        # A little short of the whole width would read as a fault.
        most = style.most_spare if spare > sum(needs) * _NEARLY else inf
        a_share = min(spare / max(sum(shares), 1), most)
        return [
            width + a_share * share for width, share in zip(needs, shares, strict=True)
        ]

    def _shares(self, style: Style) -> list[int]:
        """Return the share of each column in the width left.

        Without any weights it goes to the boxes to write in, else to the text, if the
        style uses the whole width.
        """
        columns = self.table.columns
        shares = [column.weight for column in columns]
        if any(shares) or style.most_spare < inf:
            return shares
        shares = [int(column.kind is ColumnKind.TEXT) for column in columns]
        shares = list(map(int, self.boxes)) if any(self.boxes) else shares
        return shares if any(shares) else [1] * len(columns)

    def _squeezed(
        self, needs: Sequence[float], excess: float, narrowest: float
    ) -> list[float]:
        """Take the excess off the widest columns of text; empty if too narrow."""
        flexible = [
            index
            for index, column in enumerate(self.table.columns)
            if column.kind in (ColumnKind.TEXT, ColumnKind.BIB)
        ]
        target = sum(needs[index] for index in flexible) - excess
        widths = list(needs)
        for done, index in enumerate(sorted(flexible, key=needs.__getitem__)):
            # The narrow ones keep their width; the others share what is left.
            share = target / (len(flexible) - done)
            if share < min(narrowest, needs[index]):
                return []
            widths[index] = min(needs[index], share)
            target -= widths[index]
        return widths if flexible else []


def _marks(
    columns: Iterable[Column], row: Iterable[Cell], jerseys: Mapping[str, Shirt]
) -> Iterator[Ornament]:
    for index, (column, cell) in enumerate(zip(columns, row, strict=True)):
        if cell is None:
            continue
        if column.kind is ColumnKind.BIB and (shirt := jerseys.get(str(cell))):
            yield Ornament(index, column.kind, shirt=shirt)
        elif column.kind is ColumnKind.MOVE and isinstance(cell, int):
            yield Ornament(
                index, column.kind, "+" if cell > 0 else "-" if cell else "="
            )
        elif column.kind is ColumnKind.SHEET:
            yield Ornament(index, column.kind, str(cell))


def moved(text: str, face: Typeface) -> ShapedLine:
    """Leave room for the arrow, which is drawn: the digits read as both."""
    line = face.line(text.strip(ARROWS))
    if not text.startswith(tuple(ARROWS)):
        return line
    (run,) = line.runs
    return ShapedLine(line.width + ARROW, (run._replace(x=ARROW, read_as=text),))


def _widest(texts: Iterable[str], face: Typeface) -> float:
    return max((face.line(text).width for text in texts), default=0.0)


class GridRow(NamedTuple):
    """A row ready to be set: its height, what is free above its first lines."""

    cells: _Cells
    height: float
    top: float
    marks: tuple[Ornament, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table ready to be set: in points, at one type size, its cells in lines.

    `edges` are where its cells begin, or end if they are aligned right (True);
    `head_edges` are those of the titles.
    """

    size: float
    style: Style
    widths: list[float]
    edges: list[tuple[float, bool]]
    head_edges: list[tuple[float, bool]]
    head: GridRow
    rows: list[GridRow]

    @property
    def width(self) -> float:
        """The width of all its columns."""
        return sum(self.widths)


def grid(measured: Measured, fit: Fit, style: Style) -> Grid:
    """Set a table in the type size and the widths that were found for it."""
    right = [column.right_aligned for column in measured.table.columns]
    heads = [width - 2 * style.side for width in fit.widths]
    slots = [slot * fit.size for slot in measured.slots]
    rooms = [room - slot for room, slot in zip(heads, slots, strict=True)]
    # Over a box to write in, a title stands where one begins to write.
    ends = [each and not box for each, box in zip(right, measured.boxes, strict=True)]
    bold, size = measured.faces.bold, fit.size
    head = [
        wrapped_lines(text, bold, size * HEAD_SIZE, room)
        for text, room in zip(measured.heads, heads, strict=True)
    ]
    rows = measured.wrapped(size, rooms) if fit.wraps else measured.lines
    return Grid(
        size=size,
        style=style,
        widths=fit.widths,
        edges=_edges(right, heads, rooms, style.side),
        head_edges=_edges(ends, heads, rooms, style.side),
        head=_row(head, size * HEAD_SIZE, style),
        rows=[
            _row(cells, size, style, marks)
            for cells, marks in zip(rows, measured.marks, strict=True)
        ],
    )


def _row(
    cells: _Cells, size: float, style: Style, marks: tuple[Ornament, ...] | None = None
) -> GridRow:
    """Return a row of a table, or its head, which has no marks."""
    lines = max(map(len, cells), default=1) * size * style.leading
    least = 0.0 if marks is None else style.least
    height = max(lines + style.air, least)
    return GridRow(cells, height, (height - lines) / 2, marks or ())


def _edges(
    right: Iterable[bool], widths: Iterable[float], rooms: Iterable[float], side: float
) -> list[tuple[float, bool]]:
    """Return the edges of cells; `rooms` is the part of `widths` they may use."""
    edges, left = [], side
    for ends, width, room in zip(right, widths, rooms, strict=True):
        edges.append((left + room if ends else left, ends))
        left += width + 2 * side
    return edges
