"""Every report in every format, on every sample tour and on a hostile one.

Reports and formats are found in the package, so that new ones are tested too.
"""

import csv
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from io import BytesIO, StringIO
from itertools import chain
from pathlib import Path

import openpyxl
import pytest

from peloton.api.formats import FILE_ENDINGS, OutputFormat, sheet_text
from peloton.reports.sheet import ColumnKind, Sheet, printed_rows
from peloton.rules.words import printable
from tests.writers.markup import Page
from tests.writers.reported import (
    HOSTILE_TOUR,
    TOURS,
    every_tour,
    made,
    race_of,
    reports,
    sheets_of,
    written,
)

Rows = list[list[str]]
PDFTOTEXT = shutil.which("pdftotext")
FIGURES = frozenset(ColumnKind) - {ColumnKind.TEXT, ColumnKind.SHEET, ColumnKind.BIB}


def as_shown(sheets: Sequence[Sheet]) -> Rows:
    """Return every printed row of every table."""
    return [
        list(row)
        for sheet in sheets
        for table in sheet.tables
        for row in printed_rows(table, sheet.unit)
    ]


def as_line(cells: Sequence[str]) -> str:
    """Return a row as a line, regardless of the column widths."""
    return " ".join(" ".join(cells).split())


def lines_of(text: str) -> set[str]:
    return {as_line([line]) for line in text.splitlines()}


def test_every_report_is_one_of_those_rendered_below() -> None:
    """On one of the tours at least; a report that asks for more says so here."""
    assert [
        name
        for name, report in reports().items()
        if not any(made(name, report, race_of(tour)) for tour in TOURS)
    ] == []


@every_tour
def test_every_report_can_be_written_to_a_file(tour: str) -> None:
    """A workbook too: in test_excel, where it is also read."""
    assert [
        end for end in FILE_ENDINGS if end != ".xlsx" and not written(end, tour)
    ] == []


@every_tour
def test_text_has_every_row(tour: str) -> None:
    lines = lines_of(sheet_text(sheets_of(tour), OutputFormat.TEXT))

    assert {as_line(row) for row in as_shown(sheets_of(tour))} <= lines


@every_tour
def test_bbcode_has_every_row_and_no_tag_of_a_name(tour: str) -> None:
    text = sheet_text(sheets_of(tour), OutputFormat.BBCODE)
    lines = lines_of(text.replace("[\u200b", "["))

    assert {as_line(row) for row in as_shown(sheets_of(tour))} <= lines
    assert set(re.findall(r"\[[^\u200b\]]*\]", text)) == {
        *("[b]", "[/b]", "[code]", "[/code]"),
    }


@every_tour
def test_markdown_has_every_row(tour: str) -> None:
    text = sheet_text(sheets_of(tour), OutputFormat.MARKDOWN)
    bars = [line[2:-2] for line in text.splitlines() if line.startswith("| ")]
    rows = [
        [re.sub(r"\\(.)", r"\1", cell) for cell in re.split(r"(?<!\\) \| ", line)]
        for line in bars
    ]

    missing = [row for row in as_shown(sheets_of(tour)) if row not in rows]
    assert missing == []


@every_tour
def test_csv_has_every_cell_and_no_formula(tour: str) -> None:
    rows = list(csv.reader(StringIO(sheet_text(sheets_of(tour), OutputFormat.CSV))))
    expected = [
        [_plain(cell) for cell in row]
        for sheet in sheets_of(tour)
        for table in sheet.tables
        for row in table.rows
    ]

    found = {tuple(sorted(filter(None, row[2:]))) for row in rows}
    missing = [row for row in expected if tuple(sorted(filter(None, row))) not in found]
    assert missing == []
    assert {len(row) for row in rows} == {len(rows[0])}
    assert [c for row in rows for c in row if re.match(r"[=+@]|-(?![\d:]+$)", c)] == []


def _plain(cell: str | int | None) -> str:
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    runs = cell.startswith(("=", "+", "-", "@")) and ":" not in cell
    return f"'{printable(cell)}" if runs else printable(cell)


@every_tour
def test_json_has_every_cell(tour: str) -> None:
    found = json.loads(sheet_text(sheets_of(tour), OutputFormat.JSON))["sheets"]

    assert [[table["rows"] for table in sheet["tables"]] for sheet in found] == [
        [
            [[None if cell == "" else cell for cell in row] for row in table.rows]
            for table in sheet.tables
        ]
        for sheet in sheets_of(tour)
    ]


@every_tour
def test_a_page_has_every_row_and_no_tag_of_a_name(tour: str) -> None:
    page = Page(written(".html", tour).decode())

    assert [row for grid in page.grids for row in grid.rows] == as_shown(
        sheets_of(tour)
    )
    assert not {"b", "i", "img", "iframe"} & {tag for tag, _ in page.tags}
    assert [tag for tag, _ in page.tags].count("script") == 1


@pytest.mark.parametrize(
    "tour",
    [pytest.param("cyclo", marks=pytest.mark.slow), HOSTILE_TOUR],
    scope="module",
)
def test_a_workbook_has_every_text_and_runs_none(tour: str) -> None:
    book = openpyxl.load_workbook(BytesIO(written(".xlsx", tour)), read_only=True)
    cells = [cell for page in book for row in page.iter_rows() for cell in row]
    texts = {str(cell.value) for cell in cells if cell.value is not None}
    expected = {
        printable(cell)
        for sheet in sheets_of(tour)
        for table in sheet.tables
        for row in table.rows
        for cell, column in zip(row, table.columns, strict=True)
        if isinstance(cell, str) and cell and column.kind is not ColumnKind.DATE
    }
    formulas = [str(cell.value) for cell in cells if cell.data_type == "f"]

    assert expected - texts == set()
    assert [
        each for each in formulas if 'HYPERLINK("x")' in each or each == "=1+1"
    ] == []


@pytest.mark.skipif(PDFTOTEXT is None, reason="pdftotext is not installed")
@every_tour
def test_a_print_has_every_figure(tour: str, tmp_path: Path) -> None:
    """Figures only: a name may be broken into lines. A cover is drawn from a choice."""
    assert PDFTOTEXT is not None
    file = tmp_path / "tour.pdf"
    file.write_bytes(written(".pdf", tour))
    read = subprocess.run(  # noqa: S603 - a program that is installed here
        [PDFTOTEXT, "-layout", str(file), "-"], check=True, capture_output=True
    )
    found = Counter(read.stdout.decode().split())
    expected = Counter(
        cell
        for sheet in sheets_of(tour)
        for table in (() if sheet.cover else sheet.tables)
        for row in printed_rows(table, sheet.unit)
        for cell, column in zip(row, table.columns, strict=True)
        if column.kind in FIGURES and re.fullmatch(r"[-+0-9:']+", cell)
    )

    assert expected
    assert expected - found == Counter()


@pytest.mark.parametrize("form", OutputFormat)
def test_nothing_in_a_hostile_tour_acts_on_a_terminal(form: OutputFormat) -> None:
    text = sheet_text(sheets_of(HOSTILE_TOUR), form)
    if form is OutputFormat.TSV:
        text = text.replace("\t", " ")

    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", text
    )


def test_a_hostile_tour_is_as_long_as_any() -> None:
    """Or nothing above would be tested: every name is in some row."""
    cells = set(chain.from_iterable(as_shown(sheets_of(HOSTILE_TOUR))))

    assert {'=HYPERLINK("x")', "<b>x</b>", "&amp;", "</script>", "W" * 300} <= cells
