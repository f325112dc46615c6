"""The hashes that show whether the rows of a tour were changed by hand.

Each step of the journal stores a hash of its own row and of the hash of the step before
it. The row of a tour in the table `tour` stores the hash of its newest step. The facts
of a tour follow from its steps, so they need no hashes.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from peloton.store.database import COLUMNS, Database
from peloton.store.facts.parts import text_hash

StepRow = Mapping[str, Any]
"""A row of the journal, as values keyed by column."""

_HASHED = [column.name for column in COLUMNS["journal"] if column.name != "hash"]


def row_hash(cells: Sequence[object]) -> str:
    """Return the SHA-256 hash of a row; it is the same for every kind of database."""
    plain = [int(cell) if isinstance(cell, bool) else cell for cell in cells]
    return text_hash(json.dumps(plain, default=repr))


def step_hash(previous: str, row: StepRow) -> str:
    """Return the hash that a journal row should have after a step with `previous`."""
    return row_hash([previous, *(row[name] for name in _HASHED)])


def journal_rows(
    database: Database, name: object, since: int = 1
) -> list[dict[str, Any]]:
    """Return the journal of a tour from step `since`, without checks of the values."""
    chosen = "WHERE tour = ? AND number >= ? ORDER BY number"
    return database.raw_rows("journal", chosen, (name, since))


def change_steps(
    database: Database, name: str, changes: Mapping[int, Mapping[str, object]]
) -> str:
    """Change values of steps by number, and store the hashes that follow from it.

    A row without a hash is new. If a row was changed by hand before, its hash stays
    wrong, so that the check still reports that change. Returns the hash of the newest
    step.
    """
    first = min(changes)
    before = after = newest = ""
    for row in journal_rows(database, name, first - 1):
        if row["number"] == first - 1:
            before = after = newest = row["hash"]
            continue
        is_right = row["hash"] in {"", step_hash(before, row)}
        before, newest = row["hash"], row["hash"] or newest
        change = changes.get(row["number"], {})
        after = step_hash(after, {**row, **change}) if is_right else before
        place = {"tour": name, "number": row["number"]}
        database.update("journal", {**change, "hash": after}, **place)
    for (known,) in database.rows("tour", "hash", name=name):
        stored = after if known in {"", newest} else f"not {after}"
        database.update("tour", {"hash": stored}, name=name)
    return after


def broken_link(rows: Sequence[StepRow]) -> str | None:
    """Describe the first step of a journal that was changed by hand, or is missing."""
    if not rows:
        return "step 1 is missing from the journal"
    previous = ""
    for number, row in enumerate(rows, 1):
        if row["number"] != number:
            return f"step {number} is missing from the journal"
        if row["hash"] != step_hash(previous, row):
            return f"step {number} of the journal was changed by hand"
        previous = row["hash"]
    return None
