"""Reports as JSON for scripts."""

import json

import pytest

from peloton.reports.drawing import Chart, Picture, Series
from peloton.reports.sheet import Sheet
from peloton.writers.json import json_text, to_json
from tests.writers.conftest import HOSTILE, sheet_of


def test_a_report_has_its_columns_and_plain_cells(sheet: Sheet) -> None:
    report = json.loads(to_json([sheet]))["sheets"][0]

    assert (report["title"], report["subtitle"], report["unit"]) == (
        *("After stage 1", "Ronde", "seconds"),
    )
    assert report["tables"][0]["columns"][3] == {"title": "Time", "kind": "time"}
    assert report["tables"][0]["rows"] == [
        [1, "12", "Eddy", 3723, 0],
        [2, "A", "Zoë", 3721, -2],
        [3, "7", "Jo", None, 21],
    ]


def test_a_picture_is_its_figures() -> None:
    series = Series(title="Eddy", values=(0, None, 21))
    chart = Chart(categories=(1, 2, 3), series=(series,), across="Stage", across_step=1)
    picture = Picture(
        name="gaps", title="Gaps", width=1, height=1, shapes=(), chart=chart
    )
    report = json.loads(to_json([Sheet(title="t", pictures=(picture,))]))["sheets"][0]

    assert report["pictures"] == [
        {
            "name": "gaps",
            "title": "Gaps",
            "about": "",
            "categories": [1, 2, 3],
            "series": [{"title": "Eddy", "values": [0, None, 21]}],
        }
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_comes_back_as_it_was_typed(name: str) -> None:
    rows = json.loads(to_json([sheet_of((1, "1", name, 0, 0))]))

    assert rows["sheets"][0]["tables"][0]["rows"][0][2] == name


@pytest.mark.parametrize("letter", ["\x1b", "\x9b", "\u202e", "\x7f", "\U000e0001"])
def test_nothing_in_a_name_acts_on_a_terminal(letter: str) -> None:
    text = json_text({"name": letter})

    assert letter not in text
    assert json.loads(text) == {"name": letter}


def test_letters_are_letters() -> None:
    assert "Zoë 王力宏" in json_text(["Zoë 王力宏"])
