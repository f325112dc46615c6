"""The winners of a tour, and the jerseys to show at its end (GN-9, GN-11)."""

from dataclasses import replace

import pytest

from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import RuleValue
from peloton.rules.race import score
from peloton.rules.results import JerseyLine, Race
from peloton.rules.winners import (
    TourWinners,
    deciding_ranking,
    is_final,
    shown_jerseys,
    tour_winners,
    winning_margin,
)
from tests.rules.ledger_notation import cyclo_tour, ridden, won_by_money
from tests.rules.notation import criterium, cyclo, stage

TEAMS = "MOL: 1 -; SAL: 2 -"
DAY = stage("1 0 0, 2 1 0, 3 2 0")
ONLY_STAGE_WINS: dict[str, RuleValue] = {
    "money.stage_win": 1,
    "money.point": 0,
    "money.wearer": (),
    "money.final.general": (),
    "money.final.points": (),
    "money.final.mountains": (),
    "money.final.teams": (),
}


def worn(lines: tuple[JerseyLine, ...]) -> list[tuple[str, str | None]]:
    return [(line.jersey, line.wearer) for line in lines]


def test_the_team_with_the_most_money_wins_and_no_rider() -> None:
    """CY-17, level 4. Rider 1 of MOL has yellow."""
    winners = tour_winners(won_by_money())

    assert winners == TourWinners("purse", (), (TeamCode("SAL"),))
    assert winners.teams_alone == ("SAL",)


def test_teams_with_equal_money_win_together() -> None:
    """CY-17. Each has won a stage, worth 1."""
    days = ridden("1 0 0, 2 1 0"), ridden("2 0 0, 1 1 0")
    race = cyclo_tour(*days, riders=TEAMS, rules=ONLY_STAGE_WINS, level=4)

    assert tour_winners(race).teams == ("MOL", "SAL")


def test_no_team_wins_with_nothing() -> None:
    """CY-17. A stage win is worth nothing."""
    rules = {**ONLY_STAGE_WINS, "money.stage_win": 0}
    days = ridden("1 0 0, 2 1 0"), ridden("2 0 0, 1 1 0")
    race = cyclo_tour(*days, riders=TEAMS, rules=rules, level=4)

    assert {line.balance for line in race.stages[-1].purse} == {0}
    assert tour_winners(race).teams == ()


@pytest.mark.parametrize(
    ("riders", "rules"), [(TEAMS, {"money.wins": False}), ("1 -, 2 -", {})]
)
def test_where_money_does_not_decide_the_best_rider_wins(
    riders: str, rules: dict[str, RuleValue]
) -> None:
    """CY-17: by a house rule, or because nobody rides for a team."""
    days = ridden("1 0 0, 2 9 0"), ridden("2 0 0, 1 1 0")
    winners = tour_winners(cyclo_tour(*days, riders=riders, rules=rules, level=4))

    assert winners == TourWinners("general", (Bib("1"),), ())
    assert winners.teams_alone == ()


def one_day(format_: str = "time") -> Race:
    """Return a race of one stage: 1 wins it, and 2 both sprints."""
    sprints = {"Town": "2", "Village": "2"}
    return criterium(
        stage("1 6 3/9, 2 6 4/11", sprints=sprints, bonus=()), format=format_
    )


def test_a_single_race_is_won_by_the_first_home_whatever_bonuses_are_worth() -> None:
    """CR-4, CR-6: 1 and 2 have the same time, and 2 has 12 seconds of bonus."""
    race = one_day()

    assert race.stages[-1].jerseys[0].leader == "2"
    assert tour_winners(race) == TourWinners("general", (Bib("1"),))


def test_a_single_race_won_with_less_time_behind_has_no_margin() -> None:
    """CY-3: rider 2 crosses second in the same turn, and goes 4 lines further."""
    facts = stage("1 0 3, 2 0 7")
    _, rows = deciding_ranking(cyclo(facts))

    assert [row.who for row in rows] == ["1", "2"]
    assert winning_margin(rows) is None


def test_a_single_race_by_points_is_won_by_points() -> None:
    """CR-8, CR-9, CR-11: 10 points against 6 + 5 + 5."""
    assert tour_winners(one_day("points")) == TourWinners("general", (Bib("2"),))


def test_a_single_race_of_teams_is_won_by_a_team() -> None:
    """GN-11, CY-2: MOL won the time trial, and no rider."""
    lines = "1 6 3/9, 2 6 4/11"
    race = criterium(stage(lines, "ttt"), riders="MOL: 1, SAL: 2")

    assert tour_winners(race) == TourWinners("general", (), (TeamCode("MOL"),))
    assert tour_winners(race).teams_alone == ("MOL",)


def test_at_the_end_the_winner_of_a_classification_has_its_jersey() -> None:
    """GN-11, CY-10. 1 leads both; before the end 2 wears green on the next stage."""
    race = cyclo(DAY, DAY, DAY)
    shown = [worn(shown_jerseys(race, day)) for day in race.stages]
    meanwhile = [("yellow", "1"), ("green", "2")]

    assert shown == [meanwhile, meanwhile, [("yellow", "1"), ("green", "1")]]
    assert [is_final(race, day) for day in race.stages] == [False, False, True]
    to_go_on = score(replace(race.tour, planned=4), race.rulebook)
    assert worn(shown_jerseys(to_go_on, to_go_on.stages[-1])) == meanwhile


def test_a_single_race_has_no_yellow_jersey() -> None:
    """GN-11, CR-11: its general classification is not another one than its result."""
    by_time, by_points = one_day(), one_day("points")

    assert worn(shown_jerseys(by_time, by_time.stages[-1])) == [("green", "1")]
    assert worn(shown_jerseys(by_points, by_points.stages[-1]))[0] == ("yellow", "2")
