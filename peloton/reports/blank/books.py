"""Lay out blank forms: startlist, general classification, extra turns, budgets."""

from collections.abc import Iterator
from dataclasses import replace

from peloton.reports.blank.paper import (
    RIDER,
    blank_form,
    box_column,
    name_column,
    starting_bibs,
    tick_boxes,
)
from peloton.reports.headings import race_sheet
from peloton.reports.ledgers import shared_money_notes
from peloton.reports.names import BIB, CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.startlist import Bib, Rider, Team
from peloton.rules.ledgers.extra_turns import granted_turns, may_use_turns
from peloton.rules.results import Race
from peloton.rules.stage_start import stage_start
from peloton.rules.words import join, phrase

_TYPE = Column(phrase("Type"))


def startlist_form(race: Race) -> tuple[Sheet]:
    """Return the startlist as a form, with room for notes beside every rider."""
    tour, names = race.tour, Names(race.tour)
    riders = tour.riders or tuple(Rider(bib=bib) for bib in starting_bibs(race, None))
    name = replace(RIDER, weight=0 if tour.riders else 3)
    team = Column(phrase("Team"), weight=0 if tour.riders else 2)
    kind = (_TYPE,) if race.rulebook.types else ()
    table = record_table(
        "Startlist",
        phrase("Startlist"),
        riders,
        (BIB, lambda rider: rider.bib),
        (name, lambda rider: rider.name or None),
        (team, lambda rider: names.team_of(rider.bib) or None),
        (Column(phrase("Player")), lambda rider: names.player_of(rider.bib) or None),
        (kind, lambda rider: (known_word(rider.type),) * len(kind)),
        Column(phrase("Notes"), weight=3),
        blank=True,
    )
    return (race_sheet(race, table.title, [table], after=race.latest),)


def general_form(race: Race, number: int | None) -> tuple[Sheet]:
    """Return the form for adding up the general classification after a stage (CY-6).

    Riders are listed by their rank after the last stage ridden before it, else by bib.
    """
    before = race.before(number or len(race.stages) + 1)
    ranks = before.ranks(ClassificationName.GENERAL) if before else {}
    riders, rulebook = starting_bibs(race, number), race.rulebook
    sums, notes = [phrase("Before"), phrase("This stage")], []
    if by_time := rulebook.word("general.by") == "time":
        if rulebook.scale("bonus.finish") or rulebook.scale("bonus.sprint"):
            sums.append(phrase("Bonus"))
        sums.append(phrase("Penalty"))
        notes.append(phrase("Total: before + this stage - bonus + penalty."))
    else:
        notes.append(phrase("Total: before + this stage."))
    sums.append(phrase("Total"))
    if by_time and rulebook.flag("general.levelled"):
        sums.append(phrase("Levelled"))
        notes.append(
            phrase("Levelled: the total minus the lowest total, so the best has 0.")
        )
    table = record_table(
        "General",
        CLASSIFICATION_TITLES[ClassificationName.GENERAL],
        sorted(riders, key=lambda bib: ranks.get(bib, len(riders) + 1)),
        (BIB, str),
        name_column(race),
        *map(box_column, (*sums, phrase("Rank"))),
        notes=notes,
        blank=True,
    )
    return blank_form(race, number, phrase("General classification"), table)


def extra_turns_form(race: Race, number: int | None) -> tuple[Sheet]:
    """Return the form for extra turns: a box to cross out for each turn (CY-12).

    If the previous stage is ridden, the saved turns are printed, and each rider has a
    box for each available turn. Otherwise riders who may use turns have at least ten.
    """
    riders = {rider.bib: rider for rider in race.tour.riders}
    stage = race.tour.stages[number - 1] if number and riders else None
    granted = granted_turns(stage, riders.values(), race.rulebook) if stage else {}
    known = stage and number and number <= len(race.stages) + 1
    starters = stage_start(race, number).starters if known else ()
    at_start = {starter.bib: starter for starter in starters}

    def turns(bib: Bib) -> tuple[Cell, ...]:
        starter, grant = at_start.get(bib), granted.get(bib)
        boxes = max(10, grant or 0)
        if stage and not may_use_turns(stage, riders[bib], race.rulebook):
            boxes = 0
        if starter and starter.turns is not None:
            boxes = starter.turns
        return grant, starter.saved if starter else None, tick_boxes(boxes)

    note = phrase(
        "An acceleration uses 1, an attack {count}; unused turns are saved (CY-12).",
        count=race.rulebook.number("extra_turns.attack"),
    )
    counts = numbers(phrase("Granted"), phrase("Saved"))
    table = record_table(
        "Extra turns",
        phrase("Extra turns: cross out one box for each turn used"),
        starting_bibs(race, number),
        (BIB, str),
        name_column(race),
        (_TYPE, lambda bib: known_word(riders[bib].type) if riders else None),
        ((*counts, Column(phrase("To cross out"))), turns),
        *numbers(phrase("Attacks"), phrase("Left")),
        notes=(note,),
        blank=True,
    )
    return blank_form(race, number, phrase("Extra turns"), table)


def budget_forms(race: Race) -> tuple[Sheet, ...]:
    """Return a budget form for each team: riders, sponsor money and premiums."""
    sheets = []
    for team in race.tour.teams or (None,):
        name: str = phrase("Team: .....")
        short, player = phrase("Budget"), ""
        if team:
            name, player = team.name or team.code, team.player
            short = phrase("{what} {number}", what=short, number=team.code)
        title = phrase("Budget: {team}", team=name)
        tables = (*_riders_bought(race, team), *_sponsor(race), *_premiums(race))
        sheets.append(race_sheet(race, title, tables, player, name=short))
    return tuple(sheets)


def _riders_bought(race: Race, team: Team | None) -> Iterator[Table]:
    """Yield a form for the riders that a team buys, and a table of prices (CY-14)."""
    budget = race.rulebook.number("money.budget")
    if not budget:
        return
    prices = {rider.name: rider.price for rider in race.rulebook.types}
    riders = [rider for rider in race.tour.riders if team and rider.team == team.code]
    rows: list[tuple[Cell, ...]] = [
        (r.bib, r.name or None, known_word(r.type), prices.get(r.type or ""))
        for r in riders
    ]
    # A team buys five riders.
    rows += [(None,) * 4] * (5 - len(riders))
    rows += [(None, word, None, None) for word in (phrase("Spent"), phrase("Left"))]
    kind, price = Column(phrase("Type"), weight=2), box_column(phrase("Price"), 2)
    yield record_table(
        "Riders",
        phrase("Riders bought, for at most {budget}", budget=budget),
        rows,
        ((BIB, RIDER, kind, price), tuple),
        notes=shared_money_notes(race.rulebook, "money.budget"),
        blank=True,
    )
    if priced := [kind for kind in race.rulebook.types if kind.price is not None]:
        yield Table(
            name="Prices",
            title=phrase("Prices"),
            columns=numbers(*(known_word(kind.name) for kind in priced)),
            rows=(tuple(kind.price for kind in priced),),
        )


def _stage_numbers(race: Race) -> range:
    """Return the numbers of the tour's stages; 1 to 5 if it has no stages yet."""
    return range(1, (race.tour.total_stages or len(race.tour.stages) or 5) + 1)


def _sponsor(race: Race) -> Iterator[Table]:
    a_stage = race.rulebook.number("money.offer")
    if not a_stage:
        return
    most = race.rulebook.number("money.savings")
    rule = race.rulebook.source_of("money.savings")
    yield record_table(
        "Sponsor",
        phrase("Sponsor's money: offered for a line, never for a named rider"),
        _stage_numbers(race),
        (numbers(phrase("Stage"), phrase("New")), lambda number: (number, a_stage)),
        box_column(phrase("Saved")),
        Column(phrase("Offered for"), weight=5),
        box_column(phrase("Offered")),
        box_column(phrase("Left")),
        notes=(
            phrase("At most {most} can be saved ({rule}).", most=most, rule=rule),
            *shared_money_notes(race.rulebook, "money.offer"),
        ),
        blank=True,
    )


def _premiums(race: Race) -> Iterator[Table]:
    rulebook = race.rulebook
    if not rulebook.flag("money.premiums"):
        return
    kinds = [phrase("Points"), phrase("Stage win"), phrase("Jerseys")]
    if rulebook.number("money.offer"):
        kinds.append(phrase("Sponsors"))
    notes = [
        phrase(
            "Per point {point}, per stage win {win}, jerseys {wearer} ({rule}).",
            point=rulebook.number("money.point"),
            win=rulebook.number("money.stage_win"),
            wearer=join(map(str, rulebook.scale("money.wearer"))),
            rule=rulebook.source_of("money.point"),
        )
    ]
    for name in rulebook.classifications:
        key = f"money.final.{name}"
        if amounts := rulebook.scale(key):
            note = phrase(
                "After the last stage, {classification}: {amounts} ({rule}).",
                classification=CLASSIFICATION_TITLES[name],
                amounts=join(map(str, amounts)),
                rule=rulebook.source_of(key),
            )
            notes.append(note)
    yield record_table(
        "Premiums",
        phrase("Premiums won"),
        (*_stage_numbers(race), phrase("Final")),
        (numbers(phrase("Stage")), lambda stage: stage),
        *map(box_column, (*kinds, phrase("Earned"), phrase("Balance"))),
        notes=notes,
        blank=True,
    )
