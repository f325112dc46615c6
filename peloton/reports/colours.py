"""The colours of a picture, of the lines of a chart, and of letters on a colour."""

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

_EVEN = 0.2
"""The brightness at which black and white have the same contrast to a colour."""


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
