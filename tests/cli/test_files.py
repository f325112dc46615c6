"""Files that commands write: workbooks, sheets, the demonstration, rulebooks."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

from peloton.notation.resources import rule_texts
from tests.cli.conftest import Run
from tests.machine import needs_posix
from tests.test_docs import RULE


def test_the_ending_picks_the_format(tour: Run, folder: Path) -> None:
    for ending in ("xlsx", "csv", "json"):
        assert tour("export", f"tour.{ending}").code == 0

    book = openpyxl.load_workbook(folder / "tour.xlsx")
    assert "Startlist" in book.sheetnames
    assert "Eddy Baens" in (folder / "tour.csv").read_text(encoding="utf-8-sig")
    assert json.loads((folder / "tour.json").read_text()) == json.loads(
        tour("score", "mini.toml", "--json").out
    )


@pytest.mark.parametrize("file", ["tour", "tour.xls", "tour.doc"])
def test_another_ending_is_refused(tour: Run, folder: Path, file: str) -> None:
    ran = tour("export", file)

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert ".xlsx, .pdf, .html" in ran.err
    assert not (folder / file).exists()


@pytest.mark.parametrize(
    "command",
    ["export no/tour.csv", "sheet startlist -o no/list.pdf", "dump -o no/tour.toml"],
)
def test_a_file_that_cannot_be_written_is_one_line(tour: Run, command: str) -> None:
    ran = tour(*command.split())

    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert ran.err.startswith("Error: cannot write no/")


@pytest.mark.parametrize("sheet", ["startlist", "result 2", "standings 2", "standings"])
def test_a_sheet_is_a_pdf(tour: Run, folder: Path, sheet: str) -> None:
    assert tour("sheet", *sheet.split(), "-o", "sheet.pdf").code == 0

    assert (folder / "sheet.pdf").read_bytes().startswith(b"%PDF-")


def test_the_demonstration_leaves_a_tour_and_its_files(run: Run, folder: Path) -> None:
    ran = run("demo", "criterium")

    assert ran.code == 0
    assert "General classification" in ran.out
    assert "Jersey" in ran.out
    assert "data.csv." in ran.err  # the message is a sentence
    assert sorted(file.name for file in (folder / "peloton-demo").iterdir()) == [
        "criterium-book.pdf",
        "criterium-communique.pdf",
        "criterium-poster.pdf",
        "criterium-result.pdf",
        "criterium-rider.pdf",
        "criterium-share.png",
        "criterium-standings.pdf",
        "criterium-startlist.pdf",
        "criterium.html",
        "criterium.xlsx",
        "data.csv",
    ]
    assert run("standings").code == 0


def test_a_demonstration_whose_files_cannot_be_written_changes_no_database(
    run: Run, folder: Path
) -> None:
    (folder / "peloton-demo" / "data.csv").mkdir(parents=True)

    ran = run("demo")

    assert ran.code == 1
    assert ran.errors[0].startswith("Error: cannot write peloton-demo/data.csv: ")
    assert run("tours", "--json").out == "[]\n"


def test_the_demonstration_runs_twice_but_not_over_a_change(
    run: Run, folder: Path
) -> None:
    assert run("demo").code == 0
    assert run("demo").code == 0
    assert run("rider", "edit", "1", "--name", "Mine").code == 0

    (folder / "peloton-demo").rename(folder / "demo")
    ran = run("demo")

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "--replace" in ran.err
    assert not (folder / "peloton-demo").exists()
    assert run("demo", "--replace").code == 0


def test_an_unknown_demonstration_names_the_nearest(run: Run) -> None:
    ran = run("demo", "cycle")

    assert ran.code == 1
    assert "did you mean 'cyclo'?" in ran.err


def test_a_rulebook_shows_every_value_with_its_source(run: Run) -> None:
    rows = json.loads(run("rules", "show", "cyclo", "--json").out)

    assert {"key", "value", "rule", "source", "confirmed", "note"} <= set(rows[0])
    points = next(row for row in rows if row["key"] == "points.finish")
    assert (points["value"], points["rule"]) == ([15, 10, 5, 4, 3, 2, 1], "CY-8")


def test_a_built_in_rulebook_copied_out_is_a_rulebook(run: Run, folder: Path) -> None:
    (folder / "mine.toml").write_text(run("rules", "show", "criterium", "--toml").out)

    assert run("rules", "check", "mine.toml").code == 0
    shown = run("rules", "show", "mine.toml", "--json").out
    assert shown == run("rules", "show", "criterium", "--json").out


def test_every_mistake_of_a_rulebook_is_named_with_its_line(
    run: Run, folder: Path
) -> None:
    text = run("rules", "show", "cyclo", "--toml").out
    wrong = text.replace("bonus", "bonnus", 1).replace("seconds", "secnds", 1)
    (folder / "mine.toml").write_text(wrong)

    ran = run("rules", "check", "mine.toml")

    assert ran.code == 1
    assert ran.err.splitlines()[-1].startswith("Error: mine.toml is not a rulebook")
    assert all(
        line.startswith("mine.toml") and ": error: " in line
        for line in ran.err.splitlines()[:-1]
    )


def test_the_fraction_table_of_criterium_is_printed(run: Run) -> None:
    """CR-7. 3 of 9 spaces: 0.333 of a turn, 20 seconds."""
    rows = json.loads(run("rules", "table", "criterium", "--json").out)

    assert {"moved": 9, "left": 3, "thousandths": 333, "hundredths": 2000} in rows


def test_the_fraction_table_of_a_house_rulebook_has_its_own_turn(run: Run) -> None:
    """CR-1, CR-7. With a turn of 30 s, 3 of 9 spaces are 10 seconds."""
    assert run("rules", "new", "half", "--from", "criterium").code == 0
    house = Path("half.toml")
    text = house.read_text(encoding="utf-8").replace("value = 60", "value = 30")
    house.write_text(text, encoding="utf-8")
    rows = json.loads(run("rules", "table", "half.toml", "--json").out)

    assert {"moved": 9, "left": 3, "thousandths": 333, "hundredths": 1000} in rows


def test_a_game_with_other_marks_has_no_fraction_table(run: Run) -> None:
    ran = run("rules", "table", "cyclo")

    assert ran.code == 1
    assert ran.err == "Error: cyclo has no such tables, expected criterium\n"


@pytest.mark.parametrize("command", ["show", "table"])
def test_an_unknown_rulebook_names_the_nearest(run: Run, command: str) -> None:
    ran = run("rules", command, "critreium")

    assert ran.code == 1
    assert "did you mean 'criterium'?" in ran.err


CITED = sorted(
    {
        number
        for part in ("peloton", "templates", "sample_tours")
        for file in (Path(__file__).parents[2] / part).rglob("*")
        if file.suffix in {".py", ".toml", ".md"}
        for number in RULE.findall(file.read_text(encoding="utf-8"))
    }
)


def test_every_rule_that_is_cited_is_explained() -> None:
    assert set(CITED) <= set(rule_texts())
    assert [number for number, (_, text) in rule_texts().items() if not text] == []


def test_a_rule_is_explained_with_its_values_and_where_they_come_from(run: Run) -> None:
    shown = run("rules", "show", "cy-15").out

    assert shown.startswith("CY-15 Sponsors\n")
    assert "A team may offer 100 a stage for the finish" in " ".join(shown.split())
    assert "money.offer" in shown
    assert "seed" in shown


def test_a_rule_that_is_not_there_names_the_nearest(run: Run) -> None:
    ran = run("rules", "show", "CY-155")

    assert (ran.code, ran.out) == (1, "")
    assert ran.errors == ["Error: no rule CY-155; did you mean 'CY-15'?"]


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """Set the usual umask, so that others may read new files by default."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@needs_posix
@pytest.mark.usefixtures("usual_umask")
@pytest.mark.parametrize(
    "command",
    [
        "export tour.xlsx",
        "export tour.html",
        "sheet standings -o tour.pdf",
        "season -o tour.csv",
        "dump -o tour.toml",
        "form 1 -o tour.xlsx",
    ],
)
def test_a_new_file_is_for_nobody_else_and_one_that_was_there_stays_as_it_was(
    tour: Run, folder: Path, command: str
) -> None:
    assert tour(*command.split()).code == 0
    file = folder / command.rsplit(maxsplit=1)[-1]
    assert file.stat().st_mode & 0o777 == 0o600

    file.chmod(0o644)
    tour(*command.split())
    assert file.stat().st_mode & 0o777 == 0o644


@needs_posix
@pytest.mark.usefixtures("usual_umask")
def test_the_pages_of_a_folder_are_for_everybody(tour: Run, folder: Path) -> None:
    assert tour("export", "site/").code == 0

    assert {file.stat().st_mode & 0o777 for file in (folder / "site").iterdir()} == {
        0o644
    }
