"""Any manual change of the database is detected: facts, journals, drafts, ..."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from peloton.desk.scored_tour import stored_race
from peloton.store.facts.parts import Draft
from peloton.store.maintenance.checking import check_database
from peloton.store.session import change_store, open_store
from peloton.store.tours import Store
from tests.store.ronde import GIRO, MUUR, RONDE

TABLES = ("tour", "part", "journal", "rulebook", "draft")
TEXT = "# its own rulebook\n"


LONGER = replace(RONDE, place="Gent")


def load(store: Store) -> None:
    store.save(GIRO, "# the other\n", "loaded", current=True)
    store.save(RONDE, TEXT, "loaded", current=True)
    store.save(replace(RONDE, place="Aalst"), TEXT, "moved")


def go_on(store: Store) -> None:
    store.journal.undo(RONDE.name, 1)
    store.save(LONGER, TEXT, "moved elsewhere")
    store.keep_draft(RONDE.name, Draft(5, "1 > 2", ""))
    store.keep_draft(RONDE.name, Draft(2, "\\2 > 1", "1 > 2", '{"s": []}'))
    store.keep_draft(RONDE.name, Draft(1, "1", ""))
    store.drop_draft(RONDE.name, 1)


def rename(store: Store) -> None:
    store.save(replace(LONGER, stages=(*LONGER.stages, MUUR)), TEXT, "added")
    store.save(replace(LONGER, name="Ronde 2"), TEXT, "renamed", replaced=RONDE.name)
    store.journal.undo("Ronde 2", 1)
    store.delete(GIRO.name)


WORK = (load, go_on, rename)


def filled(where: str) -> None:
    """A database with steps, undone steps, a deleted tour, a rulebook and drafts."""
    for work in WORK:
        with open_store(where, scorer=stored_race) as store:
            work(store)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("clean") / "tours.db"
    filled(str(file))
    assert check_database(str(file), stored_race, 0) == ()
    return file


@pytest.fixture
def harmed(clean: Path, file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy of the database, without foreign keys."""
    shutil.copy(clean, file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        yield connection


def damages(file: Path) -> tuple[str, ...]:
    return check_database(str(file), stored_race, 0)


def rows_of(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    connection.row_factory = sqlite3.Row
    found = connection.execute(f"SELECT rowid AS place, * FROM {table}").fetchall()  # noqa: S608
    return [{name: row[name] for name in row.keys()} for row in found]  # noqa: SIM118


def other(value: object) -> list[object]:
    """Return other values for a cell, of the same type if it has a value."""
    if isinstance(value, int):
        return [value + 7, 1 - value, None]
    if isinstance(value, str):
        return [
            f"{value} ",
            "",
            value.replace("1", "2") if "1" in value else "[]",
            None,
        ]
    return [1, "x"]


def named(table: str, row: dict[str, Any], found: tuple[str, ...]) -> bool:
    """Return whether the damage found names the tour and the place of a row."""
    text = "\n".join(found)
    ronde = "'Ronde van de Tafel'"
    if table == "tour" and f"tour {ronde}: the row of `part` for 'tour' is" in text:
        return True  # its id was changed
    if table == "journal":
        newest = f"does not match step {row['number'] - 1} of"
        return f"{row['tour']!r}: step {row['number']} " in text or newest in text
    if table in {"rulebook", "draft"}:
        return table in text
    place = f" for {row['name']!r}" if table == "part" else ""
    return f"tour {ronde}: the row of `{table}`{place} " in text


@pytest.mark.parametrize("table", TABLES)
def test_each_cell_changed_by_hand_is_named(
    clean: Path, file: Path, harmed: sqlite3.Connection, table: str
) -> None:
    before, tried = rows_of(harmed, table), 0
    for row in before:
        cells = [
            (column, x)
            for column in row
            for x in other(row[column])
            if column != "place"
        ]
        for column, changed in cells:
            with closing(sqlite3.connect(file, isolation_level=None)) as connection:
                change = f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?'  # noqa: S608
                with suppress(sqlite3.IntegrityError):
                    connection.execute(change, (changed, row["place"]))
                if rows_of(connection, table) == before:
                    continue
            tried += 1
            found = damages(file)
            assert named(table, row, found), (row, column, changed, found)
            shutil.copyfile(clean, file)
    assert tried > 3


@pytest.mark.parametrize("table", TABLES[:-1])
def test_each_row_deleted_by_hand_is_named(
    file: Path, harmed: sqlite3.Connection, table: str
) -> None:
    for row in rows_of(harmed, table):
        harmed.execute(f"DELETE FROM {table} WHERE rowid = ?", (row["place"],))  # noqa: S608
        found = damages(file)
        assert named(table, row, found), (row, found)
        names = ", ".join(f'"{name}"' for name in row if name != "place")
        marks = ", ".join("?" for name in row if name != "place")
        harmed.execute(
            f"INSERT INTO {table} (rowid, {names}) VALUES (?, {marks})",  # noqa: S608
            tuple(row.values()),
        )
        assert damages(file) == ()


ADDED = {
    "tour": "INSERT INTO tour VALUES (9, 'Tirreno', 'cyclo', NULL, NULL, 0, 0, 0, '')",
    "part": "INSERT INTO part SELECT tour_id, 'stage 9', body FROM part"
    " WHERE name = 'stage 5'",
    "journal": "INSERT INTO journal SELECT 99, tour, 99, seconds, what, current_before,"
    " current_after, undone, dropped, stages, '{}', '{}', drafts, user_name, host,"
    " version, hash FROM journal WHERE id = 2",
    "rulebook": "INSERT INTO rulebook VALUES"
    " ('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '')",
    "draft": "INSERT INTO draft SELECT tour_id, 3, text, base, heard, hash FROM draft"
    " WHERE stage = 2",
}
WHOLE = {
    "a derived table": ("DROP TABLE result", "no such table: 'result'"),
    "the tours": ("DROP TABLE tour", "no such table: 'tour'"),
    "the journal": ("DELETE FROM journal", "step 1 is missing"),
    "the newest step": (
        "DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)",
        "does not match step 1 of the journal",
    ),
    "two steps swapped": (
        """UPDATE journal SET number = -number WHERE number IN (2, 3);
        UPDATE journal SET number = 5 + number WHERE number < 0;""",
        "step 2 of the journal was changed",
    ),
    "a part's name in bytes": (
        "UPDATE part SET name = x'ff' WHERE name = 'stage 1'",
        "the row of `part` for 'stage 1' is missing",
    ),
    "a name in bytes": (
        "UPDATE tour SET name = x'ff'",
        "tour 'Ronde van de Tafel': the row of `tour` was changed by hand",
    ),
}


@pytest.mark.parametrize("table", ADDED)
def test_each_row_added_by_hand_is_named(
    file: Path, harmed: sqlite3.Connection, table: str
) -> None:
    harmed.execute(ADDED[table])
    text = "\n".join(damages(file))
    wanted = {
        "tour": "tour 'Tirreno': step 1 is missing from the journal",
        "part": "the row of `part` for 'stage 9' was added by hand",
        "journal": "step 6 is missing from the journal",
        "rulebook": "is used by no tour",
        "draft": "the draft of stage 3 was changed by hand",
    }
    assert wanted[table] in text


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_missing_as_a_whole_is_named(
    file: Path, harmed: sqlite3.Connection, name: str
) -> None:
    script, wanted = WHOLE[name]
    harmed.executescript(script)
    assert wanted in "\n".join(damages(file))


def test_no_part_is_named_because_of_a_changed_rulebook(
    file: Path, harmed: sqlite3.Connection
) -> None:
    harmed.execute("UPDATE rulebook SET text = 'x'")
    found = "\n".join(damages(file))
    assert "the text of rulebook" in found
    assert "by hand" not in found.partition("the text of rulebook")[0]


def test_a_step_changed_by_hand_stays_named_after_more_changes(
    file: Path, harmed: sqlite3.Connection
) -> None:
    """No later save, undo or redo renews the hash of what was changed by hand."""
    harmed.execute("UPDATE journal SET what = 'x' WHERE what = 'added'")
    with open_store(str(file)) as store:
        store.journal.undo(RONDE.name, 2)
        store.journal.redo(RONDE.name, 1)
        store.save(replace(RONDE, place="Hasselt"), TEXT, "moved")
    assert re.search(r"step \d of the journal was changed", "\n".join(damages(file)))


def test_every_way_of_writing_stores_the_same_hashes(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one transaction or in several, in a file or on a server."""
    monkeypatch.setattr("peloton.store.facts.journal.time.time", lambda: 1_800_000_000)
    other = str(tmp_path / "other.db")
    filled(where)
    for work in WORK:
        change_store(other, work, wait=1, scorer=stored_race)
    hashes = []
    for database in (where, other):
        with open_store(database, write=False) as store:
            steps = store.database.rows("journal", "id tour number hash")
            hashes.append((steps, store.database.rows("tour", "name hash")))
    assert hashes[0] == hashes[1]
    assert len(hashes[0][0]) == 7
