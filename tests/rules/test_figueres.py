"""Critèrium de Figueres: places, neutral riders, a series by points (FI)."""

from tests.rules.tour_texts import column, parted, race, stage


def test_the_first_past_the_line_wins() -> None:
    """FI-2. The line is after space 32: by turn, then further."""
    (result,) = race("figueres", stage("1 8 36, 2 7 33, 3 7 34, 4 7 32"))

    assert column(result["result"], "place") == {"3": 1, "2": 2, "1": 3, "4": 4}


def test_the_most_advanced_wins_when_nobody_passes() -> None:
    """FI-2. Eight turns; of two on a space, the leftmost: as entered."""
    (result,) = race("figueres", stage("1 8 28, 2 8 32, 3 8 31, 4 8 32"))

    assert column(result["result"], "place") == {"2": 1, "4": 2, "3": 3, "1": 4}


def test_there_are_no_times() -> None:
    """FI-1."""
    (result,) = race("figueres", stage("1 7 33, 2 7 30"))

    assert column(result["result"], "time") == {"1": None, "2": None}
    assert column(result["result"], "gap") == {"1": None, "2": None}


def test_a_series_is_ranked_by_points() -> None:
    """FI-3: 10, 6, 4, 3, 2, 1."""
    first = stage("1 7 39, 2 7 38, 3 7 37, 4 7 36, 5 7 35, 6 7 34")
    found = race("figueres", first, first)

    assert column(found[-1]["general"], "points") == {
        "1": 20,
        "2": 12,
        "3": 8,
        "4": 6,
        "5": 4,
        "6": 2,
    }


def test_a_neutral_rider_takes_a_place_and_its_points_are_nobodys() -> None:
    """FI-3."""
    (result,) = race("figueres", stage("1 7 39, 2 7 38, 3 7 37"), riders="1n 2 3")

    assert column(result["result"], "place") == {"1": 1, "2": 2, "3": 3}
    assert column(result["result"], "points") == {"1": 0, "2": 6, "3": 4}


def test_a_neutral_rider_is_not_ranked_in_the_series() -> None:
    """FI-3."""
    (result,) = race("figueres", stage("1 7 39, 2 7 38, 3 7 37"), riders="1n 2 3")

    assert column(result["general"], "rank") == {"2": 1, "3": 2}


def test_equal_points_are_parted_by_races_won() -> None:
    """FI-3, as CR-11: 10 and 2 against 6 and 6."""
    stages = (
        stage("1 7 39, 2 7 38, 3 7 37, 4 7 36, 5 7 35"),
        stage("3 7 39, 2 7 38, 4 7 37, 5 7 36, 1 7 35"),
    )
    found = race("figueres", *stages)

    assert parted(found[-1]["general"])[1:3] == [("1", "wins"), ("2", "wins")]
