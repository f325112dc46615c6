"""The journal lists every change, which can be undone and redone."""

import datetime as dt
import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from getpass import getuser
from pathlib import Path
from platform import node
from random import Random

import click
import pytest
from click.testing import CliRunner

from peloton import __version__
from peloton.cli.main import main
from tests.cli.changes import BEFORE, CHANGES, FILES
from tests.cli.conftest import Ran, Run
from tests.machine import needs_posix
from tests.test_docs import BY_NAME

OTHERS = {"undo", "redo", "finish", "desk"}
"""Commands that change the tour and are tested elsewhere."""

every_change = pytest.mark.parametrize("name", CHANGES)
every_step = pytest.mark.parametrize("name", [n for n in CHANGES if n != "use"])


@pytest.fixture
def mini(tour: Run, folder: Path) -> Run:
    """Prepare the tour and the files for the changes; return the command runner."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return tour


def prepared(run: Run, name: str) -> Run:
    """Run the commands that must precede a change."""
    for command in BEFORE.get(name, ()):
        assert run(*command).code == 0
    return run


def everything(run: Run) -> list[str]:
    """Return the dump of every tour, and the name of the current tour."""
    listed = json.loads(run("tours", "--json").out)
    dumps = [run("--tour", each["name"], "dump").out for each in listed]
    return [*dumps, *(each["name"] for each in listed if each["current"])]


def states(run: Run, *options: str) -> list[tuple[int, str, str]]:
    rows = json.loads(run("log", "--json", *options).out)
    return [(row["step"], row["what"], row["state"]) for row in rows]


@every_step
def test_every_change_says_how_to_take_it_back_and_that_does(
    mini: Run, name: str
) -> None:
    before = everything(prepared(mini, name))
    ran = mini(*CHANGES[name])
    after = everything(mini)

    assert ran.code == 0
    assert "Undo with 'peloton undo'." in ran.err
    assert before != after
    undone = mini("undo")
    assert undone.err.startswith("Undid step ")
    assert "Redo with 'peloton redo'." in undone.err
    assert everything(mini) == before
    redone = mini("redo")
    assert redone.err.startswith("Redid step ")
    assert "Undo with 'peloton undo'." in redone.err
    assert everything(mini) == after


@every_change
def test_a_dry_run_shows_what_would_change_and_changes_nothing(
    mini: Run, folder: Path, name: str
) -> None:
    """Byte for byte, and no question is asked."""
    prepared(mini, name)
    before = {file: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    command = [word for word in CHANGES[name] if word != "--yes"]
    ran = mini(*command, "--dry-run")

    assert ran.code == 0
    assert ran.err.endswith("Nothing was changed: this was a dry run.\n")
    assert "Undo with" not in ran.err
    assert "?" not in ran.err
    assert ("What would change" in ran.out) == (name != "use")
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_every_command_that_changes_something_has_a_dry_run() -> None:
    having = {
        name.removeprefix("peloton ")
        for name, command in BY_NAME.items()
        if any("--dry-run" in option.opts for option in command.params)
    }

    assert having >= set(CHANGES) | {"undo", "redo"}
    assert having <= set(CHANGES) | OTHERS


def test_a_dry_run_into_a_new_database_makes_none(run: Run, folder: Path) -> None:
    assert run("new", "--name", "A", "--rulebook", "cyclo", "--dry-run").code == 0
    assert list(folder.iterdir()) == []


def test_a_dry_run_says_what_would_be_refused(mini: Run) -> None:
    ran = mini("rider", "add", "1", "--dry-run")

    assert (ran.code, len(ran.errors)) == (1, 1)


def test_a_dry_run_shows_the_lines_of_the_tour_file(mini: Run) -> None:
    out = mini("rider", "edit", "7", "--name", "Leo 环法 <b>", "--dry-run").out

    assert '- name = "Leo Lakei"\n+ name = "Leo 环法 <b>"\n' in out


def test_undo_can_be_tried_first(mini: Run) -> None:
    mini("team", "add", "NEW")
    ran = mini("undo", "--dry-run")

    assert "Dry run: Undid step 2 of 'Mini': added team NEW." in ran.err
    assert ran.err.endswith("Nothing was changed: this was a dry run.\n")
    assert '- code = "NEW"' in ran.out
    assert states(mini)[0] == (2, "added team NEW", "done")


def test_what_changes_nothing_says_so(mini: Run) -> None:
    ran = mini("rider", "edit", "7", "--name", "Leo Lakei")

    assert (ran.code, states(mini)) == (0, [(1, "loaded mini.toml", "done")])
    assert ran.err == "Nothing was changed.\n"


def test_a_change_of_another_tour_names_it_in_the_way_back(mini: Run) -> None:
    mini("new", "--name", "It's 2", "--rulebook", "cyclo")
    ran = mini("--tour", "Mini", "team", "add", "NEW")
    assert "Undo with 'peloton --tour Mini undo'." in ran.err
    assert "Redo with 'peloton --tour Mini redo'" in mini("--tour", "Mini", "undo").err
    assert "Undo with 'peloton --tour Mini undo'" in mini("--tour", "Mini", "redo").err

    mini("use", "Mini")
    ran = mini("team", "add", "X", "--tour", "It's 2")
    assert """Undo with 'peloton --tour "It's 2" undo'.""" in ran.err


def test_a_deleted_tour_that_was_not_the_current_one_comes_back_too(mini: Run) -> None:
    mini("new", "--name", "Other", "--rulebook", "cyclo")
    before = everything(mini)
    ran = mini("delete", "Mini", "--yes")
    assert "Undo with 'peloton --tour Mini undo'." in ran.err
    mini("--tour", "Mini", "undo")

    assert everything(mini) == before


def test_a_damaged_tour_is_deleted_and_comes_back(mini: Run, folder: Path) -> None:
    before = everything(mini)
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute("UPDATE part SET body = '[' WHERE name = 'stage 1'")
        connection.commit()
    assert "run 'peloton check --repair'" in mini("standings").err

    assert mini("delete", "Mini", "--yes").code == 0
    assert mini("--tour", "Mini", "undo").code == 0
    assert everything(mini) == before


def test_steps_are_taken_back_and_brought_again_many_at_once(mini: Run) -> None:
    start = everything(mini)
    for code in "ABC":
        mini("team", "add", code)
    end = everything(mini)

    ran = mini("undo", "3")
    assert ran.err.splitlines() == [
        "Undid step 4 of 'Mini': added team C.",
        "Undid step 3 of 'Mini': added team B.",
        "Undid step 2 of 'Mini': added team A.",
        "Redo with 'peloton redo 3'.",
    ]
    assert everything(mini) == start
    assert mini("redo", "3").code == 0
    assert everything(mini) == end


def test_a_load_taken_back_and_brought_again_needs_no_name(mini: Run) -> None:
    mini("new", "--name", "Other", "--rulebook", "cyclo")
    mini("load", "mini.toml", "--replace")
    assert mini("undo").err.splitlines()[1] == "'Other' is now the current tour."
    assert mini("undo").err.splitlines()[1] == "'Mini' is now the current tour."
    assert mini("undo").err.splitlines()[1] == "There is no current tour now."
    assert mini("undo").code == 1
    for _ in range(3):
        assert mini("redo").code == 0
    assert mini("tours", "--json").out.count('"current": true') == 1


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_nothing_to_take_back_is_refused(run: Run, way: str) -> None:
    ran = run(way)

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert "no tours yet" in ran.err


@pytest.mark.parametrize("steps", ["0", "-1", "x"])
def test_a_number_of_steps_that_is_none_is_wrong_usage(mini: Run, steps: str) -> None:
    assert mini("undo", steps).code == 2


def test_another_change_after_undo_leaves_nothing_to_redo(mini: Run) -> None:
    mini("team", "add", "A")
    mini("undo")
    mini("team", "add", "B")
    ran = mini("redo")

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert states(mini) == [
        (3, "added team B", "done"),
        (2, "added team A", "dropped"),
        (1, "loaded mini.toml", "done"),
    ]


def test_the_log_marks_what_is_undone(mini: Run) -> None:
    mini("team", "add", "A")
    mini("undo")
    first, second = mini("log").out.splitlines()[5:]

    assert re.fullmatch(r" +2 +\d{4}-\d\d-\d\d \d\d:\d\d +added .* undone", first)
    assert second.endswith("loaded mini.toml")


@needs_posix
def test_the_log_has_the_local_time_however_far_it_is_ahead(
    mini: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a time zone one day ahead, which Python's datetime does not support."""
    (step,) = json.loads(mini("log", "--json").out)
    try:
        with monkeypatch.context() as there:
            there.setenv("TZ", "XXX-24")
            time.tzset()
            logged, backed_up = mini("log").out, mini("backup", "copies")
    finally:
        time.tzset()

    local = dt.datetime.fromisoformat(step["at"]) + dt.timedelta(days=1)
    assert f"{local:%Y-%m-%d %H:%M}" in logged
    assert backed_up.code == 0


def test_the_log_shows_a_step_line_by_line(mini: Run) -> None:
    mini("team", "edit", "MOL", "--name", "Molteni <b>")
    out = mini("log", "2").out

    assert '- name = "Molteni"' in out
    assert '+ name = "Molteni <b>"' in out
    assert "loaded" not in out


def test_the_log_of_a_whole_tour_has_the_lines_of_its_file_and_no_others(
    mini: Run,
) -> None:
    out = mini("log", "1").out

    assert '+ rulebook = "cyclo"' in out
    assert "Rulebook" not in out


def test_the_log_of_a_stage_that_nobody_changed_says_which(mini: Run) -> None:
    ran = mini("log", "--stage", "9")

    assert ran.err == "The journal has no changes to stage 9.\n"


def test_an_unknown_tour_is_not_deleted_and_the_nearest_is_named(mini: Run) -> None:
    ran = mini("delete", "Minni", "--yes")

    assert ran.code == 1
    assert "'Mini'" in ran.err


def test_the_log_of_a_stage_has_only_its_changes(mini: Run) -> None:
    mini("stage", "edit", "2", "--length", "40")
    mini("stage", "edit", "3", "--length", "50")

    assert [step for step, _, _ in states(mini, "--stage", "3")] == [3, 1]
    assert "+ length = 40" in mini("log", "2").out
    assert "older steps" in mini("log", "--stage", "2", "--limit", "1").out


def test_the_log_has_rows_for_scripts(mini: Run) -> None:
    mini("stage", "edit", "2", "--length", "40")
    row = json.loads(mini("log", "--json").out)[0]

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row.pop("at"))
    assert {key: row.pop(key) for key in ("user", "host", "version")} == {
        "user": getuser(),
        "host": node(),
        "version": __version__,
    }
    assert row == {
        "tour": "Mini",
        "step": 2,
        "what": "changed stage 2",
        "state": "done",
        "stages": [2],
        "parts": [{"part": "Stage 2", "gone": [], "came": ["length = 40"]}],
    }


@pytest.mark.parametrize("form", ["--csv", "--markdown", "--bbcode"])
def test_the_log_goes_wherever_a_table_goes(mini: Run, form: str) -> None:
    mini("team", "add", "X", "--name", "=cmd()")
    ran = mini("log", form)

    assert ran.code == 0
    assert "added team X" in ran.out


def test_a_deleted_tour_has_a_log(mini: Run) -> None:
    mini("new", "--name", "Other", "--rulebook", "cyclo")
    mini("delete", "Other", "--yes")

    assert "deleted the tour" in mini("--tour", "Other", "log").out


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("log", "9"), "no step 9"),
        (("--tour", "Mino", "log"), "did you mean 'Mini'?"),
        (("--tour", "Mino", "undo"), "did you mean 'Mini'?"),
        (("undo", "9"), "found 9 steps to undo, 'Mini' has 1"),
        (("redo",), "nothing to redo"),
    ],
)
def test_what_is_not_in_the_journal_is_refused(
    mini: Run, command: tuple[str, ...], expected: str
) -> None:
    before = everything(mini)
    ran = mini(*command)

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert expected in ran.err
    assert everything(mini) == before


def test_without_any_tour_the_log_says_so(run: Run) -> None:
    assert run("log").code == 1


@pytest.mark.parametrize(
    "edit",
    [
        ("stage", "enter", "3", "--from", "three.txt", "--yes"),
        ("stage", "edit", "3", "--length", "150", "--sprint", "Town@20"),
        ("rider", "edit", "4", "--name", "Jan"),
    ],
)
def test_a_ruling_and_lots_survive_what_is_changed_later(
    mini: Run, edit: tuple[str, ...]
) -> None:
    ruled = ("stage", "ruling", "3", "--bib", "7", "--seconds", "20")
    assert mini(*ruled, "--reason", "late", "--yes").code == 0
    assert mini("stage", "lots", "3", "general", "4", "1", "--yes").code == 0
    assert mini(*edit).code == 0
    dumped = mini("dump").out

    assert '  bib = "7"\n  seconds = 20\n  reason = "late"\n' in dumped
    assert '  [stage.lots]\n  general = "4 1"\n' in dumped


def test_to_clear_a_stage_takes_a_ruling_and_lots_away_and_says_so(mini: Run) -> None:
    ruled = ("stage", "ruling", "3", "--bib", "7", "--seconds", "20")
    mini(*ruled, "--reason", "late", "--yes")
    mini("stage", "lots", "3", "general", "4", "1", "--yes")
    ran = mini("stage", "clear", "3", "--yes")

    assert "removed its results, rulings and lots" in ran.err
    assert "late" not in mini("dump").out
    assert "stage.lots" not in mini("dump").out


def entered_late(
    mini: Run, monkeypatch: pytest.MonkeyPatch, *meanwhile: str
) -> tuple[Ran, list[str]]:
    """Enter stage 3 while another program makes a change; return the result."""

    def answered_late(*_: object, **__: object) -> str:
        subprocess.run(  # noqa: S603 (our own program)
            [sys.executable, "-m", "peloton", *meanwhile],
            check=True,
            capture_output=True,
        )
        return "yes"

    monkeypatch.setattr(click, "prompt", answered_late)
    ran = mini("stage", "enter", "3", "--from", "three.txt")
    return ran, [what for _, what, _ in states(mini)]


def test_someone_else_changing_the_stage_meanwhile_loses_nothing(
    mini: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = ("stage", "edit", "3", "--name", "MEANWHILE")
    ran, done = entered_late(mini, monkeypatch, *edit)

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "stage 3 was changed meanwhile" in ran.err
    assert done == ["changed stage 3", "loaded mini.toml"]


def test_someone_else_changing_another_part_meanwhile_is_in_nobodys_way(
    mini: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, done = entered_late(mini, monkeypatch, "team", "add", "MEANWHILE")

    assert ran.code == 0
    assert done == ["entered stage 3", "added team MEANWHILE", "loaded mini.toml"]


ACTS: list[Callable[[Random, int], tuple[str, ...]]] = [
    lambda _, turn: ("team", "add", f"T{turn}", "--name", f"Ploeg {turn} “x”"),
    lambda _, turn: ("rider", "edit", "7", "--name", f"Leo {turn}"),
    lambda _, turn: ("rider", "edit", "1", "--team", "" if turn % 2 else "MOL"),
    lambda dice, turn: ("stage", "edit", str(dice.randint(1, 3)), "--name", f"{turn}"),
    lambda _, turn: ("stage", "add", "--name", f"Extra {turn}"),
    lambda *_: ("stage", "remove"),
    lambda *_: ("stage", "clear", "3", "--yes"),
    lambda *_: ("stage", "enter", "3", "--from", "three.txt", "--yes"),
    lambda dice, turn: (
        *("stage", "ruling", str(dice.randint(1, 3)), "--bib", "7"),
        *("--points", str(turn), "--reason", f"turn {turn}", "--yes"),
    ),
    lambda *_: ("stage", "cancel", "2", "--reason", "cat", "--yes"),
    lambda *_: ("stage", "cancel", "2", "--undo", "--yes"),
    lambda *_: ("load", "mini.toml", "--replace"),
    lambda *_: ("delete", "Mini", "--yes"),
    lambda *_: ("load", "mini.toml"),
]


@pytest.mark.slow
def test_a_day_of_commands_is_taken_back_to_its_morning_and_done_again(
    mini: Run,
) -> None:
    dice, seen, done = Random(7), [everything(mini)], 0  # noqa: S311 - dice, no secrets
    turn = 0
    while done < 40:
        turn += 1
        ran = CliRunner().invoke(main, dice.choice(ACTS)(dice, turn))
        assert turn < 1000, ran.stderr
        if ran.exit_code == 0 and "Undo with" in ran.stderr:
            done += 1
            seen.append(everything(mini))

    for before in reversed(seen[:-1]):
        assert mini("undo").code == 0
        assert everything(mini) == before
    for after in seen[1:]:
        assert mini("redo").code == 0
        assert everything(mini) == after


def test_the_log_says_who_it_was_where_that_was_somebody_else(
    mini: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("LOGNAME", "ann")
        mini("rider", "edit", "7", "--name", "Leo")
    monkeypatch.setenv("LOGNAME", "bert")
    mini("rider", "edit", "7", "--name", "Leon")
    rows = json.loads(mini("log", "--json").out)

    assert [row["user"] for row in rows[:2]] == ["bert", "ann"]
    assert [row["version"] for row in rows[:2]] == [__version__] * 2
    shown = mini("log", "--csv").out.splitlines()
    assert "Who" in shown[0]
    assert [f"ann@{rows[1]['host']}" in line for line in shown[1:3]] == [False, True]


def test_the_log_of_one_who_is_alone_says_nothing_of_who(mini: Run) -> None:
    assert "Who" not in mini("log").out


def test_the_undo_of_a_new_name_is_redone_as_it_says(tour: Run) -> None:
    assert tour("edit", "--name", "Maxi").code == 0

    assert tour("undo").err.endswith("Redo with 'peloton redo'.\n")
    assert tour("redo").err.endswith("Undo with 'peloton undo'.\n")
    assert "Maxi" in tour("tours").out
