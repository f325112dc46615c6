"""The data of a stage's entry form: sheets, columns and rows.

`form.sheets` lays out the form. `form.writing` writes it as a workbook. `form.reading`
reads a filled-in workbook; `box_value` reads each box.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize

from peloton.notation.result_lines import bib_value
from peloton.notation.toml.values import FieldError
from peloton.notation.xlsx.reader import CellKind, XlsxCell
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.games import Mark
from peloton.rules.games.mark import MarkFormat
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import is_whole_number, word_fault
from peloton.rules.words import phrase

MARKER, VERSION = "peloton form", 3
"""The hidden sheet's first two cells, which identify the workbook as a form."""
TITLE_ROW = 4
"""The row of the column titles; boxes to fill in begin in the next row."""
HIDDEN_SHEET = "peloton"
"""The name of the hidden sheet with the stage, the tour and the choices for boxes."""

NAMES_COLUMN = 12
"""Column of English names on the hidden sheet; the next column has the translations."""

BoxContent = str | int | None
"""The content of a box on the form: text, a whole number, or None if it is empty."""


class Box(StrEnum):
    """The kinds of boxes on the entry form; users fill in all but the first two."""

    LINE = "line"
    """The row's number."""
    NAME = "name"
    """The name of the rider whose bib is in the box to the left."""
    BIB = "bib"
    COUNT = "count"
    """A whole number, 0 or more."""
    STATUS = "status"
    YES = "yes"
    TIME = "time"
    TEXT = "text"


PREFILLED = (Box.LINE, Box.NAME)


@dataclass(frozen=True, slots=True)
class FormColumn:
    """A column of boxes: its title, kind, key in a tour file, and hint for users."""

    title: str
    box: Box
    key: str = ""
    hint: str = ""


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
    """The form for stage `number` of a tour.

    `racing` are the bibs that users can choose from. `yes` is the word for yes in the
    language of the form.
    """

    tour: Tour
    number: int
    rulebook: Rulebook
    racing: tuple[Bib, ...]
    sheets: tuple[FormSheet, ...] = ()
    yes: str = phrase("yes")

    @property
    def stage(self) -> Stage:
        """The stage with its results so far."""
        return self.tour.stages[self.number - 1]

    @property
    def mark(self) -> MarkFormat:
        """The mark format of the tour's game."""
        return self.rulebook.mark


_WORD = re.compile("[a-z]{3,}")


def mark_columns(mark: MarkFormat) -> tuple[FormColumn, ...]:
    """Return a form's columns for a mark: one for each number, or one for a time."""
    if not mark.columns:
        return (FormColumn(phrase("Time"), Box.TIME, "time", phrase("the time")),)
    return tuple(
        FormColumn(column.title, Box.COUNT, column.key, column.counted)
        for column in mark.columns
    )


def mark_text(mark: MarkFormat, values: Sequence[BoxContent]) -> str:
    """Write a mark in its game's notation, given the contents of its boxes."""
    numbers = map(str, values)
    if not mark.columns:
        return next(numbers)
    return _WORD.sub(lambda _: next(numbers), mark.name)


def mark_boxes(mark: Mark, form: MarkFormat) -> tuple[BoxContent, ...]:
    """Split a mark into the contents of its boxes; the inverse of `mark_text`."""
    if form.columns:
        return tuple(map(int, re.findall("[0-9]+", str(mark))))
    return (str(mark),)


BoxValue = str | int
_Reader = Callable[[XlsxCell, StageForm], BoxValue | None]
"""Reads the text or number in a cell; returns None or raises FieldError if invalid."""

_WHOLE = re.compile(r"[+-]?\d{1,9}")


def box_value(cell: XlsxCell, column: FormColumn, form: StageForm) -> BoxValue:
    """Read a cell that is not empty; raise FieldError if its content is invalid."""
    _, read = _BOXES[column.box]
    plain = cell.kind in (CellKind.TEXT, CellKind.NUMBER)
    value = read(cell, form) if plain else None
    if value is None:
        message = f"found {cell.found}, expected {expected_content(column)}"
        if cell.kind is CellKind.FORMULA:
            message += ": paste it as a value"
        if cell.kind is CellKind.DATE and column.box is Box.TIME:
            message += " as a text: type ' before it, such as '3:25:10"
        raise FieldError(message)
    return value


def expected_content(column: FormColumn) -> str:
    """Describe what the boxes of a column should contain, for use in a message."""
    if column.box is Box.COUNT and column.hint:
        return phrase("a whole number of {what}, 0 or more", what=column.hint)
    return _BOXES[column.box][0]


def _bib(cell: XlsxCell, form: StageForm) -> str:
    """Read a bib as spreadsheets may store it: 12.0, " 12 " or full-width digits.

    The number 12 may mean the bib 012, if no other bib has that number. The bib need
    not be on the startlist.
    """
    if cell.kind is CellKind.NUMBER and cell.whole is None:
        raise FieldError(f"found {cell.found}, expected a bib")
    text = cell.written
    known = {rider.bib for rider in form.tour.riders}
    if text not in known:
        text = normalize("NFKC", text)
    if text not in known and cell.kind is CellKind.NUMBER:
        equal = [bib for bib in known if bib.isdecimal() and int(bib) == cell.whole]
        text = equal[0] if len(equal) == 1 else text
    return bib_value(text)


def _count(cell: XlsxCell, _form: StageForm) -> int | None:
    value = cell.whole
    if cell.kind is CellKind.TEXT and _WHOLE.fullmatch(cell.text.strip()):
        value = int(cell.text)
    return value if is_whole_number(value) else None


def _status(cell: XlsxCell, _form: StageForm) -> str:
    text = cell.written.upper()
    if text not in Reason.__members__:
        raise FieldError(word_fault(cell.written, tuple(Reason)))
    return text


def _yes(cell: XlsxCell, form: StageForm) -> bool:
    text = cell.written
    if text.casefold() not in {form.yes.casefold(), "yes", "y", "x"}:
        raise FieldError(word_fault(text, (form.yes,)))
    return True


_BOXES: Mapping[Box, tuple[str, _Reader]] = {
    Box.BIB: (phrase("a bib"), _bib),
    Box.COUNT: (phrase("a whole number, 0 or more"), _count),
    Box.STATUS: (phrase("a status"), _status),
    Box.YES: (phrase("yes"), _yes),
    Box.TIME: (
        "a time",
        lambda cell, _: " ".join(normalize("NFKC", cell.written).split()),
    ),
    Box.TEXT: ("a text", lambda cell, _: cell.written),
}
"""For each kind of box: a description of the expected content, and a reader.

A description that the form shows is a phrase, so that it can be translated.
"""
