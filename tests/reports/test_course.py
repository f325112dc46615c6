"""The course sheet: the sections to put on the board, and the points at each line."""

from dataclasses import replace

import pytest

from peloton.reports.headings import length_of
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import Cell, Sheet
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Sprint, Stage, StartGroup
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import OptionValue, Tour
from tests.reports.samples import sample
from tests.rules.notation import rulebook_of

STAGE = Stage(
    name="Oudenaarde - Geraardsbergen",
    length=190,
    sections=(
        Section(kind=SectionKind.MOUNTAIN, name="Muur", start=60, end=84),
        Section(kind=SectionKind.PAVED, name="Haaghoek", start=100, end=115),
    ),
    sprints=(Sprint(name="Zottegem", at=120),),
)
TOUR = Tour(
    name="Ronde",
    rulebook="cyclo",
    riders=(Rider(bib=Bib("1"), name="Eddy"), Rider(bib=Bib("2"))),
    stages=(Stage(), STAGE),
)


def sheet_of(stage: Stage, rulebook: str = "cyclo", **options: OptionValue) -> Sheet:
    tour = replace(TOUR, rulebook=rulebook, stages=(stage,), options=options)
    return course_sheet(tour, 1, rulebook_of(tour))


def rows(sheet: Sheet, name: str) -> tuple[tuple[Cell, ...], ...]:
    return next((t.rows for t in sheet.tables if t.name == name), ())


def test_the_sections_stand_with_their_dice_and_dangers() -> None:
    """CY-19, CY-13. At level 2 only sprinters have three dice in the last km."""
    assert rows(sheet_of(STAGE, level=2), "Course") == (
        (0, 60, "road", "", "2", None),
        (60, 84, "mountain", "Muur", "1", None),
        (84, 100, "road", "", "2", None),
        (100, 115, "paved", "Haaghoek", "2", "odd line: move 3 back"),
        (115, 160, "road", "", "2", None),
        (160, 190, "last km", "", "2, sprinters 3", None),
    )


def test_the_lines_to_be_crossed_stand_with_category_and_points() -> None:
    """CY-8, CY-9."""
    assert rows(sheet_of(STAGE), "To be crossed") == (
        (84, "Muur", "climb of category 3, 24 lines", "5, 3, 2, 1"),
        (120, "Zottegem", "intermediate sprint", "5, 3, 2, 1"),
        (190, "Finish", "finish", "15, 10, 5, 4, 3, 2, 1"),
    )


def test_bonus_seconds_stand_beside_the_points() -> None:
    """CR-6, CR-8, CR-9."""
    lines = rows(sheet_of(STAGE, "criterium"), "To be crossed")

    assert lines[1:] == (
        (120, "Zottegem", "intermediate sprint", "5, 3, 2, 1", "6, 4, 2"),
        (190, "Finish", "finish", "10, 6, 4, 3, 2, 1", "20, 12, 8"),
    )


def test_who_starts_ahead_stands_with_the_lead_the_furthest_first() -> None:
    """CY-23."""
    start = (
        StartGroup(bibs=(Bib("2"),), lead=10),
        StartGroup(bibs=(Bib("1"),), lead=25),
    )

    assert rows(sheet_of(replace(STAGE, start=start)), "Start") == (
        (25, "1 Eddy"),
        (10, "2"),
        (0, "everybody else"),
    )


def test_without_a_start_scenario_there_is_no_table_of_it() -> None:
    """CY-23."""
    assert rows(sheet_of(STAGE), "Start") == ()


def test_the_extra_turns_of_each_type_stand_on_the_sheet() -> None:
    """CY-12, CY-13. 190 lines are 4, and a climber has 1 for 24 lines of mountain."""
    turns = {row[0]: row[1] for row in rows(sheet_of(STAGE, level=2), "Extra turns")}

    assert turns["helper"] == 4
    assert turns["climber"] == 5


def test_at_level_1_there_are_no_extra_turns() -> None:
    """CY-12."""
    assert rows(sheet_of(STAGE, level=1), "Extra turns") == ()


def test_the_first_round_is_a_note() -> None:
    """CY-19."""
    assert (
        "First round: 3 dice for everybody, on any road (CY-19)."
        in sheet_of(STAGE).notes
    )


def test_a_game_without_dice_says_nothing_of_them() -> None:
    sheet = sheet_of(STAGE, "criterium")

    assert not [note for note in sheet.notes if "dice" in note]
    assert [c.title for c in sheet.tables[0].columns] == [
        "From",
        "To",
        "Section",
        "Name",
        "Danger",
    ]


def test_the_dangers_of_criterium_stand_by_its_sections() -> None:
    """CR-19. On cobbles a risk card, on a mountain double and no shelter."""
    dangers = [
        (row[2], row[-1]) for row in rows(sheet_of(STAGE, "criterium"), "Course")
    ]

    assert dangers[1] == ("mountain", "each space counts as 2, no shelter")
    assert dangers[3] == ("paved", "a risk card")
    assert dangers[0][1] is dangers[2][1] is None


@pytest.mark.parametrize("kind", [k for k in StageKind if k.on_track])
def test_a_race_on_the_track_has_no_sections(kind: StageKind) -> None:
    """CY-20."""
    assert rows(sheet_of(Stage(kind=kind, length=60)), "Course") == ()


def test_a_stage_to_come_has_a_sheet_with_its_name_and_tour() -> None:
    sheet = sheet_of(STAGE)

    assert sheet.title == "Stage 1: Oudenaarde - Geraardsbergen"
    assert sheet.subtitle == "Ronde · road stage · 190 lines"


def test_a_stage_of_which_nothing_is_known_has_a_sheet() -> None:
    sheet = sheet_of(Stage())

    assert sheet.title == "Stage 1"
    assert [table.name for table in sheet.tables] == ["To be crossed"]


@pytest.mark.parametrize(
    ("name", "length"),
    [("road", "187 km"), ("cyclo", "150 lines"), ("criterium", "spaces")],
)
def test_a_length_is_in_what_the_game_counts_it_in(name: str, length: str) -> None:
    """A real race has km, a board of Cyclo lines."""
    race = sample(name)
    number = len(race.tour.stages)
    said = [
        stage_sheet(race, number).subtitle,
        course_sheet(race.tour, number, race.rulebook).subtitle,
    ]
    profile = stage_profile(race.tour.stages[-1], race.rulebook)

    assert all(length in each for each in said)
    assert profile is not None
    assert length in profile.about
    assert "spaces" not in profile.about or name == "criterium"


@pytest.mark.parametrize(
    ("name", "length"),
    [("flamme-rouge", "1 square"), ("cyclo", "1 line"), ("road", "1 km")],
)
def test_a_length_of_one_is_in_the_singular(name: str, length: str) -> None:
    """FR-2 has climbs of one square."""
    assert length_of(1, sample(name).rulebook) == length
