"""Pages: their size and colours, and what is placed on them.

All coordinates are in points, from the lower left corner of the page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from math import sqrt

from reportlab.lib.pagesizes import A4, A5, LETTER

from peloton.reports.drawing import Dash, Shape
from peloton.writers.paper.pen import PALE
from peloton.writers.paper.pieces import Piece, drawn_shapes

MARGIN = 42.0
"""Margin of a page in points."""
FOOT = 24.0
"""Height in points of the space for the page number, above the bottom margin."""

PAPERS = {"a3": A4, "a4": A4, "a5": A5, "letter": LETTER, "share": (540.0, 675.0)}
"""Paper sizes by name. A3 is laid out as A4; `share` is for pictures in a chat."""

ENLARGED = {"a3": sqrt(2)}
"""Factor by which pages are enlarged for a paper size; default: 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imprint:
    """The paper size and the metadata of a document.

    `tour` is printed at the foot of every page. A `dated` document contains its
    creation time: now, or the environment variable SOURCE_DATE_EPOCH, in seconds since
    1970.
    """

    paper: str = "a4"
    tour: str = ""
    author: str = ""
    language: str = "en"
    dated: bool = False


@dataclass(slots=True)
class Page:
    """A page with its pieces, each placed by the position of its upper left corner.

    `begins` holds the indexes of the sheets that begin on this page.
    """

    width: float
    height: float
    begins: tuple[int, ...] = ()
    pieces: list[tuple[Piece, float, float]] = field(default_factory=list)


def paired(pages: Sequence[Page]) -> Iterator[Page]:
    """Join half pages in pairs, with a dashed line to cut between them."""
    for left, right in zip_longest(pages[::2], pages[1::2]):
        middle, height = left.width, left.height
        page = Page(2 * middle, height, left.begins, left.pieces)
        points = ((0.0, 0.0), (0.0, height))
        cut = Shape(points, stroke=PALE, width=1.0, dash=Dash.DASHED)
        page.pieces.append((drawn_shapes([cut], 0.0), middle, height))
        if right:
            page.begins += right.begins
            page.pieces += [(piece, x + middle, y) for piece, x, y in right.pieces]
        yield page
