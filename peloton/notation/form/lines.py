"""Convert a filled-in form to desk lines, and record the cells of each line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from peloton.notation.desk.lines import quote_name
from peloton.notation.form.value import (
    PREFILLED,
    TITLE_ROW,
    Box,
    BoxValue,
    FormSheet,
    StageForm,
    box_value,
    expected_content,
    mark_columns,
    mark_text,
)
from peloton.notation.toml.schema import Location
from peloton.notation.toml.values import FieldError
from peloton.notation.xlsx.reader import XlsxSheet
from peloton.rules.values import quote
from peloton.rules.words import printable

Place = tuple[int, int, int]
"""A cell: the index of its sheet in the form, its row and its column."""
_LineCells = dict[str, Place]
"""The cells of one line, keyed by bib; the key "" holds the cell of the whole line."""


@dataclass(frozen=True, slots=True)
class FormReading:
    """The desk lines made from a form so far, and the cells that they come from.

    `spot` collects the mistakes in cells and sheets.
    """

    form: StageForm
    lines: list[str] = field(default_factory=list)
    cells: list[_LineCells] = field(default_factory=list)
    spot: Location = field(default_factory=Location)

    def write(self, line: str, cells: _LineCells) -> None:
        """Add a line and its cells; the first cell stands for the whole line."""
        self.lines.append(line)
        self.cells.append({"": next(iter(cells.values())), **cells})


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A worksheet of the form being read; rows and columns are counted from 1."""

    reading: FormReading
    index: int
    layout: FormSheet
    page: XlsxSheet

    def fault(self, row: int, column: int, message: str) -> None:
        """Report a mistake in a cell."""
        at = self.reading.spot.at("cell", *self.place(row, column))
        at.report(message, "cell")

    def place(self, row: int, column: int) -> Place:
        """Return the position of a cell on this sheet."""
        return (self.index, row, column)

    def column(self, key: str) -> int:
        """Return the number of the column with this key, from 1."""
        return [column.key for column in self.layout.columns].index(key) + 1

    def filled(self) -> Iterator[tuple[int, dict[str, BoxValue], bool]]:
        """Yield each filled-in row's number, and its valid values keyed by column.

        The third item is True if all values in the row are valid.
        """
        columns = dict(enumerate(self.layout.columns, 1))
        boxes = {n for n, column in columns.items() if column.box not in PREFILLED}
        filled = {row for row, number in self.page.cells if number in boxes}
        for row in sorted(row for row in filled if row > TITLE_ROW):
            values: dict[str, BoxValue] = {}
            right = True
            for number, column in columns.items():
                cell = self.page.cells.get((row, number))
                if cell is None or column.box in (Box.LINE, Box.NAME):
                    continue
                try:
                    values[column.key] = box_value(cell, column, self.reading.form)
                except FieldError as fault:
                    self.fault(row, number, str(fault))
                    right = False
            yield row, values, right


def read_sheet(reading: FormReading, index: int, page: XlsxSheet) -> None:
    """Read a sheet of a form; a moved or renamed column is reported as a mistake."""
    sheet = _Sheet(reading, index, reading.form.sheets[index], page)
    right = True
    for number, column in enumerate(sheet.layout.columns, 1):
        cell_found = sheet.page.cells.get((TITLE_ROW, number))
        title = printable(column.title)
        if cell_found is None or cell_found.text.strip() != title.strip():
            found = cell_found.found if cell_found else "nothing"
            message = (
                f"found {found}, expected the title '{title}': put the columns back"
            )
            sheet.fault(TITLE_ROW, number, f"{message}, or create a new form")
            right = False
    for first_row, first_column, last_row, _ in sheet.page.merged:
        if last_row >= TITLE_ROW:
            message = "found merged cells, expected separate boxes: split them again"
            sheet.fault(first_row, first_column, message)
    for (row, place), cell in sheet.page.cells.items():
        if place > len(sheet.layout.columns) and row >= TITLE_ROW:
            sheet.fault(row, place, f"found {cell.found}, expected nothing here")
    if right:
        _READERS.get(sheet.layout.key, _read_orders)(sheet)


def _read_finish(sheet: _Sheet) -> None:
    """Convert each row of the form's finish sheet to a result line."""
    lines, cells = sheet.reading.lines, sheet.reading.cells
    group: list[str] = []
    end, wrong = "", False
    column = sheet.column("bib")
    for row, values, right in sheet.filled():
        ending = _ending(sheet, row, values, group, wrong=wrong) if right else None
        if ending is None:
            group, wrong = [], True
            continue
        bib, wrong = str(values["bib"]), False
        place = sheet.place(row, column)
        if "group" in values:
            group.append(bib)
            lines[-1] = f"({' '.join(group)}) {end}"
            cells[-1][bib] = place
            continue
        end, status = ending
        group = [] if status else [bib]
        line = f"({bib}) {end} {status}".rstrip() if end else f"{status} {bib}"
        mark = sheet.place(row, column + 2)
        sheet.reading.write(line, {"": mark, bib: place})


def _ending(
    sheet: _Sheet,
    row: int,
    values: Mapping[str, BoxValue],
    group: Sequence[str],
    *,
    wrong: bool,
) -> tuple[str, str] | None:
    """Return a row's mark and status as on a result line; None if the row is invalid.

    A row without a mark has the same mark as `group`, the riders in the rows above it.
    `wrong` is True if the row above is invalid, which has already been reported.
    """
    columns = {column.key: column for column in sheet.layout.columns}
    form = sheet.reading.form.mark
    marks = [mark.key for mark in mark_columns(form) if mark.key in columns]
    filled = [key for key in marks if key in values]
    missing = [key for key in marks if key not in values]
    status = str(values.get("status", ""))
    fault: tuple[str, str] | None = None
    if "bib" not in values:
        fault = "bib", "found nothing, expected the bib of the row"
    elif "group" in values:
        if filled or status:
            key = (*filled, "status")[0]
            message = f"found {quote(values[key])} in a group, expected nothing:"
            fault = key, f"{message} the row shares the mark of the row above"
        elif not group and not wrong:
            fault = "group", "found yes, expected a mark in the row above, to share it"
        elif not group:
            return None
    elif filled and missing:
        fault = (
            missing[0],
            f"found nothing, expected {expected_content(columns[missing[0]])}",
        )
    elif not marks and not status:
        fault = "status", "found nothing, expected a status"
    if fault is not None:
        sheet.fault(row, sheet.column(fault[0]), fault[1])
        return None
    mark = mark_text(form, [values[key] for key in filled]) if filled else ""
    return mark, status


def _read_orders(sheet: _Sheet) -> None:
    """Convert each column of bibs to a desk line: a label and an order of riders."""
    key = sheet.layout.key
    orders: dict[str, dict[Place, str]] = {
        column.key: {} for column in sheet.layout.columns if column.box not in PREFILLED
    }
    for row, values, _ in sheet.filled():
        for name, rider in values.items():
            orders[name][sheet.place(row, sheet.column(name))] = str(rider)
    last = max((n for n, order in enumerate(orders.values()) if order), default=0)
    for number, (name, order) in enumerate(orders.items()):
        if order:
            label = quote_name(name) if key == "crossings" else name
            line = f"{label}: {' '.join(order.values())}"
            sheet.reading.write(line, {rider: at for at, rider in order.items()})
        elif number < last and key in ("laps", "heats"):
            message = "found nothing, expected an order as in later columns"
            sheet.fault(TITLE_ROW + 1, number + 2, message)


def _read_lines(sheet: _Sheet) -> None:
    """Read each row of the sheet "Other lines" as a desk line."""
    for row, values, _ in sheet.filled():
        if text := values.get("text"):
            sheet.reading.write(str(text), {"": sheet.place(row, 2)})


_READERS = {"finish": _read_finish, "other": _read_lines}
