"""Pieces flowing down the columns of pages, as in a newspaper."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from peloton.writers.paper.pieces import Piece

Unit = tuple[Piece, ...]
"""Pieces that stay together."""
Put = tuple[Unit, int, float]
"""A unit in its place: the column, and how far down in it."""
FlowPosition = tuple[int, int]
"""Where to go on: the block, and the unit of it."""

_HAIR = 1e-6
"""What sums of heights may be off by."""
_EVENED_OUT = 7
"""How often the height of columns that end level is halved in on."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """A table with its caption, a picture, or some notes.

    `head` is its top, `again` its top where it runs on in the next column or page.
    A `wide` one goes across the columns, a `short` one is parted only if much would
    be left free otherwise. `before` is the space above it.
    """

    units: tuple[Unit, ...]
    head: Unit = ()
    again: Unit = ()
    before: float = 0.0
    wide: bool = True
    short: bool = False

    @cached_property
    def heights(self) -> list[float]:
        """The height of each unit: asked for with every height of page tried."""
        return list(map(height_of, self.units))

    @cached_property
    def tops(self) -> tuple[float, float]:
        """The heights of its top, and of that where it runs on."""
        return height_of(self.head), height_of(self.again)

    @property
    def pieces(self) -> Unit:
        """All of it, from its top down."""
        return (*self.head, *(piece for unit in self.units for piece in unit))

    @property
    def height(self) -> float:
        """The height of all of it."""
        return self.tops[0] + sum(self.heights)


class Filled(NamedTuple):
    """Columns as filled: how far down they go, and where to go on, or None."""

    puts: list[Put]
    depth: float
    rest: FlowPosition | None


def height_of(pieces: Sequence[Piece]) -> float:
    """Return the height of pieces one below another."""
    return sum(piece.height for piece in pieces)


class Columns(NamedTuple):
    """How many columns there are, and how high.

    A block too high even for a `whole` page is put all the same. A short table goes
    to the next column if that leaves no more than `spare` free.
    """

    number: int
    height: float
    whole: bool
    spare: float = 0.0


def filled(blocks: Sequence[Block], start: FlowPosition, columns: Columns) -> Filled:
    """Fill columns one after another, beginning at `start`."""
    puts: list[Put] = []
    column, down, depth = 0, 0.0, 0.0
    index, number = start
    height = columns.height + _HAIR
    while index < len(blocks) and column < columns.number:
        block = blocks[index]
        top = block.again if number else block.head
        before = block.before if down else 0.0
        high = block.tops[bool(number)]
        least = before + high + block.heights[number]
        if block.short and not number and height - down <= columns.spare:
            least = before + block.height
        if down + least > height and (down or not columns.whole):
            column, down = column + 1, 0.0
            continue
        puts.append((top, column, down + before))
        down += before + high
        # The first unit is put however high it is.
        first = number
        while number < len(block.units):
            if number > first and down + block.heights[number] > height:
                break
            puts.append((block.units[number], column, down))
            down += block.heights[number]
            number += 1
        depth = max(depth, down)
        if number == len(block.units):
            index, number = index + 1, 0
        else:
            column, down = column + 1, 0.0
    rest = (index, number) if index < len(blocks) else None
    return Filled(puts, depth, rest)


def evened_out(
    blocks: Sequence[Block], start: FlowPosition, columns: Columns, full: Filled
) -> Filled:
    """Fill columns as level as they can be; `full` has them filled one by one.

    A short table is parted only if it was in `full`.
    """
    best = full
    low, high = full.depth / columns.number, full.depth
    level = Columns(columns.number, high, whole=False, spare=high)
    if filled(blocks, start, level).rest:
        level = level._replace(spare=0.0)
    for _ in range(_EVENED_OUT):
        middle = (low + high) / 2
        attempt = filled(blocks, start, level._replace(height=middle))
        if attempt.rest:
            low = middle
        else:
            best, high = attempt, middle
    return best
