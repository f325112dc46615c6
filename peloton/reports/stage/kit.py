"""Report a stage's kit: one page with everything players need before the start."""

from collections.abc import Iterator

from peloton.reports.classifications.standings import jerseys_table
from peloton.reports.headings import race_sheet, stage_facts
from peloton.reports.ledgers import counters_table, sponsor_notes
from peloton.reports.names import PLACED, Names
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.reports.stage.course import (
    heat_notes,
    rule_notes,
    start_notes,
    stretches_table,
)
from peloton.reports.stage.result import reason_text, rulings_table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import known_word, source_name, stage_name
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage_start import StageStart, stage_start
from peloton.rules.words import phrase

_TURNS = numbers(phrase("Saved"), phrase("Granted"), phrase("Extra turns"))
_CARDS = {"good": phrase("Good cards"), "exhaustion": phrase("Exhaustion")}
_OFFERED, _TO_OFFER = numbers(phrase("Offered"), phrase("To offer"))


def kit_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report the kit of the next stage, or of stage `number`.

    The kit contains the start order with each rider's turns and cards, the jerseys, the
    riders out of the race, the money, the dice and dangers of the course, and the
    rulings of the previous stage. Raises PelotonError if the stage does not exist, or
    if no stage is left.
    """
    kit = stage_start(race, number)
    names, rulebook = Names(race.tour), race.rulebook
    # The table of sections is left out if there are neither sections nor dice.
    on_road = kit.stage.sections or rulebook.number("dice.road")
    tables = (
        _start(kit, race, names),
        *((jerseys_table(race, kit.last),) if kit.last and kit.jerseys else ()),
        *_team_tables(kit, names, rulebook),
        record_table(
            "Out",
            phrase("Out of the race"),
            kit.riders_out,
            names.riders,
            (numbers(phrase("Stage")), lambda out: out.stage),
            (Column(phrase("Reason")), lambda out: reason_text(out.reason, rulebook)),
        ),
        *([stretches_table(kit.stage, rulebook)] if on_road else []),
        *((rulings_table(kit.last, names),) if kit.last else ()),
    )
    return race_sheet(
        race,
        phrase("Before {stage}", stage=stage_name(kit.number, kit.stage)),
        (table for table in tables if table.rows),
        *stage_facts(kit.stage, rulebook),
        name=phrase("Before {stage}", stage=str(kit.number)),
        notes=_notes(race, kit, names),
        data={
            "stage": kit.number,
            "start": [starter._asdict() for starter in kit.starters],
            "jerseys": [line._asdict() for line in kit.jerseys],
            "team_turns": [turns._asdict() for turns in kit.team_turns],
            "money": [sponsor._asdict() for sponsor in kit.sponsors],
            "out": [rider._asdict() for rider in kit.riders_out],
        },
        after=kit.last,
    )


def _start(kit: StageStart, race: Race, names: Names) -> Table:
    worn_by = {line.wearer: known_word(line.jersey) for line in kit.jerseys}
    kind = race.rulebook.word("cards.kind")
    (cards,) = numbers(_CARDS.get(kind, kind))
    return record_table(
        "Start",
        phrase("Start"),
        kit.starters,
        (numbers(phrase("Start")), lambda rider: rider.place),
        names.riders,
        (Column(phrase("Jersey")), lambda rider: worn_by.get(rider.bib)),
        (numbers(phrase("Lines ahead")), lambda rider: rider.lead or None),
        (_TURNS, lambda rider: (rider.saved, rider.granted, rider.turns)),
        (cards, lambda rider: rider.cards or None),
    )


def _team_tables(kit: StageStart, names: Names, rulebook: Rulebook) -> Iterator[Table]:
    """Yield the tables of the teams: extra turns, counters, money and offers."""
    yield record_table(
        "Team turns",
        phrase("Extra turns of each team, for any rider"),
        kit.team_turns,
        names.teams,
        (_TURNS, lambda team: team[1:]),
    )
    yield counters_table(rulebook)
    offers = rulebook.number("money.offer") > 0
    yield record_table(
        "Money",
        phrase("Money"),
        kit.sponsors,
        names.teams,
        (numbers(phrase("Balance")), lambda sponsor: sponsor.balance),
        (_OFFERED, lambda sponsor: sponsor.offered or None),
        (_TO_OFFER, lambda sponsor: sponsor.to_offer if offers else None),
        notes=sponsor_notes(rulebook, phrase("To offer")),
    )
    yield record_table(
        "Offers",
        phrase("Premiums on offer"),
        kit.stage.offers,
        (Column(phrase("For")), lambda offer: source_name(offer.target, kit.stage)),
        (PLACED, lambda offer: offer.place),
        (_OFFERED, lambda offer: offer.amount),
        (Column(phrase("Team"), weight=1), lambda offer: names.team(offer.team)),
    )


def _notes(race: Race, kit: StageStart, names: Names) -> Iterator[str]:
    yield from (starts := (*start_notes(kit.stage, race.rulebook),))
    if kit.last is not None and not starts and not kit.stage.kind.outside_the_tour:
        yield phrase("The game sets no start order; peloton uses this one (CY-23).")
    for rider in race.tour.riders:
        if (rider.joins or 1) > kit.number:
            yield phrase(
                "{rider} joins on stage {number} (GN-10).",
                rider=names.rider(rider.bib),
                number=rider.joins or 1,
            )
    rulebook = race.rulebook
    yield from rule_notes(kit.stage, rulebook, len(kit.starters))
    yield from heat_notes(kit.stage, rulebook)
    refreshments = rulebook.number("cards.leader")
    general = kit.last.led.get(ClassificationName.GENERAL) if kit.last else None
    if refreshments and general:
        yield phrase(
            "{bib} {rider} leads and gets extra refreshment cards: {count} ({rule}).",
            bib=general[0].who,
            rider=names.rider(general[0].who),
            count=refreshments,
            rule=rulebook.source_of("cards.leader"),
        )
