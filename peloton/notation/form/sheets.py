"""Lay out the sheets of a stage's form to suit its game and course."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat, zip_longest
from typing import Any

from peloton.notation.form.value import (
    Box,
    BoxContent,
    FormColumn,
    FormSheet,
    StageForm,
    mark_boxes,
    mark_columns,
)
from peloton.notation.toml.schema import TableSchema, fact_pairs
from peloton.notation.tour_file.stages import OFFER_SCHEMA, RULING_SCHEMA
from peloton.rules.facts.fact_table import STAGE_FACTS, FactKind
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.labels import prime_name, source_name
from peloton.rules.facts.stage import DUEL, FINISH, Arrival, FinishLine
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import MarkFormat
from peloton.rules.race import racing_before
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import WINS_NEEDED
from peloton.rules.words import Phrase, phrase


def stage_form(tour: Tour, number: int, rulebook: Rulebook) -> StageForm:
    """Lay out the form for stage `number`, filled in with its results so far."""
    stage = tour.stages[number - 1]
    form = StageForm(
        tour=tour,
        number=number,
        rulebook=rulebook,
        racing=racing_before(tour, number, rulebook),
        lines=tuple(source_name(line, stage) for line in (FINISH, *stage.primes)),
    )
    sheets = (lay_out(form) for lay_out in _SHEETS.values())
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
    "riders": (
        phrase("Riders"),
        phrase("What each rider has used or holds; an empty box counts as 0."),
    ),
    "teams": (
        phrase("Teams"),
        phrase("The extra turns that each team has used; an empty box counts as 0."),
    ),
    "ruling": (
        phrase("Rulings"),
        phrase(
            "A rider or a team; + is a penalty and - a bonus, always with a reason."
        ),
    ),
    "offer": (
        phrase("Offers"),
        phrase(
            "Premiums that a team offers, as sponsor, to the first rider over a line."
        ),
    ),
    "lots": (
        phrase("Lots"),
        phrase("Lots drawn to break a tie after this stage, in the order drawn."),
    ),
}
"""Each sheet's name, and the text shown above its boxes and in the instructions."""
_LINE = FormColumn(phrase("Line"), Box.LINE)
_PLACE = FormColumn(phrase("Place"), Box.LINE)
_BIB = FormColumn(phrase("Bib"), Box.BIB, "bib")
_RIDER = FormColumn(phrase("Rider"), Box.NAME)
_TEAM = FormColumn(phrase("Team"), Box.TEAM, "team")
_MIN_LINES = 12
"""Minimum number of rows for rulings, offers and lots."""


def _sheet(
    key: str,
    columns: Sequence[FormColumn],
    rows: Iterable[tuple[BoxContent, ...]],
    least: int = 0,
) -> FormSheet:
    """Lay out a sheet with numbered rows; add empty rows to reach `least` rows."""
    rows = tuple(rows)
    empty: tuple[BoxContent, ...] = (None,) * (len(columns) - 1)
    name, hint = _WORDS[key]
    lines = enumerate((*rows, *repeat(empty, least - len(rows))), 1)
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
    """Yield the rows of a result line: one row per rider."""
    nothing: tuple[BoxContent, ...] = (None,) * len(mark_columns(mark))
    boxes = nothing if line.mark is None else mark_boxes(line.mark, mark)
    status = None if isinstance(line, Arrival) else str(line.reason)
    for place, bib in enumerate(line.bibs):
        if place:
            yield (bib, None, *nothing, phrase("yes"), None)
        else:
            yield (bib, None, *boxes, None, status)


def _crossings(form: StageForm) -> FormSheet | None:
    """Lay out the order across each line, with the riders' names."""
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


def _orders(key: str) -> Callable[[StageForm], FormSheet | None]:
    """Return a function that lays out laps, heats or eliminations."""

    def lay_out(form: StageForm) -> FormSheet | None:
        if form.stage.kind.ordered_by != key:
            return None
        title, least = _ORDERS[key]
        orders = getattr(form.stage, key)
        orders = [orders] if key == "eliminated" else orders
        numbers = range(1, max(least, len(orders)) + 1)
        columns = (
            FormColumn(phrase(title, number=n), Box.BIB, title.format(number=n))
            for n in numbers
        )
        rows = zip_longest(*orders, *repeat((), len(numbers) - len(orders)))
        riders = DUEL if key == "heats" else len(form.racing)
        return _sheet(key, (_PLACE, *columns), rows, riders)

    return lay_out


def _riders(form: StageForm) -> FormSheet | None:
    heads = (_LINE, FormColumn(phrase("Bib"), Box.GIVEN, "bib"), _RIDER)
    return _counts("riders", form, FactKind.COUNTS, heads, form.racing)


def _teams(form: StageForm) -> FormSheet | None:
    codes = [team.code for team in form.tour.teams]
    return _counts("teams", form, FactKind.TEAM_COUNTS, (_LINE, _TEAM), codes)


def _counts(
    key: str,
    form: StageForm,
    kind: FactKind,
    heads: Sequence[FormColumn],
    known: Sequence[str],
) -> FormSheet | None:
    """Lay out the counts of all riders or teams; None if there is nothing to count."""
    counted: dict[FormColumn, Mapping[str, int]] = {
        FormColumn(row.title, Box.COUNT, fact.key): getattr(form.stage, name)
        for name, fact in STAGE_FACTS.items()
        if fact.kind is kind
        and (row := fact.counted)
        and (form.rulebook.uses(row.needed_by) or getattr(form.stage, name))
    }
    others = {owner for counts in counted.values() for owner in counts} - {*known}
    empty = (None,) * (len(heads) - 2)
    rows = (
        (owner, *empty, *(counts.get(owner) for counts in counted.values()))
        for owner in (*known, *sorted(others))
    )
    return _sheet(key, (*heads, *counted), rows) if counted else None


_RULING_COLUMNS = (
    _LINE,
    _BIB,
    _RIDER,
    FormColumn(phrase("Team"), Box.TEAM, "team", phrase("in place of a rider")),
    FormColumn(phrase("Seconds"), Box.SIGNED, "seconds", phrase("+ penalty, - bonus")),
    FormColumn(phrase("Points"), Box.SIGNED, "points", phrase("+ taken off, - given")),
    FormColumn(
        phrase("Mountains"), Box.SIGNED, "mountains", phrase("+ taken off, - given")
    ),
    FormColumn(phrase("Reason"), Box.TEXT, "reason", phrase("printed on the sheet")),
    FormColumn(phrase("Reinstated"), Box.YES, "reinstated"),
)
_OFFER_COLUMNS = (
    _LINE,
    _TEAM,
    FormColumn(phrase("Amount"), Box.COUNT, "amount"),
    FormColumn(phrase("For"), Box.TARGET, "for"),
    FormColumn(phrase("Place"), Box.PLACE, "place", phrase("empty for the winner")),
)


def _rulings(form: StageForm) -> FormSheet:
    rulings = _table(_RULING_COLUMNS, RULING_SCHEMA, form.stage.rulings)
    rows = (tuple(form.yes if c is True else c for c in row) for row in rulings)
    return _sheet("ruling", _RULING_COLUMNS, rows, _MIN_LINES)


def _offers(form: StageForm) -> FormSheet | None:
    stage, rulebook = form.stage, form.rulebook
    sponsors = rulebook.flag("money.premiums") and rulebook.number("money.offer")
    if not (sponsors or stage.offers):
        return None
    offers = (
        replace(offer, target=source_name(offer.target, stage))
        for offer in stage.offers
    )
    rows = _table(_OFFER_COLUMNS, OFFER_SCHEMA, offers)
    return _sheet("offer", _OFFER_COLUMNS, rows, _MIN_LINES)


def _table(
    columns: Sequence[FormColumn], schema: TableSchema, facts: Iterable[object]
) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each fact, with each value in the column for its key."""
    for fact in facts:
        pairs = dict(fact_pairs(schema, fact))
        yield tuple(pairs.get(column.key) for column in columns[1:])


def _lots(form: StageForm) -> FormSheet:
    lots, teams = form.stage.lots, ClassificationName.TEAMS
    names = dict.fromkeys(
        map(ClassificationName, (*form.rulebook.classifications, *lots))
    )
    columns = (
        FormColumn(
            CLASSIFICATIONS[name].word, Box.TEAM if name == teams else Box.BIB, name
        )
        for name in names
    )
    rows = zip_longest(*(lots.get(name, ()) for name in names))
    drawn = FormColumn(phrase("Drawn"), Box.LINE)
    return _sheet("lots", (drawn, *columns), rows, _MIN_LINES)


_SHEETS: Mapping[FactKind, Callable[[StageForm], FormSheet | None]] = {
    FactKind.FINISH: _finish,
    FactKind.CROSSINGS: _crossings,
    FactKind.ORDERS: _orders("laps"),
    FactKind.HEATS: _orders("heats"),
    FactKind.ORDER: _orders("eliminated"),
    FactKind.COUNTS: _riders,
    FactKind.TEAM_COUNTS: _teams,
    FactKind.RULINGS: _rulings,
    FactKind.OFFERS: _offers,
    FactKind.LOTS: _lots,
}
"""The layout function for each kind of fact, ordered as the sheets are."""
