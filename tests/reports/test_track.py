"""The results that decided a track race, as sheets and in the document."""

import pytest

from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.document import document
from tests.reports.samples import table, titles
from tests.rules.track_meeting import raced


@pytest.mark.parametrize("format_", ["time", "points", "omnium"])
def test_a_points_race_is_shown_lap_by_lap_with_those_that_count_more(
    format_: str,
) -> None:
    """CR-13. 5, 3, 2 on the first lap and twice that on the last, in every format."""
    laps = 'kind = "points race"\nlaps = ["1 2 3", "2"]'
    race = raced("criterium", "1 2 3", laps, f'options = {{ format = "{format_}" }}')

    found = table(stage_sheet(race), "Laps")
    assert titles(found) == ["Bib", "Rider", "1", "2 x2"]
    assert [row[0:1] + row[2:] for row in found.rows] == [
        ("2", 3, 10),
        ("1", 5, None),
        ("3", 2, None),
    ]


def test_a_result_without_times_has_no_column_for_them() -> None:
    race = raced("criterium", "1 2", 'kind = "elimination"\neliminated = "1"')

    assert titles(table(stage_sheet(race), "Result")) == ["Place", "Bib", "Rider"]


def test_the_heats_of_a_sprint_are_shown() -> None:
    """CY-20."""
    race = raced("cyclo", "1 2", 'kind = "sprint"\nheats = ["1 2", "2 1", "2 1"]')

    found = table(stage_sheet(race), "Heats")
    assert [row[:2] for row in found.rows] == [(1, "1"), (2, "2"), (3, "2")]


def test_the_laps_of_a_criterium_are_shown_as_sprints() -> None:
    """CR-9."""
    race = raced(
        "criterium",
        "1 2",
        'kind = "criterium"\nlaps = ["2 1"]\nfinish = """\n1 6 1/9\n2 6 5/9\n"""',
    )

    found = table(stage_sheet(race), "Lap 1")
    assert [row[:2] for row in found.rows] == [(1, "2"), (2, "1")]


def test_the_document_has_places_for_everybody_and_no_time_where_there_is_none() -> (
    None
):
    race = raced("cyclo", "1 2", 'kind = "sprint"\nheats = ["2 1", "2 1"]')

    stages = document(race)["stages"]
    assert isinstance(stages, list)
    assert stages[0]["kind"] == "sprint"
    assert stages[0]["team_result"] == []
    assert [
        (row["place"], row["bib"], row["time"], row["gap"])
        for row in stages[0]["result"]
    ] == [(1, "2", None, None), (2, "1", None, None)]
