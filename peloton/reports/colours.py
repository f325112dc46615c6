"""The colours of jerseys, of the lines of a chart, and of letters on them."""

from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook

INK = "#000000"
"""What a picture is written in: a page may turn it into its own colour."""
GREY = "#808080"
DARK, LIGHT = "#1a1a1a", "#ffffff"

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
"""Colours that stay apart for a colour-blind reader, on a white and on a dark page."""

_UNKNOWN = "#b0b0b0"
_SPOTS = "dot"
_EVEN = 0.2
"""The brightness at which black and white have the same contrast to a colour."""


def jersey_colour(name: str, rulebook: Rulebook) -> str:
    """Return the colour of a jersey, `#rrggbb`, as its rulebook has it."""
    colours = {jersey.name: jersey.colour for jersey in rulebook.jerseys}
    return colours.get(name, _UNKNOWN)


def spotted(name: str) -> bool:
    """Whether a jersey is white with dots of its colour, as a climber's may be."""
    return _SPOTS in name


def wearer_colours(
    score: StageScore, rulebook: Rulebook
) -> tuple[tuple[str, str], ...]:
    """Pair the bibs of the wearers after a stage with their colours."""
    return tuple(
        (line.wearer, jersey_colour(line.jersey, rulebook))
        for line in score.jerseys
        if line.wearer is not None
    )


def worn_on_stage(race: Race, number: int | None) -> tuple[tuple[str, str], ...]:
    """Pair the bibs of the wearers on a stage, or on the next one, with their colours.

    Nothing while the stage before it is not ridden.
    """
    ridden = len(race.stages) if number is None else number - 1
    if not 0 < ridden <= len(race.stages):
        return ()
    return wearer_colours(race.stages[ridden - 1], race.rulebook)


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
