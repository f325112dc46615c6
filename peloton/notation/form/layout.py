"""Lay out the sheets of a stage's entry form to suit its game and course.

`form.writing` writes the form as a workbook, and `form.reading` reads it when it has
been filled in.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import repeat

from peloton.notation.desk.lines import course_labels
from peloton.notation.desk.writing import desk_text, label_text
from peloton.rules.facts.stage import Arrival, FinishLine, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.race import racing_before
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import Phrase, phrase

MARKER, VERSION = "peloton form", 4
"""The hidden sheet's first two cells, which identify the workbook as a form."""
HIDDEN_SHEET = "peloton"
"""The name of the hidden sheet with the stage, the tour and the choices for boxes."""
SAME_GROUP = "x"
"""The content of the box of a rider who shares the mark above."""
KEY_ROW, TITLE_ROW = 3, 4
"""The hidden row of the columns' keys, and the row of their titles.

The first cell of the key row is the key of the sheet. Boxes to fill in begin below the
titles.
"""

BoxContent = str | int | None
"""The content of a box on the form: text, a whole number, or None if it is empty."""


class Box(StrEnum):
    """The kinds of boxes on the entry form; users fill in all but the first two."""

    LINE = "line"
    """The row's number."""
    NAME = "name"
    """The name of the rider whose bib is in the box to the left."""
    BIB = "bib"
    MARK = "mark"
    GROUP = "group"
    STATUS = "status"
    TEXT = "text"


PREFILLED = (Box.LINE, Box.NAME)


@dataclass(frozen=True, slots=True)
class FormColumn:
    """A column of boxes of one kind, with its title."""

    title: str
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSheet:
    """A sheet of boxes for one kind of fact (`key`), with the results so far.

    `hint` is the text above the boxes, which is repeated in the instructions.
    """

    key: str
    name: str
    hint: str
    columns: tuple[FormColumn, ...]
    rows: tuple[tuple[BoxContent, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageForm:
    """The form for stage `number` of a tour; `racing` are the bibs to choose from."""

    tour: Tour
    number: int
    rulebook: Rulebook
    racing: tuple[Bib, ...]
    sheets: tuple[FormSheet, ...] = ()

    @property
    def stage(self) -> Stage:
        """The stage with its results so far."""
        return self.tour.stages[self.number - 1]


def stage_form(tour: Tour, number: int, rulebook: Rulebook) -> StageForm:
    """Lay out the form for stage `number`, filled in with its results so far."""
    racing = racing_before(tour, number, rulebook)
    form = StageForm(tour=tour, number=number, rulebook=rulebook, racing=racing)
    return replace(form, sheets=(_finish(form), _other_lines(form)))


_LINE = FormColumn(phrase("Line"), Box.LINE)
_BIB = FormColumn(phrase("Bib"), Box.BIB)
_RIDER = FormColumn(phrase("Rider"), Box.NAME)
_GROUP = FormColumn(phrase("Same group"), Box.GROUP)
_STATUS = FormColumn(phrase("Status"), Box.STATUS)
_MIN_LINES = 12
"""Number of empty rows on the sheet "Other lines"."""


def _sheet(
    key: str,
    words: tuple[Phrase, Phrase],
    columns: Sequence[FormColumn],
    rows: Iterable[tuple[BoxContent, ...]],
    minimum: int,
) -> FormSheet:
    """Lay out a sheet with numbered rows; add empty rows up to the `minimum`."""
    rows = tuple(rows)
    empty: tuple[BoxContent, ...] = (None,) * (len(columns) - 1)
    lines = enumerate((*rows, *repeat(empty, minimum - len(rows))), 1)
    return FormSheet(
        key=key,
        name=words[0],
        hint=words[1],
        columns=tuple(columns),
        rows=tuple((number, *row) for number, row in lines),
    )


def _finish(form: StageForm) -> FormSheet:
    """Lay out the finish; if no marks are taken, only riders with a status."""
    timed = form.stage.kind.timed
    hint = phrase("The riders who are out of the race or did not start.")
    columns: tuple[FormColumn, ...] = ()
    if timed:
        hint = phrase("One line for each rider, in the order of arrival.")
        example = form.rulebook.mark.example
        mark = phrase("Mark, such as {example}", example=example)
        columns = (FormColumn(mark, Box.MARK), _GROUP)
    rows = (
        (bib, None, *(boxes if timed else ()), status)
        for line in form.stage.finish
        for bib, *boxes, status in _finish_rows(line)
    )
    columns = (_LINE, _BIB, _RIDER, *columns, _STATUS)
    return _sheet("finish", (phrase("Finish"), hint), columns, rows, len(form.racing))


def _finish_rows(line: FinishLine) -> Iterator[tuple[BoxContent, ...]]:
    """Yield the bib, mark, group and status of each rider on a result line."""
    mark = None if line.mark is None else str(line.mark)
    status = None if isinstance(line, Arrival) else str(line.reason)
    for place, bib in enumerate(line.bibs):
        yield (bib, None, SAME_GROUP, None) if place else (bib, mark, None, status)


def _other_lines(form: StageForm) -> FormSheet:
    """Lay out the sheet "Other lines", whose results are written as desk lines.

    Each sprint or summit has a line, to which its order of riders is added.
    """
    words = (
        phrase("Other lines"),
        phrase(
            "Everything else, one line in each row, written as at the desk; the"
            " instructions show examples."
        ),
    )
    stage = replace(form.stage, finish=())
    rows = [(line,) for line in desk_text(stage).splitlines()]
    labels = (label for label in course_labels(stage) if label not in stage.crossings)
    rows += ((f"{label_text(label, stage)}:",) for label in labels)
    columns = (_LINE, FormColumn(phrase("Written as at the desk"), Box.TEXT))
    return _sheet("other", words, columns, rows, len(rows) + _MIN_LINES)
