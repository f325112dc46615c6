"""The whole tour as one table, a row for each rider on each stage."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from peloton.api.formats import FileOptions
from peloton.api.sheets import tour_content
from peloton.reports.sheet import ColumnKind, sheet_rows
from peloton.reports.tour.document import data_sheet, document
from tests.writers.reported import HOSTILE_TOUR, TOURS, race_of

HEAD = [
    *("Stage", "Kind", "Date", "Bib", "Rider", "Team", "Place", "Status", "Seconds"),
    *("Time", "Gap", "Bonus", "Penalty", "Points", "Mountains", "Rank"),
]


@pytest.mark.parametrize("name", TOURS)
def test_every_result_of_the_json_is_a_row(name: str) -> None:
    race = race_of(name)
    stages: Any = document(race)["stages"]
    unit = race.rulebook.unit.capitalize()
    riders = {rider.bib: rider for rider in race.tour.riders}
    expected = [
        {
            **{key.capitalize(): cell for key, cell in row.items()},
            unit: row["time"],
            "Stage": stage["number"],
            "Kind": stage["kind"],
            "Date": day and day.isoformat(),
            "Rider": riders[row["bib"]].name,
            "Team": riders[row["bib"]].team,
            "Rank": {r["bib"]: r["rank"] for r in stage["general"]}.get(row["bib"]),
        }
        for stage in stages
        for day in [race.tour.stages[stage["number"] - 1].date]
        for row in stage["result"]
    ]

    assert sheet_rows(data_sheet(race))["Data"] == expected


def test_its_heads_are_the_same_in_any_language_and_none_is_there_twice() -> None:
    (table,) = data_sheet(race_of("cyclo")).tables

    assert [column.title for column in table.columns] == HEAD
    assert {type(column.title) for column in table.columns} == {str}
    assert table.columns[2].kind is ColumnKind.DATE


def test_times_in_tenths_of_a_round_stay_exact() -> None:
    """CI-2."""
    (table,) = data_sheet(race_of("ciclistas"), as_text=True).tables

    assert table.columns[8].title == "Tenths"
    assert table.rows[0][8:10] == (13, "1'3")


def table_of_text(tour: str) -> str:
    content = tour_content(race_of(tour), Path("data.csv"), FileOptions())
    return content.decode()


def test_a_file_of_text_has_durations_with_their_hours() -> None:
    """Stage 1 of Flamme Rouge is ridden in less than no time by its winner."""
    rows = list(csv.reader(StringIO(table_of_text("flamme-rouge"))))

    assert rows[0] == HEAD
    assert rows[1][:6] == ["1", "road", "2026-07-04", "S2", "Colette Charbon", "BAR"]
    assert rows[1][8:11] == ["-50", "-0:00:50", "0"]
    assert {len(row) for row in rows} == {len(HEAD)}


def test_a_name_in_it_is_never_a_formula() -> None:
    rows = list(csv.reader(StringIO(table_of_text(HOSTILE_TOUR))))
    names = {row[4] for row in rows}

    assert "'@sum" in names
    assert not [name for name in names if name[:1] in {"=", "+", "@"}]
