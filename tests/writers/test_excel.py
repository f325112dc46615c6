"""Excel can open every workbook without repairs."""

from dataclasses import replace

import pytest
from openpyxl.utils.escape import unescape

from peloton.notation.catalogue import builtin_catalogue
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.reports.tour.tour import workbook_sheets
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import Language
from peloton.writers.workbook.book import to_xlsx
from tests.drawing import cases_by_cost, slow_but
from tests.writers.conftest import sheet_of
from tests.writers.excel import refused
from tests.writers.reported import (
    HOSTILE_TOUR,
    SLOW,
    TOURS,
    every_tour,
    race_of,
    workbook_of,
    written,
)
from tests.writers.test_xlsx import opened

FACES = "\N{GRINNING FACE}" * 40
"""A name of emoji; Excel counts each as two letters."""


@every_tour
def test_nothing_in_the_workbook_of_a_tour_is_refused(tour: str) -> None:
    assert refused(workbook_of(tour)) == []


@pytest.mark.parametrize("tour", cases_by_cost(TOURS, [HOSTILE_TOUR], SLOW))
def test_nothing_in_any_report_is_refused(tour: str) -> None:
    assert refused(written(".xlsx", tour)) == []


@pytest.mark.parametrize("language", slow_but(Language, Language.FRENCH))
def test_nothing_is_refused_in_any_language(language: Language) -> None:
    sheets = workbook_sheets(race_of(HOSTILE_TOUR))
    said = in_language(sheets, language, builtin_catalogue(language))

    assert refused(to_xlsx(said)) == []


def test_a_tab_is_named_in_as_many_letters_as_excel_counts(sheet: Sheet) -> None:
    named = replace(sheet, name=FACES)

    assert refused(to_xlsx((named, named))) == []


def test_a_text_is_cut_where_excel_ends_it() -> None:
    assert refused(to_xlsx([sheet_of((1, "1", FACES * 500, 0, 0))])) == []


def test_a_sum_may_be_of_300_stages() -> None:
    stages = tuple(Column(title=f"S{n}", kind=ColumnKind.NUMBER) for n in range(300))
    total = Column(
        title="Total",
        kind=ColumnKind.NUMBER,
        formula="".join(("-" if n % 2 else "+") + f"{{{n}}}" for n in range(300)),
    )
    added = "+".join(f"{{{n}}}" for n in range(300))
    plain = replace(total, title="All", formula=added)
    row = (*(1 for _ in stages), 0, 300)
    table = Table(name="T", title="T", columns=(*stages, total, plain), rows=(row,))

    assert refused(to_xlsx([Sheet(title="T", tables=(table,))])) == []


def test_what_excel_takes_for_an_escape_is_shown_as_typed() -> None:
    """`_x0041_` in a workbook is an A."""
    name = "_x0041_x000d_ x_"
    sheet = sheet_of((1, "1", name, 0, 0))
    column = replace(sheet.tables[0].columns[2], title="_x0042_")
    columns = (*sheet.tables[0].columns[:2], column, *sheet.tables[0].columns[3:])
    data = replace(sheet, tables=(replace(sheet.tables[0], columns=columns),))
    page = opened(data)["General"]

    assert unescape(page["C5"].value) == name
    assert unescape(page["C4"].value) == "_x0042_"
    assert refused(to_xlsx([data])) == []
