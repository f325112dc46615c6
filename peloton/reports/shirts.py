"""Define the shirts of jersey wearers: a colour and a pattern, used in every format.

Unlike the colours, the patterns can be told apart even in grey and at a size of 3 mm.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.results import JerseyLine, Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.winners import shown_jerseys

DARK, LIGHT = "#000000", "#ffffff"
_EVEN = 0.179
"""Luminance at which black and white letters are equally legible on a colour."""


class Pattern(StrEnum):
    """The pattern on a shirt."""

    PLAIN = "plain"
    OUTLINE = "outline"
    STRIPES = "stripes"
    DOTS = "dots"
    HOOP = "hoop"
    SASH = "sash"
    HALVES = "halves"
    BAND = "band"
    """A band in the team's colour beside a rider's bib, instead of a shirt."""


@dataclass(frozen=True, slots=True)
class Shirt:
    """The colour (`#rrggbb`) and pattern of a shirt; dots have this colour on white."""

    colour: str
    pattern: Pattern = Pattern.PLAIN

    @property
    def cloth(self) -> str:
        """The background colour of the pattern."""
        return LIGHT if self.pattern is Pattern.DOTS else self.colour

    @property
    def ink(self) -> str:
        """The colour of the pattern, and of letters on the shirt."""
        return self.colour if self.pattern is Pattern.DOTS else ink_on(self.colour)


def ink_on(colour: str) -> str:
    """Return black or white, whichever has the higher contrast on a colour."""
    try:
        parts = bytes.fromhex(colour.removeprefix("#"))
        red, green, blue = (((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts)
    except ValueError:
        return DARK
    # Relative luminance (1 is white); contrast is computed from it.
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return DARK if light > _EVEN else LIGHT


PATTERN_CHARACTERS: Mapping[Pattern, str] = {
    Pattern.PLAIN: "■",
    Pattern.OUTLINE: "□",
    Pattern.STRIPES: "▥",
    Pattern.DOTS: "∷",
    Pattern.HOOP: "▤",
    Pattern.SASH: "▨",
    Pattern.HALVES: "◧",
    Pattern.BAND: "▌",
}
"""The character that represents each pattern in formats without drawings."""

_BY_NAME = {"yellow": Pattern.PLAIN, "white": Pattern.OUTLINE, "green": Pattern.STRIPES}


def shirts_of(rulebook: Rulebook) -> Mapping[str, Shirt]:
    """Return each jersey's shirt, with dots if the jersey's name contains `dot`."""
    others = iter((Pattern.HOOP, Pattern.SASH, Pattern.HALVES))
    shirts = dict[str, Shirt]()
    for jersey in rulebook.jerseys:
        pattern = Pattern.DOTS if "dot" in jersey.name else _BY_NAME.get(jersey.name)
        pattern = pattern or next(others, Pattern.PLAIN)
        shirts[jersey.name] = Shirt(jersey.colour, pattern)
    return shirts


def jersey_shirt(jersey: str, rulebook: Rulebook) -> Shirt:
    """Return a jersey's shirt, in grey if the rulebook does not define the jersey."""
    return shirts_of(rulebook).get(jersey, Shirt("#b0b0b0"))


def team_colour_bands(tour: Tour) -> tuple[tuple[str, Shirt], ...]:
    """Pair bibs with bands in the team colours; skip teams without a colour."""
    colours = {team.code: team.colour for team in tour.teams if team.colour}
    return tuple(
        (rider.bib, Shirt(colours[rider.team], Pattern.BAND))
        for rider in tour.riders
        if rider.team in colours
    )


def worn_jerseys(
    race: Race, score: StageScore
) -> Iterator[tuple[JerseyLine, Bib, Shirt]]:
    """Yield the jerseys that are worn after a stage, each with its wearer and shirt.

    The highest jersey comes first. At the end of a tour, the wearers are the winners,
    and a rider who won several jerseys is listed for each (GN-11).
    """
    for line in shown_jerseys(race, score):
        if line.wearer is not None:
            yield line, line.wearer, jersey_shirt(line.jersey, race.rulebook)


def worn_shirts(race: Race, score: StageScore | None) -> tuple[tuple[str, Shirt], ...]:
    """Pair the bibs of the wearers after a stage with their shirts; none without it."""
    worn = worn_jerseys(race, score) if score else ()
    return tuple((wearer, shirt) for _, wearer, shirt in worn)
