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


@dataclass(frozen=True, slots=True)
class RoundMark:
    """The juego's `round'space`: past the line spaces count down to 0 (CI-1)."""

    round: int
    space: int

    @property
    def turns(self) -> int:
        """The round of the finish."""
        return self.round

    @property
    def past(self) -> int:
        """Spaces past the line."""
        return SPACES_IN_A_ROUND - self.space

    def __str__(self) -> str:
        """Write it as on paper: `1'3`."""
        return f"{self.round}'{self.space}"


SPACES_IN_A_ROUND = 10
"""Spaces past the line count down from here, and no further than 0 (CI-1)."""


@dataclass(frozen=True, slots=True)
class SpaceMark:
    """Figueres' `turn space`: the turn of the last card, the space stood on (FI-1)."""

    turns: int
    space: int

    @property
    def past(self) -> int:
        """The space stood on: further is better."""
        return self.space

    def __str__(self) -> str:
        """Write it as on paper: `7 33`."""
        return f"{self.turns} {self.space}"


@dataclass(frozen=True, slots=True)
class ClockMark:
    """A time as given (RR-1), in thousandths of a second; a gap is from the winner."""

    thousandths: int
    gap: bool = False
    turns = 0
    past = 0

    def __str__(self) -> str:
        """Write it as on paper: `3:25:10`, `0:12:34.5`, `+1:07`."""
        seconds, fraction = divmod(self.thousandths, 1000)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        rest = f".{fraction:03}".rstrip("0").rstrip(".")
        if self.gap and not hours:
            return f"+{minutes}:{seconds:02}{rest}"
        return f"{'+' if self.gap else ''}{hours}:{minutes:02}:{seconds:02}{rest}"


@dataclass(frozen=True, slots=True)
class SameMark:
    """`s`: the same time as the line above (RR-1)."""

    turns = 0
    past = 0

    def __str__(self) -> str:
        """Write it as on paper."""
        return "s"


Mark = FractionMark | LinesMark | RoundMark | SpaceMark | ClockMark | SameMark


class MarkError(ValueError):
    """A mark not of its game's form; the message says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkForm:
    """How a game writes a finish. `shapes` and `game` are for messages.

    `parse` gives None for a text of another form, and raises MarkError for one that
    has the form and cannot be.
    """

    form: str
    example: str
    game: str
    parse: Callable[[str], Mark | None]
    shapes: str = ""

    @property
    def expected(self) -> str:
        """What a mark looks like, for messages."""
        return self.shapes or f"'{self.form}' such as {self.example}"

    def read(self, text: str) -> Mark:
        """Read a mark of this form. MarkError if it is none."""
        mark = self.parse(text)
        if mark is None:
            message = f"found '{text}', expected a mark {self.expected}"
            raise MarkError(message)
        return mark


_FRACTION = re.compile(r"(-?\d{1,6})\s+(-?\d{1,6})\s*/\s*(-?\d{1,6})", re.ASCII)
_LINES = re.compile(r"(-?\d{1,6})\s+(-?\d{1,6})", re.ASCII)
_ROUND = re.compile(r"(\d{1,6})\s*(?:['\u2019]\s*(\d{1,6})|\s\+\s*(\d{1,6}))", re.ASCII)
_CLOCK = re.compile(
    r"(\+?)\s*(?:(\d{1,4}):)?(\d{1,3}):(\d{2})(?:\.(\d{1,3}))?", re.ASCII
)


def _read_fraction(text: str) -> FractionMark | None:
    if (found := _FRACTION.fullmatch(text)) is None:
        return None
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


def _pairs(form: str, mark: Callable[[int, int], Mark]) -> Callable[[str], Mark | None]:
    """Return what reads two numbers as a mark."""

    def read(text: str) -> Mark | None:
        if (found := _LINES.fullmatch(text)) is None:
            return None
        one, other = map(int, found.groups())
        if one < 0 or other < 0:
            first, second = form.split()
            message = f"found {one} {first} and {other} {second}"
            message = f"{message}, expected 0 or more of each"
            raise MarkError(message)
        return mark(one, other)

    return read


def _read_round(text: str) -> RoundMark | None:
    if (found := _ROUND.fullmatch(text)) is None:
        return None
    played, space, past = found.groups()
    at = max(0, SPACES_IN_A_ROUND - int(past)) if space is None else int(space)
    if int(played) < 1 or at >= SPACES_IN_A_ROUND:
        message = (
            f"found '{text}', expected a round from 1 on and a space past the line,"
            " 9 the nearest and 0 the furthest (CI-1)"
        )
        raise MarkError(message)
    return RoundMark(int(played), at)


def _read_clock(text: str) -> ClockMark | SameMark | None:
    if text == "s":
        return SameMark()
    if (found := _CLOCK.fullmatch(text)) is None:
        return None
    gap, hours, minutes, seconds, fraction = found.groups()
    # A long gap may be written in minutes alone: +75:03.
    if (hours and int(minutes) >= _SIXTY) or int(seconds) >= _SIXTY:
        message = f"found '{text}', expected minutes and seconds below 60"
        raise MarkError(message)
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return ClockMark(whole * 1000 + int((fraction or "0").ljust(3, "0")), gap=bool(gap))


_SIXTY = 60

MARKS: Mapping[str, MarkForm] = {
    each.form: each
    for each in (
        MarkForm(
            form="turns left/moved",
            example="6 3/9",
            game="Criterium",
            parse=_read_fraction,
        ),
        MarkForm(
            form="turns lines",
            example="2 2",
            game="Cyclo",
            parse=_pairs("turns lines", LinesMark),
        ),
        MarkForm(
            form="round'space",
            example="1'3",
            shapes="\"round'space\" such as 1'3 or 1 +7",
            game="Ciclistas",
            parse=_read_round,
        ),
        MarkForm(
            form="turn space",
            example="7 33",
            game="Figueres",
            parse=_pairs("turn space", SpaceMark),
        ),
        MarkForm(
            form="h:mm:ss",
            example="3:25:10",
            shapes="'h:mm:ss' such as 3:25:10, +1:07 or s",
            game="road race",
            parse=_read_clock,
        ),
        MarkForm(
            form="round squares",
            example="0 4",
            game="Flamme Rouge",
            parse=_pairs("round squares", LinesMark),
        ),
    )
}


def read_mark(text: str, form: MarkForm) -> Mark:
    """Read a mark in its game's form; MarkError names the game it looks like."""
    try:
        return form.read(text)
    except MarkError as error:
        for other in MARKS.values():
            # Two numbers are several games' mark, and tell nothing.
            if _LINES.fullmatch(text) or not _reads(text, other):
                continue
            message = f"{error}; this looks like a {other.game} mark"
            raise MarkError(message) from None
        raise


def _reads(text: str, form: MarkForm) -> bool:
    try:
        form.read(text)
    except MarkError:
        return False
    return True
