"""A picture as a value: shapes and letters to draw, and figures for a native chart."""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]
"""Points (1/72 inch) to the right of, and down from, the top left corner."""


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
