"""The kit of a stage: one page for the table before the next start."""

from collections.abc import Iterator

from peloton.reports.blank.paper import worn
from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.money.purse import sponsor_notes
from peloton.reports.names import RIDER_COLUMNS, TEAM_COLUMNS, Names
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.stage.course import dice_notes, stretches_table
from peloton.reports.stage.result import circumstances, rulings_table
from peloton.reports.table_notes import table_notes
from peloton.rules.classifications.jerseys import led_classifications
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.labels import REASONS, jersey_name, source_name, stage_name
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage_start import NextStage, Starter, stage_to_come
from peloton.rules.words import listed, say

_START = Column(title=say("Start"), kind=ColumnKind.NUMBER)
_JERSEY = Column(title=say("Jersey"))
_LEAD = Column(title=say("Lines ahead"), kind=ColumnKind.NUMBER)
_TURNS = (
    Column(title=say("Saved"), kind=ColumnKind.NUMBER),
    Column(title=say("Granted"), kind=ColumnKind.NUMBER),
    Column(title=say("Extra turns"), kind=ColumnKind.NUMBER),
)
_CARDS = {"good": say("Good cards"), "exhaustion": say("Exhaustion")}
_STAGE = Column(title=say("Stage"), kind=ColumnKind.NUMBER)
_OFFERED = Column(title=say("Offered"), kind=ColumnKind.NUMBER)

_HEAD, _PAGE = 3, 40
"""The rows that the head of a table takes, and those of a page in large type.

A note takes half of one."""


def kit_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report what stands before the next stage, or stood before one that is ridden.

    Who starts when and with what in hand, who wears what, who is out and why, the
    money, the dice and dangers of the course, and the rulings of the stage before.
    Raises PelotonError where no such stage is to come.
    """
    kit = stage_to_come(race, number)
    names = Names(race.tour)
    tables = (
        _start(kit, race.rulebook, names),
        *_jerseys(race, kit),
        _sponsors(kit, names, race.rulebook),
        _offers(kit, names),
        _gone(kit, names),
        *_course(kit, race.rulebook),
        *((rulings_table(kit.last, names),) if kit.last else ()),
    )
    tables = tuple(without_empty_columns(each) for each in tables if each.rows)
    notes = tuple(_notes(race, kit, names))
    rows = sum(_HEAD + len(each.rows) for each in tables) + len(notes) // 2
    return Sheet(
        title=say("Before {stage}", stage=stage_name(kit.number, kit.stage)),
        name=say("Before {stage}", stage=str(kit.number)),
        subtitle=listed((race.tour.name, *circumstances(kit.stage)), " · "),
        unit=race.rulebook.unit,
        tables=tables,
        notes=notes,
        jerseys=worn(race, kit.number),
        compact=rows > _PAGE,
    )


def kit_rows(race: Race, number: int | None = None) -> dict[str, object]:
    """Return the same for scripts; `turns` are the extra turns that may be used."""
    kit = stage_to_come(race, number)
    return {
        "stage": kit.number,
        "start": [each._asdict() for each in kit.starters],
        "jerseys": [each._asdict() for each in kit.jerseys],
        "money": [each._asdict() for each in kit.sponsors],
        "out": [each._asdict() for each in kit.gone],
    }


def _start(kit: NextStage, rulebook: Rulebook, names: Names) -> Table:
    worn_by = {line.wearer: jersey_name(line.jersey) for line in kit.jerseys}
    kind = rulebook.word("cards.kind")
    cards = Column(title=_CARDS.get(kind, kind), kind=ColumnKind.NUMBER)
    return Table(
        name="Start",
        title=_start_title(kit),
        columns=(_START, *RIDER_COLUMNS, _JERSEY, _LEAD, *_TURNS, cards),
        rows=tuple(
            (
                place,
                *names.rider_cells(each.bib),
                worn_by.get(each.bib),
                *_in_hand(each),
            )
            for place, each in enumerate(kit.starters, 1)
        ),
    )


def _in_hand(starter: Starter) -> tuple[Cell, ...]:
    return (
        starter.lead or None,
        starter.saved,
        starter.granted,
        starter.turns,
        starter.cards or None,
    )


def _start_title(kit: NextStage) -> str:
    if kit.last is None:
        return say("Start, by bib")
    if kit.stage.kind is StageKind.TTT:
        return say("Start, the best team last")
    if kit.stage.kind.against_the_clock and not kit.stage.kind.apart:
        return say("Start, the leader last")
    return say("Start, by the general classification")


def _jerseys(race: Race, kit: NextStage) -> tuple[Table, ...]:
    if not kit.jerseys:
        return ()
    return jerseys_sheet(race, kit.number - 1).tables


def _sponsors(kit: NextStage, names: Names, rulebook: Rulebook) -> Table:
    offers = rulebook.number("money.offer") > 0
    return Table(
        name="Money",
        title=say("Money"),
        columns=(
            *TEAM_COLUMNS,
            Column(title=say("Balance"), kind=ColumnKind.NUMBER),
            _OFFERED,
            Column(title=say("To offer"), kind=ColumnKind.NUMBER),
        ),
        rows=tuple(
            (
                *names.team_cells(each.team),
                each.balance,
                each.offered or None,
                each.to_offer if offers else None,
            )
            for each in kit.sponsors
        ),
        notes=tuple(sponsor_notes(rulebook)),
    )


def _offers(kit: NextStage, names: Names) -> Table:
    return Table(
        name="Offers",
        title=say("Premiums on offer"),
        columns=(
            Column(title=say("For")),
            Column(title=say("Place"), kind=ColumnKind.NUMBER),
            _OFFERED,
            Column(title=say("Team"), weight=1),
        ),
        rows=tuple(
            (
                source_name(each.target, kit.stage),
                each.place,
                each.amount,
                names.team(each.team),
            )
            for each in kit.stage.offers
        ),
    )


def _gone(kit: NextStage, names: Names) -> Table:
    return Table(
        name="Out",
        title=say("Out of the race"),
        columns=(*RIDER_COLUMNS, _STAGE, Column(title=say("Reason"))),
        rows=tuple(
            (*names.rider_cells(each.bib), each.stage, REASONS[each.reason])
            for each in kit.gone
        ),
    )


def _course(kit: NextStage, rulebook: Rulebook) -> Iterator[Table]:
    """Show the course where the game or the stage has more of it than a length."""
    if kit.stage.sections or rulebook.number("dice.road"):
        yield stretches_table(kit.stage, rulebook)


def _notes(race: Race, kit: NextStage, names: Names) -> Iterator[str]:
    if kit.last is not None:
        yield say("The game has no order of the start: this one is peloton's (CY-23).")
    rulebook = race.rulebook
    yield from dice_notes(rulebook)
    yield from table_notes(rulebook, kit.stage, len(kit.starters))
    refreshments = rulebook.number("cards.leader")
    leader = _leader(race, kit)
    if refreshments and leader:
        yield say(
            "{bib} {rider} leads, and has {count} refreshment cards more ({rule}).",
            bib=leader,
            rider=names.rider(leader),
            count=refreshments,
            rule=rulebook.rule("cards.leader"),
        )
    counters = rulebook.number("setup.counters")
    if counters:
        yield say(
            "Bonus counters: every team has {kept}, holds {most} at most and adds"
            " {roll} at most to one roll ({rule}).",
            kept=rulebook.number("setup.counters_kept"),
            most=counters,
            roll=rulebook.number("setup.counters_a_roll"),
            rule=rulebook.rule("setup.counters"),
        )


def _leader(race: Race, kit: NextStage) -> str | None:
    if kit.last is None:
        return None
    led = led_classifications(race, kit.last)
    rows = led.get(ClassificationName.GENERAL, ())
    return next((row.who for row in rows), None)
