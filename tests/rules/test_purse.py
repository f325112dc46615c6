"""CY-16 and CY-17: premiums and balances, by the game's text."""

from dataclasses import replace

import pytest

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import PremiumKind
from peloton.rules.winners import TourWinners, tour_winners
from tests.rules.ledger_notation import (
    balances,
    cyclo_tour,
    earned,
    offer,
    paid,
    ridden,
)
from tests.rules.notation import ruling, stage
from tests.rules.track_meeting import met

TWO_TEAMS = "MOL: 1, 2; SAL: 3, 4"
HOME = "1 0 0, 3 0 0, 2 1 0, 4 2 0"
TO_COME = ridden("")
"""A stage that is not ridden yet, so that the tour is not over."""
LEVEL_4 = "[tour.options]\nlevel = 4"


def test_each_green_point_is_worth_ten() -> None:
    """CY-16: 15, 10, 5 and 4 at the finish."""
    race = cyclo_tour(ridden(HOME), TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.POINTS) == [
        ("MOL", 150),
        ("SAL", 100),
        ("MOL", 50),
        ("SAL", 40),
    ]


def test_points_at_sprints_and_summits_are_worth_ten_too() -> None:
    """CY-16: a sprint gives 5, 3; a summit of the 4th category 3, 2."""
    day = ridden(
        "1 0 0, 3 0 0, DNF 2, DNF 4", sprints={"Town": "4"}, climbs={"Muur 4": "4 2"}
    )
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)
    points = {
        (each.bib, each.amount)
        for each in race.stages[0].premiums
        if each.kind is PremiumKind.POINTS
    }

    assert points == {("1", 150), ("3", 100), ("4", 50), ("4", 30), ("2", 20)}


def test_points_taken_by_a_ruling_take_their_money() -> None:
    """CY-16, GN-2: so money and points stay in step."""
    day = replace(ridden(HOME), rulings=(ruling("3", points=4),))
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)

    assert ("SAL", 60) in paid(race, PremiumKind.POINTS)


def test_points_that_do_not_count_bring_no_money() -> None:
    """CY-16, GN-4: only the 5, 3, 2 and 1 points of the summit do."""
    day = ridden(HOME, climbs={"Col 3": "3 4 2 1"})
    day = replace(day, counts={ClassificationName.POINTS: False})
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)
    why = [each.why for each in race.stages[0].premiums][:4]

    assert paid(race, PremiumKind.POINTS) == [
        *(("SAL", 50), ("SAL", 30), ("MOL", 20), ("MOL", 10))
    ]
    assert why[2:] == ["2 mountains points x 10", "1 mountains point x 10"]


def test_winning_a_stage_is_worth_200() -> None:
    """CY-16."""
    race = cyclo_tour(ridden("3 0 0, 1 0 0, 2 0 0, 4 0 0"), riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.STAGE) == [("SAL", 200)]


def test_nobody_wins_a_stage_on_which_nobody_has_a_place() -> None:
    """CY-16, GN-1."""
    race = cyclo_tour(ridden("DNF 1, DNF 2"), TO_COME, riders="MOL: 1; SAL: 2", level=4)

    assert race.stages[0].premiums == ()


@pytest.mark.parametrize("kind", ["keirin", "pursuit"])
def test_a_race_apart_pays_neither_its_winner_nor_the_jerseys(kind: str) -> None:
    """CY-16, CY-20: MOL's yellow is paid on the road only."""
    race = cyclo_tour(
        ridden("1 0 0, 3 1 0"),
        ridden("3 0 1, 1 0 0", kind),
        TO_COME,
        riders="MOL: 1; SAL: 3",
        level=4,
    )

    assert race.problems == ()
    assert race.stages[1].premiums == ()


def test_a_team_time_trial_is_worth_200_to_the_team() -> None:
    """CY-16: once, and no points."""
    day = ridden("1 6 0, 2 6 0, 3 5 0, 4 5 0", "ttt")
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.STAGE) == [("SAL", 200)]
    assert paid(race, PremiumKind.POINTS) == []


def test_the_shirts_of_the_day_are_paid_to_who_wears_them() -> None:
    """CY-16: 1 leads all three; green goes down to 3, white to 2."""
    day = ridden(HOME, climbs={"Muur 4": "1 2"})
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.JERSEY) == [("MOL", 100), ("SAL", 50), ("MOL", 50)]


def test_a_rider_without_a_team_wins_nothing_for_anyone() -> None:
    """CY-16."""
    race = cyclo_tour(ridden("9 0 0, 1 0 0"), TO_COME, riders="MOL: 1; 9", level=4)

    assert paid(race, PremiumKind.STAGE) == []
    assert earned(race) == {"MOL": 100 + 50}


def test_the_final_premiums_come_after_the_last_stage() -> None:
    """CY-17: 1,000, 500, 250; 600, 250; 550, 225; the best team 500."""
    day = ridden(HOME, climbs={"Muur 4": "4 3"})
    race = cyclo_tour(day, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.FINAL) == [
        *(("MOL", 1000), ("SAL", 500), ("MOL", 250)),
        *(("MOL", 600), ("SAL", 250)),
        *(("SAL", 550), ("SAL", 225)),
        ("MOL", 500),
    ]


def test_the_final_premiums_go_by_classification_and_not_by_shirt() -> None:
    """CY-17: 1 is first in both; the green shirt on 3 is second."""
    race = cyclo_tour(ridden(HOME), riders=TWO_TEAMS, level=4)
    final = [
        (each.bib, each.amount)
        for each in race.stages[0].premiums
        if each.kind is PremiumKind.FINAL and "Points" in each.why
    ]

    assert final == [("1", 600), ("3", 250)]


def test_a_tour_with_a_stage_to_come_is_not_over() -> None:
    """CY-17."""
    race = cyclo_tour(ridden(HOME), TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.FINAL) == []


def test_a_tour_is_over_when_its_last_stage_is_cancelled() -> None:
    """CY-17, GN-4: the stage itself pays nothing."""
    off = stage("1 0 0", cancelled="hail")
    race = cyclo_tour(ridden(HOME), off, riders=TWO_TEAMS, level=4)

    assert {each.kind for each in race.stages[1].premiums} == {PremiumKind.FINAL}


def test_a_cancelled_stage_leaves_the_balances_as_they_were() -> None:
    """CY-16, GN-4."""
    off = stage("1 0 0", cancelled="hail")
    race = cyclo_tour(ridden(HOME), off, TO_COME, riders=TWO_TEAMS, level=4)

    assert balances(race, 2) == balances(race, 1)
    assert earned(race, 2) == {"MOL": 0, "SAL": 0}


def test_a_balance_is_all_that_was_earned() -> None:
    """CY-16: the richest team first."""
    day = ridden("3 0 0, 1 0 0, 2 0 0, 4 0 0")
    race = cyclo_tour(day, day, TO_COME, riders=TWO_TEAMS, level=4)
    first, second = earned(race, 1), earned(race, 2)

    assert balances(race, 2) == [
        ("SAL", first["SAL"] + second["SAL"]),
        ("MOL", first["MOL"] + second["MOL"]),
    ]
    assert first["SAL"] > first["MOL"] > 0


def test_equal_balances_are_in_the_order_of_the_codes() -> None:
    """CY-17."""
    race = cyclo_tour(ridden("9 0 0, 1 1 0, 2 1 0"), riders="B: 1; A: 2; 9", level=4)
    off = cyclo_tour(stage(cancelled="hail"), riders="B: 1; A: 2", level=4)

    assert balances(off) == [("A", 0), ("B", 0)]
    assert [line.savings for line in off.stages[0].purse] == [0, 0]
    assert [team for team, _ in balances(race)] == ["B", "A"]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_no_money_is_in_play_below_level_4_unless_chosen(level: int) -> None:
    """CY-16: 'of course, you can also use the premiums in the other levels'."""
    without = cyclo_tour(ridden(HOME), riders=TWO_TEAMS, level=level)
    chosen = cyclo_tour(ridden(HOME), riders=TWO_TEAMS, level=level, money=True)

    assert without.stages[0].purse == ()
    assert earned(chosen)["MOL"] > 0


def test_the_premiums_of_a_house_are_its_own() -> None:
    """CY-16."""
    race = cyclo_tour(
        ridden(HOME),
        TO_COME,
        riders=TWO_TEAMS,
        rules={"money.stage_win": 300, "money.wearer": (), "money.point": 0},
        level=4,
    )

    assert earned(race) == {"MOL": 300, "SAL": 0}
    assert [each.kind for each in race.stages[0].premiums] == [PremiumKind.STAGE]


LAPS = """kind = "points race"
laps = ["1 3", "3 1"]"""


def test_the_laps_of_a_points_race_bring_no_money() -> None:
    """CY-17, CR-13: its points count for no classification; the tour is not over."""
    race = met("cyclo", "A: 1, B: 3", f"{LAPS}\n\nkind = 'road'", LEVEL_4)

    assert race.stages[0].result[0].points > 0
    assert paid(race, PremiumKind.POINTS) == []


def test_a_classification_without_a_leader_pays_no_final_premiums() -> None:
    """CY-17, GN-5: a keirin counts for nothing, so nobody leads anything."""
    keirin = ridden("4 0 0, 1 0 0, 2 0 0", "keirin")
    race = cyclo_tour(keirin, riders="A: 1, 2; B: 4", level=4)

    assert race.is_over
    assert paid(race, PremiumKind.FINAL) == []


def test_no_team_wins_a_tour_by_money_that_nobody_has_earned() -> None:
    """CY-17: everybody gave up on the only stage."""
    race = cyclo_tour(ridden("DNF 1, DNF 2"), riders="A: 1; B: 2", level=4)

    assert balances(race) == [("A", 0), ("B", 0)]
    assert tour_winners(race) == TourWinners(by="purse")


def test_second_place_in_a_team_pursuit_is_the_losing_team_s() -> None:
    """CY-15, CY-17: 1, 2 and 3 of A are home first; B is second."""
    pursuit = ridden(
        "1 5 0, 2 5 0, 3 5 0, 4 6 0, 5 6 0, 6 6 0",
        "team pursuit",
        offers=(offer("A", 50, place=2),),
    )
    race = cyclo_tour(pursuit, riders="A: 1, 2, 3; B: 4, 5, 6", level=4)

    assert paid(race, PremiumKind.OFFER) == [("B", 50)]
