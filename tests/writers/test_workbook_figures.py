"""Every figure in the tabs of a workbook equals that of `score --json`."""

import datetime as dt
from functools import cache
from typing import Any

from openpyxl.worksheet.worksheet import Worksheet

from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.tour.document import document
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.results import Race
from peloton.rules.words import printable
from tests.writers.figured import named, same
from tests.writers.markup import Grid
from tests.writers.reported import every_tour, opened_workbook, race_of, shown_wearers
from tests.writers.test_workbook_checks import figure

KEYS = {"Code": "team"}


@cache
def tabs(tour: str) -> dict[str, list[Grid]]:
    """Return the tables of each tab of a tour's workbook."""
    race = race_of(tour)
    tick = 1 if race.rulebook.unit == "tenths" else 86_400
    return {page.title: grids(page, tick) for page in opened_workbook(tour)}


def grids(page: Worksheet, tick: int) -> list[Grid]:
    """Return the tables of a tab; each ends at the first empty row or at its notes."""
    found: list[Grid] = []
    places: list[int] = []
    caption = ""
    for row in page:
        heads = {
            place: str(cell.value)
            for place, cell in enumerate(row)
            if cell.style.startswith("column") and cell.value
        }
        blank = all(cell.value is None for cell in row)
        if heads:
            places = list(heads)
            head = list(heads.values())
            found.append(Grid(part="", sheet=page.title, title=caption, head=head))
        elif blank or row[0].style == "subheading":
            places = []
        elif places:
            cells = [_text(row[place].value, tick) for place in places]
            found[-1].rows.append(cells)
            found[-1].values.append(cells)
        caption = str(row[0].value)
    return found


def _text(value: object, tick: int) -> str:
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    if value is None or isinstance(value, str):
        return value or ""
    return str(figure(value, tick))


def stages(race: Race) -> list[Any]:
    scored: Any = document(race)["stages"]
    assert scored
    return list(scored)


@every_tour
def test_the_result_of_every_stage(tour: str) -> None:
    race = race_of(tour)
    book = tabs(tour)
    for stage in stages(race):
        rows = [
            {**row, "place": row["status"] if row["place"] is None else row["place"]}
            for row in stage["result"]
        ]
        grid = named(book[f"Stage {stage['number']}"], "Stage result")

        assert rows
        assert same(grid, rows, result=True), stage["number"]


@every_tour
def test_the_teams_of_every_stage(tour: str) -> None:
    race = race_of(tour)
    book, names = tabs(tour), Names(race.tour)
    for stage in stages(race):
        rows = stage["team_result"]
        if not rows:
            continue
        grid = named(book[f"Stage {stage['number']}"], "Team result")

        assert same(grid, rows), stage["number"]
        assert [row["Team"] for row in shown_in(grid)] == [
            printable(names.team(row["team"])) for row in rows
        ]


@every_tour
def test_every_classification(tour: str) -> None:
    race = race_of(tour)
    book, last = tabs(tour), stages(race)[-1]
    kept = [name for name in ClassificationName if last.get(name)]

    assert kept
    for name in kept:
        grid = named(book[name.capitalize()], CLASSIFICATION_TITLES[name])
        assert same(grid, last[name]), name


@every_tour
def test_the_wearers(tour: str) -> None:
    race = race_of(tour)
    book, last = tabs(tour), stages(race)[-1]
    if not last["jerseys"]:
        assert "Jerseys" not in book
        return
    for tab in ("Jerseys", "Overview"):
        title, wearers = shown_wearers(race, last)
        grid = named(book[tab], title)
        bib = grid.head.index("Bib")

        assert [cells[bib] for cells in grid.rows] == wearers


@every_tour
def test_the_purse_and_the_extra_turns(tour: str) -> None:
    race = race_of(tour)
    book = tabs(tour)
    purses = [stage["purse"] for stage in stages(race) if stage.get("purse")]
    # What is left of the tour's own rides, not of a race apart (CY-12).
    booked = [s for s in stages(race) if s.get("extra_turns")]
    booked.sort(key=lambda s: not StageKind(s["kind"]).outside_the_tour)
    turns = [s["extra_turns"] for s in booked]

    assert bool(purses) == ("Purse" in book)
    assert bool(turns) == ("Extra turns" in book)
    for rows, tab, columns in (
        (purses, "Purse", ("Code", "Earned", "Balance")),
        (turns, "Extra turns", ("Bib", "Granted", "Used", "Left")),
    ):
        if rows:
            found = shown_in(book[tab][0])
            assert [[row[title] for title in columns] for row in found] == [
                [str(row[KEYS.get(title, title.lower())]) for title in columns]
                for row in rows[-1]
            ]


def shown_in(grid: Grid) -> list[dict[str, str]]:
    """Return the rows of a table by column title."""
    return [dict(zip(grid.head, cells, strict=True)) for cells in grid.rows]
