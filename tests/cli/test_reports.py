"""Results, standings, jerseys and explanations, in every form."""

import csv
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import TOUR, Run

REPORTS = ("result", "standings", "jerseys", "explain 4", "explain MOL", "explain gc")
LISTS = ("tours", "team list", "rider list", "stage list", "rules list")
HOSTILE = '=cmd() <b>x</b> &amp; [red]r[/red] :smile: \x1b[31m אבי 李 \u202e"\n'


NAMES = {
    "1": ("Eddy Baens", "MOL"),
    "4": ("Jan Janssen", "MOL"),
    "7": ("Leo Lakei", None),
}


def with_names(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of the document with the names of the small tour added."""
    for row in rows:
        if "bib" in row:
            row["rider"], row["team"] = NAMES[row["bib"]]
        elif "team" in row:
            row["team_name"] = "Molteni"
        for key in {"leader", "wearer"} & row.keys():
            name = NAMES.get(row[key], ("Molteni", None))[0]
            row[f"{key}_name"] = name if row[key] else None
    return rows


def test_the_json_of_a_report_is_that_of_the_document_with_names(tour: Run) -> None:
    stage = json.loads(tour("score", "mini.toml", "--json").out)["stages"][1]
    jerseys = with_names(stage["jerseys"])

    assert json.loads(tour("result", "2", "--json").out) == with_names(stage["result"])
    assert json.loads(tour("jerseys", "--after", "2", "--json").out) == jerseys
    rows = json.loads(tour("standings", "--after", "2", "--json").out)
    assert rows == {name: with_names(stage[name]) for name in rows}
    assert {row["team_name"] for row in rows["teams"]} == {"Molteni"}
    points = tour("standings", "points", "--after", "2", "--json").out
    assert json.loads(points) == rows["points"]


def rows_in(data: object) -> Iterator[dict[str, Any]]:
    """Yield all rows in a document, at any depth."""
    if isinstance(data, dict):
        yield data
    for part in data.values() if isinstance(data, dict) else data:  # type: ignore[attr-defined]
        if isinstance(part, dict | list):
            yield from rows_in(part)


@pytest.mark.parametrize(
    "command",
    [
        *("result 1", "standings", "jerseys", "communique 1", "awards", "outlook"),
        *("kit 2", "explain MOL", "explain gc", "rider list"),
    ],
)
def test_every_row_about_a_rider_or_a_team_has_the_name(
    tour: Run, command: str
) -> None:
    rows = list(rows_in(json.loads(tour(*command.split(), "--json").out)))

    about = [row for row in rows if row.keys() & {"bib", "team", "leader", "who"}]
    assert about
    for row in about:
        if "bib" in row:
            assert NAMES[row["bib"]] == (row.get("rider", row.get("name")), row["team"])
        elif "team" in row:
            assert row["team_name"] == "Molteni"
        for key in {"leader", "wearer", "who"} & row.keys():
            name = NAMES.get(row[key], ("Molteni", None))[0]
            assert row[f"{key}_name"] == (name if row[key] else None)


@pytest.mark.parametrize("command", [*REPORTS, *LISTS])
@pytest.mark.parametrize("form", ["--json", "--csv", "--markdown", "--bbcode"])
def test_every_table_comes_in_every_form(tour: Run, command: str, form: str) -> None:
    ran = tour(*command.split(), form)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.strip()
    if form == "--json":
        assert json.loads(ran.out)


@pytest.mark.parametrize("command", ["standings", "jerseys", "explain 4"])
@pytest.mark.parametrize("after", ["4", "9"])
def test_after_a_stage_without_result_is_refused(
    tour: Run, command: str, after: str
) -> None:
    ran = tour(*command.split(), "--after", after)

    assert (ran.code, ran.out) == (1, "")
    assert ran.errors == [
        f"Error: stage {after} has no result; the last stage with one is 3"
    ]


def test_a_tour_without_a_result_has_no_standings(run: Run) -> None:
    run("new", "--name", "Ronde", "--rulebook", "cyclo")

    for command in ("result", "standings", "jerseys", "sheet result -o x.pdf"):
        ran = run(*command.split())
        assert ran.errors == ["Error: no stage has been ridden yet"]


def test_an_unknown_classification_names_the_nearest(tour: Run) -> None:
    ran = tour("standings", "genral")

    assert ran.code == 1
    assert "did you mean 'general'?" in ran.err


def test_an_unknown_bib_names_the_nearest(tour: Run) -> None:
    ran = tour("explain", "44")

    assert ran.code == 1
    assert "did you mean '4'?" in ran.err


def test_what_is_explained_adds_up_to_the_standings(tour: Run) -> None:
    """The times less bonuses plus penalties, levelled as CY-6 has it."""
    amounts = {
        bib: sum(
            (-1 if row["towards"] == "bonus" else 1) * row["amount"]
            for row in json.loads(tour("explain", bib, "--json").out)
            if row["towards"] in {"time", "bonus", "penalty"}
        )
        for bib in "147"
    }
    rows = json.loads(tour("standings", "general", "--json").out)

    best = min(amounts.values())
    assert {row["bib"]: row["time"] for row in rows} == {
        bib: amount - best for bib, amount in amounts.items()
    }


@pytest.fixture
def hostile(run: Run, folder: Path) -> Run:
    text = TOUR
    for name in ("Mini", "Molteni", "Eddy Baens", "Home", "Zottegem"):
        text = text.replace(f'"{name}"', json.dumps(f"{name[:1]}{HOSTILE}"))
        text = text.replace('"E=', '"=')
    (folder / "hostile.toml").write_text(text)
    assert run("load", "hostile.toml").code == 0
    return run


@pytest.mark.parametrize("command", [*REPORTS, *LISTS])
@pytest.mark.parametrize("form", ["", "--csv", "--markdown", "--bbcode"])
def test_no_name_acts_on_the_terminal_or_breaks_its_line(
    hostile: Run, command: str, form: str
) -> None:
    ran = hostile(*command.split(), *form.split())

    assert ran.code == 0
    assert not {"\x1b", "\u202e", "\r"} & set(ran.out)


def test_no_name_is_a_formula_in_csv(hostile: Run) -> None:
    rows = csv.reader(hostile("standings", "general", "--csv").out.splitlines())

    cells = [cell for row in rows for cell in row if "cmd()" in cell]
    assert cells
    assert not [cell for cell in cells if cell.startswith("=")]


def test_a_hostile_tour_is_dumped_and_loaded_without_loss(
    hostile: Run, folder: Path
) -> None:
    dumped = hostile("dump").out
    (folder / "again.toml").write_text(dumped)

    assert hostile("load", "again.toml", "--replace").code == 0

    assert hostile("dump").out == dumped
    assert "\x1b" not in dumped


def test_a_hostile_name_in_a_message_is_written_out(hostile: Run) -> None:
    name = f"M{HOSTILE}"

    ran = hostile("delete", name, typed="n\n")

    assert "Delete" in ran.err
    assert not {"\x1b", "\u202e"} & set(ran.err)


FORMATS = ("json", "csv", "tsv", "markdown", "bbcode")


@pytest.mark.parametrize("command", ["standings", "result 2", "kit 2", "rules list"])
def test_format_is_the_same_as_the_option_of_its_name(tour: Run, command: str) -> None:
    for form in FORMATS:
        long = tour(*command.split(), "--format", form)
        assert (long.code, long.out) == (0, tour(*command.split(), f"--{form}").out)
    assert tour(*command.split(), "--format", "text") == tour(*command.split())


def test_csv_of_several_classifications_is_one_table(tour: Run) -> None:
    rows = list(csv.DictReader(StringIO(tour("standings", "--format", "csv").out)))

    assert {row["Table"] for row in rows} >= {
        "General classification",
        "Points classification",
    }
    assert all(None not in row and row["Rank"].isdecimal() for row in rows)


def test_a_tour_file_is_scored_in_every_format(tour: Run) -> None:
    assert tour("score", "mini.toml", "--csv").out.startswith("Sheet,Table,Place,Bib")
    assert '"stages"' in tour("score", "mini.toml", "--format", "json").out
    assert "expected one of text, json" in tour("kit", "--format", "x").err
