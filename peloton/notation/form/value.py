"""The data of a stage's entry form: its sheets, their columns and rows.

`form.sheets` lays it out, `form.writing` writes it as a workbook, `form.reading` reads
a workbook that was filled in.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.games import Mark
from peloton.rules.games.mark import MarkFormat
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import LARGEST
from peloton.rules.words import phrase

MARKER, VERSION = "peloton form", 2
"""The first two cells of the hidden sheet; the stage and the tour are below them."""
TITLE_ROW = 4
"""The row of the column titles; the boxes are in the rows below it."""
HIDDEN_SHEET = "peloton"
"""The name of the hidden sheet with the stage, the tour and the lists of choices."""

NAMES_COLUMN = 12
"""The hidden sheet's column of English names; the next column has the form's names."""

BoxContent = str | int | None
"""The content of a box: a text, a whole number, or None if it is empty."""


class Box(StrEnum):
    """The kinds of boxes; peloton fills in the first three."""

    LINE = "line"
    """The row's number."""
    NAME = "name"
    """The name of the rider whose bib is to the left."""
    GIVEN = "given"
    """A bib from the startlist, filled in by peloton."""
    BIB = "bib"
    TEAM = "team"
    COUNT = "count"
    """A whole number, 0 or more."""
    PLACE = "place"
    """A whole number, 1 or more."""
    SIGNED = "signed"
    """A whole number, positive or negative."""
    STATUS = "status"
    YES = "yes"
    TARGET = "target"
    """A line of the stage."""
    TIME = "time"
    TEXT = "text"


PREFILLED = (Box.LINE, Box.NAME, Box.GIVEN)
MINIMUM = {Box.COUNT: 0, Box.PLACE: 1, Box.SIGNED: -LARGEST}
"""The minimum of each kind of box for whole numbers."""


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

    `hint` is the text above the boxes, which the instructions repeat.
    """

    key: str
    name: str
    hint: str
    columns: tuple[FormColumn, ...]
    rows: tuple[tuple[BoxContent, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageForm:
    """The form of stage `number` of a tour; `racing` are the riders to choose from.

    `lines` are the names of the `targets` on the form, `yes` is its word for yes.
    """

    tour: Tour
    number: int
    rulebook: Rulebook
    racing: tuple[Bib, ...]
    lines: tuple[str, ...]
    sheets: tuple[FormSheet, ...] = ()
    yes: str = phrase("yes")

    @property
    def stage(self) -> Stage:
        """The stage with its results so far."""
        return self.tour.stages[self.number - 1]

    @property
    def mark(self) -> MarkFormat:
        """The game's mark format."""
        return self.rulebook.mark

    @property
    def targets(self) -> tuple[str, ...]:
        """The lines for which a team can offer a premium."""
        return ("finish", *self.stage.primes)


_WORD = re.compile("[a-z]{3,}")


def mark_columns(mark: MarkFormat) -> tuple[FormColumn, ...]:
    """Return a column for each number of a game's mark; a time has one column."""
    if not mark.columns:
        return (FormColumn(phrase("Time"), Box.TIME, "time", phrase("the time")),)
    return tuple(
        FormColumn(column.title, Box.COUNT, column.key, column.counted)
        for column in mark.columns
    )


def mark_text(mark: MarkFormat, values: Sequence[BoxContent]) -> str:
    """Write a mark in its game's notation, from the contents of its columns' boxes."""
    numbers = map(str, values)
    if not mark.columns:
        return next(numbers)
    return _WORD.sub(lambda _: next(numbers), mark.name)


def mark_boxes(mark: Mark, form: MarkFormat) -> tuple[BoxContent, ...]:
    """Split a mark into the boxes of its columns; the inverse of `mark_text`."""
    if form.columns:
        return tuple(map(int, re.findall("[0-9]+", str(mark))))
    return (str(mark),)
