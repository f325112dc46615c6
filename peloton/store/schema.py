"""The version of a database, and how an older one is brought up to date."""

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    inspect,
    text,
)

from peloton.errors import StoreError
from peloton.store.address import place_of
from peloton.store.kept import view_text
from peloton.store.refusals import too_new
from peloton.store.shape import HEAD, LISTS, VERSION_TABLE
from peloton.store.tables import StoredRow


def version_of(connection: Connection) -> str | None:
    """Return the version of a database; None where there is nothing in it yet.

    Raises StoreError for a database with the tables of another program.
    """
    tables, place = inspect(connection), place_of(connection.engine.url)
    if tables.has_table(VERSION_TABLE):
        chosen = text(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608 (a constant)
        version = connection.scalar(chosen)
        if not version:
            message = f"{place} is damaged, its version is gone: restore a copy"
            raise StoreError(message)
        return str(version)
    if tables.get_table_names():
        message = f"{place} belongs to another program: name another"
        raise StoreError(message)
    return None


def create(connection: Connection) -> None:
    """Make the tables and views of the newest version, as all the steps would."""
    StoredRow.metadata.create_all(connection)
    make_views(connection)
    version = Table(
        VERSION_TABLE,
        MetaData(),
        Column("version_num", String(32), nullable=False),
        PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
    )
    version.create(connection)
    connection.execute(version.insert().values(version_num=HEAD))


def make_views(connection: Connection) -> None:
    """Make the views; there are none."""
    for view in LISTS:
        quoted = connection.dialect.identifier_preparer.quote
        connection.execute(text(view_text(view, quoted)))


def drop_views(connection: Connection) -> None:
    """Drop the views there are: no table that one shows can be changed."""
    for view in LISTS:
        connection.execute(text(f"DROP VIEW IF EXISTS {view}"))


def run_migrations(connection: Connection, place: str) -> None:
    """Bring a database to the newest version, step by step.

    Raises StoreError for a database of a newer peloton.
    """
    # Half as long to import as all the rest, and seldom needed.
    from alembic.command import upgrade as run_steps
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "peloton.store:migrations")
    drop_views(connection)
    try:
        run_steps(config, "head")
    except CommandError as error:
        raise too_new(place) from error
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        why = f" ({error})" if str(error) else ""
        message = f"{place} is damaged, it cannot be brought up to date{why}"
        raise StoreError(message) from error
    make_views(connection)
