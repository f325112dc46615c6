"""Databases of older versions, which only tests have, and the steps to upgrade them."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.schema import CreateTable

from peloton.store.database import NEWEST_VERSION
from peloton.store.facts.hash_chain import row_hashes, set_hashes
from peloton.store.migrations import STEPS
from peloton.store.models import StoredRow
from peloton.store.transactions import ServerDatabase
from peloton.store.views import VIEWS

OLDER, BETWEEN = "0008", "0009"
"""The version that `make_older` creates, and the version before the newest."""


def add_heard(connection: Connection) -> None:
    """Upgrade to version 0009, in which drafts store the changes made on phones."""
    connection.exec_driver_sql("ALTER TABLE draft ADD COLUMN heard TEXT")


def add_step(connection: Connection) -> None:
    """Upgrade to the newest version, in which tours count their changes.

    SQLite needs a new table.
    """
    if connection.dialect.name != "sqlite":
        column = "step INTEGER NOT NULL DEFAULT 0"
        connection.exec_driver_sql(f"ALTER TABLE tour ADD COLUMN {column}")
        seal_tours(connection)
        return
    table = CreateTable(StoredRow.metadata.tables["tour"]).compile(connection)
    new = str(table).replace("TABLE tour", "TABLE new_tour")
    names = "id, name, rulebook, date, day, riders, stages, ridden"
    rows = f"INSERT INTO new_tour ({names}, step) SELECT {names}, 0 FROM tour"  # noqa: S608
    for statement in (
        new,
        rows,
        "DROP TABLE tour",
        "ALTER TABLE new_tour RENAME TO tour",
    ):
        connection.exec_driver_sql(statement)
    seal_tours(connection)


def seal_tours(connection: Connection) -> None:
    """Store the hashes of the rows of `tour` that a step changed."""
    database = ServerDatabase(connection)
    for row in database.rows("tour"):
        set_hashes(database, row.name, row_hashes(database, row.id, "tour"))


def know_older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let peloton upgrade the databases that `make_older` creates."""
    monkeypatch.setattr("peloton.store.schema.BASELINE", OLDER)
    monkeypatch.setitem(STEPS, BETWEEN, add_heard)
    monkeypatch.setitem(STEPS, NEWEST_VERSION, add_step)


def engine_of(where: str | Path) -> Engine:
    """Return an engine that changes a database without peloton."""
    url = str(where)
    return create_engine(url if "://" in url else f"sqlite:///{url}")


OLDER_TABLES = (
    *(f"DROP VIEW {view}" for view in VIEWS),
    "ALTER TABLE draft DROP COLUMN heard",
    "ALTER TABLE tour DROP COLUMN step",
    f"UPDATE peloton_version SET version_num = '{OLDER}', derived = NULL",  # noqa: S608
)
"""Statements that turn a database into version 0008; its views are lost."""


def make_older(where: str | Path) -> None:
    """Turn a database into version 0008."""
    engine = engine_of(where)
    with engine.begin() as connection:
        for statement in OLDER_TABLES:
            connection.exec_driver_sql(statement)
    engine.dispose()
