"""Open a database for one transaction: an SQLite file or a PostgreSQL server.

Errors of the drivers, sqlite3 and psycopg, are converted to one-line messages with
advice.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from peloton.errors import StoreError, install_command
from peloton.store.database import COLUMNS, Database

_PLACES = {"service", "host", "port", "dbname", "user"}
"""The settings in a URL that identify a database; others include the password."""


class Address(NamedTuple):
    """The address of a database: the path of an SQLite file, or the URL of a server.

    One of them is empty. The URL is one that libpq, PostgreSQL's client library, reads.
    """

    file: str
    url: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether the database is a file that does not exist.

        A file in a folder without access counts as existing: opening it fails.
        """
        if not self.file:
            return False
        try:
            Path(self.file).stat()
        except OSError as error:
            return isinstance(error, FileNotFoundError | NotADirectoryError)
        return False

    @property
    def is_shared(self) -> bool:
        """Whether the database is on a server or in a file of another user."""
        if not self.file:
            return True
        is_file = hasattr(os, "getuid") and not self.is_missing
        return is_file and Path(self.file).stat().st_uid != os.getuid()

    @property
    def name(self) -> str:
        """The path of the file, or the URL without password and other settings."""
        if self.file:
            return self.file
        parts = urlsplit(self.url)
        user, at, host = parts.netloc.rpartition("@")
        known = [item for item in parse_qsl(parts.query) if item[0] in _PLACES]
        query = f"?{urlencode(known)}" if known else ""
        return f"postgresql://{user.partition(':')[0]}{at}{host}{parts.path}{query}"

    @property
    def label(self) -> str:
        """The database as messages name it, such as `the database 'a.db'`."""
        return f"the database {self.name!r}"


def address(where: str) -> Address:
    """Read the address of a database: a URL, or the path of a file.

    Raises StoreError for an unknown kind of database and for a malformed URL. The error
    message does not repeat the URL, because it may contain a password.
    """
    kind, separator, rest = where.partition("://")
    if not separator:
        return Address(str(Path(where).absolute()))
    if kind == "sqlite":
        if rest in {"", "/", "/:memory:"}:
            raise StoreError(f"{where!r} stores nothing: name a file")
        if not rest.startswith("/") or "?" in rest:
            raise StoreError("cannot read the URL: expected sqlite:///PATH")
        return Address(str(Path(rest[1:]).absolute()))
    if kind not in {"postgresql", "postgresql+psycopg"}:
        raise StoreError(
            f"unknown kind of database {kind!r}: expected the path of a file, or a"
            " URL that begins with sqlite:// or postgresql://"
        )
    url = f"postgresql://{rest}"
    try:
        urlsplit(url).port  # noqa: B018 - raises ValueError if it is not a number
    except ValueError as error:
        raise _unreadable_url() from error
    if rest.partition("?")[0].count("@") > 1:
        raise _unreadable_url()
    return Address("", url)


def _unreadable_url() -> StoreError:
    """Return the error for a malformed URL of a server."""
    return StoreError(
        "cannot read the URL: expected postgresql://user:password@host/name"
        " (write %40 for an @ in the password)"
    )


DAMAGED = "is damaged: restore a copy, or load the tour files into a new database"
_BUSY = "is in use by another program: wait until it is done, or close it"
_LOCKED = (
    "is in use by another program, or on a drive that cannot lock files: close the"
    " program, or move the file to a local drive"
)
_CONFLICT = "was changed by another command at the same time: try again"
_FULL = "has too many users, or is just starting: try again"

_REASONS = {
    5: _LOCKED,
    6: _LOCKED,
    8: "is read-only: make the file and its folder writable, or name another database",
    10: "could not be read or written: check the disk",
    11: DAMAGED,
    13: "did not fit because the disk is full: make room and try again",
    14: "cannot be opened: check that the folder exists and is writable",
    19: "does not accept a row: run 'peloton check'",
    26: "is not a database: name another file",
    "23503": _CONFLICT,  # another program deleted the tour
    "23505": _CONFLICT,  # two programs added the same row, such as a tour
    "25006": "is read-only: name another database, or a user who may write",
    "40001": _CONFLICT,  # could not serialize
    "40P01": _CONFLICT,  # deadlock
    "42501": "does not let this user in: name a user who may read and write",
    "42P07": _CONFLICT,  # two programs created the tables
    "53100": "did not fit because the server's disk is full: make room and try again",
    "53300": _FULL,
    "55P03": _BUSY,
    "57014": "did not answer in time: try again",
    "57P03": _FULL,
}
"""Messages by SQLite's primary result code and by SQLSTATE, PostgreSQL's error code."""

_FULL_MESSAGES = ("too many clients", "remaining connection slots", "starting up")
"""Parts of error messages of a full or starting server; these errors have no code."""


class DatabaseError(StoreError):
    """An error of a database driver.

    `transient` means that a retry makes sense, because the database is locked, or the
    connection was lost (`dropped`). `unreachable` means that the server refused the
    connection: after a lost connection the server may be restarting.
    """

    transient = dropped = unreachable = False


def refusal(error: Exception, place: str, *, dropped: bool) -> DatabaseError:
    """Return the error to show for a driver's error; `place` names the database."""
    code = int(getattr(error, "sqlite_errorcode", 0)) & 0xFF  # the primary code
    state = getattr(error, "sqlstate", None)
    words = " ".join(str(error).split())
    reason = _REASONS.get(code or str(state), f"cannot be used: {words}")
    if not code and state is None and any(part in words for part in _FULL_MESSAGES):
        reason = _FULL
    if any(kind.__name__ == "DataError" for kind in type(error).__mro__):
        reason = f"cannot store a value: {words}"
    refused = DatabaseError(f"{place} {reason}")
    refused.dropped = dropped
    refused.unreachable = not code and state is None
    refused.transient = dropped or reason in {_BUSY, _LOCKED, _CONFLICT, _FULL}
    return refused


_AT_A_TIME = 1.0
"""Maximum seconds that SQLite waits at once for a lock, when Ctrl-C has no effect."""

_SERVER_LIMITS = {"statement": 60_000, "idle_in_transaction_session": 60_000}
"""Server timeouts in ms, so that a hung program does not keep a tour locked."""

_CONNECTING = {"connect_timeout": 10, "tcp_user_timeout": 30_000}
"""Limits of libpq: seconds to connect, and ms until a silent server counts as lost."""


def make_private_folder(folder: Path, place: str) -> None:
    """Create a folder if needed, readable only by the user, and sync its parents.

    `place` says in messages what the folder is for, such as `the database 'a.db'`.
    Raises StoreError if the folder cannot be created.
    """
    try:
        new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for made in new:
            # Imported late: few commands need it.
            from peloton.disk import sync_folder

            sync_folder(made.parent)
    except OSError as error:
        raise StoreError(
            f"{place} cannot be created: {error.strerror}, {str(error.filename)!r};"
            " choose a folder that you can write to"
        ) from error


@contextmanager
def transaction(
    place: Address, *, write: bool = True, wait: float, foreign_keys: bool = True
) -> Iterator[Database]:
    """Open a database; with `write`, commit at the end unless there is an error.

    Without `write`, the transaction is always rolled back. A writer locks a file when
    its transaction begins. On a server, a writer locks its tours (see `TourRows.find`)
    and sees everything that was committed before; a reader sees a consistent snapshot
    of all tours. Raises DatabaseError if the driver reports an error.
    """
    with driver_errors(place.label):
        connection = _connection(place, wait)
    with closing(connection), driver_errors(place.label, connection):
        if place.file:
            database = Database(connection, place.label)
            database.run(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
            # Committed changes must survive a power cut.
            database.run("PRAGMA synchronous = EXTRA")
            database.run("BEGIN IMMEDIATE" if write else "BEGIN")
        else:
            lock = " FOR NO KEY UPDATE" if write else ""
            database = Database(connection, place.label, is_server=True, lock=lock)
            level = "READ COMMITTED" if write else "REPEATABLE READ"
            database.run(f"SET TRANSACTION ISOLATION LEVEL {level}")
            limits = {**_SERVER_LIMITS, "lock": max(1, int(min(wait, 5) * 1000))}
            database.run(_limits(limits))
        yield database
        try:
            if write:
                connection.commit()
        except Exception as error:
            if not getattr(connection, "closed", False):
                raise
            raise StoreError(
                f"the connection to {place.label} was lost while saving: check with"
                " 'peloton log'"
            ) from error


@contextmanager
def driver_errors(place: str, connection: Any = None) -> Iterator[None]:  # noqa: ANN401 - of sqlite3 or psycopg
    """Convert a driver's errors to DatabaseError; `place` names the database.

    This includes Python's errors for values that a driver cannot send or read. The
    errors of other connections through another driver are not converted.
    """
    try:
        yield
    except (OverflowError, UnicodeError) as error:
        raise DatabaseError(f"{place} cannot store a value: {error}") from error
    except Exception as error:
        of_file = isinstance(error, sqlite3.Error)
        if not of_file and not hasattr(error, "sqlstate"):
            raise
        if connection and of_file != isinstance(connection, sqlite3.Connection):
            raise
        dropped = getattr(connection, "closed", False)
        raise refusal(error, place, dropped=dropped) from error


def _connection(place: Address, wait: float) -> Any:  # noqa: ANN401 - of sqlite3 or psycopg
    """Connect to an SQLite file, which is not created, or to a PostgreSQL server."""
    if place.file:
        uri = f"{Path(place.file).as_uri()}?mode=rw"
        busy = min(wait, _AT_A_TIME)
        return sqlite3.connect(uri, uri=True, timeout=busy, isolation_level=None)
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as error:
        driver = install_command("peloton-scorekeeper[postgres]")
        raise StoreError(f"postgresql:// needs a driver: {driver}") from error
    try:
        known = conninfo_to_dict(place.url)
    except psycopg.ProgrammingError as error:
        raise _unreadable_url() from error
    settings: dict[str, Any] = {**_CONNECTING, **known}
    return psycopg.connect(**settings)


def _limits(limits: dict[str, int]) -> str:
    chosen = (f"set_config('{k}_timeout', '{v}', true)" for k, v in limits.items())
    return f"SELECT {', '.join(chosen)}"


def lift_limits(database: Database) -> None:
    """Remove the time limits of a server, because copying a database takes long."""
    if database.is_server:
        database.run(_limits(dict.fromkeys(_SERVER_LIMITS, 0)))


@contextmanager
def memory_database() -> Iterator[Database]:
    """Open an empty in-memory database with all tables; their only keys are ids."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for table, columns in COLUMNS.items():
            listed = (
                f'"{name}"{" INTEGER PRIMARY KEY" if kind == "id" else ""}'
                for name, kind, *_ in columns
            )
            connection.execute(f"CREATE TABLE {table} ({', '.join(listed)})")
        yield Database(connection, "the in-memory database")
