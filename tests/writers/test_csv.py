"""Comma-separated values."""

import csv
from dataclasses import replace
from io import StringIO

import pytest

from peloton.reports.sheet import Column, Sheet, Table
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


def test_several_tables_are_one_table_with_one_header(sheet: Sheet) -> None:
    teams = Table(
        name="teams",
        title="Teams",
        columns=(Column("Rank"), Column("Code"), Column("Code")),
        rows=((1, "MOL", "=1"),),
    )
    both = replace(sheet, tables=(*sheet.tables, teams))
    lines = to_csv(both).splitlines()

    assert lines[0] == "Table,Rank,Bib,Rider,Time,Gap,Code,Code"
    assert lines[1].startswith("General,1,")
    assert lines[-1] == "Teams,1,,,,,MOL,'=1"
    assert len(lines) == len(sheet.tables[0].rows) + 2
    assert {line.count(",") for line in lines} == {7}
    several = to_csv(sheet, both).splitlines()
    assert several[0] == "Sheet,Table,Rank,Bib,Rider,Time,Gap,Code,Code"
    assert several[-1] == "After stage 1,Teams,1,,,,,MOL,'=1"
    assert to_csv(replace(sheet, tables=())) == ""


def test_tabs_separate_the_cells_of_tsv(sheet: Sheet) -> None:
    first = to_csv(sheet, delimiter="\t").splitlines()[0]
    assert first == "Rank\tBib\tRider\tTime\tGap"
