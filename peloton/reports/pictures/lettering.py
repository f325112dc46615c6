"""Fit text into pictures by estimated widths, and find round steps for an axis.

The same estimates are used for every typeface.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from peloton.reports.drawing import INK, Anchor, Label, Point
from peloton.rules.words import PLACEHOLDER, Phrase, printable, wrap_text

_NARROW = frozenset("iljtfrI.,:;'|!()[] ")
_BROAD = frozenset("mwMW@%—")
_ROUNDING = 1e-6
_BOLD_WIDTH = 1.08
"""Width of bold letters, in multiples of the width of regular letters."""
_LEADING = 1.2
"""Height of a line, in multiples of the type size."""


def estimated_width(text: str, size: float) -> float:
    """Estimate the width of a line of text in points, erring on the wide side."""
    return size * sum(map(_width, text))


def fitted(
    text: str, size: float, room: float, smallest: float = 5.0
) -> tuple[str, float]:
    """Return a name and the largest type size, up to `size`, at which it fits.

    If a name is too long even at the smallest size, it is cut and ends in an ellipsis.
    `room` is the width. It and the sizes are in points.
    """
    text = printable(text)
    size = min(size, max(smallest, room / max(estimated_width(text, 1), 1)))
    if estimated_width(text, size) <= room + _ROUNDING:
        return text, size
    while text and estimated_width(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…", size


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a name into lines of at most `room` points, between words if possible.

    A phrase with words to translate stays on one line, because a part of it could not
    be translated.
    """
    text = printable(text)
    words = isinstance(text, Phrase) and PLACEHOLDER.sub("", text.pattern)
    if estimated_width(text, size) <= room or (words and any(map(str.isalpha, words))):
        return [text]
    return [*wrap_text(text, lambda line: estimated_width(line, size) <= room)]


class Paragraph(NamedTuple):
    """Text to wrap into lines; `size` is the type size in points."""

    text: str
    size: float
    bold: bool = False
    colour: str = INK


def draw_paragraphs(
    paragraphs: Iterable[Paragraph], above: Point, width: float
) -> tuple[list[Label], float]:
    """Return the labels of centred paragraphs below a point, and their total height.

    Long texts are wrapped, not cut. Empty paragraphs are left out.
    """
    labels: list[Label] = []
    x, y = above
    for text, size, bold, colour in paragraphs:
        letters = size * _BOLD_WIDTH if bold else size
        for line in wrapped(text, letters, width) if text else ():
            at = x, y + size
            label = Label(at, line, size, Anchor.MIDDLE, bold=bold, colour=colour)
            labels.append(label)
            y += size * _LEADING
    return labels, y - above[1]


@lru_cache(maxsize=4096)
def _width(letter: str) -> float:
    if combining(letter):
        return 0.0
    if letter in _NARROW:
        return 0.36
    if letter in _BROAD or east_asian_width(letter) in "WF":
        return 1.0
    return 0.72 if letter.isupper() else 0.58


ROUND_NUMBERS = tuple(first * 10**zeros for zeros in range(20) for first in (1, 2, 5))
"""Steps for an axis of numbers: 1, 2, 5, 10, 20 and so on."""
ROUND_TIMES = (
    *(1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800),
    *(3600 * hours for hours in ROUND_NUMBERS),
)
"""Steps for an axis of times, in seconds."""


def axis_step(end: int, limit: int, steps: Iterable[int] = ROUND_NUMBERS) -> int:
    """Return the smallest of the `steps` for an axis with at most `limit` steps.

    `end` is the highest value on the axis.
    """
    return next(step for step in steps if end <= limit * step)
