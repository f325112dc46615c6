"""Lay out the sheets of a stage's form to suit its game and course."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat, zip_longest

from peloton.notation.desk.writing import desk_text
from peloton.notation.form.value import (
    Box,
    BoxContent,
    FormColumn,
    FormSheet,
    StageForm,
    mark_boxes,
    mark_columns,
)
from peloton.rules.facts.labels import prime_name
from peloton.rules.facts.stage import DUEL, Arrival, FinishLine
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import MarkFormat
from peloton.rules.race import racing_before
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import WINS_NEEDED
from peloton.rules.words import Phrase, phrase


def stage_form(tour: Tour, number: int, rulebook: Rulebook) -> StageForm:
    """Lay out the form for stage `number`, filled in with its results so far."""
    form = StageForm(
        tour=tour,
        number=number,
        rulebook=rulebook,
        racing=racing_before(tour, number, rulebook),
    )
    sheets = (lay_out(form) for lay_out in _LAYOUTS)
    return replace(form, sheets=tuple(filter(None, sheets)))


_WORDS: Mapping[str, tuple[Phrase, Phrase]] = {
    "finish": (
        phrase("Finish"),
        phrase("One line for each rider, in the order of arrival."),
    ),
    "crossings": (
        phrase("Climbs and sprints"),
        phrase("Write the bibs over each line from the top, as far as known."),
    ),
    "laps": (
        phrase("Laps"),
        phrase("The order across the line on each lap, the first rider at the top."),
    ),
    "heats": (phrase("Heats"), phrase("Each heat, its winner first.")),
    "eliminated": (
        phrase("Eliminated"),
        phrase("Write the bibs in the order of elimination, from the top."),
    ),
    "other": (
        phrase("Other lines"),
        phrase(
            "Everything else, one line in each row, written as at the desk; the"
            " instructions show examples."
        ),
    ),
}
"""Each sheet's name, and the hint shown above its boxes and in the instructions."""
_LINE = FormColumn(phrase("Line"), Box.LINE)
_PLACE = FormColumn(phrase("Place"), Box.LINE)
_BIB = FormColumn(phrase("Bib"), Box.BIB, "bib")
_RIDER = FormColumn(phrase("Rider"), Box.NAME)
_MIN_LINES = 12
"""Number of empty rows on the sheet "Other lines"."""


def _sheet(
    key: str,
    columns: Sequence[FormColumn],
    rows: Iterable[tuple[BoxContent, ...]],
    minimum: int = 0,
) -> FormSheet:
    """Lay out a sheet with numbered rows; add empty rows up to the `minimum`."""
    rows = tuple(rows)
    empty: tuple[BoxContent, ...] = (None,) * (len(columns) - 1)
    name, hint = _WORDS[key]
    lines = enumerate((*rows, *repeat(empty, minimum - len(rows))), 1)
    return FormSheet(
        key=key,
        name=name,
        hint=hint,
        columns=tuple(columns),
        rows=tuple((number, *row) for number, row in lines),
    )


def _finish(form: StageForm) -> FormSheet:
    stage, mark = form.stage, form.mark
    status = FormColumn(
        phrase("Status"), Box.STATUS, "status", phrase("if without a place")
    )
    rows = [row for line in stage.finish for row in _finish_rows(line, mark)]
    if not stage.kind.timed:
        rows = [(bib, None, status) for bib, *_, status in rows]
        sheet = _sheet("finish", [_LINE, _BIB, _RIDER, status], rows, len(form.racing))
        hint = phrase("The riders who are out of the race or did not start.")
        return replace(sheet, hint=hint)
    group = FormColumn(
        phrase("Same group"), Box.YES, "group", phrase("with the line above")
    )
    columns = (_LINE, _BIB, _RIDER, *mark_columns(mark), group, status)
    return _sheet("finish", columns, rows, len(form.racing))


def _finish_rows(
    line: FinishLine, mark: MarkFormat
) -> Iterator[tuple[BoxContent, ...]]:
    """Yield the form's rows for a result line, one for each rider."""
    nothing: tuple[BoxContent, ...] = (None,) * len(mark_columns(mark))
    boxes = nothing if line.mark is None else mark_boxes(line.mark, mark)
    status = None if isinstance(line, Arrival) else str(line.reason)
    for place, bib in enumerate(line.bibs):
        if place:
            yield (bib, None, *nothing, phrase("yes"), None)
        else:
            yield (bib, None, *boxes, None, status)


def _crossings(form: StageForm) -> FormSheet | None:
    """Lay out the sheet for the order across sprints and summits; None without any."""
    primes = replace(form.stage, laps=()).primes
    columns, orders = [_PLACE], list[Sequence[Bib]]()
    for label, prime in primes.items():
        columns += (FormColumn(prime_name(label, prime), Box.BIB, label), _RIDER)
        orders += (form.stage.crossings.get(label, ()), ())
    rows = zip_longest(*orders)
    return _sheet("crossings", columns, rows, len(form.racing)) if primes else None


_ORDERS = {
    "laps": (phrase("Lap {number}"), 20),
    "heats": (phrase("Heat {number}"), 2 * WINS_NEEDED - 1),
    "eliminated": (phrase("Eliminated"), 1),
}
"""The column title and the minimum number of columns for each kind of order."""


def _orders(form: StageForm) -> FormSheet | None:
    """Lay out the sheet for laps, heats or eliminations; None without any."""
    key = form.stage.kind.ordered_by
    if key not in _ORDERS:
        return None
    title, minimum = _ORDERS[key]
    orders = getattr(form.stage, key)
    orders = [orders] if key == "eliminated" else orders
    numbers = range(1, max(minimum, len(orders)) + 1)
    columns = (
        FormColumn(phrase(title, number=n), Box.BIB, title.format(number=n))
        for n in numbers
    )
    rows = zip_longest(*orders, *repeat((), len(numbers) - len(orders)))
    riders = DUEL if key == "heats" else len(form.racing)
    return _sheet(key, (_PLACE, *columns), rows, riders)


def _other_lines(form: StageForm) -> FormSheet:
    """Lay out the sheet "Other lines", whose results are written as desk lines."""
    rest = replace(
        form.stage, finish=(), crossings={}, laps=(), heats=(), eliminated=()
    )
    rows = [(line,) for line in desk_text(rest).splitlines()]
    columns = (_LINE, FormColumn(phrase("Written as at the desk"), Box.TEXT, "text"))
    return _sheet("other", columns, rows, len(rows) + _MIN_LINES)


_LAYOUTS: Sequence[Callable[[StageForm], FormSheet | None]] = (
    _finish,
    _crossings,
    _orders,
    _other_lines,
)
"""The functions that lay out the form's sheets, in the order of the workbook."""
