"""Read the filled-in entry form of a stage, and find the cell of every mistake.

The form is a workbook with one sheet to fill in. Each row has a bib with its mark, and
a desk line with anything else. Only single cells are checked here: the form is
converted to desk lines, which are checked like any other input.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from unicodedata import normalize

from peloton.errors import PelotonError
from peloton.notation.desk.entry import Entry, with_results
from peloton.notation.desk.reading import read_desk
from peloton.notation.toml.values import bib_value
from peloton.notation.xlsx import InputCell, XlsxSheet, cell_name
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import DIGITS
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import quote
from peloton.rules.words import printable

MARKER, VERSION = "peloton form", 5
"""The hidden sheet's first two cells, which identify the workbook as a form."""
HIDDEN_SHEET = "peloton"
"""The name of the hidden sheet with the stage, the tour and the bibs to choose from."""
SAME_MARK = "x"
"""The mark of a rider who shares the mark of the row above."""
KEY_ROW, TITLE_ROW = 3, 4
"""The hidden row of the columns' keys, and the row of their titles.

Boxes to fill in begin below the titles.
"""
COLUMN_KEYS = ("line", "bib", "name", "mark", "other")
"""The keys of the columns, from A on."""
BIB_COLUMN, MARK_COLUMN, OTHER_COLUMN = 2, 4, 5
"""The numbers of the columns to fill in."""

CellPosition = tuple[int, int]
"""The row and the column of a cell, counted from 1."""


def form_identity(pages: Sequence[XlsxSheet]) -> tuple[int, str]:
    """Read a form's stage number and tour; PelotonError for any other workbook."""
    hidden = [page for page in pages if page.name == HIDDEN_SHEET]
    hidden += [XlsxSheet(HIDDEN_SHEET, {})]
    marker, version, number, tour = (_cell_text(hidden[0], n, 1) for n in range(1, 5))
    if marker != MARKER:
        raise PelotonError(
            "is not the form of a stage: 'peloton form N -o FILE.xlsx' creates one"
            f" (its hidden sheet '{HIDDEN_SHEET}' is missing)"
        )
    if version != str(VERSION) or not DIGITS.fullmatch(number):
        raise PelotonError("is a form of another version of peloton: create a new one")
    return int(number), tour


def read_form(
    pages: Sequence[XlsxSheet], tour: Tour, number: int, rulebook: Rulebook
) -> Entry:
    """Read a filled-in form as the new results of stage `number`.

    The paths of problems are their cells: ("cell", row, column, "Finish!C7").

    A finish on the form replaces the recorded finish, an order replaces the order
    across the same line, and rulings replace all recorded rulings; other results are
    unchanged. Raises PelotonError for an empty form, or for the form of a different
    tour or stage; the caller prefixes the message with the file's name.
    """
    form_number, form_tour = form_identity(pages)
    if form_number != number:
        raise PelotonError(f"is the form of stage {form_number}, not of stage {number}")
    if form_tour != printable(tour.name).strip():
        raise PelotonError(
            f"is a form of the tour '{form_tour}', not of '{tour.name}': choose"
            " its tour with --tour, or create a new form"
        )
    stage, page = tour.stages[number - 1], _filled_page(pages)
    bibs = [rider.bib for rider in tour.riders]
    reader = _Reader(page, bibs, timed=stage.kind.timed)
    reader.read()
    if not reader.lines and not reader.problems:
        raise PelotonError("is an empty form: nothing is filled in")
    # Marks without a turn are not allowed, because the form has no current turn.
    mark = replace(rulebook.mark, short=None)
    reading = read_desk("\n".join(reader.lines), stage, mark, tour)
    unread = (reader.with_cell(replace(found, bib=None)) for found in reading.problems)
    return Entry(
        stage=with_results(stage, reading.stage),
        problems=(*reader.problems, *unread),
        with_location=lambda found: reader.with_cell(reading.with_line(found)),
    )


def _filled_page(pages: Sequence[XlsxSheet]) -> XlsxSheet:
    """Return the sheet with the boxes; raise PelotonError if its columns differ."""
    found: list[XlsxSheet] = []
    for page in pages:
        keys = [_cell_text(page, KEY_ROW, n) for n, _ in enumerate(COLUMN_KEYS, 1)]
        differ = [at for at, key in enumerate(COLUMN_KEYS) if keys[at] != key]
        if not differ:
            found.append(page)
        elif differ[0]:
            cell = cell_name(page.name, TITLE_ROW, differ[0] + 1)
            raise PelotonError(f"has a moved column: {cell}; create a new form")
    if not found:
        raise PelotonError("has no sheet with boxes any more: create a new form")
    if any(page.cells != found[0].cells for page in found):
        names = ", ".join(quote(page.name) for page in found)
        raise PelotonError(f"has copies of a sheet that differ: {names}; delete one")
    return found[0]


def _cell_text(page: XlsxSheet, row: int, column: int) -> str:
    return page.cells.get((row, column), InputCell("")).text


@dataclass(frozen=True, slots=True)
class _Reader:
    """The desk lines made from a form so far, and the cells that they come from.

    `page` is the sheet with the boxes, and `bibs` are those of the startlist. If not
    `timed`, riders have a status, no mark. `cells` holds, for each line, the cell of
    each bib; the key "" holds the cell of the line.
    """

    page: XlsxSheet
    bibs: Sequence[str]
    timed: bool
    lines: list[str] = field(default_factory=list)
    cells: list[dict[str, CellPosition]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def read(self) -> None:
        """Read the finish, then the other lines."""
        filled = sorted(at for at in self.page.cells if at[0] > TITLE_ROW)
        for at in filled:
            if at[1] > OTHER_COLUMN:
                found = quote(self.page.cells[at].text)
                self._fault(at, f"found {found}, expected nothing here")
        finish = (row for row, column in filled if column in {BIB_COLUMN, MARK_COLUMN})
        self._read_finish(dict.fromkeys(finish))
        for row in (row for row, column in filled if column == OTHER_COLUMN):
            text = self._text(row, OTHER_COLUMN, str)
            # Skip the label of a sprint or climb without an order of riders.
            if text and not text.endswith(":"):
                self._write(text, (row, OTHER_COLUMN))

    def _fault(self, at: CellPosition, message: str) -> None:
        self.problems.append(self._located(Problem(code="cell", message=message), at))

    def _located(self, problem: Problem, at: CellPosition) -> Problem:
        where = ("cell", *at, cell_name(self.page.name, *at))
        return replace(problem, where=where, offset=0)

    def with_cell(self, problem: Problem) -> Problem:
        """Return a problem with the cell of its rider, or of its desk line."""
        if not problem.offset or problem.code == "missing":
            return replace(problem, offset=0)
        cells = self.cells[problem.offset - 1]
        return self._located(problem, cells.get(problem.bib or "", cells[""]))

    def _write(self, line: str, at: CellPosition) -> None:
        self.lines.append(line)
        self.cells.append({"": at})

    def _read_finish(self, rows: Iterable[int]) -> None:
        """Convert each row to a result line; join the riders who share a mark."""
        group: list[str] = []
        shared, wrong = "", False
        for row in rows:
            bib = self._text(row, BIB_COLUMN, self._bib)
            mark = self._text(row, MARK_COLUMN, self._mark)
            shares = mark is not None and mark.casefold() == SAME_MARK
            if shares and not group and not wrong:
                expected = "expected a mark in the row above, to share it"
                self._fault((row, MARK_COLUMN), f"found '{SAME_MARK}', {expected}")
            # A row below a mistake cannot share its mark; that is no new mistake.
            wrong = bib is None or mark is None or (shares and not group)
            if bib is None or mark is None or wrong:
                group = []
                continue
            if shares:
                group.append(bib)
                self.lines[-1] = f"({' '.join(group)}) {shared}"
            else:
                group, shared = [bib], mark
                self._write(f"({bib}) {mark}", (row, MARK_COLUMN))
            self.cells[-1][bib] = row, BIB_COLUMN

    def _text(self, row: int, column: int, read: Callable[[str], str]) -> str | None:
        """Return the text in a box; report an invalid one, and return None."""
        text, _, fault = self.page.cells.get((row, column), InputCell(""))
        if not fault:
            try:
                return read(" ".join(text.splitlines()))
            except PelotonError as error:
                fault = str(error)
        self._fault((row, column), fault)
        return None

    def _mark(self, text: str) -> str:
        if not text and not self.timed:
            raise PelotonError("found nothing, expected a status")
        return " ".join(normalize("NFKC", text).split())

    def _bib(self, text: str) -> str:
        """Read a bib, which need not be on the startlist, perhaps in full-width digits.

        The number 12 may mean the bib 012, if no other bib has that number.
        """
        if not text:
            raise PelotonError("found nothing, expected the bib of the row")
        text = text if text in self.bibs else normalize("NFKC", text)
        if text not in self.bibs and DIGITS.fullmatch(text):
            numbers = [b for b in self.bibs if b.isdecimal() and int(b) == int(text)]
            text = numbers[0] if len(numbers) == 1 else text
        return bib_value(text)
