"""The shirts of the wearers: a colour and a pattern each, in every format.

A pattern is told apart in grey and at 3 mm, where a colour is not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from peloton.rules.facts.tour import Tour
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.winners import shown_jerseys

DARK, LIGHT = "#1a1a1a", "#ffffff"
_EVEN = 0.2
"""The brightness at which black and white have the same contrast to a colour."""


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


def ink_on(colour: str) -> str:
    """Choose black or white, whichever is read more easily on a colour."""
    try:
        red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    except ValueError:
        return DARK
    # How bright the eye finds it, where 1 is white: a contrast is reckoned by that.
    light = 0.2126 * _light(red) + 0.7152 * _light(green) + 0.0722 * _light(blue)
    return DARK if light > _EVEN else LIGHT


def _light(part: int) -> float:
    return float(((part / 255 + 0.055) / 1.055) ** 2.4)


_UNKNOWN = Shirt("#b0b0b0")

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


def worn_shirts(race: Race, score: StageScore) -> tuple[tuple[str, Shirt], ...]:
    """Pair the bibs of the wearers after a stage with their shirts, the highest first.

    At the end of a tour they are the winners, some with several shirts (GN-11).
    """
    return tuple(
        (line.wearer, shirt_of(line.jersey, race.rulebook))
        for line in shown_jerseys(race, score)
        if line.wearer is not None
    )


def worn_on_stage(
    race: Race, number: int | None = None
) -> tuple[tuple[str, Shirt], ...]:
    """Pair the bibs of the wearers on a stage, or on the next one, with their shirts.

    Nothing while the stage before it is not ridden.
    """
    ridden = len(race.stages) if number is None else number - 1
    if not 0 < ridden <= len(race.stages):
        return ()
    return worn_shirts(race, race.stages[ridden - 1])
