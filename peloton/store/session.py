"""The way into the store: one database, one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from peloton.errors import StoreError
from peloton.store import schema
from peloton.store.address import address, is_file, shown
from peloton.store.kept import Scorer
from peloton.store.refusals import refusal
from peloton.store.shape import HEAD
from peloton.store.tables import LongWay, Row
from peloton.store.tours import Store

BUSY_SECONDS = 2
"""How long to wait for another program that has the file."""


@contextmanager
def open_store(
    where: str, *, write: bool = True, scorer: Scorer | None = None
) -> Iterator[Store]:
    """Open the tours at a file's path or a database URL, for one transaction.

    All that was done is kept on leaving normally; on any exception, Ctrl-C
    included, nothing is. With `write`, the folder and the database are made if need
    be, and a file is closed to other writers meanwhile. Without, nothing done is
    kept: where there is no database none is made, and the store has no tours. A
    database of an older peloton is brought up to date either way. `scorer` scores the
    tours that are written and not scored yet, for what is kept of them.

    Raises StoreError for a database that cannot be used, with what to do about it.
    """
    url = address(where)
    place = f"the database {shown(url)!r}"
    try:
        if _ready(url, place, write=write):
            with _transaction(url, write=write) as connection:
                store = Store(LongWay(connection), scorer)
                yield store
                if write:
                    store.settle()
        else:
            with _transaction(URL.create("sqlite"), write=False) as connection:
                Row.metadata.create_all(connection)
                yield Store(LongWay(connection))
    except SQLAlchemyError as error:
        raise refusal(error, place) from error


def _ready(url: URL, place: str, *, write: bool) -> bool:
    """Make the database, or bring it up to date; False if there is none to read."""
    if is_file(url):
        file = Path(str(url.database))
        if write:
            _make_folder(file.parent, place)
        elif not file.exists():
            return False
    try:
        with _transaction(url, write=write) as connection:
            version = schema.version_of(connection, place)
    except (TypeError, ValueError) as error:  # so drivers refuse a setting
        message = f"{place} cannot be opened with the URL's settings: {error}"
        raise StoreError(message) from error
    if version is None and not write:
        return False
    if version != HEAD:
        # A step may rebuild a table, which must not take its parts away with it.
        with _transaction(url, foreign_keys=False) as connection:
            if version is None:
                schema.create(connection)
            else:
                schema.upgrade(connection, place)
    return True


def _make_folder(folder: Path, place: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = (
            f"{place} cannot be made: {error.strerror}, {str(error.filename)!r};"
            " name a file in a folder of yours"
        )
        raise StoreError(message) from error


@contextmanager
def _transaction(
    url: URL, *, write: bool = True, foreign_keys: bool = True
) -> Iterator[Connection]:
    """Connect, and keep what was done only on leaving normally and with `write`."""
    if url.get_backend_name() == "sqlite":
        engine = _sqlite(url, write=write, foreign_keys=foreign_keys)
    else:
        engine = create_engine(url, isolation_level="SERIALIZABLE")
    event.listen(engine, "handle_error", _refuse_value)
    try:
        with engine.connect() as connection:
            yield connection
            if write:
                connection.commit()
    finally:
        engine.dispose()


def _sqlite(url: URL, *, write: bool, foreign_keys: bool) -> Engine:
    """Return an engine for a file, whose every transaction sees no other's work.

    SQLite's driver would begin one late, and none for a change of tables, so it is
    begun here; and a writer takes its turn at the beginning, not half-way.
    """
    engine = create_engine(
        url, connect_args={"isolation_level": None, "timeout": BUSY_SECONDS}
    )

    @event.listens_for(engine, "connect")
    def _enforce_foreign_keys(connection: Any, _record: object) -> None:  # noqa: ANN401 (any driver's)
        connection.execute(f"PRAGMA foreign_keys = {int(foreign_keys)}")
        # A power cut right after a commit must not bring back what was before it.
        connection.execute("PRAGMA synchronous = EXTRA")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _refuse_value(context: ExceptionContext) -> None:
    """Refuse what a driver cannot even send, such as a number of a hundred digits."""
    error = context.original_exception
    if isinstance(error, OverflowError | UnicodeError):
        message = f"the database cannot keep what was to be saved: {error}"
        raise StoreError(message) from error
