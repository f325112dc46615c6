"""The pictures: profiles to scale, gaps as lines, jerseys as jerseys."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.reports.classifications.standings import jersey_days_table
from peloton.reports.drawing import Anchor, Dash, Label, Picture, Shape
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.lettering import (
    ROUND_TIMES,
    axis_step,
    estimated_width,
    fitted,
    wrapped,
)
from peloton.reports.pictures.profile import (
    WIDTH,
    Flag,
    flag,
    placed_flags,
    stage_profile,
)
from peloton.reports.pictures.terrain import road_heights
from peloton.rules.facts.kinds import Category, SectionKind, StageKind
from peloton.rules.facts.stage import Section, Sprint, Stage
from peloton.rules.words import printable
from tests.reports.samples import NAMES, sample
from tests.rules.notation import cyclo, stage

CYCLO = sample("cyclo").rulebook


def section(
    kind: SectionKind, start: int, end: int, category: Category | None = None
) -> Section:
    return Section(kind=kind, start=start, end=end, category=category, name="Muur")


def climb(start: int, end: int, category: Category | None = None) -> Section:
    return section(SectionKind.MOUNTAIN, start, end, category)


def profile(course: Stage) -> Picture:
    picture = stage_profile(course, CYCLO)
    assert picture is not None
    return picture


def labels(picture: Picture) -> dict[str, Label]:
    return {part.text: part for part in picture.shapes if isinstance(part, Label)}


def heights(*sections: Section, length: int = 100) -> list[tuple[int, int]]:
    return road_heights(Stage(length=length, sections=sections), CYCLO)


def test_spaces_are_to_scale_along_the_foot() -> None:
    at = {
        text: label.at[0] for text, label in labels(profile(Stage(length=80))).items()
    }

    assert at["40"] - at["0"] == pytest.approx(at["80"] - at["40"])
    assert at["10"] - at["0"] == pytest.approx((at["80"] - at["0"]) / 8)


def test_a_flag_stands_where_the_sprint_does() -> None:
    course = Stage(length=80, sprints=(Sprint(name="Sluis", at=40),))
    found = labels(profile(course))

    assert found["Sluis"].at[0] - found["40"].at[0] == pytest.approx(2)


def test_the_chart_of_a_profile_has_the_lines_to_be_crossed_where_they_are() -> None:
    """With the road from turn to turn: up from 10 to 20, and down to 30."""
    course = Stage(
        length=80,
        sections=(climb(10, 20, Category.HC),),
        sprints=(Sprint(name="Sluis", at=47), Sprint(name="Brug", at=80)),
    )
    chart = profile(course).chart
    assert chart is not None
    road, *points = chart.series
    placed = [
        (point.title, [chart.categories[n] for n, at in enumerate(point.values) if at])
        for point in points
    ]

    assert [each.points for each in chart.series] == [False, *[True] * len(points)]
    assert chart.categories == (0, 10, 20, 30, 47, 80)
    low, high = 10, 110
    assert road.values == (low, low, high, low, low, low)
    assert placed == [("Muur (HC)", [20]), ("Sluis", [47]), ("Brug, Finish", [80])]


def test_a_flat_road_without_a_line_has_no_chart() -> None:
    assert profile(Stage(length=80)).chart is None


def test_a_climb_is_as_high_as_its_category() -> None:
    """The road rises from the first line to the last."""
    found = heights(climb(10, 20, Category.HC), climb(60, 90, Category.FOURTH))

    assert (10, 0) in found
    assert (20, 100) in found
    assert (60, 0) in found
    assert (90, 32) in found


def test_a_climb_without_a_category_goes_by_its_length() -> None:
    """CY-9. From 41 lines on it is out of category."""
    assert max(height for _, height in heights(climb(10, 51))) == 100


def test_the_road_comes_down_where_the_descents_are() -> None:
    down = section(SectionKind.DESCENT, 40, 60)

    found = heights(climb(10, 20, Category.HC), down)

    assert (40, 100) in found
    assert (60, 0) in found


def test_without_a_descent_it_comes_down_as_it_went_up() -> None:
    assert (30, 0) in heights(climb(10, 20, Category.HC))


def test_a_finish_on_a_summit_is_the_highest_point() -> None:
    assert heights(climb(80, 100, Category.HC))[-1] == (100, 100)


def test_a_climb_from_halfway_down_goes_on_from_there() -> None:
    found = dict(heights(climb(0, 20, Category.FIRST), climb(30, 50, Category.FIRST)))

    assert 0 < found[30] < found[20] < found[50]


def test_a_course_of_unknown_length_ends_with_its_last_line() -> None:
    course = Stage(sections=(climb(10, 30),), sprints=(Sprint(at=70),))

    assert "70" in labels(profile(course))


@pytest.mark.parametrize(
    "course",
    [Stage(), Stage(length=0), Stage(length=50, kind=StageKind.KEIRIN)],
    ids=["nothing known", "no length", "track"],
)
def test_without_a_course_there_is_no_profile(course: Stage) -> None:
    assert stage_profile(course, CYCLO) is None


def test_unnamed_lines_are_called_by_their_kind() -> None:
    course = Stage(
        length=80,
        sprints=(Sprint(at=40),),
        sections=(replace(climb(10, 20, Category.THIRD), name=""),),
    )

    assert {"Sprint 1", "Climb 1 (3)"} <= labels(profile(course)).keys()


def test_cobbles_are_drawn_where_the_road_is_paved() -> None:
    paved = section(SectionKind.PAVED, 40, 60)
    found = profile(Stage(length=80, sections=(paved,)))

    lines = [part for part in found.shapes if isinstance(part, Shape)]
    stones = [part for part in lines if part.dash is Dash.DOTTED]
    start, end = (labels(found)[space].at[0] for space in ("40", "60"))
    assert len(stones) == 2
    assert all(start < x < end for part in stones for x, _ in part.points)


WORDS = st.text("abcdefghij WÉ王", min_size=1, max_size=300)
FLAGS = st.lists(
    st.builds(
        flag, x=st.floats(16, 495), at=st.just(0), name=WORDS, after=st.just("(HC)")
    ),
    max_size=25,
)


def crossed(one: Flag, other: Flag) -> bool:
    """Return whether texts overlap, or a line crosses a text."""
    if one.lane == other.lane:
        return one.left < other.right and other.left < one.right
    low, high = sorted((one, other), key=lambda each: each.lane)
    return low.left < high.x < low.right


@given(FLAGS)
def test_no_name_on_a_profile_covers_another(flags: list[Flag]) -> None:
    pairs = combinations(placed_flags(flags), 2)

    assert not [pair for pair in pairs if crossed(*pair)]


@given(FLAGS)
def test_no_name_leaves_the_picture(flags: list[Flag]) -> None:
    assert all(each.left >= 0 for each in placed_flags(flags))
    assert all(each.right <= WIDTH for each in placed_flags(flags))


@pytest.mark.parametrize("end", [20, 90, 180])
def test_a_climb_with_a_very_long_name_stays_on_its_profile(end: int) -> None:
    top = replace(climb(10, end, Category.FIRST), name="Côte " * 60)
    picture = profile(Stage(length=200, sections=(top,)))
    (name,) = (label for text, label in labels(picture).items() if "Côte" in text)
    long = estimated_width(name.text, name.size)
    left = name.at[0] - long * (name.anchor is Anchor.END)

    assert left >= 0
    assert left + long <= picture.width
    assert name.text.endswith("… (1)")


@given(st.text(max_size=80), st.floats(20, 120))
def test_a_name_is_set_smaller_before_it_is_cut(name: str, room: float) -> None:
    text, size = fitted(name, 7, room)

    assert estimated_width(text, size) <= room + 0.001
    assert 5 <= size <= 7
    assert text == printable(name) or size == 5


@given(st.text(max_size=80), st.floats(20, 120))
def test_a_name_is_broken_into_lines_and_stays_whole(name: str, room: float) -> None:
    lines = wrapped(name, 7, room)

    assert all(estimated_width(line, 7) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == printable(name).replace(" ", "")


def test_a_line_ends_between_words_or_after_a_hyphen() -> None:
    lines = wrapped("Saint-Méen-le-Grand - Laval", 7, 50)

    assert lines == ["Saint-Méen-", "le-Grand -", "Laval"]


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_keeps_within_its_frame(name: str) -> None:
    race = sample(name)
    pictures = [
        *(stage_profile(each, race.rulebook) for each in race.tour.stages),
        gaps_picture(race),
        wearers_picture(race, race.stages[-1]),
    ]
    for picture in filter(None, pictures):
        points = [
            point
            for part in picture.shapes
            for point in ((part.at,) if isinstance(part, Label) else part.points)
        ]
        assert all(
            0 <= x <= picture.width and 0 <= y <= picture.height for x, y in points
        ), picture.name


def test_the_chart_has_the_gaps_of_the_general_classification() -> None:
    """After the first stage 30 and 40 seconds, after the second 90 and 80."""
    race = cyclo(stage("1 3 0, 2 4 0", "itt"), stage("2 4 0, 1 6 0", "itt"))

    picture = gaps_picture(race)

    assert picture is not None
    assert picture.chart is not None
    assert picture.chart.categories == (1, 2)
    assert [(each.title, each.values) for each in picture.chart.series] == [
        ("2", (10, 0)),
        ("1", (0, 10)),
    ]
    assert (picture.chart.timed, picture.chart.reversed) == (True, True)


def test_the_line_of_who_left_is_not_drawn() -> None:
    race = cyclo(stage("1 3 0, 2 4 0", "itt"), stage("1 6 0, DNF 2", "itt"))

    picture = gaps_picture(race)

    assert picture is not None
    assert picture.chart is not None
    assert [each.title for each in picture.chart.series] == ["1"]


def test_a_cancelled_stage_is_no_step_of_the_chart() -> None:
    """GN-4."""
    race = cyclo(stage("1 3 0", "itt"), stage(cancelled="snow"), stage("1 6 0", "itt"))

    picture = gaps_picture(race)

    assert picture is not None
    assert picture.chart is not None
    assert picture.chart.categories == (1, 3)


def test_lines_are_told_apart_without_colours() -> None:
    """Each has a combination of dash and width that no other line has."""
    picture = gaps_picture(sample("road"))
    assert picture is not None
    drawn = [part for part in picture.shapes if isinstance(part, Shape)]
    lines = [part for part in drawn if len(part.points) == 5]

    assert len(lines) == len({(part.dash, part.width) for part in lines}) == 8
    assert len({part.stroke for part in lines}) == 8


def test_an_outlier_does_not_squash_the_others() -> None:
    """1 minute among 3 riders, an hour to the fourth: below a break of the axis."""
    marks = "1 3 0, 2 4 0, 3 9 0, 4 400 0"
    picture = gaps_picture(cyclo(stage(marks, "itt"), stage(marks, "itt")))
    assert picture is not None
    ends = {
        label.text: label.at[1]
        for label in picture.shapes
        if isinstance(label, Label) and label.at[0] > 370 and label.text.isdecimal()
    }
    labels = [part.text for part in picture.shapes if isinstance(part, Label)]

    assert ends["3"] - ends["1"] > 0.6 * picture.height
    assert ends["4"] > ends["3"]
    assert "+2:12:20" in labels


def test_one_stage_makes_no_line() -> None:
    assert gaps_picture(cyclo(stage("1 3 0, 2 4 0", "itt"))) is None


@pytest.mark.parametrize("name", NAMES)
def test_the_names_beside_the_chart_stand_clear_of_each_other(name: str) -> None:
    picture = gaps_picture(sample(name))
    parts = picture.shapes if picture else ()
    beside = {p.at[1] for p in parts if isinstance(p, Label) and p.at[0] > 383}

    assert all(abs(one - other) >= 9 for one, other in combinations(beside, 2))


def test_the_days_in_a_jersey_are_listed() -> None:
    """Rider 17 wore yellow after stages 3, 4 and 5."""
    days = jersey_days_table(sample("cyclo"))

    yellow = [row[1] for row in days.rows]
    assert yellow[2:] == ["Gijs Grachtengordel"] * 3
    assert yellow.count("Gijs Grachtengordel") == 3


def test_a_cancelled_stage_is_no_day_in_a_jersey() -> None:
    race = cyclo(stage("1 3 0, 2 4 0", "itt"), stage(cancelled="snow"))

    days = jersey_days_table(race)

    assert [row[1] is None for row in days.rows] == [False, True]


def test_a_jersey_has_its_colour_and_a_spotted_one_has_dots() -> None:
    """RR-8."""
    race = sample("road")
    picture = wearers_picture(race, race.stages[-1])
    assert picture is not None
    fills = [part.fill for part in picture.shapes if isinstance(part, Shape)]

    assert fills.count("#f5c400") == 1
    assert fills.count("#1b9e3e") == 1
    assert fills.count("#d7263d") > 5


def test_a_game_without_jerseys_has_no_picture_and_no_days_of_them() -> None:
    race = sample("figueres")

    assert jersey_days_table(race).rows == ()
    assert wearers_picture(race, race.stages[-1]) is None


@pytest.mark.parametrize(("end", "step"), [(7, 1), (30, 5), (190, 50), (0, 1)])
def test_steps_along_the_foot_are_round(end: int, step: int) -> None:
    assert axis_step(end, 8) == step


@pytest.mark.parametrize(
    ("end", "step"), [(5, 1), (168, 30), (3600, 600), (90_000, 18_000)]
)
def test_steps_of_time_are_those_of_a_clock(end: int, step: int) -> None:
    assert axis_step(end, 6, ROUND_TIMES) == step
