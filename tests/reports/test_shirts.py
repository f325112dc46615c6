"""The shirts of jersey wearers can be distinguished without colours."""

from dataclasses import replace

import pytest

from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.drawing import OUTLINE, PATTERNS, Point
from peloton.reports.shirts import PATTERN_CHARACTERS, Pattern, Shirt, shirts_of
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.startlist import startlist_sheet
from tests.reports.samples import NAMES, sample


@pytest.mark.parametrize("name", NAMES)
def test_no_two_jerseys_of_a_game_have_the_same_pattern(name: str) -> None:
    shirts = shirts_of(sample(name).rulebook)

    assert len({shirt.pattern for shirt in shirts.values()}) == len(shirts)


def test_jerseys_of_a_players_own_have_patterns_too() -> None:
    rulebook = sample("road").rulebook
    jerseys = tuple(
        replace(jersey, name=f"my own {number}")
        for number, jersey in enumerate(rulebook.jerseys)
    )
    shirts = shirts_of(replace(rulebook, jerseys=jerseys[:3]))

    assert len({shirt.pattern for shirt in shirts.values()}) == 3


def test_on_the_startlist_a_band_has_the_colour_of_the_team() -> None:
    tour = sample("cyclo").tour
    bands = dict(startlist_sheet(tour).jerseys)

    assert len(bands) == len(tour.riders)
    assert bands["1"] == Shirt("#6f4e37", Pattern.BAND)


def test_a_legend_says_for_which_stage_the_shirts_are() -> None:
    """Beside the result of a stage stands who wears them on the next one."""
    race = sample("road")
    begun = replace(race, stages=race.stages[:2])

    for sheet in (stage_sheet(begun, 2), standings_sheet(begun)):
        assert sheet.notes_with_legend[-1] == "Jersey icons: wearers on stage 3."
    assert stage_sheet(race).legend == "Jersey icons: winners of the classifications."
    assert stage_sheet(sample("figueres")).legend == ""


def test_every_pattern_has_areas_and_a_mark() -> None:
    assert set(PATTERNS) == set(PATTERN_CHARACTERS) == set(Pattern)
    assert len(set(PATTERN_CHARACTERS.values())) == len(Pattern)


def inside(point: Point, outline: tuple[Point, ...]) -> bool:
    """Return whether a point is within an outline, by counting edges to its right."""
    x, y = point
    crossed = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


@pytest.mark.parametrize("pattern", Pattern)
def test_a_pattern_lies_within_the_outline(pattern: Pattern) -> None:
    corners = [corner for area in PATTERNS[pattern] for corner in area]

    assert [corner for corner in corners if not inside(corner, OUTLINE)] == []
