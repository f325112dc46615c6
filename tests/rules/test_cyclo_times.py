"""Cyclo: marks to times, groups and the overall classification (CY-1 to CY-7)."""

import pytest

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.ranking import tied_by_lots
from tests.rules.notation import (
    column,
    criterium,
    cyclo,
    jerseys,
    parted,
    places,
    ranking,
    ruling,
    stage,
    standings,
    times,
)

# CY-1: the individual time trial


def test_a_time_trial_is_ten_seconds_a_turn_less_the_lines() -> None:
    """CY-1. 6 turns, 2 lines: 58 s. 5 turns, 0 lines: 50 s."""
    race = cyclo(stage("1 6 2, 2 5 0", "itt"))

    assert times(race) == [("2", 50), ("1", 58)]


def test_a_time_trial_has_no_first_arrival_to_count_from() -> None:
    """CY-1. The first to start crossed by 3 lines; nobody's time has them added."""
    race = cyclo(stage("1 6 3, 2 7 0", "itt"))

    assert times(race) == [("1", 57), ("2", 70)]


def test_a_time_trial_is_placed_by_time() -> None:
    """CY-1. As they started: 60, 55 and 52 s."""
    race = cyclo(stage("1 6 0, 2 6 5, 3 6 8", "itt"))

    assert places(race) == ["3", "2", "1"]


def test_equal_times_in_a_time_trial_are_placed_as_entered() -> None:
    """CY-1. 6 5 and 7 15 are both 55 s; 3 is entered first, with fewer lines."""
    race = cyclo(stage("3 6 5, 1 7 15", "itt"))

    assert places(race) == ["3", "1"]


def test_riders_written_on_one_line_of_a_time_trial_rode_alone() -> None:
    """CY-1. Each has a time of its own, if the same."""
    race = cyclo(stage("(1 2) 6 0, 3 7 0", "itt"))

    assert times(race) == [("1", 60), ("2", 60), ("3", 70)]
    assert column(race, "leader") == {"1": "1", "2": "2", "3": "3"}


def test_a_prologue_is_timed_as_a_time_trial() -> None:
    """CY-1. 3 turns, 5 lines: 25 s."""
    race = cyclo(stage("1 3 5", "prologue"))

    assert times(race) == [("1", 25)]


# CY-2: the team time trial

TEAMS = "MOL: 1 2 3 4 5, SAL: 6 7 8 9 10"
TTT = (
    "1 6 0, 2 6 4, 3 7 0, 4 7 5, 5 8 9,"  # 60, 56, 70, 65, 71 s
    "6 6 1, 7 6 2, 8 6 3, 9 9 0, 10 9 9"  # 59, 58, 57, 90, 81 s
)


def test_a_teams_time_is_its_third_riders() -> None:
    """CY-2. The third of MOL is 4 in 65 s, the third of SAL is 6 in 59 s."""
    race = cyclo(stage(TTT, "ttt"), riders=TEAMS)

    assert [(row.team, row.time) for row in race.stages[0].team_result] == [
        ("SAL", 59),
        ("MOL", 65),
    ]


def test_a_teams_time_is_its_fifth_riders_by_option() -> None:
    """CY-2. The fifth of MOL is 5 in 71 s, of SAL 9 in 90 s."""
    race = cyclo(stage(TTT, "ttt"), riders=TEAMS, ttt_rider=5)

    assert [(row.team, row.time) for row in race.stages[0].team_result] == [
        ("MOL", 71),
        ("SAL", 90),
    ]


def test_the_third_rider_is_the_third_fastest_however_entered() -> None:
    """CY-2. Entered slowest first: 70, 60, 50, 40 s; the third fastest is 60 s."""
    race = cyclo(stage("1 7 0, 2 6 0, 3 5 0, 4 4 0", "ttt"), riders="MOL: 1 2 3 4")

    assert set(times(race)) == {("1", 60), ("2", 60), ("3", 60), ("4", 60)}


def test_every_rider_of_the_team_takes_the_teams_time_into_the_general() -> None:
    """CY-2. SAL 59 s, MOL 65 s: the general has 0 and 6 s."""
    race = cyclo(stage(TTT, "ttt"), riders=TEAMS)

    assert {(who, time) for _, who, time in standings(race)} == {
        *((bib, 6) for bib in ("1", "2", "3", "4", "5")),
        *((bib, 0) for bib in ("6", "7", "8", "9", "10")),
    }


def test_riders_of_a_team_time_trial_are_listed_by_team_time_then_as_entered() -> None:
    """CY-2. SAL ahead of MOL, in either team as entered, not by their own times."""
    race = cyclo(
        stage("3 6 0, 1 5 0, 2 7 0, 6 5 0, 4 4 0, 5 5 5", "ttt"),
        riders="MOL: 1 2 3, SAL: 4 5 6",
    )

    assert places(race) == ["6", "4", "5", "3", "1", "2"]


def test_teams_of_equal_time_share_the_first_place_of_a_team_time_trial() -> None:
    """CY-2, GN-3. 60 s each."""
    race = cyclo(
        stage("1 6 0, 2 6 0, 3 6 0, 4 6 0", "ttt"), riders="MOL: 1 2, SAL: 3 4"
    )

    assert [(row.rank, row.team) for row in race.stages[0].team_result] == [
        (1, "MOL"),
        (1, "SAL"),
    ]


def test_a_team_with_two_riders_home_has_the_time_of_its_last() -> None:
    """CY-2. The text has no word for it: MOL has no third rider, and 70 s."""
    race = cyclo(stage("1 6 0, 2 7 0, DNF 3", "ttt"), riders="MOL: 1 2 3")

    assert times(race) == [("1", 70), ("2", 70), ("3", None)]


@pytest.mark.parametrize("ruled_outside", ["26 0", "3 0"])
def test_a_rider_outside_the_time_limit_does_not_count_for_the_team(
    ruled_outside: str,
) -> None:
    """
    CY-2. MOL has two riders in time: its time is the second's, 60 s, whether the third
    was ruled outside the time limit with 260 s or with 30 s. SAL has 90 s.
    """
    race = cyclo(
        stage(f"1 5 0, 2 6 0, 3 {ruled_outside} OTL, 4 7 0, 5 8 0, 6 9 0", "ttt"),
        riders="MOL: 1 2 3, SAL: 4 5 6",
    )

    assert [(row.team, row.time) for row in race.stages[0].team_result] == [
        ("MOL", 60),
        ("SAL", 90),
    ]
    assert times(race)[:3] == [("1", 60), ("2", 60), ("4", 90)]


def test_a_team_of_riders_outside_the_time_limit_has_the_time_of_its_third() -> None:
    """CY-2. Nobody of MOL is home in time: 300, 310, 320 and 330 s."""
    race = cyclo(
        stage("1 30 0 OTL, 2 31 0 OTL, 3 32 0 OTL, 5 33 0 OTL, 4 7 0", "ttt"),
        riders="MOL: 1 2 3 5, SAL: 4",
    )

    assert dict(times(race)) == {"4": 70, "1": 320, "2": 320, "3": 320, "5": 320}


def test_a_team_time_trial_gives_no_points() -> None:
    """CY-2, in either rulebook."""
    assert set(column(cyclo(stage(TTT, "ttt"), riders=TEAMS), "points").values()) == {0}

    race = criterium(stage("1 6 1/9, 2 6 3/9", "ttt"), riders="GAR: 1, VEL: 2")
    assert set(column(race, "points").values()) == {0}


def test_a_sprint_or_a_summit_on_the_way_of_a_team_time_trial_gives_no_points() -> None:
    """CY-2."""
    ttt = stage(TTT, "ttt", sprints={"A": "1"}, climbs={"B 4": "1"})

    assert cyclo(ttt, riders=TEAMS).stages[0].awards == ()


def test_a_team_time_trial_gives_no_bonus() -> None:
    """CY-2, in either rulebook, even where bonuses are given in time trials."""
    race = cyclo(
        stage(TTT, "ttt"),
        riders=TEAMS,
        rules={"bonus.finish": (20, 12, 8), "bonus.time_trials": True},
    )

    assert set(column(race, "bonus").values()) == {0}


@pytest.mark.parametrize("kind", ["itt", "prologue"])
def test_the_same_time_rule_does_not_apply_to_time_trials(kind: str) -> None:
    """CY-2. A house rule of 8 s; 1 and 2 are 5 s apart."""
    race = cyclo(stage("1 6 5, 2 6 0", kind), rules={"same_time.gap": 8})

    assert times(race) == [("1", 55), ("2", 60)]


# CY-3: the ordinary stage


def test_the_first_arrival_has_no_time() -> None:
    """CY-3. 0 turns, 3 lines: 0 - 3 + 3."""
    assert times(cyclo(stage("1 0 3"))) == [("1", 0)]


def test_the_first_arrivals_lines_are_added_to_every_time() -> None:
    """CY-3. The first crossed by 4: 1 0 is 10 - 0 + 4, 3 9 is 30 - 9 + 4."""
    race = cyclo(stage("1 0 4, 2 1 0, 3 3 9"))

    assert times(race) == [("1", 0), ("2", 14), ("3", 25)]


def test_the_first_arrival_is_the_first_rider_with_a_place() -> None:
    """CY-3, GN-1. 1 was ruled outside the limit: 2 crossed by 3; 10 - 0 + 3 for 3."""
    race = cyclo(stage("DNF 4, 1 0 5 OTL, 2 0 3, 3 1 0"))

    assert times(race)[:2] == [("2", 0), ("3", 13)]


def test_a_rider_of_the_same_turn_who_goes_further_has_a_negative_time() -> None:
    """CY-3. The first crossed by 3, the next in that turn by 5: -2 s."""
    race = cyclo(stage("1 0 3, 2 0 5"))

    assert times(race) == [("1", 0), ("2", -2)]


def test_a_negative_time_is_levelled_in_the_overall_classification() -> None:
    """CY-3, CY-6. 1 0 s and 2 -2 s become 2 s and 0 s."""
    race = cyclo(stage("1 0 3, 2 0 5"))

    assert standings(race) == [(1, "2", 0), (2, "1", 2)]


# CY-4: order


def test_the_first_to_cross_wins_the_stage() -> None:
    """CY-4. 1 crosses first; 2 goes further in that turn and has the better time."""
    assert places(cyclo(stage("1 0 3, 2 0 5"))) == ["1", "2"]


def test_the_order_is_the_order_of_crossing_as_entered() -> None:
    """CY-4. Times 0, 12, 8 and 20 s, as they crossed."""
    race = cyclo(stage("4 0 2, 1 1 0, 3 1 4, 2 2 2"))

    assert places(race) == ["4", "1", "3", "2"]


# CY-5: the group


def test_a_group_has_the_time_of_the_first_of_it() -> None:
    """CY-5. The first crossed by 3; the group's first by 1 in the same turn: 2 s."""
    race = cyclo(stage("1 0 3, (4 7 9) 0 1, 2 1 0"))

    assert times(race) == [("1", 0), ("4", 2), ("7", 2), ("9", 2), ("2", 13)]
    assert list(column(race, "leader").values()) == ["1", "4", "4", "4", "2"]


def test_a_group_is_placed_first_over_the_line_first() -> None:
    """CY-5. (9 4 7) after 1."""
    race = cyclo(stage("1 0 3, (9 4 7) 0 1"))

    assert places(race) == ["1", "9", "4", "7"]


def test_a_group_may_win_the_stage() -> None:
    """CY-5. A to E of the text, on 0 2, G and H a turn later."""
    race = cyclo(stage("(A B C D E) 0 2, (G H) 1 6"))

    assert times(race) == [(bib, 0) for bib in "ABCDE"] + [("G", 6), ("H", 6)]


def test_riders_of_one_mark_entered_apart_are_two_lines_with_one_time() -> None:
    """CY-5. No group is written, and none is made: 5 s each by their own marks."""
    race = cyclo(stage("1 0 5, 2 0 0, 3 0 0"))

    assert [line.leader for line in race.stages[0].result] == ["1", "2", "3"]


# CY-6: the overall classification


def test_stage_times_are_added_up() -> None:
    """CY-6. 2 loses 10 s on either stage."""
    race = cyclo(stage("1 0 0, 2 1 0"), stage("1 0 0, 2 1 0"))

    assert standings(race) == [(1, "1", 0), (2, "2", 20)]


def test_the_lowest_total_is_deducted_so_that_the_best_is_0() -> None:
    """CY-6. A prologue of 25, 32 and 40 s."""
    race = cyclo(stage("1 3 5, 2 4 8, 3 4 0", "prologue"))

    assert standings(race) == [(1, "1", 0), (2, "2", 7), (3, "3", 15)]


def test_levelling_does_not_change_what_later_stages_add() -> None:
    """CY-6. 25 and 32 s; then 2 gains 10 s: 35 and 32 s, or 3 and 0."""
    race = cyclo(stage("1 3 5, 2 4 8", "prologue"), stage("2 0 0, 1 1 0"))

    assert standings(race) == [(1, "2", 0), (2, "1", 3)]


def test_when_the_leader_leaves_the_next_best_has_0() -> None:
    """CY-6, GN-1. 1 led by 7 s and is not on stage 2's line."""
    race = cyclo(stage("1 3 5, 2 4 8, 3 4 0", "prologue"), stage("(2 3) 0 0, DNF 1"))

    assert standings(race) == [(1, "2", 0), (2, "3", 8)]


def test_the_gap_is_behind_the_best_of_the_overall_classification() -> None:
    """CY-6. Level at 0, so that gap and time are one."""
    race = cyclo(stage("1 3 5, 2 4 8", "prologue"))
    rows = race.stages[0].standings[race.rulebook.classifications[0]]

    assert [row[2:4] for row in rows] == [(0, 0), (7, 7)]


# CY-7: ties


def test_equal_times_are_parted_by_the_better_rank_in_the_previous_classification() -> (
    None
):
    """
    CY-7. 2 was ahead after stage 1; 1 makes up the 10 s and is ahead on stage 2.

    stage 1: 2 0 s, 1 10 s   stage 2: 1 0 s, 2 10 s
    """
    race = cyclo(stage("2 0 0, 1 1 0"), stage("1 0 0, 2 1 0"))

    assert parted(race) == [(1, "2", "previous general"), (2, "1", "previous general")]


def test_the_previous_classification_parts_before_lots() -> None:
    """CY-7. As above; the lots would have 1 ahead."""
    race = cyclo(stage("2 0 0, 1 1 0"), stage("1 0 0, 2 1 0", lots={"general": "1 2"}))

    assert ranking(race) == ["2", "1"]


def test_without_a_previous_classification_lots_part_equal_times() -> None:
    """CY-7. A first stage in a group, 1 ahead; the lot falls on 2."""
    race = cyclo(stage("(1 2) 0 0", lots={"general": "2 1"}))

    assert parted(race) == [(1, "2", "lots"), (2, "1", "lots")]


def test_until_lots_are_drawn_the_better_place_on_the_latest_stage_is_ahead() -> None:
    """CY-7. A first stage in a group, 2 ahead."""
    race = cyclo(stage("(2 1) 0 0"))

    assert parted(race) == [(1, "2", "latest place"), (2, "1", "latest place")]


def test_at_last_the_lower_bib_is_ahead() -> None:
    """CY-7. A stage that does not count: nobody has a place on one that does."""
    race = cyclo(stage("10 0 0, 9 0 0", counts={"general": False}))

    assert parted(race) == [(1, "9", "bib"), (2, "10", "bib")]


def test_lots_are_for_the_stage_after_which_they_were_drawn() -> None:
    """CY-7. Drawn after stage 1: then it is the previous classification that parts."""
    race = cyclo(stage("(1 2) 0 0", lots={"general": "2 1"}), stage("(1 2) 0 0"))

    assert parted(race) == [(1, "2", "previous general"), (2, "1", "previous general")]


@pytest.mark.parametrize(
    ("day", "name", "ties"),
    [
        (stage("(1 2) 0 0, (4 3) 1 0"), "general", (("1", "2"), ("4", "3"))),
        (stage("(1 2 3) 0 0", lots={"general": "3"}), "general", (("1", "2"),)),
        (stage("(1 2) 0 0", lots={"general": "2 1"}), "general", ()),
        (stage("1 0 0, 2 1 0"), "general", ()),
        (stage("(1 2) 0 0", points=(3, 3)), "points", (("1", "2"),)),
        (stage("(1 2) 0 0", cancelled="hail"), "general", ()),
    ],
)
def test_lots_are_drawn_among_those_whom_nothing_before_them_parts(
    day: Stage, name: str, ties: tuple[tuple[str, ...], ...]
) -> None:
    """CY-7, CY-8: in the order of the classification, each tie for itself."""
    race = cyclo(day)
    kept = ClassificationName(name)

    assert tied_by_lots(race.stages[0], kept, race.rulebook) == ties


def test_who_was_ahead_in_the_previous_classification_draws_no_lots() -> None:
    """CY-7: 2 was, and all of 10 s are made up."""
    race = cyclo(stage("2 0 0, 1 1 0"), stage("1 0 0, 2 1 0"))

    assert tied_by_lots(race.stages[1], ClassificationName.GENERAL, race.rulebook) == ()


def test_a_penalty_in_seconds_counts_in_the_overall_classification() -> None:
    """CY-6, GN-2. 1 wins by 10 s and is given 20 s."""
    race = cyclo(stage("1 0 0, 2 1 0", rulings=(ruling("1", seconds=20),)))

    assert standings(race) == [(1, "2", 0), (2, "1", 10)]


def test_the_yellow_jersey_is_the_leaders_of_the_overall_classification() -> None:
    """CY-6, CY-10. 2 crosses second but has the better time."""
    race = cyclo(stage("1 0 3, 2 0 5"))

    assert jerseys(race)[0] == ("yellow", "2", "2")
