"""Pages as lists of what is drawn on them, with positions in points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from peloton.reports.drawing import Shape
from peloton.reports.sheet import Sheet
from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.pages import Page, pages_of
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

    def rectangle(
        self, colour: str, x: float, y: float, width: float, height: float
    ) -> None:
        self.page.fills.append(Fill(colour, x, y, width, height))

    def line(
        self,
        colour: str,  # noqa: ARG002 - not tested
        width: float,
        start: tuple[float, float],
        end: tuple[float, float],
    ) -> None:
        self.page.rules.append(Line(width, *start, *end))

    def shape(
        self,
        shape: Shape,
        left: float,
        top: float,
        scale: float = 1.0,
        tag: Tag | None = None,  # noqa: ARG002 - not tested
    ) -> None:
        self.page.areas.append(
            Area(
                tuple((left + x * scale, top - y * scale) for x, y in shape.points),
                shape.fill if shape.closed else "",
                shape.stroke,
                shape.width * scale,
                tuple(part * shape.width * scale for part in shape.dash.lengths),
                shape.closed,
            )
        )

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

    def watermark(self, word: ShapedLine, width: float, height: float) -> None:  # noqa: ARG002
        self.page.watermark = "".join(run.text for run in word.runs)

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
    return drawn
