"""Marks to times: what a finish on the board is worth, exactly.

A clock turns the marks of one stage into exact times: whole numbers of ticks over a
common denominator, so that nothing is rounded before CR-5 says so. What places the
riders and who is given whose time (CR-4, CY-5) come after: `peloton.rules.gaps`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import NamedTuple, cast

from peloton.rules.marks import ClockMark, FractionMark, LinesMark, Mark, RoundMark
from peloton.rules.model import Bib, StageKind
from peloton.rules.words import Said, say


class Timed(NamedTuple):
    """A rider home, in the order of the result; `time` in ticks, group applied.

    `leader` is the rider whose time it is. `fraction` is what rounding down left of
    the rider's own time, in thousandths of a tick; 0 where nothing was left.
    """

    bib: Bib
    mark: Mark
    time: int
    leader: Bib
    fraction: int = 0


class Finishes(NamedTuple):
    """The marks of a stage as a clock sees them, in the order entered.

    `first` is the place in `marks` of the first arrival; `turn` and `space` are ticks.
    """

    marks: Sequence[Mark]
    first: int
    kind: StageKind
    turn: int
    space: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How a game tells the time.

    `mark` names the form it reads. `exact` gives numerators and their denominator, in
    ticks. `why` gives the calculation of one of them in words, and its rule.
    `limit_by_marks` says that a time limit in turns compares the turns of the marks
    (CY-11), and not the times; `by_turns`, that times are made of turns.
    """

    mark: str
    exact: Callable[[Finishes], tuple[list[int], int]]
    why: Callable[[Mark, Finishes], tuple[str, str]]
    limit_by_marks: bool = False
    by_turns: bool = True


def half_up(amount: int, parts: int) -> int:
    """Divide exactly and round to a whole number, half up (CR-5)."""
    return (2 * amount + parts) // (2 * parts)


def _fractional_turns(finishes: Finishes) -> tuple[list[int], int]:
    """Add the fraction of the last move before the line to the turns (CR-1)."""
    turn = finishes.turn
    fractions = cast("Sequence[FractionMark]", finishes.marks)
    denominator = lcm(*{mark.moved for mark in fractions})
    return [
        turn * (mark.turns * denominator + mark.left * (denominator // mark.moved))
        for mark in fractions
    ], denominator


def _why_fractional(mark: Mark, finishes: Finishes) -> tuple[str, str]:
    played, turn = cast("FractionMark", mark), finishes.turn
    # Only who asks why needs it, and it is slow to import.
    from decimal import Decimal  # noqa: PLC0415 - see above

    exact = half_up(
        100 * turn * (played.turns * played.moved + played.left), played.moved
    )
    why = say(
        "mark {mark}: {turns} turns and {left}/{moved} of a turn of {turn} s,"
        " {exact} s",
        mark=str(mark),
        turns=played.turns,
        left=played.left,
        moved=played.moved,
        turn=turn,
        exact=Decimal(exact).scaleb(-2),
    )
    return why, "CR-1, CR-5"


def _turns_and_lines(finishes: Finishes) -> tuple[list[int], int]:
    """Take the lines off the turns (CY-1); on the road, add the first's (CY-3)."""
    turn, lines = finishes.turn, cast("Sequence[LinesMark]", finishes.marks)
    level = 0
    if lines and not finishes.kind.against_the_clock:
        level = lines[finishes.first].lines
    return [mark.turns * turn - mark.lines + level for mark in lines], 1


def _why_lines(mark: Mark, finishes: Finishes) -> tuple[str, str]:
    lines = cast("LinesMark", mark)
    why = _calculated(mark, f"{lines.turns} x {finishes.turn} - {lines.lines}")
    if finishes.kind.against_the_clock:
        return why, "CY-1"
    first = cast("LinesMark", finishes.marks[finishes.first])
    levelled = say("{why} + {lines} of the first arrival", why=why, lines=first.lines)
    return levelled, "CY-3"


def _calculated(mark: Mark, sum_: str) -> Said:
    return say("mark {mark}: {sum}", mark=str(mark), sum=sum_)


def _rounds_and_squares(finishes: Finishes) -> tuple[list[int], int]:
    """Take the squares past the line off the rounds (FR-1)."""
    marks = cast("Sequence[LinesMark]", finishes.marks)
    return [m.turns * finishes.turn - m.lines * finishes.space for m in marks], 1


def _why_squares(mark: Mark, finishes: Finishes) -> tuple[str, str]:
    squares = cast("LinesMark", mark)
    why = f"{squares.turns} x {finishes.turn} - {squares.lines} x {finishes.space}"
    return _calculated(mark, why), "FR-1"


def _rounds_and_spaces(finishes: Finishes) -> tuple[list[int], int]:
    """Add the spaces still to go to the rounds, in tenths of a round (CI-2)."""
    marks = cast("Sequence[RoundMark]", finishes.marks)
    return [m.round * finishes.turn + m.space * finishes.space for m in marks], 1


def _why_spaces(mark: Mark, finishes: Finishes) -> tuple[str, str]:
    spaces = cast("RoundMark", mark)
    why = f"{spaces.round} x {finishes.turn} + {spaces.space} x {finishes.space}"
    return _calculated(mark, why), "CI-2"


def _as_given(finishes: Finishes) -> tuple[list[int], int]:
    """Read times as given, gaps from the winner, `s` as the line above (RR-1)."""
    given: list[int] = []
    winner = finishes.marks[finishes.first] if finishes.marks else None
    start = winner.thousandths if isinstance(winner, ClockMark) else 0
    for mark in finishes.marks:
        if isinstance(mark, ClockMark):
            given.append(mark.thousandths + (start if mark.gap else 0))
        else:
            given.append(given[-1] if given else start)
    return given, 1000


def _why_given(mark: Mark, _finishes: Finishes) -> tuple[str, str]:
    return say("mark {mark}, as given", mark=str(mark)), "RR-1"


def _places(finishes: Finishes) -> tuple[list[int], int]:
    """Tell no time: places are all there is (FI-1)."""
    return [0] * len(finishes.marks), 1


def _why_place(mark: Mark, _finishes: Finishes) -> tuple[str, str]:
    return say("mark {mark}: a place, and no time", mark=str(mark)), "FI-1"


CLOCKS: Mapping[str, Clock] = {
    "fractional turns": Clock(
        mark="turns left/moved", exact=_fractional_turns, why=_why_fractional
    ),
    "turns and lines": Clock(
        mark="turns lines",
        exact=_turns_and_lines,
        why=_why_lines,
        limit_by_marks=True,
    ),
    "rounds and squares": Clock(
        mark="round squares", exact=_rounds_and_squares, why=_why_squares
    ),
    "rounds and spaces": Clock(
        mark="round'space", exact=_rounds_and_spaces, why=_why_spaces
    ),
    "as given": Clock(mark="h:mm:ss", exact=_as_given, why=_why_given, by_turns=False),
    "places": Clock(mark="turn space", exact=_places, why=_why_place, by_turns=False),
}
