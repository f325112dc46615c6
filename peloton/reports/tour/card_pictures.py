"""Draw a printed card: shirts and palmarès (prizes won), and the tables as lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from peloton.reports.drawing import (
    INK,
    Anchor,
    Label,
    Picture,
    Shape,
    drawn_shirt,
    rectangle,
)
from peloton.reports.pictures.lettering import estimated_width, wrapped
from peloton.reports.pictures.rankings import wrapped_labels
from peloton.reports.sheet import ColumnKind, Sheet, Table, printed_cell, printed_rows
from peloton.reports.shirts import Shirt
from peloton.rules.words import join

HALF, WHOLE = 363.0, 511.0
"""The width of the text on half an A4 page, and on a whole page, in points."""
_SIZE, _STEP, _GAP = 9.5, 11.0, 7.0
_SHIRT, _SHIRTS, _PALMARES = 56.0, 38.0, 13.0
"""Width of a single shirt, and of one of several; type size of the palmarès."""
_HEAD_SIZE, _TRANSLATED = 7.5, 1.4
"""Type size of column titles; factor for longer titles in translations."""
_LONGEST_GAP = 42.0
"""Minimum width of a column of gaps, for the longest title in any language."""
_BEST, _HEAD = "#fdf1c4", "#1f3b5e"


_ON_PAPER = {
    "Riders": {"Bib", "Rider", "Rank", "Gap", "Points"},
    "Stages": {
        *("No.", "Stage", "First finisher", "Place", "Team's place", "Gap", "Points"),
        "Rank after",
    },
}
"""The columns of the lists on a printed card."""


def printed_card(
    card: Sheet,
    *,
    palmares: str,
    shirts: Sequence[Shirt],
    worn: Mapping[int, Sequence[Shirt]],
) -> Sheet:
    """Return a card with pictures instead of its tables.

    A rider's card takes half a page. `worn` maps row indexes of the list of stages to
    the jerseys worn after the stage. The best stage is marked.
    """
    tables = {table.name: table for table in card.tables}
    about = [
        line
        for name in ("Standings", "Awards")
        if name in tables
        for line in _lines(tables[name], card.unit)
    ]
    width = WHOLE if "Riders" in tables else HALF
    pictures = [_palmares_picture(shirts, palmares, about, width)]
    if riders := tables.get("Riders"):
        pictures.append(_table_picture(_on_paper(riders), card.unit, width, {}))
    if stages := tables.get("Stages"):
        pictures.append(_table_picture(_on_paper(stages), card.unit, width, worn))
    return replace(card, cover=True, half=not riders).with_pictures(*pictures)


def _on_paper(table: Table) -> Table:
    titles = enumerate(column.title for column in table.columns)
    shown = _ON_PAPER[table.name]
    return table.with_columns(n for n, title in titles if title in shown)


def _best_row(table: Table) -> int | None:
    """Return the index of the row with the best place; None if no row has a place."""
    titles = [column.title for column in table.columns]
    if "Place" not in titles:
        return None
    places = enumerate(row[titles.index("Place")] for row in table.rows)
    placed = [(place, n) for n, place in places if isinstance(place, int)]
    return min(placed)[1] if placed else None


def _lines(table: Table, unit: str) -> Iterator[str]:
    """Yield the rows of a table as text; a gap of 0 is left blank."""
    for row in table.rows:
        first, *others = (
            cell if isinstance(cell, str) else printed_cell(cell, column.kind, unit)
            for cell, column in zip(row, table.columns, strict=True)
            if cell is not None and (column.kind is not ColumnKind.GAP or cell)
        )
        yield join((first, join(others, " · ")), ": ")


def _palmares_picture(
    shirts: Sequence[Shirt], palmares: str, about: Sequence[str], width: float
) -> Picture:
    """Draw shirts beside the palmarès in bold, with the lines of `about` below it."""
    size = _SHIRT if len(shirts) == 1 else _SHIRTS
    left = len(shirts) * (size + 6) + 6 if shirts else 0.0
    labels, y = wrapped_labels(palmares, (left, 0.0), _PALMARES, width - left)
    y = max(y, size if shirts else 0.0) + 4
    for text in about:
        for line in wrapped(text, _SIZE, width):
            y += _STEP
            labels.append(Label((0.0, y), line, _SIZE))
    drawn = (
        shape
        for place, shirt in enumerate(shirts)
        for shape in drawn_shirt(shirt, (place * (size + 6), 0.0), size)
    )
    return Picture(
        name="Palmares",
        title="",
        width=width,
        height=y + 4,
        shapes=(*drawn, *labels),
        about=join((palmares, *about), "; "),
    )


def _table_picture(
    table: Table, unit: str, width: float, shirts: Mapping[int, Sequence[Shirt]]
) -> Picture:
    """Draw a table as a list, with long names wrapped and the best stage marked.

    `shirts` are drawn at the ends of rows; its keys are the rows' indexes.
    """
    best = _best_row(table)
    titles = tuple(column.title for column in table.columns)
    rows = [titles, *map(tuple, printed_rows(table, unit))]
    icons = max(map(len, shirts.values()), default=0)
    lefts, widths = _columns(table, rows, width - icons * _STEP)
    shapes: list[Shape | Label] = []
    y = 0.0
    for n, cells in enumerate(rows, -1):
        rooms = zip(cells, widths, strict=True)
        size = _HEAD_SIZE if n < 0 else _SIZE
        lines = [wrapped(text, size, width) for text, width in rooms]
        high = max(map(len, lines)) * _STEP
        if n == best:
            shapes.append(rectangle((-2.0, y + 2.5), (width + 4, high), _BEST))
        for column, texts, left, room in zip(
            table.columns, lines, lefts, widths, strict=True
        ):
            right = column.right_aligned
            x, anchor = (left + room, Anchor.END) if right else (left, Anchor.START)
            ink, bold = (INK, n == best) if n >= 0 else (_HEAD, True)
            shapes += (
                Label((x, y + at * _STEP), text, size, anchor, bold=bold, colour=ink)
                for at, text in enumerate(texts, 1)
            )
        shapes += _icons(shirts.get(n, ()), width, y + _STEP)
        y += high
    return Picture(
        name=table.name,
        title=table.title,
        width=width,
        height=y + 4,
        shapes=tuple(shapes),
        about=join((table.title, *(_read(row) for row in rows[1:])), "; "),
    )


def _read(row: Sequence[str]) -> str:
    return join((cell for cell in row if cell), " · ")


def _icons(shirts: Sequence[Shirt], right: float, y: float) -> Iterator[Shape]:
    for place, shirt in enumerate(shirts, 1):
        yield from drawn_shirt(shirt, (right - place * _STEP, y - 8.5), 9.5)


def _columns(
    table: Table, rows: Sequence[Sequence[str]], width: float
) -> tuple[list[float], list[float]]:
    """Return the position of each column's left edge, and its width.

    The spare width is shared by the columns of text.
    """
    widths = []
    for column, title, *cells in zip(table.columns, *rows, strict=True):
        longest = max(estimated_width(cell, _SIZE) for cell in cells)
        least = _LONGEST_GAP if column.kind is ColumnKind.GAP else 0.0
        head = estimated_width(title, _HEAD_SIZE * _TRANSLATED)
        widths.append(max(longest, head, least))
    names = [n for n, c in enumerate(table.columns) if c.kind is ColumnKind.TEXT]
    room = width - _GAP * len(widths)
    wanted = sum(widths[n] for n in names) or 1.0
    share = (room - sum(widths) + wanted) / wanted
    for n in names:
        widths[n] *= share
    lefts = [sum(widths[:n]) + n * _GAP for n in range(len(widths))]
    return lefts, widths
