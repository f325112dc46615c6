"""Comma-separated values."""

import csv
from io import StringIO

import pytest

from peloton.reports.sheet import Sheet
from peloton.writers.csv import to_csv
from tests.writers.conftest import sheet_of


def test_times_and_gaps_are_whole_numbers(sheet: Sheet) -> None:
    assert to_csv(sheet).splitlines() == [
        "Rank,Bib,Rider,Time,Gap",
        "1,12,Eddy,3723,0",
        "2,A,Zoë,3721,-2",
        "3,7,Jo,,21",
    ]


@pytest.mark.parametrize("name", ["=cmd()", "+1+1", "-2", "@sum"])
def test_a_name_that_a_spreadsheet_would_run_is_led_in_by_an_apostrophe(
    name: str,
) -> None:
    rows = list(csv.reader(StringIO(to_csv(sheet_of((1, "1", name, 0, 0))))))

    assert rows[1][2] == f"'{name}"


def test_commas_and_quotes_come_back_as_typed() -> None:
    name = 'Baens, "Eddy"'
    rows = list(csv.reader(StringIO(to_csv(sheet_of((1, "1", name, 0, 0))))))

    assert rows[1][2] == name


def test_several_tables_are_each_led_in_by_their_titles(sheet: Sheet) -> None:
    lines = to_csv(sheet, sheet).splitlines()

    assert lines[:2] == ["After stage 1,General", "Rank,Bib,Rider,Time,Gap"]
    assert lines[5:8] == ["", "After stage 1,General", "Rank,Bib,Rider,Time,Gap"]
