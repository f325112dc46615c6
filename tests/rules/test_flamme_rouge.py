"""Flamme Rouge: rounds and squares, groups, climbs by length (FR)."""

from typing import Any

import pytest

from tests.rules.tour_texts import column, parted, race, stage
from tests.scored import scored


def led(lines: str, **turns: int) -> str:
    """Return a stage with the turns that riders led: `b1=2` is two for rider 1."""
    counts = "".join(f"\n{bib[1:]} = {count}" for bib, count in turns.items())
    return f"{stage(lines)}\n[stage.combativity]{counts}"


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
    day = stage("1 0 4, 2 0 3, 3 0 2, 4 0 1")
    result, _ = race("flamme-rouge", day, day)

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


def test_turns_in_the_lead_make_the_most_active_rider() -> None:
    """FR-6. Three turns and one make four; one has no point, and is not listed."""
    found = race(
        "flamme-rouge",
        led("1 0 4, 2 0 3, 3 0 2", b2=3, b3=1),
        led("1 0 4, 2 0 3, 3 0 2", b2=1, b1=0),
    )

    assert column(found[0]["active"], "points") == {"2": 3, "3": 1}
    assert column(found[1]["active"], "points") == {"2": 4, "3": 1}


def test_level_in_turns_in_the_lead_the_better_general_rank_is_first() -> None:
    """FR-6."""
    (result,) = race("flamme-rouge", led("1 0 4, 2 0 3, 3 0 2", b3=2, b2=2))

    assert parted(result["active"]) == [("2", "general"), ("3", "general")]


def test_turns_in_the_lead_count_where_tour_points_do_not() -> None:
    """FR-6, GN-4."""
    day = led("1 0 4, 2 0 3", b2=3).replace(
        "[[stage]]", "[[stage]]\ncounts.points=false"
    )
    (result,) = race("flamme-rouge", day, options='winner = "time"')

    assert result["points"] == []
    assert column(result["active"], "points") == {"2": 3}


def test_who_is_out_of_the_race_is_no_most_active_rider() -> None:
    """FR-6, GN-1."""
    (result,) = race(
        "flamme-rouge", led("1 0 4, 2 0 3, DNF 3, OTL 4", b3=5, b4=5, b2=1)
    )

    assert column(result["active"], "points") == {"2": 1}


def test_who_did_not_start_was_not_in_the_lead() -> None:
    """FR-6."""
    text = '[tour]\nname = "x"\nrulebook = "flamme-rouge"\n' + "".join(
        f'[[rider]]\nbib = "{bib}"\n' for bib in (1, 2)
    )
    found: Any = scored(text + led("1 0 4, DNS 2", b2=1))

    assert [problem["message"] for problem in found["problems"]] == [
        "combativity: found rider 2, who did not start the stage"
    ]


def test_a_game_that_does_not_count_it_says_so() -> None:
    """FR-6: a warning, as it brings nothing."""
    text = '[tour]\nname = "x"\nrulebook = "road"\n[[rider]]\nbib = "1"\n'
    found: Any = scored(text + led("1 1:00:00", b1=1))

    assert [(p["severity"], p["message"]) for p in found["problems"]] == [
        ("warning", "combativity without effect: road counts none")
    ]
