"""Marks: the notation of a finish on paper in each game, before it becomes a time.

Times are fractions of ticks with a common denominator, so that they stay exact until
CR-5 rounds them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from peloton.errors import PelotonError
from peloton.rules.words import Phrase, phrase


class PlainMark:
    """The base class of all marks; `str` formats a mark as on paper.

    Every mark has a number of `turns`, 0 if the game counts none, and a distance `past`
    the line, of which more is better.
    """

    __slots__ = ()

    def speed(self, length: int) -> tuple[int, int] | None:  # noqa: ARG002 - signature of all marks
        """Return the distance ridden and the turns used, counted from the start.

        `length` is the length of the course, 0 if it is not known. The result is None
        if the distance or the turns are not known.
        """
        return None


@dataclass(frozen=True, slots=True)
class PairMark(PlainMark):
    """A mark of two numbers: the turns, and the distance past the line."""

    turns: int
    past: int

    def __str__(self) -> str:
        """Format the mark as on paper: `2 2`."""
        return f"{self.turns} {self.past}"


M = TypeVar("M", bound=PlainMark)


class ClockInput(NamedTuple, Generic[M]):
    """The marks of a stage in the order entered, with the values to compute times.

    `first` is the index of the first arrival in `marks`. `turn` and `space` are the
    length of a turn and of a space, in ticks. `time_trial` is True in a time trial,
    where each rider starts alone.
    """

    marks: Sequence[M]
    first: int
    time_trial: bool
    turn: int
    space: int


TURNS, LINES = phrase("Turns"), phrase("Lines")
ROUND, SPACE = phrase("Round"), phrase("Space")

DIGITS = re.compile(r"\d{1,6}", re.ASCII)
PAIR = re.compile(r"(-?\d{1,6})\s+(-?\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortMark:
    """The short form of a mark, which is typed at the desk without the turn.

    `pattern` is its regular expression, `full` the template that adds the turn, and
    `expected` its description for messages. `first` is the number of the first turn. If
    `after_first`, turns are counted from the first arrival. `taps` are the values
    offered as buttons.
    """

    expected: str
    first: int
    pattern: re.Pattern[str] = DIGITS
    full: str = "{turn} {mark}"
    after_first: bool = False
    taps: Sequence[int] = ()

    def written(self, mark: Any) -> str:  # noqa: ANN401 - a mark of its game
        """Format a mark without its turn, as typed at the desk."""
        return str(mark).removeprefix(self.full.format(turn=mark.turns, mark=""))


_BY_TURN = phrase("spaces a turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkFormat:
    """The mark format of a game: how finishes are read, timed, entered and explained.

    `name` is its name in a rulebook; `shapes` and `game` are used in messages. `parse`
    returns None for text in another format, and raises PelotonError for text in this
    format with impossible values.

    `exact_times` returns the times in ticks, as numerators and their common
    denominator. `explain` returns the calculation of one time as text, and the rule
    behind it. If `untimed`, there are only places, no times. If `timed_spaces`, times
    depend on the time of a space in the rulebook. If `relative_turns`, turns on the
    road are counted from the turn of the first arrival (CY-3), in a time trial from the
    start (CY-1), and a time limit in turns is compared with them (CY-11).

    `columns` are the titles of a mark's numbers on a blank form; if the mark is a time,
    there are none. `columns_help` explains them; `time_trial_help`, if any, replaces it
    in a time trial. `desk_examples` pairs example lines at the desk with their
    meanings. `short` is None if a mark has no turn; a line with only a bib then gets
    the mark `default_mark`. `speed` is the unit of speed.
    """

    name: str
    example: str
    game: str
    parse: Callable[[str], Any]
    shapes: str = ""
    exact_times: Callable[[ClockInput[Any]], tuple[list[int], int]]
    explain: Callable[[Any, ClockInput[Any]], tuple[str, str]]
    untimed: bool = False
    timed_spaces: bool = False
    relative_turns: bool = False
    columns: tuple[Phrase, ...]
    columns_help: Phrase
    time_trial_help: Phrase | None = None
    desk_examples: tuple[tuple[str, str], ...]
    short: ShortMark | None = None
    default_mark: str = ""
    speed: Phrase = _BY_TURN

    def turns_from_start(self, *, time_trial: bool) -> bool:
        """Return whether turns are counted from the start, not the first arrival."""
        after_first = self.short is not None and self.short.after_first
        return not after_first or (time_trial and self.relative_turns)

    @property
    def expected(self) -> str:
        """The expected format of a mark, for messages."""
        return self.shapes or f"'{self.name}' such as {self.example}"

    def read_or_none(self, text: str) -> Any:  # noqa: ANN401 - a mark of its game
        """Read a mark in this format; return None for any other text."""
        try:
            return self.parse(text)
        except PelotonError:
            return None


def pair_reader(
    mark: Callable[[int, int], M], first: str, second: str
) -> Callable[[str], M | None]:
    """Return a function that reads a mark of two numbers, 0 or more.

    The function returns None for any other text, and raises PelotonError for a number
    below 0.
    """

    def read(text: str) -> M | None:
        if (match := PAIR.fullmatch(text)) is None:
            return None
        one, other = map(int, match.groups())
        if one < 0 or other < 0:
            found = f"found {one} {first} and {other} {second}"
            raise PelotonError(f"{found}, expected 0 or more of each")
        return mark(one, other)

    return read


def calculation(mark: PlainMark, sum_: str) -> Phrase:
    """Describe the calculation of a time, such as `mark 2 3: 2 x 6 - 3`."""
    return phrase("mark {mark}: {sum}", mark=str(mark), sum=sum_)
