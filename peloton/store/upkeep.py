"""Keeping a database well: is it whole, a copy of it, a newer shape."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, cast

from sqlalchemy import Connection, func, select

from peloton.errors import StoreError
from peloton.store import schema
from peloton.store.address import address, is_missing, place_of
from peloton.store.backups import back_up_to, check_hash, copy_rows
from peloton.store.database import Database
from peloton.store.derived_rows import Scorer, differing_lists, fits
from peloton.store.journal import read_step
from peloton.store.models import StoredRow
from peloton.store.parts import (
    Part,
    StepState,
    go_through,
    parts_of,
    sides_of,
    text_hash,
)
from peloton.store.server import ServerDatabase
from peloton.store.session import connected, make_tables, try_again
from peloton.store.tour_rows import Texts, stored, summary_cells
from peloton.store.transactions import transaction

_TOUR, _JOURNAL = (StoredRow.metadata.tables[name] for name in ("tour", "journal"))
_TOURS = select(func.count(_TOUR.c.id))


class Backup(NamedTuple):
    """A backup that was written: its file, and how much there is in it."""

    file: Path
    tours: int
    steps: int


def back_up(where: str, file: Path, wait: float) -> Backup:
    """Back up all tours with their journals to a new SQLite file.

    A number is added to its name if that is taken. Raises StoreError if there is no
    database or the file cannot be written.
    """
    url = address(where)
    if is_missing(url):
        message = f"{place_of(url)} is not there yet: there is nothing to copy"
        raise StoreError(message)

    def attempt() -> Backup:
        with transaction(url, write=False, wait=wait) as source:
            path, counts = back_up_to(file, source)
            return Backup(path, counts[_TOUR.name], counts[_JOURNAL.name])

    return try_again(attempt, url, wait)


def restore(where: str, backup: Path, wait: float) -> int:
    """Put the tours of a backup, of this version or older, into an empty database.

    Returns how many there are. Raises StoreError where there are tours already, or the
    backup is not as its manifest has it.
    """
    url = address(where)
    if not backup.is_file():
        message = f"no file {str(backup)!r}"
        raise StoreError(message)
    check_hash(backup)
    file = address(str(backup))

    def attempt() -> int:
        with (
            connected(file, write=False, wait=wait) as source,
            connected(url, write=True, wait=wait) as target,
        ):
            if any(target.scalar(select(table.c.id)) for table in (_TOUR, _JOURNAL)):
                place = place_of(url)
                message = f"{place} has tours already: restore into one that has none"
                raise StoreError(message)
            copy_rows(source, target, StoredRow.metadata.sorted_tables)
            return cast("int", target.scalar(_TOURS))

    return try_again(attempt, url, wait)


def upgrade(where: str, folder: Path, wait: float) -> Path | None:
    """Upgrade a database to the newest version, a copy first; return the copy.

    That of a file is beside it, that of a server in the folder; None where there was
    nothing to do, or only what comes of the facts was made anew. Raises StoreError for
    a database of a newer peloton.
    """
    url = address(where)

    def attempt() -> Path | None:
        with transaction(url, write=False, wait=wait) as connection:
            if schema.version_of(connection) in {None, schema.TODAY}:
                return None
        return make_tables(url, wait, folder)

    if is_missing(url):
        return None
    return try_again(attempt, url, wait)


class Findings(NamedTuple):
    """What is damaged in a database, and the tours that no view shows but should."""

    damages: tuple[str, ...]
    unkept: tuple[str, ...]


def look_over(where: str, scorer: Scorer, wait: float) -> Findings:
    """Name all that is damaged in a database: facts, journals, texts, the file.

    What is kept of a tour is held against what it comes to by `scorer`.
    """
    url = address(where)

    def attempt() -> Findings:
        unkept: list[str] = []
        with connected(url, write=False, wait=wait) as connection:
            found = *_file_damages(connection), *_damages(connection, scorer, unkept)
            return Findings(found, tuple(unkept))

    return try_again(attempt, url, wait)


def _damages(
    connection: Connection, scorer: Scorer, unkept: list[str]
) -> Iterator[str]:
    database = ServerDatabase(connection)
    for key, text in database.rows("rulebook"):
        if key != text_hash(text):
            yield f"the text of rulebook {key!r} is not the one that was kept"
    names = {name for (name,) in database.rows("journal", "tour")}
    for row in sorted(database.rows("tour"), key=attrgetter("name")):
        names.discard(row.name)
        try:
            tour = stored(database, row)
        except StoreError as error:
            yield str(error)
            continue
        if tour and not summary_cells(tour.tour).items() <= row._asdict().items():
            yield f"tour {row.name!r} is not what the list of tours says of it"
        yield from _journal_damages(database, row.name, parts_of(tour))
        race = scorer(tour) if tour else None
        if race is not None and not fits(database, row):
            unkept.append(row.name)
        for wrong in differing_lists(database, row, race):
            yield (
                f"tour {row.name!r}: {wrong} is not what its facts come to; delete the"
                " rows of the table 'scored_tour', and 'peloton upgrade' makes it anew"
            )
    for name in sorted(names):
        yield from _journal_damages(database, name, {})


def _file_damages(connection: Connection) -> Iterator[str]:
    if connection.dialect.name == "sqlite":
        for pragma in ("integrity_check", "foreign_key_check"):
            for row in connection.exec_driver_sql(f"PRAGMA {pragma}"):
                if tuple(row) != ("ok",):
                    yield f"the file: {' '.join(map(str, row))}"


def _journal_damages(
    database: Database, name: str, parts: Mapping[str, Part]
) -> Iterator[str]:
    """Take all steps of a tour back, and bring those again that were taken back."""
    texts = Texts(database)
    try:
        rows = database.rows("journal", tour=name)
        ordered = sorted(rows, key=attrgetter("number"))
        steps = [read_step(row, texts) for row in ordered]
        for state, back in ((StepState.DONE, True), (StepState.UNDONE, False)):
            now = parts
            theirs = [step for step in steps if step.state is state]
            for step in reversed(theirs) if back else theirs:
                (have, _), (want, _) = sides_of(step, back=back)
                now = go_through(step, now, have, want)
    except StoreError as error:
        yield str(error)
