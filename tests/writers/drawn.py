"""Pages as lists of what is drawn on them, with positions in points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from peloton.reports.drawing import Shape
from peloton.reports.sheet import Sheet
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

    def __init__(self, page: DrawnPage) -> None:
        super().__init__(Canvas(BytesIO()), {})
        self.page = page

    def shape(
        self,
        shape: Shape,
        left: float,
        top: float,
        tag: Tag | None = None,
    ) -> None:
        """List straight lines and filled boxes without a tag as those of a table."""
        points = tuple((left + x, top - y) for x, y in shape.points)
        if not tag and len(points) == 2:
            self.page.rules.append(Line(shape.width, *points[0], *points[1]))
        elif not tag and len(points) == 4 and not shape.stroke:
            (x, y), (right, foot) = points[0], points[2]
            box = Fill(shape.fill, x, foot, right - x, y - foot)
            self.page.fills.append(box)
        else:
            dash = tuple(part * shape.width for part in shape.dash.lengths)
            fill = shape.fill if shape.closed else ""
            area = Area(points, fill, shape.stroke, shape.width, dash, shape.closed)
            self.page.areas.append(area)

    def text(
        self,
        line: ShapedLine,
        size: float,
        at: tuple[float, float],
        colour: str,
        tag: Tag | None = None,  # noqa: ARG002 - not tested
    ) -> None:
        if line.width:
            self.page.texts.append(Text(line, size, *at, colour))

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
    return [*map(_drawn, pages_of(sheets, faces, imprint or Imprint()))]


def _drawn(page: Page) -> DrawnPage:
    drawn = DrawnPage(page.width, page.height, page.begins)
    for piece, left, top in page.pieces:
        piece.put(_Recorder(drawn), left, top)
    if page.watermark:
        drawn.watermark = "".join(run.text for run in page.watermark.runs)
    return drawn
