"""A database that cannot be used: an error of one line with the reason and advice."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from psycopg import Connection, OperationalError
from sqlalchemy import make_url

from peloton.errors import StoreError
from peloton.store.facts.parts import Draft
from peloton.store.session import change_store, open_store
from peloton.store.tours import Store
from peloton.store.transactions import address
from tests.store.ronde import RONDE

SECRET = "s3cret"  # noqa: S105 (of nothing)


def refusal(where: str | Path, *, write: bool = True, wait: float = 0) -> str:
    """Return the error when a tour is saved or read; it has one line."""

    def work() -> None:
        with open_store(str(where), write=write, wait=wait) as store:
            if write:
                store.save(RONDE, "a rulebook\n" * 20_000, "saved")
            store.tour(RONDE.name)

    with pytest.raises(StoreError) as refused:
        work()
    message = str(refused.value)
    assert len(message.splitlines()) == 1
    return message


def with_a_tour(file: Path) -> Path:
    """The path of a database with a tour."""
    with open_store(str(file)) as store:
        store.save(RONDE, "", "saved")
        store.keep_draft(RONDE.name, Draft(2, "1 0", ""))
    return file


@contextmanager
def altered(file: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that changes the database without peloton."""
    with closing(sqlite3.connect(file)) as connection:
        yield connection
        connection.commit()


@pytest.mark.parametrize("write", [True, False])
def test_a_file_that_is_not_a_database(file: Path, *, write: bool) -> None:
    file.write_text("12 Eddy Baens\n" * 100)

    message = refusal(file, write=write)

    assert f"the database '{file}' is not a database" in message
    assert file.read_text() == "12 Eddy Baens\n" * 100


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    assert "cannot be opened" in refusal(tmp_path)


def test_a_new_file_that_cannot_be_created(tmp_path: Path) -> None:
    link = tmp_path / "tours.db"
    link.symlink_to(tmp_path / "missing" / "tours.db")

    assert "cannot be opened" in refusal(link)


def test_a_file_in_place_of_the_folder(file: Path) -> None:
    file.write_text("")

    message = refusal(file / "tours.db")

    assert "cannot be created" in message
    assert str(file) in message


@pytest.mark.parametrize("write", [True, False])
def test_a_database_of_another_program(file: Path, *, write: bool) -> None:
    with altered(file) as connection:
        connection.execute("CREATE TABLE tour (song TEXT)")

    assert "belongs to another program" in refusal(file, write=write)
    with altered(file) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("tour",)]


@pytest.mark.parametrize("write", [True, False])
def test_a_database_of_a_newer_peloton(file: Path, *, write: bool) -> None:
    with altered(with_a_tour(file)) as connection:
        connection.execute("UPDATE peloton_version SET version_num = '9999'")

    assert "newer peloton: update peloton" in refusal(file, write=write)


def test_a_database_that_another_program_is_writing(file: Path) -> None:
    with altered(with_a_tour(file)) as connection:
        connection.isolation_level = None
        connection.execute("BEGIN IMMEDIATE")

        assert "in use by another program, or on a drive that cannot lock" in refusal(
            file
        )


def test_a_database_that_another_program_is_writing_can_be_read(file: Path) -> None:
    with altered(with_a_tour(file)) as connection:
        connection.isolation_level = None
        connection.execute("BEGIN IMMEDIATE")
        with open_store(str(file), write=False) as store:
            assert store.tour(RONDE.name).tour == RONDE


def test_a_database_that_is_read_only_can_be_read_but_not_changed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mode makes it so for the superuser too, who may write any file."""
    with_a_tour(file)
    real = sqlite3.connect

    def read_only(place: str, **how: Any) -> sqlite3.Connection:  # noqa: ANN401 - its own
        found: sqlite3.Connection = real(place.replace("mode=rw", "mode=ro"), **how)
        return found

    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert "is read-only" in refusal(file)
    with open_store(str(file), write=False) as store:
        assert store.tour(RONDE.name).tour == RONDE


def test_a_disk_that_is_full(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(str(file)):
        pass
    pages = file.stat().st_size // 4096

    real = sqlite3.connect

    def full(*place: Any, **how: Any) -> sqlite3.Connection:  # noqa: ANN401 - its own
        connection: sqlite3.Connection = real(*place, **how)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", full)
        message = refusal(file)

    assert "the disk is full" in message
    with open_store(str(file), write=False) as store:
        assert store.summaries() == ()


def test_a_database_that_is_damaged(file: Path) -> None:
    content = with_a_tour(file).read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))

    assert "is damaged" in refusal(file, write=False)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE part SET body = replace(body, '3 0', 'first')",
        "UPDATE part SET body = replace(body, 'turns lines', 'hourglass')",
        "UPDATE part SET body = replace(body, '[\"turns lines\",', '[')",
        "UPDATE part SET body = replace(body, 'prologue', 'uphill')",
        "UPDATE part SET body = replace(body, '}', '')",
        'UPDATE part SET body = replace(body, \'"length":30\', \'"length":"30"\')',
        "UPDATE part SET body = replace(body, '\"bib\"', '\"bibs\"')",
        "UPDATE part SET body = replace(body, '\"reason\"', '\"votes\"')",
        "UPDATE part SET body = replace(body, '2026-11-21', '2026-11-31')",
        "UPDATE part SET body = replace(body, 'Ronde van', 'Giro di')",
        "UPDATE part SET body = x'00'",
        'UPDATE part SET body = replace(body, \'"bibs":["1"]\', \'"bibs":[]\')',
        'UPDATE part SET body = replace(body, \'"team":"MOL"\', \'"team":"NO"\')',
        "UPDATE part SET name = 'stage 9' WHERE name = 'stage 1'",
        "UPDATE part SET name = 'stage 02' WHERE name = 'stage 1'",
        "UPDATE part SET name = 'stage one' WHERE name = 'stage 1'",
        "UPDATE part SET name = 'votes' WHERE name = 'startlist'",
        "DELETE FROM part",
        "DELETE FROM part WHERE name = 'rulebook'",
        "DELETE FROM rulebook",
    ],
)
def test_a_tour_that_is_damaged_in_the_database(file: Path, damage: str) -> None:
    with altered(with_a_tour(file)) as connection:
        connection.execute(damage)

    message = refusal(file, write=False)

    assert "tour 'Ronde van de Tafel' is damaged" in message
    assert "peloton check --repair" in message


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tour SET name = x'00'",
        "UPDATE journal SET seconds = 'soon'",
        "UPDATE journal SET number = 1.5",
        "UPDATE journal SET undone = 'yes'",
        "UPDATE draft SET stage = 'soon'",
        "UPDATE journal SET what = x'00'",
        "UPDATE journal SET before = ''",
        "UPDATE journal SET stages = x'00'",
        "UPDATE rulebook SET text = x'00'",
        "DELETE FROM peloton_version",
        "UPDATE peloton_version SET version_num = ''",
    ],
)
def test_whatever_else_is_damaged_is_said_in_one_line(file: Path, damage: str) -> None:
    with altered(with_a_tour(file)) as connection:
        connection.execute(damage)

    def work() -> None:
        with open_store(str(file)) as store:
            store.summaries()
            store.journal.steps(None, stage=2)
            store.drafts(RONDE.name)
            store.tour(RONDE.name)
            store.journal.undo(RONDE.name, 1)

    with pytest.raises(StoreError) as refused:
        work()
    assert len(str(refused.value).splitlines()) == 1


def test_a_tour_with_a_damaged_draft_can_be_deleted(file: Path) -> None:
    with altered(with_a_tour(file)) as connection:
        connection.execute("UPDATE draft SET stage = 'soon'")

    with open_store(str(file)) as store:
        store.delete(RONDE.name)
        assert RONDE.name not in store


@pytest.mark.parametrize("kind", ["excel", "mysql", "postgresql+psycopg2", "sqlite+x"])
def test_a_database_nobody_has_heard_of(kind: str) -> None:
    message = refusal(f"{kind}://ann:s3cret@host/tours")

    assert f"unknown kind of database '{kind}'" in message
    assert "sqlite://" in message
    assert SECRET not in message


def test_a_database_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    message = refusal("postgresql://ann:s3cret@host/tours")

    assert "needs a driver: " in message
    assert '"peloton-scorekeeper[postgres]"' in message
    assert SECRET not in message


@pytest.mark.parametrize("kind", ["postgresql", "postgresql+psycopg"])
def test_a_server_is_named_without_its_password(kind: str) -> None:
    place = address(f"{kind}://ann:s3cret@host/tours?service=club&password=s3cret")

    assert place.name == "postgresql://ann@host/tours?service=club"


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_that_is_not_kept(url: str) -> None:
    assert "stores nothing: name a file" in refusal(url)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://ann:s3cret",
        "postgresql://ann:s3cret",
        "postgresql://ann:p@s3cret@host/tours",
        "://s3cret",
    ],
)
def test_a_url_that_cannot_be_read_is_not_repeated(url: str) -> None:
    assert SECRET not in refusal(url)


@pytest.mark.parametrize(
    "url", ["sqlite:///tours.db?timeout=9", "postgresql://host/tours?nonesuch=9"]
)
def test_a_url_with_unknown_settings(url: str) -> None:
    assert "cannot read the URL: expected " in refusal(url)


def test_a_server_that_cannot_be_reached_and_its_password(server: str) -> None:
    url = make_url(server).set(port=9, password=SECRET)

    message = refusal(url.render_as_string(hide_password=False))

    assert "cannot be used" in message
    assert SECRET not in message


@pytest.mark.parametrize("state", ["40001", "40P01", "55P03", "57P01"])
def test_what_a_server_takes_back_is_done_anew(server: str, state: str) -> None:
    """By a serialization failure, a deadlock, a lock too long or a lost connection."""
    failures = ["RAISE EXCEPTION 'no' USING ERRCODE = '{state}'"] * 2
    if state == "57P01":
        failures = ["PERFORM pg_terminate_backend(pg_backend_pid())"] * 2

    def work(store: Store) -> int:
        store.save(RONDE, "", "saved")
        if failures:
            failure = failures.pop().format(state=state)
            store.database.query(f"DO $$ BEGIN {failure}; END $$")
        return len(store.journal.steps(RONDE.name))

    assert change_store(server, work) == 1


def test_a_connection_lost_in_saving_is_not_tried_again(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows whether it was saved: doing it anew might do it twice."""
    tries: list[int] = []
    commit = Connection.commit

    def lose(connection: Connection[Any]) -> None:
        with suppress(OperationalError):
            connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        commit(connection)

    def work(store: Store) -> None:
        tries.append(1)
        store.save(RONDE, "", "saved")

    with open_store(server):
        pass
    monkeypatch.setattr(Connection, "commit", lose)
    with pytest.raises(StoreError, match="'peloton log'"):
        change_store(server, work)
    assert tries == [1]
