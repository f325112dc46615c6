"""The order on paper of text that mixes directions: Hebrew and Arabic among Latin.

The usual part of Unicode's bidirectional algorithm: strong letters, numbers and what
stands between them. Explicit embeddings never come here: `visible` writes them out.
"""

from itertools import groupby
from operator import itemgetter
from unicodedata import bidirectional

_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_NUMBERS = frozenset({"EN", "AN"})


def visual_runs(text: str) -> list[tuple[str, bool]]:
    """Split a line into runs, leftmost first; True where one reads right to left.

    The letters of a run stay in the order they are read: whoever draws it shapes
    it from the right.
    """
    levels = _levels(text)
    runs = [
        (level, "".join(letter for letter, _ in letters))
        for level, letters in groupby(zip(text, levels, strict=True), itemgetter(1))
    ]
    for level in range(max(levels, default=0), 0, -1):
        runs = _reversed_from(level, runs)
    return [(run, level % 2 == 1) for level, run in runs]


def _levels(text: str) -> list[int]:
    """Give each letter its level: even reads to the right, odd to the left."""
    classes = [bidirectional(letter) for letter in text]
    strong = (_side(each) for each in classes if each[:1] in {"L", "R", "A"})
    base = next(strong, 0)
    levels: list[int | None] = []
    side = base
    for bidi_class in classes:
        if bidi_class == "L" or bidi_class in _RIGHT_TO_LEFT:
            side = _side(bidi_class)
            levels.append(side if side == 1 or base == 0 else 2)
        elif bidi_class in _NUMBERS:
            levels.append(2 if side == 1 or base == 1 else 0)
        elif bidi_class == "NSM" and levels:
            levels.append(levels[-1])
        else:
            levels.append(None)
    return _between(levels, base)


def _side(bidi_class: str) -> int:
    return 0 if bidi_class == "L" else 1


def _between(levels: list[int | None], base: int) -> list[int]:
    """Give spaces and signs the level of both their neighbours, or the line's."""
    settled: list[int] = []
    for index, level in enumerate(levels):
        if level is not None:
            settled.append(level)
            continue
        before = settled[-1] if settled else base
        after = next((each for each in levels[index:] if each is not None), base)
        settled.append(_joined(before, after, base))
    return settled


def _joined(before: int, after: int, base: int) -> int:
    if before == after:
        return before
    # A number among right-to-left letters counts as one of them.
    return 1 if base == 0 and min(before, after) == 1 else base


def _reversed_from(level: int, runs: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Turn round every stretch of runs at this level or above it."""
    turned: list[tuple[int, str]] = []
    for deep, group in groupby(runs, lambda run: run[0] >= level):
        stretch = list(group)
        turned += reversed(stretch) if deep else stretch
    return turned
