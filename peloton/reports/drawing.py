"""Pictures as data: shapes and labels to draw, and values for a spreadsheet chart.

A shirt is defined by an outline and by the areas inside it that form its pattern, so
that it looks the same in every format.
"""

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from math import cos, pi, sin

from peloton.reports.shirts import Pattern, Shirt

Point = tuple[float, float]
"""A position: points (1/72 inch) to the right and down from the top left corner."""

INK = "#000000"
"""Colour of text and lines; a web page may replace this by its own text colour."""
GREY = "#808080"
LINE_COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#7a5195",
    "#8c6d31",
)
"""Line colours that colour-blind people can tell apart, on light and dark pages."""


class Dash(StrEnum):
    """Dash style of a line, by the name that workbook files use."""

    SOLID = "solid"
    DASHED = "dash"
    DOTTED = "sysDot"
    MIXED = "dashDot"

    @property
    def lengths(self) -> tuple[float, ...]:
        """Alternating lengths of dashes and gaps, in multiples of the line's width."""
        return _DASHES[self]


_DASHES = {
    Dash.SOLID: (),
    Dash.DASHED: (4.0, 2.5),
    Dash.DOTTED: (0.1, 2.2),
    Dash.MIXED: (5.0, 2.2, 0.1, 2.2),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """A line through points, or the area they enclose if `closed`.

    Colours are `#rrggbb`. Without a colour, the area (`fill`) or the line (`stroke`) is
    not drawn.
    """

    points: tuple[Point, ...]
    _: KW_ONLY
    closed: bool = False
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: Dash = Dash.SOLID


def rectangle(
    corner: Point, size: tuple[float, float], fill: str, stroke: str = ""
) -> Shape:
    """Return a filled rectangle with its top left corner at `corner`."""
    (left, top), (width, height) = corner, size
    right, foot = left + width, top + height
    points = ((left, top), (right, top), (right, foot), (left, foot))
    return Shape(points, closed=True, fill=fill, stroke=stroke, width=0.4)


class Anchor(StrEnum):
    """How a label is aligned: it starts, is centred, or ends at a given position."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text in a picture.

    `at` is a position on the baseline, to which `anchor` aligns the text. `size` is the
    type size in points.
    """

    at: Point
    text: str
    size: float = 8.0
    anchor: Anchor = Anchor.START
    _: KW_ONLY
    bold: bool = False
    colour: str = INK


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One line of a chart, with a value or None for each category.

    With `points`, the values are not joined by a line, and have the title beside them.
    """

    title: str
    values: tuple[int | None, ...]
    colour: str = ""
    dash: Dash = Dash.SOLID
    points: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The data of a picture, for a native chart in a workbook.

    `categories` are positions on the horizontal axis. `across` and `upwards` are the
    titles of the axes, and the steps are those of their labels; without a title, the
    vertical axis is hidden. Values are plain numbers or, if `timed`, times in the
    rulebook's unit. `top` is the end of the vertical axis; 0 for the largest value.
    With `reversed`, 0 is at the top, where the leader of a race is shown.
    """

    categories: tuple[int, ...]
    series: tuple[Series, ...]
    across: str
    across_step: int
    upwards: str = ""
    upwards_step: int = 0
    timed: bool = False
    top: int = 0
    reversed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing with a title.

    `about` is its text alternative. `link` is the address that a click opens. `width`
    and `height` are in points. On a narrower page, the picture is scaled down.
    """

    name: str
    title: str = ""
    width: float
    height: float
    shapes: tuple[Shape | Label, ...]
    about: str = ""
    link: str = ""
    chart: Chart | None = None


OUTLINE: tuple[Point, ...] = (
    *((34, 4), (42, 9), (58, 9), (66, 4), (80, 10), (98, 34), (82, 46)),
    *((77, 40), (77, 96), (23, 96), (23, 40), (18, 46), (2, 34), (20, 10)),
)
"""The corners of a shirt's outline, from the collar, in hundredths of its width."""


def outline_of(pattern: Pattern) -> tuple[Point, ...]:
    """Return the outline for a pattern: a shirt or, for `Pattern.BAND`, a band."""
    band = (35, 4), (65, 4), (65, 96), (35, 96)
    return band if pattern is Pattern.BAND else OUTLINE


def _dot(x: float, y: float, size: float = 9.5) -> tuple[Point, ...]:
    corners = (k * pi / 4 + pi / 8 for k in range(8))
    return tuple((x + size * cos(turn), y + size * sin(turn)) for turn in corners)


PATTERNS: Mapping[Pattern, tuple[tuple[Point, ...], ...]] = {
    **dict.fromkeys((Pattern.PLAIN, Pattern.OUTLINE, Pattern.BAND), ()),
    Pattern.STRIPES: (
        ((34, 12), (44, 12), (44, 94), (34, 94)),
        ((56, 12), (66, 12), (66, 94), (56, 94)),
    ),
    Pattern.DOTS: (
        *(_dot(36, 24), _dot(64, 24), _dot(50, 45), _dot(36, 66), _dot(64, 66)),
        *(_dot(50, 84), _dot(15, 29, 7), _dot(85, 29, 7)),
    ),
    Pattern.HOOP: (((24, 44), (76, 44), (76, 64), (24, 64)),),
    Pattern.SASH: (((24, 72), (62, 10), (76, 16), (76, 28), (35, 94), (24, 94)),),
    Pattern.HALVES: (((50, 11), (65, 6), (76, 11), (76, 94), (50, 94)),),
}
"""The areas to colour for each pattern, within the outline of the shirt."""


def drawn_shirt(shirt: Shirt, corner: Point, width: float) -> Iterator[Shape]:
    """Yield the shapes of a shirt, given its top left corner and its width."""
    left, top = corner
    outline = outline_of(shirt.pattern)
    areas = ((area, shirt.ink) for area in PATTERNS[shirt.pattern])
    for points, colour in ((outline, shirt.cloth), *areas):
        yield Shape(
            tuple((left + x * width / 100, top + y * width / 100) for x, y in points),
            closed=True,
            fill=colour,
            stroke=GREY if points is outline else "",
            width=0.8,
        )
