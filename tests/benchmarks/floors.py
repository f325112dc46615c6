"""Baselines for the benchmarks: the minimum work that a job needs.

Each baseline does the same amount of the same work in the simplest possible loop,
without rules, checks or a layout.
"""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook, load_workbook
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from peloton.reports.sheet import Sheet, printed_rows
from peloton.rules.results import Race
from peloton.writers.workbook.styles import named_styles

Times = Sequence[Sequence[tuple[str, int]]]
"""The bib and the time of every finisher, stage by stage."""

Cells = Sequence[Sequence[Sequence[tuple[Any, Any]]]]
"""Value and named style of each cell of a workbook, row by row and tab by tab."""


def stage_times(race: Race) -> Times:
    """Return the times that the baseline of the scoring adds up."""
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
    """Return the value and the style of every cell, which the baseline writes again."""
    return [
        [[(cell.value, cell.style) for cell in row] for row in page]
        for page in load_workbook(BytesIO(workbook)).worksheets
    ]


def plain_workbook(cells: Cells) -> bytes:
    """Write the same cells in the same styles with openpyxl, and nothing else."""
    book = Workbook()
    for style in named_styles():
        book.add_named_style(style)
    for tab in cells:
        page = book.create_sheet()
        for number, row in enumerate(tab, 1):
            for column, (value, style_name) in enumerate(row, 1):
                if value is not None or style_name != "Normal":
                    cell = page.cell(number, column, value)
                    if style_name != "Normal":
                        cell.style = style_name
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def plain_pdf(sheets: Iterable[Sheet]) -> bytes:
    """Draw the same strings on pages of 60 rows, without a layout."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=1)
    for sheet in sheets:
        for table in sheet.tables:
            for number, row in enumerate(printed_rows(table, sheet.unit)):
                if number and number % 60 == 0:
                    canvas.showPage()
                for column, text in enumerate(row):
                    canvas.drawString(30 + 60 * column, 800 - 12 * (number % 60), text)
            canvas.showPage()
    canvas.save()
    return file.getvalue()
