"""A test that leaves a thread or a connection open fails."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import create_engine

from tests.leaks import nothing_left_open


def test_a_thread_that_goes_on_is_found() -> None:
    over = Event()
    thread = Thread(target=over.wait)
    with pytest.raises(pytest.fail.Exception, match="Thread"), nothing_left_open(0):
        thread.start()
    over.set()
    thread.join()


def test_a_thread_that_is_ending_is_waited_for() -> None:
    with nothing_left_open(10):
        Thread(target=Event().wait, args=[0.1]).start()


def test_a_connection_that_stays_open_is_found(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="Connection"), nothing_left_open(0):
        connection = sqlite3.connect(tmp_path / "a.db")
    connection.close()


def test_a_connection_of_a_server_that_stays_open_is_found(postgresql: str) -> None:
    engine = create_engine(postgresql)
    with pytest.raises(pytest.fail.Exception, match="psycopg"), nothing_left_open(0):
        engine.connect().close()  # into the pool
    engine.dispose()


def test_what_a_server_of_several_tests_opens_is_not_the_test_s(tmp_path: Path) -> None:
    asked, answered, over = Event(), Event(), Event()

    def serve() -> None:
        asked.wait()
        with closing(sqlite3.connect(tmp_path / "a.db")):
            answered.set()
            over.wait()

    server = Thread(target=serve)
    server.start()
    with nothing_left_open(0):
        asked.set()
        answered.wait()
    over.set()
    server.join()
