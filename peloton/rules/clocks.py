"""Marks to times: what a finish on the board is worth, exactly.

A clock turns the marks of one stage into exact times: whole numbers of ticks over a
common denominator, so that nothing is rounded before CR-5 says so. What places the
riders and who is given whose time (CR-4, CY-5) come after: `peloton.rules.gaps`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import NamedTuple, cast

from peloton.rules.marks import FractionMark, LinesMark, Mark
from peloton.rules.model import Bib, StageKind


class Timed(NamedTuple):
    """A rider home, in the order of the result; `time` in ticks, group applied.

    `leader` is the rider whose time it is.
    """

    bib: Bib
    mark: Mark
    time: int
    leader: Bib


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How a game tells the time.

    `exact` takes the marks as entered, the ticks of a turn and the kind of stage, and
    gives numerators and their denominator, in ticks. `turns_behind` takes a rider,
    the winner and the ticks of a turn, and gives turns begun behind. `why` takes a
    mark, the first arrival's, the ticks of a turn and the kind of stage, and gives the
    calculation in words and its rule.
    """

    exact: Callable[[Sequence[Mark], int, StageKind], tuple[list[int], int]]
    turns_behind: Callable[[Timed, Timed, int], int]
    why: Callable[[Mark, Mark, int, StageKind], tuple[str, str]]


def half_up(amount: int, parts: int) -> int:
    """Divide exactly and round to a whole number, half up (CR-5)."""
    return (2 * amount + parts) // (2 * parts)


def _fractional_turns(
    marks: Sequence[Mark], turn: int, _kind: StageKind, /
) -> tuple[list[int], int]:
    """Add the fraction of the last move before the line to the turns (CR-1)."""
    fractions = cast("Sequence[FractionMark]", marks)
    denominator = lcm(*{mark.moved for mark in fractions})
    return [
        turn * (mark.turns * denominator + mark.left * (denominator // mark.moved))
        for mark in fractions
    ], denominator


def _turns_and_lines(
    marks: Sequence[Mark], turn: int, kind: StageKind, /
) -> tuple[list[int], int]:
    """Take the lines off the turns (CY-1); on the road, add the first's (CY-3)."""
    lines = cast("Sequence[LinesMark]", marks)
    level = 0 if kind.against_the_clock or not lines else lines[0].lines
    return [mark.turns * turn - mark.lines + level for mark in lines], 1


def _why_fractional(
    mark: Mark, _first: Mark, turn: int, _kind: StageKind, /
) -> tuple[str, str]:
    played = cast("FractionMark", mark)
    exact = half_up(
        100 * turn * (played.turns * played.moved + played.left), played.moved
    )
    why = (
        f"mark {mark}: {played.turns} turns and {played.left}/{played.moved} of a turn"
        f" of {turn} s, {exact // 100}.{exact % 100:02} s"
    )
    return why, "CR-1, CR-5"


def _why_lines(
    mark: Mark, first: Mark, turn: int, kind: StageKind, /
) -> tuple[str, str]:
    lines = cast("LinesMark", mark)
    why = f"mark {mark}: {lines.turns} x {turn} - {lines.lines}"
    if kind.against_the_clock:
        return why, "CY-1"
    return f"{why} + {cast('LinesMark', first).lines} of the first arrival", "CY-3"


CLOCKS: Mapping[str, Clock] = {
    "fractional turns": Clock(
        exact=_fractional_turns,
        turns_behind=lambda rider, winner, turn: -((winner.time - rider.time) // turn),
        why=_why_fractional,
    ),
    "turns and lines": Clock(
        exact=_turns_and_lines,
        turns_behind=lambda rider, winner, _turn: rider.mark.turns - winner.mark.turns,
        why=_why_lines,
    ),
}
