"""A database is checked, copied, restored and upgraded."""

import os
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from peloton.desk.session import Session
from peloton.notation.resources import sample_tours
from peloton.store.facts.parts import Draft
from tests.cli.conftest import Run
from tests.store.older import make_older
from tests.store.ronde import GIRO, RONDE

NEW = ("new", "--name", "New", "--rulebook", "cyclo")


def filled(where: str) -> str:
    """A database with a deleted tour, and a tour with an undone change."""
    session = Session(address=where, tour_name=None)
    for tour in (GIRO, RONDE):
        session.write(lambda s, tour=tour: s.save(tour, "# of it\n", "loaded"))  # type: ignore[misc]
    session.write(lambda store: store.delete(GIRO.name))
    session.write(lambda store: store.keep_draft(RONDE.name, Draft(2, "7 3", "")))
    session.write(lambda store: store.journal.undo(GIRO.name, 1))
    return where


def content(where: str) -> str:
    with Session(address=where, tour_name=None).store() as store:
        tours = [store.tour(each.name) for each in store.summaries()]
        drafts = store.drafts(RONDE.name)
        return repr([tours, drafts, store.journal.steps(None), store.current()])


def the_backup(folder: Path) -> str:
    (file,) = folder.glob("tours-*.db")
    assert os.name != "posix" or file.stat().st_mode & 0o777 == 0o600
    return str(file)


def test_a_backup_opens_as_it_is(run: Run, where: str, folder: Path) -> None:
    ran = run("--db", filled(where), "backup", "safe")

    assert ran.code == 0
    assert "2 tours" in ran.err
    assert content(the_backup(folder / "safe")) == content(where)


def test_a_backup_is_restored_into_an_empty_database(
    run: Run, server: str, folder: Path
) -> None:
    """From a server into a file, and from that into a file, and the other way."""
    file = filled(str(folder / "old.db"))
    run("--db", file, "backup", "safe")
    backup = the_backup(folder / "safe")

    for where in (server, str(folder / "new.db")):
        assert run("--db", where, "backup", backup, "--restore").code == 0
        assert content(where) == content(file)
        assert run("--db", where, *NEW).code == 0
        assert run("--db", where, "check").code == 0
        assert run("--db", where, "delete", "New", "--yes").code == 0
    assert run("--db", server, "backup", "from-server").code == 0
    assert content(the_backup(folder / "from-server")) == content(server)


def test_a_backup_is_not_restored_over_tours(tour: Run, folder: Path) -> None:
    tour("backup", "safe")
    ran = tour("backup", the_backup(folder / "safe"), "--restore")

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "has tours already" in ran.err


@pytest.mark.parametrize(
    "arguments", [("backup", "safe"), ("backup", "none.db", "--restore")]
)
def test_what_is_not_there_is_not_copied(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run("--db", "nothing.db", *arguments)

    assert (ran.code, len(ran.errors)) == (1, 1)


def test_of_an_empty_database_no_backup_is_made(run: Run, folder: Path) -> None:
    (folder / "tours.db").touch()

    ran = run("backup", "safe")

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "does not exist yet: there is nothing to copy" in ran.err
    assert not (folder / "safe").exists()


def test_a_backup_into_what_is_no_folder_is_refused(tour: Run, folder: Path) -> None:
    (folder / "safe").write_text("")
    ran = tour("backup", "safe")

    assert (ran.code, len(ran.errors)) == (1, 1)


def test_a_database_that_is_whole_passes_the_check(run: Run, where: str) -> None:
    ran = run("--db", filled(where), "check")

    assert (ran.code, ran.errors) == (0, [])


DAMAGES = {
    "DELETE FROM part WHERE name = 'startlist' AND tour_id = 2": "tour 'Ronde",
    "UPDATE tour SET riders = 99 WHERE id = 2": "the row of `tour` was changed",
    "UPDATE tour SET hash = 'x'": "the row of `tour` does not match step 1",
    "UPDATE rulebook SET text = 'no'": "the text of rulebook",
    "UPDATE journal SET \"after\" = '{' WHERE tour LIKE 'Ronde%'": "step 1 of 'Ronde",
    "UPDATE journal SET undone = NULL WHERE tour = 'Giro'": "'Giro': step 2",
    "UPDATE part SET body = replace(body, 'Ann', 'Bea')": "for 'startlist' was changed",
    "UPDATE journal SET dropped = 'yes'": "step 1 of the journal was changed",
}


@pytest.mark.parametrize(("statement", "found"), DAMAGES.items())
def test_what_is_damaged_is_named(
    run: Run, folder: Path, statement: str, found: str
) -> None:
    where = filled(str(folder / "bad.db"))
    with closing(sqlite3.connect(where)) as connection:
        connection.execute(statement)
        connection.commit()

    ran = run("--db", where, "check")

    assert ran.code == 1
    assert found in ran.err
    assert "Traceback" not in ran.err


KEPT = {
    "UPDATE standing SET time = 7 WHERE classification = 'general' AND stage = 3": [
        "general after stage 3"
    ],
    "DELETE FROM team_result WHERE stage = 1": ["team_result after stage 1"],
    "UPDATE rider SET name = 'Nobody' WHERE bib = '1'": ["rider"],
    "UPDATE palmares SET stages_won = 9 WHERE bib = '1'": ["palmares"],
    "UPDATE ledger SET balance = 'x' WHERE ledger = 'purse' AND stage = 2": [
        "purse after stage 2"
    ],
    "DELETE FROM scored_tour": [],
    "UPDATE scored_tour SET scoring = scoring - 1": [],
}
"""Changes of derived rows, and the damage found; hidden values are no damage."""


@pytest.mark.parametrize(("statement", "found"), KEPT.items())
def test_what_is_kept_otherwise_than_scored_is_named(
    run: Run, folder: Path, statement: str, found: list[str]
) -> None:
    run("load", str(sample_tours() / "cyclo.toml"))
    assert run("check").code == 0
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute(statement)
        connection.commit()

    ran = run("check")

    assert ran.code == int(bool(found))
    assert ("views have no results of 1 tour" in ran.err) is (not found)
    assert all(f": {wrong} does not match the facts" in ran.err for wrong in found)
    assert ran.err.count("does not match the facts") == len(found)
    assert ran.err.count("; run 'peloton check --repair'") == len(found)
    assert run("check", "--repair", "--yes").code == 0
    assert run("check").code == 0


@pytest.mark.usefixtures("older_versions")
def test_an_upgrade_fills_the_views_with_what_was_saved_before(
    run: Run, folder: Path
) -> None:
    """As an older peloton left it; one tour has a mistake, and is in no view."""
    run("load", str(sample_tours() / "cyclo.toml"))
    with Session(address=str(folder / "tours.db"), tour_name=None).store() as store:
        (name,) = [tour.name for tour in store.summaries()]
    session = Session(address=str(folder / "tours.db"), tour_name=None)
    session.write(lambda store: store.save(GIRO, "# no rulebook", "loaded"))
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        shown = connection.execute("SELECT * FROM general").fetchall()
    season = run("season", name).out
    make_older(folder / "tours.db")

    assert "Added the results of 1 tour to the views.\n" in run("upgrade").err

    assert run("upgrade").err == "The database is up to date.\n"
    checked = run("check").err
    assert "such as 'Giro'. 'peloton upgrade' adds them if" in checked
    assert "No damage found in the tours and their journals.\n" in checked
    assert run("season", name).out == season
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        assert connection.execute("SELECT * FROM general").fetchall() == shown


def test_a_damaged_file_is_named(run: Run, folder: Path) -> None:
    where = filled(str(folder / "bad.db"))
    with closing(sqlite3.connect(where)) as connection:
        connection.execute("INSERT INTO part VALUES (9, 'tour', '{}')")
        connection.commit()

    ran = run("--db", where, "check")

    assert "rows of table `part` belong to no row of table `tour`" in ran.err
    assert ran.errors[-1].endswith("2 damaged parts: run 'peloton check --repair'")


@pytest.mark.usefixtures("older_versions")
def test_a_database_is_upgraded_only_when_that_is_asked_for(
    run: Run, where: str, folder: Path
) -> None:
    make_older(filled(where))
    for command in ("tours", "use Giro", "check"):
        ran = run("--db", where, *command.split())
        assert (ran.code, len(ran.errors)) == (1, 1)
        assert "'peloton upgrade'" in ran.err

    ran = run("--db", where, "upgrade")

    assert ran.code == 0
    assert run("--db", where, "check").code == 0
    (copy,) = folder.rglob("*.bak")
    assert run("--db", "new.db", "backup", str(copy), "--restore").code == 0
    assert content("new.db") == content(where)
    assert run("--db", where, "upgrade").err == "The database is up to date.\n"


def test_the_latest_backups_are_kept(tour: Run, folder: Path) -> None:
    for _ in range(3):
        assert tour("backup", "safe", "--keep", "2").code == 0

    assert len([*(folder / "safe").glob("*.db")]) == 2
    assert len([*(folder / "safe").glob("*.sha256")]) == 2


@pytest.mark.parametrize("command", ["delete", "load"])
def test_a_backup_is_made_before_a_tour_is_deleted_or_replaced(
    run: Run, folder: Path, command: str
) -> None:
    where, cyclo = str(folder / "tours.db"), str(sample_tours() / "cyclo.toml")
    run("--db", where, "load", cyclo)
    before = run("--db", where, "--tour", RONDE.name, "log", "--json").out
    name = tomllib.loads(Path(cyclo).read_text(encoding="utf-8"))["tour"]["name"]
    arguments = {"delete": [name, "--yes"], "load": [cyclo, "--replace"]}[command]

    assert run("--db", where, command, *arguments).code == 0
    backup = the_backup(folder / "backups")
    assert run("--db", backup, "--tour", RONDE.name, "log", "--json").out == before


def test_a_damaged_tour_is_deleted_though_no_backup_can_be_made(
    run: Run, folder: Path
) -> None:
    where = filled(str(folder / "tours.db"))
    (folder / "backups").write_text("no folder")

    ran = run("--db", where, "delete", "Giro", "--yes")

    assert ran.code == 0
    assert "Warning: no backup was made: " in ran.err


@pytest.mark.parametrize("statement", DAMAGES)
def test_a_damaged_database_is_repaired_after_a_copy(
    run: Run, folder: Path, statement: str
) -> None:
    """The tours are as before if the journal has them; damaged ones are files too."""
    where = filled(str(folder / "bad.db"))
    before = run("--db", where, "tours").out
    with closing(sqlite3.connect(where)) as connection:
        connection.execute(statement)
        connection.commit()
    damaged = Path(where).read_bytes()

    refused = run("--db", where, "check", "--repair", typed="n\n")
    assert (refused.code, Path(where).read_bytes()) == (1, damaged)
    ran = run("--db", where, "check", "--repair", "--yes")

    (place,) = folder.glob("bad-repair-*")
    assert (ran.code, ran.out) == (0, "")
    assert (place / "damaged.db").read_bytes() == damaged
    assert run("--db", where, "check").code == 0
    assert run("--db", where, "tours").out == before
    assert all(f"Wrote {file}." in ran.err for file in place.glob("*/tour.toml"))


def test_the_tour_file_of_a_damaged_tour_can_be_loaded(run: Run, folder: Path) -> None:
    """Its journal has lost the newest step, and one stage is damaged."""
    run("load", str(sample_tours() / "cyclo.toml"))
    before = run("dump").out
    run("edit", "--leader", "Bea", "--yes")
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute("DELETE FROM journal WHERE number = 2")
        connection.execute("UPDATE part SET body = '[' WHERE name = 'stage 3'")
        connection.commit()

    ran = run("check", "--repair", "--yes")

    assert "stage 3 was read from the journal" in ran.err
    (file,) = folder.glob("tours-repair-*/*/tour.toml")
    with_leader = run("dump").out
    assert file.read_text(encoding="utf-8") == with_leader
    assert with_leader.replace('leader = "Bea"\n', "") == before
    assert run("--db", "new.db", "load", str(file)).code == 0


def test_a_server_is_repaired(run: Run, server: str) -> None:
    where = filled(server)
    before = content(where)
    engine = create_engine(where)
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM part WHERE name = 'startlist'")
        connection.exec_driver_sql("UPDATE tour SET hash = 'x'")
    engine.dispose()
    assert run("--db", where, "check").code == 1

    assert run("--db", where, "check", "--repair", "--yes").code == 0

    assert run("--db", where, "check").code == 0
    assert content(where) == before


def test_a_database_without_damage_is_not_repaired(run: Run, folder: Path) -> None:
    where = filled(str(folder / "good.db"))

    assert run("--db", where, "check", "--repair").code == 0

    assert list(folder.glob("*repair*")) == []


def test_a_tour_with_the_marks_of_another_game_is_repaired(
    run: Run, folder: Path
) -> None:
    run("load", str(sample_tours() / "ciclistas.toml"))
    run("load", str(sample_tours() / "criterium.toml"))
    before = run("dump").out
    chosen = "SELECT body FROM part WHERE name = 'stage 1' AND tour_id = 1"
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute(
            f"UPDATE part SET body = ({chosen}) WHERE name = 'stage 1' AND tour_id = 2"  # noqa: S608
        )
        connection.commit()

    shown, checked = run("standings"), run("check")
    repaired = run("check", "--repair", "--yes")

    assert shown.err.startswith("Error: the marks of the tour do not fit its game: run")
    assert "the row of `part` for 'stage 1' was changed by hand" in checked.err
    assert (shown.code, checked.code, repaired.code) == (1, 1, 0)
    assert run("dump").out == before


@pytest.mark.parametrize(
    "change", ["number = 'x'", "seconds = 'x'", "seconds = 1000000000000"]
)
def test_a_step_without_a_number_or_a_time_is_refused(
    run: Run, folder: Path, change: str
) -> None:
    run("load", str(sample_tours() / "cyclo.toml"))
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute(f"UPDATE journal SET {change}")  # noqa: S608
        connection.commit()

    for arguments in (["log"], ["undo"], ["check"]):
        ran = run(*arguments)
        assert (ran.code, ran.out) == (1, "")
        assert "Error: " in ran.err
    assert run("check", "--repair", "--yes").code == 0
    assert run("log").code == 0


def test_an_undone_step_without_a_number_does_not_stop_an_undo(
    run: Run, folder: Path
) -> None:
    run("load", str(sample_tours() / "cyclo.toml"))
    before = run("dump").out
    run("edit", "--place", "Gent")
    run("edit", "--leader", "Ann")
    run("undo")
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute("UPDATE journal SET number = 'x' WHERE number = 3")
        connection.commit()

    assert run("undo").code == 0
    assert run("dump").out == before
    assert "step 3 is missing from the journal" in run("check").err


def test_a_lost_table_is_created_again(run: Run, folder: Path) -> None:
    run("load", str(sample_tours() / "cyclo.toml"))
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute("DROP TABLE current_tour")
        connection.commit()

    assert "no such table: 'current_tour'" in run("check").err
    assert run("check", "--repair", "--yes").code == 0
    assert "Ronde van de Keukentafel" in run("tours").out


def test_an_empty_file_is_refused_as_a_backup(run: Run, folder: Path) -> None:
    (folder / "empty.db").touch()

    ran = run("--db", "new.db", "backup", "empty.db", "--restore")

    assert ran.code == 1
    assert "empty.db' is empty: there is nothing to restore" in ran.err
    assert not (folder / "new.db").exists()


def test_a_cell_of_a_wrong_type_is_refused_with_advice_that_works(
    run: Run, folder: Path
) -> None:
    run("load", str(sample_tours() / "cyclo.toml"))
    with closing(sqlite3.connect(folder / "tours.db")) as connection:
        connection.execute("UPDATE tour SET riders = 'abc'")
        connection.commit()

    ran = run("tours")

    assert "found 'abc', expected a whole number; run 'peloton check" in ran.err
    assert run("check", "--repair", "--yes").code == 0
    assert run("tours").code == 0


def test_a_lost_derived_table_is_created_again(run: Run, where: str) -> None:
    run("--db", where, "load", str(sample_tours() / "cyclo.toml"))
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    cascade = " CASCADE" if "://" in where else ""
    with engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE standing{cascade}")

    assert "no such table: 'standing'" in run("--db", where, "check").err
    ran = run("--db", where, "check", "--repair", "--yes")
    assert (ran.code, "tours-repair-" in ran.err) == (0, True)
    assert run("--db", where, "check").code == 0
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM general").scalar()
    engine.dispose()


@pytest.mark.parametrize("command", ["check --repair --yes", "upgrade"])
def test_a_lost_view_is_created_again(run: Run, where: str, command: str) -> None:
    filled(where)
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP VIEW general")

    assert "no such view: 'general'" in run("--db", where, "check").err
    assert run("--db", where, *command.split()).code == 0
    assert run("--db", where, "check").code == 0
    with engine.begin() as connection:
        connection.exec_driver_sql("SELECT * FROM general")
    engine.dispose()


def test_a_database_that_does_not_exist_yet_has_no_damage(
    run: Run, folder: Path
) -> None:
    assert run("--db", "new.db", "check").code == 0
    assert not (folder / "new.db").exists()
