"""Fixtures for the tests of the store."""

from collections.abc import Callable
from pathlib import Path

import pytest

from peloton.store.database import Database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of an SQLite database that does not exist yet."""
    return tmp_path / "tours.db"


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """A list of the statements sent to any database, each with its values as text."""
    sent: list[tuple[str, str]] = []
    for name in ("run", "run_for_all"):
        send = getattr(Database, name)

        def note(
            database: Database,
            statement: str,
            values: object = (),
            send: Callable[..., object] = send,
        ) -> object:
            sent.append((statement, repr(values)))
            return send(database, statement, values)

        monkeypatch.setattr(Database, name, note)
    return sent
