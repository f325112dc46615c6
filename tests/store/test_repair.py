"""`peloton check --repair` restores everything readable, and damages nothing."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.store.facts.parts import StoredTour
from peloton.store.maintenance.checking import check_database
from peloton.store.maintenance.repair import Repair, repair
from peloton.store.session import open_store
from peloton.store.transactions import address, transaction
from tests.store.ronde import RONDE
from tests.store.test_hand_changes import TEXT, filled

FACTS, JOURNAL = ("tour", "part", "draft"), ("journal",)


def read(file: Path) -> dict[str, StoredTour]:
    """Return the tours that can be read."""
    found = {}
    with suppress(StoreError), open_store(str(file), write=False) as store:
        for summary in store.summaries():
            with suppress(StoreError):
                found[summary.name] = store.tour(summary.name)
    return found


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with four tours, one of them with a longer journal."""
    file = tmp_path_factory.mktemp("clean") / "tours.db"
    filled(str(file))
    with open_store(str(file), scorer=stored_race) as store:
        for number in range(3):
            tour = replace(RONDE, name=f"Tour {number}", place=f"{number}")
            store.save(tour, TEXT, "loaded")
            store.save(replace(tour, stages=tour.stages[:2]), TEXT, "cut")
            store.save(tour, TEXT, "added")
    return file


def repaired(file: Path, folder: Path) -> Repair:
    return repair(str(file), folder / "repair", stored_race, {}, 0)


def cells(
    connection: sqlite3.Connection, tables: tuple[str, ...], dice: Random
) -> None:
    """Change a cell, or delete or insert a row."""
    connection.row_factory = sqlite3.Row
    table = dice.choice(tables)
    rows = connection.execute(f"SELECT rowid AS place, * FROM {table}").fetchall()  # noqa: S608
    if not rows:
        return
    row = dice.choice(rows)
    column = dice.choice([name for name in row.keys() if name != "place"])  # noqa: SIM118
    value = dice.choice(
        [None, 7, "x", "[]", "{}", -1, b"\xff", 1.5, str(row[column])[1:]]
    )
    statement = f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?'  # noqa: S608
    values: tuple[object, ...] = (value, row["place"])
    if dice.random() < 0.3:
        statement, values = f"DELETE FROM {table} WHERE rowid = ?", values[1:]  # noqa: S608
    with suppress(sqlite3.IntegrityError):
        connection.execute(statement, values)


def rows_of(tables: tuple[str, ...]) -> Callable[[Path, Random], None]:
    def harm(file: Path, dice: Random) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            for _ in range(dice.randint(1, 4)):
                cells(connection, tables, dice)

    return harm


def pages(file: Path, dice: Random) -> None:
    """Overwrite some bytes, as a failing disk does."""
    content = bytearray(file.read_bytes())
    for _ in range(dice.randint(1, 4)):
        place, length = dice.randrange(len(content)), dice.choice((1, 8, 200, 4096))
        some = dice.randbytes(length) if dice.random() < 0.5 else bytes(length)
        content[place : place + length] = some
    file.write_bytes(bytes(content))


HARMS = (
    rows_of(FACTS),
    rows_of(JOURNAL),
    rows_of((*FACTS, *JOURNAL, "rulebook")),
    pages,
)


def drill(clean: Path, file: Path, seed: int) -> None:
    """Damage a copy of a database at random and repair it."""
    dice, original = Random(seed), read(clean)  # noqa: S311 - no secret
    harm = HARMS[seed % len(HARMS)]
    shutil.copyfile(clean, file)
    harm(file, dice)
    before = {
        name: tour for name, tour in read(file).items() if tour == original.get(name)
    }
    damaged = file.read_bytes()
    try:
        done = repaired(file, file.parent)
    except StoreError:
        assert (before, file.read_bytes()) == ({}, damaged), seed
        return
    after = read(file)
    assert done.copy.read_bytes() == damaged, seed
    assert check_database(str(file), stored_race, 0) == (), seed
    assert {name: after.get(name) for name in before} == before, seed
    if harm in HARMS[:2]:
        assert {name: after.get(name) for name in original} == original, seed


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_database_is_repaired(clean: Path, file: Path, seed: int) -> None:
    """Where only the facts or only the journal is damaged, all tours come back."""
    drill(clean, file, seed)


@pytest.mark.endurance
@pytest.mark.parametrize("first", range(100, 600, 50))
def test_many_damaged_databases_are_repaired(
    clean: Path, tmp_path: Path, first: int
) -> None:
    for seed in range(first, first + 50):
        folder = tmp_path / f"{seed}"
        folder.mkdir()
        drill(clean, folder / "tours.db", seed)
        shutil.rmtree(folder)


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
@pytest.mark.parametrize("harm", ["UPDATE tour SET hash = 9", "bytes"])
def test_a_database_in_use_is_not_repaired(
    clean: Path, file: Path, statement: str, harm: str
) -> None:
    shutil.copyfile(clean, file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        if harm == "bytes":
            content = bytearray(file.read_bytes())
            content[-4096:] = bytes(4096)
            file.write_bytes(bytes(content))
        else:
            connection.execute(harm)
        damaged = file.read_bytes()
        connection.execute(statement)
        with pytest.raises(StoreError, match="in use by another program"):
            repaired(file, file.parent)
    assert file.read_bytes() == damaged


def test_a_database_of_another_version_is_not_repaired(clean: Path, file: Path) -> None:
    shutil.copyfile(clean, file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE peloton_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer peloton"):
        repaired(file, file.parent)


def test_tours_come_back_though_the_definition_of_a_view_cannot_be_read(
    clean: Path, file: Path
) -> None:
    content = clean.read_bytes()
    assert content.count(b"CREATE VIEW general") == 1
    file.write_bytes(content.replace(b"CREATE VIEW general", b"CREATE VIEW \xff      "))

    repaired(file, file.parent)

    assert read(file) == read(clean)
    assert check_database(str(file), stored_race, 0) == ()


def test_a_built_in_rulebook_is_used_instead_of_its_changed_text(
    clean: Path, tmp_path: Path
) -> None:
    """Also if no step can be read, so that its text was not looked up before."""
    file = tmp_path / "tours.db"
    shutil.copy(clean, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE rulebook SET text = '[' || text")
        connection.execute("UPDATE journal SET after = 'x'")

    repair(str(file), tmp_path / "repair", stored_race, {"cyclo": TEXT}, 0)

    assert {tour.rulebook_text for tour in read(file).values()} == {TEXT}


def test_a_trigger_is_damage_and_is_not_copied(clean: Path, file: Path) -> None:
    """It would delete the parts again that the repair writes."""
    shutil.copyfile(clean, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "CREATE TRIGGER harm AFTER INSERT ON part BEGIN DELETE FROM part; END"
        )
        connection.execute("DELETE FROM part")

    found = check_database(str(file), stored_race, 0)
    assert "the file: the trigger 'harm' was added by hand" in found
    repaired(file, file.parent)

    assert read(file) == read(clean)
    assert check_database(str(file), stored_race, 0) == ()


def test_a_changed_view_is_damage_and_is_created_again(
    where: str, tmp_path: Path
) -> None:
    filled(where)
    with transaction(address(where), wait=0) as database:
        database.run("DROP VIEW general")
        database.run("CREATE VIEW general AS SELECT 1 AS rank")
        database.run("CREATE VIEW mine AS SELECT * FROM results")

    found = check_database(where, stored_race, 0)
    assert found == ("the view 'general' was changed by hand",)
    repair(where, tmp_path / "repair", stored_race, {}, 0)

    assert check_database(where, stored_race, 0) == ()
    with transaction(address(where), write=False, wait=0) as database:
        database.run("SELECT rider FROM general")
        database.run("SELECT rider FROM mine")


def test_a_user_who_may_only_read_can_check_a_server(server: str) -> None:
    """Such a user creates no views to compare with those of the server."""
    filled(server)
    sign = "&" if "?" in server else "?"
    reading = f"{server}{sign}options=-c%20default_transaction_read_only%3Don"

    assert check_database(reading, stored_race, 0) == ()


@contextmanager
def as_on_windows() -> Iterator[None]:
    """Refuse what Windows refuses: see the messages below."""
    handles, sync = Path("/proc/self/fd"), os.fsync
    if not handles.is_dir():
        pytest.skip("open files are only known on Linux")
    fcntl = pytest.importorskip("fcntl")

    def synced(handle: int) -> None:
        flags = fcntl.fcntl(handle, fcntl.F_GETFL)
        if (handles / str(handle)).is_file() and not flags & os.O_ACCMODE:
            raise OSError(9, "only a file open for writing can be synced")
        sync(handle)

    def checked(work: Callable[..., None]) -> Callable[..., None]:
        def checked_work(*paths: Path) -> None:
            opened = {os.path.realpath(handle) for handle in handles.iterdir()}
            if not opened.isdisjoint(map(str, paths)):
                raise PermissionError(13, "an open file stays where it is")
            work(*paths)

        return checked_work

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        patch.setattr(os, "fsync", synced)
        for name in ("replace", "unlink"):
            patch.setattr(os, name, checked(getattr(os, name)))
        yield


@pytest.mark.parametrize("statement", ["DELETE FROM part", "DROP TABLE part"])
def test_a_file_is_repaired_by_the_rules_of_windows(
    clean: Path, file: Path, statement: str
) -> None:
    """Without the table, the file is replaced by a new one."""
    shutil.copyfile(clean, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)

    with as_on_windows():
        repaired(file, file.parent)

    assert read(file) == read(clean)
    assert check_database(str(file), stored_race, 0) == ()


def rowids(content: bytes, file: Path) -> list[int]:
    """Return the rowids of the journal of a changed file, in the order of its pages."""
    file.write_bytes(content)
    with closing(sqlite3.connect(file)) as connection, suppress(sqlite3.Error):
        found = connection.execute("SELECT rowid FROM journal NOT INDEXED")
        return [number for (number,) in found]
    return []


def test_rows_on_pages_in_the_wrong_order_are_read(clean: Path, file: Path) -> None:
    """Two pages of the journal were swapped, so its rows are not sorted by rowid."""
    content, original = clean.read_bytes(), read(clean)
    places = range(4096, len(content), 4096)
    known, tried = rowids(content, file), 0
    for one, other in ((a, b) for a in places for b in places if a < b):
        swapped = bytearray(content)
        swapped[one : one + 4096] = content[other : other + 4096]
        swapped[other : other + 4096] = content[one : one + 4096]
        found = rowids(bytes(swapped), file)
        if sorted(found) != known or found == known:
            continue
        tried += 1
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("DELETE FROM part")
        repair(str(file), file.parent / f"{tried}", stored_race, {}, 0)
        assert read(file) == original
    assert tried


@pytest.mark.parametrize("harm", ["UPDATE part SET name = '?'", "DELETE FROM part"])
def test_a_lost_last_stage_is_read_from_the_journal(
    clean: Path, file: Path, harm: str
) -> None:
    """The other stages would be a complete tour too, but the journal has one more."""
    original = read(clean)
    shutil.copyfile(clean, file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"{harm} WHERE name = 'stage 5'")
        connection.execute("DELETE FROM tour")
    repaired(file, file.parent)
    assert read(file) == original


@pytest.mark.parametrize("page", [1, 15])
@pytest.mark.parametrize("content", [b"\0", b"x"])
def test_tours_come_back_if_the_list_of_tables_is_lost(
    clean: Path, file: Path, page: int, content: bytes
) -> None:
    """It begins on page 1, and the tables of facts are listed on page 15."""
    pages = bytearray(clean.read_bytes())
    pages[(page - 1) * 4096 : page * 4096] = content * 4096
    file.write_bytes(pages)

    done = repaired(file, file.parent)

    assert read(file) == read(clean)
    assert check_database(str(file), stored_race, 0) == ()
    assert list(done.copy.parent.iterdir()) == [done.copy]


def test_a_file_with_a_damaged_header_is_repaired(clean: Path, file: Path) -> None:
    """With these bytes, SQLite would move pages at the end of any transaction."""
    content = bytearray(clean.read_bytes())
    content[33], content[39], content[53] = 35, 143, 242
    file.write_bytes(content)

    repaired(file, file.parent)

    assert read(file) == read(clean)
    assert check_database(str(file), stored_race, 0) == ()


def test_a_damaged_foreign_key_is_replaced(clean: Path, file: Path) -> None:
    """SQLite cannot even report that it finds no table with this name."""
    content = clean.read_bytes()
    file.write_bytes(content.replace(b"REFERENCES tour", b"REFERENCES to\xccr", 1))

    repaired(file, file.parent)

    assert read(file) == read(clean)
    assert check_database(str(file), stored_race, 0) == ()


def test_the_file_of_another_program_is_not_repaired(file: Path) -> None:
    content = bytes(100) + Random(1).randbytes(99_900)  # noqa: S311 - no secret
    file.write_bytes(content)

    with pytest.raises(StoreError, match=r"nothing in .* can be read"):
        repaired(file, file.parent)

    assert file.read_bytes() == content
