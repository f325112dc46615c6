"""`load` and `dump`: tours into the database and out of it."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from peloton.api import tours
from peloton.rules.results import Race
from tests.cli.conftest import TOUR, Run


def test_a_dump_is_the_file_that_was_loaded(tour: Run) -> None:
    assert tour("dump").out == TOUR


def test_a_file_with_mistakes_loads_nothing(tour: Run, folder: Path) -> None:
    before = tour("dump").out
    (folder / "bad.toml").write_text(
        TOUR.replace("name = ", "nam = ", 1).replace("7  3 1", "8  3 1")
    )

    ran = tour("load", "bad.toml", "--replace")

    lines = ran.err.splitlines()
    assert ran.code == 1
    assert any(line.startswith("bad.toml:2: ") and "'name'" in line for line in lines)
    assert any("no rider 8 on the startlist" in line for line in lines)
    assert lines[-1].startswith("Error: bad.toml has ")
    assert tour("dump").out == before


def test_loading_over_a_tour_needs_replace(tour: Run, folder: Path) -> None:
    (folder / "mini.toml").write_text(TOUR.replace("Leo Lakei", "Leo"))

    assert tour("load", "mini.toml").code == 1
    assert tour("dump").out == TOUR

    assert tour("load", "mini.toml", "--replace").code == 0
    assert tour("dump").out != TOUR


def test_what_is_loaded_is_the_current_tour_until_another_is_chosen(
    tour: Run, folder: Path
) -> None:
    (folder / "other.toml").write_text(TOUR.replace('"Mini"', '"Other"'))
    tour("load", "other.toml")
    rows = json.loads(tour("tours", "--json").out)
    assert [(row["name"], row["current"]) for row in rows] == [
        ("Mini", False),
        ("Other", True),
    ]

    assert tour("use", "Mini").code == 0

    assert 'name = "Mini"' in tour("dump").out


def test_a_tour_is_named_before_the_command_or_after_it(
    tour: Run, folder: Path
) -> None:
    (folder / "other.toml").write_text(TOUR.replace('"Mini"', '"Other"'))
    tour("load", "other.toml")

    before = tour("--tour", "Mini", "dump").out
    after = tour("dump", "--tour", "Mini").out

    assert before == after == TOUR


def test_an_unknown_tour_is_refused_with_the_nearest(tour: Run) -> None:
    ran = tour("standings", "--tour", "Mni")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert "'Mini'" in ran.err


def test_deleting_asks_first(tour: Run) -> None:
    refused = tour("delete", "Mini", typed="n\n")
    assert (refused.code, len(refused.errors)) == (1, 1)
    assert tour("dump").out == TOUR

    assert tour("delete", "Mini", typed="y\n").code == 0

    assert tour("tours", "--json").out == "[]\n"


def test_who_leaves_at_the_question_deletes_nothing(tour: Run) -> None:
    assert tour("delete", "Mini").errors == ["Error: stopped; nothing was changed"]
    assert tour("dump").out == TOUR


def test_a_rulebook_of_its_own_is_dumped_beside_the_tour(
    run: Run, folder: Path
) -> None:
    (folder / "own.toml").write_text(run("rules", "show", "cyclo", "--toml").out)
    (folder / "mini.toml").write_text(TOUR.replace('"cyclo"', '"own.toml"'))
    assert run("load", "mini.toml").code == 0
    (folder / "away").mkdir()

    assert run("dump", "-o", "away/mini.toml").code == 0

    assert run("score", "away/mini.toml").code == 0


def test_another_rulebook_of_that_name_is_not_written_over(
    run: Run, folder: Path
) -> None:
    own = folder / "own.toml"
    own.write_text(run("rules", "show", "cyclo", "--toml").out)
    (folder / "mini.toml").write_text(TOUR.replace('"cyclo"', '"own.toml"'))
    run("load", "mini.toml")
    own.write_text("# mine\n")

    ran = run("dump", "-o", "dumped.toml")

    assert ran.code == 1
    assert own.read_text() == "# mine\n"
    assert not (folder / "dumped.toml").exists()


def names(run: Run) -> list[str]:
    return [row["name"] for row in json.loads(run("tours", "--json").out)]


def write_tours(folder: Path, *numbers: int) -> Path:
    tours = folder / "tours"
    tours.mkdir()
    for number in numbers:
        text = TOUR.replace('"Mini"', f'"Tour {number}"')
        (tours / f"tour-{number}.toml").write_text(text)
    return tours


def test_a_folder_of_tours_is_loaded_and_the_last_is_current(
    run: Run, folder: Path
) -> None:
    """A rulebook beside the tours is no tour; files are taken in the order of names."""
    tours = write_tours(folder, 3, 1, 2)
    (tours / "own.toml").write_text(run("rules", "show", "cyclo", "--toml").out)
    (tours / "tour-1.toml").write_text(
        (tours / "tour-1.toml").read_text().replace('"cyclo"', '"own.toml"')
    )

    ran = run("load", "tours")

    assert ran.code == 0
    assert names(run) == ["Tour 1", "Tour 2", "Tour 3"]
    assert ran.err == "Loaded 3 tours. 'Tour 3' is now the current tour.\n"
    assert 'name = "Tour 3"' in run("dump").out


def test_a_file_with_another_table_about_a_tour_is_no_tour(
    run: Run, folder: Path
) -> None:
    (write_tours(folder, 1) / "notes.toml").write_text("[tour-notes]\n")

    ran = run("load", "tours")

    assert (ran.code, names(run)) == (0, ["Tour 1"])


def test_a_tour_in_a_folder_with_an_unclosed_header_is_refused(
    run: Run, folder: Path
) -> None:
    file = write_tours(folder, 1) / "tour-2.toml"
    file.write_text(TOUR.replace("[tour]", "[tour", 1))

    ran = run("load", "tours")

    assert (ran.code, names(run)) == (1, ["Tour 1"])
    assert "tours/tour-2.toml:1: error: not valid TOML" in ran.err


def test_each_of_several_files_is_loaded_or_refused_by_itself(
    tour: Run, folder: Path
) -> None:
    tours = write_tours(folder, 1, 2)
    (tours / "bad.toml").write_text(TOUR.replace("7  3 1", "8  3 1"))
    (tours / "binary.toml").write_bytes(b"\xff\x00")

    ran = tour("load", "mini.toml", "no.toml", "tours")

    assert ran.code == 1
    assert names(tour) == ["Mini", "Tour 1", "Tour 2"]
    lines = ran.err.splitlines()
    assert lines[0] == "Loaded 2 tours. 'Tour 2' is now the current tour."
    taken = "a tour 'Mini' already exists; add --replace to replace it"
    assert lines[1] == f"mini.toml: {taken}"
    assert lines[2].startswith("cannot read no.toml: ")
    assert any(
        line.startswith("tours/bad.toml:") and "no rider 8 on the startlist" in line
        for line in lines[3:-3]
    )
    assert "tours/bad.toml has " in lines[-3]
    assert "tours/binary.toml" in lines[-2]
    assert ran.errors == ["Error: 4 of 6 files were not loaded"]


def test_tours_loaded_before_the_database_failed_are_reported(
    tour: Run, folder: Path
) -> None:
    write_tours(folder, 1, 2, 3)
    with closing(sqlite3.connect(folder / "tours.db")) as database:
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON tour WHEN new.name = 'Tour 2'"
            " BEGIN SELECT RAISE(ABORT, ''); END"
        )

    ran = tour("load", "tours")

    assert ran.code == 1
    assert names(tour) == ["Mini", "Tour 1"]
    done, reason, error = ran.err.splitlines()
    assert done == "Loaded 1 tour. 'Tour 1' is now the current tour."
    assert reason.startswith("tours/tour-2.toml: the database ")
    assert error == "Error: 2 of 3 files were not loaded"


def test_replacing_several_tours_makes_one_backup(tour: Run, folder: Path) -> None:
    write_tours(folder, 1, 2)
    assert tour("load", "tours").code == 0
    (folder / "mini.toml").write_text(TOUR.replace("Leo Lakei", "Leo"))

    ran = tour("load", "--replace", "tours", "mini.toml")

    assert ran.err.splitlines()[-1] == (
        "Loaded 3 tours. 'Mini' is now the current tour."
    )
    assert tour("dump").out != TOUR
    assert len(list(folder.glob("**/backups/*.db"))) == 1


def test_a_folder_without_tours_is_refused(tour: Run, folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "empty" / "notes.toml").write_text("a = 1\n")

    assert tour("load", "empty").errors == [
        "Error: found no tour file in empty, expected a .toml file with [tour]"
    ]


def test_several_tours_can_be_tried(tour: Run, folder: Path) -> None:
    write_tours(folder, 1, 2)

    ran = tour("load", "tours", "--dry-run")

    assert ran.code == 0
    assert "Dry run: Loaded 2 tours." in ran.err
    assert names(tour) == ["Mini"]


def test_two_files_with_a_tour_of_one_name_do_not_replace_each_other(
    run: Run, folder: Path
) -> None:
    """A file that is given twice is loaded once."""
    tours = write_tours(folder, 1, 2)
    (tours / "tour-3.toml").write_text((tours / "tour-1.toml").read_text())

    ran = run("load", "--replace", "tours", "tours/tour-2.toml")

    again = "the tour 'Tour 1' was already loaded from tours/tour-1.toml"
    assert ran.err.splitlines() == [
        "Loaded 2 tours. 'Tour 2' is now the current tour.",
        f"tours/tour-3.toml: {again}",
        "Error: 1 of 3 files were not loaded",
    ]


def test_a_file_with_many_mistakes_does_not_hide_the_others(
    run: Run, folder: Path
) -> None:
    tours = write_tours(folder, 1)
    (tours / "bad.toml").write_text(
        "[tour]\n" + "".join(f"x{n} = 1\n" for n in range(50))
    )

    ran = run("load", "tours", "mini.toml")

    assert len([line for line in ran.err.splitlines() if "bad.toml:" in line]) == 5
    assert re.search(r"bad\.toml has 5\d mistakes", ran.err)


def test_the_tours_loaded_before_ctrl_c_are_counted(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tours(folder, 1, 2, 3)

    load = tours.load

    def stopped_at_the_second(file: Path) -> Race:
        if file.stem == "tour-2":
            raise KeyboardInterrupt
        return load(file)

    monkeypatch.setattr(tours, "load", stopped_at_the_second)
    ran = run("load", "tours")

    assert ran.code == 1
    assert names(run) == ["Tour 1"]
    assert ran.err.splitlines() == [
        "Loaded 1 tour. 'Tour 1' is now the current tour.",
        "Error: stopped; 2 of 3 files were not loaded",
    ]


def test_no_backup_is_made_before_a_file_that_cannot_be_loaded(
    tour: Run, folder: Path
) -> None:
    (folder / "bad.toml").write_text("[tour")

    assert tour("load", "bad.toml", "--replace").code == 1
    assert tour("load", "none.toml", "--replace").code == 1
    assert not (folder / "backups").exists()
