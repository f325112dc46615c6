"""The shirts of jersey wearers can be distinguished without colours."""

from dataclasses import replace
from itertools import product

import pytest

from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.drawing import OUTLINE, PATTERNS, Point
from peloton.reports.shirts import (
    PATTERN_CHARACTERS,
    Pattern,
    Shirt,
    ink_on,
    shirts_of,
)
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


def test_letters_can_be_read_on_every_colour() -> None:
    """The contrast is at least 4.5, as for small text."""
    parts = range(0, 256, 15)
    for colour in (bytes(c) for c in product(parts, repeat=3)):
        lights = sorted(
            map(luminance, (colour, bytes.fromhex(ink_on(colour.hex())[1:])))
        )
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5, colour.hex()


def luminance(colour: bytes) -> float:
    """Return the relative luminance of WCAG 2; that of white is 1."""
    scaled = [part / 255 for part in colour]
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in scaled
    ]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
