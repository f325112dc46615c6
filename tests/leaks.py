"""Check that a test leaves no thread and no database connection open.

A thread left by one test would work on the database of the next test. Connections that
are opened by the thread of a shared fixture, such as a server, are ignored.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, current_thread
from threading import enumerate as all_threads
from typing import Any

import pytest
from sqlalchemy import Pool, event

_OPENED: list[tuple[Any, Thread]] = []
"""Threads and connections opened since the test began, each with its opener thread."""

_connect, _start = sqlite3.connect, Thread.start


def _noted_connect(*place: Any, **how: Any) -> sqlite3.Connection:  # noqa: ANN401 - of sqlite3
    connection: sqlite3.Connection = _connect(*place, **how)
    _OPENED.append((connection, current_thread()))
    return connection


def _noted_start(thread: Thread) -> None:
    _OPENED.append((thread, current_thread()))
    _start(thread)


def _note(connection: Any, _record: object) -> None:  # noqa: ANN401 - of any driver
    if not isinstance(connection, sqlite3.Connection):
        _OPENED.append((connection, current_thread()))


sqlite3.connect = sqlite3.dbapi2.connect = _noted_connect  # type: ignore[assignment]
Thread.start = _noted_start  # type: ignore[assignment, method-assign]
event.listen(Pool, "connect", _note)


def _is_open(opened: Any) -> bool:  # noqa: ANN401 - of any driver
    if isinstance(opened, Thread):
        return opened.is_alive()
    if not isinstance(opened, sqlite3.Connection):
        return not opened.closed
    try:
        return opened.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False


@contextmanager
def nothing_left_open(patience: float) -> Iterator[None]:
    """Fail the test if a thread or a connection opened in this context stays open.

    `patience` is the number of seconds to wait until they are closed.
    """
    first = len(_OPENED)
    before = {*all_threads()} - {current_thread()}
    yield
    until = time.monotonic() + patience
    while left := [
        opened
        for opened, by in _OPENED[first:]
        if by not in before and _is_open(opened)
    ]:
        if time.monotonic() > until:
            pytest.fail(f"left open: {left}")
        time.sleep(0.01)
    del _OPENED[first:]
