"""CR-13 and CY-20: the result of each track race, by the texts of both games."""

import pytest

from peloton.rules.facts.kinds import ClassificationName
from tests.rules.track_meeting import placed, points, raced, result

PAIRS = "RED: 1 2, BLU: 3 4"
TEN_LAPS = """kind = "points race"
laps = ["1 3 2 4", "1 3 2 4", "1 3 2 4", "1 3 2 4", "1 3 2 4",
        "3 1 4 2", "3 1 4 2", "3 1 4 2", "3 1 4 2", "4 3 2 1"]"""


def test_a_criterium_points_race_gives_5_3_2_1_each_lap_and_double_at_the_finish() -> (
    None
):
    """
    CR-13. Rider 5 is never among the first four.

    lap 1: 1 2 3 4 -> 5 3 2 1; finish: 2 1 4 3 -> 10 6 4 2
    """
    race = raced(
        "criterium", "1 2 3 4 5", 'kind = "points race"\nlaps = ["1 2 3 4", "2 1 4 3"]'
    )

    assert points(race) == {"2": 13, "1": 11, "4": 5, "3": 4, "5": 0}
    assert placed(race) == [(1, "2"), (2, "1"), (3, "4"), (4, "3"), (5, "5")]


def test_the_finish_parts_equal_points_in_a_points_race() -> None:
    """CR-13. 1 has 5 + 5 + 6 and 2 has 3 + 3 + 10: 16 each, and 2 won the finish."""
    race = raced(
        "criterium", "1 2", 'kind = "points race"\nlaps = ["1 2", "1 2", "2 1"]'
    )

    assert points(race) == {"2": 16, "1": 16}
    assert placed(race) == [(1, "2"), (2, "1")]


def test_who_has_equal_points_and_was_not_seen_at_the_finish_shares_a_place() -> None:
    """CR-13, GN-3."""
    race = raced("criterium", "1 2 3", 'kind = "points race"\nlaps = ["1"]')

    assert placed(race) == [(1, "1"), (2, "2"), (2, "3")]


def test_a_points_race_gives_no_time() -> None:
    """CR-13."""
    race = raced("criterium", "1 2", 'kind = "points race"\nlaps = ["1 2"]')

    assert [(line.time, line.gap) for line in result(race)] == [(None, None)] * 2


def test_cyclo_points_double_after_the_fifth_lap_and_triple_on_the_last() -> None:
    """
    CY-20. Five laps single, four double, the last triple.

    1: 5x5 + 4x6 + 3 = 52; 2: 5x2 + 4x2 + 6 = 24
    3: 5x3 + 4x10 + 9 = 64; 4: 5x1 + 4x4 + 15 = 36
    """
    race = raced("cyclo", PAIRS, TEN_LAPS)

    assert points(race) == {"3": 64, "1": 52, "4": 36, "2": 24}


def test_the_pairs_of_a_cyclo_points_race_are_ranked_by_their_points_together() -> None:
    """CY-20. BLU 64 + 36, RED 52 + 24."""
    race = raced("cyclo", PAIRS, TEN_LAPS)

    lines = race.stages[0].team_result
    assert [(line.rank, line.team, line.points) for line in lines] == [
        (1, "BLU", 100),
        (2, "RED", 76),
    ]


def test_pairs_of_equal_points_share_a_rank_and_who_rides_alone_is_no_pair() -> None:
    """CY-20, GN-3. Two points of the only lap for each."""
    laps = 'kind = "points race"\nlaps = ["1 3 5"]\npoints = [2, 2, 2]'
    race = raced("cyclo", f"{PAIRS}, 5", laps)
    lines = race.stages[0].team_result

    assert [(line.rank, line.team) for line in lines] == [(1, "BLU"), (1, "RED")]


def test_a_pair_that_did_not_finish_has_no_team_result() -> None:
    """CY-20, GN-1."""
    stage = 'kind = "points race"\nlaps = ["3 1", "1 2"]\nfinish = "DNF 3 4"'
    race = raced("cyclo", PAIRS, stage)

    assert [line.team for line in race.stages[0].team_result] == ["RED"]


def test_points_taken_off_count_in_a_points_race() -> None:
    """GN-2, CR-13. 1 wins the only lap with 10, but 5 are taken off."""
    race = raced(
        "criterium",
        "1 2",
        'kind = "points race"\nlaps = ["1 2"]\n'
        '[[stage.ruling]]\nbib = "1"\npoints = 5\nreason = "rode below the blue band"',
    )

    assert points(race) == {"2": 6, "1": 5}
    assert placed(race) == [(1, "2"), (2, "1")]


def test_a_stage_may_have_lap_points_of_its_own() -> None:
    """GN-4. 3, 0, 1 doubled."""
    laps = 'kind = "points race"\nlaps = ["1 2 3"]'
    race = raced("criterium", "1 2 3", f"{laps}\npoints = [3, 0, 1]")
    without = raced("criterium", "1 2 3", laps)

    assert points(race) == {"1": 6, "3": 2, "2": 0}
    assert [(a.bib, a.place, a.rule) for a in race.stages[0].awards] == [
        ("1", 1, "GN-4"),
        ("3", 3, "GN-4"),
    ]
    assert {award.rule for award in without.stages[0].awards} == {"CR-13"}


def test_who_does_not_finish_a_points_race_has_no_place_and_leaves_the_race() -> None:
    """GN-1."""
    race = raced(
        "criterium",
        "1 2 3",
        'kind = "points race"\nlaps = ["3 1 2"]\nfinish = "DNF 3"\n\n'
        'kind = "elimination"\neliminated = "2"',
    )

    assert [(li.place, li.bib, li.status) for li in result(race, 1)] == [
        (1, "1", "FIN"),
        (2, "2", "FIN"),
        (None, "3", "DNF"),
    ]
    assert placed(race, 2) == [(1, "1"), (2, "2")]


def test_the_last_rider_left_wins_an_elimination_and_the_rest_come_in_reverse() -> None:
    """CR-13. CONTRACT's example: 8 first out, then 3, 5 and 1; 7 is left."""
    race = raced(
        "criterium", "1 3 5 7 8", 'kind = "elimination"\neliminated = "8 3 5 1"'
    )

    assert placed(race) == [(1, "7"), (2, "1"), (3, "5"), (4, "3"), (5, "8")]
    assert {line.time for line in result(race)} == {None}


def test_a_criterium_keirin_is_won_by_time() -> None:
    """CR-13, CR-1. 3/9 of a turn is less than 4/11."""
    race = raced(
        "criterium", "1 2", 'kind = "keirin"\nfinish = """\n2 3 4/11\n1 3 3/9\n"""'
    )

    assert placed(race) == [(1, "1"), (2, "2")]
    assert result(race)[0].time == 200


def test_a_cyclo_keirin_is_won_by_who_crosses_first() -> None:
    """CY-20, CY-4."""
    race = raced(
        "cyclo", "1 2 3", 'kind = "keirin"\nfinish = """\n2 0 1\n1 0 4\n3 1 2\n"""'
    )

    assert placed(race) == [(1, "2"), (2, "1"), (3, "3")]


def test_a_rider_who_is_not_named_does_not_ride_a_keirin_and_stays_in_the_race() -> (
    None
):
    """CR-13: six ride. The seventh is there for the elimination."""
    race = raced(
        "criterium",
        "1 2 3",
        'kind = "keirin"\nfinish = """\n1 3 3/9\n2 3 4/9\n"""\n\n'
        'kind = "elimination"\neliminated = "1 2"',
    )

    assert placed(race, 1) == [(1, "1"), (2, "2")]
    assert placed(race, 2) == [(1, "3"), (2, "2"), (3, "1")]


@pytest.mark.parametrize(
    ("heats", "winner"), [('["1 2", "1 2"]', "1"), ('["1 2", "2 1", "2 1"]', "2")]
)
def test_a_sprint_is_the_best_of_three(heats: str, winner: str) -> None:
    """CY-20."""
    race = raced("cyclo", "1 2 3", f'kind = "sprint"\nheats = {heats}')

    loser = "2" if winner == "1" else "1"
    assert placed(race) == [(1, winner), (2, loser)]
    assert result(race)[0].time is None


def test_who_gives_a_sprint_up_has_lost_it() -> None:
    """CY-20, GN-1. No further heat is needed."""
    race = raced("cyclo", "1 2", 'kind = "sprint"\nheats = ["1 2"]\nfinish = "DNF 1"')

    assert placed(race) == [(1, "2"), (None, "1")]


def test_a_pursuit_is_decided_by_turns_and_then_by_lines() -> None:
    """CY-20. 7 turns and 14 lines are 56 s and 6 turns and 1 line 59: fewer turns."""
    race = raced("cyclo", "1 2", 'kind = "pursuit"\nfinish = """\n1 7 14\n2 6 1\n"""')

    assert placed(race) == [(1, "2"), (2, "1")]
    assert [line.time for line in result(race)] == [59, 56]


def test_more_lines_win_a_pursuit_of_equal_turns() -> None:
    """CY-20."""
    race = raced("cyclo", "1 2", 'kind = "pursuit"\nfinish = """\n1 7 2\n2 7 3\n"""')

    assert placed(race) == [(1, "2"), (2, "1")]


def test_who_does_not_start_makes_no_pursuit_of_teams() -> None:
    """CY-20. The two who ride it have a time each, and no team has a result."""
    finish = 'finish = """\n1 7 2\n2 7 3\nDNS 3\n"""'
    race = raced("cyclo", "RED: 1 2, BLU: 3", f'kind = "pursuit"\n{finish}')

    assert placed(race) == [(1, "2"), (2, "1"), (None, "3")]
    assert [line.time for line in result(race)] == [67, 68, None]
    assert race.stages[0].team_result == ()


@pytest.mark.parametrize("kind", ["pursuit", "team pursuit"])
def test_the_third_rider_decides_a_pursuit_of_teams(kind: str) -> None:
    """
    CY-20. Third are 3 with 8 turns and 1 line (79 s), and 6 with 8 and 4 (76 s).

    RED's first two are far ahead, which does not help.
    """
    finish = "1 6 5\n2 6 4\n3 8 1\n4 8 4\n5 8 5\n6 8 4"
    race = raced(
        "cyclo",
        "RED: 1 2 3, BLU: 4 5 6",
        f'kind = "{kind}"\nfinish = """\n{finish}\n"""',
    )

    assert [line.bib for line in result(race)] == ["4", "5", "6", "1", "2", "3"]
    assert [line.time for line in result(race)] == [76, 76, 76, 79, 79, 79]
    lines = race.stages[0].team_result
    assert [(line.rank, line.team, line.time) for line in lines] == [
        (1, "BLU", 76),
        (2, "RED", 79),
    ]


def test_a_criterium_team_pursuit_is_timed_on_the_third_rider() -> None:
    """CR-13, CR-1. RED's third has 8 1/4 turns (495 s), BLU's 8 1/2 (510 s)."""
    finish = "5 7 1/4\n1 8 1/8\n2 8 1/8\n3 8 1/4\n4 9 1/2\n6 8 1/4\n7 8 1/2\n8 9 1/4"
    race = raced(
        "criterium",
        "RED: 1 2 3 4, BLU: 5 6 7 8",
        f'kind = "team pursuit"\nfinish = """\n{finish}\n"""',
    )

    assert [line.bib for line in result(race)] == list("12345678")
    assert [line.time for line in result(race)] == [495] * 4 + [510] * 4


def test_the_1_km_is_a_time_trial_that_counts_as_one() -> None:
    """CY-1, CY-20. 6 turns and 2 lines: 58 s, as the text has it."""
    race = raced("cyclo", "1 2", 'kind = "1 km"\nfinish = """\n1 6 1\n2 6 2\n"""')

    assert [(line.bib, line.time) for line in result(race)] == [("2", 58), ("1", 59)]
    general = race.stages[0].standings[ClassificationName.GENERAL]
    assert [(row.who, row[2]) for row in general] == [("2", 0), ("1", 1)]


def test_a_mountain_time_trial_is_a_time_trial_with_summits() -> None:
    """CY-1, CY-9. A climb of category 4 gives 3, 2, 1; nobody is levelled to 0."""
    race = raced(
        "cyclo",
        "1 2",
        'kind = "mtt"\n'
        'sections = [{ kind = "mountain", name = "Col", category = "4" }]\n'
        'finish = """\n1 6 2\n2 7 1\n"""\n[stage.crossings]\nCol = "2 1"',
    )

    assert [line.time for line in result(race)] == [58, 69]
    assert {line.bib: line.mountains for line in result(race)} == {"2": 3, "1": 2}


def test_each_lap_of_a_criterium_is_an_intermediate_sprint() -> None:
    """CR-6, CR-9. Two laps of 6, 4, 2 s and 5, 3, 2, 1 points; none at the finish."""
    race = raced(
        "criterium",
        "1 2 3",
        'kind = "criterium"\nbonus = []\nlaps = ["1 2 3", "1 3 2"]\n'
        'finish = """\n3 6 1/9\n2 6 5/9\n1 6 9/9\n"""',
    )

    bonus = {line.bib: line.bonus for line in result(race)}
    assert bonus == {"3": 2 + 4, "2": 4 + 2, "1": 6 + 6}
    active = race.stages[0].standings[ClassificationName.ACTIVE]
    assert {row.who: row[2] for row in active} == {"1": 10, "2": 5, "3": 5}
