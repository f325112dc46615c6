"""Teams and riders by command."""

import json

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
        ("rider add 7", "bib '7' is on the startlist twice"),
        ("rider add 8 --team MOLL", "no team 'MOLL'; did you mean 'MOL'?"),
        ("rider add 8 --type clmber", "did you mean 'climber'?"),
        ("rider add DNF", "which is a status"),
        ("rider add (8)", "expected a bib"),
        ("rider add 8", "stage 1: rider 8 is missing"),
        ("rider edit 77 --name X", "no rider 77 on the startlist; did you mean '7'?"),
        ("rider remove 7", "enter DNS 7"),
        ("rider remove 77", "did you mean '7'?"),
        ("team add MOL", "a team MOL exists already"),
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
