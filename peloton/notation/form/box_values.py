"""Read one box of an entry form that a spreadsheet program saved."""

import re
from collections.abc import Callable, Iterable, Mapping
from unicodedata import normalize

from peloton.notation.form.value import MINIMUM, Box, FormColumn, StageForm
from peloton.notation.result_lines import bib_value
from peloton.notation.toml.values import FieldError
from peloton.notation.xlsx.reader import CellKind, XlsxCell
from peloton.rules.facts.kinds import Reason
from peloton.rules.values import is_whole_number, word_fault
from peloton.rules.words import phrase, printable

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
    """Describe the expected content of a column's boxes, for a message."""
    if column.box is Box.COUNT and column.hint:
        return phrase("a whole number of {what}, 0 or more", what=column.hint)
    return _BOXES[column.box][0]


def _bib(cell: XlsxCell, form: StageForm) -> str:
    """Read a bib as spreadsheets may store it: 12.0, " 12 ", full-width digits.

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


def _number(box: Box) -> _Reader:
    def read(cell: XlsxCell, _form: StageForm) -> int | None:
        value = cell.whole
        if cell.kind is CellKind.TEXT and _WHOLE.fullmatch(cell.text.strip()):
            value = int(cell.text)
        return value if is_whole_number(value, MINIMUM[box]) else None

    return read


def _target(cell: XlsxCell, form: StageForm) -> str:
    targets = dict(zip(form.lines, form.targets, strict=True))
    word = _one_of(cell, (*form.lines, *form.targets))
    return targets.get(word, word)


def _one_of(cell: XlsxCell, known: Iterable[str]) -> str:
    """Return the known word that a cell contains, otherwise the cell's text."""
    words = {printable(word).strip(): word for word in known}
    return words.get(cell.written, cell.written)


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
    Box.GIVEN: ("a bib of the startlist", _bib),
    Box.BIB: (phrase("a bib"), _bib),
    Box.TEAM: (
        phrase("a team code"),
        lambda cell, form: _one_of(cell, [team.code for team in form.tour.teams]),
    ),
    Box.COUNT: (phrase("a whole number, 0 or more"), _number(Box.COUNT)),
    Box.PLACE: (phrase("a whole number, 1 or more"), _number(Box.PLACE)),
    Box.SIGNED: (phrase("a whole number"), _number(Box.SIGNED)),
    Box.STATUS: (phrase("a status"), _status),
    Box.YES: (phrase("yes"), _yes),
    Box.TARGET: (phrase("a line of the stage"), _target),
    Box.TIME: (
        "a time",
        lambda cell, _: " ".join(normalize("NFKC", cell.written).split()),
    ),
    Box.TEXT: ("a text", lambda cell, _: cell.written),
}
"""The expected content (a phrase if the form shows it) and reader of each box."""
