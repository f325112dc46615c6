"""CY-14 and CY-15: budgets for riders, and sponsor money."""

from dataclasses import replace

import pytest

from peloton.reports.ledgers import purse_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import OptionValue
from peloton.rules.results import PremiumKind, Race
from peloton.writers.text import to_text
from tests.rules.ledger_notation import cyclo_tour, earned, offer, paid, ridden, said
from tests.rules.notation import message, raced, stage, tour

TWO_TEAMS = "MOL: 1, 2; SAL: 3, 4"
HOME = "1 0 0, 3 0 0, 2 1 0, 4 2 0"
TO_COME = ridden("")
"""A stage that is not ridden yet, so that the tour is not over."""


def test_an_offer_is_paid_to_the_team_of_who_wins_its_target() -> None:
    """CY-15: 4 is first over the summit, 3 second in the sprint, 1 wins."""
    day = ridden(
        HOME,
        sprints={"Town": "2 3"},
        climbs={"Muur 4": "4"},
        offers=(
            offer("MOL", 25, "Muur 4"),
            offer("MOL", 50, "Town", 2),
            offer("SAL", 100),
        ),
    )
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.OFFER) == [("SAL", 25), ("SAL", 50), ("MOL", 100)]


def test_an_offer_is_not_taken_from_the_balance() -> None:
    """CY-15: sponsors have a budget of their own."""
    day = ridden("9 0 0, 1 1 0", offers=(offer("SAL", 100, place=2),))
    race = cyclo_tour(day, TO_COME, riders="MOL: 1; SAL: 9", level=4)
    without = cyclo_tour(
        replace(day, offers=()), TO_COME, riders="MOL: 1; SAL: 9", level=4
    )

    assert earned(race)["SAL"] == earned(without)["SAL"]
    assert earned(race)["MOL"] == earned(without)["MOL"] + 100


def test_an_offer_of_an_unknown_team_is_refused() -> None:
    """CY-15. The nearest code is named."""
    day = ridden(HOME, offers=(offer("SAL", 25), offer("MOLL", 25)))
    race = raced(tour("cyclo", (day, TO_COME), "MOL: 1 2, SAL: 3 4"))
    (problem,) = (p for p in race.problems if not p.warning)

    assert problem.message.endswith("no team 'MOLL'; did you mean 'MOL'?")
    assert problem.where == ("stage", 0, "offer", 1)


def test_a_place_that_nobody_has_pays_nobody() -> None:
    """CY-15: one rider was in the sprint, and three are home."""
    offers = offer("MOL", 50, "Town", 2), offer("MOL", 50, place=4)
    day = ridden("1 0 0, 2 0 0, 3 0 0, DNF 4", sprints={"Town": "2"}, offers=offers)
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.OFFER) == []


def test_the_second_of_a_road_stage_may_be_of_the_winners_team() -> None:
    """CY-15."""
    day = ridden("1 0 0, 2 0 0, 3 0 0, 4 0 0", offers=(offer("SAL", 50, place=2),))
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.OFFER) == [("MOL", 50)]


def test_a_rider_outside_the_time_limit_wins_no_offer() -> None:
    """CY-15, GN-1: nor does who was behind."""
    day = ridden(
        "1 0 0, 3 0 0, 4 0 0, 2 26 0",
        sprints={"Town": "2 3"},
        offers=(offer("MOL", 50, "Town"),),
    )
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4)

    assert paid(race, PremiumKind.OFFER) == []


def test_the_finish_of_a_team_time_trial_is_won_by_teams() -> None:
    """CY-15: who has no team is one; 8 and 9 are first, then SAL, fourth is MOL."""
    offers = tuple(offer("SAL", 10 * place, place=place) for place in (2, 3, 4))
    day = ridden("1 6 0, 2 6 0, 3 5 0, 4 5 0, 8 4 0, 9 4 0", "ttt", offers=offers)
    race = cyclo_tour(day, TO_COME, riders=f"{TWO_TEAMS}; 8, 9", level=4)

    assert paid(race, PremiumKind.OFFER) == [("SAL", 30), ("MOL", 40)]


def test_an_offer_over_100_on_the_first_stage_is_refused() -> None:
    """CY-15."""
    day = ridden(HOME, offers=(offer("MOL", 60), offer("MOL", 50, place=2)))
    race = cyclo_tour(day, riders=TWO_TEAMS, level=4)

    assert said(race) == [
        (
            "offer: team MOL offered 110, expected at most 100: 100 a stage and 0 saved"
            " (CY-15)"
        )
    ]
    assert not race.problems[0].warning
    assert race.stages == ()


def test_what_is_not_offered_is_saved() -> None:
    """CY-15: 70 of the first stage and 100 of the second."""
    first = ridden(HOME, offers=(offer("MOL", 30),))
    second = ridden(HOME, offers=(offer("MOL", 170),))
    race = cyclo_tour(first, second, TO_COME, riders=TWO_TEAMS, level=4)
    saved = {line.team: line.savings for line in race.stages[1].purse}

    assert race.problems == ()
    assert saved == {"MOL": 0, "SAL": 200}


def test_a_cancelled_stage_leaves_the_sponsors_as_they_were() -> None:
    """CY-15, GN-4: whatever was offered on it; 100 of the first and the third stage."""
    off = replace(ridden("", offers=(offer("MOL", 500),)), cancelled="snow")
    day = ridden(HOME)
    race = cyclo_tour(day, off, day, TO_COME, riders=TWO_TEAMS, level=4)
    saved = [[line.savings for line in each.purse] for each in race.stages]

    assert race.problems == ()
    assert saved == [[100, 100], [100, 100], [200, 200]]


@pytest.mark.parametrize(("amount", "wrong"), [(400, 0), (401, 1)])
def test_no_more_than_300_is_saved(amount: int, wrong: int) -> None:
    """CY-15: after five stages 300, and the 100 of the sixth."""
    last = ridden(HOME, offers=(offer("MOL", amount),))
    race = cyclo_tour(*[ridden(HOME)] * 5, last, TO_COME, riders=TWO_TEAMS, level=4)

    assert len(race.problems) == wrong


@pytest.mark.parametrize("target", ["3", "SAL", "sal"])
def test_an_offer_for_a_named_rider_or_team_is_refused(target: str) -> None:
    """CY-15: 'you cannot specify a certain cyclist or team in advance'."""
    day = ridden(HOME, sprints={"Town": "2"}, offers=(offer("MOL", 50, target),))
    race = cyclo_tour(day, riders=TWO_TEAMS, level=4)

    assert said(race) == [
        f"offer: found '{target}', expected one of finish, Town (CY-15)"
    ]


def test_an_offer_for_a_line_that_is_not_there_names_the_nearest() -> None:
    """CY-15."""
    day = ridden(HOME, sprints={"Town": "2"}, offers=(offer("MOL", 50, "Tonw"),))

    assert message(cyclo_tour(day, riders=TWO_TEAMS, level=4)) == (
        "offer: found 'Tonw', expected one of finish, Town (CY-15);"
        " did you mean 'Town'?"
    )


def test_an_offer_without_money_in_play_is_pointed_out() -> None:
    """CY-15: nothing is paid, and the stage is scored all the same."""
    race = cyclo_tour(ridden(HOME, offers=(offer("MOL", 50),)), riders=TWO_TEAMS)

    assert [problem.severity for problem in race.problems] == ["warning"]
    assert "(CY-15)" in said(race)[0]
    assert len(race.stages) == 1


def test_an_offer_is_refused_before_the_stage_is_ridden() -> None:
    """CY-15."""
    ahead = ridden("", offers=(offer("MOL", 201),))
    race = cyclo_tour(ridden(HOME), ahead, riders=TWO_TEAMS, level=4)

    assert said(race) == [
        (
            "offer: team MOL offered 201, expected at most 200: 100 a stage and 100"
            " saved (CY-15)"
        )
    ]


def test_sponsor_money_left_after_the_last_stage_is_a_warning() -> None:
    """CY-15: the whole budget must be used by the end of the tour."""
    first = ridden(HOME, offers=(offer("MOL", 30),))
    second = ridden(HOME, offers=(offer("MOL", 170),))
    race = cyclo_tour(first, second, riders=TWO_TEAMS, level=4)

    assert said(race) == [
        (
            "team SAL did not offer 200 of the sponsor money: all of it must be offered"
            " by the end of the tour (CY-15)"
        )
    ]
    assert race.problems[0].warning
    assert len(race.stages) == 2


def test_a_tour_of_errors_says_nothing_of_sponsor_money_left() -> None:
    """CY-15: nor does one with a stage to come."""
    wrong = ridden(HOME, offers=(offer("MOL", 101),))
    tours = [
        cyclo_tour(ridden(HOME), stage, riders=TWO_TEAMS, level=4)
        for stage in (replace(wrong, offers=(offer("MOL", 301),)), TO_COME)
    ]

    assert [[each.code for each in race.problems] for race in tours] == [["offer"], []]


# One budget for all teams of a player


def of_ann(*stages: Stage, riders: str, **options: OptionValue) -> Race:
    """Return a tour of level 4 in which all teams but the last are Ann's."""
    facts = cyclo_tour(*stages, riders=riders, rules=None, level=4, **options).tour
    *mine, other = facts.teams
    teams = (*(replace(team, player="Ann") for team in mine), other)
    return raced(replace(facts, teams=teams))


def test_the_teams_of_a_player_may_have_one_budget() -> None:
    """CY-14: two teams of 6500 each, which are 13000 for Ann."""
    riders = "MOL: 1 A; SAL: 2 A; BIA: 3 A"
    own = of_ann(TO_COME, riders=riders)
    shared = of_ann(TO_COME, riders=riders, money_by="player")

    assert own.problems == ()
    assert said(shared) == [
        (
            "riders of teams MOL, SAL cost 13000: A 6500, A 6500; expected at most"
            " 11000 (CY-14)"
        )
    ]


def test_the_teams_of_a_player_may_share_what_they_offer() -> None:
    """CY-15: 100 a stage for both of Ann's, 100 for the other player's."""
    riders = "MOL: 1; SAL: 2; BIA: 3"
    offers = (offer("MOL", 60), offer("SAL", 50, place=2), offer("BIA", 100, place=3))
    day = ridden("1 0 0, 2 0 0, 3 0 0", offers=offers)
    own = of_ann(day, TO_COME, riders=riders)
    shared = of_ann(day, TO_COME, riders=riders, money_by="player")

    assert own.problems == ()
    assert said(shared) == [
        (
            "offer: teams MOL, SAL offered 110, expected at most 100: 100 a stage and 0"
            " saved (CY-15)"
        )
    ]


def test_teams_without_a_player_share_nothing() -> None:
    """CY-15: each may offer 100."""
    day = ridden(HOME, offers=(offer("MOL", 100), offer("SAL", 100)))
    race = cyclo_tour(day, TO_COME, riders=TWO_TEAMS, level=4, money_by="player")

    assert race.problems == ()


def test_what_the_teams_of_a_player_save_is_one_sum() -> None:
    """CY-15: Ann's two have 70 left of 100, and one warning at the end."""
    riders = "MOL: 1; SAL: 2; BIA: 3"
    offers = (offer("SAL", 30), offer("BIA", 100))
    day = ridden("1 0 0, 2 0 0, 3 0 0", offers=offers)
    race = of_ann(day, riders=riders, money_by="player")

    assert {line.team: line.savings for line in race.stages[0].purse} == {
        "MOL": 70,
        "SAL": 70,
        "BIA": 0,
    }
    assert said(race) == [
        (
            "teams MOL, SAL did not offer 70 of the sponsor money: all of it must be"
            " offered by the end of the tour (CY-15)"
        )
    ]


# Criterium's toy money


@pytest.fixture
def prizes() -> Race:
    """A tour with toy money; rider 2 wins both stages and a summit."""
    day = stage("2 6 3/9, 1 7 4/9", climbs={"Mur": "2 1"})
    facts = tour("criterium", (day, day), "MOL: 1, SAL: 2", options={"money": True})
    return raced(facts)


def test_toy_money_pays_prizes_and_premiums_by_its_own_rule(prizes: Race) -> None:
    """CR-18: 10 a point, 200 for the stage, and the jerseys."""
    day = prizes.stages[0]

    assert {premium.rule for done in prizes.stages for premium in done.premiums} == {
        "CR-18"
    }
    assert [(p.team, p.amount, p.kind) for p in day.premiums if p.team == "SAL"] == [
        ("SAL", 100, PremiumKind.POINTS),
        ("SAL", 50, PremiumKind.POINTS),
        ("SAL", 200, PremiumKind.STAGE),
        ("SAL", 100, PremiumKind.JERSEY),
    ]
    assert prizes.problems == ()


def test_without_the_option_there_is_no_toy_money() -> None:
    """CR-18."""
    race = raced(tour("criterium", (stage("2 6 3/9, 1 7 4/9"),), "MOL: 1, SAL: 2"))

    assert race.stages[0].premiums == ()
    assert race.stages[0].purse == ()


def test_criterium_has_no_sponsors() -> None:
    """CR-18: an offer is refused by that rule, with money in play or without."""
    day = replace(stage("2 6 3/9, 1 7 4/9"), offers=(offer("MOL", 50),))
    races = [
        raced(tour("criterium", (day,), "MOL: 1, SAL: 2", options={"money": money}))
        for money in (True, False)
    ]

    assert [line for race in races for line in said(race)] == [
        "offer: team MOL offered 50, expected at most 0: 0 a stage and 0 saved (CR-18)",
        "offer: nothing is paid, because no money is in play in criterium (CR-18)",
    ]


def test_a_purse_of_toy_money_says_nothing_of_sponsors(prizes: Race) -> None:
    """CR-18."""
    text = to_text(purse_sheet(prizes)) + to_text(kit_sheet(prizes, 2))

    assert "CR-18" in text
    assert "CY-1" not in text.replace("(CY-10)", "").replace("(CY-23)", "")
    assert "To offer" not in text
    assert "Saved" not in text


# Budgets


def test_a_team_over_its_budget_is_refused_with_the_sum() -> None:
    """CY-14."""
    race = cyclo_tour(
        ridden("1 0 0, 2 0 0, 3 0 0"), riders="MOL: 1 A, 2 climber, 3 climber", level=4
    )

    assert message(race) == (
        "riders of team MOL cost 12500: A 6500, climber 3000, climber 3000; expected"
        " at most 11000 (CY-14)"
    )
    assert race.stages == ()


def test_the_whole_budget_may_be_spent() -> None:
    """CY-14: B, a climber, a helper and two of type E."""
    race = cyclo_tour(
        ridden("1 0 0, 2 0 0, 3 0 0, 4 0 0, 5 0 0"),
        TO_COME,
        riders="MOL: 1 B, 2 climber, 3 helper, 4 E, 5 E",
        level=4,
    )

    assert race.problems == ()


@pytest.mark.parametrize(
    ("kind", "price"),
    [
        *(("climber", 3000), ("sprinter", 3000), ("time rider", 3000)),
        *(("helper", 1000), ("A", 6500), ("B", 6000), ("C", 5000), ("D", 5000)),
        ("E", 500),
    ],
)
def test_each_type_has_its_price(kind: str, price: int) -> None:
    """CY-14: found out by a budget one short of it."""
    race = cyclo_tour(
        ridden(), riders=f"MOL: 1 {kind}", rules={"money.budget": price - 1}, level=4
    )

    assert said(race)[0].startswith(f"riders of team MOL cost {price}: {kind} {price};")


def test_riders_without_a_type_cost_nothing_that_is_known() -> None:
    """CY-14: a team is over once those who have one cost too much."""
    day = ridden("1 0 0, 2 0 0")
    fine = cyclo_tour(day, TO_COME, riders="MOL: 1 A, 2 -", level=4)
    over = cyclo_tour(
        ridden("1 0 0, 2 0 0, 3 0 0"), riders="MOL: 1 A, 2 A, 3 -", level=4
    )

    assert fine.problems == ()
    assert [problem.code for problem in over.problems] == ["budget"]


def test_there_is_no_budget_below_level_4() -> None:
    """CY-14: with premiums either."""
    day = ridden("1 0 0, 2 0 0")
    race = cyclo_tour(day, TO_COME, riders="MOL: 1 A, 2 A", money=True)

    assert race.problems == ()
