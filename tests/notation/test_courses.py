"""Course files: the ready ones, and a user's own with its mistakes."""

from pathlib import Path

import pytest

from peloton.errors import InputError, PelotonError
from peloton.notation.course_file import named_course, read_course
from peloton.notation.resources import template_files
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Sprint, Stage
from peloton.rules.setting_up import Course
from tests.notation.documents import problems_of

RING = """\
name = "Ring"
rulebook = "criterium"
note = "Mind the cat."
kind = "road"
lap = 60
sections = [ { kind = "mountain", name = "Berg", from = 10, to = 20 } ]
sprints = [ { name = "Kerk", at = 60 } ]

[levels]
1 = [1, 2]

[last_lap]
sections = [ { kind = "paved", from = 30, to = 45 } ]
"""


def mistakes(text: str) -> list[str]:
    return [problem.message for problem in problems_of(text, read_course)]


def test_a_course_file_holds_a_course() -> None:
    """CY-21. A lap of 60, 1 or 2 of them at level 1, a paved road on the last."""
    assert read_course(RING) == Course(
        name="Ring",
        rulebook="criterium",
        note="Mind the cat.",
        lap=60,
        levels={1: (1, 2)},
        every=Stage(
            sections=(
                Section(kind=SectionKind.MOUNTAIN, name="Berg", start=10, end=20),
            ),
            sprints=(Sprint(name="Kerk", at=60),),
        ),
        last=Stage(sections=(Section(kind=SectionKind.PAVED, start=30, end=45),)),
    )


def test_a_course_may_have_a_length_and_no_laps() -> None:
    """CY-21. A prologue."""
    course = read_course('name = "A"\nkind = "prologue"\nlength = 30\n')

    assert (course.lap, course.every.length) == (None, 30)
    assert course.every.kind is StageKind.PROLOGUE


@pytest.mark.parametrize("name", template_files("courses"))
def test_every_ready_course_can_be_read(name: str) -> None:
    assert named_course(name).name


def test_the_four_classics_come_with_peloton() -> None:
    """CY-21."""
    assert {
        "milan-san-remo",
        "tour-of-flanders",
        "paris-roubaix",
        "liege-bastogne-liege",
        "fleche-wallonne",
    } <= set(template_files("courses"))


def test_a_course_of_ones_own_is_named_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "ring.toml"
    file.write_text(RING)

    assert named_course(str(file)).name == "Ring"


def test_an_unknown_course_names_the_nearest() -> None:
    with pytest.raises(
        PelotonError,
        match=r"^no course 'paris-rubaix', expected one of .*'paris-roubaix'\?$",
    ):
        named_course("paris-rubaix")


def test_the_mistakes_of_a_course_file_are_listed_with_their_lines(
    tmp_path: Path,
) -> None:
    file = tmp_path / "ring.toml"
    file.write_text(RING.replace("lap =", "lapp =").replace('"paved"', '"peved"'))

    with pytest.raises(InputError) as refused:
        named_course(str(file))

    assert str(refused.value) == f"{file} is not a course: it has 2 mistakes"
    assert [line.split(": ")[0] for line in refused.value.lines] == [
        f"{file}:5",
        f"{file}:13",
    ]


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ring.toml"
    file.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(PelotonError, match="not a text file in UTF-8"):
        named_course(str(file))


@pytest.mark.parametrize("more", ["", "lap = 60\nlength = 60\n"])
def test_a_course_has_either_a_lap_or_a_length(more: str) -> None:
    assert mistakes(f'name = "A"\n{more}') == [
        "a course: expected either 'lap' or 'length'"
    ]


@pytest.mark.parametrize("key", ["finish", "crossings", "date", "start"])
def test_a_course_has_no_results(key: str) -> None:
    (message,) = mistakes(f'name = "A"\nlap = 60\n{key} = 1\n')

    assert message.startswith(f"unknown key '{key}' in a course, expected one of name")


@pytest.mark.parametrize(
    ("laps", "found"), [("[]", "[]"), ("[0]", "[0]"), ("2", "2"), ('"x"', "'x'")]
)
def test_the_laps_of_a_level_are_a_list_of_numbers_from_1(
    laps: str, found: str
) -> None:
    """CY-21."""
    (message,) = mistakes(f'name = "A"\nlap = 60\n[levels]\n1 = {laps}\n')

    assert message.startswith(f"1: found {found}, expected ")


def test_a_level_is_a_number() -> None:
    """CY-21."""
    assert mistakes('name = "A"\nlap = 60\n[levels]\nhard = [1]\n') == [
        "hard: found 'hard', expected a level such as 1"
    ]


@pytest.mark.parametrize("lap", ["-190", "0", '"long"'])
def test_a_lap_is_a_whole_number_from_1(lap: str) -> None:
    (message,) = mistakes(f'name = "A"\nlap = {lap}\n')

    assert message.endswith("expected a whole number, 1 or more")


@pytest.mark.parametrize("table", ["", "[last_lap]\n"])
def test_what_lies_beyond_the_end_of_a_lap_is_refused(table: str) -> None:
    """The paved road ends at 61 of 60, the sprint stands at 70."""
    text = (
        f'name = "A"\nlap = 60\n{table}'
        'sections = [ { kind = "paved", from = 50, to = 61 } ]\n'
        'sprints = [ { name = "S", at = 70 } ]\n'
    )

    assert mistakes(text) == [
        "paved: found to = 61, expected at most 60, the length of the course",
        "S: found at = 70, expected at most 60, the length of the course",
    ]
