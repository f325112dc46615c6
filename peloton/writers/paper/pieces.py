"""The pieces of a page, set from the top down: lines, captions, rows, pictures."""

from dataclasses import replace
from typing import NamedTuple, Protocol

from peloton.reports.drawing import Anchor, Label, Picture, Shape, drawn_shirt
from peloton.reports.sheet import ColumnKind
from peloton.rules.words import visible
from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.measured import (
    ARROW,
    HEAD_SIZE,
    JERSEY_WIDTH,
    Grid,
    GridRow,
    Ornament,
)
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
    colour_of,
)

_HAIRLINE, _HEAD_LINE, _BOX_LINE = 0.3, 0.6, 0.5
_SHADES = {"+": GREEN, "-": RED, "=": DARK_GREY}


class Piece(Protocol):
    """Something of a height, in points, that can be put on a page."""

    @property
    def height(self) -> float:
        """Return the room it takes from its top down."""

    def put(self, page: Page, left: float, top: float) -> None:
        """Set it on a page, its upper left corner there."""


class TextLine(NamedTuple):
    """A line of a heading or a note."""

    line: ShapedLine
    size: float
    height: float
    colour: Colour = BLACK

    def put(self, page: Page, left: float, top: float) -> None:
        """Set the line on the foot of its room."""
        y = top - self.height
        page.texts.append(PlacedText(self.colour, self.line, self.size, left, y))


class Space(NamedTuple):
    """Free space."""

    height: float

    def put(self, page: Page, left: float, top: float) -> None:
        """Leave the room free."""


class Bar(NamedTuple):
    """A caption in a bar of colour."""

    lines: list[ShapedLine]
    size: float
    width: float

    @property
    def height(self) -> float:
        """Return the height of the bar."""
        return (len(self.lines) * 1.25 + 0.35) * self.size

    def put(self, page: Page, left: float, top: float) -> None:
        """Set the bar, and the lines in it."""
        height = self.height
        page.fills.append(Fill(BLUE, left, top - height, self.width, height))
        for number, line in enumerate(self.lines, 1):
            y = top - (number * 1.25 - 0.08) * self.size
            page.texts.append(
                PlacedText(WHITE, line, self.size, left + self.size / 2, y)
            )


class Heads(NamedTuple):
    """The titles of the columns."""

    grid: Grid

    @property
    def height(self) -> float:
        """Return the height of the row."""
        return self.grid.head.height

    def put(self, page: Page, left: float, top: float) -> None:
        """Set the titles over a line; those of a form are shaded."""
        grid, foot = self.grid, top - self.height
        if grid.style.boxes:
            page.fills.append(Fill(PALE_BLUE, left, foot, grid.width, self.height))
            _boxes(page, grid, left, top, foot)
            page.rules.append(Rule(PALE, _BOX_LINE, left, top, left + grid.width, top))
        _cells(page, grid, grid.head, (left, top), BLUE)
        rule = Rule(BLUE, _HEAD_LINE, left, foot, left + grid.width, foot)
        page.rules.append(rule)


class Body(NamedTuple):
    """A row of a table; every second one may be shaded."""

    grid: Grid
    row: GridRow
    shaded: bool

    @property
    def height(self) -> float:
        """Return the height of the row."""
        return self.row.height

    def put(self, page: Page, left: float, top: float) -> None:
        """Set the row with its jerseys, arrows and links."""
        grid, foot = self.grid, top - self.row.height
        if not grid.style.bar:
            thickness = _BOX_LINE if grid.style.boxes else _HAIRLINE
            end = left + grid.width
            page.rules.append(Rule(PALE, thickness, left, foot, end, foot))
        elif self.shaded:
            page.fills.append(Fill(PALE_BLUE, left, foot, grid.width, self.row.height))
        if grid.style.boxes:
            _boxes(page, grid, left, top, foot)
        _cells(page, grid, self.row, (left, top), BLACK)
        for mark in self.row.marks:
            _mark(page, grid, self.row, (left, top), mark)


class Beside(NamedTuple):
    """Piles of pieces side by side, each so far to the right."""

    piles: tuple[tuple[Piece, ...], ...]
    lefts: tuple[float, ...]

    @property
    def height(self) -> float:
        """Return the height of the highest pile."""
        return max(sum(piece.height for piece in pile) for pile in self.piles)

    def put(self, page: Page, left: float, top: float) -> None:
        """Set the piles, all from the same height down."""
        for pile, further in zip(self.piles, self.lefts, strict=True):
            y = top
            for piece in pile:
                piece.put(page, left + further, y)
                y -= piece.height


class Drawing(NamedTuple):
    """A picture at a scale, so far in from the left."""

    picture: Picture
    scale: float
    inset: float
    faces: Typefaces

    @property
    def height(self) -> float:
        """Return its height on the page."""
        return self.picture.height * self.scale

    def put(self, page: Page, left: float, top: float) -> None:
        """Draw the shapes, and the labels over them."""
        scale, left = self.scale, left + self.inset
        for shape in self.picture.shapes:
            if isinstance(shape, Label):
                self._label(page, shape, left, top)
                continue
            if not shape.points:
                continue
            page.areas.append(painted(shape, left, top, scale))

    def _label(self, page: Page, label: Label, left: float, top: float) -> None:
        face = self.faces.bold if label.bold else self.faces.regular
        line = face.line(visible(label.text))
        size = label.size * self.scale
        before = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[label.anchor]
        x = left + label.at[0] * self.scale - before * line.width * size
        y = top - label.at[1] * self.scale
        page.texts.append(PlacedText(colour_of(label.colour), line, size, x, y))


def painted(shape: Shape, left: float, top: float, scale: float = 1.0) -> Area:
    """Turn a shape into an area of a page, its upper left corner there."""
    return Area(
        tuple((left + x * scale, top - y * scale) for x, y in shape.points),
        colour_of(shape.fill) if shape.fill and shape.closed else None,
        colour_of(shape.stroke) if shape.stroke else None,
        shape.width * scale,
        shape.closed,
        tuple(part * shape.width * scale for part in shape.dash.lengths),
    )


def _boxes(page: Page, grid: Grid, left: float, top: float, foot: float) -> None:
    x = left
    page.rules.append(Rule(PALE, _BOX_LINE, x, top, x, foot))
    for width in grid.widths:
        x += width
        page.rules.append(Rule(PALE, _BOX_LINE, x, top, x, foot))


def _cells(
    page: Page, grid: Grid, row: GridRow, at: tuple[float, float], colour: Colour
) -> None:
    left, top = at
    size, edges = grid.size, grid.edges
    if row is grid.head:
        size, edges = size * HEAD_SIZE, grid.head_edges
    step = size * grid.style.leading
    first = top - row.top - size
    special = {mark.column: _shade(mark) for mark in row.marks} if row.marks else {}
    for index, (lines, (edge, right)) in enumerate(zip(row.cells, edges, strict=True)):
        shade = special.get(index, colour) if special else colour
        y = first
        for line in lines:
            if line.width:
                x = left + edge - (line.width * size if right else 0.0)
                page.texts.append(PlacedText(shade, line, size, x, y))
            y -= step


def _shade(mark: Ornament) -> Colour:
    if mark.kind is ColumnKind.SHEET:
        return BLUE
    return _SHADES.get(mark.value, BLACK)


def _mark(
    page: Page, grid: Grid, row: GridRow, at: tuple[float, float], mark: Ornament
) -> None:
    left, top = at
    size = grid.size
    edge = left + grid.edges[mark.column][0]
    base = top - row.top - size
    if mark.shirt:
        x = edge + (JERSEY_WIDTH - 1.0) * size * 0.9
        high = base + 0.86 * size
        for shape in drawn_shirt(mark.shirt, (x, -high), size):
            page.areas.append(painted(replace(shape, width=size / 20), 0.0, 0.0))
    elif mark.kind is ColumnKind.SHEET:
        x = left + sum(grid.widths[: mark.column])
        width = grid.widths[mark.column]
        page.links.append(Link(mark.value, x, top - row.height, width, row.height))
    elif mark.value in "+-":
        (line,) = row.cells[mark.column]
        x = edge - line.width * size
        low, high = (0.04, 0.62) if mark.value == "+" else (0.66, 0.08)
        side = (ARROW - 0.16) * size
        points = (
            (x, base + low * size),
            (x + side, base + low * size),
            (x + side / 2, base + high * size),
        )
        page.areas.append(Area(points, _shade(mark)))
