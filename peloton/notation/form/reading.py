"""Read the results on a filled-in form, and find the cell of every mistake.

This module checks only single cells. The form is then converted to desk lines, which
are checked like any other input.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.desk.entry import Entry, entry_from_reading
from peloton.notation.desk.reading import read_desk
from peloton.notation.form.lines import FormReading, Place, read_sheet
from peloton.notation.form.value import (
    HIDDEN_SHEET,
    MARKER,
    NAMES_COLUMN,
    VERSION,
    StageForm,
)
from peloton.notation.xlsx.reader import XlsxSheet, cell_name
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.words import printable, translate_report


class FormIdentity(NamedTuple):
    """The stage number and tour name stored in a form."""

    number: int
    tour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledForm:
    """A filled-in entry form and the results read from it.

    `cells` holds, for each desk line of the `entry`, the cell of each bib.
    """

    form: StageForm
    entry: Entry
    cells: Sequence[Mapping[str, Place]]

    def lines(self, name: str, problems: Iterable[Problem]) -> tuple[str, ...]:
        """Return problems as `stage-2.xlsx: Finish!C7: message`, in the form's order.

        First pass problems of the tour through `Entry.with_location`, which adds the
        desk line from which their cell is found.
        """
        far = (len(self.form.sheets), 0, 0)
        placed = [(self._place(problem) or far, problem) for problem in problems]
        placed.sort(key=lambda row: row[0])
        sheets = [*self.form.sheets, None]
        lines: list[str] = []
        for (sheet, row, column), problem in placed:
            page = sheets[sheet]
            cell = cell_name(page.name, row, column) if page else ""
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
    cells = _hidden(pages).cells
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


def _hidden(pages: Sequence[XlsxSheet]) -> XlsxSheet:
    """Return the hidden sheet, or an empty sheet if there is none."""
    return next(
        (page for page in pages if page.name == HIDDEN_SHEET),
        XlsxSheet(HIDDEN_SHEET, {}),
    )


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
    form = _renamed(form, _hidden(pages))
    reading = FormReading(form)
    tabs = {page.name: page for page in pages}
    for index, sheet in enumerate(form.sheets):
        if sheet.name in tabs:
            read_sheet(reading, index, tabs[sheet.name])
        else:
            near = did_you_mean(
                sheet.name, [name for name in tabs if name != HIDDEN_SHEET]
            )
            reading.spot.report(f"the sheet '{sheet.name}' is missing{near}", "sheet")
    faults = tuple(reading.spot.problems)
    if not reading.lines and not faults:
        raise PelotonError("is an empty form: nothing is filled in")
    # The form has a box for each mark's turn, so marks without a turn are not allowed.
    mark = replace(form.mark, short=None)
    lines = read_desk("\n".join(reading.lines), form.stage, mark, form.tour)
    entry = entry_from_reading(lines, form.stage)
    entry = replace(entry, problems=(*faults, *entry.problems))
    return FilledForm(form=form, entry=entry, cells=reading.cells)


def _renamed(form: StageForm, hidden: XlsxSheet) -> StageForm:
    """Return the form with its sheets and columns named as in the workbook.

    A form may be in any language, even with a user's own translations. Its hidden sheet
    lists the form's names beside the English names; names missing there stay English.
    """
    names = {
        english.text: hidden.cells[row, NAMES_COLUMN + 1].text
        for (row, column), english in hidden.cells.items()
        if column == NAMES_COLUMN and (row, NAMES_COLUMN + 1) in hidden.cells
    }
    sheets, yes = translate_report(
        (form.sheets, form.yes), lambda name: names.get(printable(name), name)
    )
    return replace(form, sheets=sheets, yes=yes)
