"""`/now.json`: the race at this moment, for overlays and other programs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from peloton.table.live import Board
from tests.rules.notation import cyclo, stage
from tests.table.tables import Phone, Table, held, loaded
from tests.test_schemas import faults


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table on stage 3 of the Flamme Rouge sample, without results of it."""
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        yield table


def now(phone: Phone, query: str = "") -> Any:  # noqa: ANN401 - JSON
    found = json.loads(phone.get(f"/now.json{query}"))
    assert faults("now", found) == []
    return found


def test_before_a_rider_is_over_the_line_it_has_the_stage_saved_last(
    table: Table,
) -> None:
    found = now(table.follower())

    assert [stage["number"] for stage in found["stages"]] == [2]
    assert found["live"]["stage"] == 3
    assert found["live"]["complete"] is False
    names = [rider["name"] for rider in found["riders"]]
    assert "Colette Charbon" in names


def test_each_line_that_is_written_is_in_it_and_riders_still_out_are_not(
    table: Table,
) -> None:
    """Rider R1 left the race on stage 3 of the sample: all eight are at its start."""
    leader = table.leader()
    leader.add("S1 0 6")
    leader.add("R4 0 4")

    found = now(table.follower())

    (stage,) = found["stages"]
    assert stage["number"] == 3
    assert [row["bib"] for row in stage["result"]] == ["S1", "R4"]
    assert sorted(found["live"]["still_out"]) == ["R1", "R2", "R3", "S2", "S3", "S4"]
    assert {row["bib"] for row in stage["general"]} >= {"S1", "R4"}


def test_once_all_stages_are_ridden_none_is_live(tmp_path: Path) -> None:
    """The tour is over and has its winners, which nobody reads behind a veil."""
    with held(loaded(tmp_path, "flamme-rouge"), veil=True) as table:
        found = now(table.follower())

    assert found["live"] is None
    assert found["tour"]["over"] is True
    assert found["tour"]["winners"]["riders"]


@pytest.fixture
def veiled(tmp_path: Path) -> Iterator[Table]:
    with held(loaded(tmp_path, "flamme-rouge", 3), veil=True) as table:
        yield table


def test_behind_the_veil_followers_and_programs_read_nothing_of_the_stage(
    veiled: Table,
) -> None:
    """Not even whether something of it was written: the answer stays the same."""
    leader, key = veiled.leader(), veiled.seats.follow
    before = veiled.phone().get(f"/now.json?key={key}")
    leader.add("S1 0 6")

    assert veiled.phone().get(f"/now.json?key={key}") == before
    assert veiled.phone().get(f"/now.json?key={veiled.seats.write}") == before
    assert veiled.follower().get("/now.json") == before
    assert json.loads(before)["live"] is None
    assert [stage["number"] for stage in json.loads(before)["stages"]] == [2]
    assert now(leader)["stages"][0]["result"][0]["bib"] == "S1"


@pytest.mark.parametrize("query", ["", "?key=", "?key=x", "?key=%00", "?key=é"])
def test_without_a_key_nothing_is_read(table: Table, query: str) -> None:
    query = query.replace("é", "%C3%A9")

    status, text, headers = table.phone().ask("GET", f"/now.json{query}")

    assert status == 401
    assert "Chaises" not in text
    assert "access-control-allow-origin" not in headers


def test_the_pin_is_no_key_of_a_program(table: Table) -> None:
    """Else it could be guessed here without the pause after wrong guesses."""
    assert table.phone().ask("GET", f"/now.json?key={table.seats.pin}")[0] == 401


def test_a_page_from_elsewhere_may_read_it_only_by_the_key(table: Table) -> None:
    by_key = table.phone().ask("GET", f"/now.json?key={table.seats.follow}")
    by_cookie = table.follower().ask("GET", "/now.json")

    assert by_key[2]["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in by_cookie[2]
    assert by_key[1] == by_cookie[1]


def test_an_answer_that_is_known_is_not_sent_again(table: Table) -> None:
    follower = table.follower()
    _, _, headers = follower.ask("GET", "/now.json")
    tag = {"If_None_Match": headers["etag"]}

    assert follower.ask("GET", "/now.json", **tag)[0] == 304
    table.leader().add("S1 0 6")
    assert follower.ask("GET", "/now.json", **tag)[0] == 200


def test_a_name_of_another_host_is_refused(table: Table) -> None:
    path = f"/now.json?key={table.seats.follow}"

    assert table.phone().ask("GET", path, Host="evil.example")[0] == 421


def test_the_winner_of_a_team_time_trial_is_the_team() -> None:
    """Riders 1, 2 and 3 of MOL come home first, but the stage is won by the team."""
    race = cyclo(
        stage("1 5 0, 2 5 0, 3 5 0, 4 7 0, 5 7 0, 6 7 0", "ttt"),
        riders="MOL: 1 2 3, SAL: 4 5 6",
    )
    board = Board(number=1, stage_id="", saved=race, view=None, last_step=None)

    assert board.winners == "MOL"
