"""Ready courses, the course of a stage, and what a game needs on the table."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(("level", "length"), [(1, 190), (2, 380), (3, 570), (4, 570)])
def test_a_classic_is_a_tour_of_one_stage_of_its_levels_laps(
    run: Run, level: int, length: int
) -> None:
    """CY-21."""
    assert run("new", "--classic", "paris-roubaix", "--level", str(level)).code == 0

    (stage,) = json.loads(run("stage", "list", "--json").out)
    assert (stage["name"], stage["length"]) == ("Paris-Roubaix", length)
    dump = run("dump").out
    assert dump.count('kind = "paved"') == 7
    assert f"level = {level}" in dump


def test_at_level_1_a_classic_may_go_round_twice(run: Run) -> None:
    """CY-21."""
    run("new", "--classic", "milan-san-remo", "--level", "1", "--laps", "2")

    assert "length = 380" in run("dump").out


def test_without_a_level_a_classic_is_ridden_at_the_usual_one(run: Run) -> None:
    """CY-21. Cyclo's is 3."""
    assert run("new", "--classic", "tour-of-flanders", "--name", "Ours").code == 0

    assert "length = 570" in run("dump").out
    assert 'name = "Ours"' in run("dump").out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--classic paris-rubaix", "did you mean 'paris-roubaix'?"),
        (
            "--classic paris-roubaix --level 5",
            "level: found '5', expected one of 1, 2, 3, 4",
        ),
        (
            "--classic paris-roubaix --level 3 --laps 2",
            "Paris-Roubaix: found 2 laps, expected 3 (CY-21)",
        ),
        (
            "--classic paris-roubaix --rulebook road",
            "found no level, expected one of",
        ),
        ("--name A --rulebook cyclo --laps 2", "found --laps without a course"),
    ],
)
def test_a_classic_that_there_is_not_is_refused(run: Run, line: str, said: str) -> None:
    """CY-21."""
    ran = run("new", *line.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert run("tours", "--json").out.strip() == "[]"


def test_a_ready_course_is_added_with_what_is_given_besides(tour: Run) -> None:
    """CY-21. A prologue of 25 lines in place of 30."""
    assert tour("stage", "add", "--course", "prologue", "--length", "25").code == 0

    stage = json.loads(tour("stage", "list", "--json").out)[-1]
    assert (stage["kind"], stage["length"]) == ("prologue", 25)


def test_a_course_of_ones_own_goes_round_as_often_as_wanted(
    tour: Run, folder: Path
) -> None:
    (folder / "ring.toml").write_text(
        'name = "Ring"\nlap = 60\nsprints = [ { name = "Kerk", at = 60 } ]\n'
    )

    ran = tour("stage", "add", "--course", "ring.toml", "--laps", "3")

    assert ran.code == 0
    shown = tour("stage", "show", "4").out
    assert "length = 180" in shown
    assert '{ name = "Kerk, lap 3", at = 180 }' in shown


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--course proloque", "did you mean 'prologue'?"),
        ("--course prologue --laps 2", "Prologue: found 2 laps, expected 1 (CY-21)"),
        ("--laps 2", "found --laps without a course, expected --course NAME too"),
    ],
)
def test_a_course_that_does_not_fit_is_refused(tour: Run, line: str, said: str) -> None:
    ran = tour("stage", "add", *line.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err


def test_who_starts_ahead_is_said_on_the_sheet_of_the_stage(
    tour: Run, folder: Path
) -> None:
    """CY-23."""
    start = '[[stage]]\nname = "Chase"\nstart = [{ bibs = "1 4", lead = 25 }]\n'
    (folder / "mini.toml").write_text(tour("dump").out + start)
    assert tour("load", "mini.toml", "--replace").code == 0

    shown = json.loads(tour("stage", "show", "4", "--json").out)
    assert shown["Start"] == [
        {"Lines ahead": 25, "Riders": "1 Eddy Baens, 4 Jan Janssen"},
        {"Lines ahead": 0, "Riders": "everybody else"},
    ]


def test_a_stage_is_shown_with_its_dice_and_points(tour: Run) -> None:
    """CY-9, CY-19."""
    shown = json.loads(tour("stage", "show", "1", "--json").out)

    assert {
        "From": 60,
        "To": 84,
        "Section": "mountain",
        "Name": "Muur",
        "Dice": "1",
    } in (shown["Course"])
    assert shown["To be crossed"][0]["Points"] == "5, 3, 2, 1"


@pytest.mark.parametrize("number", [[], ["1"], ["3"]])
def test_the_course_of_a_stage_is_printed_ridden_or_not(
    tour: Run, folder: Path, number: list[str]
) -> None:
    assert tour("sheet", "stage", *number, "-o", "stage.pdf").code == 0

    assert (folder / "stage.pdf").read_bytes().startswith(b"%PDF")


def test_a_stage_that_there_is_not_has_no_sheet(tour: Run, folder: Path) -> None:
    ran = tour("sheet", "stage", "9", "-o", "stage.pdf")

    assert (ran.code, ran.errors) == (1, ["Error: no stage 9; the tour has 3"])
    assert not (folder / "stage.pdf").exists()


# What goes on the table


def test_the_cards_are_counted_out_for_the_riders(run: Run) -> None:
    """CR-14."""
    rows = json.loads(
        run("rules", "setup", "criterium", "--riders", "12", "--json").out
    )

    assert [row["Cards"] for row in rows["Cards"]] == [60, 84]


def test_the_extra_turns_are_those_of_the_course(run: Run) -> None:
    """CY-12, CY-13. The game's own example of 190 lines, and 25 lines of mountain."""
    line = "rules setup cyclo --length 190 --mountain 25 --level 2 --json"

    rows = json.loads(run(*line.split()).out)["Extra turns"]

    turns = {row["Type"]: row["Extra turns"] for row in rows}
    assert (turns["helper"], turns["climber"]) == (4, 5)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("criterium --riders 16", "found 16 riders, expected 6 to 15 (CR-14)"),
        ("figueres --players 2", "found 2 players, expected 3 to 5 (FI-3)"),
        ("figueres --riders 6", "found 6 riders, expected none"),
        ("cyclo --level 7", "level: found '7', expected one of 1, 2, 3, 4"),
        ("cyclo --length 20 --mountain 30", "found 30 spaces of mountain on a course"),
        ("cylco", "did you mean 'cyclo'?"),
    ],
)
def test_a_setting_up_that_there_is_not_is_refused(
    run: Run, line: str, said: str
) -> None:
    """CR-14, FI-3, CY-12."""
    ran = run("rules", "setup", *line.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err


def test_a_negative_length_is_a_wrong_option(run: Run) -> None:
    ran = run("rules", "setup", "cyclo", "--length", "-5")

    assert ran.code == 2
    assert "-5 is not in the range" in ran.err


# A rulebook of one's own


def test_a_copy_of_a_rulebook_is_checked_and_scores(run: Run, folder: Path) -> None:
    assert run("rules", "new", "my-cyclo", "--from", "cyclo").code == 0

    assert run("rules", "check", "my-cyclo.toml").code == 0
    (folder / "ours.toml").write_text(
        '[tour]\nname = "Ours"\nrulebook = "my-cyclo.toml"\n[[rider]]\nbib = "1"\n'
        '[[stage]]\nfinish = "1 0 3"\n'
    )
    assert run("score", "ours.toml").code == 0


def test_a_copy_never_replaces_a_file(run: Run, folder: Path) -> None:
    (folder / "mine.toml").write_text("mine")

    ran = run("rules", "new", "mine", "--from", "cyclo")

    assert ran.errors == ["Error: mine.toml already exists; choose another name"]
    assert (folder / "mine.toml").read_text() == "mine"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mine --from cylco", "did you mean 'cyclo'?"),
        ("cyclo --from cyclo", "expected a new name"),
        ("nowhere/mine --from cyclo", "cannot write nowhere/mine.toml"),
    ],
)
def test_a_copy_that_cannot_be_made_is_refused(run: Run, line: str, said: str) -> None:
    ran = run("rules", "new", *line.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
