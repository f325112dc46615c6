"""Open a database for one transaction, with retries while other programs use it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from peloton.disk import can_lock
from peloton.errors import StoreError
from peloton.store import RetryBudget, schema
from peloton.store.address import address, database_label, is_file, is_missing
from peloton.store.current import UserCurrentTour, is_shared
from peloton.store.database import NEWEST_VERSION
from peloton.store.maintenance.backups import back_up_to, copy_file
from peloton.store.refusals import is_transient, refusal, version_error, was_dropped
from peloton.store.tours import Store
from peloton.store.transactions import (
    ServerDatabase,
    lift_limits,
    make_file,
    transaction,
)

if TYPE_CHECKING:
    from peloton.store.derived.derived_rows import Scorer

WAIT_SECONDS = 30.0
"""How many seconds to keep retrying while others lock the database."""

_SCHEMA_LOCK = f"SELECT pg_advisory_xact_lock({0x70656C6F746F6E})"
"""SQL for a lock on creating tables; the number encodes `peloton`."""

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
    url = address(where)

    def attempt() -> Outcome:
        if keep and _is_outdated(url, wait):
            # The work is first tried on an in-memory copy, so that a failure leaves the
            # file at its old version.
            with _opened(url, scorer, user_file, write=False, wait=wait) as store:
                work(store)
        with _opened(url, scorer, user_file, write=keep, wait=wait) as store:
            return work(store)

    return retry(attempt, url, wait)


def _is_outdated(url: URL, wait: float) -> bool:
    """Return whether the database is a file whose tables must be upgraded first."""
    if not is_file(url) or is_missing(url):
        return False
    with transaction(url, write=False, wait=wait) as connection:
        return schema.version_of(connection) not in {None, schema.NEWEST}


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
    url = address(where)
    try:
        with ExitStack() as stack:

            def attempt() -> Store:
                opened = _opened(url, scorer, user_file, write=write, wait=wait)
                return stack.enter_context(opened)

            yield retry(attempt, url, wait)
    except SQLAlchemyError as error:
        raise _refusal_of(error, url) from error


@contextmanager
def _opened(
    url: URL, scorer: "Scorer | None", user_file: UserFile, *, write: bool, wait: float
) -> Iterator[Store]:
    """Open a database without retries; commit unless there is an error."""
    with connected(url, write=write, wait=wait) as connection:
        own = (
            UserCurrentTour.read(user_file(), url)
            if user_file and is_shared(url)
            else None
        )
        store = Store(ServerDatabase(connection, own), scorer)
        yield store
        if write:
            store.write_pending()
            if own is not None:
                own.save()


def retry(attempt: Callable[[], Outcome], url: URL, wait: float) -> Outcome:
    """Call `attempt`; retry it after transient errors for up to `wait` seconds."""
    budget, dropped = RetryBudget(wait), False
    while True:
        try:
            return attempt()
        except SQLAlchemyError as error:
            dropped = dropped or was_dropped(error)
            if not budget.left or not is_transient(error, dropped=dropped):
                raise _refusal_of(error, url) from error
        budget.pause()


def _refusal_of(error: SQLAlchemyError, url: URL) -> StoreError:
    """Return the error for the user; explain if the drive does not support locks."""
    busy = is_file(url) and is_transient(error, dropped=False)
    if busy and not can_lock(Path(str(url.database)).parent):
        return StoreError(
            f"{database_label(url)} is on a drive that cannot lock files: move it to a"
            " local drive"
        )
    return refusal(error, database_label(url))


@contextmanager
def connected(url: URL, *, write: bool, wait: float) -> Iterator[Connection]:
    """Open a database without retries, after its tables are created or upgraded.

    Without `write`, the file is not changed; an in-memory copy is upgraded instead.
    """
    if is_file(url) and write:
        make_file(Path(str(url.database)), database_label(url))
    if is_missing(url):
        version = None
    else:
        with transaction(url, write=write, wait=wait) as connection:
            version = schema.version_of(connection)
            if version == schema.NEWEST:
                yield connection
                return
    if not write and (version is None or url.get_backend_name() == "sqlite"):
        with _in_memory(url, version, wait) as connection:
            yield connection
        return
    if not (version is None or is_file(url)):
        ahead = (version.step > NEWEST_VERSION) - (version.step < NEWEST_VERSION)
        raise version_error(database_label(url), ahead)
    make_tables(url, wait)
    with transaction(url, write=write, wait=wait) as connection:
        yield connection


@contextmanager
def _in_memory(
    url: URL, version: schema.Version | None, wait: float
) -> Iterator[Connection]:
    """Open an upgraded in-memory copy of a file: reading must not change the file."""
    memory = URL.create("sqlite")
    with transaction(memory, wait=0, foreign_keys=False) as copy:
        if version is None:
            schema.create(copy)
        else:
            with transaction(url, write=False, wait=wait) as source:
                copy_file(source, copy)
            schema.upgrade_tables(copy, database_label(url))
        copy.commit()
        copy.connection.cursor().execute("PRAGMA foreign_keys = ON")
        yield copy


def make_tables(url: URL, wait: float, folder: Path | None = None) -> Path | None:
    """Create or upgrade the tables, unless another program did so meanwhile.

    An older database is backed up first. The backup of a file is written beside the
    file, the backup of a server to `folder`. Returns the path of the backup, or None if
    no backup was made.
    """
    copy = None
    try:
        # With foreign keys, an upgrade that replaces a table would delete the rows that
        # refer to it.
        with transaction(url, wait=wait, foreign_keys=False) as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(_SCHEMA_LOCK)
            lift_limits(connection)
            version = schema.version_of(connection)
            if version is None:
                schema.create(connection)
                return None
            if version.step < NEWEST_VERSION:
                database = Path(str(url.database or "tours"))
                beside = database.parent if is_file(url) else folder or Path()
                name = f"{database.name}.{version.step}.bak"
                with transaction(url, write=False, wait=wait) as source:
                    copy = back_up_to(beside / name, source).file
            schema.upgrade_tables(connection, database_label(url))
    except SQLAlchemyError as error:
        if copy and is_transient(error, dropped=False):
            copy.unlink()  # a retry makes a new copy
        raise
    return copy
