"""Criterium: marks to times, and the order they give (CR-1 to CR-5)."""

import pytest

from tests.rules.notation import criterium, places, stage, standings, times

# CR-1: time


def test_a_turn_is_sixty_seconds() -> None:
    """CR-1. One turn more to the same place on the board: 1 at 3/9, 2 a turn later."""
    race = criterium(stage("1 6 3/9, 2 7 3/9"))

    assert times(race) == [("1", 380), ("2", 440)]


def test_a_rider_on_the_line_exactly_took_the_whole_turn() -> None:
    """CR-1. 5 of 5: 6 turns and one more, 420 s."""
    assert times(criterium(stage("1 6 5/5"))) == [("1", 420)]


def test_the_spaces_moved_count_bonuses() -> None:
    """CR-1. B played 10 with a shelter of 1: the mark has 11, and 4/11 are 21.82 s."""
    assert times(criterium(stage("B 6 4/11"))) == [("B", 382)]


# CR-2: order in a timed race


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        # Entered 1, 2, 3 at 30, 24 and 20 s of the turn.
        ("1 6 5/10, 2 6 4/10, 3 6 3/9", "321"),
        # 1/13 is 4.615 s and 1/12 is 5 s: both 5 s, but 1 is ahead.
        ("2 6 1/12, 1 6 1/13", "12"),
        # 3/9 and 4/12 are a third of a turn both; 6 spaces past the line and 8.
        ("1 6 3/9, 2 6 4/12", "21"),
        # Three riders at 3/9: as entered, the rope side first.
        ("3 6 3/9, 1 6 3/9, 2 6 3/9", "312"),
    ],
)
def test_a_timed_race_is_placed_by_exact_time_then_by_spaces_then_as_entered(
    lines: str, order: str
) -> None:
    """CR-2."""
    assert places(criterium(stage(lines))) == [*order]


# CR-3: order in a simple race


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        # 1 went 1 past the line a turn earlier than 2, who went 12 past.
        ("2 7 1/13, 1 6 9/10", "12"),
        # 1 is 7 past the line, 2 is 8 past it; 1 has the better fraction.
        ("1 6 1/8, 2 6 6/14", "21"),
        # Both 6 past the line in one turn; 2 on the rope, 1 with less of a turn.
        ("2 6 4/10, 1 6 3/9", "21"),
        # 1 is 8 past the line, 2 only 1, with the longer move.
        ("2 6 9/10, 1 6 1/9", "12"),
    ],
)
def test_a_simple_race_is_placed_by_turns_then_by_spaces_then_by_the_rope(
    lines: str, order: str
) -> None:
    """CR-3."""
    assert places(criterium(stage(lines), format="simple")) == [*order]


# CR-4: same time


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        # 1/15 and 3/15: 2/15 of a turn between them.
        ("1 6 1/15, 2 6 3/15", [364, 364]),
        # 1/9 (6.667 s) and 1/4 (15 s): 8.333 s, rounded 8.
        ("1 6 1/9, 2 6 1/4", [367, 375]),
        # 1/18 and 4/21: 8.095 s; nothing is rounded before it is compared.
        ("1 6 1/18, 2 6 4/21", [363, 371]),
        # 1/15, 3/15, 5/15, 7/15: 8 s each, the last of them 24 s behind.
        ("1 6 1/15, 2 6 3/15, 3 6 5/15, 4 6 7/15", [364] * 4),
        # 3 is 12 s behind 2; 4 is 8 s behind 3.
        ("1 6 1/15, 2 6 3/15, 3 6 6/15, 4 6 8/15", [364, 364, 384, 384]),
    ],
)
def test_gaps_of_eight_seconds_at_most_are_the_same_time_down_a_chain(
    lines: str, seconds: list[int]
) -> None:
    """CR-4."""
    assert [time for _, time in times(criterium(stage(lines)))] == seconds


def test_the_same_time_leaves_the_places_as_they_are() -> None:
    """CR-4. 2 is entered first but is 8 s behind 1."""
    race = criterium(stage("2 6 3/15, 1 6 1/15"))

    assert places(race) == ["1", "2"]


@pytest.mark.parametrize("kind", ["itt", "prologue"])
def test_there_is_no_same_time_in_a_time_trial(kind: str) -> None:
    """CR-4, CY-2. 4 s apart."""
    race = criterium(stage("1 6 1/15, 2 6 2/15", kind))

    assert times(race) == [("1", 364), ("2", 368)]


def test_there_is_no_same_time_between_teams_in_a_team_time_trial() -> None:
    """CR-4, CY-2. Third riders at 3/15 and 4/15, 4 s apart."""
    race = criterium(
        stage("1 6 1/15, 2 6 2/15, 3 6 3/15, 4 6 1/15, 5 6 2/15, 6 6 4/15", "ttt"),
        riders="GAR: 1 2 3, VEL: 4 5 6",
    )

    assert [time for _, time in times(race)] == [372, 372, 372, 376, 376, 376]


def test_the_same_time_follows_the_order_of_a_simple_race() -> None:
    """CR-4. 2 wins by spaces at 25.71 s; 1, at 7.5 s, is not behind that time."""
    race = criterium(stage("1 6 1/8, 2 6 6/14"), format="simple")

    assert times(race) == [("2", 386), ("1", 386)]


# CR-5: rounding


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        # Half a second up: 1/8 of a turn is 7.5 s; 3/8 is 22.5 s.
        ("1 6 1/8, 2 6 3/8", [368, 383]),
        # Less than half down: 4/17 of a turn is 14.118 s.
        ("1 6 4/17", [374]),
        # Home in the first turn: 1/9 is 6.667 s; 2 is as much behind.
        ("1 0 1/9, 2 0 2/9", [7, 7]),
        # 1/16 is 3.75 s: 364 s for 2 as well, who is at 3/16, 11.25 s.
        ("1 6 1/16, 2 6 3/16", [364, 364]),
    ],
)
def test_a_time_is_rounded_half_up_and_a_groups_is_that_of_its_first_rider(
    lines: str, seconds: list[int]
) -> None:
    """CR-5."""
    assert [time for _, time in times(criterium(stage(lines)))] == seconds


def test_the_general_time_adds_up_rounded_stage_times() -> None:
    """CR-5. Twice 7.5 s, rounded to 8 each day: 736 s and not 735."""
    race = criterium(stage("1 6 1/8", "itt"), stage("1 6 1/8", "itt"))

    assert standings(race) == [(1, "1", 736)]
