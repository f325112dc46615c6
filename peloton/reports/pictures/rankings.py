"""Draw the first rows of a ranking from a table of results."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from peloton.reports.drawing import GREY, Anchor, Label, Point
from peloton.reports.names import POINTS, RIDER_COLUMNS, TEAM_COLUMNS
from peloton.reports.pictures.lettering import estimated_width, wrapped
from peloton.reports.sheet import Cell, ColumnKind, Table, printed_cell
from peloton.rules.facts.labels import counted_points
from peloton.rules.words import format_number, join, phrase

BOLD_WIDTH = 1.08
"""Width of bold letters, in multiples of the width of regular letters."""
_LEADING, _LEAST_TEAM = 1.2, 9.5
_COUNTS = {"Points", "Balance"}


class RankedRow(NamedTuple):
    """A row of a ranking as text; `figure` is a time, a gap, points or money."""

    rank: str
    name: str
    team: str
    figure: str

    @property
    def about(self) -> str:
        """The team and the figure as one text."""
        return join(filter(None, (self.team, self.figure)), " · ")


def ranked_rows(table: Table, unit: str, *, named: bool = True) -> list[RankedRow]:
    """Return the rows of a ranking as text.

    In a ranking by time, the figure is a time in the first row and a gap in the others.
    Otherwise it is points or money; `named` adds the unit.
    """
    titles = [column.title for column in table.columns]
    who = next(
        titles.index(c.title)
        for c in (RIDER_COLUMNS[1], TEAM_COLUMNS[1])
        if c.title in titles
    )
    team = titles.index("Team") if "Team" in titles else who
    timed = any(column.kind is ColumnKind.TIME for column in table.columns)
    return [
        RankedRow(
            rank=str(row[0]),
            name=str(row[who]),
            team="" if team == who else str(row[team] or ""),
            figure=_time_or_gap(table, row, unit, first=row is table.rows[0])
            if timed
            else _count(table, row, named=named),
        )
        for row in table.rows
    ]


def _time_or_gap(table: Table, row: Sequence[Cell], unit: str, *, first: bool) -> str:
    """Return the time of the first row, or the gap of another; empty if unknown."""
    kinds = {table.columns[n].kind: n for n in reversed(range(len(table.columns)))}
    time, gap = kinds.get(ColumnKind.TIME), kinds.get(ColumnKind.GAP)
    shown = time if first or gap is None else gap
    # In a game that records only gaps, the winner's time is 0 or empty.
    if shown is None or (first and row[shown] == 0):
        return ""
    return printed_cell(row[shown], table.columns[shown].kind, unit)


def _count(table: Table, row: Sequence[Cell], *, named: bool) -> str:
    """Return the points or the money of a row."""
    for column, number in zip(table.columns, row, strict=True):
        if column.title in _COUNTS and isinstance(number, int):
            if not named:
                return format_number(number)
            if column == POINTS:
                return counted_points(number)
            return phrase("{what} {number}", what=column.title, number=str(number))
    return ""


def wrapped_labels(
    text: str, corner: Point, size: float, room: float, anchor: Anchor = Anchor.START
) -> tuple[list[Label], float]:
    """Return a name as bold labels, one per line, and their total height."""
    lines = wrapped(text, size * BOLD_WIDTH, room)
    step = size * _LEADING
    return [
        Label((corner[0], corner[1] + n * step), line, size, anchor, bold=True)
        for n, line in enumerate(lines, 1)
    ], len(lines) * step


def draw_ranked_rows(
    rows: Iterable[RankedRow], corner: Point, width: float, size: float
) -> tuple[list[Label], float]:
    """Return labels for ranked rows, to be drawn below a point, and their total height.

    Long names are wrapped, not cut.
    """
    labels: list[Label] = []
    (left, y), rank = corner, 1.7 * size
    for row in rows:
        room = width - rank - estimated_width(row.figure, size) - size
        base = y + size * _LEADING
        labels.append(
            Label((left + rank - 0.5 * size, base), row.rank, size, Anchor.END)
        )
        labels.append(Label((left + width, base), row.figure, size, Anchor.END))
        names, height = wrapped_labels(row.name, (left + rank, y), size, room)
        labels += names
        y += height
        small = max(0.75 * size, min(size, _LEAST_TEAM))
        for line in wrapped(row.team, small, room) if row.team else ():
            y += small * _LEADING
            labels.append(Label((left + rank, y), line, small, colour=GREY))
        y += 0.4 * size
    return labels, y - corner[1]
