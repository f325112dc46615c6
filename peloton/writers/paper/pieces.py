"""The pieces of a page, from top to bottom: text lines, captions, rows, pictures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
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
from peloton.writers.paper.fonts import ShapedLine, Typefaces
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
    WHITE,
    TextStyle,
)
from peloton.writers.paper.table_fit import (
    HEAD_SIZE,
    JERSEY_WIDTH,
    FittedTable,
    PlacedColumn,
)

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

    `structure` is the tag of the table; screen readers skip a row without it. `source`
    holds the values of the cells; it is None for a row of column titles.
    """

    table: FittedTable
    columns: Sequence[PlacedColumn]
    cells: Sequence[Sequence[ShapedLine]]
    size: float
    height: float
    down: float
    structure: Tag | None
    source: Sequence[Cell] | None = None
    shaded: bool = False

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the row with its lines, jerseys, arrows and links."""
        for shape in self._lines():
            pen.shape(shape, left, top)
        row, role = Tag("TR", self.structure), "TH" if self.source is None else "TD"
        row.kids += [Tag(role, row) for _ in self.cells]
        tags = row.kids if self.structure else [None] * len(self.cells)
        colours = self._marks(pen, left, top, tags)
        step = self.size * self.table.style.leading
        for lines, column, colour, tag in zip(
            self.cells, self.columns, colours, tags, strict=True
        ):
            base = top - self.down - self.size
            for line in lines:
                x = left + column.edge - (line.width * self.size if column.right else 0)
                pen.text(line, self.size, (x, base), colour, tag)
                base -= step

    def _lines(self) -> Iterator[Shape]:
        """Yield the shade of the row, the boxes of a form, and the line at the foot."""
        width, height, style = self.table.width, self.height, self.table.style
        head, thin = self.source is None, _BOX_LINE if style.boxes else _HAIRLINE
        if self.shaded:
            yield rectangle((0.0, 0.0), (width, height), PALE_BLUE)
        if style.boxes:
            xs = (0.0, *(column.left + column.width for column in self.columns))
            lines = [((x, 0.0), (x, height)) for x in xs]
            lines += [((0.0, 0.0), (width, 0.0))] if head else []
            for points in lines:
                yield Shape(points, stroke=PALE, width=_BOX_LINE)
        foot = (0.0, height), (width, height)
        if head:
            yield Shape(foot, stroke=BLUE, width=_HEAD_LINE)
        elif not style.bar:
            yield Shape(foot, stroke=PALE, width=thin)

    def _marks(
        self, pen: Pen, left: float, top: float, tags: Sequence[Tag | None]
    ) -> list[str]:
        """Draw the jerseys and links of the cells; return the colour of each cell."""
        if self.source is None:
            return [BLUE] * len(self.cells)
        colours = []
        for cell, column, tag in zip(self.source, self.columns, tags, strict=True):
            kind, colour = column.measured.column.kind, BLACK
            if kind is ColumnKind.MOVE and isinstance(cell, int):
                colour = GREEN if cell > 0 else RED if cell < 0 else DARK_GREY
            elif kind is ColumnKind.SHEET:
                colour, corner = BLUE, (left + column.left, top - self.height)
                if tag:
                    pen.link(str(cell), corner, (column.width, self.height), tag)
            elif kind is ColumnKind.BIB and cell in self.table.measured.jerseys:
                x = column.edge + (JERSEY_WIDTH - 1.0) * self.size * 0.9
                corner = x, self.down + 0.14 * self.size
                shirt = self.table.measured.jerseys[str(cell)]
                for shape in drawn_shirt(shirt, corner, self.size):
                    pen.shape(replace(shape, width=self.size / 20), left, top)
            colours.append(colour)
        return colours


Piece = Row | Drawing


def head_row(table: FittedTable, structure: Tag | None) -> Row:
    """Return the row of a table's column titles."""
    style, size = table.style, table.size * HEAD_SIZE
    cells, columns = [], []
    for column in table.columns:
        room, title = column.width - 2 * style.side, column.measured.title
        lines = table.measured.faces.bold.wrapped(title, size, room)
        # A title wider than the bibs may extend over the space for jerseys.
        room = max([column.room, *(line.width * size for line in lines)])
        # Above a box to write in, a title is aligned left.
        right = column.right and not column.measured.box
        edge = column.left + style.side + (room if right else 0.0)
        columns.append(column._replace(edge=edge, right=right))
        cells.append(lines)
    height = max(map(len, cells), default=1) * size * style.leading + style.padding
    row = (table, columns, cells, size, height, style.padding / 2, structure)
    return Row(*row, shaded=style.boxes)


def body_rows(table: FittedTable, structure: Tag) -> list[Row]:
    """Return the rows of a table, with every second row shaded if the style says so."""
    face, columns = table.measured.faces.regular, table.columns
    size, style = table.size, table.style
    rows: list[Row] = []
    for texts, source in zip(table.measured.texts, table.table.rows, strict=True):
        cells = [
            face.wrapped(text, size, column.room)
            for text, column in zip(texts, columns, strict=True)
        ]
        lines = max(map(len, cells), default=1) * size * style.leading
        height = max(lines + style.padding, style.min_height)
        down, shaded = (height - lines) / 2, style.bar and len(rows) % 2 == 1
        row = (table, columns, cells, size, height, down, structure, source, shaded)
        rows.append(Row(*row))
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
            placed = Text(line, size, (0.0, height), style.colour, tag)
            pieces.append(Drawing(height, texts=[placed]))
    return pieces


def separator(width: float, thickness: float) -> Piece:
    """Return a line across a page."""
    return Drawing(thickness, [rectangle((0.0, 0.0), (width, thickness), BLUE)])


def caption_bar(text: str, style: TextStyle, faces: Typefaces, width: float) -> Piece:
    """Return a caption in a coloured bar."""
    size, tag = style.size, Tag(style.role) if style.role else None
    lines = faces.bold.wrapped(printable(text), size, width - size, style.most)
    height = (len(lines) * 1.25 + 0.35) * size
    texts = [
        Text(line, size, (size / 2, (number * 1.25 - 0.08) * size), WHITE, tag)
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
