"""Communiqués, awards and the book, on the terminal and in print."""

import json
import shutil
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from peloton.notation.tour_file.reading import read_tour
from peloton.reports.tour.document import with_names
from tests.cli.conftest import TOUR, Run


@pytest.mark.parametrize("command", ["communique", "communique 1", "awards"])
@pytest.mark.parametrize("form", ["", "--json", "--csv", "--markdown", "--bbcode"])
def test_each_comes_in_every_form(tour: Run, command: str, form: str) -> None:
    ran = tour(*command.split(), *form.split())

    assert (ran.code, ran.err) == (0, "")
    assert "Eddy Baens" in ran.out or form == "--json"
    if form == "--json":
        assert json.loads(ran.out)


def test_the_json_of_a_communique_is_the_stage_of_the_document_with_names(
    tour: Run,
) -> None:
    scored = json.loads(tour("score", "mini.toml", "--json").out)
    facts = read_tour(TOUR).tour
    assert facts is not None

    found = json.loads(tour("communique", "2", "--json").out)

    assert found == with_names(scored["stages"][1], facts)


@pytest.mark.parametrize("kind", ["communique", "communique 1", "book", "awards"])
def test_each_is_printed(tour: Run, kind: str) -> None:
    ran = tour("sheet", *kind.split(), "-o", "out.pdf")

    assert ran.code == 0
    assert Path("out.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("command", ["communique", "awards"])
def test_before_the_first_stage_they_are_refused(run: Run, command: str) -> None:
    Path("bare.toml").write_text('[tour]\nname = "Bare"\nrulebook = "cyclo"\n')
    run("load", "bare.toml")

    ran = run(command)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "Error: no stage has been ridden yet\n"


def test_a_communique_is_stamped_with_source_date_epoch(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795365600")

    assert tour("sheet", "communique", "-o", "out.md").code == 0

    assert "| Issued | Game leader | Signature |" in Path("out.md").read_text()
    assert "22 November 2026, 16:40" in Path("out.md").read_text()


@pytest.mark.parametrize("epoch", ["tomorrow", "1.5", "-62135596801", "9" * 20])
@pytest.mark.parametrize("command", ["communique -o out.md", "standings -o out.pdf"])
def test_another_source_date_epoch_is_refused(
    tour: Run, monkeypatch: pytest.MonkeyPatch, epoch: str, command: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)

    ran = tour("sheet", *command.split())

    expected = f"found '{epoch}', expected seconds since 1970"
    assert (ran.code, ran.err) == (1, f"Error: SOURCE_DATE_EPOCH: {expected}\n")


def printed(folder: Path) -> bytes:
    """Return the texts and properties of every file in a folder."""
    found = b""
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        if file.suffix == ".xlsx":
            with ZipFile(file) as book:
                data = b"".join(map(book.read, book.namelist()))
        if file.suffix == ".pdf":
            command = ["pdftotext", str(file), "-"]
            data += subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603
        found += data
    return found


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
def test_the_leader_signs_and_nobody_s_login_name_is_in_a_file(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leader and the place are those of the tour, else they are left empty."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "krzyzanowski")
    folder = Path("printed")
    folder.mkdir()

    def write_all() -> bytes:
        for ending in ("pdf", "xlsx", "html", "md", "json"):
            for command in ("sheet communique -o", "export"):
                out = f"{folder}/{command[:2]}.{ending}"
                assert tour(*command.split(), out).code == 0
        return printed(folder)

    without = write_all()
    assert tour("edit", "--leader", "Zsuzsanna", "--place", "Café Kramiek").code == 0
    found = write_all()

    assert b"krzyzanowski" not in without + found
    assert b"Zsuzsanna" not in without
    assert b"/Author (Zsuzsanna)" in found
    row = next(
        line
        for line in (folder / "sh.md").read_text(encoding="utf-8").splitlines()
        if "Zsuzsanna" in line
    )
    assert row.endswith(", Café Kramiek | Zsuzsanna |  |")


@pytest.mark.parametrize("command", ["sheet communique -o", "export"])
def test_either_is_printed_on_letter_too(tour: Run, command: str) -> None:
    assert tour(*command.split(), "out.pdf", "--paper", "Letter").code == 0

    assert b"/MediaBox [ 0 0 612 792 ]" in Path("out.pdf").read_bytes()
