"""Cyclo: points, mountains, jerseys, time limit, teams (CY-8 to CY-11, CY-18)."""

import pytest

from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.rules.facts.kinds import ClassificationName
from tests.rules.notation import (
    column,
    criterium,
    cyclo,
    jerseys,
    parted,
    ranking,
    ruling,
    stage,
    standings,
)

EIGHT = "1 0 0, 2 1 0, 3 2 0, 4 3 0, 5 4 0, 6 5 0, 7 6 0, 8 7 0"
"""A finish of riders 1 to 8 in order, each 10 s behind the previous."""

# CY-8: green


def test_the_first_seven_at_the_finish_have_15_10_5_4_3_2_and_1_points() -> None:
    """CY-8. Eight riders; the eighth has none and is not listed."""
    race = cyclo(stage(EIGHT))

    assert standings(race, "points") == [
        (1, "1", 15),
        (2, "2", 10),
        (3, "3", 5),
        (4, "4", 4),
        (5, "5", 3),
        (6, "6", 2),
        (7, "7", 1),
    ]


def test_the_first_four_of_a_sprint_have_5_3_2_and_1_green_points() -> None:
    """CY-8. Over the sprint 8, 7, 6, 5, 4; the finish gives 0, 1, 2, 3, 4."""
    race = cyclo(stage(EIGHT, sprints={"Zottegem": "8 7 6 5 4"}))

    assert [column(race, "points")[bib] for bib in "87654"] == [5, 4, 4, 4, 4]


def test_points_add_up_over_the_stages() -> None:
    """CY-8. 1 has 15 + 10, 2 has 10 + 15 + 5 of a sprint."""
    race = cyclo(
        stage("1 0 0, 2 1 0"), stage("2 0 0, 1 1 0", sprints={"Zottegem": "2"})
    )

    assert standings(race, "points") == [(1, "2", 30), (2, "1", 25)]


@pytest.mark.parametrize("kind", ["itt", "prologue"])
def test_an_individual_time_trial_gives_finish_points_too(kind: str) -> None:
    """CY-8. 2 is faster than 1."""
    race = cyclo(stage("1 6 0, 2 5 0", kind))

    assert standings(race, "points") == [(1, "2", 15), (2, "1", 10)]


def test_equal_points_are_parted_by_the_previous_overall_classification() -> None:
    """
    CY-8. A stage and a second place each: 25 points. After stage 1 it was 1, 2; after
    stage 2 it is 2, 1.
    """
    race = cyclo(stage("1 0 0, 2 1 0"), stage("2 0 0, 1 5 0"))

    assert ranking(race) == ["2", "1"]
    assert parted(race, "points") == [
        (1, "1", "previous general"),
        (2, "2", "previous general"),
    ]


def test_equal_points_are_parted_by_lots_where_there_is_no_previous_one() -> None:
    """CY-8. 5 of two sprints each on a first stage; the lot falls on 4."""
    race = cyclo(
        stage(
            EIGHT.replace("3 2 0", "9 2 0"),
            sprints={"A": "8", "B": "9"},
            lots={"points": "9 8"},
            points=(),
        )
    )

    assert parted(race, "points") == [(1, "9", "lots"), (2, "8", "lots")]


def test_until_lots_are_drawn_equal_points_are_parted_by_the_present_one() -> None:
    """CY-8. A sprint each on a first stage without finish points; 1 has less time."""
    race = cyclo(stage("2 0 0, 1 0 3", sprints={"A": "1", "B": "2"}, points=()))

    assert parted(race, "points") == [(1, "1", "general"), (2, "2", "general")]


# CY-9: white

SCALES = {
    "HC": [15, 10, 5, 3, 2, 1],
    "1": [10, 7, 5, 3, 2, 1],
    "2": [7, 5, 3, 2, 1],
    "3": [5, 3, 2, 1],
    "4": [3, 2, 1],
}


def summit_points(climb: str) -> list[int]:
    """Return the points of eight riders at a summit, in the order of their bibs."""
    race = cyclo(stage(EIGHT, climbs={climb: "1 2 3 4 5 6 7 8"}))
    return [total for _, _, total in standings(race, "mountains")]


@pytest.mark.parametrize(
    ("length", "category"),
    [
        (1, "4"),
        (19, "4"),
        (20, "3"),
        (24, "3"),
        (25, "2"),
        (29, "2"),
        (30, "1"),
        (40, "1"),
        (41, "HC"),
        (200, "HC"),
    ],
)
def test_the_lines_of_a_climb_give_its_category(length: int, category: str) -> None:
    """CY-9. Under 20 lines 4th, 20-24 3rd, 25-29 2nd, 30-40 1st, over 40 HC."""
    assert summit_points(f"Col {length} lines") == SCALES[category]


@pytest.mark.parametrize("category", SCALES)
def test_a_climb_may_be_given_its_category_by_hand(category: str) -> None:
    """CY-9. 22 lines would be 3rd category."""
    assert summit_points(f"Col 22 lines {category}") == SCALES[category]


def test_a_climb_of_unknown_length_and_category_gives_no_points() -> None:
    """CY-9. The seed has points by category only."""
    assert summit_points("Col") == []


def test_summit_points_add_up() -> None:
    """CY-9. 1 has 3 + 2, 2 has 2 + 3 and 3 on the next day."""
    race = cyclo(
        stage("1 0 0, 2 1 0", climbs={"A 4": "1 2", "B 4": "2 1"}),
        stage("1 0 0, 2 1 0", climbs={"C 4": "2"}),
    )

    assert standings(race, "mountains") == [(1, "2", 8), (2, "1", 5)]


def test_equal_climbers_are_parted_by_the_previous_overall_classification() -> None:
    """CY-9. A summit each; after stage 1 it was 1, 2, after stage 2 it is 2, 1."""
    race = cyclo(
        stage("1 0 0, 2 1 0", climbs={"A 4": "2"}),
        stage("2 0 0, 1 5 0", climbs={"B 4": "1"}),
    )

    assert ranking(race) == ["2", "1"]
    assert parted(race, "mountains") == [
        (1, "1", "previous general"),
        (2, "2", "previous general"),
    ]


def test_equal_climbers_are_parted_by_lots_where_there_is_no_previous_one() -> None:
    """CY-9. A summit each on a first stage; the lot falls on 2."""
    race = cyclo(
        stage(
            "1 0 0, 2 1 0", climbs={"A 4": "2", "B 4": "1"}, lots={"mountains": "2 1"}
        )
    )

    assert parted(race, "mountains") == [(1, "2", "lots"), (2, "1", "lots")]


def test_until_lots_are_drawn_equal_climbers_are_parted_by_the_present_one() -> None:
    """CY-9. A summit each on a first stage; 1 has less time, though second home."""
    race = cyclo(stage("2 0 0, 1 0 3", climbs={"A 4": "2", "B 4": "1"}))

    assert parted(race, "mountains") == [(1, "1", "general"), (2, "2", "general")]


# CY-10: jerseys


def test_jerseys_rank_yellow_then_green_then_white() -> None:
    """CY-10. Each has a leader of its own: 3 most seconds, 1 points, 2 the climb."""
    race = cyclo(stage("1 0 0, 2 0 1, 3 0 5", climbs={"A 4": "2"}))

    assert jerseys(race) == [
        ("yellow", "3", "3"),
        ("green", "1", "1"),
        ("white", "2", "2"),
    ]


def test_the_leader_of_yellow_and_green_gives_green_to_the_second_of_green() -> None:
    """CY-10. 1 leads both; 3 is second on points by a sprint, 2 on time."""
    race = cyclo(stage("1 0 0, 2 1 0, 3 2 0", sprints={"A": "3", "B": "3"}))

    assert standings(race, "points")[:2] == [(1, "1", 15), (2, "3", 15)]
    assert jerseys(race)[1] == ("green", "1", "3")


def test_the_leader_of_green_and_white_keeps_green() -> None:
    """CY-10. 1 leads points and climbs, 3 has yellow by 5 lines; 2 is next."""
    race = cyclo(stage("1 0 0, 2 0 1, 3 0 5", climbs={"A 4": "1 2"}))

    assert jerseys(race) == [
        ("yellow", "3", "3"),
        ("green", "1", "1"),
        ("white", "1", "2"),
    ]


def test_the_leader_of_all_three_gives_two_away() -> None:
    """CY-10. 1 leads all; 2 is second of both, so white goes to 3, third climber."""
    race = cyclo(stage("1 0 0, 2 1 0, 3 2 0", climbs={"A 4": "1 2 3"}))

    assert jerseys(race) == [
        ("yellow", "1", "1"),
        ("green", "1", "2"),
        ("white", "1", "3"),
    ]


def test_the_wearer_is_not_thereby_the_leader() -> None:
    """CY-10. 2 wears green; 1 leads the points all the same."""
    race = cyclo(stage("1 0 0, 2 1 0"))

    assert jerseys(race)[1] == ("green", "1", "2")
    assert ranking(race, "points") == ["1", "2"]


def test_a_jersey_stays_in_the_bag_when_nobody_is_left_for_it() -> None:
    """CY-10. Only 1 and 2 have climbed, and they wear yellow and green."""
    race = cyclo(stage("1 0 0, 2 1 0, 3 2 0", climbs={"A 4": "1 2"}))

    assert jerseys(race)[2] == ("white", "1", None)


# CY-11: the time limit


def test_home_within_25_turns_of_the_first_is_in_time() -> None:
    """CY-11. 2 needs 25 turns and stops on the line."""
    race = cyclo(stage("1 0 3, 2 25 0"), level=4)

    assert column(race, "status") == {"1": "FIN", "2": "FIN"}


def test_not_home_within_25_turns_of_the_first_is_otl() -> None:
    """CY-11. 2 needs 26 turns, with 9 lines over: 254 s against 253 above."""
    race = cyclo(stage("1 0 3, 2 26 9"), level=4)

    assert column(race, "status") == {"1": "FIN", "2": "OTL"}


def test_a_limit_in_seconds_does_not_limit_the_turns() -> None:
    """CR-12 as a house rule. 2 has 100 s, 3 has 101."""
    rules = {"time_limit.seconds": 100}
    race = cyclo(stage("1 0 0, 2 10 0, 3 11 9"), rules=rules)

    assert column(race, "status") == {"1": "FIN", "2": "FIN", "3": "OTL"}


def test_a_rider_over_the_limit_is_out_of_the_next_stage() -> None:
    """CY-11. 2 is over it; stage 2 is whole without him."""
    race = cyclo(stage("1 0 3, 3 25 0, 2 26 0"), stage("1 0 0, 3 0 0"), level=4)

    assert ranking(race) == ["1", "3"]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_there_is_no_time_limit_below_level_4(level: int) -> None:
    """CY-11. 2 needs 40 turns."""
    race = cyclo(stage("1 0 3, 2 40 0"), level=level)

    assert column(race, "status") == {"1": "FIN", "2": "FIN"}


def test_the_limit_counts_turns_after_the_first_arrival_on_the_road_only() -> None:
    """CY-11. 30 turns of a time trial are turns used, and nobody is out."""
    race = cyclo(stage("1 4 0, 2 30 0", "itt"), level=4)

    assert column(race, "status") == {"1": "FIN", "2": "FIN"}


# CY-18: the teams


def test_a_team_has_the_sum_of_its_riders_times_in_the_overall_classification() -> None:
    """CY-18. MOL 0 + 30 s, SAL 10 + 15 s."""
    race = cyclo(stage("1 0 0, 3 1 0, 4 2 5, 2 3 0"), riders="MOL: 1 2, SAL: 3 4")

    assert standings(race, "teams") == [(1, "SAL", 25), (2, "MOL", 30)]


def test_a_team_short_of_riders_is_behind_every_team_with_more() -> None:
    """CY-18. SAL has one rider left and is given 40 s; MOL two, at 10 and 20 s."""
    given = ruling(team="SAL", seconds=-40)
    race = cyclo(
        stage("3 0 0, 1 1 0, 2 2 0, DNF 4", rulings=(given,)),
        riders="MOL: 1 2, SAL: 3 4",
    )

    assert standings(race, "teams") == [(1, "MOL", 30), (2, "SAL", -40)]
    assert [(row.rank, row.team, row.time) for row in race.stages[0].team_result] == [
        (1, "MOL", 30),
        (2, "SAL", 0),
    ]


def test_short_teams_are_ranked_by_size_then_by_time() -> None:
    """CY-18. A has 3 riders, B and C have 2, D has 1; C is faster than B."""
    race = cyclo(
        stage("9 0 0, 7 1 0, 8 1 0, 4 2 0, 5 2 0, 1 9 0, 2 9 0, 3 9 0"),
        riders="A: 1 2 3, B: 4 5, C: 7 8, D: 9",
    )

    assert ranking(race, "teams") == ["A", "C", "B", "D"]


def test_a_team_behind_a_slower_one_has_no_gap() -> None:
    """CY-18. A 0 s, B 180 s; C, alone, 100 s, is behind B, and D has 190 s."""
    race = cyclo(
        stage("1 0 0, 2 0 0, 3 9 0, 4 9 0, 5 10 0, 6 19 0"),
        riders="A: 1 2, B: 3 4, C: 5, D: 6",
    )
    rows = race.stages[0].standings[ClassificationName.TEAMS]
    table = standings_sheet(race, only=ClassificationName.TEAMS).tables[0]

    assert [(row.who, getattr(row, "gap", 0)) for row in rows] == [
        ("A", 0),
        ("B", 180),
        ("C", None),
        ("D", 190),
    ]
    notes = ["", "", "fewer riders", ""]
    assert [row[-1] for row in table.rows] == notes
    day = next(each for each in stage_sheet(race).tables if each.name == "Teams")
    assert [row[-1] for row in day.rows] == notes


def test_the_outlook_notes_a_team_behind_a_slower_one() -> None:
    """CY-18. With a stage to come; C, alone, is behind B."""
    race = cyclo(
        stage("1 0 0, 2 0 0, 3 9 0, 4 9 0, 5 10 0"),
        stage(),
        riders="A: 1 2, B: 3 4, C: 5",
    )

    assert [row[-1] for row in outlook_sheet(race, only="teams").tables[0].rows] == [
        None,
        None,
        "fewer riders",
    ]


def test_equal_teams_are_parted_by_the_best_riders_rank() -> None:
    """CY-18. 30 s each: MOL 10 + 20, SAL 0 + 30."""
    race = cyclo(stage("3 0 0, 1 1 0, 2 2 0, 4 3 0"), riders="MOL: 1 2, SAL: 3 4")

    assert parted(race, "teams") == [(1, "SAL", "best rider"), (2, "MOL", "best rider")]


@pytest.mark.parametrize(
    ("levelled", "first", "second"), [(True, 0 + 10, 20 + 30), (False, 130, 170)]
)
def test_team_times_are_levelled_where_the_general_classification_is(
    *, levelled: bool, first: int, second: int
) -> None:
    """CY-6, CY-18. 60 + 70 s, and 80 + 90; the best rider's 60 s are deducted."""
    race = cyclo(
        stage("1 6 0, 2 7 0, 3 8 0, 4 9 0", "itt"),
        riders="MOL: 1 2, SAL: 3 4",
        rules={"general.levelled": levelled},
    )

    assert standings(race, "teams") == [(1, "MOL", first), (2, "SAL", second)]


def test_no_team_has_a_time_where_the_general_classification_adds_up_points() -> None:
    """CR-11, CY-18."""
    race = cyclo(
        stage("1 0 0, 2 1 0"), riders="MOL: 1, SAL: 2", rules={"general.by": "points"}
    )

    assert standings(race, "teams") == []


def test_a_team_by_points_has_those_of_the_finish_alone() -> None:
    """CR-8 as a house rule. 15 and 10 points; 2 has 5 more of a sprint."""
    race = cyclo(
        stage("1 0 0, 2 1 0", sprints={"A": "2"}),
        riders="MOL: 1, SAL: 2",
        rules={"teams.by": "points"},
    )

    assert standings(race, "points") == [(1, "1", 15), (2, "2", 15)]
    assert standings(race, "teams") == [(1, "MOL", 15), (2, "SAL", 10)]


def test_a_rider_outside_the_time_limit_has_no_time_for_the_team() -> None:
    """CY-18, GN-1. MOL has the 0 seconds of rider 1 alone, SAL the 10 of 3."""
    day, teams = stage("1 0 0, 3 1 0, 2 26 0 OTL"), "MOL: 1 2, SAL: 3"
    out = cyclo(day, riders=teams)
    back = cyclo(day, riders=teams, rules={"time_limit.back": True})

    for each in (out, back):
        found = [(x.rank, x.team, x.time) for x in each.stages[0].team_result]
        assert found == [(1, "MOL", 0), (2, "SAL", 10)]


def test_equal_teams_of_a_stage_are_in_the_order_of_their_codes() -> None:
    """GN-3. SAL is named first."""
    race = cyclo(stage("(1 2) 0 0"), riders="SAL: 1, MOL: 2")

    found = [(line.rank, line.team) for line in race.stages[0].team_result]
    assert found == [(1, "MOL"), (1, "SAL")]


def test_a_rider_without_a_team_is_in_no_team() -> None:
    """CY-18. 9 wins alone."""
    race = cyclo(stage("9 0 0, 1 1 0"), riders="MOL: 1, 9")

    assert standings(race, "teams") == [(1, "MOL", 10)]


# The rulebooks differ where the games do


def test_cyclo_gives_no_bonus_seconds() -> None:
    """CY-3, CY-6. The times are turns and lines; Criterium has bonuses (CR-6)."""
    assert column(cyclo(stage("1 0 0")), "bonus") == {"1": 0}
    assert column(criterium(stage("1 6 1/9")), "bonus") != {"1": 0}
