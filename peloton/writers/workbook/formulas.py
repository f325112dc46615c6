"""Formulas that add a row up again, written with their results.

openpyxl writes a formula without its result. Programs that only show a workbook, on a
phone or before it is trusted, would leave the cell empty.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openpyxl.cell._writer import write_cell
from openpyxl.cell.cell import Cell as Written
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.xml.functions import Element, SubElement

from peloton.reports.sheet import Cell, Column

DAY = 86_400
_ARGUMENTS = 255
"""The most that one SUM takes."""


def sum_formula(column: Column, letters: Mapping[str, str]) -> str:
    """Add up the columns that a column is the sum of; `{0}` is the row.

    `letters` are those of the columns, by title.
    """
    added = [f"{letters[t]}{{0}}" for t, sign in addends(column) if sign > 0]
    taken = [f"{letters[t]}{{0}}" for t, sign in addends(column) if sign < 0]
    return (_sums("+", added).removeprefix("+") or "0") + _sums("-", taken)


def _sums(sign: str, cells: Sequence[str]) -> str:
    starts = range(0, len(cells), _ARGUMENTS)
    parts = (",".join(cells[at : at + _ARGUMENTS]) for at in starts)
    return "".join(f"{sign}SUM({part})" for part in parts)


def check_formula(ours: str, added: str, *, durations: bool) -> str:
    """Compare two columns; durations are fractions of a day, and so to the second."""
    if durations:
        return f"ROUND(({ours}{{0}}-{added}{{0}})*{DAY},0)=0"
    return f"{ours}{{0}}={added}{{0}}"


def addends(column: Column) -> Iterable[tuple[str, int]]:
    """Return the titles of the columns that a column is the sum of, with 1 or -1."""
    for title in column.sum_of:
        yield (title[1:], -1) if title.startswith("-") else (title, 1)


def added_up(column: Column, columns: Sequence[Column], row: Sequence[Cell]) -> int:
    """Add up the cells that a cell is the sum of, as the formula does."""
    places = {each.title: place for place, each in enumerate(columns)}
    cells = ((row[places[title]], sign) for title, sign in addends(column))
    return sum(cell * sign for cell, sign in cells if isinstance(cell, int))


class Formula(Written):
    """A cell with a formula and its `result`."""

    __slots__ = ("formula", "result")

    def __init__(self, page: Worksheet, style: str) -> None:
        """Make a cell in a style, to be filled in and written again and again."""
        super().__init__(page, row=1, column=1)
        self.style = style
        self.formula = ""
        self.result: float = 0


class FormulaWriter(WorksheetWriter):
    """Writes the rows of a tab that has formulas."""

    def write_row(self, xf: Any, row: Iterable[Any], row_idx: int) -> None:  # noqa: ANN401 - openpyxl does not type it
        """Write a row as openpyxl does, but for its formulas."""
        size = getattr(self.ws, "row_dimensions", {}).get(row_idx, {})
        with xf.element("row", {"r": str(row_idx), **dict(size)}):
            for cell in row:
                if isinstance(cell, Formula):
                    xf.write(_element(cell))
                elif cell.value is not None or cell.has_style:
                    write_cell(xf, self.ws, cell, cell.has_style)


def _element(cell: Formula) -> Any:  # noqa: ANN401 - of whichever XML package is there
    kind = "b" if isinstance(cell.result, bool) else "n"
    attributes = {"r": cell.coordinate, "s": str(cell.style_id), "t": kind}
    element = Element("c", attributes)
    SubElement(element, "f").text = cell.formula
    SubElement(element, "v").text = str(
        int(cell.result) if isinstance(cell.result, bool) else cell.result
    )
    return element


def prepare(page: Worksheet) -> None:
    """Have the rows of a tab written by a FormulaWriter; its top must be set up."""
    # What a write-only tab does by itself before its first row.
    writer = FormulaWriter(page)
    writer.write_top()
    vars(page)["_writer"] = writer
