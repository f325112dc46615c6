"""A database that cannot be used: an error of one line, and no file is changed."""

import json
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest

from peloton.store.session import open_store
from tests.cli.conftest import Ran, Run
from tests.machine import needs_posix
from tests.store.ronde import RONDE


def refused_in_a_line(run: Run, *args: str) -> str:
    ran = run(*args)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert ran.err.startswith("Error: ")
    return ran.err


def test_what_is_not_a_database_is_left_alone(run: Run, folder: Path) -> None:
    file = folder / "notes.txt"
    file.write_text("buy dice")

    assert "not a database" in refused_in_a_line(run, "--db", str(file), "tours")
    new = ("new", "--name", "X", "--rulebook", "cyclo")
    assert "not a database" in refused_in_a_line(run, "--db", str(file), *new)

    assert file.read_text() == "buy dice"


def test_a_folder_is_not_repaired(run: Run, folder: Path) -> None:
    (folder / "tours").mkdir()

    ran = run("--db", "tours", "check", "--repair", "--yes")

    assert ran.code == 1
    assert ran.errors[-1].endswith("tours' cannot be opened: Is a directory")


def test_a_database_locked_by_another_program_is_said_to_be(
    tour: Run, folder: Path
) -> None:
    other = sqlite3.connect(folder / "tours.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert "in use" in refused_in_a_line(tour, "--wait", "0", "use", "Mini")
        assert "in use" in refused_in_a_line(tour, "--wait", "0", "standings")
        repair = ("--wait", "0", "check", "--repair", "--yes")
        assert "in use" in refused_in_a_line(tour, *repair)
        assert not list(folder.glob("*repair*"))
    finally:
        other.close()


def test_a_folder_is_not_a_database(run: Run, folder: Path) -> None:
    refused_in_a_line(run, "--db", str(folder), "tours")


def test_a_database_of_no_known_kind_is_refused(run: Run) -> None:
    refused_in_a_line(run, "--db", "nonesuch://host/tours", "tours")


def test_without_tours_the_state_and_the_list_say_the_same(run: Run) -> None:
    assert "'peloton load FILE'" in run("tours").err
    assert run("tours") == run()


def test_reading_makes_no_database(run: Run, folder: Path) -> None:
    assert run("tours").code == 0
    assert run("standings").code == 1

    assert not (folder / "tours.db").exists()


@needs_posix
def test_a_new_database_and_its_folder_are_nobody_elses_to_read(
    run: Run, folder: Path
) -> None:
    file = folder / "club" / "tours.db"
    mask = os.umask(0)
    try:
        assert run("--db", str(file), "demo").code == 0
    finally:
        os.umask(mask)

    modes = [stat.S_IMODE(each.stat().st_mode) for each in (file, file.parent)]
    assert modes == [0o600, 0o700]


def test_a_lock_that_goes_in_time_is_waited_for(tour: Run, folder: Path) -> None:
    other = sqlite3.connect(folder / "tours.db", check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    release = Timer(0.6, other.rollback)
    release.start()
    try:
        assert tour("use", "Mini").code == 0
    finally:
        release.join()
        other.close()


@pytest.fixture
def two_users(
    run: Run, server: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """A function to run a command as one of two users of a server."""

    def as_user(user: str, *words: str) -> Ran:
        file = folder / f"{user}.json"
        monkeypatch.setattr("peloton.desk.session.current_tour_file", lambda: file)
        return run("--db", server, *words)

    for user in ("ann", "bert"):
        as_user(user, "new", "--name", f"Tour of {user}", "--rulebook", "cyclo")
    return as_user


def test_each_user_of_a_server_has_a_current_tour(
    two_users: Callable[..., Ran],
) -> None:
    for user in ("ann", "bert"):
        (row,) = [
            t
            for t in json.loads(two_users(user, "tours", "--json").out)
            if t["current"]
        ]
        assert row["name"] == f"Tour of {user}"
    two_users("ann", "use", "Tour of bert", "--dry-run")
    assert "current" in two_users("cem", "rider", "list").errors[0]
    assert '"Tour of ann"' in two_users("ann", "dump").out


def test_the_current_tour_of_a_user_follows_undo_and_delete(
    two_users: Callable[..., Ran],
) -> None:
    two_users("ann", "undo")
    assert two_users("ann", "dump").code == 1
    two_users("ann", "redo")
    assert '"Tour of ann"' in two_users("ann", "dump").out
    two_users("bert", "delete", "Tour of ann", "--yes")
    assert two_users("ann", "dump").code == 1
    assert '"Tour of bert"' in two_users("bert", "dump").out


def test_who_never_chose_a_tour_has_that_of_the_database(run: Run, server: str) -> None:
    """As peloton left it when all users of a server had the same."""
    with open_store(server) as store:
        store.save(RONDE, "", "loaded", current=True)

    assert json.loads(run("--db", server, "tours", "--json").out)[0]["current"]


@pytest.mark.parametrize("text", ["{", "[]", '{"x": 1}', "\xff"])
def test_a_spoiled_file_of_current_tours_is_as_none(
    two_users: Callable[..., Ran], folder: Path, text: str
) -> None:
    (folder / "ann.json").write_text(text, encoding="latin-1")
    assert two_users("ann", "dump").code == 1
    two_users("ann", "use", "Tour of ann")
    assert two_users("ann", "dump").code == 0


def test_a_current_tour_that_cannot_be_kept_is_refused(
    two_users: Callable[..., Ran], folder: Path
) -> None:
    (folder / "cem.json").mkdir()
    ran = two_users("cem", "use", "Tour of ann")

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "--tour" in ran.err
