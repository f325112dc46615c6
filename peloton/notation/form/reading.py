"""Read a filled-in form, and find the cell of every mistake.

This module checks only single cells. The form is converted to desk lines, which are
checked like any other input.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from unicodedata import normalize

from peloton.errors import PelotonError
from peloton.notation.desk.entry import Entry, entry_from_reading
from peloton.notation.desk.reading import read_desk
from peloton.notation.form.layout import (
    HIDDEN_SHEET,
    KEY_ROW,
    MARKER,
    PREFILLED,
    SAME_GROUP,
    TITLE_ROW,
    VERSION,
    Box,
    FormSheet,
    StageForm,
)
from peloton.notation.result_lines import bib_value
from peloton.notation.startlists.words import read_yes_no
from peloton.notation.toml.schema import Location
from peloton.notation.toml.values import FieldError
from peloton.notation.xlsx import CellKind, XlsxCell, XlsxSheet, cell_name
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.values import quote, word_fault
from peloton.rules.words import printable

Place = tuple[int, int, int]
"""A cell: the index of its sheet in the workbook, its row and its column."""
_LineCells = dict[str, Place]
"""The cells of one line, keyed by bib; the key "" holds the cell of the whole line."""


class FormIdentity(NamedTuple):
    """The stage number and tour name stored in a form."""

    number: int
    tour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledForm:
    """A filled-in entry form and the results read from it.

    `cells` holds, for each desk line of the `entry`, the cell of each bib.
    """

    pages: Sequence[XlsxSheet]
    entry: Entry
    cells: Sequence[Mapping[str, Place]]

    def lines(self, name: str, problems: Iterable[Problem]) -> tuple[str, ...]:
        """Return problems as `stage-2.xlsx: Finish!C7: message`, in the form's order.

        First pass problems of the tour through `Entry.with_location`, which adds the
        desk line from which their cell is found.
        """
        far = (len(self.pages), 0, 0)
        placed = [(self._place(problem) or far, problem) for problem in problems]
        placed.sort(key=lambda row: row[0])
        lines: list[str] = []
        for (sheet, row, column), problem in placed:
            cell = cell_name(self.pages[sheet].name, row, column) if row else ""
            severity = problem.severity if problem.severity != Severity.ERROR else ""
            words = filter(None, (name, cell, severity, problem.message))
            lines.append(printable(": ".join(words)))
        return tuple(lines)

    def _place(self, problem: Problem) -> Place | None:
        match problem.where:
            case ("cell", int(sheet), int(row), int(column), *_):
                return sheet, row, column
        if not problem.offset or problem.code == "missing":
            return None
        cells = self.cells[problem.offset - 1]
        unread = problem in self.entry.problems
        return cells[""] if unread else cells.get(problem.bib or "", cells[""])


def form_identity(pages: Sequence[XlsxSheet]) -> FormIdentity:
    """Read a form's stage and tour; raise PelotonError for any other workbook."""
    hidden = next((page for page in pages if page.name == HIDDEN_SHEET), None)
    cells = {} if hidden is None else hidden.cells
    marker, version, number, tour = (cells.get((row, 1)) for row in range(1, 5))
    if marker is None or marker.text != MARKER:
        raise PelotonError(
            "is not the form of a stage: 'peloton form N -o FILE.xlsx' creates one"
            f" (its hidden sheet '{HIDDEN_SHEET}' is missing)"
        )
    stage = number.whole if number else None
    if version is None or version.whole != VERSION or stage is None or tour is None:
        raise PelotonError("is a form of another version of peloton: create a new one")
    return FormIdentity(stage, tour.text)


def read_form(pages: Sequence[XlsxSheet], form: StageForm) -> FilledForm:
    """Read a filled-in form as the new results of its stage.

    A finish on the form replaces the recorded finish, an order replaces the order
    across the same line, and rulings replace all recorded rulings; other results are
    unchanged. Raises PelotonError for an empty form, or for the form of a different
    tour or stage; the caller prefixes the message with the file's name.
    """
    marker = form_identity(pages)
    if marker.number != form.number:
        raise PelotonError(
            f"is the form of stage {marker.number}, not of stage {form.number}"
        )
    if marker.tour != printable(form.tour.name):
        raise PelotonError(
            f"is a form of the tour '{marker.tour}', not of '{form.tour.name}': choose"
            " its tour with --tour, or create a new form"
        )
    reader = _Reader(form)
    keys = [page.cells.get((KEY_ROW, 1)) for page in pages]
    sheets = {key.text: number for number, key in enumerate(keys) if key is not None}
    for sheet in form.sheets:
        if sheet.key in sheets:
            reader.read(sheet, sheets[sheet.key], pages[sheets[sheet.key]])
        else:
            reader.spot.report(f"the sheet '{sheet.name}' is missing", "sheet")
    faults = tuple(reader.spot.problems)
    if not reader.lines and not faults:
        raise PelotonError("is an empty form: nothing is filled in")
    # Marks without a turn are not allowed, because the form has no current turn.
    mark = replace(form.rulebook.mark, short=None)
    lines = read_desk("\n".join(reader.lines), form.stage, mark, form.tour)
    entry = entry_from_reading(lines, form.stage)
    entry = entry._replace(problems=(*faults, *entry.problems))
    return FilledForm(pages=pages, entry=entry, cells=reader.cells)


class _Row(NamedTuple):
    """A filled-in row of a sheet: its valid values and all places, keyed by column.

    `valid` is True if all values in the row are valid.
    """

    values: dict[str, str]
    places: Mapping[str, Place]
    valid: bool


@dataclass(frozen=True, slots=True)
class _Reader:
    """The desk lines made from a form so far, and the cells that they come from.

    `spot` collects the mistakes in cells and sheets.
    """

    form: StageForm
    lines: list[str] = field(default_factory=list)
    cells: list[_LineCells] = field(default_factory=list)
    spot: Location = field(default_factory=Location)

    def read(self, sheet: FormSheet, index: int, page: XlsxSheet) -> None:
        """Read a sheet; `index` is its position in the workbook."""
        columns = {
            column: cell.text
            for (row, column), cell in page.cells.items()
            if row == KEY_ROW and column > 1
        }
        for (row, column), cell in page.cells.items():
            if row > TITLE_ROW and column > 1 and column not in columns:
                message = f"found {cell.found}, expected nothing here"
                self._fault((index, row, column), message)
        needed = {column.box: column.title for column in sheet.columns[1:]}
        missing = [needed[box] for box in needed if box not in columns.values()]
        rows = self._rows(index, page, columns)
        if missing:
            message = f"the column '{missing[0]}' is missing: create a new form"
            self._fault((index, TITLE_ROW, 1), message)
        elif sheet.key == "finish":
            self._read_finish(rows)
        else:
            self._read_lines(rows)

    def _fault(self, place: Place, message: str) -> None:
        self.spot.at("cell", *place).report(message, "cell")

    def _write(self, line: str, cells: _LineCells) -> None:
        """Add a line and its cells; the first cell stands for the whole line."""
        self.lines.append(line)
        self.cells.append({"": next(iter(cells.values())), **cells})

    def _rows(
        self, index: int, page: XlsxSheet, columns: Mapping[int, str]
    ) -> Iterator[_Row]:
        boxes = {n: key for n, key in columns.items() if key not in PREFILLED}
        filled = {row for row, column in page.cells if column in boxes}
        for row in sorted(row for row in filled if row > TITLE_ROW):
            values: dict[str, str] = {}
            valid = True
            for column, key in boxes.items():
                cell = page.cells.get((row, column))
                if cell is None:
                    continue
                try:
                    values[key] = self._content(cell, key)
                except FieldError as fault:
                    self._fault((index, row, column), str(fault))
                    valid = False
            places = {key: (index, row, column) for column, key in boxes.items()}
            yield _Row(values, places, valid)

    def _content(self, cell: XlsxCell, box: str) -> str:
        """Return the text in a box; raise FieldError if it is not valid there."""
        mark = self.form.rulebook.mark
        if cell.kind not in (CellKind.TEXT, CellKind.NUMBER):
            expected = {"bib": "a bib", "mark": f"a mark {mark.expected}"}
            message = f"found {cell.found}, expected {expected.get(box, 'a text')}"
            if cell.kind is CellKind.FORMULA:
                message += ": paste it as a value"
            if cell.kind is CellKind.DATE and box == Box.MARK:
                message += ": type ' before it, so that it stays a text"
            raise FieldError(message)
        text = " ".join(cell.written.splitlines())
        if box == Box.BIB:
            return self._bib(cell)
        if box == Box.MARK:
            return " ".join(normalize("NFKC", text).split())
        if box == Box.STATUS and text.upper() not in Reason.__members__:
            raise FieldError(word_fault(text, tuple(Reason)))
        if box == Box.GROUP and not read_yes_no(text):
            raise FieldError(word_fault(text, (SAME_GROUP,)))
        return text

    def _bib(self, cell: XlsxCell) -> str:
        """Read a bib as spreadsheets may store it: 12.0, " 12 " or full-width digits.

        The number 12 may mean the bib 012, if no other bib has that number. The bib
        need not be on the startlist.
        """
        if cell.kind is CellKind.NUMBER and cell.whole is None:
            raise FieldError(f"found {cell.found}, expected a bib")
        text = cell.written
        known = {rider.bib for rider in self.form.tour.riders}
        if text not in known:
            text = normalize("NFKC", text)
        if text not in known and cell.kind is CellKind.NUMBER:
            equal = [bib for bib in known if bib.isdecimal() and int(bib) == cell.whole]
            text = equal[0] if len(equal) == 1 else text
        return bib_value(text)

    def _read_lines(self, rows: Iterable[_Row]) -> None:
        """Read desk lines, except labels that no order of riders was added to."""
        for row in rows:
            text = row.values.get(Box.TEXT, "")
            if text and not text.endswith(":"):
                self._write(text, {"": row.places[Box.TEXT]})

    def _read_finish(self, rows: Iterable[_Row]) -> None:
        """Convert each row of the finish to a result line; join rows to groups."""
        group: list[str] = []
        mark, wrong = "", False
        for row in rows:
            fault = _row_fault(row, group) if row.valid else None
            # A row below an invalid row cannot share its mark; that is no new mistake.
            if fault and not (wrong and fault[0] == Box.GROUP):
                self._fault(row.places[fault[0]], fault[1])
            if fault or not row.valid:
                group, wrong = [], True
                continue
            bib, wrong = row.values[Box.BIB], False
            if Box.GROUP in row.values:
                group.append(bib)
                self.lines[-1] = f"({' '.join(group)}) {mark}"
                self.cells[-1][bib] = row.places[Box.BIB]
                continue
            mark, status = row.values.get(Box.MARK, ""), row.values.get(Box.STATUS, "")
            group = [] if status else [bib]
            line = f"({bib}) {mark} {status}".rstrip() if mark else f"{status} {bib}"
            place = row.places.get(Box.MARK, row.places[Box.STATUS])
            self._write(line, {"": place, bib: row.places[Box.BIB]})


def _row_fault(row: _Row, group: Sequence[str]) -> tuple[str, str] | None:
    """Return the column and the message of a mistake in a row of the finish, or None.

    `group` are the riders in the rows above that share one mark.
    """
    filled = [key for key in (Box.MARK, Box.STATUS) if key in row.values]
    if Box.BIB not in row.values:
        return Box.BIB, "found nothing, expected the bib of the row"
    if Box.GROUP in row.values and filled:
        found = f"found {quote(row.values[filled[0]])} in a group, expected nothing:"
        return filled[0], f"{found} the row shares the mark of the row above"
    if Box.GROUP in row.values and not group:
        expected = "expected a mark in the row above, to share it"
        return Box.GROUP, f"found {quote(SAME_GROUP)}, {expected}"
    if Box.MARK not in row.places and not filled:
        return Box.STATUS, "found nothing, expected a status"
    return None
