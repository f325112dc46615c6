"""The sample Grand Tour of Flamme Rouge, scored by the naive scorer."""

import tomllib
from typing import Any

from tests.reference import reference_document
from tests.samples.golden import row, sample_text

TOUR = tomllib.loads(sample_text("flamme-rouge"))
STAGES: list[Any] = reference_document(sample_text("flamme-rouge"))["stages"]


def squares(climb: dict[str, Any]) -> int:
    length: int = climb["to"] - climb["from"]
    return length


def test_four_teams_have_a_rouleur_and_a_sprinteur() -> None:
    for team in TOUR["team"]:
        assert [rider["bib"][0] for rider in team["rider"]] == ["R", "S"]


def test_nobody_goes_further_than_the_highest_card_and_the_slipstream() -> None:
    """A sprinteur's 9 and a square more; at least one of them up to the line."""
    for stage in TOUR["stage"]:
        lines = [line.split("#")[0] for line in stage["finish"].strip().splitlines()]
        words = [line.replace(")", "").split() for line in lines]
        over = [int(line[-1]) for line in words if line[0] != "DNF"]

        assert all(1 <= squares_over <= 9 for squares_over in over)


def test_the_climbs_are_of_every_length() -> None:
    """FR-2: 1-2, 3-5, 6-8, 9-10 and 11 squares or more."""
    lengths = {squares(c) for s in TOUR["stage"] for c in s["sections"]}

    assert lengths == {1, 2, 4, 7, 9, 12}


def test_a_group_has_the_time_of_its_first_rider() -> None:
    """FR-1: three riders in a group on the last stage."""
    result = STAGES[3]["result"]

    assert {row(result, bib)["time"] for bib in ("S2", "R3", "S3")} == {-20}
    assert [row(result, bib)["place"] for bib in ("S2", "R3", "S3")] == [3, 4, 5]


def test_a_rider_of_the_round_before_is_placed_ahead() -> None:
    """FR-1: R3 has 0 2 and R4 1 6, a round later."""
    first, second = STAGES[1]["result"][:2]

    assert (first["bib"], second["bib"]) == ("R3", "R4")
    assert (first["time"], second["time"]) == (-20, 0)


def test_the_leader_of_everything_wears_yellow_only() -> None:
    """CY-10: R3 leads three classifications after the second stage."""
    assert [
        (jersey["leader"], jersey["wearer"]) for jersey in STAGES[1]["jerseys"]
    ] == [("R3", "R3"), ("R3", "S2"), ("R3", "R4")]


def test_a_tie_overall_is_parted_by_the_sum_of_places() -> None:
    """FR-1, CR-15."""
    level = [line for line in STAGES[3]["general"] if line["tie"]]

    assert [line["bib"] for line in level] == ["S3", "R2"]
    assert {line["time"] for line in level} == {180}
    assert {line["tie"] for line in level} == {"sum of places"}
