"""Every figure on the web page of a tour equals that of `score --json`."""

from functools import cache

import pytest

from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import PageWords
from peloton.reports.tour.document import document
from peloton.reports.tour.site import site_sheets
from peloton.rules.facts.kinds import ClassificationName
from peloton.writers.html.page import to_html
from tests.writers.figured import Row, named, same
from tests.writers.markup import Grid, Page
from tests.writers.reported import SAMPLES, race_of, shown_wearers


@cache
def stages(tour: str) -> list[tuple[dict[str, list[Row]], list[Grid]]]:
    """Return each stage of the document, with the tables of its part of the page."""
    race = race_of(tour)
    page = Page(to_html(site_sheets(race), PageWords(title=race.tour.name)))
    scored = document(race)["stages"]
    assert isinstance(scored, list)
    assert scored
    return [
        (stage, [g for g in page.grids if g.part == f"Stage {stage['number']}"])
        for stage in scored
    ]


# All tests of a tour one after another: its page is written and read once.
every_tour = pytest.mark.parametrize("tour", SAMPLES, scope="module")


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
        for name in ClassificationName:
            if stage.get(name):
                title = CLASSIFICATION_TITLES[name]
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
        title, wearers = shown_wearers(race_of(tour), stage)
        if not wearers:
            continue
        grid = named(grids, title)
        bib = grid.head.index("Bib")

        assert [cells[bib] for cells in grid.rows] == wearers


@every_tour
def test_the_purse_after_every_stage(tour: str) -> None:
    for stage, grids in stages(tour):
        if "purse" in stage:
            balances = [int(str(row["balance"])) for row in stage["purse"]]
            ranked = [
                {**row, "rank": 1 + sum(more > own for more in balances)}
                for row, own in zip(stage["purse"], balances, strict=True)
            ]
            assert same(named(grids, "Purse"), ranked)
