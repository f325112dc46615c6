"""The whole tour as one table, a row for each rider on each stage."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from peloton.api.formats import FileOptions
from peloton.api.sheets import export_bytes
from peloton.reports.sheet import ColumnKind, sheet_rows
from peloton.reports.tour.document import awards_data_sheet, data_sheet, document
from tests.writers.reported import HOSTILE_TOUR, TOURS, race_of

HEAD = [
    *("Stage", "Stage name", "Kind", "Date", "Bib", "Rider", "Team", "Team name"),
    *("Player", "Jersey", "Place", "Status", "Time", "Unit", "Ticks", "Gap", "Bonus"),
    *("Penalty", "Points", "Mountains", "Rank"),
]


@pytest.mark.parametrize("name", TOURS)
def test_every_result_of_the_json_is_a_row(name: str) -> None:
    race = race_of(name)
    stages: Any = document(race)["stages"]
    teams = {team.code: team for team in race.tour.teams}
    worn: dict[int, dict[str, str]] = {
        score.number + 1: {
            line.wearer: line.jersey for line in score.jerseys if line.wearer
        }
        for score in race.stages
    }
    riders = {rider.bib: rider for rider in race.tour.riders}
    expected = [
        {
            **{key.capitalize(): cell for key, cell in row.items()},
            "Ticks": row["time"],
            "Unit": race.rulebook.unit,
            "Stage name": race.tour.stages[stage["number"] - 1].name,
            "Team name": team.name or team.code if team else "",
            "Player": team.player if team else "",
            "Jersey": worn.get(stage["number"], {}).get(row["bib"], ""),
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
        for code in [riders[row["bib"]].team]
        for team in [teams.get(code) if code else None]
    ]

    assert sheet_rows(data_sheet(race))["Data"] == expected


def test_its_heads_are_the_same_in_any_language_and_none_is_there_twice() -> None:
    (table,) = data_sheet(race_of("cyclo")).tables

    assert [column.title for column in table.columns] == HEAD
    assert {type(column.title) for column in table.columns} == {str}
    assert table.columns[3].kind is ColumnKind.DATE


def test_times_in_tenths_of_a_round_stay_exact() -> None:
    """CI-2."""
    (table,) = data_sheet(race_of("ciclistas"), as_text=True).tables

    assert table.rows[0][12:15] == ("1'3", "tenths", 13)


def table_of_text(tour: str) -> str:
    content = export_bytes(race_of(tour), Path("data.csv"), FileOptions())
    return content.decode()


def test_a_file_of_text_has_durations_with_their_hours() -> None:
    """Stage 1 of Flamme Rouge is ridden in less than no time by its winner."""
    rows = list(csv.reader(StringIO(table_of_text("flamme-rouge"))))

    assert rows[0] == HEAD
    assert rows[1][2:7] == ["road", "2026-07-04", "S2", "Colette Charbon", "BAR"]
    assert rows[1][12:16] == ["-0:00:50", "seconds", "-50", "0"]
    assert {len(row) for row in rows} == {len(HEAD)}


def test_a_name_in_it_is_never_a_formula() -> None:
    rows = list(csv.reader(StringIO(table_of_text(HOSTILE_TOUR))))
    names = {row[5] for row in rows}

    assert "'@sum" in names
    assert not [name for name in names if name[:1] in {"=", "+", "@"}]


@pytest.mark.parametrize("name", TOURS)
def test_every_amount_won_is_a_row(name: str) -> None:
    """The points of a rider on a stage are those of its lines and rulings."""
    race = race_of(name)
    rows = sheet_rows(awards_data_sheet(race))["Awards data"]

    assert {row["Kind"] for row in rows} <= {
        "finish",
        "sprint",
        "climb",
        "lap",
        "ruling",
    }
    for towards, figure in (("points", "points"), ("mountains", "mountains")):
        for score in race.stages:
            for line in score.result:
                won = sum(
                    int(row["Amount"] or 0)
                    for row in rows
                    if (row["Stage"], row["Bib"]) == (score.number, line.bib)
                    and row["Towards"] == towards
                )
                assert won == getattr(line, figure)


def test_a_sprint_and_a_climb_are_told_apart() -> None:
    rows = sheet_rows(awards_data_sheet(race_of("road")))["Awards data"]
    kinds = {row["Line"]: row["Kind"] for row in rows}

    assert kinds["Sous-Tasse"] == "sprint"
    assert kinds["Mont Mouture"] == "climb"
