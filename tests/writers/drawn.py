"""Pages as lists of what is drawn on them, with positions in points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from peloton.reports.drawing import Anchor, Label, Shape
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.flow import Page
from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.pages import pages_of
from peloton.writers.paper.pen import Pen
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import Imprint


class Text(NamedTuple):
    """A line of text in a type size; `x` is its left end and `y` its baseline."""

    line: ShapedLine
    size: float
    x: float
    y: float
    colour: str


class Fill(NamedTuple):
    colour: str
    x: float
    y: float
    width: float
    height: float


class Line(NamedTuple):
    thickness: float
    x: float
    y: float
    to_x: float
    to_y: float


class Area(NamedTuple):
    points: tuple[tuple[float, float], ...]
    fill: str
    stroke: str
    thickness: float
    dash: tuple[float, ...]
    closed: bool


class Link(NamedTuple):
    to: str
    x: float
    y: float
    width: float
    height: float


@dataclass
class DrawnPage:
    width: float
    height: float
    begins: tuple[int, ...]
    texts: list[Text] = field(default_factory=list)
    fills: list[Fill] = field(default_factory=list)
    rules: list[Line] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    watermark: str = ""


class _Recorder(Pen):
    """A pen that lists what it is told to draw."""

    def __init__(self, page: DrawnPage, faces: Typefaces) -> None:
        super().__init__(Canvas(BytesIO()), faces, {})
        self.page, self.faces = page, faces

    def draw(
        self,
        part: Shape | Label,
        left: float,
        top: float,
        tag: Tag | None = None,
        scale: float = 1.0,
    ) -> None:
        if isinstance(part, Label):
            self.label(part, left, top, scale)
        else:
            self.shape(part, left, top, tag, scale)

    def shape(
        self, shape: Shape, left: float, top: float, tag: Tag | None, scale: float
    ) -> None:
        """List straight lines and filled boxes without a tag as those of a table."""
        points = tuple((left + x * scale, top - y * scale) for x, y in shape.points)
        width = shape.width * scale
        if not tag and len(points) == 2:
            self.page.rules.append(Line(width, *points[0], *points[1]))
        elif not tag and len(points) == 4 and not shape.stroke:
            (x, y), (right, foot) = points[0], points[2]
            box = Fill(shape.fill, x, foot, right - x, y - foot)
            self.page.fills.append(box)
        else:
            dash = tuple(part * width for part in shape.dash.lengths)
            fill = shape.fill if shape.closed else ""
            area = Area(points, fill, shape.stroke, width, dash, shape.closed)
            self.page.areas.append(area)

    def label(self, label: Label, left: float, top: float, scale: float) -> None:
        face = self.faces.bold if label.bold else self.faces.regular
        line, size = face.line(printable(label.text)), label.size * scale
        before = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[label.anchor]
        x = left + label.at[0] * scale - before * line.width * size
        if line.width:
            base = top - label.at[1] * scale
            self.page.texts.append(Text(line, size, x, base, label.colour))

    def link(
        self,
        sheet: str,
        corner: tuple[float, float],
        size: tuple[float, float],
        cell: Tag,  # noqa: ARG002 - not tested
    ) -> None:
        self.page.links.append(Link(sheet, *corner, *size))


def drawn_pages(
    sheets: Sequence[Sheet], faces: Typefaces, imprint: Imprint | None = None
) -> list[DrawnPage]:
    pages = pages_of(sheets, faces, imprint or Imprint())
    return [_drawn(page, faces) for page in pages]


def _drawn(page: Page, faces: Typefaces) -> DrawnPage:
    drawn = DrawnPage(page.width, page.height, page.begins)
    for piece, left, top in page.pieces:
        piece.put(_Recorder(drawn, faces), left, top)
    drawn.watermark = page.watermark
    return drawn
