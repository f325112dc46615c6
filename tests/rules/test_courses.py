"""Courses: laps of the board, the dice on each stretch, the classics (CY-19, CY-21)."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.notation.course_file import named_course
from peloton.notation.resources import template_files
from peloton.rules.facts.kinds import Category, SectionKind
from peloton.rules.facts.stage import Section, Sprint, Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up import (
    Course,
    Stretch,
    course_laps,
    course_stage,
    course_stretches,
    line_scales,
    tour_level,
)
from tests.rules.notation import rulebook_of

CLASSICS = (
    "fleche-wallonne",
    "liege-bastogne-liege",
    "milan-san-remo",
    "paris-roubaix",
    "tour-of-flanders",
)
LAPS = {1: (1, 2), 2: (2,), 3: (3,), 4: (3,)}


def cyclo(level: int = 1) -> Rulebook:
    tour = Tour(name="Ronde", rulebook="cyclo", options={"level": level})
    return rulebook_of(tour)


def section(kind: str, start: int, end: int, name: str = "") -> Section:
    return Section(kind=SectionKind(kind), start=start, end=end, name=name)


def stretches(stage: Stage, level: int = 1) -> list[tuple[int, int, str, int]]:
    found = course_stretches(stage, cyclo(level))
    return [(each.start, each.end, str(each.terrain), each.dice) for each in found]


def stretch_at(stage: Stage, line: int, level: int = 1) -> Stretch:
    return next(
        each
        for each in course_stretches(stage, cyclo(level))
        if each.start <= line < each.end
    )


def lengths(stage: Stage, kind: SectionKind) -> list[int]:
    return [s.length or 0 for s in stage.sections if s.kind is kind]


# CY-19: dice


def test_there_are_two_dice_on_the_road_and_three_in_the_last_30_lines() -> None:
    """CY-19. A ride of 100 lines without anything on it."""
    assert stretches(Stage(length=100)) == [(0, 70, "road", 2), (70, 100, "last km", 3)]


def test_there_is_one_die_on_a_mountain_and_three_in_its_descent() -> None:
    """CY-19. A climb of 20 lines, and 10 lines down."""
    stage = Stage(
        length=100, sections=(section("mountain", 10, 30), section("descent", 30, 40))
    )

    assert stretches(stage) == [
        (0, 10, "road", 2),
        (10, 30, "mountain", 1),
        (30, 40, "descent", 3),
        (40, 70, "road", 2),
        (70, 100, "last km", 3),
    ]


def test_an_odd_line_of_a_paved_road_sends_a_rider_three_lines_back() -> None:
    """CY-19. Two dice, as on any road."""
    stage = Stage(length=100, sections=(section("paved", 20, 35),))

    paved = stretch_at(stage, 20)

    assert (paved.terrain, paved.dice, paved.back) == ("paved", 2, 3)
    assert stretch_at(stage, 40).back == 0


def test_a_stage_that_ends_on_a_mountaintop_has_no_last_km() -> None:
    """CY-19. The climb ends where the stage does, and is still climbed with one die."""
    stage = Stage(length=100, sections=(section("mountain", 80, 100),))

    assert stretches(stage) == [(0, 80, "road", 2), (80, 100, "mountain", 1)]


def test_a_mountain_within_the_last_km_is_climbed_with_one_die() -> None:
    """CY-19, decided. The road around it has the three dice of the last km."""
    stage = Stage(length=100, sections=(section("mountain", 75, 90),))

    assert stretches(stage)[1:] == [
        (70, 75, "last km", 3),
        (75, 90, "mountain", 1),
        (90, 100, "last km", 3),
    ]


def test_a_paved_road_in_the_last_km_keeps_its_danger() -> None:
    """CY-19, decided. The dice are those of the last km."""
    stage = Stage(length=100, sections=(section("paved", 80, 90),))

    assert stretch_at(stage, 80).dice == 3
    assert stretch_at(stage, 80).back == 3


def test_a_paved_mountain_is_both() -> None:
    """CY-19. The Koppenberg: one die, and an odd line goes 3 back."""
    stage = Stage(
        length=100, sections=(section("mountain", 10, 25), section("paved", 10, 25))
    )

    assert (stretch_at(stage, 10).dice, stretch_at(stage, 10).back) == (1, 3)


@pytest.mark.parametrize("level", [2, 3, 4])
def test_from_level_2_on_only_sprinters_have_three_dice_in_the_last_km(
    level: int,
) -> None:
    """CY-13. The others have the two of any road."""
    last = stretch_at(Stage(length=100), 99, level)

    assert (last.dice, last.sprinter_dice) == (2, 3)


def test_a_prologue_shorter_than_the_last_km_is_all_last_km() -> None:
    """CY-19, CY-21. 20 lines."""
    assert stretches(Stage(length=20)) == [(0, 20, "last km", 3)]


def test_a_course_of_unknown_length_ends_with_its_last_section() -> None:
    unknown = Section(kind=SectionKind.PAVED)
    stage = Stage(sections=(section("mountain", 10, 30), unknown))

    assert stretches(stage) == [(0, 10, "road", 2), (10, 30, "mountain", 1)]
    two = Stage(sections=(section("mountain", 10, 30), section("descent", 30, 50)))
    assert stretches(two)[-1] == (30, 50, "descent", 3)


@pytest.mark.parametrize(("start", "end"), [(None, 40), (40, None), (None, None)])
def test_a_section_of_unknown_place_has_no_stretch(
    start: int | None, end: int | None
) -> None:
    """CY-19."""
    climb = Section(kind=SectionKind.MOUNTAIN, start=start, end=end)
    stage = Stage(length=100, sections=(climb,))

    assert stretches(stage) == [(0, 70, "road", 2), (70, 100, "last km", 3)]


def test_no_stretch_is_beyond_the_finish() -> None:
    """CY-19. A paved road from line 60 on, which goes on after the stage."""
    stage = Stage(length=100, sections=(section("paved", 60, 130),))

    assert stretches(stage)[-1] == (70, 100, "last km", 3)


def test_a_descent_to_the_finish_has_no_summit() -> None:
    """CY-19. Three dice, as in the last km; the road before it is in the last km."""
    stage = Stage(length=100, sections=(section("descent", 80, 100),))

    assert stretches(stage)[1:] == [(70, 80, "last km", 3), (80, 100, "descent", 3)]


def test_a_course_with_nothing_known_has_no_stretches() -> None:
    assert stretches(Stage()) == []


# What the lines are worth


def test_every_line_says_what_it_would_bring() -> None:
    """CY-8, CY-9. A climb of 24 lines is of the 3rd category."""
    stage = Stage(
        length=190,
        sections=(section("mountain", 60, 84, "Muur"),),
        sprints=(Sprint(name="Zottegem", at=120),),
    )

    assert line_scales(stage, cyclo()) == {
        "Muur": {"mountains": (5, 3, 2, 1)},
        "Zottegem": {"points": (5, 3, 2, 1)},
        "finish": {"points": (15, 10, 5, 4, 3, 2, 1)},
    }


def test_the_lines_are_in_the_order_of_the_course_the_finish_last() -> None:
    """GN-3."""
    stage = Stage(sprints=(Sprint(name="Zele", at=10), Sprint(name="Aalst", at=50)))

    assert [*line_scales(stage, cyclo())] == ["Zele", "Aalst", "finish"]


def test_what_a_stage_overrides_is_what_its_lines_are_worth() -> None:
    """GN-4. A climb by hand out of category, a sprint for nothing."""
    muur = replace(section("mountain", 60, 84, "Muur"), category=Category.HC)
    stage = Stage(sections=(muur,), sprints=(Sprint(name="A", points=()),), points=(9,))

    assert line_scales(stage, cyclo()) == {
        "Muur": {"mountains": (15, 10, 5, 3, 2, 1)},
        "finish": {"points": (9,)},
    }


# Laps

RING = Course(
    name="Ring",
    lap=60,
    every=Stage(
        sections=(section("mountain", 10, 20, "Berg"), section("descent", 20, 26)),
        sprints=(Sprint(name="Kerk", at=60), Sprint()),
    ),
    last=Stage(sections=(section("paved", 30, 45, "Steeg"),)),
)


def test_what_is_on_the_road_every_lap_comes_again_each_time() -> None:
    """CY-21. Twice round a lap of 60, with a climb and a sprint on each."""
    stage = course_stage(RING, 2)

    assert (stage.name, stage.length) == ("Ring", 120)
    assert [(s.name, s.start, s.end) for s in stage.sections] == [
        ("Berg, lap 1", 10, 20),
        ("", 20, 26),
        ("Berg, lap 2", 70, 80),
        ("", 80, 86),
        ("Steeg", 90, 105),
    ]
    assert [(s.name, s.at) for s in stage.sprints] == [
        ("Kerk, lap 1", 60),
        ("Kerk, lap 2", 120),
        ("", None),
        ("", None),
    ]


def test_a_single_lap_does_not_number_its_names() -> None:
    assert [s.name for s in course_stage(RING, 1).sections] == ["Berg", "", "Steeg"]


@pytest.mark.parametrize(("level", "laps"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_the_level_says_how_often_a_classic_goes_round(level: int, laps: int) -> None:
    """CY-21. 1 or 2 laps, 2, 3 and 3."""
    assert course_laps(Course(name="A", lap=190, levels=LAPS), level) == laps


def test_at_level_1_a_classic_may_go_round_twice() -> None:
    """CY-21. 1 or 2 laps."""
    assert course_laps(Course(name="A", lap=190, levels=LAPS), 1, 2) == 2


def test_other_laps_than_a_level_has_are_refused() -> None:
    """CY-21."""
    course = Course(name="A", lap=190, levels=LAPS)

    with pytest.raises(PelotonError, match=r"found 3 laps, expected 1 or 2 \(CY-21\)"):
        course_laps(course, 1, 3)


@pytest.mark.parametrize(("level", "found"), [(5, "level 5"), (None, "no level")])
def test_an_unknown_level_is_refused(level: int | None, found: str) -> None:
    """CY-21."""
    course = Course(name="A", lap=190, levels=LAPS)

    with pytest.raises(PelotonError, match=f"found {found}, expected one of 1, 2"):
        course_laps(course, level)


def test_a_course_of_ones_own_goes_round_as_often_as_wanted() -> None:
    assert course_laps(RING, None, 7) == 7
    assert course_laps(RING, None) == 1


@pytest.mark.parametrize("wanted", [None, 1])
def test_a_course_without_laps_is_ridden_once(wanted: int | None) -> None:
    assert course_laps(Course(name="Prologue"), 2, wanted) == 1


def test_a_course_without_laps_does_not_go_round_twice() -> None:
    with pytest.raises(PelotonError, match="found 2 laps, expected 1 "):
        course_laps(Course(name="Prologue", every=Stage(length=30)), 2, 2)


def test_a_tour_is_played_at_the_level_it_chose_or_else_at_the_usual_one() -> None:
    """CY-21. Cyclo's is 3."""
    tour = Tour(name="A", rulebook="cyclo")

    assert tour_level(replace(tour, options={"level": 2}), cyclo()) == 2
    assert tour_level(tour, cyclo()) == 3
    assert tour_level(tour, replace(cyclo(), options={})) is None


# The classics, as the game describes them


@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_classic_is_as_long_as_its_laps(name: str, level: int) -> None:
    """CY-21. 1, 2, 3 and 3 laps of the board."""
    course = named_course(name)
    assert course.lap is not None

    stage = course_stage(course, course_laps(course, level))

    assert stage.length == course.lap * {1: 1, 2: 2, 3: 3, 4: 3}[level]


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_milan_san_remo_has_two_mountains_of_some_25_lines_at_its_end(
    laps: int,
) -> None:
    """CY-21. On the last lap; the last descent ends just before the last km."""
    stage = course_stage(named_course("milan-san-remo"), laps)
    assert stage.length is not None

    mountains = [s for s in stage.sections if s.kind is SectionKind.MOUNTAIN]
    assert [s.length for s in mountains] == [25, 25]
    assert all((s.start or 0) > stage.length - 110 for s in mountains)
    assert (stage.sections[-1].kind, stage.sections[-1].end) == (
        SectionKind.DESCENT,
        stage.length - 30,
    )


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_the_tour_of_flanders_has_six_small_mountains_and_a_paved_road(
    laps: int,
) -> None:
    """CY-21. 10 to 15 lines each, and 15 lines of paved road after the fourth."""
    stage = course_stage(named_course("tour-of-flanders"), laps)
    climbs = [s for s in stage.sections if s.kind is SectionKind.MOUNTAIN]
    (paved,) = (s for s in stage.sections if s.kind is SectionKind.PAVED)

    assert len(climbs) == 6
    assert all(10 <= (s.length or 0) <= 15 for s in climbs)
    assert paved.length == 15
    ends = [part.end or 0 for part in (climbs[3], paved, climbs[4])]
    assert ends == sorted(ends)


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_paris_roubaix_has_seven_paved_roads_of_15_to_20_lines(laps: int) -> None:
    """CY-21. And the finish is on the cycling track."""
    course = named_course("paris-roubaix")
    paved = lengths(course_stage(course, laps), SectionKind.PAVED)

    assert len(paved) == 7
    assert all(15 <= length <= 20 for length in paved)
    assert "track" in course.note


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_the_fleche_wallonne_is_like_liege_but_ends_on_a_mountain(laps: int) -> None:
    """CY-21. Five mountains of 20 to 25 lines, the last one to the finish."""
    stage = course_stage(named_course("fleche-wallonne"), laps)
    climbs = lengths(stage, SectionKind.MOUNTAIN)

    assert len(climbs) == 5
    assert all(20 <= length <= 25 for length in climbs)
    assert stretches(stage)[-1][2] == "mountain"


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_liege_bastogne_liege_has_five_mountains_of_20_to_25_lines(laps: int) -> None:
    """CY-21."""
    stage = course_stage(named_course("liege-bastogne-liege"), laps)
    climbs = lengths(stage, SectionKind.MOUNTAIN)

    assert len(climbs) == 5
    assert all(20 <= length <= 25 for length in climbs)


@pytest.mark.parametrize("name", template_files("courses"))
def test_no_two_sections_of_a_ready_course_lie_on_each_other(name: str) -> None:
    """CY-21. The banners stand one after another, all of them before the last km."""
    course = named_course(name)
    stage = course_stage(course, 2 if course.lap else 1)

    ends = [0, *(s.end or 0 for s in stage.sections)]
    starts = [*(s.start or 0 for s in stage.sections), stage.length or 0]
    assert all(end <= start for end, start in zip(ends, starts, strict=True))


@pytest.mark.parametrize(
    "name", [n for n in template_files("courses") if "prologue" in n]
)
def test_a_ready_prologue_is_20_to_40_lines_long(name: str) -> None:
    """CY-21."""
    stage = course_stage(named_course(name))

    assert 20 <= (stage.length or 0) <= 40
    assert stage.kind == "prologue"
