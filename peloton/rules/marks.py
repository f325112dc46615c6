"""Marks: a finish as it is written on paper, before it is a time.

Each rulebook names its mark; `MARKS` maps the name to how it is read and written.
Adding a game adds a type and a row here, and a clock in `peloton.rules.clocks`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FractionMark:
    """Criterium's `turns left/moved` (CR-1).

    `turns` were played before the last move; of the `moved` spaces of that move
    (bonuses included) `left` still led to the line. 1 <= left <= moved.
    """

    turns: int
    left: int
    moved: int

    @property
    def past(self) -> int:
        """Spaces past the line."""
        return self.moved - self.left

    def __str__(self) -> str:
        """Write it as on paper: `6 3/9`."""
        return f"{self.turns} {self.left}/{self.moved}"


@dataclass(frozen=True, slots=True)
class LinesMark:
    """Cyclo's `turns lines`: turns used or still needed, lines past the finish.

    Used in a time trial (CY-1), still needed after the first arrival's turn on an
    ordinary stage (CY-3).
    """

    turns: int
    lines: int

    @property
    def past(self) -> int:
        """Spaces past the line."""
        return self.lines

    def __str__(self) -> str:
        """Write it as on paper: `2 2`."""
        return f"{self.turns} {self.lines}"


Mark = FractionMark | LinesMark


class MarkError(ValueError):
    """A mark not of its game's form; the message says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkForm:
    """How a game writes a finish; `read` raises MarkError."""

    form: str
    example: str
    read: Callable[[str], Mark]


_FRACTION = re.compile(r"(-?\d{1,6})\s+(-?\d{1,6})\s*/\s*(-?\d{1,6})", re.ASCII)
_LINES = re.compile(r"(-?\d{1,6})\s+(-?\d{1,6})", re.ASCII)


def _read_fraction(text: str) -> FractionMark:
    found = _FRACTION.fullmatch(text)
    if found is None:
        message = f"found '{text}', expected a mark 'turns left/moved' such as 6 3/9"
        raise MarkError(message)
    turns, left, moved = map(int, found.groups())
    if turns < 0:
        message = f"found {turns} turns, expected 0 or more"
        raise MarkError(message)
    if not 1 <= left <= moved:
        message = (
            f"found {left}/{moved}, expected from 1 to all of the spaces moved"
            " still to cover before the line (CR-1)"
        )
        raise MarkError(message)
    return FractionMark(turns, left, moved)


def _read_lines(text: str) -> LinesMark:
    found = _LINES.fullmatch(text)
    if found is None:
        message = f"found '{text}', expected a mark 'turns lines' such as 2 2"
        raise MarkError(message)
    turns, lines = map(int, found.groups())
    if turns < 0 or lines < 0:
        message = f"found {turns} turns and {lines} lines, expected 0 or more of each"
        raise MarkError(message)
    return LinesMark(turns, lines)


MARKS: Mapping[str, MarkForm] = {
    "turns left/moved": MarkForm(
        form="turns left/moved", example="6 3/9", read=_read_fraction
    ),
    "turns lines": MarkForm(form="turns lines", example="2 2", read=_read_lines),
}
