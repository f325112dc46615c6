"""Tours in and out of the database."""

import json
from pathlib import Path

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
    assert tour("delete", "Mini").errors == ["Error: stopped; nothing was saved"]
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
