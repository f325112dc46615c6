"""The sample track meeting, computed on paper from CY-20 and the omnium's scale."""

from typing import Any

import pytest

from tests.samples.golden import sample_text
from tests.scored import scored

DOCUMENT: Any = scored(sample_text("track"))
STAGES = DOCUMENT["stages"]


def test_every_race_is_a_different_one_that_the_game_has() -> None:
    """CY-20."""
    assert [stage["kind"] for stage in STAGES] == [
        "1 km",
        "keirin",
        "sprint",
        "pursuit",
        "points race",
    ]
    assert DOCUMENT["problems"] == []


@pytest.mark.parametrize(
    ("number", "order"),
    [
        (1, "3 5 1 9 7 2 10 4 8 6"),
        (2, "7 1 9 3 2 10 5 4 6 8"),
        (3, "1 7"),
        (4, "5 3"),
        (5, "9 3 5 1 7 2 4 8 10 6"),
    ],
)
def test_the_races_end_as_they_were_ridden(number: int, order: str) -> None:
    rows = STAGES[number - 1]["result"]

    assert [row["bib"] for row in rows] == order.split()
    assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))


def test_only_races_with_marks_have_times() -> None:
    """CY-1: 12 x 10 - 8. The pursuit: 47 x 10 - 2, and 48 x 10 - 14 is less."""
    times = [[row["time"] for row in stage["result"][:2]] for stage in STAGES]

    assert times == [[112, 114], [0, 5], [None, None], [468, 466], [None, None]]


def test_the_points_race_is_added_up_lap_by_lap() -> None:
    """CY-20: 11 points on a lap, five single, four double, one triple: 176."""
    rows = STAGES[4]["result"]

    assert [row["points"] for row in rows] == [43, 37, 28, 25, 20, 15, 5, 2, 1, 0]
    assert STAGES[4]["team_result"] == [
        {"rank": 1, "team": "ZAD", "points": 44},
        {"rank": 2, "team": "KET", "points": 42},
        {"rank": 3, "team": "DYN", "points": 40},
        {"rank": 4, "team": "VEN", "points": 28},
        {"rank": 5, "team": "PLU", "points": 22},
    ]


def test_the_omnium_is_lost_and_won_in_the_last_race() -> None:
    """15, 10, 5, 4, 3, 2, 1 a race; 5 and 7 won one each, 5 was ahead in the last."""
    before, after = (
        [(row["rank"], row["bib"], row["points"]) for row in stage["general"][:5]]
        for stage in STAGES[3:]
    )

    assert before == [
        (1, "1", 30),
        (2, "3", 29),
        (3, "7", 28),
        (4, "5", 26),
        (5, "9", 9),
    ]
    assert after == [
        (1, "3", 39),
        (2, "1", 34),
        (3, "5", 31),
        (4, "7", 31),
        (5, "9", 24),
    ]
    assert [row["tie"] for row in STAGES[4]["general"][2:4]] == ["latest place"] * 2


def test_the_pairs_add_up_their_omnium_points() -> None:
    rows = STAGES[4]["teams"]

    assert {row["team"]: row["points"] for row in rows} == {
        "DYN": 41,
        "KET": 40,
        "VEN": 31,
        "PLU": 31,
        "ZAD": 27,
    }


def test_the_leader_of_the_omnium_wears_yellow() -> None:
    wearers = [[row["wearer"] for row in stage["jerseys"]] for stage in STAGES]

    assert wearers == [["3"], ["3"], ["1"], ["1"], ["3"]]
