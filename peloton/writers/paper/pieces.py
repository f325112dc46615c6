"""The pieces of a page, from top to bottom: text lines, captions, rows, pictures."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from peloton.reports.drawing import Anchor, Label, Picture, Shape, drawn_shirt
from peloton.reports.sheet import Cell, ColumnKind
from peloton.reports.shirts import Shirt
from peloton.rules.words import printable
from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.pen import (
    BLACK,
    BLUE,
    DARK_GREY,
    GREEN,
    PALE,
    PALE_BLUE,
    RED,
    WHITE,
    Pen,
)
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import LEADING
from peloton.writers.paper.table_fit import HEAD_SIZE, JERSEY_WIDTH, FittedTable

_HAIRLINE, _HEAD_LINE, _BOX_LINE = 0.3, 0.6, 0.5
_BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
"""Share of a label's width to the left of the point at which the label is anchored."""


class Drawing(NamedTuple):
    """Part of a page with a height in points; empty space unless `put` draws something.

    `put` draws it with its upper left corner at the given coordinates.
    """

    height: float
    put: Callable[[Pen, float, float], None] = lambda *_: None


class Row(NamedTuple):
    """A row of a table; the text of its cells begins `down` points below the row's top.

    `edges` holds, for each cell, the x coordinate at which its text is aligned, and
    True if the text ends there. `structure` is the tag of the table; screen readers
    skip a row without it. `source` holds the values of the cells.
    """

    table: FittedTable
    cells: Sequence[Sequence[ShapedLine]]
    size: float
    edges: Sequence[tuple[float, bool]]
    height: float
    down: float
    structure: Tag | None
    source: Sequence[Cell] = ()
    shaded: bool = False

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the row with its jerseys, arrows and links."""
        table, foot = self.table, top - self.height
        tags = self.cell_tags("TD")
        if self.shaded:
            pen.rectangle(PALE_BLUE, left, foot, table.width, self.height)
        if table.style.boxes:
            self.draw_boxes(pen, left, top)
        elif not table.style.bar:
            pen.line(PALE, _HAIRLINE, (left, foot), (left + table.width, foot))
        colours = [BLACK] * len(self.cells)
        for at, kind in table.measured.marked:
            cell, tag = self.source[at], tags[at]
            if kind is ColumnKind.MOVE and isinstance(cell, int):
                colours[at] = GREEN if cell > 0 else RED if cell < 0 else DARK_GREY
            elif kind is ColumnKind.SHEET:
                colours[at] = BLUE
                corner = left + sum(table.widths[:at]), foot
                if tag:
                    size = table.widths[at], self.height
                    pen.link(str(cell), corner, size, tag)
            elif cell and (shirt := table.measured.jerseys.get(str(cell))):
                base = top - self.down - self.size
                _draw_jersey(pen, shirt, left + self.edges[at][0], base, self.size)
        self.draw_cells(pen, (left, top), colours, tags)

    def cell_tags(self, role: str) -> Sequence[Tag | None]:
        """Return a tag for each cell within a tag for the row; None if untagged."""
        if not self.structure:
            return [None] * len(self.cells)
        row = Tag("TR", self.structure)
        row.kids += [Tag(role, row) for _ in self.cells]
        return row.kids

    def draw_boxes(self, pen: Pen, left: float, top: float) -> None:
        """Draw the lines around the boxes of a form, except the line at the top."""
        foot, end = top - self.height, left + self.table.width
        for x in accumulate(self.table.widths, initial=left):
            pen.line(PALE, _BOX_LINE, (x, top), (x, foot))
        pen.line(PALE, _BOX_LINE, (left, foot), (end, foot))

    def draw_cells(
        self,
        pen: Pen,
        corner: tuple[float, float],
        colours: Iterable[str],
        tags: Iterable[Tag | None],
    ) -> None:
        """Draw the text of each cell in its colour."""
        left, top = corner
        size, step = self.size, self.size * self.table.style.leading
        for lines, (edge, right), colour, tag in zip(
            self.cells, self.edges, colours, tags, strict=True
        ):
            y = top - self.down - size
            for line in lines:
                x = left + edge - (line.width * size if right else 0.0)
                pen.text(line, size, (x, y), colour, tag)
                y -= step


class HeadRow(Row):
    """The column titles, with a line below them; in a form they are shaded."""

    __slots__ = ()

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the column titles."""
        width, foot, end = self.table.width, top - self.height, left + self.table.width
        if self.table.style.boxes:
            pen.rectangle(PALE_BLUE, left, foot, width, self.height)
            self.draw_boxes(pen, left, top)
            pen.line(PALE, _BOX_LINE, (left, top), (end, top))
        self.draw_cells(
            pen, (left, top), [BLUE] * len(self.cells), self.cell_tags("TH")
        )
        pen.line(BLUE, _HEAD_LINE, (left, foot), (end, foot))


Piece = Row | Drawing


def head_row(table: FittedTable, structure: Tag) -> HeadRow:
    """Return the row of a table's column titles."""
    measured, style = table.measured, table.style
    size, margins = table.size * HEAD_SIZE, 2 * style.side
    cells = [
        measured.faces.bold.wrapped(text, size, width - margins)
        for text, width in zip(measured.heads, table.widths, strict=True)
    ]
    # A title wider than the bibs may extend over the space for the jerseys beside them.
    rooms = [
        max([room, *(line.width * size for line in lines)])
        for room, lines in zip(table.rooms, cells, strict=True)
    ]
    # Above a box to write in, a title is aligned left.
    pairs = zip(table.table.columns, measured.boxes, strict=True)
    right = (column.right_aligned and not box for column, box in pairs)
    edges = _edges(table, rooms, right)
    height = max(map(len, cells), default=1) * size * style.leading + style.padding
    return HeadRow(table, cells, size, edges, height, style.padding / 2, structure)


def body_rows(table: FittedTable, structure: Tag) -> list[Row]:
    """Return the rows of a table, with every second row shaded if the style says so."""
    measured, size, style = table.measured, table.size, table.style
    right = (column.right_aligned for column in table.table.columns)
    edges = _edges(table, table.rooms, right)
    wrapped = measured.wrapped(size, table.rooms) if table.wraps else measured.lines
    rows: list[Row] = []
    for cells, source in zip(wrapped, table.table.rows, strict=True):
        lines = max(map(len, cells), default=1) * size * style.leading
        height = max(lines + style.padding, style.min_height)
        down, shaded = (height - lines) / 2, style.bar and len(rows) % 2 == 1
        row = (table, cells, size, edges, height, down, structure, source, shaded)
        rows.append(Row(*row))
    return rows


def _edges(
    table: FittedTable, rooms: Iterable[float], right: Iterable[bool]
) -> list[tuple[float, bool]]:
    lefts = accumulate(table.widths, initial=table.style.side)
    return [
        (left + room if ends else left, ends)
        for left, room, ends in zip(lefts, rooms, right, strict=False)
    ]


def text_line(line: ShapedLine, size: float, colour: str, tag: Tag | None) -> Piece:
    """Return a text line of a heading or a note."""
    height = size * LEADING

    def put(pen: Pen, left: float, top: float) -> None:
        pen.text(line, size, (left, top - height), colour, tag)

    return Drawing(height, put)


def separator(width: float, thickness: float) -> Piece:
    """Return a line across a page."""

    def put(pen: Pen, left: float, top: float) -> None:
        pen.rectangle(BLUE, left, top - thickness, width, thickness)

    return Drawing(thickness, put)


def caption_bar(
    lines: Sequence[ShapedLine], size: float, width: float, tag: Tag | None
) -> Piece:
    """Return a caption in a coloured bar."""
    height = (len(lines) * 1.25 + 0.35) * size

    def put(pen: Pen, left: float, top: float) -> None:
        pen.rectangle(BLUE, left, top - height, width, height)
        for number, line in enumerate(lines, 1):
            y = top - (number * 1.25 - 0.08) * size
            pen.text(line, size, (left + size / 2, y), WHITE, tag)

    return Drawing(height, put)


def drawn_shapes(shapes: Iterable[Shape], height: float) -> Piece:
    """Return shapes that screen readers skip, such as lines for decoration."""

    def put(pen: Pen, left: float, top: float) -> None:
        for shape in shapes:
            pen.shape(shape, left, top)

    return Drawing(height, put)


def indented_picture(
    picture: Picture, scale: float, inset: float, faces: Typefaces
) -> Piece:
    """Return a picture with its labels, scaled and indented by `inset` points."""
    tag = Tag("Figure", alt=picture.about or picture.title or picture.name)

    def put(pen: Pen, left: float, top: float) -> None:
        for shape in picture.shapes:
            if isinstance(shape, Shape):
                pen.shape(shape, left + inset, top, scale, tag)
        for label in picture.shapes:
            if isinstance(label, Label):
                face = faces.bold if label.bold else faces.regular
                line, size = face.line(printable(label.text)), label.size * scale
                x = label.at[0] * scale - _BEFORE[label.anchor] * line.width * size
                y = top - label.at[1] * scale
                pen.text(line, size, (left + inset + x, y), label.colour, tag)

    return Drawing(picture.height * scale, put)


def _draw_jersey(pen: Pen, shirt: Shirt, edge: float, base: float, size: float) -> None:
    x = edge + (JERSEY_WIDTH - 1.0) * size * 0.9
    for shape in drawn_shirt(shirt, (0.0, 0.0), size):
        pen.shape(replace(shape, width=size / 20), x, base + 0.86 * size)
