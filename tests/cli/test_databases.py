"""A database that cannot be used: one line, and nothing is touched."""

import os
import sqlite3
import stat
from pathlib import Path
from threading import Timer

from tests.cli.conftest import Run


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


def test_a_database_locked_by_another_program_is_said_to_be(
    tour: Run, folder: Path
) -> None:
    other = sqlite3.connect(folder / "tours.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert "in use" in refused_in_a_line(tour, "--wait", "0", "use", "Mini")
        assert "in use" in refused_in_a_line(tour, "--wait", "0", "standings")
    finally:
        other.close()


def test_a_folder_is_not_a_database(run: Run, folder: Path) -> None:
    refused_in_a_line(run, "--db", str(folder), "tours")


def test_a_database_of_no_known_kind_is_refused(run: Run) -> None:
    refused_in_a_line(run, "--db", "nonesuch://host/tours", "tours")


def test_reading_makes_no_database(run: Run, folder: Path) -> None:
    assert run("tours").code == 0
    assert run("standings").code == 1

    assert not (folder / "tours.db").exists()


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
