"""A database of an older version is upgraded, or rejected with one line."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Table, inspect

from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.store.database import DERIVED, NEWEST_VERSION, OLDEST_VERSION, Database
from peloton.store.facts.parts import Draft
from peloton.store.maintenance.backups import restore, upgrade
from peloton.store.maintenance.checking import check_database
from peloton.store.models import StoredRow
from peloton.store.schema import STEPS
from peloton.store.session import open_store
from tests.store.older import OLDER, engine_of, make_older
from tests.store.ronde import GIRO, RONDE

usefixtures = pytest.mark.usefixtures

AT_ONCE = 6


def filled(where: str | Path) -> str:
    """A database with two tours, a draft and an undone change."""
    with open_store(str(where)) as store:
        for tour in (GIRO, RONDE):
            store.save(tour, "# of it\n", "loaded", current=True)
        store.delete(GIRO.name)
        store.keep_draft(RONDE.name, Draft(2, "7 3", ""))
        store.journal.undo(GIRO.name, 1)
    return str(where)


def content(where: str | Path) -> str:
    """Return everything entered in a database; a backup is restored first."""
    if str(where).endswith(".bak"):
        restore(f"{where}.db", Path(where), 0)
        where = f"{where}.db"
    with open_store(str(where), write=False) as store:
        tours = [store.tour(tour.name) for tour in store.summaries()]
        return f"{tours} {store.drafts(RONDE.name)} {store.journal.steps(None)}"


def tables(where: str) -> dict[str, Any]:
    """Return the tables of a database: columns, keys and indexes."""
    engine = engine_of(where)
    found = inspect(engine)
    shapes = {
        name: (
            {
                c["name"]: (str(c["type"]), c["nullable"])
                for c in found.get_columns(name)
            },
            found.get_pk_constraint(name)["constrained_columns"],
            [key["referred_table"] for key in found.get_foreign_keys(name)],
            sorted(str(index["name"]) for index in found.get_indexes(name)),
            sorted(str(key["name"]) for key in found.get_unique_constraints(name)),
        )
        for name in found.get_table_names()
    }
    views = sorted(found.get_view_names())
    engine.dispose()
    return {**shapes, "views": views}


def at_once(work: Callable[[int], object], number: int = AT_ONCE) -> list[object]:
    """Run a function in several threads that start at the same moment."""
    start = Barrier(number)

    def begin(place: int) -> object:
        start.wait()
        return work(place)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(begin, range(number)))


def test_the_newest_version_is_that_of_the_last_step() -> None:
    assert [OLDEST_VERSION, *STEPS][-1] == NEWEST_VERSION
    assert sorted(STEPS) == list(STEPS)


FACTS_ARE_OF = "0011"
FACTS = "8b8ca98d6a17528d"


def test_other_tables_of_facts_are_another_version(file: Path) -> None:
    """Raise HEAD and add a step that leads to it, then write the new digest here.

    Until 0.1 is released there is no database to upgrade, and the digest is enough.
    """
    with open_store(str(file)):
        pass
    facts = {
        name: shape
        for name, shape in sorted(tables(str(file)).items())
        if name not in {*DERIVED, "views"}
    }
    found = hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
    assert (NEWEST_VERSION, found) == (FACTS_ARE_OF, FACTS)


@usefixtures("older_versions")
def test_an_upgraded_database_is_as_a_new_one_with_all_that_was_in_it(
    where: str, tmp_path: Path
) -> None:
    """One step rebuilds the table of tours, and the parts of the tours stay."""
    before = content(filled(where))
    new = tables(where)
    with open_store(where, write=False) as store:
        assert store.current() == RONDE.name
    make_older(where)
    assert tables(where) != new

    copy = upgrade(where, tmp_path, 0)

    assert content(where) == before
    assert tables(where) == new
    with open_store(where, write=False) as store:
        assert store.current() == RONDE.name
    assert check_database(where, stored_race, 0) == ()
    assert copy is not None
    assert content(copy) == before
    assert upgrade(where, tmp_path, 0) is None


@usefixtures("older_versions")
def test_six_threads_upgrade_six_files_at_once(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.db" for number in range(AT_ONCE)]
    before = content(filled(files[0]))
    make_older(files[0])
    for file in files[1:]:
        file.write_bytes(files[0].read_bytes())

    at_once(lambda number: upgrade(str(files[number]), tmp_path, 30))

    assert [content(file) for file in files] == [before] * AT_ONCE
    copies = [Path(f"{file}.{OLDER}.bak") for file in files]
    assert [content(copy) for copy in copies] == [before] * AT_ONCE


@usefixtures("older_versions")
def test_of_six_upgrades_of_one_database_at_once_one_does_it(
    where: str, tmp_path: Path
) -> None:
    before = content(filled(where))
    make_older(where)

    copies = at_once(lambda _: upgrade(where, tmp_path / "safe", 30))

    (copy,) = filter(None, copies)
    assert content(where) == before
    assert isinstance(copy, Path)
    assert content(copy) == before
    assert [*copy.parent.glob("*.bak")] == [copy]


@usefixtures("older_versions")
@pytest.mark.parametrize("broken", ["first", "last"])
def test_a_step_that_fails_leaves_a_database_as_it_was(
    where: str, tmp_path: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is told as it is: that is no damage."""
    before = content(filled(where))
    make_older(where)
    older = tables(where)

    def fail(database: Database) -> None:
        database.run("ALTER TABLE draft ADD COLUMN other TEXT")
        raise KeyError(broken)

    with monkeypatch.context() as patch:
        patch.setitem(STEPS, list(STEPS)[0 if broken == "first" else -1], fail)
        with pytest.raises(KeyError, match=broken):
            upgrade(where, tmp_path, 0)

    assert tables(where) == older
    upgrade(where, tmp_path, 0)
    assert content(where) == before


@pytest.mark.parametrize("version", ["0001", "0009"])
def test_a_database_from_before_the_first_release_is_refused(
    where: str, tmp_path: Path, version: str
) -> None:
    """Nothing that a user has was made by one."""
    filled(where)
    engine = engine_of(where)
    with engine.begin() as connection:
        set_version = f"UPDATE peloton_version SET version_num = '{version}'"  # noqa: S608
        connection.exec_driver_sql(set_version)
    engine.dispose()

    for work in (
        lambda: content(where),
        lambda: filled(where),
        lambda: upgrade(where, tmp_path, 0),
        lambda: check_database(where, stored_race, 0),
    ):
        with pytest.raises(StoreError, match=r"version of peloton from before 0\.1"):
            work()


@pytest.mark.parametrize("table", StoredRow.metadata.sorted_tables, ids=str)
def test_whatever_is_part_of_another_row_goes_with_it_and_is_found_by_it(
    table: Table,
) -> None:
    """Every foreign key cascades, and begins the primary key or an index."""
    indexed = [
        list(table.primary_key.columns),
        *(list(index.columns) for index in table.indexes),
    ]
    for key in table.foreign_key_constraints:
        assert key.ondelete == "CASCADE"
        columns = list(key.columns)
        assert any(index[: len(columns)] == columns for index in indexed)
