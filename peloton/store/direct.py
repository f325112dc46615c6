"""The short way into an SQLite file: sqlite3 alone, in a fifth of the time.

Only one's own file of the newest version is read and written so. For anything else, a
URL, an older version, an error, a cell of another kind than its column, the long way is
taken. A property holds the two ways to one answer.
"""

import os
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar

from peloton.store import Patience
from peloton.store.shape import (
    HEAD,
    KEPT_SHAPE,
    NOT_EMPTY,
    TABLES,
    TEXT_KINDS,
    VERSION_TABLE,
    Database,
    escaped,
    escaped_lines,
    unescaped,
)
from peloton.store.tours import Store

if TYPE_CHECKING:
    from peloton.store.current import OwnCurrent
    from peloton.store.kept import Scorer

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
        yield Store(ShortWay(where, stack, how))


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


class _File:
    """A file in one transaction of sqlite3; whatever goes wrong is a hitch."""

    own: "OwnCurrent | None" = None

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work within the transaction of a connection."""
        self._connection = connection

    def rows(self, table: str, columns: str = "", /, **where: object) -> Sequence[Any]:
        """Return rows, all their columns or those named, by the primary key."""
        row, kinds, readers = _chosen(table, columns)
        tests, values = _conditions(table, where)
        keys = ", ".join(column.name for column in TABLES[table] if column.key)
        shown = ", ".join(row._fields)
        chosen = f"SELECT {shown} FROM {table}{tests} ORDER BY {keys}"  # noqa: S608 - our names
        with _hitches():
            lines = self._connection.execute(chosen, values).fetchall()
        # Thousands of tours are read faster by columns.
        cells = [list(column) for column in zip(*lines, strict=True)]
        for place, read in readers if lines else ():
            cells[place] = [c if c is None else read(c) for c in cells[place]]
        for column, kind in zip(cells, kinds, strict=False):
            if not kind.issuperset(map(type, column)):
                raise _Hitch
        return [*map(row._make, zip(*cells, strict=True))]

    locked = rows

    def query(self, statement: str, /) -> Iterable[Any]:
        """Return the rows of a statement of ours; text as it is kept."""
        with _hitches():
            return self._connection.execute(statement).fetchall()

    def insert(self, table: str, rows: Sequence[dict[str, Any]]) -> int:
        """Add rows; return the id of the last one, where it counts up."""
        names = ", ".join(rows[0])
        marks = ", ".join("?" * len(rows[0]))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - our names
        with _hitches():
            for row in rows:
                values = [_kept(table, *item) for item in row.items()]
                last = self._connection.execute(statement, values).lastrowid
        return last or 0

    def fill(self, table: str, lines: Sequence[tuple[Any, ...]]) -> None:
        """Add many lines with a cell for every column."""
        marks = ", ".join("?" * len(TABLES[table]))
        statement = f"INSERT INTO {table} VALUES ({marks})"  # noqa: S608 - our names
        with _hitches():
            self._connection.executemany(statement, escaped_lines(table, lines))

    def update(self, table: str, values: dict[str, Any], /, **where: object) -> int:
        """Change rows; return how many."""
        tests, found = _conditions(table, where)
        changes = ", ".join(f"{name} = ?" for name in values)
        kept = [_kept(table, *item) for item in values.items()]
        statement = f"UPDATE {table} SET {changes}{tests}"  # noqa: S608 - our names
        with _hitches():
            return self._connection.execute(statement, [*kept, *found]).rowcount

    def delete(self, table: str, /, **where: object) -> None:
        """Remove rows."""
        tests, values = _conditions(table, where)
        with _hitches():
            self._connection.execute(f"DELETE FROM {table}{tests}", values)  # noqa: S608 - our names


class ShortWay:
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

    def rows(self, table: str, columns: str = "", /, **where: object) -> Sequence[Any]:
        """Return rows, all their columns or those named, by the primary key."""
        return self._asked(lambda way: way.rows(table, columns, **where))

    locked = rows

    @property
    def own(self) -> "OwnCurrent | None":
        """The user's own current tour; what is opened the short way has none."""
        return self._asked(lambda way: way.own)

    def query(self, statement: str, /) -> Iterable[Any]:
        """Return the rows of a statement of ours; text as it is kept."""
        return self._asked(lambda way: way.query(statement))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as a `Database` has it
        """Return what writes, the long way."""
        return getattr(self._long_way(), name)

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
        chosen = f"SELECT version_num, kept FROM {VERSION_TABLE}"  # noqa: S608 - a constant
        if connection.execute(chosen).fetchall() != [(HEAD, KEPT_SHAPE)]:
            raise _Hitch
        stack.pop_all()
    return connection


def _conditions(table: str, where: dict[str, object]) -> tuple[str, list[object]]:
    """Return the conditions of a statement, and the values in them."""
    tests, values = [], []
    for name, value in where.items():
        several = value if isinstance(value, list) else [value]
        if value is None or value is NOT_EMPTY:
            tests.append(f"{name} IS {'NOT ' if value is NOT_EMPTY else ''}NULL")
            continue
        values += [_kept(table, name, one) for one in several]
        tests.append(f"{name} IN ({', '.join('?' * len(several))})")
    return f" WHERE {' AND '.join(tests)}" if tests else "", values


def _kept(table: str, name: str, value: Any) -> Any:  # noqa: ANN401 - of any column
    """Return a value as its column keeps it."""
    return escaped(str(value)) if value is not None and name in _texts(table) else value


@lru_cache
def _texts(table: str) -> set[str]:
    return {column.name for column in TABLES[table] if column.kind in TEXT_KINDS}


_READ: dict[str, tuple[type, Callable[[Any], Any] | None]] = {
    **dict.fromkeys(("id", "int", "tour", "small", "number"), (int, None)),
    "flag": (bool, {0: False, 1: True}.get),
    "long": (str, None),
}
"""What comes of a kind, and how it is read; the others hold what people wrote."""


@lru_cache
def _chosen(
    table: str, names: str
) -> tuple[Any, list[set[type]], list[tuple[int, Callable[[Any], Any]]]]:
    """Return the kind of row that some columns make, the kinds of cells, the readers.

    A reader comes with the place of its column; most need none.
    """
    columns = {column.name: column for column in TABLES[table]}
    found = [columns[name] for name in names.split() or columns]
    ways = [_READ.get(column.kind, (str, _unescaped)) for column in found]
    kinds = [
        {kind, NoneType} if column.empty else {kind}
        for column, (kind, _) in zip(found, ways, strict=True)
    ]
    readers = [(place, read) for place, (_, read) in enumerate(ways) if read]
    make: Any = namedtuple  # noqa: PYI024 - of any table
    return make("Row", [column.name for column in found]), kinds, readers


def _unescaped(cell: Any) -> Any:  # noqa: ANN401 - a text, or the wrong kind
    return unescaped(cell) if isinstance(cell, str) else cell
