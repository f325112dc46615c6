"""The average speed of a stage, if its marks determine it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from peloton.rules.facts.stage import Stage
from peloton.rules.results import Race
from tests.rules.notation import criterium, cyclo, raced, stage, tour
from tests.rules.track_meeting import met


def speed(race: Race) -> Fraction | None:
    found = race.average_speed(1)
    return found and Fraction(*found)


def long(spaces: int | None, ridden: Stage) -> Stage:
    return replace(ridden, length=spaces)


def test_with_a_fraction_of_a_turn_it_is_the_length_over_the_exact_turns() -> None:
    """CR-1. Six turns and 3/9 of one are 19/3 turns; 114 spaces make 18 a turn."""
    race = criterium(long(114, stage("1 6 3/9, 2 6 4/11")))

    assert speed(race) == 18


def test_in_a_time_trial_of_cyclo_the_lines_past_the_finish_were_ridden_too() -> None:
    """CY-1. Thirty lines and two past the finish, in four turns."""
    race = cyclo(long(30, stage("1 4 2, 2 5 0", "itt")))

    assert speed(race) == 8


def test_turns_since_the_first_one_home_tell_no_speed() -> None:
    """CY-3."""
    race = cyclo(long(190, stage("1 0 3, 2 2 2")))

    assert speed(race) is None


def test_the_speed_of_a_team_is_that_of_the_rider_whose_time_it_has() -> None:
    """CY-2. The third rider used five turns for 50 lines."""
    ttt = long(50, stage("1 4 0, 2 4 1, 3 5 0", "ttt"))

    assert speed(cyclo(ttt, riders="MOL: 1 2 3")) == 10


@pytest.mark.parametrize("spaces", [None, 0])
def test_a_course_of_unknown_length_has_no_speed(spaces: int | None) -> None:
    assert speed(criterium(long(spaces, stage("1 6 3/9")))) is None
    assert speed(cyclo(long(spaces, stage("1 4 2", "itt")))) is None


def test_no_turn_has_no_speed() -> None:
    """CY-1. A mark of no turns is wrong, and nothing is divided by it."""
    assert speed(raced(tour("cyclo", (long(30, stage("1 0 3", "itt")),)))) is None


def test_in_figueres_the_space_reached_is_the_distance() -> None:
    """FI-1. Space 35 in the seventh turn makes 5 a turn."""
    finish = "1 7 35\\nDNF 2 3 4 5 6"

    assert speed(met("figueres", "1 2 3 4 5n 6n", f'finish = "{finish}"')) == 5


@pytest.mark.parametrize(
    ("length", "mark", "kilometres"),
    [
        (40, "1:00:00", 40),
        (40, "0:30:00", 80),
        (0, "1:00:00", None),
        (40, "0:00:00", None),
    ],
)
def test_on_the_road_it_is_kilometres_an_hour(
    length: int, mark: str, kilometres: int | None
) -> None:
    """RR-1."""
    race = met("road", "1", f"length = {length}\nfinish = '1 {mark}'")

    assert speed(race) == kilometres


def test_a_cancelled_stage_has_no_speed() -> None:
    race = criterium(long(114, stage("1 6 3/9", cancelled="snow")))

    assert speed(race) is None
