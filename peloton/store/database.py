"""Read and write the rows of a database in one transaction, in SQL for any driver.

No package outside `peloton.store` handles rows. A change to a table of facts needs an
upgrade step in `peloton.store.schema`. Derived tables and views need none, because an
upgrade drops them and creates them again.
"""

import json
from collections import namedtuple
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from peloton.errors import StoreError
from peloton.rules.facts.kinds import ClassificationName

NEWEST_VERSION = "0011"
"""The version of the tables that this peloton creates, and to which it upgrades."""

OLDEST_VERSION = "0011"
"""The oldest version that can be upgraded: the tables of peloton 0.1."""

VERSION_TABLE = "peloton_version"

_COLUMN_LIST = json.loads(Path(__file__).with_name("columns.json").read_text("utf-8"))
"""The columns of all tables, written by `python -m tests.store.column_list`.

Each column is written as `name=kind`, followed by * if it is part of the primary key,
and by ? if it may be NULL.
"""

DERIVED: tuple[str, ...] = tuple(_COLUMN_LIST["derived"])
"""The names of the tables that are computed from the recorded facts."""

DERIVED_SHAPE = " ".join([_COLUMN_LIST["shape"], *ClassificationName])
"""A checksum of the derived tables and the views, followed by the views' names.

Each database stores it, to show whether its derived tables must be created again.
"""

_AT_ONCE = 500
"""Number of rows that `Database.batches` reads at once."""


class StoredColumn(NamedTuple):
    """A column of a database table.

    `kind` is a key of `KINDS`, such as `text`. `key` is True if the column is part of
    the primary key, `empty` if it may be NULL.
    """

    name: str
    kind: str
    key: bool
    empty: bool


def _columns(text: str) -> tuple[StoredColumn, ...]:
    pairs = (pair.split("=") for pair in text.split())
    return tuple(
        StoredColumn(name, kind.rstrip("*?"), key="*" in kind, empty="?" in kind)
        for name, kind in pairs
    )


COLUMNS = {name: _columns(text) for name, text in _COLUMN_LIST["tables"].items()}


class TourHead(NamedTuple):
    """The id and name of a tour, and the hash of its newest step in the journal."""

    id: int
    name: str
    hash: str


class UserCurrentTour:
    """The name of a user's current tour in one database, stored in a file of the user.

    `key` identifies the database in `file`. `name` is None if the user never chose a
    tour in this database. The current tour that the database itself stores is used
    then. `name` is empty if the user has no current tour.
    """

    def __init__(self, file: Path, key: str) -> None:
        """Read the name from the user's file; an unreadable file counts as empty."""
        found = _names_by_database(file).get(key)
        self.file, self.key = file, key
        self.name = found if isinstance(found, str) else None

    def save(self) -> None:
        """Write the name to the file if it changed; raise StoreError if that fails."""
        known = _names_by_database(self.file)
        if self.name == known.get(self.key):
            return
        # Imported late: most databases have only one user.
        from peloton.disk import write_temporary_file

        text = json.dumps({**known, self.key: self.name}, indent=1)
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_temporary_file(self.file.parent, text.encode()).replace(self.file)
        except OSError as error:
            raise StoreError(
                f"the current tour cannot be stored in {str(self.file)!r}"
                f" ({error.strerror}): name the tour with --tour; nothing was changed"
            ) from error


def _names_by_database(file: Path) -> dict[str, object]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class Database:
    """A database within one transaction, through sqlite3 or psycopg.

    The conditions `where` give the value that a column must have in the rows to select.
    A list matches any value in it.
    """

    def __init__(
        self,
        connection: Any,  # noqa: ANN401 - of sqlite3 or psycopg
        label: str,
        *,
        is_server: bool = False,
        lock: str = "",
    ) -> None:
        """Work within the transaction of a driver's connection.

        `label` names the database in messages. `is_server` is True for PostgreSQL.
        `lock` is an SQL clause to append to a query, to lock its rows against other
        writers.
        """
        self.connection, self.label = connection, label
        self.is_server, self.lock = is_server, lock
        self.own: UserCurrentTour | None = None
        """The user's current tour; None if the database stores it for all users."""

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - the driver's cursor
        """Run a statement that has a `?` for each of `values`; return its cursor."""
        return self.connection.cursor().execute(self._sent(statement), values)

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        """Run a statement once for each of `lines`, which hold a value for each `?`."""
        self.connection.cursor().executemany(self._sent(statement), lines)

    def _sent(self, statement: str) -> str:
        return statement.replace("?", "%s") if self.is_server else statement

    def batches(self, statement: str) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows that a query selects, in lists of at most 500 rows."""
        named = {"name": "rows"} if self.is_server else {}
        with closing(self.connection.cursor(**named)) as cursor:
            cursor.execute(statement)
            while rows := cursor.fetchmany(_AT_ONCE):
                yield rows

    def rows(
        self, table: str, columns: str = "", lock: str = "", /, **where: object
    ) -> Sequence[Any]:
        """Return the rows of a table that match conditions, in primary-key order.

        `columns` lists the columns to read; "" means all. `lock` is "" or `self.lock`.
        """
        row, found = _row_type(table, columns)
        tests, values = _conditions(where)
        keys = ", ".join(column.name for column in COLUMNS[table] if column.key)
        shown = ", ".join(row._fields)
        chosen = f"SELECT {shown} FROM {table}{tests} ORDER BY {keys}{lock}"  # noqa: S608 - no user input
        return [row(*map(_cell, found, line)) for line in self.query(chosen, values)]

    def query(self, statement: str, values: Sequence[object] = (), /) -> Sequence[Any]:
        """Return the rows that an SQL query selects; their values are not checked."""
        found: Sequence[Any] = self.run(statement, values).fetchall()
        return found

    def raw_rows(
        self, table: str, condition: str = "", values: Sequence[object] = ()
    ) -> list[dict[str, Any]]:
        """Return rows as they are stored, keyed by column, without checks of types.

        `condition` is SQL that begins with WHERE or ORDER BY.
        """
        row, columns = _row_type(table, "")
        chosen = f"SELECT {', '.join(row._fields)} FROM {table} {condition}"  # noqa: S608 - no user input
        found = self.query(chosen, values)
        return [row(*map(read_cell, columns, line))._asdict() for line in found]

    def insert(self, table: str, row: Mapping[str, Any]) -> None:
        """Add a row, as values keyed by column, to a table."""
        values = f"({', '.join(row)}) VALUES ({_marks(row)})"
        self.run(f"INSERT INTO {table} {values}", [*row.values()])

    def fill(self, table: str, lines: Sequence[tuple[Any, ...]]) -> None:
        """Add complete rows to a table: a value for every column."""
        for first in lines[:1]:
            statement = f"INSERT INTO {table} VALUES ({_marks(first)})"  # noqa: S608 - no user input
            self.run_for_all(statement, lines)

    def update(self, table: str, values: dict[str, Any], /, **where: object) -> None:
        """Change the rows of a table that match conditions."""
        tests, found = _conditions(where)
        changes = ", ".join(f"{name} = ?" for name in values)
        statement = f"UPDATE {table} SET {changes}{tests}"  # noqa: S608 - no user input
        self.run(statement, [*values.values(), *found])

    def delete(self, table: str, /, **where: object) -> None:
        """Delete the rows of a table that match conditions."""
        tests, values = _conditions(where)
        self.run(f"DELETE FROM {table}{tests}", values)  # noqa: S608 - no user input


_EXPECTED = {"text": "text", "int": "a whole number", "flag": "true or false"}
"""The values expected in each kind of column, as described in error messages."""


def _marks(cells: Iterable[object]) -> str:
    return ", ".join("?" for _ in cells)


def _conditions(where: dict[str, object]) -> tuple[str, list[object]]:
    tests: list[str] = []
    values: list[object] = []
    for name, value in where.items():
        several = value if isinstance(value, list) else [value]
        if value is None:
            tests.append(f"{name} IS NULL")
            continue
        values += several
        tests.append(f"{name} IN ({_marks(several) or 'NULL'})")
    return f" WHERE {' AND '.join(tests)}" if tests else "", values


KINDS = {"id": int, "int": int, "flag": bool, "json": str, "text": str}
"""The Python type of each kind of column."""


def read_cell(column: StoredColumn, stored: Any) -> Any:  # noqa: ANN401 - of any column type
    """Convert a stored value: SQLite stores flags as 0 and 1."""
    return {0: False, 1: True}.get(stored, stored) if column.kind == "flag" else stored


def _cell(column: StoredColumn, stored: Any) -> Any:  # noqa: ANN401 - of any column type
    """Convert a stored value; raise StoreError if its type is wrong for the column."""
    cell = read_cell(column, stored)
    is_right = type(cell) is KINDS[column.kind] or (cell is None and column.empty)
    if is_right or column.kind not in _EXPECTED:
        return cell
    raise StoreError(
        f"the database is damaged: found {repr(cell)[:60]}, expected"
        f" {_EXPECTED[column.kind]}; run 'peloton check --repair'"
    )


@lru_cache
def _row_type(table: str, names: str) -> tuple[Any, list[StoredColumn]]:
    """Return a class for rows with the columns `names`, or all; and a list of them."""
    columns = {column.name: column for column in COLUMNS[table]}
    found = [columns[name] for name in names.split() or columns]
    make: Any = namedtuple  # noqa: PYI024 - its fields vary by table
    return make("Row", [column.name for column in found]), found


class Version(NamedTuple):
    """The latest migration of a database, and the checksum of its derived tables."""

    step: str
    derived: str | None


NEWEST = Version(NEWEST_VERSION, DERIVED_SHAPE)

_NAMES_ON_SERVER = "SELECT {0}name FROM pg_{0}s WHERE schemaname = current_schema"
_NAMES_IN_FILE = (
    "SELECT name FROM sqlite_master WHERE type = '{0}' AND name NOT LIKE 'sqlite~_%'"
    " ESCAPE '~'"
)


def stored_names(database: Database, kind: str = "table") -> list[str]:
    """Return the names of all tables of a database, or of objects of another `kind`."""
    chosen = _NAMES_ON_SERVER if database.is_server else _NAMES_IN_FILE
    return [name for (name,) in database.query(chosen.format(kind))]


def version_of(database: Database) -> Version | None:
    """Return the version of a database; None if it is empty.

    Raises StoreError for a database of a different program, or one that is older than
    the oldest version that can be upgraded.
    """
    names = stored_names(database)
    if VERSION_TABLE not in names:
        if not names:
            return None
        raise StoreError(f"{database.label} belongs to another program: name another")
    rows = database.query(f"SELECT version_num, derived FROM {VERSION_TABLE}")  # noqa: S608 - no user input
    if not rows or not rows[0][0]:
        raise StoreError(
            f"{database.label} is damaged (it has no version): restore a backup"
        )
    version = Version(str(rows[0][0]), rows[0][1])
    if version.step < OLDEST_VERSION:
        raise StoreError(
            f"{database.label} was made by a development version of peloton from"
            " before 0.1: dump its tours with that version and load them here"
        )
    return version


def version_error(database: Database, version: Version) -> StoreError:
    """Return the error for a database of a different peloton version."""
    if version.step > NEWEST_VERSION:
        return StoreError(
            f"{database.label} was made by a newer peloton: update peloton to use it"
        )
    return StoreError(
        f"{database.label} was made by another version of peloton: run 'peloton"
        " upgrade'; all its users then need this version, and nothing entered is lost"
    )
