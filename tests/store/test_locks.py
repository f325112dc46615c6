"""A file in use by another program, and a disk that fails while saving."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from peloton.errors import StoreError
from peloton.store.session import change_store, open_store
from peloton.store.tours import Store
from tests.store.ronde import RONDE


@pytest.fixture
def where(file: Path) -> str:
    """The path of a file with a tour."""
    with open_store(str(file)) as store:
        store.save(RONDE, "", "loaded")
    return str(file)


def test_a_file_in_use_is_waited_for(where: str) -> None:
    waited = []
    with closing(sqlite3.connect(where, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        soon = Timer(0.3, lambda: (waited.append(True), other.rollback()))  # type: ignore[func-returns-value]
        soon.start()
        change_store(where, lambda store: store.delete(RONDE.name), wait=30)
        soon.join()
    assert waited == [True]


def test_a_file_in_use_for_too_long_is_refused(where: str) -> None:
    with closing(sqlite3.connect(where)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another program"):
            change_store(where, lambda store: store.delete(RONDE.name), wait=0.2)


class Failing(sqlite3.Connection):
    """A database file whose disk fails at the end of a transaction."""

    def commit(self) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = 10
        raise error


def test_a_change_that_may_have_been_saved_is_not_repeated(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tries = sqlite3.connect, []
    monkeypatch.setattr(
        "peloton.store.transactions.sqlite3.connect",
        lambda *place, **how: real(*place, **how, factory=Failing),
    )

    def work(store: Store) -> Any:  # noqa: ANN401 - a step
        tries.append(store)
        return store.delete(RONDE.name)

    with pytest.raises(StoreError, match="could not be read or written"):
        change_store(where, work, wait=30)
    assert len(tries) == 1
