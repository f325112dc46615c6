"""Draw wrapped paragraphs, and lists of names with times, points or money."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from peloton.reports.drawing import GREY, INK, Anchor, Label, Point
from peloton.reports.names import POINTS, RIDER_COLUMNS, TEAM_COLUMNS
from peloton.reports.pictures.lettering import estimated_width, longest_word, wrapped
from peloton.reports.sheet import Cell, ColumnKind, Table, printed_cell
from peloton.rules.facts.labels import counted_points
from peloton.rules.words import format_number, join, phrase

_BOLD_WIDTH = 1.08
"""Width of bold letters, in multiples of the width of regular letters."""
_LEADING, _TEAM_SIZE, _INDENT, _SPACE = 1.2, 0.75, 1.7, 0.4
"""Line height, size of team names, width of numbers, and space between entries.

All are multiples of the type size.
"""
_LEAST_TEAM = 6.8
"""Minimum type size of team names."""
_COUNTS = {"Points", "Balance"}


class Paragraph(NamedTuple):
    """Text to wrap into lines; `size` is the type size in points."""

    text: str
    size: float
    bold: bool = False
    colour: str = INK


class ListEntry(NamedTuple):
    """A rider or team in a drawn list.

    `number` is printed before the name, such as a rank. `figure` is printed at the
    right edge: a time, a gap, points or money. `heading` is printed above the name.
    """

    number: str
    name: str
    team: str = ""
    figure: str = ""
    heading: str = ""

    @property
    def about(self) -> str:
        """The team and the figure (time, gap, points or money) as one string."""
        return join(filter(None, (self.team, self.figure)), " · ")


def ranked_entries(table: Table, unit: str, *, named: bool = True) -> list[ListEntry]:
    """Return the rows of a ranking as the entries of a list.

    In a ranking by time, the figure is a time in the first row and a gap in the others.
    Otherwise the figure is points or money, with the unit if `named`.
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
        ListEntry(
            number=str(row[0]),
            name=str(row[who]),
            team="" if team == who else str(row[team] or ""),
            figure=_time_or_gap(table, row, unit, first=row is table.rows[0])
            if timed
            else _count(table, row, named=named),
        )
        for row in table.rows
    ]


def _time_or_gap(table: Table, row: Sequence[Cell], unit: str, *, first: bool) -> str:
    """Return the time of the `first` row, or the gap of another; empty if unknown."""
    kinds = {table.columns[n].kind: n for n in reversed(range(len(table.columns)))}
    time, gap = kinds.get(ColumnKind.TIME), kinds.get(ColumnKind.GAP)
    shown = time if first or gap is None else gap
    # In a game that records only gaps, the winner's time is 0 or empty.
    if shown is None or (first and row[shown] == 0):
        return ""
    return printed_cell(row[shown], table.columns[shown].kind, unit)


def _count(table: Table, row: Sequence[Cell], *, named: bool) -> str:
    for column, number in zip(table.columns, row, strict=True):
        if column.title in _COUNTS and isinstance(number, int):
            if not named:
                return format_number(number)
            if column == POINTS:
                return counted_points(number)
            return phrase("{what} {number}", what=column.title, number=str(number))
    return ""


def draw_paragraphs(
    paragraphs: Iterable[Paragraph],
    corner: Point,
    width: float,
    anchor: Anchor = Anchor.START,
) -> tuple[list[Label], float]:
    """Return the labels of paragraphs, drawn below `corner`, and their total height.

    Long texts are wrapped, not cut. Empty paragraphs are left out.
    """
    labels: list[Label] = []
    x, y = corner
    for text, size, bold, colour in paragraphs:
        letters = size * _BOLD_WIDTH if bold else size
        for line in wrapped(text, letters, width) if text else ():
            at = x, y + size
            labels.append(Label(at, line, size, anchor, bold=bold, colour=colour))
            y += size * _LEADING
    return labels, y - corner[1]


def draw_entries(
    entries: Iterable[ListEntry], corner: Point, width: float, size: float
) -> tuple[list[Label], float]:
    """Return the labels of list entries, drawn below `corner`, and their height."""
    labels: list[Label] = []
    (left, y), indent = corner, _INDENT * size
    for entry in entries:
        base = y + size
        number = left + indent - 0.5 * size, base
        labels.append(Label(number, entry.number, size, Anchor.END))
        room = width - indent
        if entry.figure:
            labels.append(Label((left + width, base), entry.figure, size, Anchor.END))
            room -= estimated_width(entry.figure, size) + size
        texts = (
            Paragraph(entry.heading, size),
            Paragraph(entry.name, size, bold=True),
            Paragraph(entry.team, max(_TEAM_SIZE * size, _LEAST_TEAM), colour=GREY),
        )
        name, height = draw_paragraphs(texts, (left + indent, y), room)
        labels += name
        y += height + _SPACE * size
    return labels, y - corner[1]


def draw_columns(
    entries: Sequence[ListEntry], columns: int, corner: Point, width: float, size: float
) -> tuple[list[Label], float]:
    """Return the labels of a list in columns below `corner`, and their total height."""
    labels: list[Label] = []
    (left, top), each = corner, width / columns
    rows, most = -(-len(entries) // columns), 0.0
    for start in range(0, len(entries), rows):
        at = left + start // rows * each, top
        added, height = draw_entries(
            entries[start : start + rows], at, each - size, size
        )
        labels += added
        most = max(most, height)
    return labels, most


def draw_largest_list(
    entries: Sequence[ListEntry],
    counts: Iterable[int],
    sizes: Iterable[float],
    area: tuple[float, float],
) -> tuple[list[Label], float]:
    """Return the labels of a list in the largest type that fits, and their height.

    `counts` are the possible numbers of columns, and `sizes` the possible type sizes,
    largest first. `area` is the available width and height. If the list does not fit at
    any size, the headings and the teams are left out.
    """
    width, most = area
    for short, size, columns in product((False, True), sizes, counts):
        shown = [e._replace(heading="", team="") for e in entries] if short else entries
        labels, height = draw_columns(shown, columns, (0.0, 0.0), width, size)
        longest = max(longest_word(entry.name, size * _BOLD_WIDTH) for entry in shown)
        if height <= most and longest <= width / columns - (1 + _INDENT) * size:
            break
    return labels, height
