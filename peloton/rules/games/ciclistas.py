"""Ciclistas: marks `round'space` such as `1'3`, timed in tenths of a round (CI-2)."""

import re
from dataclasses import dataclass

from peloton.errors import PelotonError
from peloton.rules.games.mark import (
    ROUND,
    SPACE,
    ClockInput,
    MarkFormat,
    PlainMark,
    ShortMark,
    calculation,
)
from peloton.rules.words import phrase

SPACES_IN_A_ROUND = 10
"""Spaces in a round; those past the finish line are numbered 9 down to 0 (CI-1)."""


@dataclass(frozen=True, slots=True)
class RoundMark(PlainMark):
    """A mark `round'space`. Spaces past the finish line count down to 0 (CI-1)."""

    turns: int
    space: int

    @property
    def past(self) -> int:
        """Spaces past the line."""
        return SPACES_IN_A_ROUND - self.space

    def __str__(self) -> str:
        """Format the mark as on paper: `1'3`."""
        return f"{self.turns}'{self.space}"


_ROUND = re.compile(r"(\d{1,6})\s*(?:['\u2019]\s*(\d{1,6})|\s\+\s*(\d{1,6}))", re.ASCII)


def _read(text: str) -> RoundMark | None:
    if (match := _ROUND.fullmatch(text)) is None:
        return None
    played, space, past = match.groups()
    number = max(0, SPACES_IN_A_ROUND - int(past)) if space is None else int(space)
    if int(played) < 1 or number >= SPACES_IN_A_ROUND:
        raise PelotonError(
            f"found '{text}', expected a round from 1 on and a space past the line,"
            " from 9 (the nearest) to 0 (the furthest) (CI-1)"
        )
    return RoundMark(int(played), number)


def _exact(finishes: ClockInput[RoundMark]) -> tuple[list[int], int]:
    """Return each mark's rounds plus its space, in tenths of a round (CI-2)."""
    turn, space = finishes.turn, finishes.space
    return [mark.turns * turn + mark.space * space for mark in finishes.marks], 1


def _why(mark: RoundMark, finishes: ClockInput[RoundMark]) -> tuple[str, str]:
    why = f"{mark.turns} x {finishes.turn} + {mark.space} x {finishes.space}"
    return calculation(mark, why), "CI-2"


MARK = MarkFormat(
    name="round'space",
    example="1'3",
    shapes="\"round'space\" such as 1'3 or 1 +7",
    game="Ciclistas",
    parse=_read,
    exact_times=_exact,
    explain=_why,
    timed_spaces=True,
    columns=(ROUND, SPACE),
    columns_help=phrase(
        "Round: the finishing round, from 1. Space: the number of the space past the"
        " line, from 9, the nearest, to 0, the furthest."
    ),
    desk_examples=(
        ("12 3", "12 finished on space 3 past the line"),
        ("12 +7", "12 finished 7 spaces past the line"),
        ("12 1'3", "the same as 12 3, with 1 as the round"),
    ),
    short=ShortMark(
        pattern=re.compile(r"\+?\s*\d{1,6}", re.ASCII),
        expected="'space' such as 3 or +7",
        full="{turn}'{mark}",
        first=1,
        after_first=True,
        taps=range(10),
    ),
)
