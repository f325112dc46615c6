"""The short way into an SQLite file: read as it is, in a fifth of the time.

Only a file of the newest version is read so. For anything else, a URL, an older
version, an error, a cell of another kind than its column, the long way is taken.
"""

import os
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from peloton.store.shape import (
    HEAD,
    NOT_EMPTY,
    TABLES,
    TEXT_KINDS,
    VERSION_TABLE,
    Database,
    escaped,
    unescaped,
)
from peloton.store.tours import Store

if TYPE_CHECKING:
    from peloton.store.current import OwnCurrent


class _Hitch(Exception):  # noqa: N818 - nothing is wrong yet
    """The short way ends here."""


_HITCHES = (sqlite3.Error, _Hitch, OSError, ValueError, OverflowError)
"""Whatever it is, the long way knows what to say."""


@contextmanager
def open_reading(where: str, **how: Any) -> Iterator[Store]:  # noqa: ANN401 - its own
    """Open the tours at a file's path or a database URL, to read (see `open_store`)."""
    with ExitStack() as stack:
        yield Store(ShortWay(where, stack, how))


class ShortWay:
    """A file read in one transaction of sqlite3; from the first hitch on, the long way.

    What is written is written the long way, and not kept.
    """

    def __init__(self, where: str, stack: ExitStack, how: dict[str, Any]) -> None:
        """Read the file at a path; what is opened is closed with the stack.

        `how` is for the long way.
        """
        self._where, self._stack, self._how = where, stack, how
        self._connection: sqlite3.Connection | None = None
        self._long: Database | None = None

    def rows(self, table: str, columns: str = "", /, **where: object) -> Sequence[Any]:
        """Return rows, all their columns or those named, by the primary key."""
        if self._long is None:
            with suppress(*_HITCHES):
                return self._rows(table, columns, where)
        return self._long_way().rows(table, columns, **where)

    def locked(self, table: str, /, **where: object) -> Sequence[Any]:
        """Return whole rows."""
        return self.rows(table, **where)

    @property
    def own(self) -> "OwnCurrent | None":
        """The user's own current tour; what is opened the short way has none."""
        if self._long is None:
            with suppress(*_HITCHES):
                self._opened()
                return None
        return self._long_way().own

    def query(self, statement: str, /) -> Iterable[Any]:
        """Return the rows of a statement of ours; text as it is kept."""
        if self._long is None:
            with suppress(*_HITCHES):
                return self._opened().execute(statement).fetchall()
        return self._long_way().query(statement)

    def insert(self, table: str, rows: Sequence[dict[str, Any]]) -> int:
        """Add rows; return the id of the last one, where it counts up."""
        return self._long_way().insert(table, rows)

    def fill(self, table: str, lines: Sequence[tuple[Any, ...]]) -> None:
        """Add many lines with a cell for every column."""
        self._long_way().fill(table, lines)

    def update(self, table: str, values: dict[str, Any], /, **where: object) -> int:
        """Change rows; return how many."""
        return self._long_way().update(table, values, **where)

    def delete(self, table: str, /, **where: object) -> None:
        """Remove rows."""
        self._long_way().delete(table, **where)

    def _long_way(self) -> Database:
        if self._long is None:
            # Four fifths of the time of a command that reads.
            from peloton.store.session import open_store

            store = open_store(self._where, write=False, **self._how)
            self._long = self._stack.enter_context(store).database
        return self._long

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._stack.enter_context(closing(_opened(self._where)))
        return self._connection

    def _rows(self, table: str, names: str, where: dict[str, object]) -> list[Any]:
        row, kinds, readers = _chosen(table, names)
        tests, values = _conditions(table, where)
        keys = ", ".join(column.name for column in TABLES[table] if column.key)
        shown = ", ".join(row._fields)
        statement = f"SELECT {shown} FROM {table}{tests} ORDER BY {keys}"  # noqa: S608 - our names
        found = []
        for line in self._opened().execute(statement, values):
            cells = list(line)
            for place, read in readers:
                if cells[place] is not None:
                    cells[place] = read(cells[place])
            if not all(map(isinstance, cells, kinds)):
                raise _Hitch
            found.append(row._make(cells))
        return found


def _opened(where: str) -> sqlite3.Connection:
    """Open a file of the newest version to read; StoreError if it is none."""
    if "://" in where:
        raise _Hitch
    if hasattr(os, "getuid") and Path(where).stat().st_uid != os.getuid():
        raise _Hitch  # the current tour is one's own then
    uri = f"{Path(where).absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
    with ExitStack() as stack:
        stack.callback(connection.close)
        connection.execute("BEGIN")
        chosen = f"SELECT version_num FROM {VERSION_TABLE}"  # noqa: S608 - a constant
        if connection.execute(chosen).fetchall() != [(HEAD,)]:
            raise _Hitch
        stack.pop_all()
    return connection


def _conditions(table: str, where: dict[str, object]) -> tuple[str, list[object]]:
    """Return the conditions of a statement, and the values in them."""
    tests, values = [], []
    texts = {column.name for column in TABLES[table] if column.kind in TEXT_KINDS}
    for name, value in where.items():
        several = value if isinstance(value, list) else [value]
        if value is None or value is NOT_EMPTY:
            tests.append(f"{name} IS {'NOT ' if value is NOT_EMPTY else ''}NULL")
            continue
        values += [escaped(str(one)) if name in texts else one for one in several]
        tests.append(f"{name} IN ({', '.join('?' * len(several))})")
    return f" WHERE {' AND '.join(tests)}" if tests else "", values


_READ: dict[str, tuple[type, Callable[[Any], Any] | None]] = {
    **dict.fromkeys(("id", "int", "tour", "small", "number"), (int, None)),
    "flag": (bool, {0: False, 1: True}.get),
    "long": (str, None),
}
"""What comes of a kind, and how it is read; the others hold what people wrote."""


@lru_cache
def _chosen(
    table: str, names: str
) -> tuple[Any, list[tuple[type, ...]], list[tuple[int, Callable[[Any], Any]]]]:
    """Return the kind of row that some columns make, the kinds of cells, the readers.

    A reader comes with the place of its column; most need none.
    """
    columns = {column.name: column for column in TABLES[table]}
    found = [columns[name] for name in names.split() or columns]
    ways = [_READ.get(column.kind, (str, _unescaped)) for column in found]
    kinds: list[tuple[type, ...]] = [
        (kind, NoneType) if column.empty else (kind,)
        for column, (kind, _) in zip(found, ways, strict=True)
    ]
    readers = [(place, read) for place, (_, read) in enumerate(ways) if read]
    make: Any = namedtuple  # noqa: PYI024 - of any table
    return make("Row", [column.name for column in found]), kinds, readers


def _unescaped(cell: Any) -> Any:  # noqa: ANN401 - a text, or the wrong kind
    return unescaped(cell) if isinstance(cell, str) else cell
