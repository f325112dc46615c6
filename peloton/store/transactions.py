"""One transaction of one database: how it begins, what it waits for, how it ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import DBAPIError

from peloton.disk import sync_folder
from peloton.errors import StoreError
from peloton.store.address import place_of
from peloton.store.refusals import was_dropped

_AT_A_TIME = 1.0
"""Seconds that a driver waits by itself, deaf to Ctrl-C, for a file."""

_SERVER_LIMITS = {"statement": 60_000, "idle_in_transaction_session": 60_000}
"""Milliseconds after which a server gives up; who hangs must not keep a tour locked."""

_CONNECTING = {"connect_timeout": 10, "tcp_user_timeout": 30_000}
"""For libpq: seconds until a server answers, milliseconds until one counts as gone."""


def make_file(file: Path, place: str) -> None:
    """Make the file and its folder if need be, for nobody else to read."""
    make_private_folder(file.parent, place)
    with suppress(OSError):  # which SQLite meets again, and has words for
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def make_private_folder(folder: Path, place: str) -> None:
    """Make a folder for nobody else to read if need be, and sync its name to the disk.

    `place` is what is to be in it. Raises StoreError where it cannot be made.
    """
    try:
        new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for made in new:
            sync_folder(made.parent)
    except OSError as error:
        message = (
            f"{place} cannot be made: {error.strerror}, {str(error.filename)!r};"
            " choose a folder that you can write to"
        )
        raise StoreError(message) from error


@contextmanager
def transaction(
    url: URL, *, write: bool = True, wait: float, foreign_keys: bool = True
) -> Iterator[Connection]:
    """Connect, and keep what was done only on leaving normally and with `write`."""
    make = _sqlite if url.get_backend_name() == "sqlite" else _server
    try:
        engine = make(url, write=write, wait=wait)
        event.listen(engine, "handle_error", _refuse_value)
        connection = engine.connect()
    except (TypeError, ValueError) as error:  # so drivers refuse a setting
        message = f"{place_of(url)} cannot be opened with the URL's settings: {error}"
        raise StoreError(message) from error
    try:
        with connection:
            if not foreign_keys and make is _sqlite:
                connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
            yield connection
            if write:
                _commit(connection, place_of(url))
    finally:
        engine.dispose()


def _commit(connection: Connection, place: str) -> None:
    """Keep what was done; StoreError where nobody can know whether it was."""
    try:
        connection.commit()
    except DBAPIError as error:
        if not was_dropped(error):
            raise
        message = (
            f"{place} was lost just as it saved: see with 'peloton log' whether it did"
        )
        raise StoreError(message) from error


def _server(url: URL, *, write: bool, wait: float) -> Engine:
    """Return an engine for a server.

    A writer locks its tours (see `keeping.find`) and sees what others saved until
    then; a reader sees all tours at one moment.
    """
    isolation = "READ COMMITTED" if write else "REPEATABLE READ"
    settings: dict[str, Any] = {}
    if url.get_driver_name().startswith("psycopg"):
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
    """Let a server work for as long as a copy of a whole database takes."""
    if connection.dialect.name == "postgresql":
        lifted = (f"set_config('{name}_timeout', '0', true)" for name in _SERVER_LIMITS)
        connection.exec_driver_sql(f"SELECT {', '.join(lifted)}")


def _sqlite(url: URL, *, write: bool, wait: float) -> Engine:
    """Return an engine for a file, whose every transaction sees no other's work.

    SQLite's driver would begin one late, and none for a change of tables, so it is
    begun here; and a writer takes its turn at the beginning, not half-way.
    """
    busy = min(wait, _AT_A_TIME)
    engine = create_engine(url, connect_args={"isolation_level": None, "timeout": busy})

    @event.listens_for(engine, "connect")
    def _enforce_foreign_keys(connection: Any, _record: object) -> None:  # noqa: ANN401 (any driver's)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            # A power cut right after a commit must not bring back what was before it.
            connection.execute("PRAGMA synchronous = EXTRA")
        except BaseException:
            # SQLAlchemy before 2.1 leaves it open.
            connection.close()
            raise

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
