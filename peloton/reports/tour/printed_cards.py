"""Arrange a card on paper: shirts and palmarès (prizes won) above its lists."""

from collections.abc import Iterator
from dataclasses import replace

from peloton.reports.drawing import Picture, drawn_shirt
from peloton.reports.pictures.lettering import Paragraph, draw_paragraphs
from peloton.reports.sheet import ColumnKind, Sheet, Table, printed_cell
from peloton.rules.words import join, phrase

_HALF, _WHOLE = 363.0, 511.0
"""Width of the text on half an A4 page, and on a whole page, in points."""
_SIZE, _PALMARES = 9.5, 13.0
_SHIRT, _SHIRTS, _GAP = 56.0, 38.0, 6.0
"""Width of a single shirt, of one of several shirts, and of the gap beside it."""
_ON_PAPER = {
    "Riders": {"Bib", "Rider", "Rank", "Gap", "Points"},
    "Stages": {
        *("No.", "Stage", "First finisher", "Place", "Team's place", "Gap", "Points"),
        *("Rank after", "Jersey after"),
    },
}
"""The columns printed on a card, keyed by the name of the table."""


def printed_card(card: Sheet) -> Sheet:
    """Return a card for paper, with shorter lists and a star at the best stage.

    A rider's card takes half a page, a team's card a whole page. Above the lists are
    the shirts of the jerseys or, if there are none, a shirt in the team's colour.
    """
    worn = [shirt for bib, shirt in card.jerseys if bib]
    shirts = worn or [shirt for _, shirt in card.jerseys]
    tables = {table.name: table for table in card.tables}
    about = [
        Paragraph(line, _SIZE)
        for name in ("Standings", "Awards")
        if name in tables
        for line in _lines(tables[name], card.unit)
    ]
    lists = tuple(_short_list(tables[name]) for name in _ON_PAPER if name in tables)
    half = "Riders" not in tables
    size = _SHIRT if len(shirts) == 1 else _SHIRTS
    width, left = _HALF if half else _WHOLE, len(shirts) * (size + _GAP)
    texts = [Paragraph(card.lead, _PALMARES, bold=True)]
    labels, y = draw_paragraphs(texts, (left, 0.0), width - left)
    y = max(y, size if shirts else 0.0) + _GAP
    below, height = draw_paragraphs(about, (0.0, y), width)
    drawn = (
        shape
        for place, shirt in enumerate(shirts)
        for shape in drawn_shirt(shirt, (place * (size + _GAP), 0.0), size)
    )
    picture = Picture(
        name="Palmares",
        title="",
        width=width,
        height=y + height + _GAP,
        shapes=(*drawn, *labels, *below),
        about=join((card.lead, *(line.text for line in about)), "; "),
    )
    others = (tables[name] for name in tables if name not in _ON_PAPER)
    sheet = replace(card, tables=(*lists, *others), front=len(lists))
    return replace(sheet, cover=True, half=half).with_pictures(picture)


def _short_list(table: Table) -> Table:
    """Return a table with only the columns for paper, and a star at the best place."""
    titles = [column.title for column in table.columns]
    places = [row[titles.index("Place")] for row in table.rows if "Place" in titles]
    best = min((place for place in places if isinstance(place, int)), default=None)
    rows, notes = list(table.rows), table.notes
    if best is not None:
        notes = (*notes, phrase("* = best place"))
        row, at = places.index(best), titles.index("Place")
        rows[row] = (*rows[row][:at], f"* {best}", *rows[row][at + 1 :])
    shown = (n for n, title in enumerate(titles) if title in _ON_PAPER[table.name])
    return replace(table, rows=tuple(rows), notes=notes).with_columns(shown)


def _lines(table: Table, unit: str) -> Iterator[str]:
    """Yield the rows of a table as text; a gap of 0 is left out."""
    for row in table.rows:
        first, *others = (
            cell if isinstance(cell, str) else printed_cell(cell, column.kind, unit)
            for cell, column in zip(row, table.columns, strict=True)
            if cell is not None and (column.kind is not ColumnKind.GAP or cell)
        )
        yield join((first, join(others, " · ")), ": ")
