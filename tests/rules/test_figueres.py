"""Critèrium de Figueres: places, neutral riders, a series by points (FI)."""

import pytest

from tests.rules.tour_texts import column, parted, race, stage
from tests.rules.track_meeting import met


def test_the_first_past_the_line_wins() -> None:
    """FI-2. The line is after space 32: by turn, then as they were moved past it."""
    (result,) = race("figueres", stage("1 8 36, 2 7 33, 3 7 34, 4 7 32"))

    assert column(result["result"], "place") == {"2": 1, "3": 2, "1": 3, "4": 4}


IN_TURN_6 = "but the race ended in turn 6 (FI-2)"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("1 9 30, 2 8 31", "rider 1 has turn 9, but the race ended in turn 8 (FI-2)"),
        ("1 6 33, 2 7 35", f"rider 2 has turn 7, {IN_TURN_6}"),
        ("1 6 33, 2 7 31", f"rider 2 has turn 7, {IN_TURN_6}"),
        ("1 6 33, 2 8 31", f"rider 2 has turn 8, {IN_TURN_6}"),
    ],
)
def test_a_turn_after_the_race_was_over_is_pointed_out(lines: str, said: str) -> None:
    """FI-2. Only a warning: the places stand."""
    finish = lines.replace(", ", "\n")
    found = met("figueres", "1 2 3 4 5n 6n", f'finish = """\n{finish}\nDNF 3 4 5 6"""')
    (problem,) = found.problems

    assert problem.message == said
    assert problem.code == "turns"
    assert problem.warning
    assert found.stages


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("1 8 33, 2 5 20", "turns = 8"),
        ("1 7 32, 2 8 30", "turns = 8"),
        ("1 6 33, 2 9 35", "turns = 0"),
        ("1 6 33, 2 9 35", "line = 0"),
    ],
)
def test_a_turn_before_the_race_is_over_is_right(lines: str, rule: str) -> None:
    """FI-2. Space 32 is not past the line. A tour may set neither turns nor a line."""
    finish = lines.replace(", ", "\n")
    sheet = f'finish = """\n{finish}\nDNF 3 4 5 6"""'
    found = met("figueres", "1 2 3 4 5n 6n", sheet, f"[tour.rules]\n{rule}")

    assert found.problems == ()


@pytest.mark.parametrize(
    ("riders", "fits"),
    [
        ("1 2 3 4n 5n", True),
        ("1 2 3 4 5n 6n", True),
        ("1 2 3 4 5 6n", True),
        ("1 2 3 4 5 6", False),
        ("1 2 3 4n", False),
    ],
)
def test_a_field_of_no_number_of_players_is_pointed_out(
    riders: str, *, fits: bool
) -> None:
    """FI-3. Three, four and five players; not before the first race."""
    bibs = riders.replace("n", "").split()
    finish = "\n".join(f"{bib} 7 30" for bib in bibs)
    found = met("figueres", riders, f'finish = """\n{finish}\n"""')

    assert [problem.code for problem in found.problems] == ["field"] * (not fits)
    assert met("figueres", riders, "length = 32").problems == ()
    expected = "expected 5 with 2 or 6 with 1 or 6 with 2 (FI-3)"
    assert all(expected in problem.message for problem in found.problems)
    to_come = met("figueres", riders, f'finish = """\n{finish}\n"""\n\nlength = 32')
    assert to_come.problems == found.problems


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
