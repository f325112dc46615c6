"""The shirts of the wearers: one outline and a pattern each, for every format.

A pattern is told apart in grey and at 3 mm, where a colour is not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import cos, pi, sin

from peloton.reports.colours import GREY, LIGHT, ink_on
from peloton.reports.drawing import Point, Shape
from peloton.rules.facts.tour import Tour
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook


class Pattern(StrEnum):
    """What is on a shirt besides its colour."""

    PLAIN = "plain"
    OUTLINE = "outline"
    STRIPES = "stripes"
    DOTS = "dots"
    HOOP = "hoop"
    SASH = "sash"
    HALVES = "halves"
    BAND = "band"
    """No shirt at all: a band in the colour of a team."""


@dataclass(frozen=True, slots=True)
class Shirt:
    """A colour, `#rrggbb`, and a pattern: dots of the colour on white, or on it."""

    colour: str
    pattern: Pattern = Pattern.PLAIN

    @property
    def cloth(self) -> str:
        """The colour under the pattern."""
        return LIGHT if self.pattern is Pattern.DOTS else self.colour

    @property
    def ink(self) -> str:
        """The colour of the pattern, and of letters on the shirt."""
        return self.colour if self.pattern is Pattern.DOTS else ink_on(self.colour)


_UNKNOWN = Shirt("#b0b0b0")

OUTLINE: tuple[Point, ...] = (
    *((34, 4), (42, 9), (58, 9), (66, 4), (80, 10), (98, 34), (82, 46)),
    *((77, 40), (77, 96), (23, 96), (23, 40), (18, 46), (2, 34), (20, 10)),
)
"""A shirt in hundredths of its width: collar, sleeve, body, sleeve."""


_UPRIGHT: tuple[Point, ...] = ((35, 4), (65, 4), (65, 96), (35, 96))


def outline_of(pattern: Pattern) -> tuple[Point, ...]:
    """Return the outline under a pattern: a shirt, or the band of a team."""
    return _UPRIGHT if pattern is Pattern.BAND else OUTLINE


def _dot(x: float, y: float, size: float = 9.5) -> tuple[Point, ...]:
    corners = (k * pi / 4 + pi / 8 for k in range(8))
    return tuple((x + size * cos(turn), y + size * sin(turn)) for turn in corners)


def _upright(left: float, right: float, top: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, 94), (left, 94)


PATTERNS: Mapping[Pattern, tuple[tuple[Point, ...], ...]] = {
    **dict.fromkeys((Pattern.PLAIN, Pattern.OUTLINE, Pattern.BAND), ()),
    Pattern.STRIPES: (_upright(34, 44, 12), _upright(56, 66, 12)),
    Pattern.DOTS: (
        *(_dot(36, 24), _dot(64, 24), _dot(50, 45), _dot(36, 66), _dot(64, 66)),
        *(_dot(50, 84), _dot(15, 29, 7), _dot(85, 29, 7)),
    ),
    Pattern.HOOP: (((24, 44), (76, 44), (76, 64), (24, 64)),),
    Pattern.SASH: (((24, 72), (62, 10), (76, 16), (76, 28), (35, 94), (24, 94)),),
    Pattern.HALVES: (((50, 11), (65, 6), (76, 11), (76, 94), (50, 94)),),
}
"""The areas of each pattern, within the outline."""
_TILES: Mapping[Pattern, tuple[tuple[Point, ...], ...]] = {
    **dict.fromkeys((Pattern.PLAIN, Pattern.OUTLINE, Pattern.BAND), ()),
    Pattern.STRIPES: (((0.3, 0), (0.7, 0), (0.7, 1), (0.3, 1)),),
    Pattern.DOTS: (_dot(0.5, 0.5, 0.36),),
    Pattern.HOOP: (((0, 0.35), (1, 0.35), (1, 0.65), (0, 0.65)),),
    Pattern.SASH: (((0, 1), (0.5, 0), (1, 0), (0.5, 1)),),
    Pattern.HALVES: (((0, 0), (1, 0), (1, 0.5), (0, 0.5)),),
}
"""The areas of each pattern in a square of cloth of size 1."""
LETTERS: Mapping[Pattern, str] = {
    Pattern.PLAIN: "■",
    Pattern.OUTLINE: "□",
    Pattern.STRIPES: "▥",
    Pattern.DOTS: "∷",
    Pattern.HOOP: "▤",
    Pattern.SASH: "▨",
    Pattern.HALVES: "◧",
    Pattern.BAND: "▌",
}
"""A letter for each pattern, where nothing can be drawn."""


_BY_NAME = {
    "yellow": Pattern.PLAIN,
    "white": Pattern.OUTLINE,
    "green": Pattern.STRIPES,
    "polka dot": Pattern.DOTS,
}
_OTHERS = (Pattern.HOOP, Pattern.SASH, Pattern.HALVES)


def shirts_of(rulebook: Rulebook) -> Mapping[str, Shirt]:
    """Return the shirt of each jersey by its name; a name with `dot` in it has dots."""
    shirts: dict[str, Shirt] = {}
    for jersey in rulebook.jerseys:
        pattern = Pattern.DOTS if "dot" in jersey.name else _BY_NAME.get(jersey.name)
        taken = {shirt.pattern for shirt in shirts.values()}
        free = (other for other in _OTHERS if other not in taken)
        shirts[jersey.name] = Shirt(jersey.colour, pattern or next(free, Pattern.PLAIN))
    return shirts


def shirt_of(jersey: str, rulebook: Rulebook) -> Shirt:
    """Return the shirt of a jersey; a grey one if the rulebook has no such jersey."""
    return shirts_of(rulebook).get(jersey, _UNKNOWN)


def team_bands(tour: Tour) -> tuple[tuple[str, Shirt], ...]:
    """Pair the bibs of riders with a band in the colour of the team, if it has one."""
    colours = {team.code: team.colour for team in tour.teams if team.colour}
    return tuple(
        (rider.bib, Shirt(colours[rider.team], Pattern.BAND))
        for rider in tour.riders
        if rider.team in colours
    )


def worn_shirts(score: StageScore, rulebook: Rulebook) -> tuple[tuple[str, Shirt], ...]:
    """Pair the bibs of the wearers after a stage with their shirts."""
    return tuple(
        (line.wearer, shirt_of(line.jersey, rulebook))
        for line in score.jerseys
        if line.wearer is not None
    )


def worn_on_stage(race: Race, number: int | None) -> tuple[tuple[str, Shirt], ...]:
    """Pair the bibs of the wearers on a stage, or on the next one, with their shirts.

    Nothing while the stage before it is not ridden.
    """
    ridden = len(race.stages) if number is None else number - 1
    if not 0 < ridden <= len(race.stages):
        return ()
    return worn_shirts(race.stages[ridden - 1], race.rulebook)


def drawn_band(
    shirt: Shirt, corner: Point, width: float, height: float
) -> Iterator[Shape]:
    """Draw a band of the cloth of a shirt, its pattern again and again."""
    left, top = corner
    whole = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    tiles = [
        tuple(((tile + x) * height, y * height) for x, y in area)
        for tile in range(int(width / height))
        for area in _TILES[shirt.pattern]
    ]
    for points in (whole, *tiles):
        cloth = points is whole
        yield Shape(
            points=tuple((left + x, top + y) for x, y in points),
            closed=True,
            fill=shirt.cloth if cloth else shirt.ink,
            stroke=GREY if cloth else "",
            width=0.4,
        )


def drawn_shirt(shirt: Shirt, corner: Point, width: float) -> Iterator[Shape]:
    """Draw a shirt with its top left corner at a point."""
    left, top = corner
    outline = outline_of(shirt.pattern)
    areas = ((area, shirt.ink) for area in PATTERNS[shirt.pattern])
    for points, colour in ((outline, shirt.cloth), *areas):
        yield Shape(
            points=tuple(
                (left + x * width / 100, top + y * width / 100) for x, y in points
            ),
            closed=True,
            fill=colour,
            stroke=GREY if points is outline else "",
            width=0.8,
        )
