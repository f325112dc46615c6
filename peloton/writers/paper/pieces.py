"""The pieces of a page, from top to bottom: text lines, captions, rows, pictures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from peloton.reports.drawing import Anchor, Label, Shape, drawn_shirt, rectangle
from peloton.reports.sheet import Cell, ColumnKind
from peloton.rules.words import printable
from peloton.writers.paper.fonts import Typefaces
from peloton.writers.paper.pen import Pen
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import (
    BLACK,
    BLUE,
    DARK_GREY,
    GREEN,
    LEADING,
    PALE,
    PALE_BLUE,
    RED,
    TextStyle,
)
from peloton.writers.paper.table_fit import (
    HEAD_SIZE,
    JERSEY_WIDTH,
    FittedTable,
    PlacedColumn,
)

_HAIRLINE, _HEAD_LINE, _BOX_LINE = 0.3, 0.6, 0.5


class Drawing(NamedTuple):
    """Part of a page: its height in points, and its drawn parts, if any.

    The `parts` are indented by `inset` points and enlarged by the factor `scale`.
    Screen readers skip them without a `tag`.
    """

    height: float
    parts: Sequence[Shape | Label] = ()
    tag: Tag | None = None
    inset: float = 0.0
    scale: float = 1.0

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the parts."""
        for part in self.parts:
            pen.draw(part, left + self.inset, top, self.tag, self.scale)


class Row(NamedTuple):
    """A row of a table: the lines of text of each cell.

    `structure` is the tag of the table; screen readers skip a row without it. `source`
    holds the values of the cells; it is None for a row of column titles.
    """

    table: FittedTable
    cells: Sequence[Sequence[str]]
    structure: Tag | None
    source: Sequence[Cell] | None = None
    shaded: bool = False

    @property
    def size(self) -> float:
        """The type size."""
        return self.table.size * (HEAD_SIZE if self.source is None else 1.0)

    @property
    def _text_height(self) -> float:
        lines = max(map(len, self.cells), default=1)
        return lines * self.size * self.table.style.leading

    @property
    def height(self) -> float:
        """The height in points."""
        least = 0.0 if self.source is None else self.table.style.boxes
        return max(self._text_height + self.table.style.padding, least)

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the row with its lines, jerseys, arrows and links."""
        for shape in self._lines():
            pen.draw(shape, left, top)
        row, head, size = Tag("TR", self.structure), self.source is None, self.size
        row.kids += [Tag("TH" if head else "TD", row) for _ in self.cells]
        tags = row.kids if self.structure else [None] * len(self.cells)
        source: Sequence[Cell] = self.source or [None] * len(self.cells)
        first = (self.height - self._text_height) / 2 + size
        jerseys = self.table.measured.jerseys
        for column, lines, cell, tag in zip(
            self.table.columns, self.cells, source, tags, strict=True
        ):
            kind, edge, anchor = column.measured.column.kind, *self._edge(column, lines)
            if tag and kind is ColumnKind.SHEET and not head:
                corner = left + column.left, top - self.height
                pen.link(str(cell), corner, (column.width, self.height), tag)
            if kind is ColumnKind.BIB and cell in jerseys:
                corner = edge + (JERSEY_WIDTH - 1.0) * size * 0.9, first - 0.86 * size
                for shape in drawn_shirt(jerseys[str(cell)], corner, size):
                    pen.draw(replace(shape, width=size / 20), left, top)
            colour = BLUE if head else _colour(cell, kind)
            for number, line in enumerate(lines):
                at = edge, first + number * size * self.table.style.leading
                label = Label(at, line, size, anchor, bold=head, colour=colour)
                pen.draw(label, left, top, tag)

    def _edge(self, column: PlacedColumn, lines: Sequence[str]) -> tuple[float, Anchor]:
        """Return the x coordinate at which the lines of a cell begin or end."""
        start, room = column.left + self.table.style.side, column.room
        right = column.measured.column.right_aligned
        if self.source is None:
            # A title wider than the bibs may extend over the space for jerseys. Above a
            # box to write in, it is aligned left.
            face = self.table.measured.faces.bold
            widths = (face.line(line).width * self.size for line in lines)
            room, right = max([room, *widths]), right and not column.measured.box
        return (start + room, Anchor.END) if right else (start, Anchor.START)

    def _lines(self) -> Iterator[Shape]:
        """Yield the shade of the row, the boxes of a form, and the line at the foot."""
        width, height, style = self.table.room, self.height, self.table.style
        head, thin = self.source is None, _BOX_LINE if style.boxes else _HAIRLINE
        if self.shaded:
            yield rectangle((0.0, 0.0), (width, height), PALE_BLUE)
        if style.boxes:
            xs = (0.0, *(column.left + column.width for column in self.table.columns))
            lines = [((x, 0.0), (x, height)) for x in xs]
            lines += [((0.0, 0.0), (width, 0.0))] if head else []
            for points in lines:
                yield Shape(points, stroke=PALE, width=_BOX_LINE)
        foot = (0.0, height), (width, height)
        if head:
            yield Shape(foot, stroke=BLUE, width=_HEAD_LINE)
        elif not style.bar:
            yield Shape(foot, stroke=PALE, width=thin)


def _colour(cell: Cell, kind: ColumnKind) -> str:
    if kind is ColumnKind.MOVE and isinstance(cell, int):
        return GREEN if cell > 0 else RED if cell < 0 else DARK_GREY
    return BLUE if kind is ColumnKind.SHEET else BLACK


Piece = Row | Drawing
Unit = tuple[Piece, ...]
"""Pieces (rows, text lines) that stay together in one column."""


def head_row(table: FittedTable, structure: Tag | None) -> Row:
    """Return the row of a table's column titles."""
    style, size, face = table.style, table.size * HEAD_SIZE, table.measured.faces.bold
    cells = [
        face.wrapped(column.measured.title, size, column.width - 2 * style.side)
        for column in table.columns
    ]
    return Row(table, cells, structure, shaded=style.boxes > 0)


def body_rows(table: FittedTable, structure: Tag) -> list[Row]:
    """Return the rows of a table, with every second row shaded if the style says so."""
    measured, rows = table.measured, list[Row]()
    face = measured.faces.regular
    for texts, source in zip(measured.texts, measured.table.rows, strict=True):
        cells = [
            face.wrapped(text, table.size, column.room)
            for text, column in zip(texts, table.columns, strict=True)
        ]
        shaded = table.style.bar and len(rows) % 2 == 1
        rows.append(Row(table, cells, structure, source, shaded))
    return rows


def paragraphs(
    texts: Iterable[str], style: TextStyle, faces: Typefaces, width: float
) -> list[Piece]:
    """Break each of several paragraphs into lines of a given width."""
    size, face = style.size, faces.bold if style.bold else faces.regular
    height, pieces = size * LEADING, list[Piece]()
    for text in texts:
        tag = Tag(style.role) if style.role else None
        for line in face.wrapped(printable(text), size, width, style.most):
            at, bold, colour = (0.0, height), style.bold, style.colour
            label = Label(at, line, size, bold=bold, colour=colour)
            pieces.append(Drawing(height, [label], tag))
    return pieces


def separator(width: float, thickness: float) -> Piece:
    """Return a line across a page."""
    return Drawing(thickness, [rectangle((0.0, 0.0), (width, thickness), BLUE)])
