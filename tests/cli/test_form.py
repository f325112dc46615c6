"""`form` makes a workbook to fill in, `stage enter` reads it back."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.cli.conftest import Run
from tests.notation.workbooks import changed

SOFFICE = shutil.which("soffice")
SECOND: Mapping[str, object] = {
    "B5": 7,
    "D5": "3 1",
    "B6": 1,
    "D6": "x",
    "B7": 4,
    "D7": "3 5",
}
"""Values for the time trial of the small tour, with two riders in one group."""


@pytest.fixture
def cleared(tour: Run) -> Run:
    """The small tour without results of its last two stages."""
    tour("stage", "clear", "3", "--yes")
    tour("stage", "clear", "2", "--yes")
    return tour


def fill(file: Path, values: Mapping[str, object]) -> None:
    def change(book: Workbook) -> None:
        for cell, value in values.items():
            book["Results"][cell].value = value

    file.write_bytes(changed(file.read_bytes(), change))


def test_a_form_filled_in_is_entered(cleared: Run, folder: Path) -> None:
    made = cleared("form", "2", "-o", "two.xlsx")
    fill(folder / "two.xlsx", SECOND)

    ran = cleared("stage", "enter", "2", "--from", "two.xlsx", "--yes")

    assert "'peloton stage enter 2 --from two.xlsx'" in made.err
    assert (made.code, ran.code) == (0, 0)
    assert "Stage result" in ran.out
    assert "(7 1)  3 1\n4      3 5" in cleared("stage", "show", "2").out


def test_the_form_is_that_of_the_next_stage_unless_one_is_named(
    cleared: Run, folder: Path
) -> None:
    cleared("form", "-o", "next.xlsx")
    fill(folder / "next.xlsx", SECOND)

    ran = cleared("stage", "enter", "--from", "next.xlsx", "--yes")

    assert ran.code == 0
    assert "Saved stage 2." in ran.err


def test_without_a_number_a_form_is_entered_on_its_own_stage(tour: Run) -> None:
    """All are ridden, but the form says which one is meant."""
    tour("form", "1", "-o", "one.xlsx")
    before = tour("dump").out

    ran = tour("stage", "enter", "--from", "one.xlsx", "--yes")

    assert ran.code == 0
    assert "Changed on this stage:\nnothing\n" in ran.out
    assert tour("dump").out == before


def test_every_mistake_is_named_with_its_cell_and_nothing_is_changed(
    cleared: Run, folder: Path
) -> None:
    cleared("form", "2", "-o", "two.xlsx")
    fill(folder / "two.xlsx", {**SECOND, "D5": "y", "B7": "44", "E5": "+8"})
    before = cleared("dump").out

    ran = cleared("stage", "enter", "2", "--from", "two.xlsx", "--yes")

    assert (ran.code, ran.out) == (1, "")
    mark = "found 'y', expected a mark 'turns lines' such as 2 2"
    assert ran.err.splitlines() == [
        f"two.xlsx: Results!D5: error: {mark}",
        "two.xlsx: Results!E5: error: no rider 8 on the startlist",
        "two.xlsx: Results!B7: error: no rider 44 on the startlist; did you mean '4'?",
        "Error: two.xlsx has 3 mistakes; nothing was changed",
    ]
    assert cleared("dump").out == before


def test_what_a_later_stage_cannot_follow_is_named_with_that_stage(
    tour: Run, folder: Path
) -> None:
    tour("form", "2", "-o", "two.xlsx")
    fill(folder / "two.xlsx", {"D7": "DNF"})

    ran = tour("stage", "enter", "2", "--from", "two.xlsx", "--yes")

    assert ran.err.splitlines()[0] == (
        "two.xlsx: error: stage 3: rider 4 left the race on an earlier stage"
    )


@pytest.mark.parametrize("content", [b"", b"7 3 1\n1 3 0\n", b"%PDF-1.4"])
def test_a_file_that_is_no_workbook_is_refused(
    tour: Run, folder: Path, content: bytes
) -> None:
    (folder / "two.xlsx").write_bytes(content)

    ran = tour("stage", "enter", "2", "--from", "two.xlsx", "--yes")

    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert ran.errors[0].startswith("Error: two.xlsx is not an .xlsx workbook: save it")


@pytest.mark.parametrize("ending", ["xls", "ods", "xlsm"])
def test_another_workbook_is_refused_and_not_taken_for_lines(
    tour: Run, folder: Path, ending: str
) -> None:
    (folder / f"two.{ending}").write_bytes(b"\xd0\xcf\x11\xe0")

    ran = tour("stage", "enter", "2", "--from", f"two.{ending}", "--yes")

    assert ran.errors[0].startswith(f"Error: two.{ending} is not an .xlsx workbook")


def test_a_form_of_another_stage_or_an_empty_one_is_refused(cleared: Run) -> None:
    cleared("form", "2", "-o", "two.xlsx")

    empty = cleared("stage", "enter", "2", "--from", "two.xlsx", "--yes")
    other = cleared("stage", "enter", "1", "--from", "two.xlsx", "--yes")

    assert empty.errors == [
        "Error: two.xlsx is an empty form: nothing is filled in; nothing was changed"
    ]
    assert other.errors == [
        "Error: two.xlsx is the form of stage 2, not of stage 1; nothing was changed"
    ]


def test_a_form_without_a_finish_is_refused(cleared: Run, folder: Path) -> None:
    cleared("form", "2", "-o", "two.xlsx")
    fill(folder / "two.xlsx", {"E5": "!7 +5 moved"})

    ran = cleared("stage", "enter", "2", "--from", "two.xlsx", "--yes")

    assert ran.errors == ["Error: two.xlsx has no results; nothing was changed"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("9", "-o", "x.xlsx"), "no stage 9; the tour has 3"),
        (("2", "-o", "x.xls"), "found the extension '.xls', expected '.xlsx'; did you"),
        (("2", "-o", "no/x.xlsx"), "cannot write no/x.xlsx: "),
        (("-o", "x.xlsx"), "every stage has been ridden; give the number"),
    ],
)
def test_a_form_that_cannot_be_made_is_refused(
    tour: Run, args: tuple[str, ...], said: str
) -> None:
    ran = tour("form", *args)

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert ran.errors[0].startswith(f"Error: {said}")


def test_a_tour_without_riders_has_no_forms(run: Run) -> None:
    run("new", "--name", "Nobody", "--rulebook", "cyclo")
    run("stage", "add", "--kind", "road")

    assert run("form", "1", "-o", "one.xlsx").errors == [
        "Error: stage 1 has no riders; add them with 'peloton rider add'"
    ]


@pytest.mark.slow
@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")
def test_a_form_that_libreoffice_saved_is_read_with_its_formulas_worked_out(
    cleared: Run, folder: Path
) -> None:
    cleared("form", "2", "-o", "two.xlsx")
    fill(folder / "two.xlsx", SECOND)
    saved = recalculated(folder / "two.xlsx")

    shown = load_workbook(saved, data_only=True)["Results"]
    assert [shown["C5"].value, shown["C6"].value] == ["Leo Lakei", "Eddy Baens"]
    ran = cleared("stage", "enter", "2", "--from", str(saved), "--yes")

    assert ran.code == 0, ran.err
    assert "(7 1)  3 1\n4      3 5" in cleared("stage", "show", "2").out


def recalculated(file: Path) -> Path:
    """Open a workbook in LibreOffice, and save it as LibreOffice does."""
    out = file.parent / "saved"
    assert SOFFICE is not None
    subprocess.run(  # noqa: S603 - the program that was found, on our own file
        [
            SOFFICE,
            f"-env:UserInstallation=file://{file.parent}/profile",
            "--headless",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            str(out),
            str(file),
        ],
        check=True,
        capture_output=True,
        timeout=180,
        env={**os.environ, "HOME": str(file.parent)},
    )
    return out / file.name
