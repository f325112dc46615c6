"""The least that anybody would have to do: what the benchmarks are measured against.

Each does the same amount of the same work in the plainest loop there is, without a
rule, a check or a layout.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from html import escape
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from peloton.reports.sheet import Sheet, shown_rows
from peloton.rules.results import Race

DAY = timedelta(days=1)
LETTERS = [get_column_letter(number) for number in range(1, 1000)]

Times = Sequence[Sequence[tuple[str, int]]]
"""Bib and time of everybody home, stage by stage."""

Cells = Sequence[Sequence[Sequence[tuple[Any, Any]]]]
"""Value and named style of each cell of a workbook, row by row and tab by tab."""


def stage_times(race: Race) -> Times:
    """What the floor of the scoring adds up."""
    return [
        [(line.bib, line.time) for line in done.result if line.time is not None]
        for done in race.stages
    ]


def sums_and_sorts(times: Times) -> list[list[tuple[int, str]]]:
    """Add up the times and sort the riders, after every stage."""
    totals: dict[str, int] = {}
    standings = []
    for stage in times:
        for bib, time in stage:
            totals[bib] = totals.get(bib, 0) + time
        standings.append(sorted((total, bib) for bib, total in totals.items()))
    return standings


def cells_of(workbook: bytes) -> Cells:
    """What the floor of a workbook writes: value and style of every cell, by tab."""
    return [
        [[(cell.value, cell.style) for cell in row] for row in page]
        for page in load_workbook(BytesIO(workbook)).worksheets
    ]


def plain_workbook(cells: Cells) -> bytes:
    """Write the same cells as strings of XML, packed as tightly, and nothing else."""
    file = BytesIO()
    styles: dict[str, int] = {}
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=3) as archive:
        for tab, rows in enumerate(cells):
            written = [
                f'<row r="{number}">{"".join(_plain_cells(number, row, styles))}</row>'
                for number, row in enumerate(rows, 1)
            ]
            archive.writestr(f"{tab}.xml", "".join(written))
    return file.getvalue()


def _plain_cells(
    number: int, row: Sequence[tuple[Any, Any]], styles: dict[str, int]
) -> Iterable[str]:
    for column, (value, style) in enumerate(row):
        if value is None:
            continue
        head = f'<c r="{LETTERS[column]}{number}" s="{styles.setdefault(style, 1)}"'
        if isinstance(value, str):
            text = escape(value, quote=False)
            yield f'{head} t="inlineStr"><is><t>{text}</t></is></c>'
        else:
            days = value / DAY if isinstance(value, timedelta) else value
            yield f'{head} t="n"><v>{days}</v></c>'


def plain_pdf(sheets: Iterable[Sheet]) -> bytes:
    """Draw the same strings on pages of 60 rows, without a layout."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=1)
    for sheet in sheets:
        for table in sheet.tables:
            for number, row in enumerate(shown_rows(table, sheet.unit)):
                if number and number % 60 == 0:
                    canvas.showPage()
                for column, text in enumerate(row):
                    canvas.drawString(30 + 60 * column, 800 - 12 * (number % 60), text)
            canvas.showPage()
    canvas.save()
    return file.getvalue()
