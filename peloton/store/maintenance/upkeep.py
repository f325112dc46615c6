"""Back up, restore and upgrade a database."""

from pathlib import Path
from typing import cast

from sqlalchemy import func, select

from peloton.errors import StoreError
from peloton.store import schema
from peloton.store.address import address, database_label, is_missing
from peloton.store.maintenance.backups import Backup, back_up_to, check_hash, copy_rows
from peloton.store.models import StoredRow
from peloton.store.session import connected, make_tables, retry
from peloton.store.transactions import transaction

_TOUR, _JOURNAL = (StoredRow.metadata.tables[name] for name in ("tour", "journal"))
_TOURS = select(func.count(_TOUR.c.id))


def back_up(where: str, file: Path, wait: float) -> Backup:
    """Back up all tours with their journals to a new SQLite file.

    If the file name is taken, a number is appended. Raises StoreError if there is no
    database or the file cannot be written.
    """
    url = address(where)
    if is_missing(url):
        raise StoreError(
            f"{database_label(url)} does not exist yet: there is nothing to copy"
        )

    def attempt() -> Backup:
        with transaction(url, write=False, wait=wait) as source:
            return back_up_to(file, source)

    return retry(attempt, url, wait)


def restore(where: str, backup: Path, wait: float) -> int:
    """Restore the tours of a backup, of this version or older, into an empty database.

    Returns the number of tours. Raises StoreError if the database already has tours, or
    if the backup does not match the hash in its manifest.
    """
    url = address(where)
    if not backup.is_file():
        raise StoreError(f"no file {str(backup)!r}")
    check_hash(backup)
    file = address(str(backup))

    def attempt() -> int:
        with (
            connected(file, write=False, wait=wait) as source,
            connected(url, write=True, wait=wait) as target,
        ):
            if any(target.scalar(select(table.c.id)) for table in (_TOUR, _JOURNAL)):
                place = database_label(url)
                raise StoreError(
                    f"{place} has tours already: restore into one that has none"
                )
            copy_rows(source, target, StoredRow.metadata.sorted_tables)
            return cast("int", target.scalar(_TOURS))

    return retry(attempt, url, wait)


def upgrade(where: str, folder: Path, wait: float) -> Path | None:
    """Back up a database and upgrade it to the newest version; return the backup.

    The backup of a file is written beside the file, the backup of a server to `folder`.
    Returns None if no backup was needed, because at most derived tables had to be
    created again. Raises StoreError for a database of a newer peloton.
    """
    url = address(where)

    def attempt() -> Path | None:
        with transaction(url, write=False, wait=wait) as connection:
            if schema.version_of(connection) in {None, schema.NEWEST}:
                return None
        return make_tables(url, wait, folder)

    if is_missing(url):
        return None
    return retry(attempt, url, wait)
