"""Repair a damaged database (`peloton check --repair`)."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from peloton.disk import sync_folder
from peloton.errors import StoreError, file_errors
from peloton.store.database import (
    COLUMNS,
    DERIVED,
    KINDS,
    NEWEST,
    NEWEST_VERSION,
    Database,
    read_cell,
    stored_names,
    version_error,
    version_of,
)
from peloton.store.derived.derived_rows import Scorer
from peloton.store.facts.hash_chain import change_steps
from peloton.store.facts.parts import RULEBOOK, StoredTour
from peloton.store.maintenance.backups import back_up_to, is_undamaged
from peloton.store.maintenance.checking import (
    ReadableTour,
    RulebookTexts,
    damages,
    readable_tours,
)
from peloton.store.schema import changed_views, create, create_missing
from peloton.store.session import connected, retry
from peloton.store.tours import Store
from peloton.store.transactions import (
    Address,
    DatabaseError,
    address,
    make_private_folder,
    memory_database,
    transaction,
)
from peloton.store.views import view_text


class Repair(NamedTuple):
    """The result of a repair: the backup, the damaged tours, and notes on them."""

    copy: Path
    tours: tuple[StoredTour, ...]
    notes: tuple[str, ...]


def repair(
    where: str, folder: Path, scorer: Scorer, builtin: Mapping[str, str], wait: float
) -> Repair:
    """Repair a database in one transaction, after copying it into a new folder.

    `builtin` holds the texts of the built-in rulebooks, keyed by name. If the database
    cannot be repaired, it stays unchanged, and StoreError is raised.
    """
    place = address(where)
    copy = folder / "damaged.db"
    make_private_folder(folder, f"the copy of {place.label}")

    write = partial(_write, copy=copy, scorer=scorer, builtin=builtin)

    def attempt() -> Repair:
        if place.file:
            return _repair_file(place, copy, write, wait)
        with transaction(place, wait=wait) as database:
            database.run(f"LOCK TABLE {', '.join(_FACTS)} IN EXCLUSIVE MODE")
            with transaction(place, write=False, wait=wait) as source:
                back_up_to(copy, source)
            return write(database)

    return retry(attempt, wait)


_FACTS = [name for name in COLUMNS if name not in DERIVED]
"""The tables that cannot be derived from other tables."""


def _repair_file(
    place: Address, copy: Path, write: Callable[[Database], Repair], wait: float
) -> Repair:
    """Repair a file, or replace it with a new one if it is too damaged to change."""
    file = Path(place.file)
    with file_errors(f"{place.label} cannot be opened", StoreError), file.open("rb+"):
        pass
    try:
        with transaction(place, wait=wait) as database:
            _copy_file(file, copy)
            if _is_usable(database):
                return write(database)
    except DatabaseError as error:  # for example, a column is missing
        if error.transient:
            raise
    with ExitStack() as lock:
        try:
            damaged = lock.enter_context(transaction(place, wait=wait))
            lock.callback(damaged.connection.rollback)  # a commit might fail
        except DatabaseError as error:
            if error.transient:
                raise  # otherwise, the file is too damaged to be locked
        _copy_file(file, copy)
        new = copy.with_name("repaired.db")
        try:
            with connected(address(str(new)), write=True, wait=wait) as database:
                repaired = write(database)
                if not any(database.rows(table) for table in _FACTS):
                    raise StoreError(
                        f"nothing in {str(copy)!r} can be read: restore a backup"
                    )
            shutil.copymode(file, new)
            if sys.platform == "win32":
                lock.close()  # Windows replaces and deletes no open files
            for suffix in ("-journal", "-wal", "-shm"):
                Path(f"{file}{suffix}").unlink(missing_ok=True)
            new.replace(file)
        finally:
            new.unlink(missing_ok=True)
        sync_folder(file.parent)
    return repaired


def _is_usable(database: Database) -> bool:
    """Return whether a file has undamaged pages, a known version and no trigger.

    Raises StoreError if another version of peloton made the file.
    """
    version = None
    with suppress(StoreError):
        if is_undamaged(database):
            version = version_of(database)
    if version and version.step != NEWEST_VERSION:
        raise version_error(database, version)
    return version == NEWEST and not stored_names(database, "trigger")


def _copy_file(file: Path, copy: Path) -> None:
    """Copy a file and its WAL file, which may contain the newest changes."""
    with file_errors(f"the copy {str(copy)!r} cannot be written", StoreError):
        shutil.copy2(file, copy)
        if Path(f"{file}-wal").exists():
            shutil.copy2(f"{file}-wal", f"{copy}-wal")
        with copy.open("rb+") as stream:  # Windows syncs only files open for writing
            os.fsync(stream.fileno())
        sync_folder(copy.parent)


def _write(
    database: Database, copy: Path, scorer: Scorer, builtin: Mapping[str, str]
) -> Repair:
    """Replace a database's rows with the readable rows of the copy, and check it."""
    with memory_database() as readable:
        _copy_readable_rows(copy, readable)
        tours = list(readable_tours(readable, RulebookTexts(readable, builtin)))
        current = {row["tour_id"] for row in readable.raw_rows("current_tour")}
    create_missing(database)
    for view in changed_views(database):
        database.run(f"DROP VIEW {view}")
        database.run(view_text(view))
    for table in COLUMNS:
        database.delete(table)
    store = Store(database, scorer)
    for tour in tours:
        _write_journal(store, tour)
    for tour in tours:  # new steps get new ids, because all journals are written
        _write_facts(store, tour)
        if tour.id in current:
            store.make_current(tour.name)
    store.write_pending()
    for wrong in damages(database, scorer):
        raise StoreError(f"the database cannot be repaired ({wrong}): restore a backup")
    damaged = [tour for tour in tours if tour.damages or tour.losses]
    facts = tuple(tour.facts for tour in damaged if tour.facts)
    notes = (note for tour in damaged for note in (*tour.damages, *tour.losses))
    return Repair(copy, facts, tuple(notes))


_MOST_SKIPPED = 10_000
"""Maximum number of successive row ids to skip on damaged pages."""

_PAGE = 4096
"""The size of a page, in bytes, in the files that SQLite creates by default."""

_UNREADABLE = sqlite3.Error, OverflowError, UnicodeError


def _copy_readable_rows(file: Path, target: Database) -> None:
    """Copy the rows of an SQLite file, except those on damaged pages.

    Values of a wrong type are replaced by NULL, 0, False or an empty text. Of two rows
    in the same place, the one with fewer such values is copied.
    """
    with _readable_file(file) as connection:
        connection.text_factory = lambda raw: raw.decode(errors="replace")
        connection.row_factory = sqlite3.Row
        for table in _FACTS:
            found: dict[int, tuple[int, tuple[object, ...]]] = {}
            with suppress(*_UNREADABLE):
                for row in _readable_rows(connection, table):
                    place, read = row["place_"], _valid_cells(table, dict(row))
                    found[place] = min(found.get(place, read), read, key=itemgetter(0))
                target.fill(table, [cells for _, cells in found.values()])


@contextmanager
def _readable_file(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a file, or a copy of it if its first page or its list of tables is damaged.

    The copy gets the list of tables from a new database. The list is on the same pages
    of every file, because `create` always runs the same statements.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        # Otherwise one damaged definition, such as that of a view, hides all tables.
        connection.execute("PRAGMA writable_schema = ON")
        database = Database(connection, "")
        usable = is_undamaged(database)
        with suppress(sqlite3.Error):
            usable = bool(database.run("SELECT * FROM tour, part, journal LIMIT 0"))
        if usable:
            yield connection
            return
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create(Database(connection, ""))
        roots = connection.execute("SELECT rootpage FROM sqlite_master").fetchall()
        pages, content = connection.serialize(), bytearray(file.read_bytes())
        for place in range(0, len(pages), _PAGE):
            if (place // _PAGE + 1,) not in roots:
                content[place : place + _PAGE] = pages[place : place + _PAGE]
        content[28:32] = (len(content) // _PAGE).to_bytes(4)  # the number of pages
        connection.deserialize(bytes(content))
        yield connection


def _readable_rows(connection: sqlite3.Connection, table: str) -> Iterator[sqlite3.Row]:
    """Yield the rows of a table, except those on damaged pages.

    If the pages are in the wrong order, the rows are too. Raises an error of
    `_UNREADABLE` if the table itself cannot be found.
    """
    connection.execute(f"SELECT * FROM {table} LIMIT 0")  # noqa: S608 - no user input
    chosen = f"SELECT rowid AS place_, * FROM {table} WHERE rowid > ? ORDER BY rowid"  # noqa: S608 - no user input
    place, skipped, seen = 0, 0, set[sqlite3.Row]()
    while skipped < _MOST_SKIPPED:
        try:
            for row in connection.execute(chosen, (place,)):
                if row not in seen:
                    seen.add(row)
                    place, skipped = row["place_"], 0
                    yield row
        except _UNREADABLE:
            place, skipped = place + 1, skipped + 1
        else:
            return


def _valid_cells(
    table: str, cells: Mapping[str, object]
) -> tuple[int, tuple[object, ...]]:
    """Return how many values of a row have a wrong type, and the row without them."""
    wrong, valid = 0, list[object]()
    for column in COLUMNS[table]:
        cell = read_cell(column, cells.get(column.name))
        is_null = column.empty or column.kind == "id"
        if type(cell) is not KINDS[column.kind]:
            wrong += cell is not None or not is_null
            cell = None if is_null else KINDS[column.kind]()
        valid.append(cell)
    return wrong, tuple(valid)


def _write_journal(store: Store, tour: ReadableTour) -> None:
    """Write the journal of a tour; renumber its steps if it was damaged."""
    for number, (row, step) in enumerate(tour.steps, 1):
        for parts in (step.before, step.after):
            if RULEBOOK in parts:
                store.store_text(str(parts[RULEBOOK]))
        if tour.bodies is None:
            row |= {"number": number, "dropped": True, "hash": ""}
        store.database.insert("journal", row)
    if tour.bodies is None and tour.steps:
        change_steps(store.database, tour.name, {1: {}})


def _write_facts(store: Store, tour: ReadableTour) -> None:
    """Write the rows of a tour, with a new step if its journal was damaged."""
    if not tour.facts:
        return
    if tour.bodies is None:
        store.save(tour.facts.tour, tour.facts.rulebook_text, "repaired the tour")
    else:
        store.replace(None, tour.facts, tour.bodies)
        newest, _ = tour.steps[-1]
        store.database.update("tour", {"hash": newest["hash"]}, name=tour.name)
    for draft in tour.drafts:
        store.keep_draft(tour.name, draft)
