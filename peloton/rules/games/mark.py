"""The marks of the games: a finish as written on paper, before it is a time.

A game's clock turns the marks of one stage into exact times: whole numbers of ticks
over a common denominator, so that nothing is rounded before CR-5 says so. What places
the riders and who is given whose time (CR-4, CY-5) come after, in
`peloton.rules.stage.times`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from peloton.rules.words import Phrase, phrase


class PlainMark:
    """A finish as a game writes it; `str` gives it as on paper.

    Each has its `turns`, 0 where none are counted, and how far `past` the line it is:
    further is better.
    """

    __slots__ = ()

    def speed(self, length: int, *, from_start: bool) -> tuple[int, int] | None:  # noqa: ARG002 - for others
        """Return the spaces ridden over the turns used; None where it cannot tell.

        `length` is that of the course, 0 if not known. `from_start` says that turns
        count from the start, and not from the first arrival's, where it can be either.
        """
        return None


@dataclass(frozen=True, slots=True)
class PairMark(PlainMark):
    """A mark of two numbers: turns, and how far `past` the line; further is better."""

    turns: int
    past: int

    def __str__(self) -> str:
        """Write it as on paper: `2 2`."""
        return f"{self.turns} {self.past}"


M = TypeVar("M", bound=PlainMark)


class MarkError(ValueError):
    """A mark that is not in its game's form; the message gives the expected one."""


class Finishes(NamedTuple, Generic[M]):
    """The marks of a stage as a clock sees them, in the order entered.

    `first` is the place in `marks` of the first arrival; `turn` and `space` are ticks.
    `alone`: riders are timed from a start of their own, against the clock.
    """

    marks: Sequence[M]
    first: int
    alone: bool
    turn: int
    space: int


class MarkColumn(NamedTuple):
    """A number of a mark in a column of its own.

    `key` is its word in the form of the mark, `counted` what is counted in it.
    """

    key: str
    title: Phrase
    counted: Phrase


TURNS = MarkColumn("turns", phrase("Turns"), phrase("turns"))
LINES = MarkColumn("lines", phrase("Lines"), phrase("lines"))
ROUND = MarkColumn("round", phrase("Round"), phrase("rounds"))
SPACE = MarkColumn("space", phrase("Space"), phrase("spaces"))

DIGITS = re.compile(r"\d{1,6}", re.ASCII)
PAIR = re.compile(r"(-?\d{1,6})\s+(-?\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortMark:
    """A mark as typed at the desk, without its turn: its text, and the turn put back.

    `expected` says it in messages, `full` puts it together. `first` is where turns
    start; `after_first` says that they count from the first arrival's. `taps` are the
    usual ones, each under one finger on a phone.
    """

    expected: str
    first: int
    text: re.Pattern[str] = DIGITS
    full: str = "{turn} {mark}"
    after_first: bool = False
    taps: Sequence[int] = ()

    def written(self, mark: Any) -> str:  # noqa: ANN401 - a mark of its game
        """Write a mark without its turn."""
        return str(mark).removeprefix(self.full.format(turn=mark.turns, mark=""))


_BY_TURN = phrase("spaces a turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkForm:
    """How a game writes a finish, tells its time, and has it entered and explained.

    `form` and `clock` name it in a rulebook; `shapes` and `game` are for messages.
    `parse` gives None for a text of another form, and raises MarkError for one that
    has the form and cannot be.

    `exact` gives numerators and their denominator, in ticks. `why` gives the
    calculation of one of them in words, and its rule. `by_turns` says that times are
    made of turns; `untimed`, that there are places and no times. `limit_by_marks` says
    that a time limit in turns compares the turns of the marks (CY-11), and not the
    times; `levelled`, that turns count from the first arrival's on the road, whose are
    0 (CY-3), and from the start against the clock (CY-1).

    `columns` are its numbers on a form, none for a time; `boxes` explains them there,
    `boxes_alone` against the clock, where that differs. `typed` are lines as at the
    desk, each with its meaning; `short` is None where a mark has no turn, and `same`
    is then the mark that a bib alone has. `speed` is what an average one is counted in.
    """

    form: str
    example: str
    game: str
    parse: Callable[[str], Any]
    shapes: str = ""
    clock: str
    exact: Callable[[Finishes[Any]], tuple[list[int], int]]
    why: Callable[[Any, Finishes[Any]], tuple[str, str]]
    by_turns: bool = True
    untimed: bool = False
    limit_by_marks: bool = False
    levelled: bool = False
    columns: tuple[MarkColumn, ...]
    boxes: Phrase
    boxes_alone: Phrase | None = None
    typed: tuple[tuple[str, str], ...]
    short: ShortMark | None = None
    same: str = ""
    speed: Phrase = _BY_TURN

    @property
    def expected(self) -> str:
        """The look of a mark, for messages."""
        return self.shapes or f"'{self.form}' such as {self.example}"

    def read(self, text: str) -> Any:  # noqa: ANN401 - a mark of its game
        """Read a mark of this form; MarkError for any other text."""
        mark = self.parse(text)
        if mark is None:
            message = f"found '{text}', expected a mark {self.expected}"
            raise MarkError(message)
        return mark


def pair_reader(
    mark: Callable[[int, int], M], first: str, second: str
) -> Callable[[str], M | None]:
    """Return what reads a mark of two numbers, 0 or more.

    It gives None for another text, and raises MarkError for a number below 0.
    """

    def read(text: str) -> M | None:
        if (match := PAIR.fullmatch(text)) is None:
            return None
        one, other = map(int, match.groups())
        if one < 0 or other < 0:
            found = f"found {one} {first} and {other} {second}"
            message = f"{found}, expected 0 or more of each"
            raise MarkError(message)
        return mark(one, other)

    return read


def calculated(mark: PlainMark, sum_: str) -> Phrase:
    """Write out how a time was added up."""
    return phrase("mark {mark}: {sum}", mark=str(mark), sum=sum_)
