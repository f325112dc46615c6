"""Flow blocks down the columns of pages, as in a newspaper."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from peloton.writers.paper.fonts import Typefaces
from peloton.writers.paper.pieces import Piece, Unit

LIST_COLUMNS = 2
"""Number of columns of a page of tables."""
_GUTTER = 14.0
_SPARE = 1 / 4
"""Share of a page that may stay empty to avoid splitting a short table."""
_TOLERANCE = 1e-6
"""Rounding tolerance for sums of heights."""
_BISECTIONS = 7
"""Number of bisection steps for columns of equal height."""


def height_of(pieces: Iterable[Piece]) -> float:
    """Return the total height of pieces below one another."""
    return sum(piece.height for piece in pieces)


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
    def height(self) -> float:
        """The total height of the block."""
        return self.tops[0] + sum(self.heights)


_BlockUnit = tuple[Block, int]
"""A unit that is not placed yet: its block, and its index in the block."""


class _Filled(NamedTuple):
    """Units placed in columns, and the depth of the deepest column.

    Each unit has the index of its column and its distance from the top of the column.
    `rest` holds the units that did not fit.
    """

    placed: list[tuple[Unit, int, float]]
    depth: float
    rest: Sequence[_BlockUnit]


def _filled(
    units: Sequence[_BlockUnit],
    columns: int,
    height: float,
    *,
    whole: bool = False,
    spare: float = 0.0,
) -> _Filled:
    """Fill one column after another with units, down to a height.

    On a `whole` page, which is still empty, a unit that is too tall is placed anyway,
    because no page has more room. A short table moves to the next column if that leaves
    at most `spare` points free.
    """
    placed: list[tuple[Unit, int, float]] = []
    column, down, depth, at = 0, 0.0, 0.0, 0
    height += _TOLERANCE
    while at < len(units) and column < columns:
        block, number = units[at]
        top: Unit = ()
        before = high = 0.0
        if not number or not down:
            top, high = (block.again if number else block.head), block.tops[number > 0]
            before = block.before if down else 0.0
        least = before + high + block.heights[number]
        if block.short and not number and height - down <= spare:
            least = before + block.height
        if down + least > height and (down or not whole):
            column, down = column + 1, 0.0
            continue
        placed.append(((*top, *block.units[number]), column, down + before))
        down += before + high + block.heights[number]
        depth, at = max(depth, down), at + 1
    return _Filled(placed, depth, units[at:])


def _balanced(units: Sequence[_BlockUnit], columns: int, full: _Filled) -> _Filled:
    """Fill columns to heights that are as equal as possible, by bisection.

    `full` is the result of filling one column after another. A short table is split
    only if the columns would otherwise be longer than in `full`.
    """
    best, low, high = full, full.depth / columns, full.depth
    spare = 0.0 if _filled(units, columns, high, spare=high).rest else high
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        attempt = _filled(units, columns, middle, spare=spare)
        if attempt.rest:
            low = middle
        else:
            best, high = attempt, middle
    return best


@dataclass(slots=True)
class Page:
    """A page with its pieces, each placed by the position of its upper left corner.

    `begins` holds the indexes of the sheets that begin on this page.
    """

    width: float
    height: float
    begins: tuple[int, ...] = ()
    pieces: list[tuple[Piece, float, float]] = field(default_factory=list)
    watermark: str = ""

    def stack(self, unit: Unit, left: float, y: float) -> float:
        """Place pieces one below another; return the y coordinate below the last."""
        for piece in unit:
            self.pieces.append((piece, left, y))
            y -= piece.height
        return y


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The size of a page and of its area for blocks, in points, and the fonts.

    `margin` is the space on both sides and at the top. Blocks end at the y coordinate
    `bottom`. `height` is the height of the area on a sheet's first page.
    """

    paper: tuple[float, float]
    margin: float
    bottom: float
    faces: Typefaces
    height: float = 0.0

    @property
    def width(self) -> float:
        """The width of the area for blocks."""
        return self.paper[0] - 2 * self.margin

    @property
    def column(self) -> float:
        """The width of each column."""
        return (self.width - _GUTTER * (LIST_COLUMNS - 1)) / LIST_COLUMNS


class PageFlow:
    """Pages filled with blocks, each page from its heading down to `y`."""

    def __init__(
        self, blocks: Iterable[Block], frame: Frame, heading: Unit, again: Unit
    ) -> None:
        """Lay out blocks in columns, on as many pages as they need.

        `again` is the heading of all pages after the first.
        """
        self.pages: list[Page] = []
        self.y = 0.0
        self._frame, self._again = frame, again
        self._begin_page(heading)
        for wide, group in groupby(blocks, attrgetter("wide")):
            self._fill([*group], 1 if wide else LIST_COLUMNS)

    def _begin_page(self, heading: Unit) -> None:
        paper, margin = self._frame.paper, self._frame.margin
        self.pages.append(Page(*paper))
        self.y = self.pages[-1].stack(heading, margin, paper[1] - margin)
        self._fresh = True

    def _fill(self, blocks: Sequence[Block], columns: int) -> None:
        frame = self._frame
        step = frame.column + _GUTTER
        units: Sequence[_BlockUnit] = [
            (block, n) for block in blocks for n in range(len(block.units))
        ]
        while units:
            top = self.y - (0.0 if self._fresh else units[0][0].before)
            height, spare = top - frame.bottom, frame.height * _SPARE
            filled = _filled(units, columns, height, whole=self._fresh, spare=spare)
            if columns > 1 and not filled.rest:
                filled = _balanced(units, columns, filled)
            for unit, column, down in filled.placed:
                self.pages[-1].stack(unit, frame.margin + column * step, top - down)
                self.y, self._fresh = top - filled.depth, False
            units = filled.rest
            if units:
                self._begin_page(self._again)
