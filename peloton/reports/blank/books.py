"""Forms that are kept through a tour: startlist, classification, extra turns."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from peloton.reports.blank.paper import (
    BIB,
    EMPTY_ROWS,
    RIDER,
    TYPE,
    box,
    boxes,
    form,
    racing,
    worn,
)
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import Column, Sheet, Table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import rider_type
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.ledgers.extra_turns import granted_turns, may_use_turns, saved_turns
from peloton.rules.results import Race, Standing
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import say

_UNKNOWN = 10
"""The boxes of a rider of whom it is not known how many extra turns there are."""
_NOTHING_KNOWN: tuple[int | None, int | None, int] = (None, None, _UNKNOWN)


def startlist_form(race: Race) -> Sheet:
    """Print the startlist with room to write beside every rider."""
    tour = race.tour
    names = Names(tour)
    typed = bool(race.rulebook.types)
    riders = tour.riders or tuple(
        Rider(bib=Bib(str(row))) for row in range(1, EMPTY_ROWS + 1)
    )
    table = Table(
        name="Startlist",
        title=say("Startlist"),
        columns=(
            BIB,
            replace(RIDER, weight=0 if tour.riders else 3),
            Column(title=say("Team"), weight=0 if tour.riders else 2),
            Column(title=say("Player")),
            *((TYPE,) if typed else ()),
            Column(title=say("Notes"), weight=3),
        ),
        rows=tuple(
            (
                rider.bib,
                rider.name or None,
                names.team_of(rider) or None,
                names.player_of(rider) or None,
                *((rider_type(rider.type),) if typed else ()),
                None,
            )
            for rider in riders
        ),
        blank=True,
    )
    return Sheet(
        title=say("Startlist"),
        name=say("Startlist"),
        subtitle=tour.name,
        tables=(table,),
        jerseys=worn(race, None),
    )


def general_form(race: Race, number: int | None) -> Sheet:
    """Print the sheet of the general classification: what a stage adds to it (CY-6).

    Riders stand as they did before the stage, if that is known.
    """
    rulebook, names = race.rulebook, Names(race.tour)
    columns = (BIB, RIDER, *_sums(rulebook))
    known = bool(race.tour.riders)
    table = Table(
        name="General",
        title=CLASSIFICATION_TITLES[ClassificationName.GENERAL],
        columns=columns,
        rows=tuple(
            (bib, names.rider(bib) if known else None, *(None for _ in columns[2:]))
            for bib in _as_ranked(race, number)
        ),
        notes=tuple(_sum_notes(rulebook)),
        blank=True,
    )
    return form(race, number, say("General classification"), (table,))


def _sums(rulebook: Rulebook) -> Iterator[Column]:
    yield box(say("Before"))
    yield box(say("This stage"))
    if rulebook.word("general.by") == "time":
        if rulebook.scale("bonus.finish") or rulebook.scale("bonus.sprint"):
            yield box(say("Bonus"))
        yield box(say("Penalty"))
    yield box(say("Total"))
    if rulebook.flag("general.levelled"):
        yield box(say("Levelled"))
    yield box(say("Rank"))


def _sum_notes(rulebook: Rulebook) -> Iterator[str]:
    if rulebook.word("general.by") != "time":
        yield say("Total: before + this stage.")
        return
    yield say("Total: before + this stage - bonus + penalty.")
    if rulebook.flag("general.levelled"):
        yield say("Levelled: the total less the lowest total, so that the best has 0.")


def _as_ranked(race: Race, number: int | None) -> tuple[Bib, ...]:
    riders = racing(race, number)
    ridden = len(race.stages) if number is None else number - 1
    if not 0 < ridden <= len(race.stages):
        return riders
    standings = race.stages[ridden - 1].standings
    rows: Iterable[Standing] = standings.get(ClassificationName.GENERAL, ())
    ranked = {row.who: at for at, row in enumerate(rows)}
    return tuple(sorted(riders, key=lambda bib: ranked.get(bib, len(ranked))))


def extra_turns_form(race: Race, number: int | None) -> Sheet:
    """Print the sheet of extra turns: a box to cross out for each there may be (CY-12).

    What is saved is printed once the stage before is ridden. Else there are boxes for
    all that a rider may have saved by then.
    """
    names, known = Names(race.tour), bool(race.tour.riders)
    riders = {rider.bib: rider for rider in race.tour.riders}
    hands = dict.fromkeys(racing(race, number), _NOTHING_KNOWN)
    if number and known:
        saved_by = saved_turns(race.tour, race.stages[: number - 1])
        hands = {
            bib: _hand(race, number, riders[bib], saved_by.get(bib)) for bib in hands
        }
    table = Table(
        name="Extra turns",
        title=say("Extra turns: cross out a box for each that is used"),
        columns=(
            BIB,
            RIDER,
            TYPE,
            box(say("Granted"), 0),
            box(say("Saved"), 0),
            Column(title=say("To cross out")),
            box(say("Left"), 0),
        ),
        rows=tuple(
            (
                bib,
                names.rider(bib) if known else None,
                rider_type(riders[bib].type) if known else None,
                granted,
                saved,
                boxes(most),
                None,
            )
            for bib, (granted, saved, most) in hands.items()
        ),
        notes=(
            say("An acceleration uses 1, an attack 2; what is left is kept (CY-12)."),
        ),
        blank=True,
    )
    return form(race, number, say("Extra turns"), (table,))


def _hand(
    race: Race, number: int, rider: Rider, had: int | None
) -> tuple[int | None, int | None, int]:
    """Return what is granted, saved if it is known, and how many boxes to print.

    `had` is left after the stages that are ridden. Of those between, nobody knows yet
    what will be used.
    """
    stages, rulebook = race.tour.stages, race.rulebook
    first = min(len(race.stages), number - 1)
    granted, most = None, had
    for stage in stages[first:number]:
        granted = granted_turns(stage, (rider,), rulebook).get(rider.bib, 0)
        most = None if most is None or granted is None else most + granted
    if not may_use_turns(stages[number - 1], rider, rulebook):
        most = 0
    saved = had if first == number - 1 else None
    return granted, saved, _UNKNOWN if most is None else most
