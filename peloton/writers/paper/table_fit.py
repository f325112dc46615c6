"""Measure a table and fit it into a width: column widths, type size, wrapped cells."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from peloton.reports.sheet import ColumnKind, Table, printed_rows
from peloton.reports.shirts import Shirt
from peloton.rules.words import printable
from peloton.writers.paper.fonts import Typeface, Typefaces
from peloton.writers.paper.style import TableStyle

JERSEY_WIDTH = 1.25
"""Width of the jersey after a bib, as a factor of the type size."""
HEAD_SIZE = 0.85
"""Type size of column titles, as a factor of the cells' type size."""
_NARROWEST = 8.0
"""Minimum width of a column whose text is wrapped, as a factor of the type size."""
_BOX_WIDTH = 3.0
"""Minimum width of a box to write in, as a factor of the type size."""


class MeasuredColumn:
    """A column of a table, with the widths that it needs at type size 1.

    `cells` is the width of the widest cell, including the space for a jersey (`slot`).
    `whole` is the width of the title, and `word` the width of its longest word. A `box`
    is a column to write in. The text of a `flexible` column may be wrapped.
    """

    def __init__(self, measured: "MeasuredTable", index: int) -> None:
        """Measure the title and the texts of a column."""
        table, faces, jerseys = measured.table, measured.faces, measured.jerseys
        column = self.column = table.columns[index]
        texts = {row[index] for row in measured.texts}
        bibs = table.rows if column.kind is ColumnKind.BIB else ()
        self.slot = JERSEY_WIDTH * any(row[index] in jerseys for row in bibs)
        self.box = table.blank and not any(texts)
        widest = self.slot + _widest(texts, faces.regular)
        self.cells = _BOX_WIDTH if self.box else widest
        self.title = printable(column.title)
        self.whole = HEAD_SIZE * faces.bold.line(self.title).width
        self.word = HEAD_SIZE * _widest(self.title.split(), faces.bold)
        self.flexible = column.kind in {ColumnKind.TEXT, ColumnKind.BIB}


def _widest(texts: Iterable[str], face: Typeface) -> float:
    return max((face.line(text).width for text in texts), default=0.0)


class MeasuredTable:
    """A table with its measured columns, and the `texts` of the cells of each row."""

    def __init__(
        self, table: Table, unit: str, faces: Typefaces, jerseys: Mapping[str, Shirt]
    ) -> None:
        """Measure a table; `jerseys` maps bibs to shirts."""
        self.table, self.faces, self.jerseys = table, faces, jerseys
        self.texts = list(printed_rows(table, unit))
        self.columns = [MeasuredColumn(self, n) for n in range(len(table.columns))]
        # If no column has a weight, the text columns share the spare width.
        shares = [column.weight for column in table.columns]
        if not any(shares):
            shares = [int(column.kind is ColumnKind.TEXT) for column in table.columns]
        self._shares = shares if any(shares) else [1] * len(shares)

    def fitted(self, width: float, style: TableStyle) -> "FittedTable | None":
        """Fit the table into a width, in the largest possible type size.

        Return None if it is too wide even with its text wrapped in the smallest size.
        """
        for size in style.sizes:
            for whole in (True, False):
                needs = self._needs(size, style, whole=whole)
                spare = width - sum(needs)
                if spare >= 0:
                    total = sum(self._shares)
                    widths = [
                        need + spare * share / total
                        for need, share in zip(needs, self._shares, strict=True)
                    ]
                    return FittedTable(self, style, width, size, widths)
            if style.wraps and (squeezed := self._squeezed(needs, -spare, size)):
                return FittedTable(self, style, width, size, squeezed)
        return None

    def fitted_or_cut(self, width: float, style: TableStyle) -> "FittedTable":
        """Fit the table into a width; if no type size fits, narrow all its columns."""
        if fitted := self.fitted(width, style):
            return fitted
        size = style.sizes[-1]
        needs = self._needs(size, style, whole=False)
        widths = [need * width / sum(needs) for need in needs]
        return FittedTable(self, style, width, size, widths)

    def _needs(self, size: float, style: TableStyle, *, whole: bool) -> list[float]:
        """Return the width of each column, with `whole` titles or with wrapped ones."""
        return [
            max(column.cells, column.whole if whole else column.word) * size
            + 2 * style.side
            for column in self.columns
        ]

    def _squeezed(
        self, needs: Sequence[float], excess: float, size: float
    ) -> list[float]:
        """Narrow the widest text columns by `excess` in all; [] if they get too narrow.

        Return the widths of all columns.
        """
        flexible = [n for n, column in enumerate(self.columns) if column.flexible]
        target = sum(needs[index] for index in flexible) - excess
        widths = list(needs)
        for done, index in enumerate(sorted(flexible, key=needs.__getitem__)):
            # Columns narrower than their share keep their width; wider columns share
            # the rest.
            share = target / (len(flexible) - done)
            if share < min(_NARROWEST * size, needs[index]):
                return []
            widths[index] = min(needs[index], share)
            target -= widths[index]
        return widths if flexible else []


class PlacedColumn(NamedTuple):
    """A column in a table, from `left` on; its text lines are at most `room` long."""

    measured: MeasuredColumn
    left: float
    width: float
    room: float


@dataclass(frozen=True)
class FittedTable:
    """A table fitted into the width `room`: its type size and its column widths."""

    measured: MeasuredTable
    style: TableStyle
    room: float
    size: float
    widths: list[float]

    @cached_property
    def columns(self) -> list[PlacedColumn]:
        """The columns, from the left."""
        lefts = accumulate(self.widths, initial=0.0)
        columns, sides = self.measured.columns, 2 * self.style.side
        return [
            PlacedColumn(column, left, width, width - sides - column.slot * self.size)
            for column, left, width in zip(columns, lefts, self.widths, strict=False)
        ]
