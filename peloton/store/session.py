"""The way into the store: one database, one transaction, and again if need be."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import uniform
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from peloton.errors import StoreError
from peloton.store import schema
from peloton.store.address import address, is_file, shown
from peloton.store.refusals import may_pass, refusal, was_dropped
from peloton.store.tables import Row
from peloton.store.tours import Store

WAIT_SECONDS = 30.0
"""How long to try again where others have the database."""

_AT_A_TIME = 0.25
"""Seconds that a driver waits by itself, deaf to Ctrl-C, for a file."""

_LONGEST_PAUSE = 0.5
_SERVER_LIMITS = {"statement": 60_000, "idle_in_transaction_session": 60_000}
"""Milliseconds after which a server gives up; who hangs must not keep a tour locked."""

_CONNECTING = {"connect_timeout": 10, "tcp_user_timeout": 30_000}
"""For libpq: seconds until a server answers, milliseconds until one counts as gone."""

_SCHEMA_LOCK = 0x70656C6F746F6E
"""The advisory lock of whoever makes the tables: `peloton` in ASCII."""

T = TypeVar("T")


def change_store(
    where: str,
    work: Callable[[Store], T],
    *,
    keep: bool = True,
    wait: float = WAIT_SECONDS,
) -> T:
    """Do work on the tours in one transaction; return what it returns.

    Where another program came between, has the database, or the connection was lost,
    all of it is done anew on the tours as they are then, for up to `wait` seconds.
    Without `keep` nothing done is kept. Raises StoreError as `open_store` does.
    """
    url = address(where)
    place = _place(url)

    def attempt() -> T:
        with _store(url, place, write=keep, wait=wait) as store:
            return work(store)

    return _again(attempt, place, wait)


@contextmanager
def open_store(
    where: str, *, write: bool = True, wait: float = WAIT_SECONDS
) -> Iterator[Store]:
    """Open the tours at a file's path or a database URL, for one transaction.

    All that was done is kept on leaving normally; on any exception, Ctrl-C
    included, nothing is. With `write`, the folder and the database are made if need
    be, and a file is closed to other writers meanwhile. Without, nothing done is
    kept: where there is no database none is made, and the store has no tours. A
    database of an older peloton is brought up to date either way.

    It is tried again for `wait` seconds to open it, and what is done then is done
    once: `change_store` does that again too. Raises StoreError for a database that
    cannot be used, with what to do about it.
    """
    url = address(where)
    place = _place(url)
    try:
        with ExitStack() as stack:

            def attempt() -> Store:
                opened = _store(url, place, write=write, wait=wait)
                return stack.enter_context(opened)

            yield _again(attempt, place, wait)
    except SQLAlchemyError as error:
        raise refusal(error, place) from error


def _place(url: URL) -> str:
    return f"the database {shown(url)!r}"


def _again(attempt: Callable[[], T], place: str, wait: float) -> T:
    """Try until it is done, pausing longer each time, and by chance: not in step."""
    deadline, longest, dropped = monotonic() + wait, 0.01, False
    while True:
        try:
            return attempt()
        except SQLAlchemyError as error:
            dropped = dropped or was_dropped(error)
            left = deadline - monotonic()
            if left <= 0 or not may_pass(error, dropped=dropped):
                raise refusal(error, place) from error
        sleep(min(left, uniform(longest / 2, longest)))  # noqa: S311 - no secret
        longest = min(2 * longest, _LONGEST_PAUSE)


@contextmanager
def _store(url: URL, place: str, *, write: bool, wait: float) -> Iterator[Store]:
    """Open the tours once, the tables made or brought up to date if need be."""
    if is_file(url):
        file = Path(str(url.database))
        if write:
            _make_file(file, place)
        elif not file.exists():
            with _nothing() as store:
                yield store
            return
    with _transaction(url, place, write=write, wait=wait) as connection:
        version = schema.version_of(connection, place)
        if version == schema.HEAD:
            yield Store(connection)
            return
    if version is None and not write:
        with _nothing() as store:
            yield store
        return
    _make_tables(url, place, wait)
    with _transaction(url, place, write=write, wait=wait) as connection:
        yield Store(connection)


@contextmanager
def _nothing() -> Iterator[Store]:
    with _transaction(URL.create("sqlite"), "", write=False, wait=0) as connection:
        Row.metadata.create_all(connection)
        yield Store(connection)


def _make_tables(url: URL, place: str, wait: float) -> None:
    """Make the tables, or bring them up to date, unless another did meanwhile."""
    # A step may rebuild a table, which must not take its parts away with it.
    with _transaction(url, place, wait=wait, foreign_keys=False) as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})")
        version = schema.version_of(connection, place)
        if version is None:
            schema.create(connection)
        elif version != schema.HEAD:
            schema.upgrade(connection, place)


def _make_file(file: Path, place: str) -> None:
    """Make the file and its folder if need be, for nobody else to read."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = (
            f"{place} cannot be made: {error.strerror}, {str(error.filename)!r};"
            " name a file in a folder of yours"
        )
        raise StoreError(message) from error
    with suppress(OSError):  # which SQLite meets again, and has words for
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def _transaction(
    url: URL,
    place: str,
    *,
    write: bool = True,
    wait: float,
    foreign_keys: bool = True,
) -> Iterator[Connection]:
    """Connect, and keep what was done only on leaving normally and with `write`."""
    make = _sqlite if url.get_backend_name() == "sqlite" else _server
    try:
        engine = make(url, write=write, wait=wait)
        event.listen(engine, "handle_error", _refuse_value)
        connection = engine.connect()
    except (TypeError, ValueError) as error:  # so drivers refuse a setting
        message = f"{place} cannot be opened with the URL's settings: {error}"
        raise StoreError(message) from error
    try:
        with connection:
            if not foreign_keys and make is _sqlite:
                connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
            yield connection
            if write:
                _commit(connection, place)
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
    postgresql = url.get_backend_name() == "postgresql"
    settings: dict[str, Any] = {}
    if postgresql and url.get_driver_name().startswith("psycopg"):
        settings = {k: v for k, v in _CONNECTING.items() if k not in url.query}
    engine = create_engine(
        url,
        isolation_level=isolation,
        connect_args=settings,
        execution_options={"locking": write},
    )
    if postgresql:
        lock = max(1, int(min(wait, 5) * 1000))
        limits = {**_SERVER_LIMITS, "lock": lock}
        chosen = [f"set_config('{k}_timeout', '{v}', true)" for k, v in limits.items()]

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql(f"SELECT {', '.join(chosen)}")

    return engine


def _sqlite(url: URL, *, write: bool, wait: float) -> Engine:
    """Return an engine for a file, whose every transaction sees no other's work.

    SQLite's driver would begin one late, and none for a change of tables, so it is
    begun here; and a writer takes its turn at the beginning, not half-way.
    """
    busy = min(wait, _AT_A_TIME)
    engine = create_engine(url, connect_args={"isolation_level": None, "timeout": busy})

    @event.listens_for(engine, "connect")
    def _enforce_foreign_keys(connection: Any, _record: object) -> None:  # noqa: ANN401 (any driver's)
        connection.execute("PRAGMA foreign_keys = ON")
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
