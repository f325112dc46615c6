"""Open a database for one transaction, with retries while other programs use it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from peloton.errors import StoreError
from peloton.store.database import (
    NEWEST,
    NEWEST_VERSION,
    VERSION_TABLE,
    Database,
    stored_tables,
    version_error,
    version_of,
)
from peloton.store.tours import Store
from peloton.store.transactions import (
    Address,
    DatabaseError,
    address,
    driver_errors,
    lift_limits,
    make_file,
    memory_database,
    transaction,
)

if TYPE_CHECKING:
    from peloton.store.derived.derived_rows import Scorer

WAIT_SECONDS = 30.0
"""How many seconds to keep retrying while others lock the database."""

_LONGEST_PAUSE = 0.5

Outcome = TypeVar("Outcome")
UserFile = Callable[[], Path] | None
"""Function that returns the path of the file with a user's current tours, or None."""


def change_store(  # noqa: PLR0913 - the work, and how to open the database
    where: str,
    work: Callable[[Store], Outcome],
    *,
    keep: bool = True,
    scorer: "Scorer | None" = None,
    wait: float = WAIT_SECONDS,
    user_file: UserFile = None,
) -> Outcome:
    """Run `work` on the tours in one transaction; return its result.

    If another program locks or changes the database at the same time, or the connection
    is lost, `work` runs again on the new data, for up to `wait` seconds. Without
    `keep`, nothing is saved. `user_file` returns the file with the user's current
    tours, which is used if the database has several users. Raises StoreError as
    `open_store` does.
    """
    place = address(where)

    def attempt() -> Outcome:
        if keep and is_outdated(place, wait):
            # The work is first tried on an in-memory copy, so that a failure leaves the
            # file at its old version.
            with _opened(place, scorer, user_file, write=False, wait=wait) as store:
                work(store)
        with _opened(place, scorer, user_file, write=keep, wait=wait) as store:
            return work(store)

    return retry(attempt, place, wait)


def is_outdated(place: Address, wait: float) -> bool:
    """Return whether the database is a file whose tables must be upgraded first."""
    if not place.file or place.is_missing:
        return False
    with transaction(place, write=False, wait=wait) as database:
        return version_of(database) not in {None, NEWEST}


@contextmanager
def open_store(
    where: str,
    *,
    write: bool = True,
    scorer: "Scorer | None" = None,
    wait: float = WAIT_SECONDS,
    user_file: UserFile = None,
) -> Iterator[Store]:
    """Open a database, given its path or URL, for one transaction.

    Changes are saved at the end, unless there is an exception (Ctrl-C is one). With
    `write`, the folder and the database are created if they do not exist, and a file is
    locked against other writers. Without `write`, nothing is saved, and a missing
    database counts as empty.

    A file of an older peloton is upgraded when it is first changed, with a backup
    beside it. Until then, readers upgrade an in-memory copy. A server is upgraded only
    by `peloton upgrade`, because other users may have an older peloton. `scorer` scores
    changed tours that were not scored yet, for their derived rows. Opening is retried
    for up to `wait` seconds. The work itself is not retried (use `change_store` for
    that). Raises StoreError, with advice, for a database that cannot be used.
    """
    place = address(where)
    with ExitStack() as stack:

        def attempt() -> Store:
            opened = _opened(place, scorer, user_file, write=write, wait=wait)
            return stack.enter_context(opened)

        yield retry(attempt, place, wait)


@contextmanager
def _opened(
    place: Address,
    scorer: "Scorer | None",
    user_file: UserFile,
    *,
    write: bool,
    wait: float,
) -> Iterator[Store]:
    """Open a database without retries; commit unless there is an error."""
    with connected(place, write=write, wait=wait) as database:
        if user_file and place.is_shared:
            # Imported late: most databases have only one user.
            from peloton.store.current import UserCurrentTour

            database.own = UserCurrentTour.read(user_file(), place.name)
        store = Store(database, scorer)
        yield store
        if write:
            store.write_pending()
            if database.own is not None:
                database.own.save()


def retry(attempt: Callable[[], Outcome], place: Address, wait: float) -> Outcome:
    """Call `attempt`; retry it after transient errors for up to `wait` seconds.

    The length of each pause is random, so that waiting programs do not all retry at the
    same moment. On average it is twice as long as the previous pause.
    """
    end, longest, dropped = monotonic() + wait, 0.01, False
    while True:
        try:
            return attempt()
        except DatabaseError as error:
            dropped = dropped or error.dropped
            transient = error.transient or (dropped and error.unreachable)
            left = end - monotonic()
            if left <= 0 or not transient:
                _explain_missing_locks(error, place)
                raise
        # Imported late: only a retry needs it.
        from random import uniform

        pause = uniform(longest / 2, longest)  # noqa: S311 - not used for secrets
        sleep(min(left, pause))
        longest = min(2 * longest, _LONGEST_PAUSE)


def _explain_missing_locks(error: DatabaseError, place: Address) -> None:
    """Raise StoreError if a file is busy because its drive does not support locks."""
    # Imported late: only an error needs it.
    from peloton.disk import can_lock

    if place.file and error.transient and not can_lock(Path(place.file).parent):
        raise StoreError(
            f"{place.label} is on a drive that cannot lock files: move it to a local"
            " drive"
        ) from error


@contextmanager
def connected(place: Address, *, write: bool, wait: float) -> Iterator[Database]:
    """Open a database without retries, after its tables are created or upgraded.

    Without `write`, the file is not changed; an in-memory copy is upgraded instead.
    """
    version = None
    if place.file and write:
        make_file(Path(place.file), place.label)
    if write or not place.is_missing:
        with transaction(place, write=write, wait=wait) as database:
            version = version_of(database)
            if version is None and write:
                # Imported late: importing the models takes longer than most commands.
                from peloton.store.schema import create

                create(database)  # saved together with the first change
                version = NEWEST
            if version == NEWEST:
                yield database
                return
    if version is None:
        with memory_database() as database:
            yield database
    elif place.file and not write:
        with _upgraded_copy(place, wait) as database:
            yield database
    elif not place.file:
        raise version_error(database, version)
    else:
        upgrade_database(place, wait)
        with transaction(place, write=write, wait=wait) as database:
            yield database


@contextmanager
def _upgraded_copy(place: Address, wait: float) -> Iterator[Database]:
    """Open an upgraded in-memory copy of a file: reading must not change the file."""
    # Imported late: an upgrade is rare.
    from peloton.store.schema import upgrade_tables

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        with transaction(place, write=False, wait=wait) as source:
            stored_tables(source)  # locks the file, or else `backup` might wait forever
            source.connection.backup(connection)
        with driver_errors(place.label):
            copy = Database(connection, place.label)
            upgrade_tables(copy)
            copy.run("PRAGMA foreign_keys = ON")
            yield copy


def upgrade_database(
    place: Address, wait: float, folder: Path | None = None
) -> Path | None:
    """Upgrade the tables, unless another program did so meanwhile.

    An older database is backed up first. The backup of a file is written beside the
    file, the backup of a server to `folder`. Returns the path of the backup, or None if
    no backup was made.
    """
    # Imported late: an upgrade is rare.
    from peloton.store.maintenance.backups import back_up_to
    from peloton.store.schema import upgrade_tables

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
                beside = file.parent if place.file else folder or Path()
                name = f"{file.name}.{version.step}.bak"
                with transaction(place, write=False, wait=wait) as source:
                    copy = back_up_to(beside / name, source).file
            upgrade_tables(database)
    except DatabaseError as error:
        if copy and error.transient:
            copy.unlink()  # a retry makes a new copy
        raise
    return copy
