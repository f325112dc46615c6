"""The way into the store: one database, one transaction, and again if need be."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from peloton.disk import can_lock
from peloton.errors import StoreError
from peloton.store import Patience, schema
from peloton.store.address import address, is_file, is_missing, place_of
from peloton.store.backups import back_up_to, copy_file
from peloton.store.current import OwnCurrent, is_shared
from peloton.store.database import HEAD
from peloton.store.refusals import made_otherwise, may_pass, refusal, was_dropped
from peloton.store.server import ServerDatabase
from peloton.store.tours import Store
from peloton.store.transactions import lift_limits, make_file, transaction

if TYPE_CHECKING:
    from peloton.store.derived_rows import Scorer

WAIT_SECONDS = 30.0
"""How long to try again where others have the database."""

_SCHEMA_LOCK = f"SELECT pg_advisory_xact_lock({0x70656C6F746F6E})"
"""Lets one program at a time make the tables; the number is `peloton` in ASCII."""

Outcome = TypeVar("Outcome")
Mine = Callable[[], Path] | None
"""What names the file where a user's own current tours stand, by their databases."""


def change_store(  # noqa: PLR0913 - what to do, and how to come to it
    where: str,
    work: Callable[[Store], Outcome],
    *,
    keep: bool = True,
    scorer: "Scorer | None" = None,
    wait: float = WAIT_SECONDS,
    mine: Mine = None,
) -> Outcome:
    """Do work on the tours in one transaction; return what it returns.

    Where another program came between, has the database, or the connection was lost,
    all of it is done anew on the tours as they are then, for up to `wait` seconds.
    Without `keep` nothing done is kept. `mine` names the file where the user's own
    current tour stands, where others use the database too.
    Raises StoreError as `open_store` does.
    """
    url = address(where)

    def attempt() -> Outcome:
        if keep and _is_outdated(url, wait):
            # On a copy in memory first: work that is refused upgrades no file.
            with _opened(url, scorer, mine, write=False, wait=wait) as store:
                work(store)
        with _opened(url, scorer, mine, write=keep, wait=wait) as store:
            return work(store)

    return try_again(attempt, url, wait)


def _is_outdated(url: URL, wait: float) -> bool:
    """Return whether a file has tables that the next write upgrades."""
    if not is_file(url) or is_missing(url):
        return False
    with transaction(url, write=False, wait=wait) as connection:
        return schema.version_of(connection) not in {None, schema.TODAY}


@contextmanager
def open_store(
    where: str,
    *,
    write: bool = True,
    scorer: "Scorer | None" = None,
    wait: float = WAIT_SECONDS,
    mine: Mine = None,
) -> Iterator[Store]:
    """Open the tours at a file's path or a database URL, for one transaction.

    All that was done is kept on leaving normally; on any exception, Ctrl-C
    included, nothing is. With `write`, the folder and the database are made if need
    be, and a file is closed to other writers meanwhile. Without, nothing done is
    kept: where there is no database none is made, and the store has no tours. A file
    of an older peloton is brought up to date when it is first written to, with a copy
    beside it; until then its readers bring a copy in memory up to date. A server is
    brought up to date by `peloton upgrade` alone: others may use an older peloton.
    `scorer` scores the tours that are written and not scored yet, for what is kept of
    them.
    It is tried again for `wait` seconds to open it, and what is done then is done
    once: `change_store` does that again too. Raises StoreError for a database that
    cannot be used, with what to do about it.
    """
    url = address(where)
    try:
        with ExitStack() as stack:

            def attempt() -> Store:
                opened = _opened(url, scorer, mine, write=write, wait=wait)
                return stack.enter_context(opened)

            yield try_again(attempt, url, wait)
    except SQLAlchemyError as error:
        raise _refusal_of(error, url) from error


@contextmanager
def _opened(
    url: URL, scorer: "Scorer | None", mine: Mine, *, write: bool, wait: float
) -> Iterator[Store]:
    """Open the tours once; what was done is settled and kept on leaving normally."""
    with connected(url, write=write, wait=wait) as connection:
        own = OwnCurrent.read(mine(), url) if mine and is_shared(url) else None
        store = Store(ServerDatabase(connection, own), scorer)
        yield store
        if write:
            store.settle()
            if own is not None:
                own.keep()


def try_again(attempt: Callable[[], Outcome], url: URL, wait: float) -> Outcome:
    """Try until it is done, or `wait` seconds are over (see `Patience`)."""
    patience, dropped = Patience(wait), False
    while True:
        try:
            return attempt()
        except SQLAlchemyError as error:
            dropped = dropped or was_dropped(error)
            if not patience.left or not may_pass(error, dropped=dropped):
                raise _refusal_of(error, url) from error
        patience.pause()


def _refusal_of(error: SQLAlchemyError, url: URL) -> StoreError:
    """Return the refusal of a database, and of a drive that cannot lock its file."""
    busy = is_file(url) and may_pass(error, dropped=False)
    if busy and not can_lock(Path(str(url.database)).parent):
        return StoreError(
            f"{place_of(url)} is on a drive that cannot lock files: keep it on a drive"
            " of this computer"
        )
    return refusal(error, place_of(url))


@contextmanager
def connected(url: URL, *, write: bool, wait: float) -> Iterator[Connection]:
    """Open a database once, its tables made or brought up to date as need be."""
    if is_file(url) and write:
        make_file(Path(str(url.database)), place_of(url))
    if is_missing(url):
        version = None
    else:
        with transaction(url, write=write, wait=wait) as connection:
            version = schema.version_of(connection)
            if version == schema.TODAY:
                yield connection
                return
    if not write and (version is None or url.get_backend_name() == "sqlite"):
        with _in_memory(url, version, wait) as connection:
            yield connection
        return
    if not (version is None or is_file(url)):
        ahead = (version.step > HEAD) - (version.step < HEAD)
        raise made_otherwise(place_of(url), ahead)
    make_tables(url, wait)
    with transaction(url, write=write, wait=wait) as connection:
        yield connection


@contextmanager
def _in_memory(
    url: URL, version: schema.Version | None, wait: float
) -> Iterator[Connection]:
    """Open a copy of what is there, brought up to date: who reads changes no file."""
    memory = URL.create("sqlite")
    with transaction(memory, wait=0, foreign_keys=False) as copy:
        if version is None:
            schema.create(copy)
        else:
            with transaction(url, write=False, wait=wait) as source:
                copy_file(source, copy)
            schema.upgrade_tables(copy, place_of(url))
        copy.commit()
        copy.connection.cursor().execute("PRAGMA foreign_keys = ON")
        yield copy


def make_tables(url: URL, wait: float, folder: Path | None = None) -> Path | None:
    """Make the tables, or upgrade them, unless another program did meanwhile.

    An older database is copied first: a file beside it, a server into `folder`. Returns
    the copy, if there was need of one.
    """
    copy = None
    try:
        # A step may rebuild a table, which must not take its parts away with it.
        with transaction(url, wait=wait, foreign_keys=False) as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(_SCHEMA_LOCK)
            lift_limits(connection)
            version = schema.version_of(connection)
            if version is None:
                schema.create(connection)
                return None
            if version.step < HEAD:
                database = Path(str(url.database or "tours"))
                beside = database.parent if is_file(url) else folder or Path()
                name = f"{database.name}.{version.step}.bak"
                with transaction(url, write=False, wait=wait) as source:
                    copy, _ = back_up_to(beside / name, source)
            schema.upgrade_tables(connection, place_of(url))
    except SQLAlchemyError as error:
        if copy and may_pass(error, dropped=False):
            copy.unlink()  # it is tried again, and copied again
        raise
    return copy
