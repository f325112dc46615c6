"""Flow blocks down the columns of a page, as in a newspaper."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from peloton.writers.paper.pieces import Piece

Unit = tuple[Piece, ...]
"""Pieces (rows, text lines) that stay together in one column."""
PlacedUnit = tuple[Unit, int, float]
"""A unit, the index of its column, and its distance from the top of the column."""
FlowPosition = tuple[int, int]
"""Where to go on: the index of a block, and the index of a unit in that block."""

_TOLERANCE = 1e-6
"""Rounding tolerance for sums of heights."""
_BISECTIONS = 7
"""Number of bisection steps for columns of equal height."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """A table with its caption, a picture, or some notes.

    `units` are the parts that are not split. `head` is above them; where the block
    continues in the next column or on the next page, `again` is there instead. A `wide`
    block spans all columns. A `short` block is split only to avoid a large gap.
    `before` is the space above the block.
    """

    units: tuple[Unit, ...]
    head: Unit = ()
    again: Unit = ()
    before: float = 0.0
    wide: bool = True
    short: bool = False

    @cached_property
    def heights(self) -> list[float]:
        """The height of each unit, cached because many column heights are tried."""
        return list(map(height_of, self.units))

    @cached_property
    def tops(self) -> tuple[float, float]:
        """The height of `head`, and of `again`, which replaces it on later pages."""
        return height_of(self.head), height_of(self.again)

    @property
    def pieces(self) -> Unit:
        """All pieces of the block, from the top down."""
        return (*self.head, *(piece for unit in self.units for piece in unit))

    @property
    def height(self) -> float:
        """The total height of the block."""
        return self.tops[0] + sum(self.heights)


class FilledColumns(NamedTuple):
    """The units placed in columns, and the depth of the deepest column.

    `rest` is the position of the first unit that did not fit, None if all units fit.
    """

    placed: list[PlacedUnit]
    depth: float
    rest: FlowPosition | None


def height_of(pieces: Sequence[Piece]) -> float:
    """Return the total height of pieces below one another."""
    return sum(piece.height for piece in pieces)


class Columns(NamedTuple):
    """The number and the height of the columns to fill on a page.

    On a `whole` page, which is still empty, a block that is too tall is placed anyway,
    because no page has more room. A short table moves to the next column if that leaves
    at most `spare` points free.
    """

    number: int
    height: float
    whole: bool
    spare: float = 0.0


def fill_columns(
    blocks: Sequence[Block], start: FlowPosition, columns: Columns
) -> FilledColumns:
    """Fill one column after another with blocks, from the position `start`."""
    placed: list[PlacedUnit] = []
    column, down, depth = 0, 0.0, 0.0
    index, number = start
    height = columns.height + _TOLERANCE
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
        placed.append((top, column, down + before))
        down += before + high
        # The first unit on a page is placed even if it is too tall.
        first = number
        while number < len(block.units):
            if number > first and down + block.heights[number] > height:
                break
            placed.append((block.units[number], column, down))
            down += block.heights[number]
            number += 1
        depth = max(depth, down)
        if number == len(block.units):
            index, number = index + 1, 0
        else:
            column, down = column + 1, 0.0
    rest = (index, number) if index < len(blocks) else None
    return FilledColumns(placed, depth, rest)


def balance_columns(
    blocks: Sequence[Block], start: FlowPosition, columns: Columns, full: FilledColumns
) -> FilledColumns:
    """Fill columns to heights that are as equal as possible, by bisection.

    `full` is the result of filling one column after another. A short table is split
    only if the columns would otherwise be longer than in `full`.
    """
    best = full
    low, high = full.depth / columns.number, full.depth
    level = Columns(columns.number, high, whole=False, spare=high)
    if fill_columns(blocks, start, level).rest:
        level = level._replace(spare=0.0)
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        attempt = fill_columns(blocks, start, level._replace(height=middle))
        if attempt.rest:
            low = middle
        else:
            best, high = attempt, middle
    return best
