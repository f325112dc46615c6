"""Track results in a tour file and in an entry: read, written and checked."""

import pytest

from peloton.notation.desk.entry import Entry, read_entry
from peloton.notation.desk.reading import read_desk
from peloton.notation.desk.writing import desk_text
from peloton.notation.problems import problem_lines
from peloton.notation.tour_file.reading import read_tour
from peloton.notation.tour_file.writing import tour_text
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from tests.notation.samples import LINES, read_whole

HEADER = """\
[tour]
name = "Six Days"
rulebook = "cyclo"

[[rider]]
bib = "1"

[[rider]]
bib = "2"

[[stage]]
name = "Madison"
kind = "points race"
laps = [
  "1 2",
  "2 1",
]
"""


def refused(stage: str) -> list[str]:
    """Return the mistakes in a meeting of riders 1 and 2 with one stage."""
    text = HEADER[: HEADER.index("[[stage]]")] + f"[[stage]]\n{stage}\n"
    reading = read_tour(text)
    return list(problem_lines("meeting.toml", text, reading.problems))


@pytest.mark.parametrize(
    ("spelling", "kind"),
    [
        ("points race", StageKind.POINTS_RACE),
        ("points-race", StageKind.POINTS_RACE),
        ("points_race", StageKind.POINTS_RACE),
        ("Team Pursuit", StageKind.TEAM_PURSUIT),
        ("team-pursuit", StageKind.TEAM_PURSUIT),
        ("1 km", StageKind.KM),
        ("1km", StageKind.KM),
        ("1-km", StageKind.KM),
        ("km", StageKind.KM),
        ("mountain time trial", StageKind.MTT),
    ],
)
def test_a_kind_is_read_however_its_words_are_joined(
    spelling: str, kind: StageKind
) -> None:
    text = HEADER.replace('"points race"', f'"{spelling}"')

    assert read_whole(text).stages[0].kind is kind


@pytest.mark.parametrize("kind", StageKind)
def test_a_kind_is_written_in_one_way(kind: StageKind) -> None:
    text = HEADER.replace('"points race"', f'"{str(kind).replace(" ", "-")}"')

    written = tour_text(read_whole(text))

    assert (f'kind = "{kind}"' in written) is (kind is not StageKind.ROAD)


def test_a_kind_that_is_none_is_named_with_the_nearest() -> None:
    (line,) = refused('kind = "kieren"')

    assert line.startswith("meeting.toml:12: error: kind: found 'kieren'")
    assert line.endswith("did you mean 'keirin'?")


def test_a_kind_that_is_not_text_is_refused() -> None:
    (line,) = refused('kind = ["keirin"]')

    assert "found ['keirin'], expected one of road" in line


def test_laps_are_written_an_order_to_a_line() -> None:
    assert tour_text(read_whole(HEADER)) == f"{HEADER}"


def test_heats_and_who_was_eliminated_are_read_and_written() -> None:
    text = HEADER[: HEADER.index("[[stage]]")] + (
        '[[stage]]\nkind = "sprint"\nheats = [\n  "1 2",\n  "1 2",\n]\n\n'
        '[[stage]]\nkind = "elimination"\neliminated = "2"\n'
    )

    tour = read_whole(text)

    assert tour.stages[0].heats == (("1", "2"), ("1", "2"))
    assert tour.stages[1].eliminated == ("2",)
    assert tour_text(tour) == text


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ('laps = "1 2"', "laps: found '1 2', expected a list of orders"),
        ("laps = [true]", "laps: found true, expected the order in quotes"),
        ("heats = 2", "heats: found 2, expected a list of orders"),
        ("eliminated = 2", "eliminated: found 2, expected the order in quotes"),
        ('eliminated = "2 ("', "eliminated: found '(', expected a bib"),
    ],
)
def test_an_order_of_the_wrong_form_is_refused_with_its_line(
    stage: str, said: str
) -> None:
    (line,) = refused(stage)

    assert line.startswith(f"meeting.toml:12: error: {said}")


def entry(text: str, kind: StageKind) -> Entry:
    """Read an entry for a stage of a tour without riders."""
    stage, tour = Stage(kind=kind), Tour(name="Meeting", rulebook="criterium")
    return read_entry(
        text, stage, LINES, lambda lines: read_desk(lines, stage, LINES, tour)
    )


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (StageKind.POINTS_RACE, "1 2\n2 1\n"),
        (StageKind.SPRINT, "1 2\n2 1\n1 2\n"),
        (StageKind.ELIMINATION, "2 3\n1\n"),
    ],
)
def test_plain_lines_are_the_orders_of_a_race_without_times(
    kind: StageKind, text: str
) -> None:
    read = entry(f"{text}DNF 9", kind)
    stage, again = read.stage, entry(desk_text(read.stage), kind).stage

    assert read.problems == ()
    assert [line.bibs for line in stage.finish] == [("9",)]
    orders = stage.laps or stage.heats or (stage.eliminated,)
    assert [bib for order in orders for bib in order] == text.split()
    assert (again.laps, again.heats, again.eliminated) == (
        stage.laps,
        stage.heats,
        stage.eliminated,
    )


def test_a_criterium_has_laps_and_result_lines() -> None:
    read = entry("Lap 1: 2 1\n1 0 3\n2 0 1\n", StageKind.CRITERIUM)
    stage = read.stage

    assert read.problems == ()
    assert stage.laps == (("2", "1"),)
    assert [line.bibs for line in stage.finish] == [("1",), ("2",)]


def test_an_entry_may_be_a_piece_of_a_tour_file() -> None:
    read = entry('heats = ["1 2", "1 2"]', StageKind.SPRINT)

    assert read.problems == ()
    assert read.stage.heats == (("1", "2"), ("1", "2"))
