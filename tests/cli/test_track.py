"""Races on the track at the command line: added, entered, shown, corrected."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_terminal import Terminal

MEETING = """\
[tour]
name = "Six Days"
rulebook = "criterium"

[[rider]]
bib = "1"

[[rider]]
bib = "2"

[[rider]]
bib = "3"
"""


@pytest.fixture
def meeting(run: Run, folder: Path) -> Run:
    """Create a meeting of three riders without stages; return the command runner."""
    (folder / "six.toml").write_text(MEETING)
    assert run("load", "six.toml").code == 0
    return run


def added(run: Run, kind: str) -> None:
    ran = run("stage", "add", "--name", "The race", "--kind", kind)
    assert ran.code == 0, ran.err


def places(run: Run) -> list[str]:
    return [row["bib"] for row in json.loads(run("result", "--json").out)]


@pytest.mark.parametrize("kind", ["points race", "points-race", "Points_Race"])
def test_a_track_race_is_added_however_its_kind_is_written(
    meeting: Run, kind: str
) -> None:
    added(meeting, kind)

    assert 'kind = "points race"' in meeting("dump").out


def test_a_kind_there_is_not_is_wrong_usage(meeting: Run) -> None:
    ran = meeting("stage", "add", "--kind", "madison")

    assert ran.code == 2
    assert "found 'madison', expected one of road, " in ran.err


@pytest.mark.parametrize(
    ("kind", "typed", "order", "entry"),
    [
        ("points race", "1 2\n2 1\n", "2 1 3", "Lap 1: 1 2\nLap 2: 2 1\n"),
        ("elimination", "2 3\n", "1 3 2", "Eliminated: 2 3\n"),
        ("elimination", "2\nDNF 3\n", "1 2 3", "Eliminated: 2\nDNF 3\n"),
        ("keirin", "1 3 1/9\n2 3 2/9\n", "1 2", "1 3 1/9\n2 3 2/9\n"),
    ],
)
def test_a_track_race_is_entered_and_written_down_again(
    meeting: Run, kind: str, typed: str, order: str, entry: str
) -> None:
    added(meeting, kind)

    ran = meeting("stage", "enter", "--yes", typed=typed)

    assert ran.code == 0, ran.err
    assert places(meeting) == order.split()
    assert meeting("stage", "show", "1", "--entry").out == entry


def test_a_track_race_entered_and_cleared_is_as_it_was(meeting: Run) -> None:
    added(meeting, "points race")
    before = meeting("dump").out
    meeting("stage", "enter", "--yes", typed="1 2\n")
    assert meeting("dump").out != before

    meeting("stage", "clear", "1", "--yes")

    assert meeting("dump").out == before


def test_a_race_the_game_does_not_have_cannot_be_added(meeting: Run) -> None:
    """CR-13."""
    before = meeting("dump").out

    ran = meeting("stage", "add", "--name", "Final", "--kind", "sprint")

    assert ran.code == 1
    assert "criterium has no sprint on the track" in ran.err
    assert "(CR-13)" in ran.err
    assert meeting("dump").out == before


@pytest.mark.parametrize(
    ("kind", "typed", "entry"),
    [
        (
            "points race",
            ["1 2", "44", "1 2", "undo", "2 1", "DNF 3", ""],
            "Lap 1: 1 2\nLap 2: 2 1\nDNF 3\n",
        ),
        ("elimination", ["2 3", ""], "Eliminated: 2 3\n"),
        ("keirin", ["1 3 1/9", "2 3 2/9", ""], "1 3 1/9\n2 3 2/9\n"),
        (
            "criterium",
            ["Lap 1: 2 1 3", "1 1/9", "", "2 4 2/9", "3 4 3/9", "&7", "&3 2", ""],
            "Lap 1: 2 1 3\n1 0 1/9\n2 4 2/9\n3 4 3/9\n&3 2\n",
        ),
    ],
)
def test_a_track_race_is_entered_at_a_prompt(
    meeting: Run, kind: str, typed: list[str], entry: str
) -> None:
    added(meeting, kind)

    with closing(Terminal("stage", "enter", "1")) as terminal:
        for line in typed:
            terminal.wait_for(": ")
            terminal.type(line)
        terminal.wait_for("Save it?")
        terminal.type("y")
        terminal.wait_for("Saved stage 1")

    assert meeting("stage", "show", "1", "--entry").out == entry
