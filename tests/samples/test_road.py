"""The sample tour of `road` has the situations it is meant to show."""

import tomllib
from typing import Any

from tests.reference import reference_document
from tests.samples.golden import row, sample_text

TOUR = tomllib.loads(sample_text("road"))
STAGES: list[Any] = reference_document(sample_text("road"))["stages"]


def test_four_teams_of_four_ride_a_stage_of_every_kind() -> None:
    assert [len(team["rider"]) for team in TOUR["team"]] == [4, 4, 4, 4]
    assert [stage["kind"] for stage in TOUR["stage"]] == [
        "prologue",
        "road",
        "ttt",
        "road",
        "road",
    ]


def test_two_riders_are_in_one_second_in_the_prologue() -> None:
    """RR-1, RR-2: 7:41.28 and 7:41.93; the fractions part them."""
    first, second = STAGES[0]["general"][:2]

    assert (first["bib"], second["bib"]) == ("31", "21")
    assert first["time"] == second["time"] == 461
    assert first["tie"] == "fractions"


def test_the_third_place_overall_is_decided_by_the_fractions() -> None:
    """RR-2: 31 and 21 are level after five stages."""
    third, fourth = STAGES[4]["general"][2:4]

    assert (third["bib"], fourth["bib"]) == ("31", "21")
    assert third["time"] == fourth["time"]
    assert third["tie"] == fourth["tie"] == "fractions"


def test_who_is_dropped_in_the_team_time_trial_has_the_own_time() -> None:
    """RR-1: 34 is 72 s behind the others of the team."""
    result = STAGES[2]["result"]

    assert row(result, "34")["time"] - row(result, "33")["time"] == 72
    assert {line["points"] + line["bonus"] for line in result} == {0}


def test_a_team_time_trial_counts_three_times_the_third_time() -> None:
    """RR-6: Gelato's 33:05."""
    assert STAGES[2]["team_result"][0] == {"rank": 1, "team": "GEL", "time": 3 * 1985}


def test_a_team_of_two_at_the_finish_drops_out_for_good() -> None:
    """RR-6: the Café du Col on the mountain; its riders stay in the race."""
    assert "CAF" in {line["team"] for line in STAGES[2]["teams"]}
    assert "CAF" not in {line["team"] for line in STAGES[3]["teams"]}
    assert "CAF" not in {line["team"] for line in STAGES[4]["teams"]}
    assert row(STAGES[4]["general"], "21")["rank"] == 4


def test_a_sprint_stays_won_by_a_rider_who_stopped() -> None:
    """RR-9: 24 has the points of the day, nobody else has."""
    stopped = row(STAGES[1]["result"], "24")

    assert TOUR["stage"][1]["crossings"]["Bakkerij De Bel"].split()[0] == "24"
    assert (stopped["status"], stopped["points"], stopped["bonus"]) == ("DNF", 20, 3)
    assert row(STAGES[1]["result"], "3")["bonus"] == 2


def test_a_relegated_rider_keeps_the_time() -> None:
    """RR-1: 32 is placed behind riders with 73 s more."""
    result = STAGES[4]["result"]
    relegated = row(result, "32")

    assert relegated["gap"] == 7
    assert result[relegated["place"] - 2]["gap"] == 80


def test_a_rider_outside_the_limit_keeps_a_time_and_nothing_else() -> None:
    """GN-1."""
    late = row(STAGES[3]["result"], "34")

    assert (late["status"], late["gap"], late["place"]) == ("OTL", 2890, None)


def test_a_jersey_is_passed_down() -> None:
    """RR-8: after the prologue 31 leads two classifications."""
    assert [
        (jersey["jersey"], jersey["leader"], jersey["wearer"])
        for jersey in STAGES[0]["jerseys"]
    ] == [("yellow", "31", "31"), ("green", "31", "21"), ("white", "13", "13")]


def test_the_yellow_jersey_has_three_wearers() -> None:
    """RR-3: the bonus seconds decide."""
    worn = [stage["jerseys"][0]["wearer"] for stage in STAGES]

    assert worn == ["31", "12", "12", "11", "11"]
