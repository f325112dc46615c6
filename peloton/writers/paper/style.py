"""How tables look on paper: type sizes and the room around them, in points."""

from dataclasses import dataclass, replace
from math import inf

LEADING = 1.3
SMALL = 8.0
"""The type size of notes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The look of a table.

    `sizes` are tried from the largest; from `wraps_from` on, text is rather wrapped
    than set smaller, in columns of at least `narrowest` times the size. A column is
    widened by at most `most_spare` for each unit of its weight. `side` stands left
    and right of a cell, `air` above and below its lines together; `least` is the
    least height of a row.
    """

    sizes: tuple[float, ...]
    wraps_from: float = inf
    narrowest: float = 6.0
    side: float = 3.5
    air: float = 3.5
    leading: float = LEADING
    caption: float = 11.0
    before: float = 15.0
    least: float = 0.0
    most_spare: float = inf
    bar: bool = False
    """Whether captions stand in a bar, and every second row is shaded."""
    boxes: bool = False
    """Whether every cell is a box to write in."""


ROOMY = Style(sizes=(9.0, 8.0, 7.0, 6.0, 5.0), wraps_from=8.0, most_spare=45.0)
"""One table under another across the page."""

LIST_SIZES = (10.0, 9.0, 8.0, 7.0)
"""The type sizes of a compact sheet: the largest that needs no more pages."""


def dense(size: float, *, wraps: bool = False) -> Style:
    """Return the look of a table in a column, of one type size."""
    return Style(
        sizes=(size,),
        wraps_from=size if wraps else -inf,
        narrowest=9.0,
        side=size * 0.3,
        air=size / 2 - 2.8,
        leading=1.22,
        caption=size,
        before=size + 1,
        bar=True,
    )


def across(size: float) -> Style:
    """Return the look of a table that is too wide for a column: its text is wrapped.

    It is smaller only if even that does not fit.
    """
    sizes = (size, *(each for each in (8.0, 7.0, 6.0, 5.0) if each < size))
    return replace(dense(size), sizes=sizes, wraps_from=size, narrowest=8.0)


FRONT_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.0, 7.0)
"""The type sizes of the tables side by side on a first page."""

FRONT_AIR = (8.0, 5.0, 2.5)
"""What is added to the lines of a row there, as much as there is room for."""

HEADLINE = Style(
    sizes=(10.0, 9.0, 8.0, 7.0), wraps_from=8.0, caption=15.0, before=0.0, air=2.0
)
"""The table across a first page, under who won."""

STAMP = Style(sizes=(9.0, 8.0, 7.0, 6.0, 5.0), least=26.0, boxes=True, before=10.0)
"""What is signed at the foot of a first page."""

FORM = Style(sizes=(11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0), least=20.0, boxes=True)
"""A form to fill in with a pencil."""
