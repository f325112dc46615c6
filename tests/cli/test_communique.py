"""Communiqués, awards and the book, on the terminal and in print."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize("command", ["communique", "communique 1", "awards"])
@pytest.mark.parametrize("form", ["", "--json", "--csv", "--markdown", "--bbcode"])
def test_each_comes_in_every_form(tour: Run, command: str, form: str) -> None:
    ran = tour(*command.split(), *form.split())

    assert (ran.code, ran.err) == (0, "")
    assert "Eddy Baens" in ran.out or form == "--json"
    if form == "--json":
        assert json.loads(ran.out)


def test_the_json_of_a_communique_is_the_stage_of_the_document(tour: Run) -> None:
    scored = json.loads(tour("score", "mini.toml", "--json").out)

    assert json.loads(tour("communique", "2", "--json").out) == scored["stages"][1]


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


@pytest.mark.parametrize("command", ["sheet communique -o", "export"])
def test_either_is_printed_on_letter_too(tour: Run, command: str) -> None:
    assert tour(*command.split(), "out.pdf", "--paper", "Letter").code == 0

    assert b"/MediaBox [ 0 0 612 792 ]" in Path("out.pdf").read_bytes()
