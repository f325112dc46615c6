"""The SQL on the guide's page for clubs runs on a server as printed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.exc import IntegrityError

import peloton
from peloton.cli.main import main
from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.notation.resources import templates
from peloton.store.maintenance.backups import upgrade
from peloton.store.maintenance.checking import check_database
from peloton.store.models import StoredRow
from peloton.store.session import open_store
from tests.drawing import slow_but
from tests.store.edits import NAMES, change
from tests.store.ronde import GIRO, RONDE
from tests.store.test_journal import everything
from tests.store.test_kept import of_another_peloton

PAGE = Path(peloton.__file__).parent / "guide" / "club.md"
(ROLES,) = re.findall(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
PARTITIONS = (templates() / "servers" / "partitions.sql").read_text("utf-8")


@pytest.fixture
def owner(server: str) -> Iterator[Connection]:
    """A connection of the owner of a server with one tour."""
    with open_store(server) as store:
        store.save(RONDE, "", "loaded", current=True)
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def run(connection: Connection, script: str) -> None:
    """Run a script of several statements, as psql would."""
    connection.connection.cursor().execute(script)


@pytest.fixture
def roles(owner: Connection) -> Iterator[None]:
    """The roles that the page creates."""
    run(owner, ROLES)
    yield
    run(owner, "DROP OWNED BY club_player, club_reader")
    run(owner, "DROP ROLE club_player, club_reader")


@pytest.mark.usefixtures("roles")
def test_a_reader_reads_and_is_refused_to_write_in_one_line(server: str) -> None:
    where = make_url(server).set(username="club_reader").render_as_string()
    with open_store(where, write=False) as store:
        assert store.tour(RONDE.name).tour == RONDE
    with (
        pytest.raises(StoreError, match="does not let this user in"),
        open_store(where) as store,
    ):
        store.save(GIRO, "", "loaded")


@pytest.mark.usefixtures("roles")
def test_a_reader_chooses_a_current_tour(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored in a file of the reader, not in the database."""
    monkeypatch.setattr(
        "peloton.desk.session.current_tour_file", lambda: tmp_path / "current.json"
    )
    where = make_url(server).set(username="club_reader").render_as_string()
    chosen = CliRunner().invoke(main, ["--db", where, "use", RONDE.name])
    shown = CliRunner().invoke(main, ["--db", where, "tours", "--json"])

    assert (chosen.exit_code, shown.exit_code) == (0, 0)
    assert [row["current"] for row in json.loads(shown.stdout)] == [True]


@pytest.mark.usefixtures("roles")
def test_a_player_writes(server: str) -> None:
    where = make_url(server).set(username="club_player").render_as_string()
    with open_store(where) as store:
        store.save(GIRO, "", "loaded", current=True)
        store.delete(RONDE.name)
        store.journal.undo(RONDE.name, 1)

    assert check_database(where, stored_race, wait=0) == ()


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize("seed", slow_but(range(3), 0))
def test_sixteen_parts_by_tour_give_the_same_answers(
    server: str, file: Path, owner: Connection, seed: int
) -> None:
    """The same changes, undone and done again, in a file and on the parted server."""
    run(owner, PARTITIONS)
    with open_store(str(file)) as store:
        store.save(RONDE, "", "loaded", current=True)
    answers = []
    for where in (server, str(file)):
        dice = Random(seed)  # noqa: S311 (no secret)
        for turn in range(25):
            with open_store(where) as store:
                change(store, dice, turn)
        with open_store(where) as store:
            for name in NAMES:
                done = [s for s in store.journal.steps(name) if s.state == "done"]
                store.journal.undo(name, len(done))
                store.journal.redo(name, len(done) - 1)
            steps = [(s.tour, s.number, s.what) for s in store.journal.steps(None)]
            answers.append((everything(store), steps))
        assert check_database(where, stored_race, wait=0) == ()

    assert answers[0] == answers[1]
    assert partitioned(owner) == {
        table.name: 16
        for table in StoredRow.metadata.sorted_tables
        if table.name not in {"current_tour", "rulebook"}
    }


def partitioned(owner: Connection) -> dict[str, int]:
    """The number of partitions of each table that has any."""
    chosen = (
        "SELECT inhparent::regclass::text, count(*) FROM pg_inherits"
        " JOIN pg_class ON pg_class.oid = inhparent AND relkind = 'p' GROUP BY 1"
    )
    return dict(tuple(row) for row in owner.exec_driver_sql(chosen))


@pytest.mark.usefixtures("owner")
def test_partitions_are_made_again_after_an_upgrade(
    server: str, tmp_path: Path, owner: Connection
) -> None:
    """It makes the derived tables of another peloton anew, without partitions."""
    run(owner, PARTITIONS)
    before = partitioned(owner)
    of_another_peloton(server)
    upgrade(server, tmp_path, 0)
    assert len(partitioned(owner)) < len(before)

    run(owner, PARTITIONS)

    assert partitioned(owner) == before
    with open_store(server, scorer=stored_race) as store:
        assert store.tour(RONDE.name).tour == RONDE
        store.save(GIRO, "", "loaded")
        store.delete(RONDE.name)
    with pytest.raises(IntegrityError, match="tour_name_pkey"):
        owner.exec_driver_sql(
            "INSERT INTO tour (name, rulebook, riders, stages, ridden, hash)"
            " VALUES ('Giro', '', 0, 0, 0, '')"
        )
