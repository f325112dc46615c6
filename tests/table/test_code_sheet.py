"""The printed QR code to follow the tour."""

from pathlib import Path

import pytest

from peloton.cli.support import code_sheet as module
from peloton.cli.support.code_sheet import code_sheet
from peloton.errors import PelotonError
from peloton.rules.facts.tour import Tour
from peloton.table.seats import Seats

TOUR = Tour(name="Mini", rulebook="cyclo")


def test_the_page_has_the_link_to_follow_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "addresses", lambda: ["192.168.1.23", "10.0.0.7"])
    seats = Seats(tmp_path / "table.db")

    sheet = code_sheet(TOUR, seats)

    assert sheet.notes[-1] == f"http://192.168.1.23:8471/#f={seats.follow}"
    assert seats.write not in repr(sheet)
    assert sheet.pictures[0].shapes


def test_without_a_network_there_is_nothing_to_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "addresses", list)

    with pytest.raises(PelotonError, match="no network"):
        code_sheet(TOUR, Seats(tmp_path / "table.db"))
