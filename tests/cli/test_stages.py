"""The course, and what the game leader decides."""

import json

import pytest

from tests.cli.conftest import Run


def test_the_stages_are_listed_with_their_state(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")

    rows = json.loads(tour("stage", "list", "--json").out)

    assert [(row["number"], row["kind"], row["state"]) for row in rows] == [
        (1, "road", "ridden"),
        (2, "itt", "ridden"),
        (3, "road", "to be ridden"),
    ]


def test_an_edit_changes_only_what_is_given(tour: Run) -> None:
    assert tour("stage", "edit", "1", "--name", "Muur", "--length", "150").code == 0

    shown = tour("stage", "show", "1").out
    assert 'name = "Muur"\nlength = 150\n' in shown
    assert 'name = "Zottegem", at = 120' in shown


def test_a_ruling_counts_and_can_be_taken_back(tour: Run) -> None:
    before = tour("dump").out
    ruled = ("--bib", "4", "--seconds", "20", "--reason", "moved out of turn")
    assert tour("stage", "ruling", "2", *ruled, "--yes").code == 0
    row = json.loads(tour("result", "2", "--json").out)[0]
    assert (row["bib"], row["penalty"]) == ("4", 20)

    assert tour("stage", "ruling", "2", "--undo", "--yes").code == 0

    assert tour("dump").out == before


def test_lots_can_be_taken_back(tour: Run) -> None:
    before = tour("dump").out
    tour("stage", "lots", "1", "points", "4", "1", "--yes")
    assert 'points = "4 1"' in tour("dump").out

    tour("stage", "lots", "1", "points", "--yes")

    assert tour("dump").out == before


def test_a_cancelled_stage_counts_again_when_undone(tour: Run) -> None:
    before = tour("dump").out
    tour("stage", "cancel", "3", "--reason", "the cat sat on it", "--yes")
    assert json.loads(tour("stage", "list", "--json").out)[2]["state"] == "cancelled"

    tour("stage", "cancel", "3", "--undo", "--yes")

    assert tour("dump").out == before


def test_a_cleared_stage_keeps_its_course(tour: Run) -> None:
    for number in ("3", "2", "1"):
        assert tour("stage", "clear", number, "--yes").code == 0

    shown = tour("stage", "show", "1").out
    assert 'name = "Zottegem", at = 120' in shown
    assert tour("stage", "show", "1", "--entry").out == ""


def test_the_last_stage_is_removed_once_cleared(tour: Run) -> None:
    assert "'peloton stage clear 3' first" in tour("stage", "remove").err
    tour("stage", "clear", "3", "--yes")

    assert tour("stage", "remove").code == 0

    assert len(json.loads(tour("stage", "list", "--json").out)) == 2


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("stage ruling 1 --bib 99 --seconds 5 --reason x", "no rider 99"),
        ("stage ruling 1 --bib 7 --reason x", "needs --seconds, --points"),
        ("stage ruling 1 --bib 7 --seconds 5", "ruling: expected a reason"),
        ("stage ruling 1 --seconds 5 --reason x", "either a bib or a team"),
        ("stage ruling 1 --team MOLL --seconds 5 --reason x", "did you mean 'MOL'?"),
        ("stage ruling 1 --undo", "stage 1 has no ruling"),
        ("stage lots 1 general 1 1", "'1' is drawn 2 times in the lots"),
        ("stage lots 1 general 99", "no rider 99"),
        ("stage lots 1 young 1", "cyclo keeps"),
        ("stage cancel 1", "expected either --reason"),
        ("stage cancel 1 --undo", "stage 1 is not cancelled"),
        ("stage clear 1", "stage 2 has results but stage 1 has none"),
        ("stage edit 1 --sprint Ninove@60", "found a crossing of"),
        ("stage edit 1 --climb Muur@84-60", "expected 'to' beyond 'from'"),
        ("stage edit 1 --length 190 --climb Muur@60-191", "Muur: found to = 191, "),
        ("stage edit 1 --length 190 --paved 100-191", "paved: found to = 191, "),
        ("stage add --length 190 --sprint Aalst@191", "Aalst: found at = 191, "),
        ("stage edit 1 --length 70", "found to = 84, expected at most 70, the length"),
        ("stage edit 1 --sprint Muur@60", "two lines named 'Muur'"),
        ("stage edit 1 --sprint X@12o", "such as Zottegem@120"),
        ("stage edit 1 --paved Muur", "such as 100-115"),
        ("stage edit 1 --climb Muur@60-84:5", "expected one of HC, 1, 2, 3, 4"),
        ("stage edit 1 --points ten", "expected a whole number"),
        ("stage edit 9 --name X", "no stage 9; the tour has 3"),
        ("stage show 9", "no stage 9; the tour has 3"),
    ],
)
def test_what_does_not_fit_a_stage_is_refused(
    tour: Run, command: str, said: str
) -> None:
    tour("stage", "edit", "1", "--climb", "Muur@60-84")
    before = tour("dump").out

    ran = tour(*command.replace("Ninove@60", "Ninove@60 --climb Kap").split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert tour("dump").out == before


@pytest.mark.parametrize("verb", ["ruling", "lots", "clear"])
def test_a_stage_not_ridden_has_nothing_to_rule_on(tour: Run, verb: str) -> None:
    tour("stage", "clear", "3", "--yes")
    rest = {
        "ruling": ("--bib", "1", "--seconds", "5", "--reason", "x"),
        "lots": ("general", "1"),
        "clear": (),
    }

    ran = tour("stage", verb, "3", *rest[verb])

    assert ran.code == 1
    assert "stage 3 has no results" in ran.err


def test_a_kind_that_is_none_is_wrong_usage(tour: Run) -> None:
    ran = tour("stage", "add", "--kind", "raod")

    assert ran.code == 2
    assert "'road'" in ran.err


@pytest.mark.parametrize(
    ("option", "word", "answer", "written"),
    [
        ("--sprint", "Aalst 70", "y", '{ name = "Aalst", at = 70 }'),
        ("--sprint", "Aalst 70", "n", '{ name = "Aalst 70" }'),
        ("--climb", "Muur 60-84", "", 'name = "Muur", from = 60, to = 84'),
        ("--climb", "Muur 60-84:3", "", 'to = 84, category = "3"'),
    ],
)
def test_a_place_without_its_sign_is_asked_about(
    tour: Run, option: str, word: str, answer: str, written: str
) -> None:
    ran = tour("stage", "add", "--length", "190", option, word, typed=f"{answer}\n")

    assert "without @" in ran.err
    assert written in tour("stage", "show", "4").out


def test_a_number_alone_is_where_a_sprint_stands(tour: Run) -> None:
    assert tour("stage", "add", "--name", "Ninove", "--sprint", "120").code == 0

    assert "{ at = 120 }" in tour("stage", "show", "4").out
