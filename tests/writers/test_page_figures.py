"""Every figure on the web page of a tour is that of `score --json`."""

from collections.abc import Iterable, Mapping, Sequence

import pytest

from peloton.reports.document import document
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.site import site_sheets
from peloton.writers.html import to_html
from tests.writers.markup import Grid, Page
from tests.writers.reported import SAMPLES, race_of

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
"""Of a stage result: where nothing was won the page has a blank, not 0."""


def figures(grid: Grid) -> list[dict[str, str]]:
    """The rows of a table on the page under the document's keys, a time in ticks."""
    return [
        {
            COLUMNS[title]: value if title in TIMED else cell
            for title, cell, value in zip(grid.head, cells, values, strict=True)
            if title in COLUMNS
        }
        for cells, values in zip(grid.rows, grid.values, strict=True)
    ]


def expected(rows: Iterable[Row], *, result: bool = False) -> list[dict[str, str]]:
    """The rows of the document as figures on a page."""
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
    """Whether a table has these rows; a column left out has nothing to say."""
    found, wanted = figures(grid), expected(rows, result=result)
    shown = set(found[0]) if found else set[str]()
    left_out = {v for row in wanted for k, v in row.items() if k not in shown}
    return left_out <= {""} and found == [
        {key: value for key, value in row.items() if key in shown} for row in wanted
    ]


def named(grids: Iterable[Grid], title: str) -> Grid:
    return next(grid for grid in grids if grid.title.startswith(title))


def stages(tour: str) -> list[tuple[dict[str, list[Row]], list[Grid]]]:
    """Each stage of the document beside the tables of its part of the page."""
    race = race_of(tour)
    page = Page(to_html(site_sheets(race), title=race.tour.name))
    scored = document(race)["stages"]
    assert isinstance(scored, list)
    assert scored
    return [
        (stage, [g for g in page.grids if g.part == f"Stage {stage['number']}"])
        for stage in scored
    ]


every_tour = pytest.mark.parametrize("tour", SAMPLES)


@every_tour
def test_the_result_of_every_stage(tour: str) -> None:
    for stage, grids in stages(tour):
        if not stage["result"]:
            continue
        grid = named(grids, "Stage result")
        rows = [
            {**row, "place": row["status"] if row["place"] is None else row["place"]}
            for row in stage["result"]
        ]

        assert same(grid, rows, result=True)


@every_tour
def test_every_classification_after_every_stage(tour: str) -> None:
    for stage, grids in stages(tour):
        for name, title in CLASSIFICATION_TITLES.items():
            if stage.get(name):
                assert same(named(grids, title), stage[name]), (title, stage["number"])


@every_tour
def test_the_teams_of_every_stage(tour: str) -> None:
    names = Names(race_of(tour).tour)
    for stage, grids in stages(tour):
        if not stage["team_result"]:
            continue
        grid = named(grids, "Team result")
        team = grid.head.index("Team")

        assert same(grid, stage["team_result"])
        assert [cells[team] for cells in grid.rows] == [
            names.team(str(row["team"])) for row in stage["team_result"]
        ]


@every_tour
def test_the_wearers_after_every_stage(tour: str) -> None:
    for stage, grids in stages(tour):
        if not stage["jerseys"]:
            continue
        grid = named(grids, "Who wears what")
        bib = grid.head.index("Bib")

        assert [cells[bib] for cells in grid.rows] == [
            row["wearer"] or "" for row in stage["jerseys"]
        ]


@every_tour
def test_the_purse_after_every_stage(tour: str) -> None:
    for stage, grids in stages(tour):
        if "purse" in stage:
            assert same(named(grids, "Purse"), stage["purse"])
