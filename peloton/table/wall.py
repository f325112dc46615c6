"""The wall: the live tour on a television, in letters readable across a room."""

from collections.abc import Iterable, Iterator, Sequence

from peloton.desk.notes import stage_time
from peloton.desk.store import OpenedStage
from peloton.notation.desk.lines import LineKind
from peloton.reports.sheet import (
    Cell,
    ColumnKind,
    Sheet,
    Table,
    printed_cell,
    printed_rows,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.results import Race, TimeStanding
from peloton.table.tiles import Tile, Tiles

_ARRIVALS = 3
"""Number of riders to show: those who have finished most recently."""
_ROWS, _TABLES = 10, 2
"""Maximum number of rows of a table, and of tables side by side, on one slide."""


WallTable = tuple[str, Sequence[str], Sequence[tuple[str, Sequence[str]]]]
"""A title, column titles, and rows that fit on the screen.

Each row is (team's CSS class, cells).
"""


def wall_values(
    decided: Race, live: OpenedStage | None, sheets: Iterable[Sheet]
) -> dict[str, object]:
    """Return the values to insert in the wall's template.

    `decided` is the race with only the complete stages.
    """
    tiles = Tiles(decided.tour)
    return {
        "leader": _leader(decided, tiles),
        "arrivals": _arrivals(live, tiles) if live else (),
        "slides": [*_slides(sheets, tiles, decided.rulebook.unit)],
    }


def _leader(race: Race, tiles: Tiles) -> tuple[Tile, str] | None:
    """Return the leader of the general classification and the gap to second place."""
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
    return tiles.of(ranked[0].who), gap


def _arrivals(live: OpenedStage, tiles: Tiles) -> list[tuple[Tile, int, str]]:
    """Return the riders who finished most recently, each with the place and the time.

    The latest comes first.
    """
    view, unit = live.view, live.desk.before.rulebook.unit
    typed = [line for line in view.reading.lines if line.kind is LineKind.FINISH]
    bibs = [bib for line in reversed(typed) for bib in reversed(line.bibs)]
    results = [view.results[bib] for bib in bibs if bib in view.results]
    return [
        (tiles.of(line.bib), line.place, stage_time(view, line, unit))
        for line in results
        if line.place is not None
    ][:_ARRIVALS]


def _slides(
    sheets: Iterable[Sheet], tiles: Tiles, unit: str
) -> Iterator[list[WallTable]]:
    """Divide tables into parts and put a few parts on each slide, to fit the screen."""
    for table in (table for sheet in sheets for table in sheet.tables):
        parts = [*_parts(table.without_empty_columns(), tiles, unit)]
        for first in range(0, len(parts), _TABLES):
            yield parts[first : first + _TABLES]


def _parts(table: Table, tiles: Tiles, unit: str) -> Iterator[WallTable]:
    """Divide a table into parts of a few rows, without its least important columns."""
    styles = [_style(table, row, tiles) for row in table.rows]
    columns = enumerate(table.columns)
    shown = (i for i, column in columns if not (column.footnotes or column.minor))
    table = table.with_columns(shown)
    heads = [column.title for column in table.columns]
    rows = [*zip(styles, printed_rows(table, unit), strict=True)]
    for first in range(0, len(rows), _ROWS):
        yield table.title, heads, rows[first : first + _ROWS]


def _style(table: Table, row: Sequence[Cell], tiles: Tiles) -> str:
    """Return the CSS class of the team of a row's rider, or of a row's team."""
    for column, cell in zip(table.columns, row, strict=True):
        if column.kind is ColumnKind.BIB:
            return tiles.style_of(str(cell))
        if column.code:
            return tiles.style(TeamCode(str(cell)))
    return ""
