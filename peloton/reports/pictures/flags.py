"""Names over a picture, hoisted so that none covers another."""

from collections.abc import Iterable
from typing import NamedTuple

from peloton.reports.drawing import Anchor
from peloton.reports.pictures.lettering import letters_width, shortened
from peloton.rules.words import Phrase, phrase

_LONGEST = 110.0
_APART = 4.0


class Flag(NamedTuple):
    """A name to stand over a place: `x` in points, `at` in spaces."""

    x: float
    at: int
    name: str
    after: str = ""
    colour: str = ""


class Hoisted(NamedTuple):
    """A flag with its lane, 0 the lowest, and the side its text is on."""

    flag: Flag
    lane: int
    anchor: Anchor
    text: str
    left: float
    right: float


def hoisted(flags: Iterable[Flag], width: float, size: float) -> list[Hoisted]:
    """Give every flag a lane in which its text and pole meet no other.

    The text stands right of its pole, or left of it near the right edge. From the
    right to the left each takes the lowest lane that is free; where there is none,
    all the others go up by one.
    """
    up: list[Hoisted] = []
    for flag in sorted(flags, key=lambda each: (-each.x, each.name)):
        sides = [_hung(flag, anchor, size) for anchor in (Anchor.START, Anchor.END)]
        sides = [each for each in sides if each.left >= 0 and each.right <= width]
        lanes = range(max((each.lane for each in up), default=-1) + 2)
        free = (
            placed
            for each in sides
            for lane in lanes
            if _is_free(placed := each._replace(lane=lane), up)
        )
        place = next(free, None)
        if place is None:
            up = [each._replace(lane=each.lane + 1) for each in up]
            place = sides[-1] if sides else _hung(flag, Anchor.START, size)
        up.append(place)
    return up[::-1]


def _hung(flag: Flag, anchor: Anchor, size: float) -> Hoisted:
    text = _text(flag, size)
    long = letters_width(text, size) + _APART
    left = flag.x if anchor is Anchor.START else flag.x - long
    return Hoisted(flag, 0, anchor, text, left, left + long)


def _text(flag: Flag, size: float) -> str:
    name: str = flag.name
    if not isinstance(name, Phrase):
        name = shortened(name, size, _LONGEST)
    return phrase("{name} {after}", name=name, after=flag.after) if flag.after else name


def _is_free(new: Hoisted, up: Iterable[Hoisted]) -> bool:
    for old in up:
        if new.lane == old.lane and new.left < old.right and old.left < new.right:
            return False
        if old.lane > new.lane and new.left < old.flag.x < new.right:
            return False
        if old.lane < new.lane and old.left < new.flag.x < old.right:
            return False
    return True
