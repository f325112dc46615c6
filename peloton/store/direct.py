"""A fast path to SQLite files: commands start faster if SQLAlchemy is not imported.

It requires a file that has the newest version and is owned by the user. For any other
database, and after most errors, SQLAlchemy is used (see `peloton.store.session`). A
property test checks that both give the same results.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from peloton.errors import StoreError
from peloton.store import RetryBudget
from peloton.store.database import (
    COLUMNS,
    DERIVED_SHAPE,
    NEWEST_VERSION,
    VERSION_TABLE,
    Database,
)
from peloton.store.tours import Store

if TYPE_CHECKING:
    from peloton.store.derived.derived_rows import Scorer

_T = TypeVar("_T")


class FastPathUnavailable(Exception):  # noqa: N818 - a signal, not an error
    """A signal that a database must be opened through SQLAlchemy instead."""


def _is_busy(error: BaseException | None) -> bool:
    """Return whether another program has locked the file."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in {5, 6}


@contextmanager
def _unavailable() -> Iterator[None]:
    """Convert any SQLite or disk error to FastPathUnavailable."""
    try:
        yield
    except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
        raise FastPathUnavailable from error


@contextmanager
def open_reading(where: str, **how: Any) -> Iterator[Store]:  # noqa: ANN401 - see `open_store`
    """Open a database for reading (see `open_store`)."""
    with ExitStack() as stack:
        try:
            database: Database = SqliteDatabase(
                stack.enter_context(closing(_opened(where)))
            )
        except FastPathUnavailable:
            # Imported late: the import takes 80 % of the time of a command that reads.
            from peloton.store.session import open_store

            yield stack.enter_context(open_store(where, write=False, **how))
            return
        try:
            yield Store(database)
        except sqlite3.Error as error:
            raise _refusal(where, error) from error


def _refusal(where: str, error: sqlite3.Error) -> StoreError:
    """Return the error to raise for a file that sqlite3 cannot read or write."""
    # Imported late: only an error needs it.
    from sqlalchemy.exc import OperationalError

    from peloton.store.address import address, database_label
    from peloton.store.refusals import refusal

    return refusal(OperationalError("", None, error), database_label(address(where)))


def change(
    where: str,
    work: Callable[[Store], _T],
    *,
    wait: float,
    keep: bool = True,
    **how: Any,  # noqa: ANN401 - see `open_store`
) -> _T:
    """Run `work` on the tours in one transaction, as `change_store` does.

    After an error the whole transaction is rolled back and repeated: on the fast path
    if another program has locked the file, otherwise through SQLAlchemy.
    """
    budget = RetryBudget(wait)
    while True:
        try:
            return _changed(where, work, min(wait, 1), how.get("scorer"), keep=keep)
        except FastPathUnavailable as error:
            if not _is_busy(error.__cause__) or not budget.left:
                break
        budget.pause()
    # Imported late: the import takes two thirds of the time of a command that writes.
    from peloton.store.session import change_store

    return change_store(where, work, keep=keep, wait=budget.left, **how)


def _changed(
    where: str,
    work: Callable[[Store], _T],
    wait: float,
    scorer: "Scorer | None",
    *,
    keep: bool,
) -> _T:
    """Run `work` in one transaction, or raise FastPathUnavailable."""
    begin = "BEGIN IMMEDIATE" if keep else "BEGIN"
    opened = _opened(where, begin, mode="rw", wait=wait)
    with _unavailable(), closing(opened) as connection:
        store = Store(SqliteDatabase(connection), scorer)
        result = work(store)
        if keep:
            store.write_pending()
            _commit(connection, where)
    return result


def _commit(connection: sqlite3.Connection, where: str) -> None:
    """Commit a transaction; raise StoreError if it must not be repeated.

    It may be repeated only if another program has locked the file, because after any
    other error the changes may have been saved.
    """
    try:
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if _is_busy(error):
            raise
        raise _refusal(where, error) from error


class SqliteDatabase(Database):
    """An SQLite file in one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work within the transaction of a connection."""
        self._connection = connection

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - a cursor
        """Run a statement that has a `?` for each of `values`; return its cursor."""
        return self._connection.execute(statement, values)

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        """Run an SQL statement once for each item of `lines`.

        An item holds one value for each `?` in the statement.
        """
        self._connection.executemany(statement, lines)


@contextmanager
def memory_database() -> Iterator[Database]:
    """Open an empty in-memory database with all tables but without primary keys."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for table, columns in COLUMNS.items():
            names = ", ".join(f'"{column.name}"' for column in columns)
            connection.execute(f"CREATE TABLE {table} ({names})")
        yield SqliteDatabase(connection)


def _opened(
    where: str, begin: str = "BEGIN", *, mode: str = "ro", wait: float = 0
) -> sqlite3.Connection:
    """Open a file of the newest version; raise FastPathUnavailable for any other."""
    if "://" in where:
        raise FastPathUnavailable
    with ExitStack() as stack, _unavailable():
        if hasattr(os, "getuid") and Path(where).stat().st_uid != os.getuid():
            # Each user of a shared file has a separate current tour, in another file.
            raise FastPathUnavailable
        uri = f"{Path(where).absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, timeout=wait, isolation_level=None)
        stack.callback(connection.close)
        if mode == "rw":
            # These settings are the same as in `peloton.store.transactions`.
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute(begin)
        chosen = f"SELECT version_num, derived FROM {VERSION_TABLE}"  # noqa: S608 - no user input
        if connection.execute(chosen).fetchall() != [(NEWEST_VERSION, DERIVED_SHAPE)]:
            raise FastPathUnavailable
        stack.pop_all()
    return connection


class Watch:
    """A watch on a database for changes saved by other connections.

    `sign` returns a value that differs after such a change. For a file, this value
    consists of SQLite's data version, which is read in about 15 µs, and of the
    modification time, which shows that another program replaced the file. For a URL,
    the value is a list of all steps and drafts. Reading that list takes longer, so
    `cheap` is False, and the watch should be checked less often.
    """

    def __init__(self, where: str, **how: Any) -> None:  # noqa: ANN401 - see `open_store`
        """Watch the file at a path or a database URL (see `open_reading`)."""
        self._where, self._how = where, how
        self._file: sqlite3.Connection | None = None
        self._file_id: object = None
        self.cheap = "://" not in where

    def sign(self) -> object:
        """Return a value that changes after each save; None if it cannot be read."""
        if self.cheap:
            with suppress(sqlite3.Error, OSError):
                return self._version()
            self.close()
            return None
        with open_reading(self._where, **self._how) as store:
            steps = store.database.rows("tour", "id step")
            drafts = store.database.rows("draft", "tour_id stage text")
            return [tuple(row) for row in (*steps, *drafts)]

    def close(self) -> None:
        """Close the connection to the file, if one is open."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def _version(self) -> object:
        found = os.stat(self._where)  # noqa: PTH116 - faster than Path, and called often
        file_id = found.st_dev, found.st_ino
        if self._file is None or file_id != self._file_id:
            self.close()
            uri = f"{Path(self._where).absolute().as_uri()}?mode=ro"
            self._file = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._file_id = file_id
        (version,) = self._file.execute("PRAGMA data_version").fetchone()
        return file_id, found.st_mtime_ns, version
