"""Every text in a report is a `phrase`, so that it can be translated."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum

import pytest

from peloton.reports.drawing import Chart, Label, Picture, Series
from peloton.reports.sheet import Column, Sheet, Table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race
from peloton.rules.words import Phrase, phrase, printable
from tests.writers.reported import TOURS, UnknownArgumentError, made, race_of, reports

CODES = re.compile(
    r"[A-Z]{2,3}"  # DNF, HC
    r"|[A-Z]{2}-\d+(, [A-Z]{2}-\d+)*"  # CR-1, CR-5: numbers of rules
    r"|\d+ x \d+( [-+] \d+( x \d+)?)?"  # how a time is worked out
    r"|#[0-9a-f]{6}"
    r"|peloton [-a-z\d ]+"  # a command
    r"|s"  # the mark for the time of the rider ahead
)
"""Texts that are the same in every language."""
TOLD = {"today"}
"""Texts that tests/writers/reported.py uses in the steps of a journal."""
RULEBOOK = {
    *(f"Values, {each}" for each in ("Key", "Value", "Meaning", "Source", "Note")),
    *(f"Options, {each}" for each in ("Option", "Choices", "Default", "Meaning")),
    *(f"Types, {each}" for each in ("Meaning", "Source", "Note")),
    *(f"Open rules, {each}" for each in ("Key", "Value", "Instead")),
}
"""Columns of `rules show` with values from the file of a rulebook."""


FOR_PROGRAMS = {"Data", "Awards data"}
"""Sheets with the same column titles in every language, for scripts."""


def facts(part: object) -> Iterator[str]:
    """Yield the texts of users in a value, without the words of enumerations."""
    if isinstance(part, str):
        if not isinstance(part, Enum):
            yield str(part)
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from facts(key)
            yield from facts(value)
    elif isinstance(part, tuple):
        for each in part:
            yield from facts(each)
    elif is_dataclass(part):
        for field in fields(part):
            yield from facts(getattr(part, field.name))


def known_of(race: Race) -> frozenset[str]:
    """Return the texts that a report may show untranslated: facts and game names."""
    tour, book = race.tour, race.rulebook
    known = {*facts(tour), *TOLD, *FOR_PROGRAMS, book.title, book.name}
    known |= {f"{sign} {tour.name}" for sign in "+-"}
    known |= {each.name for each in book.types}
    known |= {f"{rider.bib} {rider.name}" for rider in tour.riders}
    known |= {each.message for each in race.problems}
    # The names of the courses of a game, with a full stop.
    notes = (value.note for value in book.values.values())
    return frozenset(known | {f"{note[:1].upper()}{note[1:]}." for note in notes})


def texts(sheet: Sheet) -> Iterator[tuple[str, object]]:
    """Yield every text of a sheet, with its position."""
    for field in ("title", "name", "subtitle", "part"):
        yield field, getattr(sheet, field)
    yield from (("note", note) for note in sheet.notes)
    for table in () if sheet.name in FOR_PROGRAMS else sheet.tables:
        yield from table_texts(table)
    for picture in sheet.pictures:
        yield from picture_texts(picture)


def table_texts(table: Table) -> Iterator[tuple[str, object]]:
    yield f"title of {table.name}", table.title
    yield from ((f"note of {table.name}", note) for note in table.notes)
    for column in table.columns:
        yield f"column of {table.name}", column.title
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            yield f"{table.name}, {column.title}", cell


def picture_texts(picture: Picture) -> Iterator[tuple[str, object]]:
    yield "title of a picture", picture.title
    yield "what a picture is about", picture.about
    for shape in picture.shapes:
        yield "label of a picture", shape.text if isinstance(shape, Label) else ""
    if picture.chart is not None:
        chart = picture.chart
        yield from (("chart", text) for text in (chart.across, chart.upwards))
        yield from (("series of a chart", series.title) for series in chart.series)
        yield from (("category of a chart", each) for each in chart.categories)


def plain(text: object, known: frozenset[str]) -> Iterator[str]:
    """Yield the words of a text that are English in every language."""
    if isinstance(text, Phrase):
        for value in text.values.values():
            yield from plain(value, known)
    elif isinstance(text, str) and not is_known(text, known):
        yield text


def is_known(text: str, known: frozenset[str]) -> bool:
    if text in known or CODES.fullmatch(text) or not any(map(str.isalpha, text)):
        return True
    if text.startswith("(") and text.endswith(")"):
        return is_known(text[1:-1], known)
    # A name that is cut, or a line of it, or with its escape codes made visible.
    cut = text.removesuffix("…")
    return any(_has_line(printable(each), cut) for each in known)


def _has_line(name: str, line: str) -> bool:
    before, found, after = name.partition(line)
    ends = not before or before[-1] in " -" or after[:1] == ""
    return bool(found) and ends


def unsaid(sheets: Iterable[Sheet], known: frozenset[str]) -> set[tuple[str, str]]:
    return {
        (where, word)
        for sheet in sheets
        for where, text in texts(sheet)
        if where not in RULEBOOK
        for word in plain(text, known)
    }


def every_sheet(tour: str) -> Iterator[Sheet]:
    for name, report in reports().items():
        try:
            yield from made(name, report, race_of(tour))
        except UnknownArgumentError:
            pytest.fail(f"tests/writers/reported.py cannot make {name}")


@pytest.mark.parametrize("tour", TOURS)
def test_every_report_says_everything_as_a_phrase(tour: str) -> None:
    assert unsaid(every_sheet(tour), known_of(race_of(tour))) == set()


TABLE = Table(name="Any", title="", columns=(Column(title=phrase("Rank")),), rows=())
CHART = Chart(categories=(), series=(), across="", across_step=1)
PICTURE = Picture(name="Any", title=phrase("Profile"), width=1.0, height=1.0, shapes=())
CORNER = (0.0, 0.0)


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet(title="Winner"),
        Sheet(title=phrase("Rank"), name="Winner"),
        Sheet(title=phrase("Rank"), subtitle="Winner"),
        Sheet(title=phrase("Rank"), part="Winner"),
        Sheet(title=phrase("Rank"), notes=("Winner",)),
        Sheet(title=phrase("{jersey}: {rider}", jersey="Winner", rider="1")),
        *(
            Sheet(title=phrase("Rank"), tables=(table,))
            for table in (
                replace(TABLE, title="Winner"),
                replace(TABLE, notes=("Winner",)),
                replace(TABLE, columns=(Column(title="Winner"),)),
                replace(TABLE, rows=(("Winner",),)),
                replace(TABLE, rows=((ClassificationName.GENERAL,),)),
            )
        ),
        *(
            Sheet(title=phrase("Rank"), pictures=(picture,))
            for picture in (
                replace(PICTURE, title="Winner"),
                replace(PICTURE, about="Winner"),
                replace(PICTURE, shapes=(Label(at=CORNER, text="Winner", size=7.0),)),
                replace(PICTURE, chart=replace(CHART, across="Winner")),
                replace(PICTURE, chart=replace(CHART, upwards="Winner")),
                replace(
                    PICTURE,
                    chart=replace(
                        CHART, series=(Series(title="Winner", values=(), colour=""),)
                    ),
                ),
            )
        ),
    ],
)
def test_a_word_that_is_not_said_is_found_wherever_it_stands(sheet: Sheet) -> None:
    assert len(unsaid([sheet], known_of(race_of("cyclo")))) == 1
