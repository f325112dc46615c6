"""Lay out the sheets of a stage's form, by its game and its course."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat, zip_longest

from peloton.notation.counts import COUNTED
from peloton.notation.form.value import (
    Box,
    BoxContent,
    FormColumn,
    FormSheet,
    StageForm,
    mark_boxes,
    mark_columns,
)
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.labels import CLASSIFICATION_WORDS, prime_name, source_name
from peloton.rules.facts.seen import SEEN, FactKind
from peloton.rules.facts.stage import FINISH, Arrival, FinishLine, Stage, lap_label
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import MarkForm
from peloton.rules.race import racing_before
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import WINS_NEEDED
from peloton.rules.words import phrase


def form_of(tour: Tour, number: int, rulebook: Rulebook) -> StageForm:
    """Lay out the form of stage `number`, with its results so far filled in."""
    stage = tour.stages[number - 1]
    mark, order = rulebook.mark, [*_SHEETS]
    racing = racing_before(tour, number, rulebook)
    return StageForm(
        tour=tour,
        number=number,
        mark=mark,
        racing=racing,
        sheets=tuple(
            sheet
            for kind in sorted({fact.kind for fact in SEEN.values()}, key=order.index)
            for sheet in _SHEETS[kind](stage, racing, rulebook, tour)
        ),
        lines=tuple(source_name(each, stage) for each in (FINISH, *stage.primes)),
    )


_LINE = FormColumn(phrase("Line"), Box.LINE)
_PLACE = FormColumn(phrase("Place"), Box.LINE)
_BIB = FormColumn(phrase("Bib"), Box.BIB, "bib")
_RIDER = FormColumn(phrase("Rider"), Box.NAME)


def _finish_sheet(
    stage: Stage, racing: Sequence[Bib], rulebook: Rulebook, _tour: Tour
) -> Iterator[FormSheet]:
    mark = rulebook.mark
    marks = mark_columns(mark) if stage.kind.timed else ()
    group = FormColumn(
        phrase("Same group"), Box.YES, "group", phrase("with the line above")
    )
    status = FormColumn(
        phrase("Status"), Box.STATUS, "status", phrase("if without a place")
    )
    rows = [row for line in stage.finish for row in _finish_rows(line, mark)]
    if not stage.kind.timed:
        rows = [(bib, None, status) for bib, *_, status in rows]
    columns = (_LINE, _BIB, _RIDER, *marks, *((group,) if marks else ()), status)
    yield FormSheet(
        key="finish",
        name=phrase("Finish"),
        hint=phrase("One line for each rider, in the order of arrival.")
        if marks
        else phrase("The riders who are out of the race or did not start."),
        columns=columns,
        rows=_padded(rows, columns, len(racing)),
    )


def _finish_rows(line: FinishLine, mark: MarkForm) -> Iterator[tuple[BoxContent, ...]]:
    """Write a line of arrival, a group as its riders one below the other."""
    nothing: tuple[BoxContent, ...] = (None,) * len(mark_columns(mark))
    if not isinstance(line, Arrival):
        boxes = nothing if line.mark is None else mark_boxes(line.mark, mark)
        yield (line.bib, None, *boxes, None, str(line.reason))
        return
    for place, bib in enumerate(line.bibs):
        if place:
            yield (bib, None, *nothing, phrase("yes"), None)
        else:
            yield (bib, None, *mark_boxes(line.mark, mark), None, None)


def _padded(
    rows: Sequence[tuple[BoxContent, ...]], columns: Sequence[FormColumn], least: int
) -> tuple[tuple[BoxContent, ...], ...]:
    """Add numbers to the lines, and empty lines until there are enough."""
    empty = (None,) * (len(columns) - 1)
    return tuple(
        (number, *(rows[number - 1] if number <= len(rows) else empty))
        for number in range(1, max(least, len(rows)) + 1)
    )


_LAPS = 20
_HEATS = 2 * WINS_NEEDED - 1


def _order_sheets(
    stage: Stage, racing: Sequence[Bib], _rulebook: Rulebook, _tour: Tour
) -> Iterator[FormSheet]:
    """Lay out the orders over the lines of the stage, and those of the track."""
    riders = len(racing)
    bare = replace(stage, laps=())
    if bare.primes:
        crossings = {
            label: (prime_name(label, prime), stage.crossings.get(label, ()))
            for label, prime in bare.primes.items()
        }
        name = phrase("Climbs and sprints")
        hint = phrase("The order over each sprint and climb, from the top.")
        yield _order_sheet("crossings", name, hint, crossings, riders)
    if stage.kind in (StageKind.CRITERIUM, StageKind.POINTS_RACE):
        laps = {
            lap_label(number): (phrase("Lap {number}", number=number), order)
            for number, order in _counted(stage.laps, _LAPS)
        }
        hint = phrase("The order over the line on each lap, from the top.")
        yield _order_sheet("laps", phrase("Laps"), hint, laps, riders)
    if stage.kind is StageKind.SPRINT:
        heats = {
            f"Heat {number}": (phrase("Heat {number}", number=number), order)
            for number, order in _counted(stage.heats, _HEATS)
        }
        hint = phrase("Each heat, its winner first.")
        yield _order_sheet("heats", phrase("Heats"), hint, heats, 2)
    if stage.kind is StageKind.ELIMINATION:
        out = {"Eliminated": (phrase("Eliminated"), stage.eliminated)}
        hint = phrase("Who went out, first out first.")
        yield _order_sheet("eliminated", phrase("Eliminated"), hint, out, riders)


def _counted(
    orders: Sequence[tuple[Bib, ...]], least: int
) -> Iterator[tuple[int, tuple[Bib, ...]]]:
    """Count the orders of laps or heats, with empty ones until there are enough."""
    empty: tuple[Bib, ...] = ()
    return enumerate((*orders, *repeat(empty, least - len(orders))), 1)


def _order_sheet(
    key: str,
    name: str,
    hint: str,
    orders: Mapping[str, tuple[str, Sequence[str]]],
    riders: int,
) -> FormSheet:
    """Lay out a column for each order; over a line the riders are named beside it."""
    columns = [_PLACE]
    for label, (title, _) in orders.items():
        columns.append(FormColumn(title, Box.BIB, label))
        if key == "crossings":
            columns.append(_RIDER)
    step = 2 if key == "crossings" else 1
    filled: list[tuple[BoxContent, ...]] = [
        tuple(box for bib in row for box in (bib, None)[:step])
        for row in zip_longest(*(order for _, order in orders.values()))
    ]
    return FormSheet(
        key=key,
        name=name,
        hint=hint,
        columns=tuple(columns),
        rows=_padded(filled, columns, riders),
    )


def _rider_sheet(
    stage: Stage, racing: Sequence[Bib], rulebook: Rulebook, _tour: Tour
) -> Iterator[FormSheet]:
    """List every rider, where the game counts something of each."""
    counted = _counts(FactKind.COUNTS, stage, rulebook)
    if not counted:
        return
    others = {bib for held in counted.values() for bib in held}.difference(racing)
    columns = (_LINE, FormColumn(phrase("Bib"), Box.GIVEN, "bib"), _RIDER, *counted)
    rows: list[tuple[BoxContent, ...]] = [
        (bib, None, *(held.get(bib) for held in counted.values()))
        for bib in (*racing, *sorted(others))
    ]
    yield FormSheet(
        key="riders",
        name=phrase("Riders"),
        hint=phrase("What each rider used or keeps; nothing is none."),
        columns=columns,
        rows=_padded(rows, columns, 0),
    )


def _team_sheet(
    stage: Stage, _racing: Sequence[Bib], rulebook: Rulebook, tour: Tour
) -> Iterator[FormSheet]:
    """List every team, where the game counts something of each (CY-12)."""
    counted = _counts(FactKind.TEAM_COUNTS, stage, rulebook)
    if not counted:
        return
    columns = (_LINE, FormColumn(phrase("Team"), Box.TEAM, "team"), *counted)
    codes: dict[str, None] = dict.fromkeys(team.code for team in tour.teams)
    codes |= {code: None for used in counted.values() for code in used}
    rows = [(code, *(used.get(code) for used in counted.values())) for code in codes]
    yield FormSheet(
        key="teams",
        name=phrase("Teams"),
        hint=phrase("What each team used of its extra turns; nothing is none."),
        columns=columns,
        rows=_padded(rows, columns, 0),
    )


def _counts(
    kind: FactKind, stage: Stage, rulebook: Rulebook
) -> dict[FormColumn, Mapping[str, int]]:
    """Return what the game counts, or the stage has, of a kind: a column each."""
    return {
        FormColumn(row.title, Box.COUNT, fact.key): getattr(stage, name)
        for name, fact in SEEN.items()
        if fact.kind is kind
        and ((row := COUNTED[name]).kept(rulebook) or getattr(stage, name))
    }


_SPARE = 12
"""Lines for what happens now and then."""


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
    FormColumn(phrase("Reason"), Box.TEXT, "reason", phrase("it stands on the sheet")),
)


def _ruling_sheet(
    stage: Stage, _racing: Sequence[Bib], _rulebook: Rulebook, _tour: Tour
) -> Iterator[FormSheet]:
    rows: list[tuple[BoxContent, ...]] = [
        (
            ruling.bib,
            None,
            ruling.team,
            ruling.seconds or None,
            ruling.points or None,
            ruling.mountains or None,
            ruling.reason,
        )
        for ruling in stage.rulings
    ]
    yield FormSheet(
        key="ruling",
        name=phrase("Rulings"),
        hint=phrase(
            "A rider or a team; + is a penalty and - a bonus, always with a reason."
        ),
        columns=_RULING_COLUMNS,
        rows=_padded(rows, _RULING_COLUMNS, _SPARE),
    )


def _offer_sheet(
    stage: Stage, _racing: Sequence[Bib], rulebook: Rulebook, _tour: Tour
) -> Iterator[FormSheet]:
    sponsors = rulebook.flag("money.premiums") and rulebook.number("money.offer")
    if not (sponsors or stage.offers):
        return
    columns = (
        _LINE,
        FormColumn(phrase("Team"), Box.TEAM, "team"),
        FormColumn(phrase("Amount"), Box.COUNT, "amount"),
        FormColumn(phrase("For"), Box.TARGET, "for"),
        FormColumn(phrase("Place"), Box.PLACE, "place", phrase("empty for the winner")),
    )
    rows: list[tuple[BoxContent, ...]] = [
        (
            offer.team,
            offer.amount,
            source_name(offer.target, stage),
            None if offer.place == 1 else offer.place,
        )
        for offer in stage.offers
    ]
    yield FormSheet(
        key="offer",
        name=phrase("Offers"),
        hint=phrase("What a team offers, as a sponsor, to who is first over a line."),
        columns=columns,
        rows=_padded(rows, columns, _SPARE),
    )


def _lots_sheet(
    stage: Stage, _racing: Sequence[Bib], rulebook: Rulebook, _tour: Tour
) -> Iterator[FormSheet]:
    names = dict.fromkeys(
        map(ClassificationName, (*rulebook.classifications, *stage.lots))
    )
    teams = ClassificationName.TEAMS
    columns = (
        FormColumn(phrase("Drawn"), Box.LINE),
        *(
            FormColumn(
                CLASSIFICATION_WORDS[name], Box.TEAM if name == teams else Box.BIB, name
            )
            for name in names
        ),
    )
    orders = (stage.lots.get(name, ()) for name in names)
    yield FormSheet(
        key="lots",
        name=phrase("Lots"),
        hint=phrase("Lots drawn to part a tie after this stage, first drawn first."),
        columns=columns,
        rows=_padded(list(zip_longest(*orders)), columns, _SPARE),
    )


_Sheets = Callable[[Stage, Sequence[Bib], Rulebook, Tour], Iterable[FormSheet]]
_SHEETS: Mapping[FactKind, _Sheets] = {
    FactKind.FINISH: _finish_sheet,
    FactKind.CROSSINGS: _order_sheets,
    FactKind.ORDERS: lambda *_: (),
    FactKind.HEATS: lambda *_: (),
    FactKind.ORDER: lambda *_: (),
    FactKind.COUNTS: _rider_sheet,
    FactKind.TEAM_COUNTS: _team_sheet,
    FactKind.RULINGS: _ruling_sheet,
    FactKind.OFFERS: _offer_sheet,
    FactKind.LOTS: _lots_sheet,
}
"""What lays out the facts of each kind, in this order; all orders go together."""
