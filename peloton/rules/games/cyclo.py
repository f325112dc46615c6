"""Cyclo: a mark is turns and board lines, the time turns minus lines (CY-1, CY-3)."""

from peloton.rules.games.mark import (
    LINES,
    TURNS,
    ClockInput,
    MarkFormat,
    PairMark,
    ShortMark,
    calculation,
    pair_reader,
)
from peloton.rules.words import phrase


class LinesMark(PairMark):
    """A mark `turns lines` of Cyclo, with the board lines past the finish line.

    In a time trial `turns` is the number of turns used (CY-1); on an ordinary stage,
    turns are counted from the turn of the first arrival (CY-3).
    """

    __slots__ = ()

    def speed(self, length: int) -> tuple[int, int] | None:
        """Return the board lines and turns ridden in a time trial (CY-1)."""
        return (length + self.past, self.turns) if length and self.turns else None


def _exact(finishes: ClockInput[LinesMark]) -> tuple[list[int], int]:
    """Return the times: turns minus board lines, both in ticks (CY-1).

    On the road, the lines of the first arrival are added, so that this rider's time is
    0 (CY-3).
    """
    turn, lines = finishes.turn, finishes.marks
    level = lines[finishes.first].past if lines and not finishes.time_trial else 0
    return [mark.turns * turn - mark.past + level for mark in lines], 1


def _why(mark: LinesMark, finishes: ClockInput[LinesMark]) -> tuple[str, str]:
    why = calculation(mark, f"{mark.turns} x {finishes.turn} - {mark.past}")
    if finishes.time_trial:
        return why, "CY-1"
    first = finishes.marks[finishes.first]
    levelled = phrase("{why} + {lines} of the first arrival", why=why, lines=first.past)
    return levelled, "CY-3"


MARK = MarkFormat(
    name="turns lines",
    example="2 2",
    game="Cyclo",
    parse=pair_reader(LinesMark, "turns", "lines"),
    exact_times=_exact,
    explain=_why,
    relative_turns=True,
    columns=(TURNS, LINES),
    columns_help=phrase(
        "Turns: turns needed after the one in which the first rider finished, so 0 for"
        " the first. Lines: lines past the finish."
    ),
    time_trial_help=phrase("Turns: turns used. Lines: lines past the finish."),
    desk_examples=(
        ("12 3", "12 finished, 3 lines past the line"),
        ("12 2 3", "the same, with 2 as the turns"),
    ),
    short=ShortMark(
        expected="'lines' such as 2", first=0, after_first=True, taps=range(13)
    ),
    speed=phrase("lines a turn"),
)
