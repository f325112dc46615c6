"""A database of any version of peloton opens in this one."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table, create_engine, inspect

from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.notation.tour_file.writing import tour_text
from peloton.rules.facts.tour import Tour
from peloton.store import schema
from peloton.store.session import open_store
from peloton.store.shape import HEAD, LISTS, VERSION_TABLE
from peloton.store.tables import StoredRow
from peloton.store.tours import Store
from tests.store.first_tables import first_tables
from tests.store.ronde import FIRST_RONDE, GIRO, RONDE, SECOND_RONDE

OLDER = {"version_1.sql": FIRST_RONDE, "version_2.sql": SECOND_RONDE}
TRACK = "Zesdaagse van de Zolder"
"""Databases as older versions left them, and the tour that is in them."""

of_every_version = pytest.mark.parametrize(("script", "ronde"), OLDER.items())


def made_by(script: str, file: Path) -> str:
    """Make the database that an older version left."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(Path(__file__).with_name(script).read_text())
    return str(file)


def steps() -> ScriptDirectory:
    """The steps there are."""
    config = Config()
    config.set_main_option("script_location", "peloton.store:migrations")
    return ScriptDirectory.from_config(config)


def printed(script: str, *arguments: str) -> str:
    """What a script prints in a Python of its own."""
    run = subprocess.run(  # noqa: S603 (our own script)
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


def made_by_the_steps(connection: Connection) -> None:
    """Make the oldest database there is, and bring it up to date."""
    first_tables(connection)
    schema.run_migrations(connection, "old")


@pytest.mark.parametrize("make", [schema.create, made_by_the_steps])
def test_the_tables_made_at_once_or_by_the_steps_are_the_same(
    where: str, make: Callable[[Connection], None]
) -> None:
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    with engine.begin() as connection:
        make(connection)
        assert schema.version_of(connection) == schema.TODAY
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        differences = compare_metadata(context, StoredRow.metadata)
        views = inspect(connection).get_view_names()
    engine.dispose()

    assert differences == []
    assert sorted(views) == sorted(LISTS)


def test_the_newest_version_is_that_of_the_last_step() -> None:
    assert steps().get_heads() == [HEAD]


@of_every_version
def test_a_database_of_an_older_version_opens_with_all_its_tours(
    file: Path, script: str, ronde: Tour
) -> None:
    with open_store(made_by(script, file), write=False) as store:
        assert repr(store.tour(RONDE.name).tour) == repr(ronde)
        assert store.tour(RONDE.name).rulebook_text == 'name = "cyclo"\n'
        assert store.tour(GIRO.name).tour == GIRO
        assert store.current() == RONDE.name


@of_every_version
def test_a_database_of_an_older_version_takes_a_new_tour(
    file: Path, script: str, ronde: Tour
) -> None:
    with open_store(made_by(script, file)) as store:
        store.delete(RONDE.name)
        store.save(RONDE, "", "loaded")
        assert store.tour(RONDE.name).tour == RONDE
        store.journal.undo(RONDE.name, 2)
        assert repr(store.tour(RONDE.name).tour) == repr(ronde)


@of_every_version
def test_a_database_of_an_older_version_has_views_with_nothing_in_them(
    file: Path, script: str, ronde: Tour
) -> None:
    """What a tour comes to is kept from its next change on."""
    with open_store(made_by(script, file), scorer=stored_race) as store:
        assert repr(store.tour(RONDE.name).tour) == repr(ronde)
    with closing(sqlite3.connect(file)) as connection:
        for view in LISTS:
            rows = connection.execute(f"SELECT * FROM {view}")  # noqa: S608 - ours
            assert rows.fetchall() == []


def test_a_tour_of_an_older_version_has_nothing_in_its_journal(file: Path) -> None:
    with open_store(made_by("version_2.sql", file), write=False) as store:
        assert store.journal.steps(RONDE.name) == ()
        with pytest.raises(StoreError, match="nothing to take back"):
            store.journal.undo(RONDE.name, 1)


def everything(store: Store, seen: set[str]) -> str:
    """Every tour as its file, its rulebook and drafts, but what was seen before."""
    lines = [f"current: {store.current()}"]
    for each in store.summaries():
        stored = store.tour(each.name)
        text = tour_text(stored.tour)
        ridden = f"{each.riders} riders, {each.ridden} of {each.stages} stages"
        lines += [
            f"## {each.name}: {each.rulebook}, {each.date}, {ridden}",
            ascii(stored.rulebook_text),
            ascii(store.drafts(each.name)),
            "as before" if text in seen else text,
        ]
        seen.add(text)
    return "\n".join(lines)


def test_tours_journal_and_drafts_of_version_3_are_what_they_were(file: Path) -> None:
    """`version_3.txt` is what the program that made the database had in it."""
    seen: set[str] = set()
    with open_store(made_by("version_3.sql", file)) as store:
        states = [("now", everything(store, seen))]
        store.journal.redo(RONDE.name, 2)
        states.append(("redo 2", everything(store, seen)))
        store.journal.undo(GIRO.name, 1)
        states.append(("undo Giro", everything(store, seen)))
        store.journal.redo(TRACK, 1)
        states.append((f"redo {TRACK}", everything(store, seen)))
        for _ in range(3):
            store.journal.undo(RONDE.name, 3)
            states.append((f"undo 3 of {RONDE.name}", everything(store, seen)))

    found = "".join(f"#### {state}\n{text}\n" for state, text in states)
    assert found == Path(__file__).with_name("version_3.txt").read_text()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE house_rule SET value = '['",
        "UPDATE stage SET kind = 'uphill'",
        "UPDATE stage SET cards = '7', date = 'soon'",
        "UPDATE finish_line SET mark_form = NULL",
        "UPDATE rider SET captain = 'yes'",
        "DELETE FROM finish_rider",
    ],
)
def test_a_tour_that_was_damaged_is_so_in_this_version(file: Path, damage: str) -> None:
    name = made_by("version_3.sql", file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(damage)
        connection.commit()
    with open_store(name) as store:
        with pytest.raises(StoreError, match=f"{RONDE.name}' is damaged"):
            store.tour(RONDE.name)
        assert RONDE.name in [each.name for each in store.summaries()]
        store.delete(RONDE.name)


def test_a_step_that_was_damaged_is_so_in_this_version(file: Path) -> None:
    name = made_by("version_3.sql", file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE journal SET before = '[' WHERE id = 9")
        connection.execute("UPDATE journal SET after = '{\"stage 5\":{}}' WHERE id = 8")
        connection.commit()
    with open_store(name) as store:
        for count in (1, 2):
            with pytest.raises(StoreError, match=r"step \d .* is damaged"):
                store.journal.undo(RONDE.name, count)
        assert [step.number for step in store.journal.steps(TRACK)] == [2, 1]


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


def test_the_usual_command_does_not_load_what_brings_a_database_up_to_date(
    file: Path,
) -> None:
    """Nor does the first one of all."""
    script = (
        "import sys\n"
        "from peloton.store.session import open_store\n"
        "with open_store(sys.argv[1]): pass\n"
        "print('alembic' in sys.modules)\n"
    )
    assert [printed(script, str(file)) for _ in range(2)] == ["False\n"] * 2


def test_the_package_alone_loads_nothing_that_speaks_to_a_database() -> None:
    script = "import sys, peloton.store; print('sqlalchemy' in sys.modules)"
    assert printed(script) == "False\n"


def test_of_steps_of_version_5_nobody_knows_who_made_them(file: Path) -> None:
    with open_store(str(file)) as store:
        store.save(RONDE, "", "loaded")
    with closing(sqlite3.connect(file)) as connection:
        for name in ("user_name", "host", "version"):
            connection.execute(f"ALTER TABLE journal DROP COLUMN {name}")
        connection.execute("DROP INDEX ix_journal_undone")
        connection.execute("DROP TABLE kept_gain")
        connection.execute("ALTER TABLE draft DROP COLUMN heard")
        connection.execute("ALTER TABLE peloton_version DROP COLUMN kept")
        connection.execute("UPDATE peloton_version SET version_num = '0005'")
        connection.commit()

    with open_store(str(file)) as store:
        (step,) = store.journal.steps(RONDE.name)
        assert (step.user_name, step.host, step.version) == (None, None, None)
        store.journal.undo(RONDE.name, 1)
