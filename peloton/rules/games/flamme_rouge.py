"""Flamme Rouge: a mark is a round and squares; the time is rounds minus squares."""

from peloton.rules.games.cyclo import LinesMark
from peloton.rules.games.mark import (
    ROUND,
    ClockInput,
    MarkFormat,
    ShortMark,
    calculation,
    pair_reader,
)
from peloton.rules.words import phrase


def _exact(finishes: ClockInput[LinesMark]) -> tuple[list[int], int]:
    """Return the times: rounds minus squares past the line, in ticks (FR-1)."""
    turn, space = finishes.turn, finishes.space
    return [mark.turns * turn - mark.past * space for mark in finishes.marks], 1


def _why(mark: LinesMark, finishes: ClockInput[LinesMark]) -> tuple[str, str]:
    why = f"{mark.turns} x {finishes.turn} - {mark.past} x {finishes.space}"
    return calculation(mark, why), "FR-1"


MARK = MarkFormat(
    name="round squares",
    example="0 4",
    game="Flamme Rouge",
    parse=pair_reader(LinesMark, "round", "squares"),
    exact_times=_exact,
    explain=_why,
    timed_spaces=True,
    columns=(ROUND, phrase("Squares")),
    columns_help=phrase(
        "Round: rounds after the one in which the first rider finished, so 0 for the"
        " first. Squares: squares past the line."
    ),
    desk_examples=(
        ("12 4", "12 finished 4 squares past the line"),
        ("12 1 4", "the same, with 1 as the round"),
    ),
    short=ShortMark(
        expected="'squares' such as 4", first=0, after_first=True, taps=range(13)
    ),
)
