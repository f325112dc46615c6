"""`peloton outlook`, in every form; GN-6 itself is tested with the rules."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import TOUR, Run
from tests.drawing import slow_but


@pytest.fixture
def open_tour(tour: Run) -> Run:
    """The small tour with two ridden road stages, and one more to ride."""
    tour("stage", "add", "--name", "Last", "--kind", "road", "--length", "100")
    return tour


def outlook(run: Run, *arguments: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(
        run("outlook", *arguments, "--json").out
    )["classifications"]
    return found


def test_the_json_has_every_classification_and_who_can_win_it(open_tour: Run) -> None:
    """After 15, 10 + 5 points and so on, with 15 to come."""
    found = json.loads(open_tour("outlook", "--json").out)

    assert found["after"] == 3
    names = [each["classification"] for each in found["classifications"]]
    assert names == ["general", "points", "mountains", "teams"]
    general, points, mountains, teams = found["classifications"]
    assert list(general["rows"][0]) == [
        *("bib", "rider", "team", "time", "gap", "seconds_a_stage", "best_gain", "can")
    ]
    assert {row["can"] for row in general["rows"]} == {None}
    assert list(points["rows"][0]) == [
        *("bib", "rider", "team", "points", "most", "can")
    ]
    assert [row["most"] - row["points"] for row in points["rows"]] == [15, 15, 15]
    assert mountains["decided"]
    assert "team" in teams["rows"][0]


def test_one_classification_after_an_earlier_stage(open_tour: Run) -> None:
    (points,) = outlook(open_tour, "points", "--after", "1")

    assert points == {
        "classification": "points",
        "decided": False,
        "rows": [
            {"bib": bib, "rider": rider, "team": team, "points": points}
            | {"most": points + 45, "can": True}
            for bib, rider, team, points in (
                ("1", "Eddy Baens", "MOL", 15),
                ("4", "Jan Janssen", "MOL", 10),
                ("7", "Leo Lakei", None, 5),
            )
        ],
    }


def test_the_sheet_says_which_stages_it_knows_of(open_tour: Run) -> None:
    ran = open_tour("outlook")

    assert "Remaining stages: 4. Later additions and rulings are not counted" in ran.out
    assert "Mountains classification: decided" in ran.out


def test_after_the_last_stage_all_is_decided(tour: Run) -> None:
    assert all(each["decided"] for each in outlook(tour))
    assert "No stages left" in tour("outlook").out


@pytest.mark.parametrize(
    "form", slow_but(["--csv", "--markdown", "--bbcode", "--json"], "--csv", "--json")
)
def test_it_comes_in_every_form_with_chances(open_tour: Run, form: str) -> None:
    ran = open_tour("outlook", "points", "--chance", form)

    assert (ran.code, ran.err) == (0, "")
    assert ("chance" if form == "--json" else " % ± ") in ran.out


def test_chances_come_to_a_hundred_percent_whenever_they_are_asked_for(
    open_tour: Run,
) -> None:
    ran = open_tour("outlook", "general", "--chance", "--csv")
    assert ran == open_tour("outlook", "general", "--chance", "--csv")

    cells = [row["Chance"].split()[0] for row in csv.DictReader(StringIO(ran.out))]
    assert 98 <= sum(map(int, cells)) <= 102


def test_without_two_stages_of_a_kind_it_says_so(open_tour: Run) -> None:
    open_tour("stage", "add", "--kind", "itt")

    ran = open_tour("outlook", "--chance")
    assert ran.code == 0
    assert (
        "fewer than two stages of the same kind as stage 5 (individual time trial)"
        " have been ridden." in ran.out
    )
    ran = open_tour("outlook", "--chance", "--json")
    assert "chance" not in ran.out
    assert "fewer than two" in ran.err


def test_money_is_still_to_win_where_it_is_in_play(run: Run) -> None:
    """CY-17."""
    with open("money.toml", "w") as file:  # noqa: PTH123 - a tour file
        text = TOUR.replace('"cyclo"\n', '"cyclo"\n[tour.options]\nlevel = 4\n', 1)
        file.write(f'{text}\n[[stage]]\nname = "Last"\n')
    run("load", "money.toml")

    (purse,) = outlook(run, "purse")
    keys = ["team", "team_name", "balance", "most", "can"]
    assert list(purse["rows"][0]) == keys  # type: ignore[index]
    assert run("outlook", "purse").code == 0


def test_where_there_is_no_money_there_is_none_to_win(tour: Run) -> None:
    ran = tour("outlook", "purse")

    assert ran.code == 1
    assert "has no classification 'purse'" in ran.err


TRACK = """\
[tour]
name = "Track day"
rulebook = "cyclo"

[[rider]]
bib = "1"
[[rider]]
bib = "2"

[[stage]]
kind = "points race"
laps = ["1 2", "2 1"]
"""


def test_where_nothing_has_counted_nothing_is_won_nor_drawn_for(
    run: Run, folder: Path
) -> None:
    """GN-5. A points race by itself counts for nothing."""
    (folder / "track.toml").write_text(TRACK)
    assert run("load", "track.toml").code == 0

    assert outlook(run) == []
    assert "lots" not in run().out
    assert "still to be drawn" not in run("communique").out
    assert "final" in run("communique").out


def test_riders_left_ex_aequo_are_lots_still_to_be_drawn(
    run: Run, folder: Path
) -> None:
    """CY-7, GN-3. House rules know no step but lots."""
    rules = '[tour.rules]\n"ties.general" = ["lots"]\n\n[[rider]]\nbib = "1"'
    text = TRACK.replace("cyclo", "road").replace('[[rider]]\nbib = "1"', rules)
    stage = '[[stage]]\npoints = []\nbonus = []\nfinish = "1 1:00:00\\n2 s"\n'
    (folder / "road.toml").write_text(text[: text.index("[[stage]]")] + stage)
    assert run("load", "road.toml").code == 0

    assert "stage lots 1 general --draw" in run().out
