"""Arrange a card on paper, with the shirts above shorter tables."""

from dataclasses import replace

from peloton.reports.drawing import Picture, drawn_shirt
from peloton.reports.sheet import Sheet, Table
from peloton.reports.shirts import Shirt
from peloton.rules.words import phrase

_HALF, _WHOLE = 363.0, 511.0
"""Width of the text on half an A4 page, and on a whole page, in points."""
_SHIRT, _SHIRTS, _GAP = 56.0, 38.0, 6.0
"""Width of a single shirt, of one of several shirts, and of the gap beside it."""
_ON_PAPER = {
    "Riders": {"Bib", "Rider", "Rank", "Gap", "Points"},
    "Stages": {
        *("No.", "Stage", "First finisher", "Place", "Team's place", "Gap", "Points"),
        *("Rank after", "Jersey after"),
    },
}
"""The columns printed on a card, keyed by the name of the table; default: all."""


def printed_card(card: Sheet) -> Sheet:
    """Return a card for paper, with shorter tables and an asterisk at the best stage.

    A rider's card takes half a page, a team's card a whole page. Above the tables are
    the shirts of the jerseys or, if there are none, a shirt in the team's colour.
    """
    worn = [shirt for bib, shirt in card.jerseys if bib]
    shirts = worn or [shirt for _, shirt in card.jerseys]
    half = all(table.name != "Riders" for table in card.tables)
    tables = tuple(map(_short_list, card.tables))
    sheet = replace(card, tables=tables, front=len(tables), cover=True, half=half)
    picture = _shirts_picture(shirts, _HALF if half else _WHOLE)
    return sheet.with_pictures(picture if shirts else None)


def _shirts_picture(shirts: list[Shirt], width: float) -> Picture:
    size = _SHIRT if len(shirts) == 1 else _SHIRTS
    drawn = (
        shape
        for place, shirt in enumerate(shirts)
        for shape in drawn_shirt(shirt, (place * (size + _GAP), 0.0), size)
    )
    return Picture(
        name="Shirts",
        title="",
        width=width,
        height=size,
        shapes=tuple(drawn),
        about=phrase("Jerseys"),
    )


def _short_list(table: Table) -> Table:
    """Return a table with its columns for paper, and an asterisk at the best place."""
    if table.name not in _ON_PAPER:
        return table
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
