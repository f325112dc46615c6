"""The sample tour of El juego de los ciclistas, scored by the naive scorer."""

import tomllib
from typing import Any

from tests.reference import reference_document
from tests.samples.golden import sample_text

TOUR = tomllib.loads(sample_text("ciclistas"))
STAGES: list[Any] = reference_document(sample_text("ciclistas"))["stages"]


def marks(stage: int) -> list[tuple[str, str]]:
    lines = [line.split("#")[0] for line in TOUR["stage"][stage]["finish"].splitlines()]
    return [(bib, mark.strip()) for bib, mark in (x.split(None, 1) for x in lines if x)]


def test_four_players_have_a_team_of_three() -> None:
    assert [len(team["rider"]) for team in TOUR["team"]] == [3, 3, 3, 3]
    assert len({team["player"] for team in TOUR["team"]}) == 4


def test_the_courses_are_of_60_90_and_120_spaces() -> None:
    """CI-5."""
    assert [stage["length"] for stage in TOUR["stage"]] == [60, 90, 120]


def test_nobody_goes_further_than_two_dice_and_three_counters() -> None:
    """CI-5: 15 spaces at most, one of them up to the line; the first round is 1."""
    for stage in range(3):
        over = [int(mark.split("+")[1]) for _, mark in marks(stage) if "+" in mark]

        assert all(1 <= spaces <= 15 for spaces in over)
        assert min(int(mark[0]) for _, mark in marks(stage)) == 1


def test_the_finish_of_the_games_own_text_is_in_the_first_stage() -> None:
    """CI-2: 1'3, 1'4, 1'4, 1'9; the fourth is 6 spaces behind."""
    first = STAGES[0]["result"][:4]

    assert [line["bib"] for line in first] == ["10", "4", "7", "1"]
    assert [line["time"] for line in first] == [13, 14, 14, 19]
    assert [line["gap"] for line in first] == [0, 1, 1, 6]


def test_the_winner_was_not_the_first_over_the_line() -> None:
    """CI-2."""
    for stage in range(3):
        assert marks(stage)[0][0] != STAGES[stage]["result"][0]["bib"]


def test_spaces_beyond_the_tiles_count_0() -> None:
    """CI-1: 12 spaces past the line, `1 +12`, are 1'0."""
    assert ("10", "1 +12") in marks(1)
    assert STAGES[1]["result"][0]["time"] == 10


def test_the_last_stage_turns_the_general_classification_over() -> None:
    assert [stage["general"][0]["bib"] for stage in STAGES] == ["10", "10", "8"]


def test_a_tie_overall_is_parted_by_the_sum_of_places() -> None:
    """CI-3, CR-15: 7 and 10 have 4'8 each, and 11 against 12 in places."""
    second, third = STAGES[2]["general"][1:3]

    assert (second["bib"], third["bib"]) == ("7", "10")
    assert second["time"] == third["time"] == 48
    assert second["tie"] == "sum of places"


def test_the_team_with_the_best_rider_is_not_the_best_team() -> None:
    """CI-3: three times a stage."""
    teams = {rider["bib"]: t["code"] for t in TOUR["team"] for rider in t["rider"]}

    assert STAGES[2]["teams"][0] == {
        "rank": 1,
        "team": "ACE",
        "time": 189,
        "gap": 0,
        "tie": None,
    }
    assert teams[STAGES[2]["general"][0]["bib"]] == "CHU"
