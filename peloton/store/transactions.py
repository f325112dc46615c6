"""Open a database through SQLAlchemy: connect, set time limits and commit.

This is used for servers, and for files that the fast path (`direct.py`) cannot open.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import DBAPIError

from peloton.disk import sync_folder
from peloton.errors import StoreError
from peloton.store.address import database_label
from peloton.store.current import UserCurrentTour
from peloton.store.database import Database
from peloton.store.refusals import was_dropped

_AT_A_TIME = 1.0
"""Maximum seconds that SQLite waits at once for a lock, when Ctrl-C has no effect."""

_SERVER_LIMITS = {"statement": 60_000, "idle_in_transaction_session": 60_000}
"""Server timeouts in ms, so that a hung program does not keep a tour locked."""

_CONNECTING = {"connect_timeout": 10, "tcp_user_timeout": 30_000}
"""Limits of libpq: seconds to connect, and ms until a silent server counts as lost."""


class ServerDatabase(Database):
    """A database within one transaction of an SQLAlchemy connection."""

    def __init__(
        self, connection: Connection, own: UserCurrentTour | None = None
    ) -> None:
        """Work within the transaction of a connection."""
        self.connection, self.own = connection, own
        self._mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
        locks = connection.get_execution_options().get("locking")
        self.lock = " FOR NO KEY UPDATE" if locks else ""

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - a cursor
        """Run a statement that has a `?` for each of `values`; return its cursor."""
        sent = statement.replace("?", self._mark)
        return self.connection.exec_driver_sql(sent, tuple(values))

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        """Run an SQL statement once for each item of `lines`.

        An item holds one value for each `?` in the statement.
        """
        sent = statement.replace("?", self._mark)
        if lines:  # otherwise SQLAlchemy would run the statement once, without values
            self.connection.exec_driver_sql(sent, [*map(tuple, lines)])


def make_file(file: Path, place: str) -> None:
    """Create the file and its folder if needed, readable only by the user."""
    make_private_folder(file.parent, place)
    with suppress(OSError):  # SQLite reports the same error when it opens the file
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def make_private_folder(folder: Path, place: str) -> None:
    """Create a folder if needed, readable only by the user, and sync its parents.

    `place` says in messages what the folder is for, such as `the database 'a.db'`.
    Raises StoreError if the folder cannot be created.
    """
    try:
        new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for made in new:
            sync_folder(made.parent)
    except OSError as error:
        raise StoreError(
            f"{place} cannot be created: {error.strerror}, {str(error.filename)!r};"
            " choose a folder that you can write to"
        ) from error


@contextmanager
def transaction(
    url: URL, *, write: bool = True, wait: float, foreign_keys: bool = True
) -> Iterator[Connection]:
    """Open a connection; with `write`, commit at the end unless there is an error."""
    make = _sqlite if url.get_backend_name() == "sqlite" else _server
    try:
        engine = make(url, write=write, wait=wait)
        event.listen(engine, "handle_error", _refuse_value)
        connection = engine.connect()
    except (TypeError, ValueError) as error:  # drivers raise these for wrong settings
        raise StoreError(
            f"{database_label(url)} cannot be opened with the URL's settings: {error}"
        ) from error
    try:
        with connection:
            if not foreign_keys and make is _sqlite:
                connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
            yield connection
            if write:
                _commit(connection, database_label(url))
    finally:
        engine.dispose()


def _commit(connection: Connection, place: str) -> None:
    """Commit; raise StoreError if the connection is lost.

    The transaction is then not repeated, because it may have been saved.
    """
    try:
        connection.commit()
    except DBAPIError as error:
        if not was_dropped(error):
            raise
        raise StoreError(
            f"the connection to {place} was lost while saving: check with 'peloton log'"
        ) from error


def _server(url: URL, *, write: bool, wait: float) -> Engine:
    """Return an engine for a server.

    A writer locks its tours (see `tour_rows.find_tour_row`) and sees everything that
    was committed before. A reader sees a consistent snapshot of all tours.
    """
    isolation = "READ COMMITTED" if write else "REPEATABLE READ"
    settings = {k: v for k, v in _CONNECTING.items() if k not in url.query}
    engine = create_engine(
        url,
        isolation_level=isolation,
        connect_args=settings,
        execution_options={"locking": write},
    )
    limits = {**_SERVER_LIMITS, "lock": max(1, int(min(wait, 5) * 1000))}
    chosen = [f"set_config('{k}_timeout', '{v}', true)" for k, v in limits.items()]

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"SELECT {', '.join(chosen)}")

    return engine


def lift_limits(connection: Connection) -> None:
    """Remove the time limits of a server, because copying a database takes long."""
    if connection.dialect.name == "postgresql":
        lifted = (f"set_config('{name}_timeout', '0', true)" for name in _SERVER_LIMITS)
        connection.exec_driver_sql(f"SELECT {', '.join(lifted)}")


def _sqlite(url: URL, *, write: bool, wait: float) -> Engine:
    """Return an engine for a file with isolated transactions.

    The driver, sqlite3, begins a transaction only at the first change of a row, so the
    `BEGIN` is sent here. A writer locks the file when its transaction begins.
    """
    busy = min(wait, _AT_A_TIME)
    engine = create_engine(url, connect_args={"isolation_level": None, "timeout": busy})

    @event.listens_for(engine, "connect")
    def _enforce_foreign_keys(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's connection
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            # Committed changes must survive a power cut.
            connection.execute("PRAGMA synchronous = EXTRA")
        except BaseException:
            # SQLAlchemy before 2.1 does not close the connection after an error.
            connection.close()
            raise

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _refuse_value(context: ExceptionContext) -> None:
    """Raise StoreError for a value that drivers cannot send, such as a huge number."""
    error = context.original_exception
    if isinstance(error, OverflowError | UnicodeError):
        raise StoreError(f"the database cannot store a value: {error}") from error
