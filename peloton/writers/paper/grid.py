"""A table fitted to a width and set: its cells in lines, ready to be put on a page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from peloton.reports.sheet import ColumnKind
from peloton.writers.paper.fonts import ShapedLine
from peloton.writers.paper.measured import HEAD_SIZE, Fit, Measured, Ornament, moved
from peloton.writers.paper.style import Style
from peloton.writers.paper.wrapping import wrapped_lines

_Cells = list[list[ShapedLine]]
"""One row: the lines of every cell."""


class GridRow(NamedTuple):
    """A row ready to be set: its height, what is free above its first lines."""

    cells: _Cells
    height: float
    top: float
    marks: tuple[Ornament, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table ready to be set: in points, at one type size, its cells in lines.

    `edges` are where its cells begin, or end if they are aligned right (True);
    `head_edges` are those of the titles.
    """

    size: float
    style: Style
    widths: list[float]
    edges: list[tuple[float, bool]]
    head_edges: list[tuple[float, bool]]
    head: GridRow
    rows: list[GridRow]

    @property
    def width(self) -> float:
        """The width of all its columns."""
        return sum(self.widths)


def grid(measured: Measured, fit: Fit, style: Style) -> Grid:
    """Set a table in the type size and the widths that were found for it."""
    right = [column.right_aligned for column in measured.table.columns]
    heads = [width - 2 * style.side for width in fit.widths]
    slots = [slot * fit.size for slot in measured.slots]
    rooms = [room - slot for room, slot in zip(heads, slots, strict=True)]
    # Over a box to write in, a title stands where one begins to write.
    ends = [each and not box for each, box in zip(right, measured.boxes, strict=True)]
    bold, size = measured.faces.bold, fit.size
    head = [
        wrapped_lines(text, bold, size * HEAD_SIZE, room)
        for text, room in zip(measured.heads, heads, strict=True)
    ]
    return Grid(
        size=size,
        style=style,
        widths=fit.widths,
        edges=_edges(right, heads, rooms, style.side),
        head_edges=_edges(ends, heads, rooms, style.side),
        head=_row(head, size * HEAD_SIZE, style),
        rows=[
            _row(cells, size, style, marks)
            for cells, marks in zip(
                _cells(measured, fit, rooms), measured.marks, strict=True
            )
        ],
    )


def _cells(measured: Measured, fit: Fit, rooms: Sequence[float]) -> Iterable[_Cells]:
    """Break the texts of every row into lines as wide as there is room."""
    return _wrapped(measured, fit.size, rooms) if fit.wraps else measured.lines


def _wrapped(
    measured: Measured, size: float, rooms: Sequence[float]
) -> Iterator[_Cells]:
    face = measured.faces.regular
    moves = [column.kind is ColumnKind.MOVE for column in measured.table.columns]
    for texts in measured.texts:
        yield [
            [moved(text, face)] if move else wrapped_lines(text, face, size, room)
            for text, room, move in zip(texts, rooms, moves, strict=True)
        ]


def _row(
    cells: _Cells, size: float, style: Style, marks: tuple[Ornament, ...] | None = None
) -> GridRow:
    """Return a row of a table, or its head, which has no marks."""
    lines = max(map(len, cells), default=1) * size * style.leading
    least = 0.0 if marks is None else style.least
    height = max(lines + style.air, least)
    return GridRow(cells, height, (height - lines) / 2, marks or ())


def _edges(
    right: Iterable[bool], widths: Iterable[float], rooms: Iterable[float], side: float
) -> list[tuple[float, bool]]:
    """Return the edges of cells; `rooms` is the part of `widths` they may use."""
    edges, left = [], side
    for ends, width, room in zip(right, widths, rooms, strict=True):
        edges.append((left + room if ends else left, ends))
        left += width + 2 * side
    return edges
