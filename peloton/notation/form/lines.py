"""The lines of a form's sheets -> the facts of a stage, as a tour file has them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from peloton.notation.form.boxes import BoxValue, box_value, expected
from peloton.notation.form.value import (
    OURS,
    TITLE_ROW,
    Box,
    FormSheet,
    StageForm,
    mark_columns,
    mark_text,
)
from peloton.notation.toml.schema import Location
from peloton.notation.toml.values import FormError
from peloton.notation.tour_file.writing import together
from peloton.notation.xlsx.reader import XlsxSheet
from peloton.rules.facts.seen import FactPath
from peloton.rules.values import shown
from peloton.rules.words import visible

Place = tuple[int, int, int]
"""A cell: the index of its sheet in the form, its row, its column."""
LAST = -1
"""Ends the path of the last cell with a fact, where several have it."""


@dataclass(frozen=True, slots=True)
class FormReading:
    """A form as it is read: what it says, as in a tour file, and where."""

    form: StageForm
    document: dict[str, object] = field(default_factory=dict)
    places: dict[FactPath, Place] = field(default_factory=dict)
    spot: Location = field(default_factory=Location)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One sheet of a form as it is read; rows and columns count from 1."""

    reading: FormReading
    index: int
    layout: FormSheet
    page: XlsxSheet

    def fault(self, row: int, column: int, message: str) -> None:
        """Report a mistake on a cell."""
        place = (self.index, row, column)
        self.reading.places["cell", *place] = place
        self.reading.spot.at("cell", *place).report(message, "cell")

    def remember(self, row: int, column: int, *path: str | int) -> None:
        """Note where a fact stands, the first and the last time it does."""
        place = (self.index, row, column)
        self.reading.places.setdefault(path, place)
        self.reading.places[*path, LAST] = place

    def column(self, key: str) -> int:
        """Return where the column of a key stands."""
        return [each.key for each in self.layout.columns].index(key) + 1

    def filled(self) -> Iterator[tuple[int, dict[str, BoxValue], bool]]:
        """Go through the rows where something was filled in: what fits, by its column.

        The last says whether all of the row does.
        """
        columns = dict(enumerate(self.layout.columns, 1))
        boxes = {n for n, column in columns.items() if column.box not in OURS}
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
                except FormError as fault:
                    self.fault(row, number, str(fault))
                    right = False
            yield row, values, right


def read_sheet(reading: FormReading, index: int, page: XlsxSheet) -> None:
    """Read a sheet of a form, unless its columns were moved."""
    sheet = _Sheet(reading, index, reading.form.sheets[index], page)
    right = True
    for number, column in enumerate(sheet.layout.columns, 1):
        cell_found = sheet.page.cells.get((TITLE_ROW, number))
        title = visible(column.title)
        if cell_found is None or cell_found.text.strip() != title.strip():
            was = cell_found.found if cell_found else "nothing"
            message = f"found {was}, expected the title '{title}': put the columns back"
            sheet.fault(TITLE_ROW, number, f"{message}, or make the form again")
            right = False
    for first_row, first_column, last_row, _ in sheet.page.merged:
        if last_row >= TITLE_ROW:
            message = "found merged cells, expected one box each: part them again"
            sheet.fault(first_row, first_column, message)
    for (row, place), cell in sheet.page.cells.items():
        if place > len(sheet.layout.columns) and row >= TITLE_ROW:
            sheet.fault(row, place, f"found {cell.found}, expected nothing here")
    if right:
        _READERS.get(sheet.layout.key, _read_orders)(sheet)


def _read_finish(sheet: _Sheet) -> None:
    """Write the lines of arrival as result lines, and remember where each stands."""
    lines: list[tuple[list[str], str]] = []
    group: list[str] = []
    wrong = False
    for row, values, right in sheet.filled():
        end = _end(sheet, row, values, group, wrong=wrong) if right else None
        if end is None:
            group, wrong = [], True
            continue
        bib = str(values["bib"])
        sheet.remember(row, sheet.column("bib"), "finish", bib)
        if "group" in values:
            group.append(bib)
            continue
        bibs = [bib]
        lines.append((bibs, end))
        sheet.remember(row, sheet.column("bib") + 2, "finish", len(lines))
        group, wrong = [] if "status" in values else bibs, False
    if lines:
        sheet.reading.document["finish"] = "\n".join(
            f"{together(bibs)} {end}" for bibs, end in lines
        )


def _end(
    sheet: _Sheet,
    row: int,
    values: Mapping[str, BoxValue],
    group: Sequence[str],
    *,
    wrong: bool,
) -> str | None:
    """Return mark and status of a row as on a result line; None if the row is wrong.

    `group` are the riders whose mark the row may share, `wrong` says that they could
    not be read, which was reported already.
    """
    columns = {each.key: each for each in sheet.layout.columns}
    form = sheet.reading.form.mark
    marks = [each.key for each in mark_columns(form) if each.key in columns]
    filled = [key for key in marks if key in values]
    lacking = [key for key in marks if key not in values]
    status = str(values.get("status", ""))
    fault: tuple[str, str] | None = None
    if "bib" not in values:
        fault = "bib", "found nothing, expected the bib of the line"
    elif "group" in values:
        if filled or status:
            key = (*filled, "status")[0]
            message = f"found {shown(values[key])} in a group, expected nothing:"
            fault = key, f"{message} the line shares the mark of the line above"
        elif not group and not wrong:
            fault = "group", "found yes, expected a line with a mark above, to share it"
        elif not group:
            return None
    elif filled and lacking:
        fault = lacking[0], f"found nothing, expected {expected(columns[lacking[0]])}"
    elif not marks and not status:
        fault = "status", "found nothing, expected a status"
    if fault is not None:
        sheet.fault(row, sheet.column(fault[0]), fault[1])
        return None
    mark = mark_text(form, [values[key] for key in filled]) if filled else ""
    return f"{mark} {status}".strip()


def _read_orders(sheet: _Sheet) -> None:
    """Read the order in each column, and remember where each rider stands."""
    key, columns = sheet.layout.key, sheet.layout.columns
    orders: dict[str, list[BoxValue]] = {
        column.key: [] for column in columns if column.box not in OURS
    }
    for column, row, name, who in sorted(
        (sheet.column(name), row, name, who)
        for row, values, _ in sheet.filled()
        for name, who in values.items()
    ):
        orders[name].append(who)
        path = (key,) if key in _LISTS else (key, name)
        sheet.remember(row, column, *path)
        sheet.remember(row, column, *path, who)
    if key in _LISTS:
        _keep_list(sheet, list(orders.values()))
    elif filled := {name: order for name, order in orders.items() if order}:
        sheet.reading.document[key] = filled


def _keep_list(sheet: _Sheet, orders: list[list[BoxValue]]) -> None:
    """Keep laps or heats, up to the last that was filled in; none may be left out."""
    while orders and not orders[-1]:
        del orders[-1]
    for number, order in enumerate(orders, 2):
        if not order:
            message = "found nothing, expected the order: one after it is filled in"
            sheet.fault(TITLE_ROW + 1, number, message)
    if orders:
        key = sheet.layout.key
        sheet.reading.document[key] = orders[0] if key == "eliminated" else orders


def _read_table(sheet: _Sheet) -> None:
    """Read each row as a table of a tour file: a ruling, an offer."""
    key = sheet.layout.key
    tables: list[Mapping[str, BoxValue]] = []
    yes = {c.key for c in sheet.layout.columns if c.box is Box.YES}
    for row, values, right in sheet.filled():
        if not right:
            continue
        index = len(tables)
        tables.append({name: name in yes or cell for name, cell in values.items()})
        sheet.remember(row, 2, key, index)
        for name in values:
            sheet.remember(row, sheet.column(name), key, index, name)
    if tables:
        sheet.reading.document[key] = tables


def _read_counts(sheet: _Sheet) -> None:
    """Read what is counted of each rider or team: extra turns, cards."""
    counted: dict[str, dict[str, BoxValue]] = {}
    head, whose = ("team", "team") if sheet.layout.key == "teams" else ("bib", "rider")
    for row, values, right in sheet.filled():
        if not right:
            continue
        who = str(values.pop(head, ""))
        if not who:
            sheet.fault(row, 2, f"found nothing, expected the {head} of the line")
        for key, count in values.items():
            if who in counted.setdefault(key, {}):
                message = f"{whose} {who} is counted twice, expected once"
                sheet.fault(row, sheet.column(key), message)
            counted[key][who] = count
            sheet.remember(row, sheet.column(key), key, who)
    sheet.reading.document.update(counted)


_LISTS = ("laps", "heats", "eliminated")
_READERS = {
    "finish": _read_finish,
    "ruling": _read_table,
    "offer": _read_table,
    "riders": _read_counts,
    "teams": _read_counts,
}
