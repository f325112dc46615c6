"""The workbook, read back cell by cell."""

import datetime as dt
from dataclasses import replace
from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from peloton.reports.sheet import Column, Sheet, Table
from peloton.writers.xlsx import to_xlsx
from tests.writers.conftest import sheet_of


def opened(*sheets: Sheet) -> Workbook:
    return load_workbook(BytesIO(to_xlsx(sheets)))


def test_the_title_stands_above_the_table(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert [page["A1"].value, page["A2"].value, page["A3"].value] == [
        *("After stage 1", "Ronde", "General"),
    ]
    assert [cell.value for cell in page[4]] == ["Rank", "Bib", "Rider", "Time", "Gap"]


def test_ranks_and_bibs_are_numbers_and_a_bib_of_letters_is_text(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert [page["A5"].value, page["B5"].value, page["B6"].value] == [1, 12, "A"]


def test_a_bib_with_a_leading_nought_stays_as_it_is_worn() -> None:
    page = opened(sheet_of((1, "007", "Eddy", 0, 0)))["General"]

    assert page["B5"].value == "007"


def test_a_time_is_a_duration(sheet: Sheet) -> None:
    cell = opened(sheet)["General"]["D5"]

    assert cell.value == dt.timedelta(hours=1, minutes=2, seconds=3)
    assert cell.number_format == "[h]:mm:ss"


def test_a_negative_gap_is_a_negative_duration(sheet: Sheet) -> None:
    assert opened(sheet)["General"]["E6"].value == dt.timedelta(seconds=-2)


def test_dates_count_from_1904_or_excel_shows_no_negative_duration(
    sheet: Sheet,
) -> None:
    assert opened(sheet).epoch == CALENDAR_MAC_1904


def test_tenths_of_a_round_are_numbers_shown_with_an_apostrophe() -> None:
    """CI-2."""
    cell = opened(sheet_of((1, "1", "Eddy", 13, 0), unit="tenths"))["General"]["D5"]

    assert cell.value == 13
    assert cell.number_format == '0"\'"0'


@pytest.mark.parametrize("name", ["=cmd()", "+1+1", "-2", "@sum", "#N/A", "=1"])
def test_a_name_is_never_a_formula_or_an_error(name: str) -> None:
    cell = opened(sheet_of((1, "1", name, 0, 0)))["General"]["C5"]

    assert (cell.value, cell.data_type) == (name, "s")


def test_a_title_is_never_a_formula(sheet: Sheet) -> None:
    cell = opened(replace(sheet, title="=1+1"))["General"]["A1"]

    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_control_characters_are_written_out(hostile: Sheet) -> None:
    names = {cell.value for cell in opened(hostile)["General"]["C"]}

    assert {r"a\x1b[31mb", r"\ud800", r"a\nb\tc"} <= names


def test_headers_stay_in_sight_and_have_filters(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert page.freeze_panes == "D5"
    assert page.auto_filter.ref == "A4:E7"
    assert page.print_title_rows == "$1:$4"


def test_it_prints_on_a4_as_wide_as_the_page(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert page.page_setup.paperSize == 9
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)


def test_columns_are_as_wide_as_their_longest_name() -> None:
    page = opened(sheet_of((1, "1", "x" * 40, 0, 0)))["General"]

    assert page.column_dimensions["C"].width >= 40


def test_tab_names_are_legal_and_unique(sheet: Sheet) -> None:
    names = [
        *("a/b:c", "A-B-C", "x" * 40, "x" * 40, "", "'quoted'", "History"),
        "=cmd()",
    ]
    book = opened(*(replace(sheet, name=name) for name in names))

    assert book.sheetnames == [
        *("a-b-c", "A-B-C (2)", "x" * 31, f"{'x' * 27} (2)", "After stage 1"),
        *("quoted", "History-", "=cmd()"),
    ]


def test_columns_of_one_title_stand_below_one_another(sheet: Sheet) -> None:
    teams = Table(
        name="Teams",
        title="Teams",
        columns=(Column(title="Code"), Column(title="Time")),
        rows=(("MOL", 21),),
    )
    page = opened(replace(sheet, tables=(*sheet.tables, teams)))["General"]

    assert (page["A10"].value, page["D10"].value) == ("Code", "Time")
    assert (page["A11"].value, page["D11"].value) == ("MOL", 21)


def test_a_workbook_of_nothing_still_opens() -> None:
    assert opened().sheetnames == ["Empty"]
