"""The sample Cyclo tour has the situations it is meant to show."""

import tomllib
from typing import Any

from tests.reference import reference_document
from tests.samples.golden import sample_text

TOUR = tomllib.loads(sample_text("cyclo"))
STAGES: list[Any] = reference_document(sample_text("cyclo"))["stages"]
PRICES = {
    "climber": 3000,
    "sprinter": 3000,
    "time rider": 3000,
    "helper": 1000,
    "A": 6500,
    "B": 6000,
    "C": 5000,
    "D": 5000,
    "E": 500,
}


def category(length: int) -> str:
    return "4321H"[sum(length >= limit for limit in (20, 25, 30, 41))]


def marks(stage: int) -> list[tuple[int, int]]:
    lines = [line.split("#")[0] for line in TOUR["stage"][stage]["finish"].splitlines()]
    words = [line.rsplit(maxsplit=2) for line in lines if line.strip()]
    return [(int(turns), int(over)) for _, turns, over in words]


def test_four_teams_of_five_have_a_player_each() -> None:
    assert [len(team["rider"]) for team in TOUR["team"]] == [5, 5, 5, 5]
    assert len({team["player"] for team in TOUR["team"]}) == 4


def test_no_team_costs_more_than_11_000() -> None:
    """CY-14, level 4."""
    for team in TOUR["team"]:
        assert sum(PRICES[rider["type"]] for rider in team["rider"]) <= 11_000


def test_the_prologue_is_20_to_40_lines() -> None:
    """CY-21."""
    prologue = TOUR["stage"][0]

    assert prologue["kind"] == "prologue"
    assert 20 <= prologue["length"] <= 40


def test_there_are_a_team_time_trial_and_a_mountain_stage() -> None:
    assert [stage["kind"] for stage in TOUR["stage"][1:]] == [
        "road",
        "ttt",
        "road",
        "road",
    ]
    assert TOUR["stage"][3]["profile"] == "mountain"


def test_the_climbs_are_of_every_category() -> None:
    """CY-9."""
    found = {
        category(section["to"] - section["from"])
        for stage in TOUR["stage"]
        for section in stage.get("sections", [])
        if section["kind"] == "mountain"
    }

    assert found == set("H1234")


def test_nobody_crosses_the_line_by_more_than_three_white_and_two_red_dice() -> None:
    """CY-12, CY-19: 5 dice show 30 at most, and at least one line was to go."""
    for stage in range(5):
        assert all(0 <= over < 30 for _, over in marks(stage))


def test_the_first_home_on_the_road_needs_no_turns_more() -> None:
    """CY-3: and nobody behind needs fewer than the rider ahead."""
    for stage in (1, 3, 4):
        turns = [each for each, _ in marks(stage)]

        assert turns[0] == 0
        assert turns == sorted(turns)


def test_a_rider_on_the_mountain_stage_is_outside_the_time_limit() -> None:
    """CY-11: 29 turns after the first arrival, where 25 are allowed."""
    casualties = [row for row in STAGES[3]["result"] if row["status"] == "OTL"]

    assert [(row["bib"], row["time"] > 250) for row in casualties] == [("20", True)]
    assert "20" not in {row["bib"] for row in STAGES[4]["result"]}


def test_the_team_that_is_a_rider_short_falls_behind_the_full_ones() -> None:
    """CY-18: Polderwind has the best time and the last rank."""
    teams = STAGES[3]["teams"]

    assert teams[-1]["team"] == "POL"
    assert teams[-1]["time"] == min(row["time"] for row in teams)


def test_a_group_finishes_in_one_time_on_the_last_stage() -> None:
    """CY-5."""
    group = "2 17 6 8 11 12 9 16 1 3 18"
    times = {r["time"] for r in STAGES[4]["result"] if r["bib"] in group.split()}

    assert f"({group})" in TOUR["stage"][4]["finish"]
    assert len(times) == 1


def test_a_leader_of_two_classifications_passes_a_jersey_down() -> None:
    """CY-10: bib 6 leads all three after stage 2 and wears yellow."""
    assert [
        (row["jersey"], row["leader"], row["wearer"]) for row in STAGES[1]["jerseys"]
    ] == [("yellow", "6", "6"), ("green", "6", "5"), ("white", "6", "17")]


def test_a_tie_overall_is_parted_by_the_previous_classification() -> None:
    """CY-7: 12 and 7 are level after the last stage; 12 was ahead before it."""
    third, fourth = STAGES[4]["general"][2:4]
    before = [row["bib"] for row in STAGES[3]["general"]]

    assert (third["bib"], fourth["bib"]) == ("12", "7")
    assert third["time"] == fourth["time"]
    assert third["tie"] == fourth["tie"] == "previous general"
    assert before.index("12") < before.index("7")


def test_an_offer_is_paid_to_the_team_of_who_was_there_first() -> None:
    """CY-15, CY-16: Krakeling on the Alpe, on top of the stage, points and shirts."""
    riders = {"6", "7", "8", "9", "10"}
    day = STAGES[3]
    points = [row for row in day["result"] if row["bib"] in riders]
    premiums = 10 * sum(row["points"] + row["mountains"] for row in points)
    shirts = [each["jersey"] for each in day["jerseys"] if each["wearer"] in riders]
    krakeling = next(row for row in day["purse"] if row["team"] == "KRI")

    assert day["result"][0]["bib"] == "7"
    assert TOUR["stage"][3]["crossings"]["Alpe d'Assiette"].split()[0] == "7"
    assert shirts == ["green", "white"]
    assert krakeling["earned"] == premiums + 50 + 50 + 200 + 250


def test_a_ruling_has_its_reason_and_shows_in_the_result() -> None:
    """GN-2."""
    (ruling,) = TOUR["stage"][4]["ruling"]
    row = next(r for r in STAGES[4]["result"] if r["bib"] == ruling["bib"])

    assert ruling["reason"]
    assert row["penalty"] == ruling["seconds"] == 10


def test_a_sponsor_offers_what_it_saved() -> None:
    """CY-15: more than the 100 of a stage; a third place; and one's own team wins."""
    offers = [each for stage in TOUR["stage"] for each in stage.get("offer", [])]

    assert max(offer["amount"] for offer in offers) > 100
    assert 3 in [offer.get("place") for offer in offers]


def test_the_richest_team_is_not_that_of_the_yellow_shirt() -> None:
    """CY-17: the winner of the tour is the team with the most money."""
    last = STAGES[-1]
    (yellow,) = [
        team["code"]
        for team in TOUR["team"]
        for rider in team["rider"]
        if rider["bib"] == last["general"][0]["bib"]
    ]

    assert last["purse"][0]["team"] == "KRI" != yellow
