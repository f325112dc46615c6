"""Create the tables of a database, and upgrade those of an older one.

To change a table of facts, raise `NEWEST_VERSION` in `peloton.store.database` and add a
function to `STEPS` that changes the tables of the previous version with SQL. If it
changes the journal, it empties the hashes in `journal` and `tour`, and computes them
again with `change_steps`. All steps run in one transaction without foreign keys; the
views are created afterwards.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from peloton.store.database import (
    DERIVED,
    NEWEST,
    NEWEST_VERSION,
    VERSION_TABLE,
    Database,
    stored_names,
    version_error,
    version_of,
)
from peloton.store.views import VIEWS, view_text

if TYPE_CHECKING:
    from sqlalchemy.schema import ExecutableDDLElement

STEPS: dict[str, Callable[[Database], None]] = {}
"""The upgrade step for each version after the oldest one, in order.

There are no steps yet, because no version before 0011 was released.
"""


def create(database: Database) -> None:
    """Create the tables and views of the newest version."""
    for statement in table_statements(database):
        database.run(statement)
    database.run(
        f"CREATE TABLE {VERSION_TABLE} ( -- The version of the tables.\n"
        "  version_num VARCHAR(32) NOT NULL, -- the latest migration\n"
        "  derived TEXT, -- checksum of the derived tables, and the views\n"
        f"  CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num))"
    )
    database.fill(VERSION_TABLE, [NEWEST])
    create_missing(database)


def table_statements(database: Database, names: Iterable[str] = ()) -> list[str]:
    """Return the SQL statements that create tables with indexes; default: all."""
    # Imported late: importing the models takes longer than most commands.
    from sqlalchemy import create_mock_engine

    from peloton.store.models import StoredRow

    statements: list[str] = []

    def collect(ddl: "ExecutableDDLElement", *_: object, **__: object) -> None:
        statements.append(str(ddl.compile(dialect=engine.dialect)))

    driver = "postgresql+psycopg" if database.is_server else "sqlite"
    engine = create_mock_engine(f"{driver}://", collect)
    tables = [StoredRow.metadata.tables[name] for name in names] or None
    StoredRow.metadata.create_all(engine, tables, checkfirst=False)
    return statements


def create_missing(database: Database) -> None:
    """Create the derived tables and the views that a database does not have."""
    stored = {*stored_names(database), *stored_names(database, "view")}
    if missing := [name for name in DERIVED if name not in stored]:
        for statement in table_statements(database, missing):
            database.run(statement)
    for view in VIEWS:
        if view not in stored:
            database.run(view_text(view))


def changed_views(database: Database) -> list[str]:
    """Return the names of the stored views that were changed by hand.

    Finds none on a server for a user who may only read.
    """
    if not database.is_server:
        texts = "SELECT name, sql FROM sqlite_master WHERE type = 'view'"
        stored = dict(database.query(texts))
        return [v for v in VIEWS if stored.get(v, view_text(v)) != view_text(v)]
    ((may_create,),) = database.query(
        "SELECT has_database_privilege(current_database(), 'TEMP')"
        " AND NOT current_setting('transaction_read_only')::boolean"
    )
    # A server stores its own text of a view, so compare it with that of a new view.
    database.run("SAVEPOINT without_new_views")
    for view in VIEWS if may_create else ():
        database.run(view_text(view).replace("CREATE", "CREATE TEMP", 1))
    differing = database.query(
        "SELECT viewname FROM pg_views stored JOIN pg_views new USING (viewname)"
        " WHERE stored.schemaname = current_schema AND new.schemaname ="
        " pg_my_temp_schema()::regnamespace::text"
        " AND stored.definition <> new.definition ORDER BY viewname"
    )
    database.run("ROLLBACK TO without_new_views")
    return [view for (view,) in differing]


def upgrade_tables(database: Database) -> None:
    """Upgrade a database; raise StoreError if a newer peloton made it.

    A database of the newest version gets the derived tables and views that it lacks.
    """
    version = version_of(database)
    if version is None:
        return
    if version.step > NEWEST_VERSION:
        raise version_error(database, version)
    if version != NEWEST:
        # The stored version of `DERIVED_SHAPE` names the views of the database.
        for view in dict.fromkeys([*VIEWS, *(version.derived or "").split()[1:]]):
            database.run(f'DROP VIEW IF EXISTS "{view}"')
        for table in DERIVED:
            database.run(f"DROP TABLE IF EXISTS {table}")
        for step, upgrade in STEPS.items():
            if step > version.step:
                upgrade(database)
        newest = {"version_num": NEWEST.step, "derived": NEWEST.derived}
        database.update(VERSION_TABLE, newest)
    create_missing(database)
