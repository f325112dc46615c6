"""The version of a database, and the upgrade of an older one."""

from typing import NamedTuple

from sqlalchemy import Connection, inspect, text

from peloton.errors import StoreError
from peloton.store.address import database_label
from peloton.store.database import DERIVED, DERIVED_SHAPE, NEWEST_VERSION, VERSION_TABLE
from peloton.store.migrations import BASELINE, STEPS
from peloton.store.models import StoredRow
from peloton.store.refusals import version_error
from peloton.store.views import VIEWS, view_text


class Version(NamedTuple):
    """The latest migration of a database, and the checksum of its derived tables."""

    step: str
    derived: str | None = None


NEWEST = Version(NEWEST_VERSION, DERIVED_SHAPE)
_DERIVED_TABLES = [StoredRow.metadata.tables[name] for name in DERIVED]


def version_of(connection: Connection) -> Version | None:
    """Return the version of a database; None if it is empty.

    Raises StoreError for a database of a different program, or one that is older than
    the baseline version.
    """
    tables, place = inspect(connection), database_label(connection.engine.url)
    # Read the names first: tables that another peloton creates after the check for the
    # version table would look like those of a different program.
    names = tables.get_table_names()
    if not tables.has_table(VERSION_TABLE):
        if not names:
            return None
        raise StoreError(f"{place} belongs to another program: name another")
    chosen = text(f"SELECT * FROM {VERSION_TABLE}")  # noqa: S608 - no user input
    row = connection.execute(chosen).mappings().first()
    if row is None or not row["version_num"]:
        raise StoreError(f"{place} is damaged (it has no version): restore a backup")
    version = Version(str(row["version_num"]), row.get("derived"))
    if version.step < BASELINE:
        raise StoreError(
            f"{place} was made by a development version of peloton from before 0.1:"
            " dump its tours with that version and load them here"
        )
    return version


def create(connection: Connection) -> None:
    """Create the tables and views of the newest version."""
    StoredRow.metadata.create_all(connection)
    version = (
        f"CREATE TABLE {VERSION_TABLE} ( -- The version of the tables.\n"
        "  version_num VARCHAR(32) NOT NULL, -- the latest migration\n"
        "  derived TEXT, -- checksum of the derived tables, and the views\n"
        "  tours INTEGER NOT NULL, -- rows of journal_head\n"
        f"  CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num))"
    )
    connection.execute(text(version))
    newest = text(f"INSERT INTO {VERSION_TABLE} VALUES (:step, NULL, 0)")  # noqa: S608 - no user input
    connection.execute(newest, {"step": NEWEST_VERSION})
    _make_derived(connection)


def _make_derived(connection: Connection) -> None:
    quoted = connection.dialect.identifier_preparer.quote
    StoredRow.metadata.create_all(connection, _DERIVED_TABLES)
    for view in VIEWS:
        connection.execute(text(view_text(view, quoted)))
    shape = text(f"UPDATE {VERSION_TABLE} SET derived = :shape")  # noqa: S608 - no user input
    connection.execute(shape, {"shape": DERIVED_SHAPE})


def _drop_derived(connection: Connection, shape: str | None) -> None:
    """Drop the derived tables and the views.

    `shape` is the database's version of `DERIVED_SHAPE`, which names its views.
    """
    quoted = connection.dialect.identifier_preparer.quote
    for view in dict.fromkeys([*VIEWS, *(shape or "").split()[1:]]):
        connection.execute(text(f"DROP VIEW IF EXISTS {quoted(view)}"))
    StoredRow.metadata.drop_all(connection, _DERIVED_TABLES)


def upgrade_tables(connection: Connection, place: str) -> None:
    """Upgrade a database to the newest version; replace its derived tables and views.

    `place` names the database. Raises StoreError if a newer peloton made the database.
    """
    version = version_of(connection)
    if version == NEWEST:
        return
    if version is None or version.step not in {BASELINE, *STEPS}:
        raise version_error(place)
    _drop_derived(connection, version.derived)
    for step, upgrade in STEPS.items():
        if step > version.step:
            upgrade(connection)
    newest = text(f"UPDATE {VERSION_TABLE} SET version_num = :step")  # noqa: S608 - no user input
    connection.execute(newest, {"step": NEWEST_VERSION})
    _make_derived(connection)
