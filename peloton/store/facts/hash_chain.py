"""The hashes that show whether the rows of a tour were changed by hand.

Each step of the journal stores the hash of the step before it. For each tour, the table
`journal_head` stores the hashes of its newest step and of its rows in `tour`, `part`
and `draft`. The table `peloton_version` stores the number of rows in `journal_head`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

from peloton.store.database import COLUMNS, VERSION_TABLE, Database


class JournalHead(NamedTuple):
    """The number and the hash of a tour's newest step, and the hashes of its rows.

    The keys of `rows` name the rows, such as `tour`, `part stage 1` and `draft 1`.
    """

    number: int = 0
    hash: str = ""
    rows: Mapping[str, str] = {}


def row_hash(cells: Sequence[object]) -> str:
    """Return the SHA-256 hash of a row; it is the same for every kind of database."""
    # Imported late: the import is slow, and only writing and checking need it.
    from hashlib import sha256

    plain = [int(cell) if isinstance(cell, bool) else cell for cell in cells]
    return sha256(json.dumps(plain, default=repr).encode()).hexdigest()


def journal_head(database: Database, name: str) -> JournalHead | None:
    """Return the head of a tour's journal; None if the tour has none.

    In a writing transaction, the row of the head is locked against other writers.
    """
    for row in database.rows("journal_head", "", database.lock, tour=name):
        try:
            hashes = json.loads(row.row_hashes)
        except ValueError:
            hashes = None
        return JournalHead(
            row.number, row.hash, hashes if isinstance(hashes, dict) else {}
        )
    return None


def store_journal_head(database: Database, name: str, head: JournalHead) -> None:
    """Store the head of a tour's journal."""
    hashes = json.dumps(head.rows, separators=(",", ":"))
    values = {"number": head.number, "hash": head.hash, "row_hashes": hashes}
    if not database.update("journal_head", values, tour=name):
        database.insert("journal_head", [{"tour": name, **values}])
        database.run(f"UPDATE {VERSION_TABLE} SET tours = tours + 1")  # noqa: S608 - no user input


def set_hashes(database: Database, name: str, hashes: Mapping[str, str | None]) -> None:
    """Store the hashes of some rows of a tour; None removes the hash of a row."""
    head = journal_head(database, name) or JournalHead()
    rows = {**head.rows, **hashes}
    kept = {row: known for row, known in rows.items() if known is not None}
    store_journal_head(database, name, head._replace(rows=kept))


def row_hashes(database: Database, tour_id: int, table: str = "") -> dict[str, str]:
    """Return the hashes of a tour's rows in `tour`, `part` and `draft`, by row name.

    If `table` is given, only the rows of that table are included.
    """
    found = {}
    for one, (key, columns, where) in _HASHED.items():
        if table in {"", one}:
            chosen = f"SELECT {key}, {columns} FROM {one} WHERE {where} = ?"  # noqa: S608 - no user input
            for row_key, *cells in database.query(chosen, (tour_id,)):
                found[f"{one} {row_key}" if one != "tour" else one] = row_hash(cells)
    return found


_HASHED = {
    "tour": ("id", ", ".join(column.name for column in COLUMNS["tour"][1:]), "id"),
    "part": ("name", "body", "tour_id"),
    "draft": ("stage", "text, base, heard", "tour_id"),
}
"""For each table, the columns with a row's name, the hashed data and the tour's id."""

_STEP = ", ".join(column.name for column in COLUMNS["journal"])
_NUMBER, _PREVIOUS = _STEP.split(", ").index("number"), -1


def _steps(database: Database, name: str, since: int) -> list[list[Any]]:
    chosen = (
        f"SELECT {_STEP} FROM journal WHERE tour = ? AND number >= ? ORDER BY number"  # noqa: S608 - no user input
    )
    return [list(row) for row in database.query(chosen, (name, since))]


def relink(database: Database, name: str, since: int = 1) -> None:
    """Store each step's hash in the next step, and the newest step's hash in the head.

    Begins at step `since`, whose `previous` hash must already be correct.
    """
    rows = _steps(database, name, since)
    known = rows[0][_PREVIOUS] if rows else ""
    for row in rows:
        if row[_PREVIOUS] != known:
            row[_PREVIOUS] = known
            database.update("journal", {"previous": known}, id=row[0])
        known = row_hash(row)
    if rows:
        head = journal_head(database, name) or JournalHead()
        head = head._replace(number=rows[-1][_NUMBER], hash=known)
        store_journal_head(database, name, head)


@contextmanager
def relinking(
    database: Database, name: str, since: int, new_name: str = ""
) -> Iterator[None]:
    """Recompute the hashes from step `since` after a `with` block has changed steps.

    If the journal was changed by hand before, the hashes stay wrong, so that the check
    still reports that change.
    """
    broken = broken_link(database, name, since)
    yield
    if broken is None:
        relink(database, new_name or name, since)


def broken_link(database: Database, name: str, since: int = 1) -> str | None:
    """Describe the first change by hand in a tour's journal; None if there is none."""
    head = journal_head(database, name) or JournalHead()
    rows = _steps(database, name, since)
    numbers = [row[_NUMBER] for row in rows]
    missing = next(number for number in count(since) if number not in numbers)
    if missing <= head.number:
        return f"step {missing} is missing from the journal"
    if len(rows) > missing - since or missing > head.number + 1:
        return f"step {numbers[-1]} was added to the journal by hand"
    hashes = ["" if since == 1 or not rows else rows[0][_PREVIOUS]]
    hashes += [row_hash(row) for row in rows]
    links = [row[_PREVIOUS] for row in rows] + [head.hash]
    wrong = [
        n for n, pair in enumerate(zip(hashes, links, strict=True)) if len({*pair}) > 1
    ]
    if not wrong:
        return None
    # Changing a step breaks the link after it; changing its `previous` hash also breaks
    # the link before it.
    place = wrong[0] if wrong[0] + 1 in wrong else wrong[0] - 1
    return f"step {numbers[place] if numbers else 0} of the journal was changed by hand"


def changed_rows(database: Database, name: str, tour_id: int | None) -> Iterator[str]:
    """Describe each row of a tour that was changed, added or deleted by hand."""
    known = (journal_head(database, name) or JournalHead()).rows
    found = {} if tour_id is None else row_hashes(database, tour_id)
    for row in {**known, **found}:
        table, _, key = row.partition(" ")
        where = f"the row of `{table}`" + (f" for {key!r}" if key else "")
        if row not in found:
            yield f"{where} is missing"
        elif row not in known:
            yield f"{where} was added by hand"
        elif known[row] != found[row]:
            yield f"{where} was changed by hand"
