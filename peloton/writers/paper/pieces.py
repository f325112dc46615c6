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


class Drawing(NamedTuple):
    """Part of a page: its height in points, and what is drawn on it, if anything.

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
    """A row of a table; the text of its cells begins `down` points below the row's top.

    `structure` is the tag of the table; screen readers skip a row without it. `source`
    holds the values of the cells; it is None for a row of column titles.
    """

    table: FittedTable
    columns: Sequence[PlacedColumn]
    cells: Sequence[Sequence[str]]
    size: float
    height: float
    down: float
    structure: Tag | None
    source: Sequence[Cell] | None = None
    shaded: bool = False

    def put(self, pen: Pen, left: float, top: float) -> None:
        """Draw the row with its lines, jerseys, arrows and links."""
        for shape in self._lines():
            pen.draw(shape, left, top)
        row, role = Tag("TR", self.structure), "TH" if self.source is None else "TD"
        row.kids += [Tag(role, row) for _ in self.cells]
        tags = row.kids if self.structure else [None] * len(self.cells)
        colours = self._marks(pen, left, top, tags)
        size, step = self.size, self.size * self.table.style.leading
        for lines, column, colour, tag in zip(
            self.cells, self.columns, colours, tags, strict=True
        ):
            anchor = Anchor.END if column.right else Anchor.START
            for number, line in enumerate(lines):
                at = column.edge, self.down + size + number * step
                bold = self.source is None
                label = Label(at, line, size, anchor, bold=bold, colour=colour)
                pen.draw(label, left, top, tag)

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
                    pen.draw(replace(shape, width=self.size / 20), left, top)
            colours.append(colour)
        return colours


Piece = Row | Drawing
Unit = tuple[Piece, ...]
"""Pieces (rows, text lines) that stay together in one column."""


def head_row(table: FittedTable, structure: Tag | None) -> Row:
    """Return the row of a table's column titles."""
    style, size = table.style, table.size * HEAD_SIZE
    cells, columns = [], []
    for column in table.columns:
        room, face = column.width - 2 * style.side, table.measured.faces.bold
        lines = face.wrapped(column.measured.title, size, room)
        # A title wider than the bibs may extend over the space for jerseys.
        room = max([column.room, *(face.line(line).width * size for line in lines)])
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
            at, bold, colour = (0.0, height), style.bold, style.colour
            label = Label(at, line, size, bold=bold, colour=colour)
            pieces.append(Drawing(height, [label], tag))
    return pieces


def separator(width: float, thickness: float) -> Piece:
    """Return a line across a page."""
    return Drawing(thickness, [rectangle((0.0, 0.0), (width, thickness), BLUE)])


def caption_bar(text: str, style: TextStyle, faces: Typefaces, width: float) -> Unit:
    """Return a caption in a coloured bar."""
    size, tag = style.size, Tag(style.role) if style.role else None
    lines = faces.bold.wrapped(printable(text), size, width - size, style.most)
    height = (len(lines) * 1.25 + 0.35) * size
    labels = []
    for number, line in enumerate(lines, 1):
        at = size / 2, (number * 1.25 - 0.08) * size
        labels.append(Label(at, line, size, bold=True, colour=WHITE))
    bar = rectangle((0.0, 0.0), (width, height), BLUE)
    return Drawing(0.0, [bar]), Drawing(height, labels, tag)
