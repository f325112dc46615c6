"""A season over many tours: points by contest, and ranks (CY-22)."""

from dataclasses import replace

from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.season.ranking import Contest
from tests.rules.ledger_notation import cyclo_tour, ridden, won_by_money
from tests.rules.notation import criterium, cyclo, raced, ruling, stage, tour
from tests.rules.seasons import (
    home,
    points,
    ranks,
    renamed,
    rode,
    scale,
    season,
    season_tables,
)

GIRO = rode("Giro", home("Eddy Jo Leo Mia"), home("Jo Leo Eddy Mia"))
RONDE = rode("Ronde", home("Leo Eddy Jo Mia"), home("Leo Jo Mia Eddy"))
OPEN = rode("Open", home("Eddy Jo Leo Mia"), Stage())


def test_the_places_on_every_stage_bring_points() -> None:
    """CY-22. Eddy is first and third, Jo second and first, Leo third and second."""
    season_points = points(season([GIRO], scale(stage=(5, 3, 1))))

    assert season_points == {"Eddy": 6, "Jo": 8, "Leo": 4}


def test_points_add_up_over_the_tours() -> None:
    """CY-22. Leo wins both stages of the Ronde."""
    assert points(season([GIRO, RONDE], scale(stage=(5,)))) == {
        "Eddy": 5,
        "Jo": 5,
        "Leo": 10,
    }


def test_the_final_places_bring_points() -> None:
    """CY-22. Jo has 10 + 0 seconds, Eddy 0 + 20, Leo 20 + 10, Mia 30 + 30."""
    assert ranks(season([GIRO], scale(general=(9, 4, 2, 1)))) == [
        (1, "Jo", 9),
        (2, "Eddy", 4),
        (3, "Leo", 2),
        (4, "Mia", 1),
    ]


def test_the_final_places_of_other_classifications_bring_points_too() -> None:
    """CY-22, CY-8. Jo has 10 + 15 green points, Eddy 15 + 5, Leo 5 + 10."""
    assert points(season([GIRO], scale(points=(9, 4)))) == {"Jo": 9, "Eddy": 4}


def test_there_are_no_final_places_before_the_tour_is_over() -> None:
    """CY-22. Of two stages one is ridden; its places count at once."""
    result = season([OPEN], scale(general=(9,), stage=(5,), teams=(7,)))

    assert points(result) == {"Eddy": 5}
    assert points(result, "teams") == {"MOL": 5}
    with season_tables([OPEN, GIRO], scale()) as tables:
        assert tables.unfinished == ("Open",)


def test_a_tour_whose_last_stage_is_cancelled_is_over() -> None:
    """CY-22. The general classification stays as it was after the first stage."""
    short = rode("Short", home("Eddy Jo Leo Mia"), stage(cancelled="snow"))

    assert points(season([short], scale(general=(9,)))) == {"Eddy": 9}


def test_every_day_in_a_jersey_brings_points_to_its_wearer() -> None:
    """CY-22. Eddy wears yellow, Jo green for him, as he leads both (CY-10)."""
    assert points(season([OPEN], scale(days=2))) == {"Eddy": 2, "Jo": 2}


def test_a_jersey_that_nobody_is_left_for_is_nobodys_day() -> None:
    """CY-10, CY-22. Two climbers wear yellow and green."""
    race = cyclo(stage("1 0 0, 2 1 0", climbs={"A 4": "1 2"}), stage("1 0 0, 2 1 0"))

    assert points(season([race], scale(days=2))) == {"bib 1": 4, "bib 2": 4}


def test_a_cancelled_stage_is_no_day_in_a_jersey() -> None:
    """CY-22. Nobody rode it."""
    short = rode("Short", home("Eddy Jo Leo Mia"), stage(cancelled="snow"))

    assert points(season([short], scale(days=2))) == {"Eddy": 2, "Jo": 2}


def test_a_race_of_one_stage_has_a_scale_instead_of_the_others() -> None:
    """CY-22. Only the places over the line count."""
    classic = rode("Roubaix", home("Mia Leo Jo Eddy"))
    every = scale(one_day=(30, 20), stage=(5,), general=(9,), points=(4,), days=2)

    assert points(season([classic], every)) == {"Mia": 30, "Leo": 20}


def test_a_race_of_one_stage_by_points_is_won_by_the_most_points() -> None:
    """CR-11. B is second home, but has 6 points there and 5 at the sprint."""
    by_points = criterium(
        stage("A 6 1/9, B 6 3/9", sprints={"Pont": "B"}), format="points"
    )
    result = season([by_points], scale(one_day=(30, 20)))

    assert points(result) == {"bib B": 30, "bib A": 20}
    assert result[Contest.RIDERS][0].tours_won == 1


def test_a_race_by_points_in_which_nobody_has_any_is_won_by_nobody() -> None:
    """CR-11, GN-5. The track counts for nothing in a tour by points."""
    race = criterium(stage("A 6 1/9, B 6 3/9", "keirin"), format="points")

    assert ranks(season([race], scale(one_day=(30, 20)))) == []


def test_a_tour_in_which_no_stage_counts_is_won_by_nobody() -> None:
    """GN-5. The two stages are placed, and that is all."""
    day = stage("A 6 1/9, B 6 3/9", counts={"general": False, "points": False})
    result = season([criterium(day, day)], scale(general=(9, 4), stage=(1,)))

    assert ranks(result) == [(1, "bib A", 2)]
    assert result[Contest.RIDERS][0].tours_won == 0


def test_the_team_with_the_most_money_has_won_a_tour_of_level_4() -> None:
    """CY-17. Rider 1 of MOL has yellow all the same."""
    result = season([won_by_money()], scale(general=(9, 4)))
    riders, teams = (result[Contest(name)] for name in ("riders", "teams"))

    assert [(line.name, line.tours_won) for line in riders] == [
        ("bib 1", 0),
        ("bib 2", 0),
    ]
    assert [(line.name, line.tours_won) for line in teams] == [("MOL", 0), ("SAL", 1)]


def test_money_wins_no_tour_below_level_4_nor_where_none_is_in_play() -> None:
    """CY-17. Rider 2 wins both stages, but is fined in the first tour."""
    day = ridden("2 0 0, 1 1 0")
    fined = replace(day, rulings=(ruling("2", seconds=99),))
    riders = "MOL: 1; SAL: 2"
    level_2 = cyclo_tour(day, fined, riders=riders, money=True)
    without = cyclo_tour(
        day, day, riders=riders, rules={"money.premiums": False}, level=4
    )

    for race, expected in (level_2, "bib 1"), (without, "bib 2"):
        lines = season([race], scale(general=(9, 4)))[Contest.RIDERS]
        assert [line.name for line in lines if line.tours_won] == [expected]


def test_a_team_and_its_player_have_the_points_of_its_riders() -> None:
    """CY-22. Eddy and Jo ride for MOL, played by mol."""
    result = season([GIRO], scale(stage=(5, 3, 1)))

    assert points(result, "teams") == {"MOL": 14, "TIR": 4}
    assert points(result, "players") == {"mol": 14, "tir": 4}


def test_the_team_classification_is_for_teams_and_players_only() -> None:
    """CY-22. MOL's times are the lower ones (CY-18)."""
    result = season([GIRO], scale(teams=(7, 2)))

    assert points(result) == {}
    assert points(result, "teams") == {"MOL": 7, "TIR": 2}
    assert points(result, "players") == {"mol": 7, "tir": 2}


def test_a_team_classification_without_a_leader_brings_no_points() -> None:
    """GN-5. The keirins count for nothing, and the teams are in the order of bibs."""
    race = rode("Six", home("Eddy Leo", "keirin"), home("Leo Eddy", "keirin"))

    assert points(season([race], scale(teams=(7, 2))), "teams") == {}


def test_a_team_time_trial_brings_points_to_teams_and_not_to_riders() -> None:
    """CY-22. TIR's third and last rider is home first."""
    riders = "MOL: Eddy Jo Ann, TIR: Leo Mia Zoe"
    race = rode(
        "Giro",
        home("Leo Mia Zoe Eddy Jo Ann", "ttt"),
        home("Leo Mia Zoe Eddy Jo Ann"),
        riders=riders,
    )
    result = season([race], scale(team_stage=(8, 5), one_day=(1,)))

    assert points(season([race], scale(stage=(3,)))) == {"Leo": 3}
    assert points(result) == {}
    assert points(result, "teams") == {"TIR": 8, "MOL": 5}


def test_a_team_time_trial_is_a_stage_won_by_the_team() -> None:
    """CY-22, CY-2. Leo wins the second stage. A race of one stage is a tour won."""
    first = home("Leo Mia Zoe Eddy Jo Ann", "ttt")
    riders = "MOL: Eddy Jo Ann, TIR: Leo Mia Zoe"
    race = rode("Giro", first, home("Leo Mia Zoe Eddy Jo Ann"), riders=riders)
    result = season([race, rode("Day", first, riders=riders)], scale(team_stage=(8,)))

    for contest in (Contest.TEAMS, Contest.PLAYERS):
        (tir,) = result[contest]
        assert (tir.figure, tir.stages_won) == (16, 2)


def test_a_neutral_rider_takes_a_place_and_no_points() -> None:
    """CY-22, FI-3. Nobody moves up."""
    facts = tour("cyclo", (home("Eddy Jo Leo"), home("Eddy Jo Leo")), "Eddy Jo Leo")
    neutral = Rider(bib=Bib("Eddy"), name="Eddy", neutral=True)
    race = renamed(raced(facts), neutral)

    assert [
        line.figure for line in season([race], scale(stage=(5, 3)))[Contest.RIDERS]
    ] == [6]


def test_only_the_best_tours_count() -> None:
    """CY-22. Of 5 and 3 points for Eddy and of 8 and 3 for Jo only the more."""
    result = season([GIRO, RONDE], scale(stage=(5, 3), best=1))

    assert ranks(result) == [(1, "Leo", 10), (2, "Jo", 8), (3, "Eddy", 5)]
    leo = result[Contest.RIDERS][0]
    assert leo.shares == (("Ronde", None, 10, True), ("Giro", None, 3, False))


def test_results_are_listed_the_best_first_and_equal_ones_as_ridden() -> None:
    """CY-22. Jo wins a stage of each."""
    races = [replace(GIRO, tour=replace(GIRO.tour, name=name)) for name in "ABC"]
    lines = season(races, scale(stage=(5,), best=1))
    jo = next(line for line in lines[Contest.RIDERS] if line.name == "Jo")

    assert [share[::2] for share in jo.shares] == [("A", 5), ("B", 5), ("C", 5)]
    assert [share.counts for share in jo.shares] == [True, False, False]


def test_a_tour_without_points_is_no_result() -> None:
    """CY-22. Leo wins no stage of the Giro."""
    (leo, *_) = season([GIRO, RONDE], scale(stage=(5,)))[Contest.RIDERS]

    assert leo.shares == (("Ronde", None, 10, True),)


def test_the_best_tours_of_a_team_are_those_of_the_team() -> None:
    """CY-22. MOL has 16 and 6 points, and not the best tour of each rider."""
    result = season([GIRO, RONDE], scale(stage=(5, 3), best=1))

    assert points(result, "teams") == {"MOL": 13, "TIR": 10}


def test_equal_totals_are_parted_by_the_steps_of_the_scale() -> None:
    """CY-22. Eddy and Jo have won a stage each, and Jo the tour."""
    result = season([GIRO], scale(stage=(5,), ties=("stages won", "tours won")))

    assert [(line.rank, line.name, line.tie) for line in result[Contest.RIDERS]] == [
        (1, "Jo", "tours won"),
        (2, "Eddy", "tours won"),
    ]


def test_who_is_parted_by_nothing_shares_a_rank_in_the_order_of_names() -> None:
    """CY-22, GN-3. Leo has ten points and ranks first, Eddy and Jo five each."""
    days = home("Eddy Jo Leo Mia"), home("Jo Leo Eddy Mia")
    giro = rode("Giro", *days, riders="TIR: Mia Leo, MOL: Jo Eddy")
    result = season([giro, RONDE], scale(stage=(5,)))

    assert ranks(result) == [(1, "Leo", 10), (2, "Eddy", 5), (2, "Jo", 5)]


def test_the_most_points_from_one_tour_can_part_equal_totals() -> None:
    """CY-22. Each has 15: Leo's from two tours, Jo's and Eddy's from three."""
    races = [
        GIRO,
        RONDE,
        rode("Vuelta", home("Eddy Jo Leo Mia"), home("Jo Eddy Leo Mia")),
        rode(
            "Tirreno",
            home("Eddy Jo Leo Mia"),
            home("Jo Eddy Leo Mia"),
            home("Leo Jo Eddy Mia"),
        ),
    ]
    result = season(races, scale(stage=(5,), ties=("best tour",)))

    assert ranks(result) == [(1, "Leo", 15), (2, "Eddy", 15), (2, "Jo", 15)]


def test_a_tour_counts_once_for_a_player_of_two_teams() -> None:
    """CY-22. Ann plays both; the points are added up."""
    mol, tir = (Team(code=TeamCode(code), player="Ann") for code in ("MOL", "TIR"))
    result = season([renamed(GIRO, mol, tir)], scale(stage=(5, 3, 1)))
    (ann,) = result[Contest.PLAYERS]

    assert (ann.name, ann.figure, ann.tours) == ("Ann", 18, 1)


def test_who_has_no_points_is_not_ranked() -> None:
    """CY-22. Mia is always last."""
    assert "Mia" not in points(season([GIRO], scale(stage=(5, 3, 1))))


def test_the_season_over_no_tours_ranks_nobody() -> None:
    """CY-22. Nobody rode."""
    assert ranks(season([], scale(stage=(5,)))) == []


def test_tours_ridden_and_won_and_stages_won_are_counted() -> None:
    """CY-22. Leo wins the Ronde with both its stages."""
    result = season([GIRO, RONDE], scale(stage=(5, 3, 1)))
    leo = result[Contest.RIDERS][0]

    assert (leo.tours, leo.tours_won, leo.stages_won) == (2, 1, 2)
