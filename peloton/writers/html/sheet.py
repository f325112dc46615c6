"""The views of sheets that HTML templates render, and the environment of templates.

The environment escapes every value in a template.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import ClassVar, NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from peloton.reports.drawing import GREY, INK, PATTERNS, Point, outline_of
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table, printed_rows
from peloton.reports.shirts import Shirt
from peloton.rules.words import printable

_WIDE, _LONGEST = 72, 24
"""Minimum row width, in characters, of a table that gets the full page width, and the
maximum width counted for a cell, because longer text is wrapped."""
_MANY = 4
"""Minimum number of titled tables for which the page begins with links to them."""
_LONG = re.compile(r"\S{25}")
"""Matches a long word, which the page may break to fit it on a small screen."""


@dataclass(frozen=True)
class SheetView:
    """A sheet on a page: its `anchor`, and `links` to other sheets, keyed by name.

    Columns are `sortable` if the page has the script for sorting.
    """

    sheet: Sheet
    anchor: str
    links: Mapping[str, str] = field(default_factory=dict)
    sortable: bool = field(default=True, kw_only=True)

    @cached_property
    def tables(self) -> tuple["_TableView", ...]:
        """Return the tables with their anchors."""
        return tuple(
            _TableView(table, f"{self.anchor}-{number}", self)
            for number, table in enumerate(self.sheet.tables, 1)
        )

    @property
    def tabs(self) -> dict[str, list["_TableView"]]:
        """Group the tables by tab, if all have a tab and there are several tabs."""
        tabs: dict[str, list[_TableView]] = {}
        for view in self.tables:
            tabs.setdefault(view.table.tab, []).append(view)
        return tabs if len(tabs) > 1 and "" not in tabs else {}

    @property
    def contents(self) -> list["_TableView"]:
        """Return the tables to list at the top of the page; empty if there are few."""
        titled = [view for view in self.tables if view.table.title]
        return titled if len(titled) >= _MANY else []


class _Cell(NamedTuple):
    """The properties of a cell that is not plain text.

    `order` is the number to sort by. A `head` cell names its row. `directed` text may
    run from right to left. `move` is the CSS class for places gained or lost.
    """

    order: int | None = None
    head: bool = False
    directed: bool = False
    long: bool = False
    link: str = ""
    shirt: Shirt | None = None
    move: str = ""


class _TableView:
    """A table, its anchor on the page, and its cells as text."""

    first_order: ClassVar = {
        ColumnKind.NUMBER: "most",
        ColumnKind.MOVE: "most",
        ColumnKind.TIME: "least",
        ColumnKind.GAP: "least",
    }
    """Order of numeric columns on the first click: largest or smallest value first."""

    def __init__(self, table: Table, anchor: str, view: SheetView) -> None:
        self.table, self.anchor, self._view = table, anchor, view
        self._printed = [*printed_rows(table, view.sheet.unit)]
        self._jerseys = dict(reversed(view.sheet.jerseys))

    @property
    def wide(self) -> bool:
        """True if the table needs the full width of the page for its widest cells."""
        heads = [column.title for column in self.table.columns]
        columns = zip(heads, *self._printed, strict=True)
        widths = (min(max(map(len, cells)), _LONGEST) + 3 for cells in columns)
        return sum(widths) > _WIDE

    @property
    def classes(self) -> str:
        """Return the CSS classes that name the columns to align right or to hide."""
        columns = [*enumerate(self.table.columns, 1)]
        right = [f"r{index}" for index, column in columns if column.right_aligned]
        minor = [f"m{index}" for index, column in columns if column.minor]
        return " ".join([*right, *minor, *(["blank"] if self.table.blank else [])])

    @property
    def sortable(self) -> bool:
        """True if columns are sorted on a click; the columns of a form never are."""
        return self._view.sortable and not self.table.blank

    @property
    def ranked(self) -> bool:
        """True if the rows are sorted by the numbers in the first column."""
        ranks = [row[0] for row in self.table.rows if row and isinstance(row[0], int)]
        return len(ranks) > 1 and ranks == sorted(ranks)

    @property
    def rows(self) -> Iterator[list[tuple[str, _Cell | None]]]:
        """Yield each row's cells as (text, properties or None for plain text)."""
        table, columns = self.table, self.table.columns
        # A row is named by the first column with a weight, or else the first with text.
        names = [n for n, column in enumerate(columns) if column.weight]
        names += [n for n, c in enumerate(columns) if c.kind is ColumnKind.TEXT]
        head = next(iter(names), None)
        cards = table.cards or [_card(row, columns) for row in table.rows]
        for row, printed, card in zip(table.rows, self._printed, cards, strict=True):
            cells = enumerate(zip(row, printed, columns, strict=True))
            link = self._view.links.get(card, "")
            yield [
                (text, self._cell(cell, text, column.kind, link if n == head else None))
                for n, (cell, text, column) in cells
            ]

    def _cell(
        self, cell: Cell, text: str, kind: ColumnKind, card: str | None
    ) -> _Cell | None:
        """Return the properties of a cell, or None for plain text.

        For the cell that names its row, `card` is the address of the page about the
        row's rider or team, or "" if there is none. For any other cell, `card` is None.
        """
        head = card is not None and bool(text)
        if isinstance(cell, int):
            move = "up" if cell > 0 else "down" if cell < 0 else "same"
            move = move if kind is ColumnKind.MOVE else ""
            order = cell if move or text != str(cell) else None
            return _Cell(order, head, move=move) if head or order is not None else None
        key = str(cell)
        shirt = self._jerseys.get(key) if kind is ColumnKind.BIB else None
        link = "" if shirt or not head else card or ""
        found = _Cell(
            head=head,
            directed=not text.isascii(),
            long=bool(_LONG.search(text)),
            link=self._view.links.get(key, link) if kind is ColumnKind.SHEET else link,
            shirt=shirt,
        )
        return found if any(found) else None


def _card(row: Sequence[Cell], columns: Sequence[Column]) -> str:
    """Return the key of the card of a row's rider or team; "" without one."""
    for cell, column in zip(row, columns, strict=True):
        if column.kind is ColumnKind.BIB or column.code:
            return f"{'code' if column.code else 'bib'} {cell}"
    return ""


_PAGE_COLOURS = {INK: "currentColor", GREY: "var(--soft)", "": "none"}
"""Replacements for colours of pictures, readable on light and on dark pages."""


def jinja_environment(*packages: str) -> Environment:
    """Return an environment with the templates of these packages and of the sheets."""
    rooms = (*packages, "peloton.writers.html")
    found = Environment(
        loader=ChoiceLoader([PackageLoader(room) for room in rooms]),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    found.filters |= {"number": _number, "points": _points, "csp": _csp}
    found.filters["ink"] = lambda colour: _PAGE_COLOURS.get(colour, colour)
    found.globals |= {"patterns": PATTERNS, "outline_of": outline_of}
    return found


def _visible(value: object) -> object:
    """Make control characters in text visible; leave HTML unchanged."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return printable(value)
    return value


def _number(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _csp(source: str) -> str:
    """Return the Content-Security-Policy value that allows a page's style or script.

    If `source` holds an inline style or script, the value is its hash. If `source` is
    empty, the value allows the files of a site, also in a folder opened without a
    server.
    """
    if not source:
        return "'self' file:"
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"
