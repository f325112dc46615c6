"""A picture as a value: shapes and letters to draw, and figures for a native chart."""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]
"""Points (1/72 inch) to the right of, and down from, the top left corner."""


class Dash(StrEnum):
    """How a line is broken; the names are those of spreadsheets."""

    SOLID = "solid"
    DASHED = "dash"
    DOTTED = "sysDot"
    MIXED = "dashDot"

    @property
    def lengths(self) -> tuple[float, ...]:
        """The lengths drawn and left out in turn, in times the width of the line."""
        return _DASHES[self]


_DASHES = {
    Dash.SOLID: (),
    Dash.DASHED: (4.0, 2.5),
    Dash.DOTTED: (0.1, 2.2),
    Dash.MIXED: (5.0, 2.2, 0.1, 2.2),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A line through points, or the area within them if `closed`.

    Colours are written `#rrggbb`; without one nothing is filled or drawn. `about` is
    its tooltip, which a screen reader says.
    """

    points: tuple[Point, ...]
    closed: bool = False
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: Dash = Dash.SOLID
    about: str = ""


class Anchor(StrEnum):
    """Which part of a label stands at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A line of text: `at` is on its baseline, `size` in points."""

    at: Point
    text: str
    size: float = 8.0
    anchor: Anchor = Anchor.START
    bold: bool = False
    colour: str = "#000000"


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One line of a chart: a value for each category, or None."""

    title: str
    values: tuple[int | None, ...]
    colour: str = ""
    dash: Dash = Dash.SOLID


class ChartKind(StrEnum):
    """How a program for spreadsheets draws the figures."""

    LINE = "line"
    BAR = "bar"
    PROFILE = "profile"
    """An area over distances, to scale; every further series is one point, named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The figures of a picture, for a workbook's own chart.

    `categories` stand along the foot. Values are plain numbers, or ticks if `timed`;
    `reversed` has 0 on top, as the leader of a race is.
    """

    kind: ChartKind
    categories: tuple[str | int, ...]
    series: tuple[Series, ...]
    across: str = ""
    upwards: str = ""
    timed: bool = False
    reversed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing under its title; `about` says in words what it shows.

    `width` and `height` are in points; a page narrower than that has it smaller.
    """

    name: str
    title: str
    width: float
    height: float
    shapes: tuple[Shape | Label, ...]
    about: str = ""
    chart: Chart | None = None
