"""A workbook as openpyxl saves it, but for the rows, which are written already."""

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from peloton.writers.workbook.looks import named_styles
from peloton.writers.workbook.rows import Rows

_LEVEL = 3
"""Half the work of the usual 6, for a file an eighth larger."""
_NO_ROWS = re.compile(rb"<sheetData\s*(/>|></sheetData>)")


def empty_book() -> Workbook:
    """Make a workbook without a tab, with our styles."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for style in named_styles():
        book.add_named_style(style)
    return book


def style_numbers(book: Workbook) -> Mapping[str, int]:
    """Return the number of each style of a book with a tab, by name."""
    cell = WriteOnlyCell(book.worksheets[0])
    numbers: dict[str, int] = {}
    for name in book.named_styles:
        cell.style = name
        numbers[name] = cell.style_id
    return numbers


def saved(book: Workbook, rows: Sequence[Rows]) -> bytes:
    """Save a workbook with the rows of its tabs, in their order."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        _BookWriter(book, archive, rows).write_data()
    return out.getvalue()


class _BookWriter(ExcelWriter):
    """Writes the parts of a workbook."""

    def __init__(self, book: Workbook, archive: ZipFile, rows: Sequence[Rows]) -> None:
        super().__init__(book, archive)
        self._zip, self._tabs = archive, iter(rows)

    def write_worksheet(self, ws: Worksheet) -> None:
        """Write a tab as openpyxl does, in memory, and its rows into it."""
        inside = vars(ws)
        rows = next(self._tabs)
        drawing = inside["_drawing"] = _Drawing(rows.captions)
        drawing.charts, drawing.images = inside["_charts"], []
        writer = _TabWriter(ws, BytesIO())
        inside["_hyperlinks"] += rows.links
        writer.write()
        inside["_rels"] = vars(writer)["_rels"]
        around = _NO_ROWS.split(writer.read(), 1)
        self._zip.writestr(ws.path[1:], around[0] + rows.xml() + around[-1])
        self.manifest.append(ws)


class _Drawing(SpreadsheetDrawing):
    """The charts of a tab, each with a title and a text for who cannot see it."""

    __elements__ = vars(SpreadsheetDrawing)["__elements__"]

    def __init__(self, captions: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._captions = captions

    def _chart_frame(self, idx: int) -> Any:  # noqa: ANN401 - openpyxl does not type it
        frame = vars(SpreadsheetDrawing)["_chart_frame"](self, idx)
        about = frame.nvGraphicFramePr.cNvPr
        about.name, about.descr = self._captions[idx - 1]
        return frame


class _TabWriter(WorksheetWriter):
    """Writes what is around the rows of a tab."""

    def write_dimensions(self) -> None:
        """Leave out how large a tab is: openpyxl knows of none of its cells."""
