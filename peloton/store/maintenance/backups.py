"""Back up a database in an SQLite file, restore it, and upgrade a database."""

import os
import re
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, closing, suppress
from hashlib import file_digest
from itertools import count
from pathlib import Path
from time import strftime
from typing import NamedTuple

from peloton.disk import sync_folder, write_temporary_file
from peloton.errors import StoreError, file_errors
from peloton.store.database import (
    COLUMNS,
    DERIVED,
    NEWEST,
    NEWEST_VERSION,
    VERSION_TABLE,
    Database,
    Version,
    stored_names,
    version_of,
)
from peloton.store.schema import create, upgrade_tables
from peloton.store.session import connected, retry
from peloton.store.transactions import (
    DAMAGED,
    DatabaseError,
    address,
    driver_errors,
    lift_limits,
    make_private_folder,
    transaction,
)

_NAME = re.compile(r"tours-[-\d]+\.db")
"""Pattern of the names of backups (see `backup_name`)."""


def backup_name() -> str:
    """Return the file name of a backup that is made now."""
    return strftime("tours-%Y-%m-%d-%H%M%S.db")


def delete_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the latest `keep` backups in a folder; return those deleted."""
    found = (file for file in folder.iterdir() if _NAME.fullmatch(file.name))
    old = sorted(
        found,
        # Backups of the same second have numbers, which may have several digits.
        key=lambda file: [int(number) for number in re.findall(r"\d+", file.name)],
        reverse=True,
    )[keep:]
    for file in old:
        with file_errors(f"{str(file)!r} cannot be deleted", StoreError):
            file.unlink(missing_ok=True)
            manifest_of(file).unlink(missing_ok=True)
    return old


def manifest_of(file: Path) -> Path:
    """Return the path of a backup's manifest, the file with its hash."""
    return file.with_name(f"{file.name}.sha256")


def _hash(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


class Backup(NamedTuple):
    """A backup: its file, and the number of tours and journal steps in it."""

    file: Path
    tours: int
    steps: int


def back_up_to(file: Path, source: Database) -> Backup:
    """Back up an open database of any version to a new SQLite file.

    The backup is read back and synced before it gets the name `file`. If the name is
    taken, a number is appended. A manifest file beside the backup, `NAME.sha256`,
    contains the hash of the backup in the format of sha256sum. This ends the
    transaction of `source`. Raises StoreError if the database is empty or the backup
    cannot be written.
    """
    label = f"the backup {str(file)!r}"
    lift_limits(source)
    version = version_of(source)  # also locks a file against changes
    if version is None:  # empty, for example after a refused command
        raise StoreError(f"{source.label} does not exist yet: there is nothing to copy")
    make_private_folder(file.parent, label)
    with file_errors(f"{label} cannot be written", StoreError), ExitStack() as cleanup:
        part = write_temporary_file(file.parent, b"")
        cleanup.callback(part.unlink, missing_ok=True)
        counts = _copy(source, part, version, label)
        source.connection.rollback()  # lets others write during the check
        _check(part, counts, source, label)
        digest = _hash(part)
        path = _named(part, file)
        try:
            text = f"{digest}  {path.name}\n"
            manifest = write_temporary_file(file.parent, text.encode())
            cleanup.callback(manifest.unlink, missing_ok=True)
            manifest.replace(manifest_of(path))
            sync_folder(file.parent)
        except OSError:
            path.unlink()
            manifest_of(path).unlink(missing_ok=True)
            raise
    return Backup(path, counts["tour"], counts["journal"])


def _copy(source: Database, part: Path, version: Version, label: str) -> dict[str, int]:
    """Copy all tables into an empty file; return the number of rows of each."""
    names = stored_names(source)
    with (
        closing(sqlite3.connect(part, isolation_level=None)) as connection,
        driver_errors(label, connection),
    ):
        # A failed copy is deleted, so it needs no rollback journal. SQLite syncs the
        # file at the end.
        connection.execute("PRAGMA journal_mode = OFF")
        if source.is_server:
            connection.execute("BEGIN")
            names = _copy_tables(source, Database(connection, label), version)
            connection.commit()
        else:
            source.connection.backup(connection)
    return _counts(source, names)


def _check(part: Path, counts: dict[str, int], source: Database, label: str) -> None:
    """Read a copy back; raise StoreError if the copy or the original is damaged."""
    with closing(sqlite3.connect(part)) as connection, suppress(sqlite3.DatabaseError):
        # Without this, a copy of a database in WAL mode would consist of three files.
        connection.execute("PRAGMA journal_mode = DELETE")
        copy = Database(connection, label)
        if is_undamaged(copy) and _counts(copy, counts) == counts:
            return
    if not source.is_server and not is_undamaged(source):
        raise StoreError(f"{source.label} {DAMAGED}")
    raise StoreError(f"{label} was not written correctly: check the disk and try again")


def _counts(database: Database, names: Iterable[str]) -> dict[str, int]:
    counted = ((name, f"SELECT count(*) FROM {name}") for name in names)  # noqa: S608 - no user input
    return {name: database.query(statement)[0][0] for name, statement in counted}


def is_undamaged(database: Database) -> bool:
    """Return whether all pages of an SQLite file are undamaged."""
    with suppress(sqlite3.DatabaseError):
        return database.query("PRAGMA integrity_check") == [("ok",)]
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


def _copy_tables(source: Database, target: Database, version: Version) -> list[str]:
    """Create the tables of a server in a file, copy their rows, and return their names.

    Derived tables of another version are not copied. The tables of an older version
    have no keys in the copy, from which `peloton backup --restore` can read them.
    """
    if version.step == NEWEST_VERSION:
        create(target)
        derived = stored_names(source) if version == NEWEST else ()
        names = [name for name in COLUMNS if name in derived or name not in DERIVED]
    else:
        names = stored_names(source)
        for name in names:
            columns = ", ".join(f'"{column}"' for column in _columns(source, name))
            target.run(f"CREATE TABLE {name} ({columns})")
    copy_rows(source, target, names)
    return names


def _columns(database: Database, table: str) -> list[str]:
    chosen = f"SELECT * FROM {table} LIMIT 0"  # noqa: S608 - no user input
    return [column[0] for column in database.run(chosen).description]


def copy_rows(source: Database, target: Database, names: Iterable[str]) -> None:
    """Copy the rows of tables, in the order given, into empty tables."""
    for name in names:
        columns = _columns(source, name)
        # SQLite stores flags as 0 and 1, which PostgreSQL does not accept.
        flags = {c.name for c in COLUMNS.get(name, ()) if c.kind == "flag"}
        marks = ", ".join("? <> 0" if c in flags else "?" for c in columns)
        insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - no user input
        for rows in source.batches(f"SELECT * FROM {name}"):  # noqa: S608 - no user input
            target.run_for_all(insert, rows)
        if target.is_server and COLUMNS[name][0].kind == "id":
            # Otherwise the next new row would get an id that is already used.
            counter = f"pg_get_serial_sequence('{name}', 'id')"
            target.run(f"SELECT setval({counter}, max(id)) FROM {name}")  # noqa: S608 - no user input


def back_up(where: str, file: Path, wait: float) -> Backup:
    """Back up all tours with their journals to a new SQLite file.

    If the file name is taken, a number is appended. Raises StoreError if there is no
    database or the file cannot be written.
    """
    place = address(where)
    if place.is_missing:
        raise StoreError(f"{place.label} does not exist yet: there is nothing to copy")

    def attempt() -> Backup:
        with transaction(place, write=False, wait=wait) as source:
            return back_up_to(file, source)

    return retry(attempt, wait)


def restore(where: str, backup: Path, wait: float) -> int:
    """Restore the tours of a backup, of this version or older, into an empty database.

    Returns the number of tours. Raises StoreError if the database already has tours, or
    if the backup does not match the hash in its manifest.
    """
    place = address(where)
    if not backup.is_file():
        raise StoreError(f"no file {str(backup)!r}")
    with suppress(FileNotFoundError):  # there may be no manifest
        expected = manifest_of(backup).read_text(encoding="utf-8").split()[:1]
        if expected != [_hash(backup)]:
            raise StoreError(
                f"{str(backup)!r} was changed or damaged: its SHA-256 is different"
            )
    file = address(str(backup))

    def attempt() -> int:
        memory = sqlite3.connect(":memory:", isolation_level=None)
        with closing(memory), driver_errors(file.label, memory):
            with transaction(file, write=False, wait=wait) as source:
                stored_names(source)  # locks the file; else `backup` might wait forever
                source.connection.backup(memory)
            copy = Database(memory, file.label)
            if version_of(copy) is None:
                raise StoreError(f"{file.label} is empty: there is nothing to restore")
            upgrade_tables(copy)
            with connected(place, write=True, wait=wait) as target:
                if any(target.rows(table, "id") for table in ("tour", "journal")):
                    raise StoreError(
                        f"{place.label} has tours already: restore into one that has"
                        " none"
                    )
                copy_rows(copy, target, COLUMNS)
                return len(target.rows("tour", "id"))

    return retry(attempt, wait)


def upgrade(where: str, folder: Path, wait: float) -> Path | None:
    """Back up a database and upgrade it to the newest version; return the backup.

    The backup is written to `folder`. Returns None if there was nothing to upgrade.
    Raises StoreError for a database of a newer peloton.
    """
    place = address(where)
    if place.is_missing:
        return None

    def attempt() -> Path | None:
        copy = None
        try:
            # With foreign keys, an upgrade that replaces a table would delete the rows
            # that refer to it.
            with transaction(place, wait=wait, foreign_keys=False) as database:
                lift_limits(database)
                version = version_of(database)
                if version and database.is_server:
                    database.run(f"LOCK TABLE {VERSION_TABLE} IN EXCLUSIVE MODE")
                    # Another program may have upgraded the tables meanwhile.
                    version = version_of(database)
                if version and version != NEWEST and version.step <= NEWEST_VERSION:
                    name = f"{Path(place.file or 'tours').name}.{version.step}.bak"
                    with transaction(place, write=False, wait=wait) as source:
                        copy = back_up_to(folder / name, source).file
                upgrade_tables(database)
        except DatabaseError as error:
            if copy and error.transient:
                copy.unlink()  # a retry makes a new copy
            raise
        return copy

    return retry(attempt, wait)
