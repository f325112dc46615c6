"""The pieces of a page, from the top down: lines, captions, rows, pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from peloton.reports.drawing import Anchor, Label, Picture, Shape, drawn_shirt
from peloton.reports.sheet import ColumnKind
from peloton.rules.words import printable
from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.page import (
    BLACK,
    BLUE,
    DARK_GREY,
    GREEN,
    PALE,
    PALE_BLUE,
    RED,
    WHITE,
    Area,
    Colour,
    Fill,
    Link,
    Page,
    PlacedText,
    Rule,
    Tag,
    colour_of,
)
from peloton.writers.paper.style import LEADING
from peloton.writers.paper.table_fit import (
    ARROW,
    HEAD_SIZE,
    JERSEY_WIDTH,
    FittedTable,
    Ornament,
)
from peloton.writers.paper.wrapping import wrapped_lines

_HAIRLINE, _HEAD_LINE, _BOX_LINE = 0.3, 0.6, 0.5
_SHADES = {"+": GREEN, "-": RED, "=": DARK_GREY}


class Drawing(NamedTuple):
    """A piece with a height in points, by default empty space.

    `put` places it on a page, with its upper left corner at the coordinates.
    """

    height: float
    put: Callable[[Page, float, float], None] = lambda *_: None


class Row(NamedTuple):
    """A row of a table; the text of its cells begins `down` points below its top.

    `edges` has, for each cell, the x coordinate at which its lines are aligned, and
    True if that is their right end. `structure` is the tag of the table; without it, a
    screen reader skips the row.
    """

    table: FittedTable
    cells: Sequence[Sequence[ShapedLine]]
    size: float
    edges: Sequence[tuple[float, bool]]
    height: float
    down: float
    structure: Tag | None
    ornaments: Sequence[Ornament] = ()
    shaded: bool = False

    def cell_tags(self, role: str) -> Sequence[Tag | None]:
        """Return a tag for each cell, in a tag for the row."""
        if not self.structure:
            return [None] * len(self.cells)
        row = Tag("TR", self.structure)
        row.kids += [Tag(role, row) for _ in self.cells]
        return row.kids

    def put(self, page: Page, left: float, top: float) -> None:
        """Place the row on a page with its jerseys, arrows and links."""
        table, foot = self.table, top - self.height
        tags = self.cell_tags("TD")
        if not table.style.bar:
            thickness = _BOX_LINE if table.style.boxes else _HAIRLINE
            end = left + table.width
            page.rules.append(Rule(PALE, thickness, left, foot, end, foot))
        elif self.shaded:
            page.fills.append(Fill(PALE_BLUE, left, foot, table.width, self.height))
        if table.style.boxes:
            _grid(page, table, left, top, foot)
        _cells(page, self, (left, top), BLACK, tags)
        for ornament in self.ornaments:
            if ornament.kind is ColumnKind.SHEET:
                x = left + sum(table.widths[: ornament.column])
                width = table.widths[ornament.column]
                cell = tags[ornament.column] or Tag("P")
                link = Link(ornament.value, x, foot, width, self.height, cell)
                page.links.append(link)
            else:
                page.areas += _ornament(self, (left, top), ornament)


class HeadRow(Row):
    """The column titles, with a line below them; in a form they are shaded."""

    __slots__ = ()

    def put(self, page: Page, left: float, top: float) -> None:
        """Place the titles on a page."""
        width, foot, end = self.table.width, top - self.height, left + self.table.width
        if self.table.style.boxes:
            page.fills.append(Fill(PALE_BLUE, left, foot, width, self.height))
            _grid(page, self.table, left, top, foot)
            page.rules.append(Rule(PALE, _BOX_LINE, left, top, end, top))
        _cells(page, self, (left, top), BLUE, self.cell_tags("TH"))
        page.rules.append(Rule(BLUE, _HEAD_LINE, left, foot, end, foot))


Piece = Row | Drawing


def head_row(table: FittedTable, structure: Tag) -> HeadRow:
    """Return the row of a table's column titles."""
    measured, style = table.measured, table.style
    size, margins = table.size * HEAD_SIZE, 2 * style.side
    cells = [
        wrapped_lines(text, measured.faces.bold, size, width - margins)
        for text, width in zip(measured.heads, table.widths, strict=True)
    ]
    # A title wider than the bibs may also use the space for their jerseys.
    rooms = [
        max([room, *(line.width * size for line in lines)])
        for room, lines in zip(table.rooms, cells, strict=True)
    ]
    # Above a box to write in, a title is aligned left.
    pairs = zip(table.table.columns, measured.boxes, strict=True)
    right = (column.right_aligned and not box for column, box in pairs)
    edges = _edges(table, rooms, right)
    height = max(map(len, cells), default=1) * size * style.leading + style.air
    return HeadRow(table, cells, size, edges, height, style.air / 2, structure)


def body_rows(table: FittedTable, structure: Tag) -> list[Row]:
    """Return the rows of a table; every second one may be shaded."""
    measured, size, style = table.measured, table.size, table.style
    right = (column.right_aligned for column in table.table.columns)
    edges = _edges(table, table.rooms, right)
    wrapped = measured.wrapped(size, table.rooms) if table.wraps else measured.lines
    rows: list[Row] = []
    for cells, ornaments in zip(wrapped, measured.ornaments, strict=True):
        lines = max(map(len, cells), default=1) * size * style.leading
        height = max(lines + style.air, style.least)
        down, shaded = (height - lines) / 2, len(rows) % 2 == 1
        row = (table, cells, size, edges, height, down, structure, ornaments, shaded)
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


def text_line(line: ShapedLine, size: float, colour: Colour, tag: Tag | None) -> Piece:
    """Return a line of a heading or a note."""
    height = size * LEADING

    def put(page: Page, left: float, top: float) -> None:
        page.texts.append(PlacedText(colour, line, size, left, top - height, tag))

    return Drawing(height, put)


def caption_bar(
    lines: Sequence[ShapedLine], size: float, width: float, tag: Tag | None
) -> Piece:
    """Return a caption in a coloured bar."""
    height = (len(lines) * 1.25 + 0.35) * size

    def put(page: Page, left: float, top: float) -> None:
        page.fills.append(Fill(BLUE, left, top - height, width, height))
        for number, line in enumerate(lines, 1):
            y = top - (number * 1.25 - 0.08) * size
            page.texts.append(PlacedText(WHITE, line, size, left + size / 2, y, tag))

    return Drawing(height, put)


def side_by_side(piles: Sequence[Sequence[Piece]], lefts: Sequence[float]) -> Piece:
    """Return piles of pieces placed side by side, at the horizontal offsets `lefts`."""
    height = max(sum(piece.height for piece in pile) for pile in piles)

    def put(page: Page, left: float, top: float) -> None:
        for pile, further in zip(piles, lefts, strict=True):
            y = top
            for piece in pile:
                piece.put(page, left + further, y)
                y -= piece.height

    return Drawing(height, put)


def indented_picture(
    picture: Picture, scale: float, inset: float, faces: Typefaces
) -> Piece:
    """Return a picture at a scale, indented by `inset`, with its labels."""
    tag = Tag("Figure", alt=picture.about or picture.title or picture.name)

    def put(page: Page, left: float, top: float) -> None:
        for shape in picture.shapes:
            if isinstance(shape, Label):
                text = _lettered(shape, (left + inset, top), scale, faces)
                page.texts.append(text._replace(tag=tag))
            elif shape.points:
                area = shape_area(shape, left + inset, top, scale)
                page.areas.append(area._replace(tag=tag))

    return Drawing(picture.height * scale, put)


def _lettered(
    label: Label, at: tuple[float, float], scale: float, faces: Typefaces
) -> PlacedText:
    face = faces.bold if label.bold else faces.regular
    line = face.line(printable(label.text))
    size = label.size * scale
    before = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[label.anchor]
    x = at[0] + label.at[0] * scale - before * line.width * size
    y = at[1] - label.at[1] * scale
    return PlacedText(colour_of(label.colour), line, size, x, y)


def shape_area(shape: Shape, left: float, top: float, scale: float = 1.0) -> Area:
    """Return a shape as an area of a page, with its corner at `left` and `top`."""
    return Area(
        tuple((left + x * scale, top - y * scale) for x, y in shape.points),
        colour_of(shape.fill) if shape.fill and shape.closed else None,
        colour_of(shape.stroke) if shape.stroke else None,
        shape.width * scale,
        shape.closed,
        tuple(part * shape.width * scale for part in shape.dash.lengths),
    )


def _grid(page: Page, table: FittedTable, left: float, top: float, foot: float) -> None:
    for x in accumulate(table.widths, initial=left):
        page.rules.append(Rule(PALE, _BOX_LINE, x, top, x, foot))


def _cells(
    page: Page,
    row: Row,
    at: tuple[float, float],
    colour: Colour,
    tags: Iterable[Tag | None],
) -> None:
    left, top = at
    size, step = row.size, row.size * row.table.style.leading
    first = top - row.down - size
    special = (
        {ornament.column: _shade(ornament) for ornament in row.ornaments}
        if row.ornaments
        else {}
    )
    for index, (lines, (edge, right), tag) in enumerate(
        zip(row.cells, row.edges, tags, strict=True)
    ):
        shade = special.get(index, colour) if special else colour
        y = first
        for line in lines:
            if line.width:
                x = left + edge - (line.width * size if right else 0.0)
                page.texts.append(PlacedText(shade, line, size, x, y, tag))
            y -= step


def _shade(ornament: Ornament) -> Colour:
    if ornament.kind is ColumnKind.SHEET:
        return BLUE
    return _SHADES.get(ornament.value, BLACK)


def _ornament(row: Row, at: tuple[float, float], ornament: Ornament) -> Iterator[Area]:
    """Yield the areas of a shirt, or of the arrow of a move."""
    size = row.size
    edge, base = at[0] + row.edges[ornament.column][0], at[1] - row.down - size
    if ornament.shirt:
        x = edge + (JERSEY_WIDTH - 1.0) * size * 0.9
        high = base + 0.86 * size
        for shape in drawn_shirt(ornament.shirt, (x, -high), size):
            yield shape_area(replace(shape, width=size / 20), 0.0, 0.0)
    elif ornament.value in "+-":
        (line,) = row.cells[ornament.column]
        x = edge - line.width * size
        low, high = (0.04, 0.62) if ornament.value == "+" else (0.66, 0.08)
        side = (ARROW - 0.16) * size
        points = (
            (x, base + low * size),
            (x + side, base + low * size),
            (x + side / 2, base + high * size),
        )
        yield Area(points, _shade(ornament))
