"""The database the store is tested on: a new file, or what PELOTON_TEST_DB names."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, MetaData, create_engine, event

from peloton.store.schema import drop_views


@pytest.fixture
def where(tmp_path: Path) -> str:
    """A database with nothing in it; the one of PELOTON_TEST_DB is emptied first."""
    url = os.environ.get("PELOTON_TEST_DB")
    if url is None:
        return str(tmp_path / "tours.db")
    engine = create_engine(url)
    with engine.begin() as connection:
        drop_views(connection)
    tables = MetaData()
    tables.reflect(engine)
    tables.drop_all(engine)
    engine.dispose()
    return url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of an SQLite database that is not there yet."""
    return tmp_path / "tours.db"


@pytest.fixture
def statements() -> Iterator[list[tuple[str, str]]]:
    """Every statement sent to any database from now on, with its values as text."""
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
