"""Pieces flowing down the columns of pages, as in a newspaper."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from peloton.writers.paper.pieces import Piece

Unit = tuple[Piece, ...]
"""Pieces that stay together."""

_EVENED_OUT = 7
"""How often the height of columns that end level is halved in on."""


@dataclass(frozen=True, slots=True, kw_only=True)
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

    @property
    def height(self) -> float:
        """The height of all of it."""
        return height_of(self.head) + sum(map(height_of, self.units))


class Put(NamedTuple):
    """A piece in its place: the column, and how far down in it."""

    piece: Piece
    column: int
    down: float


class FlowPosition(NamedTuple):
    """Where to go on: the block, and the unit of it."""

    block: int = 0
    unit: int = 0


class Filled(NamedTuple):
    """Columns as filled: how far down they go, and where to go on, or None."""

    puts: list[Put]
    depth: float
    rest: FlowPosition | None


def height_of(unit: Unit) -> float:
    """Return the height of pieces one below another."""
    return sum(piece.height for piece in unit)


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
    height = columns.height
    while index < len(blocks) and column < columns.number:
        block = blocks[index]
        top = block.again if number else block.head
        before = block.before if down else 0.0
        least = before + height_of(top) + height_of(block.units[number])
        if block.short and not number and height - down <= columns.spare:
            least = before + block.height
        if down + least > height and (down or not columns.whole):
            column, down = column + 1, 0.0
            continue
        down = _put(puts, top, column, down + before)
        down = _put(puts, block.units[number], column, down)
        number += 1
        while number < len(block.units):
            if down + height_of(block.units[number]) > height:
                break
            down = _put(puts, block.units[number], column, down)
            number += 1
        depth = max(depth, down)
        if number == len(block.units):
            index, number = index + 1, 0
        else:
            column, down = column + 1, 0.0
    rest = FlowPosition(index, number) if index < len(blocks) else None
    return Filled(puts, depth, rest)


def _put(puts: list[Put], unit: Unit, column: int, down: float) -> float:
    for piece in unit:
        puts.append(Put(piece, column, down))
        down += piece.height
    return down


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
