"""A printed page as a value: its texts, fills, lines and links.

All coordinates are in points, from the lower left corner of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import sqrt
from typing import NamedTuple

from reportlab.lib.pagesizes import A4, A5, LETTER

from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.style import SMALL
from peloton.writers.paper.wrapping import wrapped_lines

MARGIN = 42.0
"""Margin of a page in points."""
FOOT = 24.0
"""Points above the bottom margin, for the page number."""

PAPERS = {"a3": A4, "a4": A4, "a5": A5, "letter": LETTER, "share": (540.0, 675.0)}
"""Paper sizes by name; A3 is A4 enlarged, and `share` is for a shared picture."""

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


Colour = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

BLACK, DARK_GREY, WHITE = (0.0, 0.0, 0.0), (0.4, 0.4, 0.4), (1.0, 1.0, 1.0)
BLUE, PALE_BLUE = (0.12, 0.23, 0.37), (0.925, 0.945, 0.965)
GREEN, RED = (0.05, 0.48, 0.23), (0.75, 0.12, 0.12)
PALE = (0.75, 0.75, 0.75)


def colour_of(code: str) -> Colour:
    """Return the colour for a code such as `#rrggbb`."""
    red, green, blue = bytes.fromhex(code[1:7])
    return red / 255, green / 255, blue / 255


@dataclass(eq=False, slots=True)
class Tag:
    """An element of the structure of a document, for screen readers.

    `role` is a structure type of the PDF standard, such as H1, P, Table, TR, TD or
    Figure. `alt` describes a picture. Elements are added to the `kids` of their parent
    when they are drawn, except for the cells of a row, some of which are empty.
    """

    role: str
    parent: "Tag | None" = None
    alt: str = ""
    kids: "list[Tag]" = field(default_factory=list)
    content: list[tuple[int, int]] = field(default_factory=list)
    """Its marked content, each as (page number, number of the content on that page)."""
    number: int = 0
    """Its number among all elements, from 1; 0 if it is not on a page yet."""


class PlacedText(NamedTuple):
    """A line of text in a type size; `x` is its left end and `y` its baseline.

    Screen readers skip text without a tag, such as page footers and repeated headings.
    """

    colour: Colour
    line: ShapedLine
    size: float
    x: float
    y: float
    tag: Tag | None = None


class Fill(NamedTuple):
    """A rectangle of one colour, from its lower left corner."""

    colour: Colour
    x: float
    y: float
    width: float
    height: float


class Rule(NamedTuple):
    """A straight line."""

    colour: Colour
    thickness: float
    x: float
    y: float
    to_x: float
    to_y: float


class Area(NamedTuple):
    """A polyline, or a polygon if `closed`; in a picture it gets the picture's tag."""

    points: tuple[tuple[float, float], ...]
    fill: Colour | None = None
    stroke: Colour | None = None
    thickness: float = 1.0
    closed: bool = True
    dash: tuple[float, ...] = ()
    tag: Tag | None = None


class Link(NamedTuple):
    """A rectangle in a cell that links to the first page of the sheet named `to`."""

    to: str
    x: float
    y: float
    width: float
    height: float
    cell: Tag


@dataclass(slots=True)
class Page:
    """One page; fills are drawn first, then rules, areas and texts.

    `begins` holds the indexes of the sheets whose first page this is.
    """

    width: float
    height: float
    begins: tuple[int, ...] = ()
    texts: list[PlacedText] = field(default_factory=list)
    fills: list[Fill] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    watermark: ShapedLine | None = None


def paired(pages: Sequence[Page]) -> list[Page]:
    """Join half pages in pairs, with a dashed line to cut between them."""
    joined = []
    for left, right in zip_longest(pages[::2], pages[1::2]):
        page, step = replace(left, width=2 * left.width), left.width
        cut = Area(((step, 0), (step, left.height)), None, PALE, 0.5, closed=False)
        page.areas.append(cut._replace(dash=(4.0, 4.0)))
        if right:
            page.begins += right.begins
            page.texts += [text._replace(x=text.x + step) for text in right.texts]
            page.fills += [fill._replace(x=fill.x + step) for fill in right.fills]
            page.areas += [
                area._replace(points=tuple((x + step, y) for x, y in area.points))
                for area in right.areas
            ]
        joined.append(page)
    return joined


def add_foot(page: Page, name: str, number: str, faces: Typefaces) -> None:
    """Add a page's footer: the title, the page number and the total number of pages."""
    right = faces.regular.line(number)
    x = page.width - MARGIN - right.width * SMALL
    (left,) = wrapped_lines(name, faces.regular, SMALL, x - 2 * MARGIN, 1)
    y = MARGIN - SMALL
    page.texts.append(PlacedText(DARK_GREY, left, SMALL, MARGIN, y))
    page.texts.append(PlacedText(DARK_GREY, right, SMALL, x, y))
