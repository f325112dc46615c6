"""The version of a database, and how an older one is brought up to date."""

from typing import NamedTuple

from sqlalchemy import Connection, inspect, text

from peloton.errors import StoreError
from peloton.store.address import place_of
from peloton.store.refusals import made_otherwise
from peloton.store.shape import (
    HEAD,
    KEPT,
    KEPT_SHAPE,
    LISTS,
    VERSION_TABLE,
    view_text,
)
from peloton.store.tables import StoredRow


class Version(NamedTuple):
    """The last step a database was brought to, and the shape of what is kept there."""

    step: str
    kept: str | None = None


TODAY = Version(HEAD, KEPT_SHAPE)
_KEPT_TABLES = [StoredRow.metadata.tables[name] for name in KEPT]


def version_of(connection: Connection) -> Version | None:
    """Return the version of a database; None where there is nothing in it yet.

    Raises StoreError for a database with the tables of another program.
    """
    tables, place = inspect(connection), place_of(connection.engine.url)
    # Asked for first: others may make all of them, and the version, at any time.
    names = tables.get_table_names()
    if tables.has_table(VERSION_TABLE):
        chosen = text(f"SELECT * FROM {VERSION_TABLE}")  # noqa: S608 (a constant)
        row = connection.execute(chosen).mappings().first()
        if row is None or not row["version_num"]:
            message = f"{place} is damaged, its version is gone: restore a copy"
            raise StoreError(message)
        return Version(str(row["version_num"]), row.get("kept"))
    if names:
        message = f"{place} belongs to another program: name another"
        raise StoreError(message)
    return None


def create(connection: Connection) -> None:
    """Make the tables and views of the newest version, as all the steps would."""
    StoredRow.metadata.create_all(connection)
    version = (
        f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL, kept TEXT,"
        f" CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num))"
    )
    connection.execute(text(version))
    newest = text(f"INSERT INTO {VERSION_TABLE} (version_num) VALUES (:step)")  # noqa: S608 (a constant)
    connection.execute(newest, {"step": HEAD})
    _make_kept(connection)


def _make_kept(connection: Connection) -> None:
    """Make the tables and views of what comes of the facts; nothing is in them."""
    quoted = connection.dialect.identifier_preparer.quote
    StoredRow.metadata.create_all(connection, _KEPT_TABLES)
    for view in LISTS:
        connection.execute(text(view_text(view, quoted)))
    said = text(f"UPDATE {VERSION_TABLE} SET kept = :kept")  # noqa: S608 (a constant)
    connection.execute(said, {"kept": KEPT_SHAPE})


def _drop_kept(connection: Connection, shape: str | None) -> None:
    """Drop what comes of the facts, of whatever shape: no fact is in it."""
    quoted = connection.dialect.identifier_preparer.quote
    for view in dict.fromkeys([*LISTS, *(shape or "").split()[1:]]):
        connection.execute(text(f"DROP VIEW IF EXISTS {quoted(view)}"))
    StoredRow.metadata.drop_all(connection, _KEPT_TABLES)


def run_migrations(connection: Connection, place: str) -> None:
    """Bring a database to the newest version, step by step, and make anew what is kept.

    Raises StoreError for a database of a newer peloton.
    """
    version = version_of(connection)
    _drop_kept(connection, version and version.kept)
    if version is None or version.step != HEAD:
        _run_steps(connection, place)
    _make_kept(connection)


def _run_steps(connection: Connection, place: str) -> None:
    # Half as long to import as all the rest, and seldom needed.
    from alembic.command import upgrade as run_steps
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "peloton.store:migrations")
    try:
        run_steps(config, "head")
    except CommandError as error:
        raise made_otherwise(place) from error
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        why = f" ({error})" if str(error) else ""
        message = f"{place} is damaged, it cannot be brought up to date{why}"
        raise StoreError(message) from error
