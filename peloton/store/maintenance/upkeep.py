"""Back up, restore and upgrade a database."""

from pathlib import Path

from peloton.errors import StoreError
from peloton.store.database import COLUMNS
from peloton.store.maintenance.backups import Backup, back_up_to, check_hash, copy_rows
from peloton.store.session import connected, retry, upgrade_database
from peloton.store.transactions import address, transaction


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
            connected(file, write=False, wait=wait) as source,
            connected(place, write=True, wait=wait) as target,
        ):
            if any(target.rows(table, "id") for table in ("tour", "journal")):
                raise StoreError(
                    f"{place.label} has tours already: restore into one that has none"
                )
            copy_rows(source, target, COLUMNS)
            return len(target.rows("tour", "id"))

    return retry(attempt, place, wait)


def upgrade(where: str, folder: Path, wait: float) -> Path | None:
    """Back up a database and upgrade it to the newest version; return the backup.

    The backup of a file is written beside the file, the backup of a server to `folder`.
    Returns None if no backup was needed, because at most derived tables had to be
    created again. Raises StoreError for a database of a newer peloton.
    """
    place = address(where)
    if place.is_missing:
        return None
    return retry(lambda: upgrade_database(place, wait, folder), place, wait)
