"""The sizes of paper, and the styles of texts and tables, in points."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from reportlab.lib.pagesizes import A4, A5, LETTER

MARGIN = 42.0
"""Margin of a page in points."""
FOOT = 24.0
"""Height in points of the space for the page number, above the bottom margin."""

PAPERS = {"a3": A4, "a4": A4, "a5": A5, "letter": LETTER, "share": (540.0, 675.0)}
"""Paper sizes by name. A3 is laid out as A4; `share` is for pictures in a chat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imprint:
    """The paper size and the metadata of a document.

    `tour` is printed at the foot of every page. The document of a tour contains its
    creation time: now, or the environment variable SOURCE_DATE_EPOCH, in seconds since
    1970.
    """

    paper: str = "a4"
    tour: str = ""
    author: str = ""
    language: str = "en"


LEADING = 1.3
SMALL = 8.5
"""The type size of notes."""
MOST_LINES = 30
"""Default limit on the number of lines, so that no text is longer than a page."""

BLACK, DARK_GREY, PALE, WHITE = "#000000", "#666666", "#bfbfbf", "#ffffff"
BLUE, PALE_BLUE, GREEN, RED = "#1f3b5e", "#ecf1f6", "#0d7a3b", "#bf1f1f"


class TextStyle(NamedTuple):
    """The style of text, of at most `most` lines.

    `role` is its role for screen readers, which skip text without a role.
    """

    size: float
    colour: str = BLACK
    role: str = "P"
    bold: bool = False
    most: int = MOST_LINES


TITLE = TextStyle(18.0, BLUE, "H1", bold=True, most=8)
SUBTITLE = TextStyle(SMALL + 1, DARK_GREY, most=8)
LEAD = TextStyle(SMALL + 2)
TITLE_AGAIN = TITLE._replace(size=11.0, role="", most=2)
"""Style of the title from page 2 on."""
SUBTITLE_AGAIN = SUBTITLE._replace(role="", most=2)
COVER_TITLE = TITLE._replace(size=22.0)
"""Style of a cover's title if it is too long for a larger type size."""
COVER_SUBTITLE = SUBTITLE._replace(size=12.0)
COVER_LEAD = LEAD._replace(size=13.0, bold=True)
SMALL_TEXT = TextStyle(SMALL)
CAPTION = TextStyle(11.0, role="H2", bold=True, most=6)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStyle:
    """The style of a table.

    `sizes` are tried in descending order. If it `wraps`, text is wrapped before a
    smaller size is tried. `side` is the padding left and right of a cell, `padding` the
    total padding above and below its text. `before` is the space above the table.
    """

    sizes: tuple[float, ...]
    wraps: bool = True
    side: float = 3.5
    padding: float = 3.5
    leading: float = LEADING
    caption: float = 11.0
    before: float = 15.0
    bar: bool = False
    """True if captions are in a coloured bar and every second row is shaded."""
    boxes: float = 0.0
    """Minimum height of a row if every cell is a box to write in; otherwise 0."""


LIST_SIZES = (10.0, 9.0, 8.5)
"""Type sizes of tables in columns; the largest that adds no pages is used."""


def column_style(size: float, *, wraps: bool = False) -> TableStyle:
    """Return the style of a table in a column, with a single type size."""
    return TableStyle(
        sizes=(size,),
        wraps=wraps,
        side=size * 0.3,
        padding=size / 2 - 2.8,
        leading=1.22,
        caption=size,
        before=size + 1,
        bar=True,
    )


def full_width_style(size: float) -> TableStyle:
    """Return the style of a full-width table on a page with other tables in columns.

    Its text is wrapped; smaller type sizes are used only if that is not enough.
    """
    sizes = (size, *(smaller for smaller in (8.0, 7.0, 6.0, 5.0) if smaller < size))
    return replace(column_style(size, wraps=True), sizes=sizes)


HEADLINE = TableStyle(
    sizes=(10.0, 9.0, 8.5, 7.0), caption=15.0, before=0.0, padding=2.0
)
"""Style of the table with the result, at full width on a first page."""

STAMP = TableStyle(sizes=(9.0, 8.5, 7.0, 6.0, 5.0), boxes=26.0, before=10.0)
"""Style of the boxes for signatures at the foot of a first page."""


def form_style(size: float) -> TableStyle:
    """Return the style of a form that users fill in by hand.

    Beside lists in small type, its boxes are lower.
    """
    return TableStyle(sizes=(11.0, 10.0, 9.0, 8.5, 7.0, 6.0, 5.0), boxes=2.2 * size)
