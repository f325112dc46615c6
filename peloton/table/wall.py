"""The wall: the live tour on a television, in letters readable across a room."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from peloton.desk.notes import stage_time
from peloton.notation.desk.lines import LineKind
from peloton.reports.names import CLASSIFICATION_TITLES
from peloton.reports.sheet import ColumnKind, Sheet, Table, printed_cell, printed_rows
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race, TimeStanding
from peloton.table.live import LiveStage
from peloton.table.tiles import Tile, Tiles

_ARRIVALS = 3
"""Number of riders to show: those who have finished most recently."""
_ROWS, _TABLES = 10, 2
"""Maximum number of rows of a table, and of tables side by side, on one slide."""


class Leader(NamedTuple):
    """The leader of a classification and the gap to second place."""

    tile: Tile
    title: str
    gap: str


class WallArrival(NamedTuple):
    """A rider who has finished, with the place and the time or gap."""

    tile: Tile
    place: int | None
    time: str


class WallTable(NamedTuple):
    """Rows of a table that fit on the screen, each as (team's CSS class, cells)."""

    title: str
    heads: list[str]
    rows: list[tuple[str, Sequence[str]]]


def wall_values(
    decided: Race, live: LiveStage | None, sheets: Iterable[Sheet], tiles: Tiles
) -> dict[str, object]:
    """Return the values to insert in the wall's template.

    `decided` is the race with only the complete stages.
    """
    return {
        "leader": _leader(decided, tiles),
        "arrivals": _arrivals(live, tiles) if live else (),
        "slides": _slides(sheets, tiles, decided.rulebook.unit),
    }


def _leader(race: Race, tiles: Tiles) -> Leader | None:
    """Return the leader of the general classification; None before the first stage."""
    name = ClassificationName.GENERAL
    ranked = race.score().standings.get(name, ()) if race.stages else ()
    if not ranked:
        return None
    gap = ""
    if len(ranked) > 1:
        first, second = ranked[:2]
        gap = f"+{abs(first.total - second.total)}"
        if isinstance(second, TimeStanding):
            gap = printed_cell(second.gap, ColumnKind.GAP, race.rulebook.unit)
    return Leader(tiles.of(ranked[0].who), CLASSIFICATION_TITLES[name], gap)


def _arrivals(live: LiveStage, tiles: Tiles) -> list[WallArrival]:
    """Return the riders who have finished most recently, the latest first."""
    view, unit = live.view, live.desk.before.rulebook.unit
    typed = [line for line in view.reading.lines if line.kind is LineKind.FINISH]
    bibs = [bib for line in reversed(typed) for bib in reversed(line.bibs)]
    results = [view.results[bib] for bib in bibs if bib in view.results]
    return [
        WallArrival(tiles.of(line.bib), line.place, stage_time(view, line, unit))
        for line in results
        if line.place is not None
    ][:_ARRIVALS]


def _slides(sheets: Iterable[Sheet], tiles: Tiles, unit: str) -> list[list[WallTable]]:
    """Divide tables into parts and put a few parts on each slide, to fit the screen."""
    slides = []
    for table in (table for sheet in sheets for table in sheet.tables):
        parts = [*_parts(table.without_empty_columns(), tiles, unit)]
        firsts = range(0, len(parts), _TABLES)
        slides += [parts[first : first + _TABLES] for first in firsts]
    return slides


def _parts(table: Table, tiles: Tiles, unit: str) -> Iterator[WallTable]:
    """Divide a table into parts of a few rows, without its least important columns."""
    columns = [*enumerate(table.columns)]
    bib = next((i for i, column in columns if column.kind is ColumnKind.BIB), 0)
    styles = [tiles.style_of(str(row[bib])) for row in table.rows]
    shown = (i for i, column in columns if not (column.footnotes or column.minor))
    table = table.with_columns(shown)
    heads = [column.title for column in table.columns]
    rows = [*zip(styles, printed_rows(table, unit), strict=True)]
    for first in range(0, len(rows), _ROWS):
        yield WallTable(table.title, heads, rows[first : first + _ROWS])
