"""Open a database for one transaction, with retries, or watch it for changes."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

from peloton.store.database import (
    NEWEST,
    Database,
    UserCurrentTour,
    version_error,
    version_of,
)
from peloton.store.tours import Store
from peloton.store.transactions import (
    Address,
    DatabaseError,
    address,
    driver_errors,
    make_private_folder,
    memory_database,
    transaction,
)

if TYPE_CHECKING:
    from peloton.store.derived.derived_rows import Scorer

WAIT_SECONDS = 30.0
"""How many seconds to keep retrying while others lock the database."""

_LONGEST_PAUSE = 0.5

Outcome = TypeVar("Outcome")


def change_store(
    where: str,
    work: Callable[[Store], Outcome],
    *,
    wait: float = WAIT_SECONDS,
    **options: Any,  # noqa: ANN401 - the other options of `open_store`
) -> Outcome:
    """Run `work` on the tours in one transaction; return its result.

    If another program locks or changes the database at the same time, or the connection
    is lost, `work` runs again on the new data, for up to `wait` seconds. For the other
    `options`, and the errors, see `open_store`.
    """
    end = monotonic() + wait

    def attempt() -> Outcome:
        left = max(0.0, end - monotonic())
        with open_store(where, wait=left, **options) as store:
            return work(store)

    return retry(attempt, wait)


@contextmanager
def open_store(
    where: str,
    *,
    write: bool = True,
    scorer: "Scorer | None" = None,
    wait: float = WAIT_SECONDS,
    user_file: Callable[[], Path] | None = None,
) -> Iterator[Store]:
    """Open a database, given its path or URL, for one transaction.

    Changes are saved at the end, unless there is an exception (Ctrl-C is one). With
    `write`, the folder and the database are created if they do not exist, and a file is
    locked against other writers. Without `write`, nothing is saved, and a missing
    database counts as empty.

    `scorer` scores changed tours that were not scored yet, for their derived rows.
    `user_file` returns the file with the user's current tours, which is used if the
    database has several users. Opening is retried for up to `wait` seconds. The work
    itself is not retried (use `change_store` for that). Raises StoreError, with advice,
    for a database that cannot be used, such as one of another version of peloton.
    """
    place = address(where)
    with ExitStack() as stack:
        database = retry(
            lambda: stack.enter_context(connected(place, write=write, wait=wait)), wait
        )
        if user_file and place.is_shared:
            database.own = UserCurrentTour(user_file(), place.name)
        store = Store(database, scorer)
        yield store
        if write:
            store.write_pending()
            if database.own is not None:
                database.own.save()


def retry(attempt: Callable[[], Outcome], wait: float) -> Outcome:
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
                raise
        # Imported late: only a retry needs it.
        from random import uniform

        pause = uniform(longest / 2, longest)  # noqa: S311 - not used for secrets
        sleep(min(left, pause))
        longest = min(2 * longest, _LONGEST_PAUSE)


@contextmanager
def connected(place: Address, *, write: bool, wait: float) -> Iterator[Database]:
    """Open a database without retries; with `write`, create its tables if needed.

    Raises StoreError for a database of another version of peloton.
    """
    if place.file and write:
        make_private_folder(Path(place.file).parent, place.label)
        with suppress(OSError):  # SQLite reports the same error when it opens the file
            os.close(os.open(place.file, os.O_CREAT | os.O_EXCL, 0o600))
    if write or not place.is_missing:
        with transaction(place, write=write, wait=wait) as database:
            version = version_of(database)
            if version is None and write:
                # Imported late: importing the models takes longer than most commands.
                from peloton.store.schema import create

                create(database)  # saved together with the first change
            elif version not in {None, NEWEST}:
                raise version_error(database, version)
            if version is not None or write:
                yield database
                return
    with memory_database() as database, driver_errors(place.label):
        yield database


class Watch:
    """A watch on a database for changes saved by other connections.

    `sign` returns a value that differs after such a change. For a file, this value
    consists of SQLite's data version, which is read in about 15 µs, and of the
    modification time, which shows that another program replaced the file. For a URL,
    the value is a list of all steps and drafts. Reading that list takes longer, so
    `cheap` is False, and the watch should be checked less often.
    """

    def __init__(self, where: str, wait: float = WAIT_SECONDS) -> None:
        """Watch the file at a path or a database URL; `wait` is as in `open_store`."""
        self._where, self._wait = where, wait
        self._file: sqlite3.Connection | None = None
        self._file_id: object = None
        self.cheap = "://" not in where

    def sign(self) -> object:
        """Return a value that changes after each save; None if it cannot be read."""
        if not self.cheap:
            with open_store(self._where, write=False, wait=self._wait) as store:
                steps = store.database.rows("tour", "id hash")
                drafts = store.database.rows("draft", "tour_id stage text")
                return [tuple(row) for row in (*steps, *drafts)]
        try:
            found = os.stat(self._where)  # noqa: PTH116 - faster than Path, and called often
            file_id = found.st_dev, found.st_ino
            if self._file is None or file_id != self._file_id:
                self.close()
                uri = f"{Path(self._where).absolute().as_uri()}?mode=ro"
                self._file = sqlite3.connect(uri, uri=True, check_same_thread=False)
                self._file_id = file_id
            (version,) = self._file.execute("PRAGMA data_version").fetchone()
        except (sqlite3.Error, OSError):
            self.close()
            return None
        return file_id, found.st_mtime_ns, version

    def close(self) -> None:
        """Close the connection to the file, if one is open."""
        if self._file is not None:
            self._file.close()
        self._file = None
