"""Completions of a line at the desk."""

from types import SimpleNamespace
from typing import Any

import pytest
from prompt_toolkit.completion import Completion

from peloton.cli.fullscreen.session import completions
from peloton.notation.desk.reading import read_desk
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.games import MARKS
from tests.notation.test_desk import COURSE, TOUR


def suggested(
    before: str, stage: Stage = COURSE, racing: str = "1 4 7 9 12 15"
) -> list[str]:
    return [each.text for each in completed(before, stage, racing)]


def completed(
    before: str, stage: Stage = COURSE, racing: str = "1 4 7 9 12 15"
) -> list[Completion]:
    reading = read_desk(before, stage, MARKS["turns lines"], TOUR)
    race = SimpleNamespace(racing=tuple(map(Bib, racing.split())))
    desk = SimpleNamespace(race=race, before=SimpleNamespace(tour=TOUR))
    view: Any = SimpleNamespace(reading=reading, desk=desk)
    return [*completions(before, view)]


def test_riders_still_to_come_are_suggested() -> None:
    """12 is home, 15 left the race before."""
    assert suggested("12 3\n1", racing="1 4 7 9 12") == ["1"]


def test_a_rider_is_found_by_a_piece_of_the_name() -> None:
    """Accents and capitals do not matter."""
    assert suggested("bae") == ["1", "7"]
    first, _ = completed("bae")
    assert (first.display_meta_text, first.start_position) == ("Eddy Baéns", -3)


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("m:1", ["1", "12", "15"]),
        ("(4 7 1", ["1", "12", "15"]),
        ("DNF 1", ["1", "12", "15"]),
        ("12 3", []),
        ("!slu", ["4"]),
        ("=general 1", ["1", "12", "15"]),
        ("+15 1", ["1", "12", "15"]),
        ("&1", ["1", "12", "15"]),
        ("12 3 # 1", []),
    ],
)
def test_what_can_follow_is_suggested(before: str, found: list[str]) -> None:
    assert suggested(before) == found


@pytest.mark.parametrize("before", ["eddy 3\n1", "DNF eddy\n1"])
def test_a_rider_listed_by_name_is_not_suggested(before: str) -> None:
    assert suggested(before) == ["12", "15"]
