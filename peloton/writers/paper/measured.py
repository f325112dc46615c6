"""A table measured, fitted and set: its widths, its type size, its cells in lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

from peloton.reports.sheet import Cell, ColumnKind, Table, shown_rows
from peloton.reports.shirts import Shirt
from peloton.rules.words import visible
from peloton.writers.paper.fonts import ShapedLine, Typeface, Typefaces
from peloton.writers.paper.style import LEADING, SMALL, Style
from peloton.writers.paper.wrapping import wrapped_lines

_Cells = list[list[ShapedLine]]
"""One row: the lines of every cell."""

ARROW = 0.8
"""The room of the arrow ahead of a move, in times the type size."""
JERSEY_WIDTH = 1.25
"""The room of a jersey behind a bib, in times the type size."""
HEAD_SIZE = 0.85
"""The type size of the titles of columns, in times that of the cells."""
_HAIR = 0.01
_NEARLY = 0.7
"""The spare width, in times that of a table, up to which it fills all of it."""
_TO_WRITE_IN = 3.0
"""The least width of a box, in times the type size."""
ARROWS = "▲▼"
_SIGNED = {ColumnKind.BIB, ColumnKind.MOVE, ColumnKind.SHEET}


class Ornament(NamedTuple):
    """The sign of a cell besides its letters.

    The shirt at a bib, the sign of a move, the sheet of a link.
    """

    column: int
    kind: ColumnKind
    value: str = ""
    shirt: Shirt | None = None


class Measured:
    """A table with the width its columns need at type size 1."""

    def __init__(
        self, table: Table, unit: str, faces: Typefaces, jerseys: Mapping[str, Shirt]
    ) -> None:
        """Measure a table; `jerseys` are the shirts of bibs."""
        self.table = table
        self.faces = faces
        self.texts = list(shown_rows(table, unit))
        self.heads = [visible(column.title) for column in table.columns]
        self.marks = list(_marks(table, jerseys))
        worn = {mark.column for marks in self.marks for mark in marks if mark.shirt}
        self.slots = [JERSEY_WIDTH * (n in worn) for n in range(len(table.columns))]
        self.boxes = [
            table.blank and not any(row[n] for row in self.texts)
            for n in range(len(table.columns))
        ]
        self.cells = list(map(self._needed, range(len(table.columns))))
        self.whole = [HEAD_SIZE * faces.bold.line(head).width for head in self.heads]
        self.words = [
            HEAD_SIZE * _widest(head.split(), faces.bold) for head in self.heads
        ]

    def _needed(self, index: int) -> float:
        if self.boxes[index]:
            return _TO_WRITE_IN
        texts = {row[index] for row in self.texts}
        if self.table.columns[index].kind is ColumnKind.MOVE:
            texts = {text.strip(ARROWS) for text in texts}
            return ARROW + _widest(texts, self.faces.regular)
        return _widest(texts, self.faces.regular) + self.slots[index]

    @cached_property
    def lines(self) -> list[_Cells]:
        """The texts of every row, each on one line: the same at any type size."""
        return self.wrapped(1.0, [inf] * len(self.heads))

    def wrapped(self, size: float, rooms: Sequence[float]) -> list[_Cells]:
        """Break the texts of every row into lines as wide as there is room."""
        face = self.faces.regular
        moves = [column.kind is ColumnKind.MOVE for column in self.table.columns]
        return [
            [
                [_moved(text, face)] if move else wrapped_lines(text, face, size, room)
                for text, room, move in zip(texts, rooms, moves, strict=True)
            ]
            for texts in self.texts
        ]

    def fitted(self, width: float, style: Style) -> "Fitted | None":
        """Fit it into a width in the largest type size that it has room for.

        None if it is too wide even with its text wrapped in the last size.
        """
        for size in style.sizes:
            for titles in (self.whole, self.words):
                needs = self._needs(titles, size, style)
                spare = width - sum(needs)
                if spare >= 0:
                    widths = self._shared_out(needs, spare, style)
                    return Fitted(self, style, width, size, widths)
            if size <= style.wraps_from and (
                squeezed := self._squeezed(needs, -spare, style.narrowest * size)
            ):
                return Fitted(self, style, width, size, squeezed, wraps=True)
        return None

    def fitted_or_cut(self, width: float, style: Style) -> "Fitted":
        """Fit it into a width; where nothing fits, its columns are cut."""
        if fitted := self.fitted(width, style):
            return fitted
        size = style.sizes[-1]
        needs = self._needs(self.words, size, style)
        widths = [need * width / sum(needs) for need in needs]
        return Fitted(self, style, width, size, widths, wraps=True)

    def least(self, style: Style) -> float:
        """Return the width it needs in the first type size, its text on one line."""
        return sum(self._needs(self.words, style.sizes[0], style)) + _HAIR

    def _needs(self, titles: list[float], size: float, style: Style) -> list[float]:
        return [
            max(pair) * size + 2 * style.side
            for pair in zip(self.cells, titles, strict=True)
        ]

    def _shared_out(
        self, needs: Sequence[float], spare: float, style: Style
    ) -> list[float]:
        """Share the spare width out to the columns, up to `most_spare` a share."""
        shares = self._shares(style)
        # A little short of the whole width would read as a fault.
        most = style.most_spare if spare > sum(needs) * _NEARLY else inf
        a_share = min(spare / max(sum(shares), 1), most)
        return [
            width + a_share * share for width, share in zip(needs, shares, strict=True)
        ]

    def _shares(self, style: Style) -> list[int]:
        """Return the share of each column in the width left.

        Without any weights it goes to the boxes to write in, else to the text, if the
        style uses the whole width.
        """
        columns = self.table.columns
        shares = [column.weight for column in columns]
        if any(shares) or style.most_spare < inf:
            return shares
        shares = [int(column.kind is ColumnKind.TEXT) for column in columns]
        shares = list(map(int, self.boxes)) if any(self.boxes) else shares
        return shares if any(shares) else [1] * len(columns)

    def _squeezed(
        self, needs: Sequence[float], excess: float, narrowest: float
    ) -> list[float]:
        """Take the excess off the widest columns of text; empty if too narrow."""
        flexible = [
            index
            for index, column in enumerate(self.table.columns)
            if column.kind in (ColumnKind.TEXT, ColumnKind.BIB)
        ]
        target = sum(needs[index] for index in flexible) - excess
        widths = list(needs)
        for done, index in enumerate(sorted(flexible, key=needs.__getitem__)):
            # The narrow ones keep their width; the others share what is left.
            share = target / (len(flexible) - done)
            if share < min(narrowest, needs[index]):
                return []
            widths[index] = min(needs[index], share)
            target -= widths[index]
        return widths if flexible else []


def _marks(
    table: Table, jerseys: Mapping[str, Shirt]
) -> Iterator[tuple[Ornament, ...]]:
    """Return the signs of each row."""
    kinds = [(n, column.kind) for n, column in enumerate(table.columns)]
    signed = [(n, kind) for n, kind in kinds if kind in _SIGNED]
    for row in table.rows:
        cells = [(n, kind, row[n]) for n, kind in signed if row[n] is not None]
        yield tuple(filter(None, (_mark(*cell, jerseys) for cell in cells)))


def _mark(
    index: int, kind: ColumnKind, cell: Cell, jerseys: Mapping[str, Shirt]
) -> Ornament | None:
    if kind is ColumnKind.BIB and (shirt := jerseys.get(str(cell))):
        return Ornament(index, kind, shirt=shirt)
    if kind is ColumnKind.MOVE and isinstance(cell, int):
        return Ornament(index, kind, "+" if cell > 0 else "-" if cell else "=")
    return Ornament(index, kind, str(cell)) if kind is ColumnKind.SHEET else None


def _moved(text: str, face: Typeface) -> ShapedLine:
    """Leave room for the arrow, which is drawn: the digits read as both."""
    line = face.line(text.strip(ARROWS))
    if not text.startswith(tuple(ARROWS)):
        return line
    (run,) = line.runs
    return ShapedLine(line.width + ARROW, (run._replace(x=ARROW, read_as=text),))


def _widest(texts: Iterable[str], face: Typeface) -> float:
    return max((face.line(text).width for text in texts), default=0.0)


@dataclass(frozen=True)
class Fitted:
    """A table with the width it goes into, in a column or across, and its type size.

    `widths` are those of its columns; where it `wraps`, text may take several lines.
    """

    measured: Measured
    style: Style
    room: float
    size: float
    widths: list[float]
    _: KW_ONLY
    wraps: bool = False

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.measured.table

    @cached_property
    def width(self) -> float:
        """The width of all its columns."""
        return sum(self.widths)

    @cached_property
    def rooms(self) -> list[float]:
        """The widths that the lines of cells may have."""
        margins, slots = 2 * self.style.side, self.measured.slots
        return [
            width - margins - slot * self.size
            for width, slot in zip(self.widths, slots, strict=True)
        ]

    @property
    def area(self) -> float:
        """Return less than its area: without its caption, before text is wrapped."""
        size, style = self.size, self.style
        row = max(size * style.leading + style.air, style.least)
        head = size * HEAD_SIZE * style.leading + style.air
        notes = len(self.table.notes) * min(SMALL, size) * LEADING
        caption = (1.25 + 0.35) * style.caption * bool(self.table.title)
        high = len(self.measured.texts) * row + head + notes + caption
        return high * self.room
