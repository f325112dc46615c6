"""Databases of older versions, which only tests have, and the steps to upgrade them."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine

from peloton.store.database import NEWEST_VERSION, Database
from peloton.store.facts.hash_chain import row_hash
from peloton.store.schema import STEPS, table_statements
from peloton.store.views import VIEWS

OLDER, BETWEEN = "0009", "0010"
"""The version that `make_older` creates, and the version before the newest."""


def add_heard(database: Database) -> None:
    """Upgrade to version 0010, in which drafts store the changes made on phones."""
    database.run("ALTER TABLE draft ADD COLUMN heard TEXT")
    for tour_id, stage, text, base in database.query(
        "SELECT tour_id, stage, text, base FROM draft"
    ):
        cells = {"hash": row_hash([tour_id, stage, text, base, None])}
        database.update("draft", cells, tour_id=tour_id, stage=stage)


def add_day(database: Database) -> None:
    """Upgrade to the newest version, in which tours have the day they began.

    SQLite needs a new table.
    """
    if database.is_server:
        database.run("ALTER TABLE tour ADD COLUMN day VARCHAR")
        database.run("UPDATE tour SET day = date")
        return
    table, *_ = table_statements(database, ["tour"])
    names = "id, name, rulebook, date, riders, stages, ridden, hash"
    rows = f"INSERT INTO new_tour ({names}, day) SELECT {names}, date FROM tour"  # noqa: S608
    for statement in (
        table.replace("TABLE tour", "TABLE new_tour"),
        rows,
        "DROP TABLE tour",
        "ALTER TABLE new_tour RENAME TO tour",
    ):
        database.run(statement)


def know_older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let peloton upgrade the databases that `make_older` creates."""
    monkeypatch.setattr("peloton.store.database.OLDEST_VERSION", OLDER)
    monkeypatch.setitem(STEPS, BETWEEN, add_heard)
    monkeypatch.setitem(STEPS, NEWEST_VERSION, add_day)


def engine_of(where: str | Path) -> Engine:
    """Return an engine that changes a database without peloton."""
    url = str(where)
    return create_engine(url if "://" in url else f"sqlite:///{url}")


OLDER_TABLES = (
    *(f"DROP VIEW {view}" for view in VIEWS),
    "ALTER TABLE draft DROP COLUMN heard",
    "ALTER TABLE tour DROP COLUMN day",
    f"UPDATE peloton_version SET version_num = '{OLDER}', derived = NULL",  # noqa: S608
)
"""Statements that turn a database into version 0009; its views are lost."""


def make_older(where: str | Path) -> None:
    """Turn a database into version 0009."""
    engine = engine_of(where)
    with engine.begin() as connection:
        for statement in OLDER_TABLES:
            connection.exec_driver_sql(statement)
    engine.dispose()
