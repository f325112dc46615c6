"""Flamme Rouge: rounds and squares, groups, climbs by length (FR)."""

import pytest

from tests.rules.tour_texts import column, parted, race, stage


def test_a_round_is_a_minute_less_10_seconds_a_square() -> None:
    """FR-1."""
    (result,) = race("flamme-rouge", stage("1 0 4, 2 0 1, 3 1 2, 4 2 0"))

    assert column(result["result"], "time") == {"1": -40, "2": -10, "3": 40, "4": 120}


def test_the_order_is_by_round_then_by_squares_then_as_entered() -> None:
    """FR-1. 2 and 3 stand on one square; 4 is a round later, however far."""
    (result,) = race("flamme-rouge", stage("4 1 9, 2 0 2, 3 0 2, 1 0 5"))

    assert column(result["result"], "place") == {"1": 1, "2": 2, "3": 3, "4": 4}


def test_a_group_takes_the_time_of_its_front_rider() -> None:
    """FR-1."""
    (result,) = race("flamme-rouge", stage("1 0 7, (2 3 4) 0 5"))

    assert column(result["result"], "gap") == {"1": 0, "2": 20, "3": 20, "4": 20}


def test_the_first_two_home_have_10_seconds_off() -> None:
    """FR-1. One group: they are ahead in the general classification only."""
    (result,) = race("flamme-rouge", stage("(1 2 3) 0 5"))

    assert column(result["result"], "bonus") == {"1": 10, "2": 10, "3": 0}
    assert column(result["general"], "time") == {"1": 0, "2": 0, "3": 10}


def test_the_best_total_is_levelled_to_0() -> None:
    """FR-1, CY-6."""
    found = race(
        "flamme-rouge", stage("1 0 7, 2 0 3, 3 0 1"), stage("1 0 7, 2 1 0, 3 1 0")
    )

    assert [column(each["general"], "time")["1"] for each in found] == [0, 0]
    assert column(found[-1]["general"], "time")["2"] == 40 + 130


def test_equal_times_are_parted_by_the_sum_of_places() -> None:
    """FR-1, as CR-15."""
    (result,) = race("flamme-rouge", stage("(1 2) 0 5"))

    assert parted(result["general"]) == [("1", "sum of places"), ("2", "sum of places")]


def test_tour_points_go_to_the_first_three() -> None:
    """FR-2."""
    (result,) = race("flamme-rouge", stage("1 0 4, 2 0 3, 3 0 2, 4 0 1"))

    assert column(result["points"], "points") == {"1": 3, "2": 2, "3": 1}


@pytest.mark.parametrize(
    ("squares", "scale"),
    [
        (1, [1]),
        (2, [1]),
        (3, [2, 1]),
        (5, [2, 1]),
        (6, [3, 2, 1]),
        (8, [3, 2, 1]),
        (9, [4, 3, 2, 1]),
        (10, [4, 3, 2, 1]),
        (11, [6, 4, 3, 2, 1]),
        (20, [6, 4, 3, 2, 1]),
    ],
)
def test_climb_points_go_by_the_length_in_squares(
    squares: int, scale: list[int]
) -> None:
    """FR-2."""
    lines = "1 0 6, 2 0 5, 3 0 4, 4 0 3, 5 0 2, 6 0 1"
    climbs = {f"Climb {squares}": "1 2 3 4 5 6"}
    (result,) = race("flamme-rouge", stage(lines, climbs=climbs))

    assert list(column(result["mountains"], "points").values()) == scale
