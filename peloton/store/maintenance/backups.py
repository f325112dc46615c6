"""Backups of a whole database in SQLite files."""

import datetime as dt
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import file_digest
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, cast

from sqlalchemy import (
    URL,
    Connection,
    MetaData,
    Table,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError

from peloton.disk import sync_folder, write_temporary_file
from peloton.errors import StoreError
from peloton.store import schema
from peloton.store.address import database_label
from peloton.store.database import DERIVED, NEWEST_VERSION, VERSION_TABLE
from peloton.store.models import StoredRow
from peloton.store.refusals import DAMAGED, refusal
from peloton.store.transactions import lift_limits, make_private_folder, transaction

_AT_ONCE = 500
"""Number of rows read and written by one statement."""

_NAME = re.compile(r"tours-[-\d]+\.db")
"""Pattern of the names of backups (see `backup_name`)."""

_OF_SOURCE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
}
"""SQLite errors caused by the source database; other errors concern the backup file."""


def backup_name() -> str:
    """Return the file name of a backup that is made now."""
    now = dt.datetime.now(tz=dt.UTC).astimezone()
    return f"tours-{now:%Y-%m-%d-%H%M%S}.db"


def delete_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the latest `keep` backups in a folder; return the deleted files.

    Raises StoreError for a file that cannot be deleted.
    """
    found = (file for file in folder.iterdir() if _NAME.fullmatch(file.name))
    old = sorted(found, key=_moment, reverse=True)[keep:]
    for file in old:
        try:
            file.unlink()
            manifest_of(file).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(
                f"{str(file)!r} cannot be deleted: {error.strerror}"
            ) from error
    return old


def _moment(file: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", file.name)]


def check_hash(file: Path) -> None:
    """Raise StoreError if a backup does not match the hash in its manifest."""
    try:
        expected = manifest_of(file).read_text(encoding="utf-8").split()[:1]
    except FileNotFoundError:
        return
    if expected != [_hash(file)]:
        raise StoreError(
            f"{str(file)!r} was changed or damaged: its SHA-256 is different"
        )


def manifest_of(file: Path) -> Path:
    """Return the path of a backup's manifest, the file with its hash."""
    return file.with_name(f"{file.name}.sha256")


def _hash(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def copy_file(source: Connection, target: Connection) -> None:
    """Copy a consistent snapshot of all pages of an SQLite database."""
    try:
        connection, copy = (
            cast("sqlite3.Connection", side.connection.driver_connection)
            for side in (source, target)
        )
        connection.backup(copy)
    except sqlite3.Error as error:
        statement = "backup"
        raise OperationalError(statement, None, error) from error


class Backup(NamedTuple):
    """A backup: its file, and the number of tours and journal steps in it."""

    file: Path
    tours: int
    steps: int


def back_up_to(file: Path, source: Connection) -> Backup:
    """Back up a database of any version to a new SQLite file.

    The backup is read back and synced before it gets the name `file`. If the name is
    taken, a number is appended. A manifest file beside the backup, `NAME.sha256`,
    contains the hash of the backup in the format of sha256sum. This ends the
    transaction of `source`. Raises StoreError if the backup cannot be written.
    """
    place = f"the backup {str(file)!r}"
    make_private_folder(file.parent, place)
    lift_limits(source)
    with _refused(place, source):
        part = write_temporary_file(file.parent, b"")
        try:
            counts = _copy(source, part)
            source.rollback()  # lets others write while the copy is read back
            _check(part, counts, source, place)
            digest = _hash(part)
            path = _named(part, file)
        finally:
            part.unlink(missing_ok=True)
        try:
            manifest = write_temporary_file(
                path.parent, f"{digest}  {path.name}\n".encode()
            )
            manifest.replace(manifest_of(path))
            sync_folder(file.parent)
        except OSError:
            path.unlink()
            manifest_of(path).unlink(missing_ok=True)
            raise
    return Backup(path, counts["tour"], counts["journal"])


@contextmanager
def _refused(place: str, source: Connection) -> Iterator[None]:
    """Convert errors in the backup to StoreError; let errors in `source` propagate."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{place} cannot be written: {error.strerror}") from error
    except sqlite3.Error as error:
        raise refusal(OperationalError("", None, error), place) from error
    except DBAPIError as error:
        if _is_of_source(error, source):
            raise
        raise refusal(error, place) from error


def _is_of_source(error: DBAPIError, source: Connection) -> bool:
    """Return whether the source database, not the backup, caused an error."""
    if source.dialect.name != "sqlite":
        return not isinstance(error.orig, sqlite3.Error)
    code = getattr(error.orig, "sqlite_errorcode", 0)
    return not {code, code & 0xFF}.isdisjoint(_OF_SOURCE)


def _copy(source: Connection, part: Path) -> dict[str, int]:
    """Copy all tables into an empty file; return the number of rows of each."""
    copy = URL.create("sqlite", database=str(part))
    with transaction(copy, wait=0, foreign_keys=False) as target:
        # A failed copy is deleted, so it needs no rollback journal. SQLite syncs the
        # file at the end.
        target.connection.cursor().execute("PRAGMA journal_mode = OFF")
        if source.dialect.name == "sqlite":
            names = inspect(source).get_table_names()
            copy_file(source, target)
        else:
            names = [copied.name for copied in _copy_tables(source, target)]
    return _counts(source.exec_driver_sql, names)


def _check(part: Path, counts: dict[str, int], source: Connection, place: str) -> None:
    """Read a copy back; raise StoreError if the copy or the original is damaged."""
    with closing(sqlite3.connect(part)) as copy, suppress(sqlite3.DatabaseError):
        # Without this, a copy of a database in WAL mode would consist of three files.
        copy.execute("PRAGMA journal_mode = DELETE")
        if is_undamaged(copy.execute) and _counts(copy.execute, counts) == counts:
            return
    if source.dialect.name == "sqlite" and not is_undamaged(source.exec_driver_sql):
        raise StoreError(f"{database_label(source.engine.url)} {DAMAGED}")
    raise StoreError(f"{place} was not written correctly: check the disk and try again")


def _counts(run: Callable[[str], Any], names: Iterable[str]) -> dict[str, int]:
    counted = ((name, f"SELECT count(*) FROM {name}") for name in names)  # noqa: S608 - no user input
    return {name: run(statement).fetchall()[0][0] for name, statement in counted}


def is_undamaged(run: Callable[[str], Iterable[Any]]) -> bool:
    """Return whether all pages of an SQLite file are undamaged."""
    with suppress(sqlite3.DatabaseError, DBAPIError):
        return [tuple(row) for row in run("PRAGMA integrity_check")] == [("ok",)]
    return False


def _named(part: Path, file: Path) -> Path:
    """Give the finished backup its name; append a number if the name is taken."""
    for number in count(1):
        path = file if number == 1 else file.with_stem(f"{file.stem}-{number}")
        with suppress(FileExistsError):
            _link(part, path)
            return path
    raise AssertionError


def _link(part: Path, path: Path) -> None:
    """Link or rename a file to `path`; raise FileExistsError if the path is taken."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # the drive does not support links
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        try:
            part.replace(path)
        except OSError:
            path.unlink()
            raise


def _copy_tables(source: Connection, target: Connection) -> list[Table]:
    """Create the tables of a database of any version, and copy their rows.

    Returns the copied tables. Derived tables of another version are not copied.
    """
    tables, version = StoredRow.metadata, schema.version_of(source)
    if version and version.step == NEWEST_VERSION:
        schema.create(target)
        same = version == schema.NEWEST
        copied = [t for t in tables.sorted_tables if same or t.name not in DERIVED]
    else:
        tables = MetaData()
        tables.reflect(source)
        for table in tables.tables.values():
            for column in table.columns:
                column.type, column.server_default = column.type.as_generic(), None
        tables.create_all(target)
        copied = tables.sorted_tables
    copy_rows(source, target, copied)
    return copied


def copy_rows(source: Connection, target: Connection, tables: Iterable[Table]) -> None:
    """Copy the rows of tables, in the order given, into empty tables.

    The number of tours is copied from the version table instead of counted, so that the
    check still reports missing tours.
    """
    number = f"SELECT tours FROM {VERSION_TABLE}"  # noqa: S608 - no user input
    tours = source.exec_driver_sql(number).scalar()
    same = text(f"UPDATE {VERSION_TABLE} SET tours = :tours")  # noqa: S608 - no user input
    target.execute(same, {"tours": tours})
    for table in tables:
        chosen = select(table).execution_options(yield_per=_AT_ONCE)
        found = source.execute(chosen)
        for rows in found.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])
        if target.dialect.name == "postgresql" and "id" in table.c:
            _set_id_sequence(target, table.name, table.c.id)


def _set_id_sequence(target: Connection, name: str, column: Any) -> None:  # noqa: ANN401 (any column)
    """Set the id sequence of a PostgreSQL table to the highest id copied.

    Otherwise the next new row would get an id that is already used.
    """
    counter = func.pg_get_serial_sequence(name, column.name)
    highest = select(func.max(column)).scalar_subquery()
    target.execute(select(func.setval(counter, highest)))
