"""Teams and riders, changed by commands."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_rider_stands_with_the_team_by_bib_whenever_added(tour: Run) -> None:
    assert tour("stage", "clear", "3", "--yes").code == 0
    assert tour("stage", "clear", "2", "--yes").code == 0
    assert tour("stage", "clear", "1", "--yes").code == 0
    assert tour("rider", "add", "2", "--team", "MOL").code == 0

    bibs = [row["bib"] for row in json.loads(tour("rider", "list", "--json").out)]

    assert bibs == ["1", "2", "4", "7"]


def test_a_rider_is_changed_and_taken_out_of_the_team(tour: Run) -> None:
    tour("rider", "edit", "4", "--name", "Jan", "--young", "--team", "")

    rows = {row["bib"]: row for row in json.loads(tour("rider", "list", "--json").out)}

    assert (rows["4"]["name"], rows["4"]["young"], rows["4"]["team"]) == (
        "Jan",
        True,
        None,
    )


def test_a_name_of_several_words_needs_no_quotes(tour: Run) -> None:
    ran = tour("rider", "add", "11", "Ann", "Lee", "--type", "sprint", "--team", "MOL")

    assert ran.code == 0, ran.err
    assert "Added rider 11." in ran.err
    riders = {
        row["bib"]: row for row in json.loads(tour("rider", "list", "--json").out)
    }
    assert [riders["11"][key] for key in ("name", "type", "team")] == [
        "Ann Lee",
        "sprinter",
        "MOL",
    ]


@pytest.mark.parametrize(
    "command",
    [
        ("stage", "add", "km", "--length", "260"),  # --length 260 km
        ("rider", "add", "11", "Ann"),
        ("team", "add", "FAE", "Faema"),
        ("new", "Tour", "--rulebook", "cyclo", "--stages", "3"),
    ],
)
def test_two_names_are_refused_unless_they_are_equal(
    tour: Run, command: tuple[str, ...]
) -> None:
    before = tour("dump").out

    ran = tour(*command, "--name", "Lee")

    assert ran.code == 2
    assert "found two names, " in ran.err
    assert "and 'Lee': expected NAME or --name" in ran.err
    assert tour("dump").out == before


def test_a_team_is_added_changed_and_removed(tour: Run) -> None:
    assert tour("team", "add", "FAE", "--name", "Faema").code == 0
    assert tour("team", "edit", "FAE", "--player", "Bea").code == 0
    assert tour("team", "list", "--csv").out.splitlines()[1:] == [
        "MOL,Molteni,,,,2",
        "FAE,Faema,Bea,,,0",
    ]

    assert tour("team", "remove", "FAE").code == 0

    assert "FAE" not in tour("team", "list").out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rider add 7", "Error: bib 7 is already on the startlist"),
        ("rider add 8 --team MOLL", "no team 'MOLL'; did you mean 'MOL'?"),
        ("rider add 8 --type clmber", "did you mean 'climber'?"),
        ("rider add DNF", "which is a status"),
        ("rider add (8)", "expected a bib"),
        ("rider edit 77 --name X", "no rider 77 on the startlist; did you mean '7'?"),
        ("rider remove 7", "enter DNS 7"),
        ("rider remove 77", "did you mean '7'?"),
        ("team add MOL", "a team MOL already exists"),
        ("team edit MOLL --name X", "did you mean 'MOL'?"),
        ("team edit MOL --colour rde", "such as '#f2a900'"),
        ("team remove MOL", "still has riders: 1, 4"),
    ],
)
def test_what_does_not_fit_the_startlist_is_refused(
    tour: Run, command: str, said: str
) -> None:
    before = tour("dump").out

    ran = tour(*command.split())

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert tour("dump").out == before


def test_a_bib_that_has_ridden_is_not_added_again(tour: Run) -> None:
    """The only mistake reported is the bib, not that its rider joins later."""
    tour("stage", "add", "--name", "Four", "--kind", "itt")

    ran = tour("rider", "add", "7", "Late Leo")

    assert ran.errors == ["Error: bib 7 is already on the startlist"]


def test_a_rider_added_to_a_running_tour_joins_on_the_next_stage(tour: Run) -> None:
    """GN-10: the tour has three stages, all ridden."""
    tour("stage", "add", "--name", "Four", "--kind", "itt")

    ran = tour("rider", "add", "15", "Late Leo", "--team", "MOL")

    assert ran.code == 0
    assert "joins = 4" in tour("dump").out
    assert "joins on stage 4" in tour("rider", "list").out
    finish = "1 3 0\n4 3 1\n7 3 2\n15 3 3\n"
    ridden = tour("stage", "enter", "4", "--from", "-", "--yes", typed=finish)
    assert ridden.code == 0
    assert "Late Leo" in tour("result", "4").out
    assert "Late Leo" not in tour("standings", "general").out


def test_a_rider_may_join_later_and_the_first_stage_is_no_special_case(
    run: Run,
) -> None:
    """GN-10."""
    run("new", "Ronde", "--rulebook", "cyclo", "--stages", "5")
    run("rider", "add", "1")
    run("rider", "add", "2", "--joins", "3")
    run("rider", "edit", "1", "--joins", "1")

    dumped = run("dump").out
    assert dumped.count("joins") == 1
    assert "joins = 3" in dumped


def test_a_rider_who_has_ridden_cannot_join_later(tour: Run) -> None:
    """GN-10: refused, and nothing is changed."""
    ran = tour("rider", "edit", "7", "--joins", "2")

    assert ran.code == 1
    assert "rider 7 joins the race on stage 2, and cannot be named before it" in ran.err
    assert "joins" not in tour("dump").out


def test_imported_riders_join_on_the_next_stage_too(tour: Run, folder: Path) -> None:
    """GN-10."""
    (folder / "more.csv").write_text("bib,name\n21,New Nan\n")

    assert tour("rider", "import", "more.csv", "--yes").code == 0
    assert "joins = 4" in tour("dump").out


def test_a_friend_misses_an_evening_and_rides_the_next(tour: Run) -> None:
    """GN-10."""
    tour("stage", "add", "--name", "Four", "--kind", "itt")
    tour("stage", "add", "--name", "Five", "--kind", "itt")
    four = "1 3 0\n4 3 1\nABS 7\n"
    five = "1 3 0\n4 3 1\n7 3 2\n"

    assert tour("stage", "enter", "4", "--from", "-", "--yes", typed=four).code == 0
    ran = tour("stage", "enter", "5", "--from", "-", "--yes", typed=five)
    assert (ran.code, ran.errors) == (0, [])
    assert "ABS" in tour("result", "4").out
