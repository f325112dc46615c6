"""Money and extra turns from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import TOUR, Run

PURSE = """\
[tour]
name = "Level 4"
rulebook = "cyclo"
[tour.options]
level = 4
[[team]]
code = "MOL"
name = "=cmd()"
[[team.rider]]
bib = "1"
type = "A"
[[team]]
code = "SAL"
[[team.rider]]
bib = "2"
type = "helper"
[[stage]]
length = 190
sprints = [ { name = "Zottegem", at = 120 } ]
finish = "1 0 3\\n2 0 1"
[stage.crossings]
Zottegem = "2"
[[stage]]
length = 60
sprints = [ { name = "Gent", at = 30 } ]
"""


@pytest.fixture
def money(run: Run, folder: Path) -> Run:
    """Load the tour above; return the command runner."""
    (folder / "money.toml").write_text(PURSE)
    assert run("load", "money.toml").code == 0
    return run


def test_standings_purse_has_the_rows_of_the_document(money: Run) -> None:
    """CY-16: 15 points, the stage, yellow; 10 and 5 points, green."""
    stage = json.loads(money("score", "money.toml", "--json").out)["stages"][0]

    rows = json.loads(money("standings", "purse", "--json").out)
    for row in rows:
        del row["team_name"]
    assert rows == stage["purse"]
    assert stage["purse"] == [
        {"team": "MOL", "earned": 450, "balance": 450},
        {"team": "SAL", "earned": 200, "balance": 200},
    ]


@pytest.mark.parametrize("word", ["extra-turns", "extra_turns", "Extra turns", "ext"])
def test_standings_extra_turns_has_the_rows_of_the_document(
    money: Run, word: str
) -> None:
    """CY-12, CY-13: 3 for every 100 lines, and 1 for every 50."""
    rows = json.loads(money("standings", word, "--json").out)

    keys = ("bib", "granted", "used", "left")
    assert [[row[key] for key in keys] for row in rows] == [
        ["1", 6, 0, 6],
        ["2", 4, 0, 4],
    ]


def test_a_tour_without_money_has_no_purse(tour: Run) -> None:
    ran = tour("standings", "purse")

    assert (ran.code, ran.out) == (1, "")
    assert ran.errors == ["Error: no money is in play in the tour Mini (CY-16)"]


def test_extra_turns_are_recorded_and_taken_back(money: Run) -> None:
    before = money("dump").out

    assert money("stage", "turns", "1", "1=2", "2=1", "--yes").code == 0
    rows = json.loads(money("standings", "extra_turns", "--json").out)
    assert [(row["used"], row["left"]) for row in rows] == [(2, 4), (1, 3)]
    assert money("stage", "turns", "1", "1=0", "2=0", "--yes").code == 0
    assert money("dump").out == before


def test_attacks_are_recorded_apart_and_taken_back(money: Run) -> None:
    """CY-12: an attack uses 2 extra turns. Rider 1 has 6, of which 3 are used."""
    before = money("dump").out

    assert money("stage", "turns", "1", "1=1", "--yes").code == 0
    assert money("note", "1", "*1", "--yes").code == 0
    row, _ = json.loads(money("standings", "extra_turns", "--json").out)
    assert (row["used"], row["left"]) == (3, 3)
    assert "[stage.attacks]\n  1 = 1\n" in money("dump").out
    refused = money("note", "1", "*MOL", "--yes")
    assert "no rider MOL" in refused.err
    assert money("undo", "2").code == 0
    assert money("dump").out == before


def test_extra_turns_of_a_team_are_recorded_kept_and_taken_back(
    run: Run, folder: Path
) -> None:
    """CY-12: 2 a stage for any rider; they are in the file, and on the kit."""
    rule = 'level = 4\n[tour.rules]\n"extra_turns.team" = 2'
    (folder / "money.toml").write_text(PURSE.replace("level = 4", rule))
    run("load", "money.toml")
    before = run("dump").out

    shown = run("stage", "turns", "1", "MOL=1", "2=1", "--dry-run")
    assert '+ +2\n+ +"MOL"*1\n' in shown.out
    refused = run("stage", "turns", "1", "MOL=3", "--yes")
    assert refused.errors[0].startswith("Error: ")
    assert "team MOL used 3 extra turns, but had 2" in refused.err
    kit = json.loads(run("kit", "2", "--json").out)["team_turns"]
    del kit[0]["team_name"]
    assert kit[0] == {"team": "MOL", "saved": 2, "granted": 2, "turns": 4}
    assert "Extra turns: 2 more per team" in run("stage", "show", "2").out
    assert run("dump").out == before


def test_too_many_extra_turns_are_refused_and_nothing_changes(money: Run) -> None:
    before = money("dump").out
    ran = money("stage", "turns", "1", "2=5", "--yes")

    assert ran.code == 1
    assert "had 4: 4 for this stage, 0 saved (CY-12)" in ran.err
    assert money("dump").out == before


@pytest.mark.parametrize("word", ["=2", "1=two", "1=-1", "1=", "1=1.5"])
def test_extra_turns_are_a_bib_and_a_number(money: Run, word: str) -> None:
    assert money("stage", "turns", "1", "--yes", "--", word).code == 1


def test_an_offer_is_recorded_and_taken_back(money: Run) -> None:
    """CY-15: 2 won the sprint."""
    before = money("dump").out
    assert money("note", "1", "$MOL 50 Zottegem", "--yes").code == 0
    rows = json.loads(money("standings", "purse", "--json").out)
    del rows[1]["team_name"]
    assert rows[1] == {"team": "SAL", "earned": 250, "balance": 250}
    assert money("undo").code == 0
    assert money("dump").out == before


@pytest.mark.parametrize(
    ("number", "amount", "target", "said"),
    [
        ("1", "101", "finish", "(CY-15)"),
        ("2", "201", '"Gent"', "(CY-15)"),
        ("2", "50", "9", "no sprint or summit '9'"),
        ("2", "5", "SAL", "no sprint or summit 'SAL'"),
    ],
)
def test_an_offer_that_breaks_a_rule_is_refused_with_its_number(
    money: Run, number: str, amount: str, target: str, said: str
) -> None:
    """CY-15: over what there is, or for a rider or a team; before the stage too."""
    ran = money("note", number, f"$MOL {amount} {target}", "--yes")

    assert ran.code == 1
    assert said in ran.err


def test_a_team_over_its_budget_is_refused_at_once(money: Run) -> None:
    """CY-14."""
    ran = money("rider", "add", "3", "--team", "MOL", "--type", "B")

    assert ran.code == 1
    assert "riders of team MOL cost 12500: A 6500, B 6000" in ran.err


def test_money_left_over_at_the_end_leaves_the_communique_final(
    run: Run, folder: Path
) -> None:
    """CY-15. It is pointed out, but nothing can be done about it any more."""
    head = TOUR.replace(
        'rulebook = "cyclo"', 'rulebook = "cyclo"\noptions = { level = 4 }'
    )
    (folder / "rich.toml").write_text(head)
    assert run("load", "rich.toml").code == 0

    assert '"unspent"' in run("score", "rich.toml", "--json").out
    assert "final" in run("communique").out
    assert "provisional" not in run("communique").out
