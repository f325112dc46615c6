"""Compare a table of a page with the rows of `score --json`."""

from collections.abc import Iterable, Mapping, Sequence

from tests.writers.markup import Grid

Row = Mapping[str, str | int | None]

TIMED = {"Time", "Gap", "Bonus", "Penalty"}
COLUMNS = {
    "Place": "place",
    "Rank": "rank",
    "Bib": "bib",
    "Code": "team",
    "Time": "time",
    "Gap": "gap",
    "Bonus": "bonus",
    "Penalty": "penalty",
    "Points": "points",
    "Mountains": "mountains",
    "Earned": "earned",
    "Balance": "balance",
}
WON = {"bonus", "penalty", "points", "mountains"}
"""Keys of a stage result for which the page has an empty cell instead of 0."""


def figures(grid: Grid) -> list[dict[str, str]]:
    """Return the rows of a page's table by the keys of the document, times in ticks."""
    return [
        {
            COLUMNS[title]: value if title in TIMED else cell
            for title, cell, value in zip(grid.head, cells, values, strict=True)
            if title in COLUMNS
        }
        for cells, values in zip(grid.rows, grid.values, strict=True)
    ]


def expected(rows: Iterable[Row], *, result: bool = False) -> list[dict[str, str]]:
    """Return the rows of the document as the page should show them."""
    return [
        {
            key: ""
            if value is None or (result and key in WON and value == 0)
            else str(value)
            for key, value in row.items()
            if key in COLUMNS.values()
        }
        for row in rows
    ]


def same(grid: Grid, rows: Sequence[Row], *, result: bool = False) -> bool:
    """Return whether a table has these rows.

    The table may leave out a column that is empty, or whose gaps equal the times.
    """
    found, wanted = figures(grid), expected(rows, result=result)
    shown = set(found[0]) if found else set[str]()
    left_out = {
        v
        for row in wanted
        for k, v in row.items()
        if k not in shown and not (k == "gap" and v == row["time"])
    }
    return left_out <= {""} and found == [
        {key: value for key, value in row.items() if key in shown} for row in wanted
    ]


def named(grids: Iterable[Grid], title: str) -> Grid:
    return next(grid for grid in grids if grid.title.startswith(title))
