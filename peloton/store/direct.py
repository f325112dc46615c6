"""The short way into an SQLite file: sqlite3 alone, in a fifth of the time.

Only one's own file of the newest version is read and written so. For anything else, a
URL, an older version, an error, a cell of another kind than its column, the long way is
taken. A property holds the two ways to one answer.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from peloton.store import Patience
from peloton.store.database import DERIVED_SHAPE, HEAD, VERSION_TABLE, Database
from peloton.store.tours import Store

if TYPE_CHECKING:
    from peloton.store.current import OwnCurrent
    from peloton.store.derived_rows import Scorer

_T = TypeVar("_T")


class _Hitch(Exception):  # noqa: N818 - nothing is wrong yet
    """The short way ends here."""

    @property
    def busy(self) -> bool:
        """Whether only another program has the file."""
        return getattr(self.__cause__, "sqlite_errorcode", 0) & 0xFF in {5, 6}


@contextmanager
def _hitches() -> Iterator[None]:
    """Take what goes wrong with a file as a hitch: the long way has words for it."""
    try:
        yield
    except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
        raise _Hitch from error


@contextmanager
def open_reading(where: str, **how: Any) -> Iterator[Store]:  # noqa: ANN401 - its own
    """Open the tours at a file's path or a database URL, to read (see `open_store`)."""
    with ExitStack() as stack:
        yield Store(_ShortWay(where, stack, how))


def change(
    where: str,
    work: Callable[[Store], _T],
    *,
    wait: float,
    keep: bool = True,
    **how: Any,  # noqa: ANN401 - its own
) -> _T:
    """Do work on the tours in one transaction; return its outcome (see `change_store`).

    It is begun anew from the first hitch on, so nothing of it is ever done twice.
    """
    patience = Patience(wait)
    while True:
        try:
            return _changed(where, work, min(wait, 1), how.get("scorer"), keep=keep)
        except _Hitch as hitch:
            if not hitch.busy or not patience.left:
                break
        patience.pause()
    # Two thirds of the time of a command that writes.
    from peloton.store.session import change_store

    return change_store(where, work, keep=keep, wait=patience.left, **how)


def _changed(
    where: str,
    work: Callable[[Store], _T],
    wait: float,
    scorer: "Scorer | None",
    *,
    keep: bool,
) -> _T:
    """Do work in one transaction of sqlite3; _Hitch where that cannot be."""
    begin = "BEGIN IMMEDIATE" if keep else "BEGIN"
    with closing(_opened(where, begin, mode="rw", wait=wait)) as connection:
        store = Store(_File(connection), scorer)
        result = work(store)
        if keep:
            store.settle()
            _commit(connection, where)
    return result


def _commit(connection: sqlite3.Connection, where: str) -> None:
    """Keep what was done; who cannot does not try again, as nobody knows whether."""
    try:
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        hitch = _Hitch()
        hitch.__cause__ = error
        if hitch.busy:
            raise hitch from error
        # Only where the disk fails.
        from sqlalchemy.exc import OperationalError

        from peloton.store.address import address, place_of
        from peloton.store.refusals import refusal

        place = place_of(address(where))
        raise refusal(OperationalError("COMMIT", None, error), place) from error


class _File(Database):
    """A file in one transaction of sqlite3; whatever goes wrong is a hitch."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - a cursor
        with _hitches():
            return self._connection.execute(statement, values)

    def query(self, statement: str, values: Sequence[object] = (), /) -> Sequence[Any]:
        with _hitches():
            return super().query(statement, values)

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        with _hitches():
            self._connection.executemany(statement, lines)

    def refuse(self, cell: object, kind: str) -> None:  # noqa: ARG002 - see the long way
        raise _Hitch


class _ShortWay(Database):
    """A file read in one transaction of sqlite3; from the first hitch on, the long way.

    What is written is written the long way, and not kept.
    """

    def __init__(self, where: str, stack: ExitStack, how: dict[str, Any]) -> None:
        """Read the file at a path; what is opened is closed with the stack.

        `how` is for the long way.
        """
        self._where, self._stack, self._how = where, stack, how
        self._file: _File | None = None
        self._long: Database | None = None

    @property
    def own(self) -> "OwnCurrent | None":  # type: ignore[override]
        return self._asked(lambda way: way.own)

    def rows(self, table: str, columns: str = "", /, **where: object) -> Sequence[Any]:
        return self._asked(lambda way: way.rows(table, columns, **where))

    def locked(self, table: str, /, **where: object) -> Sequence[Any]:
        return self._asked(lambda way: way.locked(table, **where))

    def query(self, statement: str, values: Sequence[object] = (), /) -> Sequence[Any]:
        return self._asked(lambda way: way.query(statement, values))

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - as above
        return self._long_way().run(statement, values)

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        self._long_way().run_for_all(statement, lines)

    def _asked(self, ask: Callable[[Database], _T]) -> _T:
        if self._long is None:
            with suppress(_Hitch):
                return ask(self._opened())
        return ask(self._long_way())

    def _long_way(self) -> Database:
        if self._long is None:
            # Four fifths of the time of a command that reads.
            from peloton.store.session import open_store

            store = open_store(self._where, write=False, **self._how)
            self._long = self._stack.enter_context(store).database
        return self._long

    def _opened(self) -> _File:
        if self._file is None:
            connection = self._stack.enter_context(closing(_opened(self._where)))
            self._file = _File(connection)
        return self._file


def _opened(
    where: str, begin: str = "BEGIN", *, mode: str = "ro", wait: float = 0
) -> sqlite3.Connection:
    """Open a file of the newest version, and begin; _Hitch if it is none."""
    if "://" in where:
        raise _Hitch
    with ExitStack() as stack, _hitches():
        if hasattr(os, "getuid") and Path(where).stat().st_uid != os.getuid():
            raise _Hitch  # the current tour is one's own then
        uri = f"{Path(where).absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, timeout=wait, isolation_level=None)
        stack.callback(connection.close)
        if mode == "rw":
            # As `peloton.store.transactions` has it.
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute(begin)
        chosen = f"SELECT version_num, derived FROM {VERSION_TABLE}"  # noqa: S608 - a constant
        if connection.execute(chosen).fetchall() != [(HEAD, DERIVED_SHAPE)]:
            raise _Hitch
        stack.pop_all()
    return connection


class Watch:
    """Watches a database: its sign differs once another connection has saved.

    Of a file that is asked of SQLite itself, in some 15 µs, and of the file's clock,
    for who overwrites a file asks no SQLite. Of other databases the steps of the tours
    and the drafts are read, so they are best asked seldom.
    """

    def __init__(self, where: str, **how: Any) -> None:  # noqa: ANN401 - as a reader's
        """Watch the file at a path or a database URL (see `open_reading`)."""
        self._where, self._how = where, how
        self._file: sqlite3.Connection | None = None
        self._of: object = None
        self.cheap = "://" not in where

    def sign(self) -> object:
        """Return what is another value once something was saved; None if unknown."""
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
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def _version(self) -> object:
        found = os.stat(self._where)  # noqa: PTH116 - many times a second
        of = found.st_dev, found.st_ino
        if self._file is None or of != self._of:
            self.close()
            uri = f"{Path(self._where).absolute().as_uri()}?mode=ro"
            self._file = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._of = of
        (version,) = self._file.execute("PRAGMA data_version").fetchone()
        return of, found.st_mtime_ns, version
