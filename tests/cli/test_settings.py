"""The settings file, and the folder of the data."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SETTINGS = """\
language = "French"
game = "cyc"
paper = "letter"
name = "Ann <b> & co."
"""


@pytest.fixture
def settings(folder: Path) -> Path:
    """The path of the settings file, which does not exist yet."""
    file = folder / "config" / "peloton" / "settings.toml"
    file.parent.mkdir(parents=True)
    return file


def quote(run: Run) -> dict[str, str]:
    return {row["what"]: row["value"] for row in json.loads(run("where", "--json").out)}


def test_where_shows_the_files_and_the_current_tour(tour: Run, folder: Path) -> None:
    found = quote(tour)

    assert found["Database"] == str(folder / "tours.db")
    assert found["Backups"] == str(folder / "backups")
    assert found["Current tour"] == "Mini"
    assert found["Settings"].endswith("settings.toml (not created yet)")
    assert (found["Language"], found["Paper"]) == ("en", "a4")


def test_where_creates_nothing_without_a_tour(run: Run, folder: Path) -> None:
    assert run("where").code == 0
    assert quote(run)["Current tour"] is None
    assert not (folder / "tours.db").exists()


def test_where_hides_a_password(run: Run) -> None:
    ran = run("--db", "postgresql://ann:secret@localhost:1/tours", "where")

    assert "secret" not in f"{ran.out}{ran.err}"


def test_settings_are_those_of_a_new_tour(run: Run, settings: Path) -> None:
    settings.write_text(SETTINGS, "utf-8")

    assert run("new", "Ronde", "--stages", "3").code == 0
    dumped = run("dump").out
    assert 'rulebook = "cyclo"' in dumped
    assert 'language = "fr"' in dumped
    assert 'leader = "Ann <b> & co."' in dumped
    found = quote(run)
    assert found["Settings"] == str(settings)
    assert (found["Language"], found["Game"]) == ("fr", "cyclo")
    assert "Emplacement" in run("where").out


def test_an_option_wins_over_a_setting(run: Run, settings: Path) -> None:
    settings.write_text(SETTINGS, "utf-8")
    run("new", "Ronde", "--game", "criterium", "--language", "nl")

    assert 'rulebook = "criterium"' in run("dump").out
    assert 'language = "nl"' in run("dump").out


def test_the_paper_of_the_settings_is_that_of_a_sheet(
    tour: Run, settings: Path, folder: Path
) -> None:
    settings.write_text('paper = "letter"')
    assert tour("sheet", "result", "1", "-o", "own.pdf").code == 0
    assert tour("sheet", "result", "1", "-o", "a4.pdf", "--paper", "a4").code == 0

    assert b"[ 0 0 612 792 ]" in (folder / "own.pdf").read_bytes()
    assert b"[ 0 0 612 792 ]" not in (folder / "a4.pdf").read_bytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'langage = "fr"',
            "unknown setting: found 'langage', expected one of language",
        ),
        ('langage = "fr"', "did you mean 'language'?"),
        ('game = "cylco"', "did you mean 'cyclo'?"),
        ('paper = "a5"', "paper: found 'a5', expected one of a4, letter, a3"),
        ("name = 3", "name: found 3, expected text in quotes"),
        ("name = ", "Invalid value"),
        (b"name = \xff", "is not a text file in UTF-8"),
    ],
)
def test_a_mistake_in_the_settings_is_one_clear_line(
    run: Run, settings: Path, text: str | bytes, said: str
) -> None:
    settings.write_bytes(text.encode() if isinstance(text, str) else text)
    ran = run("where")

    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert ran.err.startswith(f"Error: {settings}")
    assert ran.err.count(str(settings)) == 1
    assert said in ran.err
