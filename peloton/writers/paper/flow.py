"""Flow blocks down the columns of pages, as in a newspaper."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from peloton.writers.paper.fonts import Typefaces
from peloton.writers.paper.pieces import Piece, Unit

_COLUMNS = 2
"""Number of columns of a page of tables."""
_GUTTER = 14.0
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
    block spans all columns. `before` is the space above the block.
    """

    units: tuple[Unit, ...]
    head: Unit = ()
    again: Unit = ()
    before: float = 0.0
    wide: bool = True

    @cached_property
    def heights(self) -> list[float]:
        """The height of each unit, cached because many column heights are tried."""
        return list(map(height_of, self.units))


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
    units: Sequence[_BlockUnit], columns: int, height: float, *, whole: bool = False
) -> _Filled:
    """Fill one column after another with units, down to a height.

    On a `whole` page, which is still empty, a unit that is too tall is placed anyway,
    because no page has more room.
    """
    placed: list[tuple[Unit, int, float]] = []
    column, down, depth, at = 0, 0.0, 0.0, 0
    height += _TOLERANCE
    while at < len(units) and column < columns:
        block, number = units[at]
        top: Unit = ()
        before = block.before if down and not number else 0.0
        foot = down + before + block.heights[number]
        if not number or not down:
            top = block.again if number else block.head
            foot += height_of(top)
        if foot > height and (down or not whole):
            column, down = column + 1, 0.0
            continue
        placed.append(((*top, *block.units[number]), column, down + before))
        down = foot
        depth, at = max(depth, down), at + 1
    return _Filled(placed, depth, units[at:])


def _balanced(units: Sequence[_BlockUnit], full: _Filled) -> _Filled:
    """Fill columns to heights that are as equal as possible, by bisection.

    `full` is the result of filling one column after another.
    """
    best, low, high = full, full.depth / _COLUMNS, full.depth
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        attempt = _filled(units, _COLUMNS, middle)
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
    """The pages of a sheet: their size in points, margins, headings and fonts.

    `margin` is the space on both sides and at the top. Blocks end at the y coordinate
    `bottom`. `heading` is on the first page, and `again` on all others.
    """

    paper: tuple[float, float]
    margin: float
    bottom: float
    faces: Typefaces
    heading: Unit = ()
    again: Unit = ()

    @property
    def width(self) -> float:
        """The width of the area for blocks."""
        return self.paper[0] - 2 * self.margin

    @property
    def height(self) -> float:
        """The height of the area for blocks on the first page."""
        return self.paper[1] - (self.margin + height_of(self.heading)) - self.bottom

    @property
    def column(self) -> float:
        """The width of each column."""
        return (self.width - _GUTTER * (_COLUMNS - 1)) / _COLUMNS

    def page(self, heading: Unit) -> tuple[Page, float]:
        """Return a page with a heading, and the y coordinate below the heading."""
        page = Page(*self.paper)
        return page, page.stack(heading, self.margin, self.paper[1] - self.margin)


def flow(blocks: Iterable[Block], frame: Frame) -> tuple[list[Page], float]:
    """Lay out blocks in columns, on as many pages as they need.

    Return the pages and the y coordinate below the last block.
    """
    page, y = frame.page(frame.heading)
    pages, fresh, step = [page], True, frame.column + _GUTTER
    for wide, group in groupby(blocks, attrgetter("wide")):
        units: Sequence[_BlockUnit] = [
            (block, n) for block in group for n in range(len(block.units))
        ]
        columns = 1 if wide else _COLUMNS
        while units:
            top = y - (0.0 if fresh else units[0][0].before)
            filled = _filled(units, columns, top - frame.bottom, whole=fresh)
            units, on_page = filled.rest, units[: len(filled.placed)]
            # Below a full-width table, the next unit may be too tall for any column.
            one_column = all(column == 0 for _, column, _ in filled.placed)
            if not wide and (not units or one_column):
                filled = _balanced(on_page, filled)
            for unit, column, down in filled.placed:
                page.stack(unit, frame.margin + column * step, top - down)
                y, fresh = top - filled.depth, False
            if units:
                page, y = frame.page(frame.again)
                pages, fresh = [*pages, page], True
    return pages, y
