"""The width of letters in a picture, near enough for any typeface."""

from functools import lru_cache
from unicodedata import combining, east_asian_width

from peloton.rules.words import visible

_NARROW = frozenset("iljtfrI.,:;'|!()[] ")
_BROAD = frozenset("mwMW@%—")
_HAIR, _THIN, _EVEN, _CAPITAL, _WIDE = 0.0, 0.36, 0.58, 0.72, 1.0


def letters_width(text: str, size: float) -> float:
    """Estimate the width of a line of text, in points; rather too much."""
    return size * sum(map(_width, text))


def shortened(text: str, size: float, room: float) -> str:
    """Cut a name to a width in points; a cut one ends in an ellipsis."""
    text = visible(text)
    if letters_width(text, size) <= room:
        return text
    room -= letters_width("…", size)
    kept = 0
    for letter in text:
        room -= size * _width(letter)
        if room < 0:
            break
        kept += 1
    return f"{text[:kept].rstrip()}…"


@lru_cache(maxsize=4096)
def _width(letter: str) -> float:
    if combining(letter):
        return _HAIR
    if letter in _NARROW:
        return _THIN
    if letter in _BROAD or east_asian_width(letter) in "WF":
        return _WIDE
    return _CAPITAL if letter.isupper() else _EVEN
