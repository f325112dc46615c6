"""A copy of a whole database in a file of its own, and the way back from it."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from sqlalchemy import (
    URL,
    Connection,
    MetaData,
    Table,
    func,
    insert,
    select,
)
from sqlalchemy.exc import OperationalError

from peloton.errors import StoreError
from peloton.store import schema
from peloton.store.shape import HEAD, KEPT
from peloton.store.tables import StoredRow
from peloton.store.transactions import make_file, transaction

_AT_ONCE = 500
"""How many rows are read and written together."""


def copy_file(source: Connection, target: Any) -> None:  # noqa: ANN401 (a pool's)
    """Copy an SQLite database page by page, as it is at one moment."""
    try:
        connection = cast("sqlite3.Connection", source.connection.driver_connection)
        connection.backup(getattr(target, "driver_connection", target))
    except sqlite3.Error as error:
        statement = "backup"
        raise OperationalError(statement, None, error) from error


def back_up_to(file: Path, source: Connection) -> None:
    """Write all of a database, of any version, into an SQLite file.

    It stands there whole or not at all. Raises StoreError where it cannot be written.
    """
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    make_file(part, f"the backup {str(file)!r}")
    try:
        if source.dialect.name == "sqlite":
            with closing(sqlite3.connect(part)) as target:
                copy_file(source, target)
        else:
            copy = URL.create("sqlite", database=str(part))
            with transaction(copy, wait=0, foreign_keys=False) as target:
                _copy_tables(source, target)
        part.replace(file)
    except OSError as error:
        message = f"the backup {str(file)!r} cannot be written: {error.strerror}"
        raise StoreError(message) from error


def _copy_tables(source: Connection, target: Connection) -> None:
    """Make the tables as they are, of whatever version, and copy their rows.

    What is kept is left out where another peloton made it.
    """
    tables, version = StoredRow.metadata, schema.version_of(source)
    if version and version.step == HEAD:
        schema.create(target)
        same = version == schema.TODAY
        copied = [t for t in tables.sorted_tables if same or t.name not in KEPT]
    else:
        tables = MetaData()
        tables.reflect(source)
        for table in tables.tables.values():
            for column in table.columns:
                column.type, column.server_default = column.type.as_generic(), None
        tables.create_all(target)
        copied = tables.sorted_tables
    copy_rows(source, target, copied)


def copy_rows(source: Connection, target: Connection, tables: Iterable[Table]) -> None:
    """Copy the rows of some tables into empty ones, those that others need first."""
    for table in tables:
        found = source.execution_options(yield_per=_AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])
        if target.dialect.name == "postgresql" and "id" in table.c:
            _go_on_counting(target, table.name, table.c.id)


def _go_on_counting(target: Connection, name: str, column: Any) -> None:  # noqa: ANN401 (any column)
    """Let the next row of a table get a number that no copied row has."""
    counter = func.pg_get_serial_sequence(name, column.name)
    highest = select(func.max(column)).scalar_subquery()
    target.execute(select(func.setval(counter, highest)))
