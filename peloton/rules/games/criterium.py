"""The game Criterium: marks `turns left/moved`, times with fractions (CR-1, CR-7)."""

import re
from dataclasses import dataclass
from math import lcm

from peloton.errors import PelotonError
from peloton.rules.games.mark import TURNS, ClockInput, MarkFormat, PlainMark, ShortMark
from peloton.rules.values import half_up
from peloton.rules.words import phrase


@dataclass(frozen=True, slots=True)
class FractionMark(PlainMark):
    """A mark `turns left/moved` of Criterium (CR-1).

    `turns` is the number of turns before the last move, `moved` the spaces of that move
    with bonuses. `left` is the number of spaces to the finish line before the last
    move, from 1 to `moved`.
    """

    turns: int
    left: int
    moved: int

    @property
    def past(self) -> int:
        """Spaces past the line."""
        return self.moved - self.left

    def speed(self, length: int) -> tuple[int, int] | None:
        """Return the length of the course and the turns, both times `moved` (CR-1).

        The exact number of turns is a fraction over `moved`, so the results are whole
        numbers.
        """
        spaces, parts = length * self.moved, self.turns * self.moved + self.left
        return (spaces, parts) if length else None

    def __str__(self) -> str:
        """Format the mark as on paper: `6 3/9`."""
        return f"{self.turns} {self.left}/{self.moved}"


_FRACTION = re.compile(r"(-?\d{1,6})\s+(-?\d{1,6})\s*/\s*(-?\d{1,6})", re.ASCII)


def _read(text: str) -> FractionMark | None:
    if (match := _FRACTION.fullmatch(text)) is None:
        return None
    turns, left, moved = map(int, match.groups())
    if turns < 0:
        raise PelotonError(f"found {turns} turns, expected 0 or more")
    if not 1 <= left <= moved:
        raise PelotonError(
            f"found {left}/{moved}, expected the spaces left to the line, at least 1,"
            " over the spaces moved, at least as many (CR-1)"
        )
    return FractionMark(turns, left, moved)


def _exact(finishes: ClockInput[FractionMark]) -> tuple[list[int], int]:
    """Return the turns, with the part of the last move up to the finish line (CR-1)."""
    turn, fractions = finishes.turn, finishes.marks
    denominator = lcm(*{mark.moved for mark in fractions})
    ticks = turn * denominator
    return [
        mark.turns * ticks + mark.left * (ticks // mark.moved) for mark in fractions
    ], denominator


def _why(mark: FractionMark, finishes: ClockInput[FractionMark]) -> tuple[str, str]:
    # Imported late: it is slow to import, and only explanations need it.
    from decimal import Decimal

    turn = finishes.turn
    exact = half_up(100 * turn * (mark.turns * mark.moved + mark.left), mark.moved)
    why = phrase(
        "mark {mark}: {turns} turns and {left}/{moved} of a turn of {turn} s,"
        " {exact} s",
        mark=str(mark),
        turns=mark.turns,
        left=mark.left,
        moved=mark.moved,
        turn=turn,
        exact=Decimal(exact).scaleb(-2),
    )
    return why, "CR-1, CR-5"


MARK = MarkFormat(
    name="turns left/moved",
    example="6 3/9",
    game="Criterium",
    parse=_read,
    exact_times=_exact,
    explain=_why,
    columns=(TURNS, phrase("Left"), phrase("Moved")),
    columns_help=phrase(
        "Turns: turns played before the last move. Left: spaces left to the line before"
        " that move. Moved: all spaces of that move, bonuses included."
    ),
    desk_examples=(
        ("12 3/9", "12 finished: the last move was 9 spaces, 3 of them to the line"),
        ("12 6 3/9", "the same, with the turns played before that move"),
    ),
    short=ShortMark(
        pattern=re.compile(r"\d{1,6}\s*/\s*\d{1,6}", re.ASCII),
        expected="'left/moved' such as 3/9",
        first=0,
    ),
)


THOUSANDTHS, HUNDREDTHS = 1000, 100
"""The parts of a turn and of a second in the fraction tables."""


def fraction_table(parts: int) -> tuple[tuple[int, ...], ...]:
    """Tabulate left/moved in `parts` of a turn, rounded half up (CR-7).

    The rows are 1 to 18 spaces moved, the columns 1 to 16 spaces left to the line, but
    not more than were moved.
    """
    return tuple(
        tuple(half_up(parts * left, moved) for left in range(1, min(moved, 16) + 1))
        for moved in range(1, 19)
    )
