"""Back up, restore and upgrade a database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from peloton.errors import StoreError
from peloton.store.database import (
    COLUMNS,
    NEWEST_VERSION,
    VERSION_TABLE,
    Database,
    stored_names,
    version_of,
)
from peloton.store.maintenance.backups import Backup, back_up_to, check_hash, copy_rows
from peloton.store.schema import upgrade_tables
from peloton.store.session import connected, retry
from peloton.store.transactions import (
    Address,
    DatabaseError,
    address,
    driver_errors,
    lift_limits,
    transaction,
)


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

    return retry(attempt, place, wait)


def restore(where: str, backup: Path, wait: float) -> int:
    """Restore the tours of a backup, of this version or older, into an empty database.

    Returns the number of tours. Raises StoreError if the database already has tours, or
    if the backup does not match the hash in its manifest.
    """
    place = address(where)
    if not backup.is_file():
        raise StoreError(f"no file {str(backup)!r}")
    check_hash(backup)
    file = address(str(backup))

    def attempt() -> int:
        with (
            _upgraded_copy(file, wait) as source,
            connected(place, write=True, wait=wait) as target,
        ):
            if any(target.rows(table, "id") for table in ("tour", "journal")):
                raise StoreError(
                    f"{place.label} has tours already: restore into one that has none"
                )
            copy_rows(source, target, COLUMNS)
            return len(target.rows("tour", "id"))

    return retry(attempt, place, wait)


@contextmanager
def _upgraded_copy(place: Address, wait: float) -> Iterator[Database]:
    """Open an in-memory copy of a file, upgraded to the newest version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        with transaction(place, write=False, wait=wait) as source:
            stored_names(source)  # locks the file, or else `backup` might wait forever
            source.connection.backup(connection)
        with driver_errors(place.label):
            copy = Database(connection, place.label)
            upgrade_tables(copy)
            yield copy


def upgrade(where: str, folder: Path, wait: float) -> Path | None:
    """Back up a database and upgrade it to the newest version; return the backup.

    The backup of a file is written beside the file, the backup of a server to `folder`.
    Returns None if no backup was needed, because at most derived tables had to be
    created again. Raises StoreError for a database of a newer peloton.
    """
    place = address(where)
    if place.is_missing:
        return None
    return retry(lambda: _upgrade(place, folder, wait), place, wait)


def _upgrade(place: Address, folder: Path, wait: float) -> Path | None:
    """Upgrade the tables, unless another program did so meanwhile."""
    copy = None
    try:
        # With foreign keys, an upgrade that replaces a table would delete the rows that
        # refer to it.
        with transaction(place, wait=wait, foreign_keys=False) as database:
            lift_limits(database)
            version = version_of(database)
            if version is None:
                return None
            if database.is_server:
                database.run(f"LOCK TABLE {VERSION_TABLE} IN EXCLUSIVE MODE")
                version = version_of(database) or version
            if version.step < NEWEST_VERSION:
                file = Path(place.file or "tours")
                beside = file.parent if place.file else folder
                name = f"{file.name}.{version.step}.bak"
                with transaction(place, write=False, wait=wait) as source:
                    copy = back_up_to(beside / name, source).file
            upgrade_tables(database)
    except DatabaseError as error:
        if copy and error.transient:
            copy.unlink()  # a retry makes a new copy
        raise
    return copy
