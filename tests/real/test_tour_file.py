"""A folder of published results becomes a tour file, even with missing files."""

import csv
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.real.published import published_race
from tests.real.tour_file import kind, marks, tour_text
from tests.scored import scored

Table = list[list[object]]
RESULTS = ["stage", "rank", "bib", "time_seconds", "gap_seconds", "status"]
SCORED = ["stage", "block", "rank", "bib", "points", "bonus_seconds"]


def write(folder: Path, name: str, header: list[str], table: Table) -> None:
    with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *table])


def finishers(stage: int, *seconds: object) -> Table:
    """Return the results of riders 1, 2, 3, ... with these times."""
    rows = enumerate(seconds, start=1)
    return [[stage, bib, bib, time, "", "OK"] for bib, time in rows]


def general(folder: Path) -> list[tuple[str, int, str | None]]:
    document: Any = scored(tour_text(folder))
    standing = document["stages"][-1]["general"]
    return [(row["bib"], row["time"], row["tie"]) for row in standing]


def test_the_results_alone_make_a_race_of_riders_without_teams(tmp_path: Path) -> None:
    write(tmp_path, "results", RESULTS, finishers(1, 100, 100, 160))

    assert general(tmp_path) == [
        ("1", 100, "sum of places"),
        ("2", 100, "sum of places"),
        ("3", 160, None),
    ]


def test_a_rider_whom_the_startlist_leaves_out_rides_without_a_team(
    tmp_path: Path,
) -> None:
    write(tmp_path, "results", RESULTS, finishers(1, 100, 101))
    write(tmp_path, "startlist", ["bib", "rider", "team"], [["1", "Ann", "Reds"]])
    tour = tomllib.loads(tour_text(tmp_path))

    assert [rider["bib"] for rider in tour["team"][0]["rider"]] == ["1"]
    assert [rider["bib"] for rider in tour["rider"]] == ["2"]


def test_the_fractions_of_a_time_trial_part_a_tie(tmp_path: Path) -> None:
    """RR-2: 2 is ahead of 1 over both stages, 900.9 and 900.2 in the time trial."""
    time_trial: Table = [[1, 1, 2, "900.2", "", "OK"], [1, 2, 1, "900.9", "", "OK"]]
    write(tmp_path, "results", RESULTS, time_trial + finishers(2, 500, 500))
    write(tmp_path, "stages", ["stage", "type"], [[1, "itt"], [2, "road"]])

    assert general(tmp_path) == [("2", 1400, "fractions"), ("1", 1400, "fractions")]


def test_who_is_in_no_later_result_has_left_the_race(tmp_path: Path) -> None:
    """Whether the source has a line with OUT or, as here, none."""
    write(
        tmp_path,
        "results",
        RESULTS,
        finishers(1, 100, 101, 102) + finishers(2, 100, 101),
    )

    assert published_race(tmp_path).stages[1].out == {"3": "DNF"}
    assert [bib for bib, *_ in general(tmp_path)] == ["1", "2"]


def test_bonus_that_no_line_explains_is_a_ruling(tmp_path: Path) -> None:
    write(tmp_path, "results", RESULTS, finishers(1, 100, 101))
    write(tmp_path, "bonuses", ["stage", "bib", "bonus_seconds"], [[1, 2, 5]])
    write(tmp_path, "penalties", ["stage", "bib", "penalty_seconds"], [[1, 1, 20]])

    assert general(tmp_path) == [("2", 96, None), ("1", 120, None)]


def test_the_line_with_the_places_of_the_result_is_the_finish(tmp_path: Path) -> None:
    write(tmp_path, "results", RESULTS, finishers(1, 100, 101, 102))
    sprint: Table = [[1, 1, 1, 3, 20, 3], [1, 1, 2, 1, 17, 2]]
    finish: Table = [[1, 2, 1, 1, 50, 10], [1, 2, 2, 2, 30, 6]]
    write(tmp_path, "points_scored", SCORED, sprint + finish)
    (stage,) = tomllib.loads(tour_text(tmp_path))["stage"]

    assert (stage["points"], stage["bonus"]) == ([50, 30], [10, 6])
    assert stage["crossings"] == {"Sprint 1": "3 1"}
    assert general(tmp_path) == [("1", 88, None), ("2", 95, None), ("3", 99, None)]


def test_points_that_the_places_do_not_give_are_rulings(tmp_path: Path) -> None:
    """The second was put back to third for the points, and kept the place."""
    write(tmp_path, "results", RESULTS, finishers(1, 100, 101, 102, 103))
    finish: Table = [[1, 1, 1, 1, 50, 0], [1, 1, 2, 3, 30, 0], [1, 1, 3, 2, 20, 0]]
    fourth: Table = [[1, 1, 4, 4, 18, 0]]
    write(tmp_path, "points_scored", SCORED, finish + fourth)
    document: Any = scored(tour_text(tmp_path))

    assert [(row["bib"], row["points"]) for row in document["stages"][0]["points"]] == [
        ("1", 50),
        ("3", 30),
        ("2", 20),
        ("4", 18),
    ]


def test_times_are_written_as_the_winners_then_gaps_then_s() -> None:
    times = map(Decimal, ("3600", "3600", "3665", "3665", "3601", "7260", "3610.5"))

    assert list(marks(times)) == [
        "1:00:00",
        "s",
        "+1:05",
        "s",
        "+0:01",
        "2:01:00",
        "1:00:10.5",
    ]


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("road", "road"),
        ("", "road"),
        ("ITT", "itt"),
        ("Individual time trial", "itt"),
        ("ttt", "ttt"),
        ("team_time_trial", "ttt"),
        ("Prologue", "prologue"),
    ],
)
def test_the_kind_of_a_stage_is_read_from_its_words(named: str, expected: str) -> None:
    assert kind(named) == expected


def test_a_team_time_trial_keeps_the_times_of_those_who_were_dropped(
    tmp_path: Path,
) -> None:
    """RR-6: a team's time is its third rider's, three times."""
    startlist: Table = [[bib, f"Rider {bib}", "Reds"] for bib in range(1, 5)]
    write(tmp_path, "startlist", ["bib", "rider", "team"], startlist)
    write(tmp_path, "results", RESULTS, finishers(1, 1800, 1800, 1800, 1865))
    write(tmp_path, "stages", ["stage", "type"], [[1, "ttt"]])
    document: Any = scored(tour_text(tmp_path))

    assert general(tmp_path)[3] == ("4", 1865, None)
    assert document["stages"][0]["team_result"] == [
        {"rank": 1, "team": "Reds", "time": 5400}
    ]
