"""Text in pictures: estimated widths, and round steps for an axis.

The widths are accurate enough for any typeface.
"""

from functools import lru_cache
from unicodedata import combining, east_asian_width

from peloton.rules.words import printable

_NARROW = frozenset("iljtfrI.,:;'|!()[] ")
_BROAD = frozenset("mwMW@%—")
_SECONDS = (1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600)
_HAIR, _THIN, _EVEN, _CAPITAL, _WIDE = 0.0, 0.36, 0.58, 0.72, 1.0


def estimated_width(text: str, size: float) -> float:
    """Estimate the width of a line of text, in points, rounded up."""
    return size * sum(map(_width, text))


def shortened(text: str, size: float, room: float) -> str:
    """Cut a name to a width in points; a shortened name ends in an ellipsis."""
    text = printable(text)
    if estimated_width(text, size) <= room:
        return text
    room -= estimated_width("…", size)
    end = 0
    for letter in text:
        room -= size * _width(letter)
        if room < 0:
            break
        end += 1
    return f"{text[:end].rstrip()}…"


@lru_cache(maxsize=4096)
def _width(letter: str) -> float:
    if combining(letter):
        return _HAIR
    if letter in _NARROW:
        return _THIN
    if letter in _BROAD or east_asian_width(letter) in "WF":
        return _WIDE
    return _CAPITAL if letter.isupper() else _EVEN


def axis_steps(end: int, most: int) -> int:
    """Return the smallest step 1, 2, 5, 10, 20, ... that gives at most `most` marks."""
    step = 1
    while True:
        for round_step in (step, 2 * step, 5 * step):
            if end <= most * round_step:
                return round_step
        step *= 10


def clock_steps(end: int, most: int) -> int:
    """Return the smallest round step in seconds that gives at most `most` marks."""
    for step in _SECONDS:
        if end <= most * step:
            return step
    return _SECONDS[-1] * axis_steps(-(-end // _SECONDS[-1]), most)
