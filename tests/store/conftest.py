"""Fixtures for the tests of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of an SQLite database that does not exist yet."""
    return tmp_path / "tours.db"


@pytest.fixture
def statements() -> Iterator[list[tuple[str, str]]]:
    """A list of the statements sent to any database, each with its values as text."""
    sent: list[tuple[str, str]] = []

    def note(
        _connection: Connection,
        _cursor: object,
        statement: str,
        parameters: object,
        _context: object,
        _executemany: object,
    ) -> None:
        sent.append((statement, repr(parameters)))

    event.listen(Engine, "before_cursor_execute", note)
    yield sent
    event.remove(Engine, "before_cursor_execute", note)
