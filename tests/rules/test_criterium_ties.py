"""Criterium: the order of equal totals, and the jerseys (CR-15, CR-16)."""

from tests.rules.notation import criterium, jerseys, parted, ranking, stage, standings

# CR-15: the general classification


def test_equal_times_are_parted_by_the_lower_sum_of_stage_places() -> None:
    """
    CR-15. 1 and 2 both total 760 s; their places sum to 3 + 2 and 1 + 3.

    stage 1, an itt: 2 370 s, 3 375 s, 1 380 s
    stage 2, an itt: 3 370 s, 1 380 s, 2 390 s
    """
    race = criterium(
        stage("2 6 10/60, 3 6 15/60, 1 6 20/60", "itt"),
        stage("3 6 10/60, 1 6 20/60, 2 6 30/60", "itt"),
    )

    assert standings(race) == [(1, "3", 745), (2, "2", 760), (3, "1", 760)]
    assert parted(race)[1:] == [(2, "2", "sum of places"), (3, "1", "sum of places")]


def test_equal_times_and_places_are_parted_by_the_better_place_on_the_last_stage() -> (
    None
):
    """
    CR-15. Both are first and second once, 4 s apart each time.

    stage 1: 1 364 s, 2 368 s   stage 2: 2 364 s, 1 368 s
    """
    race = criterium(
        stage("1 6 1/15, 2 6 2/15", "itt"), stage("2 6 1/15, 1 6 2/15", "itt")
    )

    assert parted(race) == [(1, "2", "latest place"), (2, "1", "latest place")]


def test_the_places_of_a_team_time_trial_are_added_up() -> None:
    """CR-15. 1 + 2 and 2 + 1; in the real sport they are not (RR-2)."""
    race = criterium(
        stage("1 6 1/15, 2 6 1/15", "ttt"),
        stage("2 6 1/15, 1 6 2/15", bonus=()),
        riders="GAR: 1 2",
    )

    assert parted(race) == [(1, "2", "latest place"), (2, "1", "latest place")]


# CR-15: points, animateur, climbers


def test_equal_finish_points_are_parted_by_more_stage_wins() -> None:
    """
    CR-15. 1 has 10 + 2, 2 has 6 + 6 points; 1 has a stage, 2 has the better time.

    stage 1: 1, 2, 3, 4, 5   stage 2: 3, 2, 4, 5, 1
    """
    race = criterium(
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9, 4 6 7/9, 5 6 9/9"),
        stage("3 6 1/9, 2 6 3/9, 4 6 5/9, 5 6 7/9, 1 16 9/9"),
    )

    assert parted(race, "points")[:3] == [
        (1, "3", None),
        (2, "1", "wins"),
        (3, "2", "wins"),
    ]


def test_equal_points_and_stage_wins_are_parted_by_the_general_classification() -> None:
    """CR-15. A stage and a second place each; 1 lost a turn when second."""
    race = criterium(stage("1 6 1/9, 2 6 3/9"), stage("2 6 1/9, 1 7 3/9"))

    assert parted(race, "points") == [(1, "2", "general"), (2, "1", "general")]


def test_a_team_time_trial_is_no_riders_stage_win() -> None:
    """
    CR-15. A stage and a second place each; 1 was first of the team time trial's list.

    stage 1, a ttt: GAR 380 s, VEL 440 s   stage 2: 1, 2   stage 3: 2, 1
    """
    race = criterium(
        stage("1 6 3/9, 2 7 3/9", "ttt"),
        stage("1 6 1/9, 2 6 3/9"),
        stage("2 6 1/9, 1 6 3/9"),
        riders="GAR: 1, VEL: 2",
    )

    assert parted(race, "points") == [(1, "1", "general"), (2, "2", "general")]


def test_equal_animateurs_are_parted_by_more_sprints_won() -> None:
    """CR-15. 1 has 5 of a sprint won, 2 has 3 + 2; 2 is ahead on time."""
    race = criterium(
        stage(
            "2 6 1/9, 1 6 3/9, 3 6 5/9, 4 6 7/9",
            sprints={"Pont": "1 2", "Gare": "3 4 2", "Place": "3"},
        )
    )

    assert parted(race, "active")[:3] == [
        (1, "3", None),
        (2, "1", "wins"),
        (3, "2", "wins"),
    ]


def test_equal_climbers_are_parted_by_more_summits_won() -> None:
    """CR-15. 1 has 5 of a summit won, 2 has 3 + 2; 2 is ahead on time."""
    race = criterium(
        stage(
            "2 6 1/9, 1 6 3/9, 3 6 5/9, 4 6 7/9",
            climbs={"Buffet": "1 2", "Tiroir": "3 4 2", "Vaisselier": "3"},
        )
    )

    assert parted(race, "mountains")[:3] == [
        (1, "3", None),
        (2, "1", "wins"),
        (3, "2", "wins"),
    ]


def test_a_win_counts_in_its_own_classification_only() -> None:
    """CR-15. Of two climbers of 3 points, 2 won a sprint; 1 is ahead on time."""
    race = criterium(
        stage(
            "1 6 1/9, 2 6 4/9, 3 6 7/9",
            climbs={"Buffet": "3 1", "Tiroir": "3 2"},
            sprints={"Pont": "2"},
        )
    )

    assert parted(race, "mountains")[1:] == [(2, "1", "general"), (3, "2", "general")]


# CR-15: teams


def test_a_team_without_a_rider_left_is_behind_at_equal_points() -> None:
    """CR-15, GN-1. 7 points each: GAR's rider is out, VEL's is the last of the tour."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9", points=(7, 7, 3)),
        stage("3 6 1/9, 2 9 3/9, DNF 1", points=()),
        riders="GAR: 1, VEL: 2, PIN: 3",
    )

    assert ranking(race) == ["3", "2"]
    assert parted(race, "teams") == [
        (1, "VEL", "best rider"),
        (2, "GAR", "best rider"),
        (3, "PIN", None),
    ]


def test_a_team_with_one_more_second_rank_is_ahead() -> None:
    """
    RR-6, as a house rule. GAR and VEL were first on stage 1, with 7 points each; VEL
    was second on stage 2, which nobody of GAR finished.
    """
    race = criterium(
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9", points=(7, 7)),
        stage("3 6 1/9, 2 9 3/9, DNF 1", points=(5,)),
        riders="GAR: 1, VEL: 2, PIN: 3",
        rules={"ties.teams": ("team places",)},
    )

    assert parted(race, "teams") == [
        (1, "VEL", "team places"),
        (2, "GAR", "team places"),
        (3, "PIN", None),
    ]


def test_equal_teams_are_parted_by_the_better_general_rank_of_their_best_rider() -> (
    None
):
    """CR-15. 16 points each: VEL's best leads the tour, though GAR's next is third."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9, 4 6 7/9", points=(10, 6)),
        stage("2 6 1/9, 1 7 3/9, 3 8 5/9, 4 8 7/9", points=(10, 6)),
        riders="GAR: 1 3, VEL: 2 4",
    )

    assert ranking(race)[0] == "2"
    assert parted(race, "teams") == [(1, "VEL", "best rider"), (2, "GAR", "best rider")]


# CR-16: jerseys


def test_yellow_is_for_the_general_classification() -> None:
    """CR-16. 2 has the points and the climb, 1 the time."""
    race = criterium(
        stage("2 6 1/9, 1 6 3/9, 3 6 5/9", climbs={"Col": "3"}),
        stage("1 6 1/9, 3 8 3/9, 2 9 5/9"),
    )

    assert jerseys(race)[0] == ("yellow", "1", "1")


def test_in_a_race_by_points_yellow_is_by_points() -> None:
    """CR-11, CR-16. 1 has the better time, 2 a sprint and a climb."""
    race = criterium(
        stage("1 6 1/9, 2 6 4/9", sprints={"Pont": "2"}, climbs={"Col": "2"}),
        format="points",
    )

    assert jerseys(race)[0] == ("yellow", "2", "2")


def test_jerseys_rank_yellow_then_green_then_polka_dot() -> None:
    """CR-16. 1 leads all three: 2 wears green for him, 3 polka dot."""
    race = criterium(stage("1 6 1/9, 2 6 4/9, 3 6 7/9", climbs={"Col": "1 3"}))

    assert jerseys(race) == [
        ("yellow", "1", "1"),
        ("green", "1", "2"),
        ("polka dot", "1", "3"),
    ]


def test_who_leads_points_and_climbers_wears_green() -> None:
    """CR-16. 2 has most points and the climb; 1 leads on time and has 2nd on the climb.

    stage 1: 2 wins by 6 s less the bonuses   stage 2: 1 wins by turns, 2 is second
    """
    race = criterium(
        stage("2 6 1/9, 3 6 4/9, 1 6 7/9", climbs={"Col": "2 1 3"}),
        stage("1 6 1/9, 2 9 1/9, 3 12 1/9"),
    )

    assert jerseys(race) == [
        ("yellow", "1", "1"),
        ("green", "2", "2"),
        ("polka dot", "2", "3"),
    ]
