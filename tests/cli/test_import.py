"""`rider import` and `new --startlist`: startlists in the formats of others."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.notation.workbooks import plain_workbook

LIST = "Dossard;Coureur;Équipe;Type\n21;Éric Eau;Molteni;Climber\n22;Jan;Bianchi;\n"


def test_a_startlist_is_shown_and_then_added(tour: Run, folder: Path) -> None:
    (folder / "list.csv").write_text(LIST, encoding="cp1252")

    for number in "321":
        tour("stage", "clear", number, "--yes")
    ran = tour("rider", "import", "list.csv", typed="y\n")

    assert ran.code == 0
    assert (
        "Columns: Dossard = bib, Coureur = name, Équipe = team, Type = rider type."
        in ran.err
    )
    assert "New team BIA: Bianchi." in ran.err
    assert "21   Éric Eau   Molteni   climber" in ran.out
    assert "Imported 2 riders." in ran.err
    listed = tour("rider", "list", "--csv").out
    assert "21,Éric Eau,Molteni" in listed


def test_nothing_is_added_without_leave(run: Run, folder: Path) -> None:
    run("new", "--name", "T", "--rulebook", "cyclo")
    (folder / "list.csv").write_text(LIST)
    before = run("dump").out

    no = run("rider", "import", "list.csv", typed="n\n")
    dry = run("rider", "import", "list.csv", "--dry-run")

    assert no.errors == ["Error: cancelled; nothing was changed"]
    assert dry.code == 0
    assert run("dump").out == before


def test_a_list_is_pasted_on_standard_input(run: Run) -> None:
    run("new", "--name", "T", "--rulebook", "cyclo")

    asked = run("rider", "import", "-", typed="Bib\tName\n1\tEddy\n")
    ran = run("rider", "import", "-", "--yes", typed="Bib\tName\n1\tEddy\n2\tZoë\n")

    assert "add --yes" in asked.err
    assert ran.code == 0
    assert "Zoë" in run("rider", "list").out


def test_a_list_without_a_header_needs_a_look_at_its_riders(
    run: Run, folder: Path
) -> None:
    run("new", "--name", "T", "--rulebook", "cyclo")
    (folder / "list.txt").write_text("1 Eddy\n2 Zoë\n")

    refused = run("rider", "import", "list.txt", "--yes")
    dry = run("rider", "import", "list.txt", "--dry-run")
    ran = run("rider", "import", "list.txt", typed="y\n")

    assert dry.code == 0
    assert refused.errors == [
        (
            "Error: found no header such as Bib, Name, Team: add one, or leave out"
            " --yes and check the riders"
        )
    ]
    assert ran.code == 0
    assert "Found no header. Columns: 1 = bib, 2 = name." in ran.err
    assert "Zoë" in run("rider", "list").out


def test_a_workbook_is_imported(run: Run, folder: Path) -> None:
    run("new", "--name", "T", "--rulebook", "cyclo")
    values: list[list[object]] = [["Bib", "Name", "Age"], [12, "Eddy", "x"]]
    (folder / "list.xlsx").write_bytes(plain_workbook(values))

    ran = run("rider", "import", "list.xlsx", "--yes")

    assert ran.code == 0
    assert "Columns: Bib = bib, Name = name; ignored: Age." in ran.err
    assert "12,Eddy" in run("rider", "list", "--csv").out


def test_a_mistake_in_a_workbook_is_named_with_its_cell(run: Run, folder: Path) -> None:
    run("new", "--name", "T", "--rulebook", "cyclo")
    (folder / "list.xlsx").write_bytes(plain_workbook([["Bib", "Name"], [1, "=A1"]]))

    ran = run("rider", "import", "list.xlsx", "--yes")

    assert ran.err.splitlines()[1:] == [
        (
            "list.xlsx: Sheet1!B2: found a formula, expected a text or a whole number:"
            " paste it as a value"
        ),
        "Error: list.xlsx has 1 mistake; nothing was changed",
    ]


def test_all_mistakes_are_named_and_nothing_is_changed(tour: Run, folder: Path) -> None:
    (folder / "list.csv").write_text("bib,name,young\n1,Ed,\n9,Jan,maybe\n9,Jo,\n7,,\n")
    before = tour("dump").out

    ran = tour("rider", "import", "list.csv", "--yes")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[1:] == [
        "list.csv:2: bib 1 is already on the startlist",
        "list.csv:3: found 'maybe', expected yes or no",
        "list.csv:4: found rider 9 twice, expected once",
        "list.csv:5: bib 7 is already on the startlist",
        "Error: list.csv has 4 mistakes; nothing was changed",
    ]
    assert tour("dump").out == before


def test_a_mistake_that_the_checks_find_is_on_the_line_of_its_rider(
    run: Run, folder: Path
) -> None:
    run("new", "--name", "T", "--rulebook", "cyclo")
    (folder / "list.csv").write_text("bib,name,type\n1,Ed,\n9,Jan,climbr\n")

    ran = run("rider", "import", "list.csv", "--yes")

    assert ran.err.splitlines()[1].startswith(
        "list.csv:3: rider 9: found type 'climbr', expected one of climber,"
    )


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("list.csv", b"", "list.csv is empty; nothing was changed"),
        ("list.csv", b"bib,name\n", "list.csv has no riders below its header; nothing"),
        ("list.csv", b"\0\0\0", "list.csv is not a readable text file; nothing"),
        (
            "list.csv",
            b"PK\x03\x04",
            "list.csv is not an .xlsx workbook: save it",
        ),
        ("list.xls", b"\xd0\xcf\x11\xe0", "list.xls is not an .xlsx workbook: save it"),
        (
            "list.xlsx",
            b"bib,name\n",
            "list.xlsx is not an .xlsx workbook: save it",
        ),
    ],
)
def test_a_file_that_is_no_startlist_is_refused(
    tour: Run, folder: Path, name: str, content: bytes, said: str
) -> None:
    (folder / name).write_bytes(content)

    ran = tour("rider", "import", name, "--yes")

    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert ran.errors[0].startswith(f"Error: {said}")


def test_a_file_that_is_not_there_is_refused(tour: Run) -> None:
    assert (
        tour("rider", "import", "no.csv")
        .errors[0]
        .startswith("Error: cannot read no.csv: ")
    )


LETOUR = """\
Rank,Rider,Race id,Team,Times
1,Eddy Baens,21,Molteni,76h
2,Jan Janssen,11,TI,76h
3,Leo Lakei,31,TI,77h
"""


def test_what_cannot_be_understood_is_not_saved_with_yes(
    tour: Run, folder: Path
) -> None:
    before = tour("dump").out
    (folder / "list.csv").write_text(LETOUR)

    ran = tour("rider", "import", "list.csv", "--yes")

    assert ran.err.splitlines() == [
        (
            "list.csv:1: found 'Rank, Rider, Race id, Team, Times', expected a column"
            " named Bib"
        ),
        "Error: list.csv has 1 mistake; nothing was changed",
    ]
    assert (ran.code, tour("dump").out) == (1, before)


def test_texts_that_are_no_riders_and_no_teams_are_listed(
    run: Run, folder: Path
) -> None:
    run("new", "--name", "T", "--rulebook", "cyclo")
    (folder / "list.txt").write_text("Page 1\nRed\n1 Eddy\nPage 2\n")

    ran = run("rider", "import", "list.txt", typed="y\n")

    assert "Ignored 2 lines: 'Page 1', 'Page 2'." in ran.err
    assert "1,Eddy,Red" in run("rider", "list", "--csv").out
