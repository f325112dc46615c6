"""Criterium: bonuses, points, the race by points, the time limit (CR-6 to CR-12)."""

import pytest

from peloton.rules.stage.times import TimeLimit, stage_times, time_limit
from tests.rules.notation import (
    column,
    criterium,
    jerseys,
    parted,
    places,
    ruling,
    stage,
    standings,
    times,
)

SEVEN = "1 6 1/9, 2 6 3/9, 3 6 5/9, 4 6 7/9, 5 6 9/9, 6 7 2/9, 7 7 4/9"
"""A finish of riders 1 to 7 in order, each more than 8 s behind the previous."""

# CR-6: bonus seconds


def test_the_first_three_at_the_finish_have_20_12_and_8_seconds_off() -> None:
    """CR-6. Four riders come home 1, 2, 3, 4."""
    race = criterium(stage("1 6 1/9, 2 6 3/9, 3 6 5/9, 4 6 7/9"))

    assert column(race, "bonus") == {"1": 20, "2": 12, "3": 8, "4": 0}


def test_the_first_three_of_a_sprint_have_6_4_and_2_seconds_off() -> None:
    """CR-6. Over the sprint 7, 6, 5, 4, who are beyond the finish's bonuses."""
    race = criterium(stage(SEVEN, sprints={"Pont": "7 6 5 4"}))

    assert [column(race, "bonus")[bib] for bib in "7654"] == [6, 4, 2, 0]


def test_bonuses_of_sprints_and_finish_add_up() -> None:
    """CR-6. 1 wins two sprints and the stage: 6 + 6 + 20."""
    race = criterium(stage("1 6 1/9", sprints={"Pont": "1", "Gare": "1"}))

    assert column(race, "bonus") == {"1": 32}


def test_bonuses_come_off_the_general_time() -> None:
    """CR-6. 380 s less 20, 400 s less 12."""
    race = criterium(stage("1 6 3/9, 2 6 6/9"))

    assert standings(race) == [(1, "1", 360), (2, "2", 388)]


def test_bonuses_leave_the_stage_time_alone() -> None:
    """CR-6. The winner at 3/9 still rode 380 s."""
    assert times(criterium(stage("1 6 3/9"))) == [("1", 380)]


def test_a_summit_gives_no_bonus_seconds() -> None:
    """CR-6 names sprints and the finish. 4 is first on the climb, fourth home."""
    race = criterium(stage(SEVEN, climbs={"Col": "4"}))

    assert column(race, "bonus")["4"] == 0


@pytest.mark.parametrize("kind", ["prologue", "itt", "ttt"])
def test_a_time_trial_gives_no_bonus_at_the_finish(kind: str) -> None:
    """CR-6, CY-2. 1 wins by a turn."""
    race = criterium(stage("1 6 3/9, 2 7 3/9", kind), riders="GAR: 1, VEL: 2")

    assert column(race, "bonus") == {"1": 0, "2": 0}


@pytest.mark.parametrize("kind", ["prologue", "itt", "ttt"])
def test_a_time_trial_gives_no_bonus_at_a_sprint(kind: str) -> None:
    """CR-6, CY-2. 2 crosses the sprint first."""
    timed = stage("1 6 3/9, 2 7 3/9", kind, sprints={"Pont": "2 1"})
    race = criterium(timed, riders="GAR: 1, VEL: 2")

    assert column(race, "bonus") == {"1": 0, "2": 0}


# CR-8: finish points, and the teams by them


def test_the_first_six_at_the_finish_have_10_6_4_3_2_and_1_points() -> None:
    """CR-8. Seven riders; the seventh has none and is not listed."""
    race = criterium(stage(SEVEN))

    assert standings(race, "points") == [
        (1, "1", 10),
        (2, "2", 6),
        (3, "3", 4),
        (4, "4", 3),
        (5, "5", 2),
        (6, "6", 1),
    ]


def test_a_team_has_the_finish_points_of_its_riders() -> None:
    """CR-8. GAR is first, fourth, fifth: 10 + 3 + 2; VEL 6 + 4 + 1; LUN seventh."""
    race = criterium(stage(SEVEN), riders="GAR: 1 4 5, VEL: 2 3 6, LUN: 7")
    day = [(row.rank, row.team, row.points) for row in race.stages[0].team_result]

    assert standings(race, "teams") == [(1, "GAR", 15), (2, "VEL", 11), (3, "LUN", 0)]
    assert day == standings(race, "teams")


def test_a_teams_points_add_up_over_the_stages() -> None:
    """CR-8. GAR wins 10 and then 6, VEL 6 and then 10 and 4."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9"),
        stage("2 6 1/9, 1 6 3/9, 3 6 5/9"),
        riders="GAR: 1, VEL: 2 3",
    )

    assert standings(race, "teams") == [(1, "VEL", 24), (2, "GAR", 16)]


def test_a_team_has_no_points_from_sprints_and_summits() -> None:
    """CR-8 counts the finish. VEL wins the sprint and the climb, GAR the stage."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "2"}, climbs={"Col": "2"}),
        riders="GAR: 1, VEL: 2",
    )

    assert standings(race, "teams") == [(1, "GAR", 10), (2, "VEL", 6)]


# CR-9: the animateur


def test_the_first_four_of_a_sprint_have_5_3_2_and_1_points_as_animateur() -> None:
    """CR-9. Over the sprint 5, 4, 3, 2, 1."""
    race = criterium(stage(SEVEN, sprints={"Pont": "5 4 3 2 1"}))

    assert standings(race, "active") == [
        (1, "5", 5),
        (2, "4", 3),
        (3, "3", 2),
        (4, "2", 1),
    ]


def test_the_animateur_has_points_from_sprints_only() -> None:
    """CR-9. 1 wins the stage and the climb, 2 the sprint."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "2"}, climbs={"Col": "1"})
    )

    assert standings(race, "active") == [(1, "2", 5)]


def test_sprint_points_are_not_in_the_points_classification() -> None:
    """CR-8, CR-9. 2 wins the sprint; green counts the finish, 10 and 6."""
    race = criterium(stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "2"}))

    assert standings(race, "points") == [(1, "1", 10), (2, "2", 6)]


# CR-10: the best climber


def test_the_first_four_of_a_summit_have_5_3_2_and_1_points() -> None:
    """CR-10. Over the climb 5, 4, 3, 2, 1."""
    race = criterium(stage(SEVEN, climbs={"Col": "5 4 3 2 1"}))

    assert standings(race, "mountains") == [
        (1, "5", 5),
        (2, "4", 3),
        (3, "3", 2),
        (4, "2", 1),
    ]


@pytest.mark.parametrize("climb", ["Col", "Col 41 lines", "Col HC", "Col 4"])
def test_every_summit_is_worth_the_same(climb: str) -> None:
    """CR-10. A climb without a word about it, a long one, and two with a category."""
    race = criterium(stage("1 6 1/9", climbs={climb: "1"}))

    assert standings(race, "mountains") == [(1, "1", 5)]


# CR-11: the stage race by points


def test_yellow_by_points_adds_up_finish_sprint_and_summit_points() -> None:
    """CR-11. 1: 10 for the stage; 2: 6, and 5 for the sprint and 5 for the climb."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "2 1"}, climbs={"Col": "2"}),
        format="points",
    )

    assert standings(race) == [(1, "2", 16), (2, "1", 13)]


def test_yellow_by_points_lists_a_rider_without_points() -> None:
    """CR-11. The seventh has none, but is in the race."""
    race = criterium(stage(SEVEN), format="points")

    assert standings(race)[-1] == (7, "7", 0)


def test_equal_totals_by_points_are_parted_by_stage_wins() -> None:
    """
    CR-11. 1 has 10 points of a stage won, 2 has 6 and twice 2 of the sprints.

    stage 1: 1, 2, 3, 4   stage 2, without points: 3, 2, 1, 4
    """
    race = criterium(
        stage(
            "1 6 1/9, 2 6 3/9, 3 6 5/9, 4 6 7/9",
            sprints={"Pont": "3 4 2", "Gare": "4 3 2"},
        ),
        stage("3 6 1/9, 2 6 3/9, 1 6 5/9, 4 6 7/9", points=()),
        format="points",
    )

    assert parted(race)[2:] == [(3, "1", "wins"), (4, "2", "wins")]


def test_equal_totals_and_wins_are_parted_by_the_better_place_on_the_last_stage() -> (
    None
):
    """CR-11. 1 and 2 win a stage each and are second on the other: 16 points."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9"), stage("2 6 1/9, 1 6 3/9"), format="points"
    )

    assert parted(race) == [(1, "2", "latest place"), (2, "1", "latest place")]


def test_points_taken_by_a_ruling_count_in_yellow_by_points() -> None:
    """CR-11, GN-2. 1 wins 10 points and loses 5; 2 has 6."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9", rulings=(ruling("1", points=5),)), format="points"
    )

    assert standings(race) == [(1, "2", 6), (2, "1", 5)]


def test_nobody_leads_by_points_until_somebody_has_one() -> None:
    """CR-11, GN-5. Stage 1 gives none, stage 2 one."""
    lines = "1 6 1/9, 2 6 3/9"
    race = criterium(
        stage(lines, points=()),
        stage(lines, points=(1,)),
        riders="GAR: 1, VEL: 2",
        format="points",
    )

    assert [set(score.led) for score in race.stages] == [
        set(),
        {"general", "points", "teams"},
    ]
    assert jerseys(race, 1) == []


@pytest.mark.parametrize("format_", ["points", "omnium"])
def test_there_are_no_bonus_seconds_where_nothing_is_won_by_time(format_: str) -> None:
    """CR-6, CR-11."""
    race = criterium(stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "2 1"}), format=format_)

    assert column(race, "bonus") == {"1": 0, "2": 0}


@pytest.mark.parametrize("format_", ["points", "omnium"])
def test_bonus_seconds_of_the_tour_or_the_stage_stand_in_every_format(
    format_: str,
) -> None:
    """CR-11, GN-4."""
    ridden = stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "2 1"})
    own = stage("1 6 1/9, 2 6 3/9", bonus=(9,))
    race = criterium(ridden, own, rules={"bonus.sprint": (4, 3)}, format=format_)

    assert column(race, "bonus", 1) == {"1": 3, "2": 4}
    assert column(race, "bonus", 2) == {"1": 9, "2": 0}


def test_bonus_seconds_are_no_points() -> None:
    """CR-11. 10 and 6 for the stage, whatever seconds it gives."""
    race = criterium(stage("1 6 1/9, 2 6 3/9", bonus=(9,)), format="points")

    assert standings(race) == [(1, "1", 10), (2, "2", 6)]


# CR-12: the time limit


def test_there_is_no_time_limit_unless_set() -> None:
    """CR-12. 2 is 94 turns behind."""
    race = criterium(stage("1 6 3/9, 2 100 3/9"))

    assert places(race) == ["1", "2"]


@pytest.mark.parametrize(
    ("limit", "allowed", "mark", "status"),
    [
        # 90 s behind.
        ("seconds", 90, "7 15/18", "FIN"),
        ("seconds", 89, "7 15/18", "OTL"),
        # A turn behind, and 1/18 of a turn more.
        ("turns", 1, "7 6/18", "FIN"),
        ("turns", 1, "7 7/18", "OTL"),
        # 10 % of 380 s is 38 s: 29/30 of a turn is 418 s, 59/60 is 419.
        ("percent", 10, "6 29/30", "FIN"),
        ("percent", 10, "6 59/60", "OTL"),
    ],
)
def test_a_rider_exactly_on_the_limit_is_in_time_and_one_over_it_is_otl(
    limit: str, allowed: int, mark: str, status: str
) -> None:
    """CR-12. 1 is home at 6/18, in 380 s."""
    rules = {f"time_limit.{limit}": allowed}
    race = criterium(stage(f"1 6 6/18, 2 {mark}"), rules=rules)

    assert column(race, "status") == {"1": "FIN", "2": status}


def test_of_two_limits_the_earlier_one_counts() -> None:
    """CR-12. 10 % of 380 s is 38 s, less than a turn; 2 is 39 s behind."""
    facts = stage("1 6 6/18, 2 6 59/60")
    rules = {"time_limit.seconds": 90, "time_limit.percent": 10}
    race = criterium(facts, rules=rules)
    limit = time_limit(facts, stage_times(facts, race.rulebook, {}), race.rulebook)

    assert limit == TimeLimit(time=418, turns=None, last_turn=6)
    assert column(race, "status") == {"1": "FIN", "2": "OTL"}


def test_the_limit_counts_from_the_winner() -> None:
    """
    CR-12. 3 is 40 s behind 2, but 80 s behind 1, with 60 s allowed. 4, a turn ahead,
    has no place.
    """
    race = criterium(
        stage("4 5 1/18 OTL, 1 6 1/18, 2 6 13/18, 3 7 7/18"),
        rules={"time_limit.seconds": 60},
    )

    assert column(race, "status") == {"1": "FIN", "2": "FIN", "4": "OTL", "3": "OTL"}


def test_a_team_with_a_finisher_has_no_points_or_those_it_won_on_a_stage() -> None:
    """CR-8, CR-13. 10 for the first alone; a keirin ranks no teams."""
    day = stage("1 6 1/9, 2 6 9/9", points=(10,))
    race = criterium(day, stage("2 6 1/9, 1 6 9/9", "keirin"), riders="MOL: 1, SAL: 2")
    found = [
        [(line.rank, line.team, line.points) for line in score.team_result]
        for score in race.stages
    ]

    assert found == [[(1, "MOL", 10), (2, "SAL", 0)], []]


def test_a_stage_may_not_count_for_the_teams() -> None:
    """CR-8, CR-15, GN-4. Without points the team of 2 leads, who is first in time."""
    first = stage(
        "2 6 1/9, 1 6 9/9",
        counts={"teams": False},
        rulings=(ruling(team="MOL", points=3),),
    )
    race = criterium(first, stage("1 6 1/9, 2 6 9/9"), riders="MOL: 1, SAL: 2")

    assert standings(race, "teams", 1) == [(1, "SAL", 0), (2, "MOL", 0)]
    assert standings(race, "teams") == [(1, "MOL", 10), (2, "SAL", 6)]


def test_the_jerseys_stay_on_over_a_cancelled_stage() -> None:
    """CR-16, GN-4. 1 has yellow, and 2, who has 6 points, green."""
    race = criterium(stage("1 6 1/9, 2 6 9/9"), stage(cancelled="snow"), stage())

    assert jerseys(race, 2) == jerseys(race, 1)
    assert [wearer for _, _, wearer in jerseys(race, 2)][:2] == ["1", "2"]
