"""The JSON for scripts: its keys, their order, and the keys that may be absent."""

from dataclasses import replace
from typing import Any

import pytest

from peloton.reports.tour.document import (
    document,
    stage_row,
)
from peloton.rules.facts.tour import OPEN
from peloton.rules.race import score
from peloton.rules.results import Race
from tests.reports.conftest import ROAD
from tests.rules import notation


@pytest.fixture
def found(race: Race) -> Any:  # noqa: ANN401 - JSON
    return document(race)


def test_the_document_has_tour_startlist_stages_and_problems(
    found: Any,  # noqa: ANN401
) -> None:
    assert list(found) == ["tour", "teams", "riders", "stages", "problems"]
    assert {key: found["tour"][key] for key in ("name", "rulebook", "unit")} == {
        "name": "Ronde",
        "rulebook": "cyclo",
        "unit": "seconds",
    }


def test_the_tour_names_its_winners_once_it_is_over() -> None:
    """GN-9."""
    race = notation.criterium(notation.stage("2 6 3/9, 1 6 4/11"))
    open_race = score(replace(race.tour, planned=OPEN), race.rulebook)
    over, going_on = document(race)["tour"], document(open_race)["tour"]

    assert over == {
        "name": "A little race",
        "rulebook": "criterium",
        "unit": "seconds",
        "date": None,
        "stages": 1,
        "over": True,
        "winners": {"by": "general", "riders": ["2"], "teams": []},
    }
    assert isinstance(going_on, dict)
    assert (going_on["stages"], going_on["over"]) == (None, False)
    assert "winners" not in going_on


def test_a_stage_has_its_keys_in_order(found: Any) -> None:  # noqa: ANN401
    assert list(found["stages"][1]) == [
        *("number", "name", "kind", "date", "length", "profile"),
        *("sections", "sprints", "result", "team_result"),
        *("general", "points", "mountains", "teams", "jerseys"),
    ]


def test_a_classification_not_kept_is_left_out(found: Any) -> None:  # noqa: ANN401
    assert "active" not in found["stages"][1]
    assert "teams" not in found["stages"][0]


def test_a_classification_with_nobody_yet_is_empty(found: Any) -> None:  # noqa: ANN401
    assert found["stages"][0]["points"] == []


def test_a_result_row_of_a_finisher() -> None:
    row = stage_row(ROAD)["result"][0]

    assert list(row.items()) == [
        *(("place", 1), ("bib", "1"), ("status", "FIN"), ("time", 0), ("gap", 0)),
        *(("bonus", 0), ("penalty", 20), ("points", 15), ("mountains", 5)),
    ]


def test_a_result_row_without_a_place_has_no_time() -> None:
    row = stage_row(ROAD)["result"][2]

    assert row == {
        "place": None,
        "bib": "A",
        "status": "DNF",
        "time": None,
        "gap": None,
        "bonus": 0,
        "penalty": 0,
        "points": 0,
        "mountains": 0,
    }


def test_a_row_by_time_names_the_step_of_a_tie() -> None:
    row = stage_row(ROAD)["general"][0]

    assert list(row.items()) == [
        *(("rank", 1), ("bib", "1"), ("time", 0), ("gap", 0)),
        ("tie", "previous general"),
    ]


def test_a_row_by_points_has_points_for_time_and_gap(found: Any) -> None:  # noqa: ANN401
    assert list(found["stages"][1]["points"][1].items()) == [
        *(("rank", 2), ("bib", "2"), ("points", 5), ("tie", None)),
    ]


def test_a_team_is_named_by_its_code(found: Any) -> None:  # noqa: ANN401
    assert found["stages"][1]["teams"][0] == {
        "rank": 1,
        "team": "MOL",
        "time": 40,
        "gap": 0,
        "tie": None,
    }


def test_a_team_result_has_a_time_or_points(found: Any) -> None:  # noqa: ANN401
    assert found["stages"][1]["team_result"] == [
        {"rank": 1, "team": "MOL", "time": 0},
        {"rank": 2, "team": "TIR", "points": 7},
    ]


def test_a_jersey_has_leader_and_wearer() -> None:
    assert list(stage_row(ROAD)["jerseys"][1].items()) == [
        *(("jersey", "green"), ("classification", "points")),
        *(("leader", "1"), ("wearer", "2")),
    ]


def test_a_problem_says_where_what_and_how_grave(found: Any) -> None:  # noqa: ANN401
    assert found["problems"] == [
        {
            "stage": 3,
            "bib": "2",
            "code": "missing",
            "message": "no mark for 2",
            "severity": "warning",
        }
    ]
