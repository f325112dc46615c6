"""`export`: the whole tour in one file, or as a folder of pages."""

import json
import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from peloton.api.formats import FILE_ENDINGS, OutputFormat
from peloton.cli.support.output import show
from peloton.cli.support.progress import show_progress, with_progress
from peloton.reports.sheet import Sheet
from tests.cli.conftest import Run
from tests.machine import PATIENCE
from tests.readme import GUIDE


@pytest.mark.parametrize("ending", FILE_ENDINGS)
def test_every_ending_is_a_format(tour: Run, folder: Path, ending: str) -> None:
    ran = tour("export", f"tour{ending}")

    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"Wrote 'Mini' to tour{ending}.\n"
    assert (folder / f"tour{ending}").stat().st_size > 0


def test_the_help_names_every_ending_and_no_other(run: Run) -> None:
    named = re.findall(r"(?<!\w)\.[a-z]+", run("export", "--help").out)

    assert sorted(named) == sorted(FILE_ENDINGS)


def test_the_guide_names_every_ending() -> None:
    text = (GUIDE / "export.md").read_text()

    assert [ending for ending in FILE_ENDINGS if f"{ending}`" not in text] == []


@pytest.mark.parametrize("file", ["data.csv", "DATA.CSV"])
def test_data_is_one_table_with_a_row_for_each_rider_on_each_stage(
    tour: Run, folder: Path, file: str
) -> None:
    assert tour("export", file, "--language", "fr").code == 0

    head, *rows = (folder / file).read_text().splitlines()
    assert head.startswith("Stage,Stage name,Kind,Date,Bib,Rider,Team,Team name,")
    assert rows[0].startswith("1,")
    assert all(row.count(",") == head.count(",") for row in rows)


def test_a_csv_by_any_other_name_is_every_sheet(tour: Run, folder: Path) -> None:
    assert tour("export", "my data.csv").code == 0

    assert "Stage result" in (folder / "my data.csv").read_text()


def test_an_ending_may_be_in_capitals(tour: Run, folder: Path) -> None:
    assert tour("export", "TOUR.HTML").code == 0

    assert (folder / "TOUR.HTML").read_text().startswith("<!doctype html>")


def test_the_page_has_every_stage_and_the_startlist(tour: Run, folder: Path) -> None:
    assert tour("export", "tour.html").code == 0

    page = (folder / "tour.html").read_text()
    for part in ("overview", "startlist", "stage-1", "stage-2", "stage-3"):
        assert f'id="{part}"' in page
    assert "<title>Mini</title>" in page


def test_a_page_of_a_tour_of_five_stages_is_well_under_two_megabytes(
    run: Run, folder: Path
) -> None:
    assert run("demo").code == 0

    assert run("export", "tour.html").code == 0
    assert (folder / "tour.html").stat().st_size < 500_000


def test_json_is_the_document_of_score(tour: Run, folder: Path) -> None:
    assert tour("export", "tour.json").code == 0

    assert json.loads((folder / "tour.json").read_text()) == json.loads(
        tour("score", "mini.toml", "--json").out
    )


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("name", ["site/", "site"])
def test_a_folder_gets_a_page_for_each_stage(
    tour: Run, folder: Path, name: str, *, made: bool
) -> None:
    if made:
        (folder / "site").mkdir()
    ran = tour("export", name)

    if not made and name == "site":
        assert (ran.code, len(ran.errors)) == (1, 1)
        assert "end a folder with a slash" in ran.err
        assert not (folder / "site").exists()
        return
    assert (ran.code, ran.err) == (0, f"Wrote 'Mini' to {name}.\n")
    assert {"index.html", "stage-1.html", "peloton.css", "share.png"} <= {
        file.name for file in (folder / "site").iterdir()
    }
    page = (folder / "site" / "index.html").read_text()
    assert '<meta property="og:image" content="share.png">' in page


def test_what_else_is_in_the_folder_stays(tour: Run, folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "site" / "mine.txt").write_text("mine")

    assert tour("export", "site/").code == 0
    assert (folder / "site" / "mine.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_one_line(tour: Run, folder: Path) -> None:
    (folder / "file").write_text("x")

    for name in ("no/site/", "file/"):
        ran = tour("export", name)

        assert (ran.code, len(ran.err.splitlines())) == (1, 1)
        assert ran.err.startswith("Error: cannot create the folder")


def test_the_page_is_in_the_language_asked_for(tour: Run, folder: Path) -> None:
    assert tour("export", "tour.html", "--language", "nl").code == 0

    page = (folder / "tour.html").read_text()
    assert '<html lang="nl">' in page
    assert "Renner" in page


def test_before_the_first_stage_the_page_has_the_startlist(
    run: Run, folder: Path
) -> None:
    assert run("new", "--name", "New", "--rulebook", "cyclo", "--team", "A:A").code == 0
    assert run("rider", "add", "1", "--name", "Eddy").code == 0

    assert run("export", "new.html").code == 0
    assert "Eddy" in (folder / "new.html").read_text()


def test_a_report_without_rows_of_its_own_is_json_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with click.Context(click.Command("log")) as context:
        context.meta["peloton.format"] = OutputFormat.JSON
        show(Sheet(title="Journal"))

    assert json.loads(capsys.readouterr().out)["sheets"][0]["title"] == "Journal"


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Make stderr a terminal; yield a function that waits for words to appear on it."""
    pty = pytest.importorskip("pty", reason="a terminal to drive is a POSIX thing")
    reader, writer = pty.openpty()
    with (
        os.fdopen(reader, "rb", buffering=0) as seen,
        os.fdopen(writer, "w", encoding="utf-8") as stderr,
        monkeypatch.context() as patch,
    ):
        patch.setenv("TERM", "xterm")
        patch.setattr(sys, "stderr", stderr)

        def read(words: str) -> str:
            text = b""
            while words.encode() not in text:
                assert select.select([seen], [], [], PATIENCE)[0], text
                text += seen.read(65536)
            return text.decode(errors="replace")

        yield read


def test_work_is_seen_on_a_terminal_and_erased(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with terminal(monkeypatch) as read:
        for _ in with_progress(range(1), "Scoring tours"):
            read("Scoring tours")
        sys.stderr.write("end")
        sys.stderr.flush()

        assert read("end").endswith(f"{' ' * 79}\rend")


def test_without_a_terminal_nothing_is_said_of_progress(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with show_progress("Writing tour.html"):
        pass

    assert capsys.readouterr().err == ""


def test_an_error_in_the_work_is_passed_on() -> None:
    def stop() -> None:
        with show_progress("Writing tour.html"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()


@pytest.mark.parametrize("command", ["export t.json", "sheet standings 2 -o t.csv"])
def test_a_tour_file_is_written_as_from_the_database_without_one(
    tour: Run, folder: Path, command: str
) -> None:
    file = folder / command.rsplit(maxsplit=1)[-1]
    assert tour(*command.split()).code == 0
    stored = file.read_bytes()
    (folder / "tours.db").unlink()

    assert tour(*command.split(), "--from", "mini.toml").code == 0
    assert file.read_bytes() == stored
    assert not (folder / "tours.db").exists()


def test_a_tour_file_with_mistakes_is_not_written(tour: Run, folder: Path) -> None:
    text = (folder / "mini.toml").read_text().replace("1  0 3", "1  0")
    (folder / "bad.toml").write_text(text)

    ran = tour("export", "t.json", "--from", "bad.toml")

    assert ran.errors == ["Error: bad.toml has 1 mistake; nothing was changed"]
    assert not (folder / "t.json").exists()


def test_a_file_with_mistakes_is_refused_in_the_chosen_language(
    tour: Run, folder: Path
) -> None:
    text = (folder / "mini.toml").read_text().replace("1  0 3", "1  0")
    (folder / "bad.toml").write_text(text)

    ran = tour("export", "t.json", "--from", "bad.toml", "--language", "es")

    assert "bad.toml: 1 error; no se ha cambiado nada" in ran.err


def test_a_tour_file_is_no_tour_of_the_database(tour: Run) -> None:
    ran = tour("export", "t.json", "--from", "mini.toml", "--tour", "Mini")

    assert ran.errors == ["Error: found --tour and --from, expected only one of them"]


def test_a_ceremony_needs_the_last_stage_of_a_tour(run: Run, folder: Path) -> None:
    assert run("demo").code == 0
    assert run("export", "ceremony.html").code == 0
    assert "Winner of the tour" in (folder / "ceremony.html").read_text()

    assert run("stage", "add", "--length", "40").code == 0
    ran = run("export", "Ceremony.html")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "Error: the ceremony needs a tour that is over; stages ridden: 5 of 6;"
        " to end the tour now, run 'peloton close'\n"
    )
