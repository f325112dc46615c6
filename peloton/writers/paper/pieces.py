"""The pieces of a page, from top to bottom: text lines, captions, rows, pictures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from peloton.reports.drawing import (
    Anchor,
    Picture,
    Point,
    Shape,
    drawn_shirt,
    rectangle,
)
from peloton.reports.sheet import Cell, ColumnKind
from peloton.rules.words import printable
from peloton.writers.paper.fonts import (
    MOST_LINES,
    ShapedLine,
    Typeface,
    Typefaces,
)
from peloton.writers.paper.pen import (
    BLACK,
    BLUE,
    DARK_GREY,
    GREEN,
    PALE,
    PALE_BLUE,
    RED,
    Pen,
)
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import LEADING
from peloton.writers.paper.table_fit import HEAD_SIZE, JERSEY_WIDTH, FittedTable

_HAIRLINE, _HEAD_LINE, _BOX_LINE = 0.3, 0.6, 0.5
_BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
"""Share of a label's width to the left of the point at which the label is anchored."""


class Text(NamedTuple):
    """A text line in a drawing.

    `at` is the left end of its baseline: points to the right and down from the upper
    left corner. Screen readers skip text without a tag.
    """

    line: ShapedLine
    size: float
    at: Point
    colour: str
    tag: Tag | None = None


class Drawing(NamedTuple):
    """Part of a page: its height in points, and what is drawn on it, if anything.

    Screen readers skip shapes without a `tag`.
    """

    height: float
    shapes: Sequence[Shape] = ()
    texts: Sequence[Text] = ()
    tag: Tag | None = None

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the shapes and the texts."""
        for shape in self.shapes:
            pen.shape(shape, left, top, self.tag)
        for line, size, (x, down), colour, tag in self.texts:
            pen.text(line, size, (left + x, top - down), colour, tag)


class Row(NamedTuple):
    """A row of a table; the text of its cells begins `down` points below the row's top.

    `edges` holds, for each cell, the x coordinate at which its text is aligned, and
    True if the text ends there. `structure` is the tag of the table; screen readers
    skip a row without it. `source` holds the values of the cells; it is None for a row
    of column titles.
    """

    table: FittedTable
    cells: Sequence[Sequence[ShapedLine]]
    size: float
    edges: Sequence[tuple[float, bool]]
    height: float
    down: float
    structure: Tag | None
    source: Sequence[Cell] | None = None
    shaded: bool = False

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the row with its lines, jerseys, arrows and links."""
        for shape in self._lines():
            pen.shape(shape, left, top)
        row = Tag("TR", self.structure)
        row.kids += [Tag("TH" if self.is_head else "TD", row) for _ in self.cells]
        tags = row.kids if self.structure else [None] * len(self.cells)
        colours = self._marks(pen, left, top, tags)
        step = self.size * self.table.style.leading
        for lines, (edge, right), colour, tag in zip(
            self.cells, self.edges, colours, tags, strict=True
        ):
            base = top - self.down - self.size
            for line in lines:
                x = left + edge - (line.width * self.size if right else 0.0)
                pen.text(line, self.size, (x, base), colour, tag)
                base -= step

    @property
    def is_head(self) -> bool:
        """True for a row of column titles."""
        return self.source is None

    def _lines(self) -> Iterator[Shape]:
        """Yield the shade of the row, the boxes of a form, and the line at the foot."""
        width, height, style = self.table.width, self.height, self.table.style
        if self.shaded:
            yield rectangle((0.0, 0.0), (width, height), PALE_BLUE)
        if style.boxes:
            xs = accumulate(self.table.widths, initial=0.0)
            sides = [((x, 0.0), (x, height)) for x in xs]
            top = [((0.0, 0.0), (width, 0.0))] if self.is_head else []
            for points in (*sides, *top):
                yield Shape(points, stroke=PALE, width=_BOX_LINE)
        foot = (0.0, height), (width, height)
        if self.is_head:
            yield Shape(foot, stroke=BLUE, width=_HEAD_LINE)
        elif not style.bar:
            width = _BOX_LINE if style.boxes else _HAIRLINE
            yield Shape(foot, stroke=PALE, width=width)

    def _marks(
        self, pen: Pen, left: float, top: float, tags: Sequence[Tag | None]
    ) -> list[str]:
        """Draw the jerseys and links of the cells; return the colour of each cell."""
        if self.source is None:
            return [BLUE] * len(self.cells)
        table, colours = self.table, [BLACK] * len(self.cells)
        for at, kind in table.measured.marked:
            cell, tag = self.source[at], tags[at]
            if kind is ColumnKind.MOVE and isinstance(cell, int):
                colours[at] = GREEN if cell > 0 else RED if cell < 0 else DARK_GREY
            elif kind is ColumnKind.SHEET:
                colours[at] = BLUE
                corner = left + sum(table.widths[:at]), top - self.height
                if tag:
                    pen.link(str(cell), corner, (table.widths[at], self.height), tag)
            elif cell and (shirt := table.measured.jerseys.get(str(cell))):
                x = self.edges[at][0] + (JERSEY_WIDTH - 1.0) * self.size * 0.9
                corner = x, self.down + 0.14 * self.size
                for shape in drawn_shirt(shirt, corner, self.size):
                    pen.shape(replace(shape, width=self.size / 20), left, top)
        return colours


Piece = Row | Drawing


def head_row(table: FittedTable, structure: Tag | None) -> Row:
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
    edges = table.edges(rooms, [c.right_aligned and not box for c, box in pairs])
    height = max(map(len, cells), default=1) * size * style.leading + style.padding
    down = style.padding / 2
    row = (table, cells, size, edges, height, down, structure, None, style.boxes)
    return Row(*row)


def body_rows(table: FittedTable, structure: Tag) -> list[Row]:
    """Return the rows of a table, with every second row shaded if the style says so."""
    size, style = table.size, table.style
    right = [column.right_aligned for column in table.table.columns]
    edges = table.edges(table.rooms, right)
    rows: list[Row] = []
    for cells, source in zip(table.cells, table.table.rows, strict=True):
        lines = max(map(len, cells), default=1) * size * style.leading
        height = max(lines + style.padding, style.min_height)
        down, shaded = (height - lines) / 2, style.bar and len(rows) % 2 == 1
        row = (table, cells, size, edges, height, down, structure, source, shaded)
        rows.append(Row(*row))
    return rows


class TextStyle(NamedTuple):
    """The typeface, size and colour of text."""

    face: Typeface
    size: float
    colour: str


def paragraph(
    text: str,
    font: TextStyle,
    width: float,
    tag: Tag | None,
    maximum: int = MOST_LINES,
) -> list[Piece]:
    """Break text into lines of a given width, no more than the `maximum`.

    Without a `tag`, screen readers skip the text.
    """
    face, size, colour = font
    height = size * LEADING
    return [
        Drawing(height, texts=[Text(line, size, (0.0, height), colour, tag)])
        for line in face.wrapped(printable(text), size, width, maximum)
    ]


def paragraphs(texts: Iterable[str], font: TextStyle, width: float) -> list[Piece]:
    """Break each of several paragraphs into lines of a given width."""
    return [line for text in texts for line in paragraph(text, font, width, Tag("P"))]


def separator(width: float, thickness: float) -> Piece:
    """Return a line across a page."""
    return Drawing(thickness, [rectangle((0.0, 0.0), (width, thickness), BLACK)])


def caption_bar(
    text: str, font: TextStyle, width: float, maximum: int, tag: Tag | None
) -> Piece:
    """Return a caption in a coloured bar, of no more lines than the `maximum`."""
    face, size, colour = font
    lines = face.wrapped(text, size, width - size, maximum)
    height = (len(lines) * 1.25 + 0.35) * size
    texts = [
        Text(line, size, (size / 2, (number * 1.25 - 0.08) * size), colour, tag)
        for number, line in enumerate(lines, 1)
    ]
    return Drawing(height, [rectangle((0.0, 0.0), (width, height), BLUE)], texts)


def indented_picture(
    picture: Picture, scale: float, inset: float, faces: Typefaces
) -> Piece:
    """Return a picture with its labels, scaled and indented by `inset` points."""
    tag = Tag("Figure", alt=picture.about or picture.title or picture.name)
    shapes: list[Shape] = []
    texts: list[Text] = []
    for part in picture.shapes:
        if isinstance(part, Shape):
            points = tuple((inset + x * scale, y * scale) for x, y in part.points)
            shapes.append(replace(part, points=points, width=part.width * scale))
            continue
        face = faces.bold if part.bold else faces.regular
        line, size = face.line(printable(part.text)), part.size * scale
        x = part.at[0] * scale - _BEFORE[part.anchor] * line.width * size
        at = inset + x, part.at[1] * scale
        texts.append(Text(line, size, at, part.colour, tag))
    return Drawing(picture.height * scale, shapes, texts, tag)
