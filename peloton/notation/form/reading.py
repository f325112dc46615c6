"""A form that was filled in -> a stage, with every mistake on its cell.

Only what a cell holds is checked here. The whole is then read as lines of the desk, and
meets the same checks as everything else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.desk.entry import Entry, read_lines
from peloton.notation.desk.reading import read_desk
from peloton.notation.form.lines import FormReading, Place, read_sheet
from peloton.notation.form.value import (
    HIDDEN,
    MARKER,
    NAMES,
    VERSION,
    StageForm,
)
from peloton.notation.xlsx.reader import XlsxSheet, cell_name
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.words import translated, visible


class Marker(NamedTuple):
    """Whose form it is: the stage and the tour, by name."""

    number: int
    tour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledForm:
    """A stage as a form has it, and what is wrong with the form itself.

    `cells` are those of each line of the entry, by the riders in them.
    """

    form: StageForm
    entry: Entry
    cells: Sequence[Mapping[str, Place]]

    def lines(self, name: str, problems: Iterable[Problem]) -> tuple[str, ...]:
        """Write problems as `stage-2.xlsx: Finish!C7: message`, in the form's order.

        Those found by the checks of the tour were placed by the entry.
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
            lines.append(visible(": ".join(words)))
        return tuple(lines)

    def _place(self, problem: Problem) -> Place | None:
        match problem.where:
            case ("cell", int(sheet), int(row), int(column)):
                return sheet, row, column
        if not problem.offset or problem.code == "missing":
            return None
        cells = self.cells[problem.offset - 1]
        unread = problem in self.entry.problems
        return cells[""] if unread else cells.get(problem.bib or "", cells[""])


def form_marker(pages: Sequence[XlsxSheet]) -> Marker:
    """Read which stage and tour a form is of. PelotonError for any other workbook."""
    cells = _hidden(pages).cells
    marker, version, number, tour = (cells.get((row, 1)) for row in range(1, 5))
    if marker is None or marker.text != MARKER:
        message = (
            "is no form of a stage: 'peloton form N -o FILE.xlsx' makes one"
            f" (its hidden sheet '{HIDDEN}' is missing)"
        )
        raise PelotonError(message)
    stage = number.whole if number else None
    if version is None or version.whole != VERSION or stage is None or tour is None:
        message = "is a form of another version of peloton: make it again"
        raise PelotonError(message)
    return Marker(stage, tour.text)


def _hidden(pages: Sequence[XlsxSheet]) -> XlsxSheet:
    """Return the hidden sheet; an empty one where there is none."""
    return next((page for page in pages if page.name == HIDDEN), XlsxSheet(HIDDEN, {}))


def read_form(pages: Sequence[XlsxSheet], form: StageForm) -> FilledForm:
    """Read a form that was filled in, in place of what the stage had.

    As in result lines, what is not given stays: the finish replaces the finish, an
    order that of its line, rulings all rulings. PelotonError, to stand behind the name
    of the file, if it is empty or the form of another tour or stage.
    """
    marker = form_marker(pages)
    if marker.number != form.number:
        message = f"is the form of stage {marker.number}, not of stage {form.number}"
        raise PelotonError(message)
    if marker.tour != visible(form.tour.name):
        message = (
            f"is a form of the tour '{marker.tour}', not of '{form.tour.name}': choose"
            " that one with --tour, or make the form again"
        )
        raise PelotonError(message)
    form = _as_called(form, _hidden(pages))
    reading = FormReading(form)
    named = {page.name: page for page in pages}
    for index, sheet in enumerate(form.sheets):
        if sheet.name in named:
            read_sheet(reading, index, named[sheet.name])
        else:
            near = did_you_mean(sheet.name, [name for name in named if name != HIDDEN])
            reading.spot.report(f"the sheet '{sheet.name}' is missing{near}", "sheet")
    faults = tuple(reading.spot.problems)
    if not reading.lines and not faults:
        message = "is an empty form: nothing is filled in"
        raise PelotonError(message)
    # A form has a box for the turn of each mark.
    stage, mark, tour = form.stage, replace(form.mark, short=None), form.tour
    entry = read_lines(
        "\n".join(reading.lines),
        stage,
        lambda text: read_desk(text, stage, mark, tour),
    )
    entry = replace(entry, problems=(*faults, *entry.problems))
    return FilledForm(form=form, entry=entry, cells=reading.cells)


def _as_called(form: StageForm, hidden: XlsxSheet) -> StageForm:
    """Return a form with its sheets, columns and lines as that workbook calls them.

    A form is made in some language, perhaps in a player's own words. Its hidden sheet
    has them beside the English ones. What is not there is called as in English.
    """
    names = {
        english.text: hidden.cells[row, NAMES + 1].text
        for (row, column), english in hidden.cells.items()
        if column == NAMES and (row, NAMES + 1) in hidden.cells
    }
    sheets, lines, yes = translated(
        (form.sheets, form.lines, form.yes), lambda name: names.get(visible(name), name)
    )
    return replace(form, sheets=sheets, lines=lines, yes=yes)
