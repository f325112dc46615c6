"""`peloton table` before a phone has joined."""

from pathlib import Path

import pytest

from peloton.cli.commands import table
from peloton.cli.support import addresses
from peloton.table.seats import Seats
from tests.cli.conftest import Run


def test_a_stage_that_is_not_there_cannot_be_written(tour: Run) -> None:
    assert tour("table", "9").errors == ["Error: no stage 9; the tour has 3"]


def test_a_stage_whose_predecessors_are_to_come_cannot_be_written_yet(
    tour: Run,
) -> None:
    tour("stage", "clear", "3", "--yes")
    tour("stage", "clear", "2", "--yes")

    assert "stage 2 has no results" in tour("table", "3").errors[0]


def test_an_address_of_no_machine_here_is_refused(tour: Run) -> None:
    (error,) = tour("table", "--host", "192.0.2.200").errors

    assert "expected an address of this machine" in error


def test_on_a_terminal_both_codes_are_drawn_under_their_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    link = "http://192.168.1.23:8471/#f=0123456789012345678901"
    for columns, beside in ((100, True), (40, False)):
        monkeypatch.setenv("COLUMNS", str(columns))
        table._draw({"Follow": link, "Write": link})  # noqa: SLF001 - needs a terminal
        rows = capsys.readouterr().out.splitlines()
        assert ("Write" in rows[0]) is beside
        assert max(map(len, rows)) <= columns


def test_the_sheet_with_the_code_has_the_link_to_follow_and_no_other(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "addresses", lambda: ["192.168.1.23", "10.0.0.7"])

    ran = tour("sheet", "table", "-o", "code.txt")

    assert ran.code == 0, ran.err
    seats = Seats(table.keys_file())
    printed = Path("code.txt").read_text(encoding="utf-8")
    assert f"http://192.168.1.23:8471/#f={seats.follow}" in printed
    assert seats.write not in printed


def test_the_sheet_with_the_code_draws_it(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "addresses", lambda: ["192.168.1.23"])

    assert tour("sheet", "table", "-o", "code.html").code == 0
    assert "<svg" in Path("code.html").read_text(encoding="utf-8")


def test_without_a_network_there_is_no_code_to_print(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "addresses", list)

    assert tour("sheet", "table").errors == [
        "Error: no network: connect this computer to the Wi-Fi of the phones"
    ]
