"""`peloton story`, and the story on the communiqué and the web page."""

import csv
import json
from io import StringIO
from pathlib import Path

from tests.cli.conftest import TOUR, Run

FIRST = "Stage 1 goes to Eddy Baens"
OWN = """\
language = "en"

[sentences]
win-gap = ["{winner} and then, {gap} later, {second}!", "{winner}!"]
"""
"""A user's story: the first sentence is for odd stages, the second for even ones."""


def test_the_story_of_a_stage_is_a_paragraph(tour: Run) -> None:
    lines = tour("story", "1").out.splitlines()

    assert lines[0] == "The day in words"
    assert lines[1].endswith("after stage 1 of 3")
    assert lines[3].startswith(FIRST)
    assert len(lines) == 4


def test_the_story_is_told_in_every_format_and_language(tour: Run) -> None:
    assert FIRST in tour("story", "1", "--markdown").out
    assert FIRST in tour("story", "1", "--bbcode").out.split("\n\n")[1]
    rows = [*csv.DictReader(StringIO(tour("story", "1", "--csv").out))]
    assert rows[0]["Sentence"].startswith(FIRST)
    assert rows[0]["Kind"] == "win-gap"
    found = json.loads(tour("story", "1", "--json").out)[0]
    assert found["winner"] == {"bib": "1", "rider": "Eddy Baens", "team": "MOL"}
    assert found["gap"] == 2
    french = tour("story", "1", "--language", "fr").out
    assert "revient à Eddy Baens" in french
    assert "La journée en mots" in french


def test_why_shows_the_facts_of_each_sentence(tour: Run) -> None:
    lines = tour("story", "1", "--why").out.splitlines()

    facts = "winner: Eddy Baens; stage: 1; gap: 2 seconds; second: Jan Janssen"
    assert any(FIRST in line and facts in line for line in lines)


def test_without_results_there_is_no_story(run: Run, folder: Path) -> None:
    (folder / "tour.toml").write_text(TOUR.partition("[[stage]]")[0], "utf-8")
    run("load", "tour.toml")

    assert run("story").err == "Error: no stage has been ridden yet\n"


def test_the_story_opens_the_communique_the_print_and_the_page(
    tour: Run, folder: Path
) -> None:
    assert FIRST in tour("communique", "1").out
    for name in ("one.txt", "one.md", "one.html", "one.json"):
        tour("sheet", "communique", "1", "-o", name)
        assert FIRST in (folder / name).read_text("utf-8")
    tour("export", "tour.html")
    assert FIRST in (folder / "tour.html").read_text("utf-8")


def test_a_setting_leaves_the_story_out_or_names_ones_own(
    tour: Run, folder: Path
) -> None:
    settings = folder / "config" / "peloton"
    settings.mkdir(parents=True)
    (settings / "settings.toml").write_text('story = "Off"\n', "utf-8")
    assert FIRST not in tour("communique", "1").out
    assert FIRST in tour("story", "1").out
    tour("export", "tour.html")
    assert FIRST not in (folder / "tour.html").read_text("utf-8")

    (settings / "settings.toml").write_text('story = "club.toml"\n', "utf-8")
    (settings / "club.toml").write_text(OWN, "utf-8")
    own = "Eddy Baens and then, 2 seconds later, Jan Janssen!"
    assert own in tour("communique", "1").out
    assert own in tour("story", "1").out
    assert "revient à" in tour("story", "1", "--language", "fr").out


def test_mistakes_in_own_templates_are_reported(tour: Run, folder: Path) -> None:
    settings = folder / "config" / "peloton"
    settings.mkdir(parents=True)
    (settings / "settings.toml").write_text('story = "own.toml"\n', "utf-8")
    wrong = OWN.replace("{second}", "{secund}").replace("win-gap", "win-gab")
    (settings / "own.toml").write_text(f"{wrong}win = ['{{winnr}}', '{{']\n", "utf-8")
    ran = tour("story", "1")
    assert ran.code == 1
    assert "own.toml:4: error: unknown kind 'win-gab'" in ran.err
    assert "did you mean 'win-gap'?" in ran.err
    assert "own.toml:5: error: win: unknown placeholder {winnr}" in ran.err
    assert "did you mean 'winner'?" in ran.err
    assert "own.toml:5: error: win: found a single brace in '{'" in ran.err
