"""How tables look on paper: type sizes and the room around them, in points."""

from dataclasses import dataclass, replace
from math import inf

LEADING = 1.3


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


ROOMY = Style(sizes=(9.0, 8.0, 7.0, 6.0, 5.0), most_spare=45.0)
"""One table under another across the page."""

DENSE = Style(
    sizes=(8.0, 7.5, 7.0, 6.5),
    wraps_from=6.5,
    narrowest=14.0,
    side=2.5,
    air=1.2,
    leading=1.22,
    caption=8.0,
    before=9.0,
    bar=True,
)
"""A table in a column of a communiqué."""

ACROSS = replace(
    DENSE, sizes=(8.0, 7.5, 7.0, 6.5, 6.0, 5.0), wraps_from=inf, narrowest=6.0
)
"""A table of a communiqué that is too wide for a column."""

FORM = Style(sizes=(11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0), least=20.0, boxes=True)
"""A form to fill in with a pencil."""
