"""The form of a team's money: its budget, its sponsor's, its premiums (CY-14 on)."""

from collections.abc import Iterator

from peloton.reports.blank.paper import BIB, EMPTY_STAGES, RIDER, box
from peloton.reports.names import CLASSIFICATION_TITLES
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table
from peloton.rules.facts.labels import rider_type
from peloton.rules.facts.startlist import Team
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import listed, say

_TEAM = 5
"""The riders of a team in the game that has money."""
_STAGE = Column(title=say("Stage"), kind=ColumnKind.NUMBER)


def budget_forms(race: Race) -> tuple[Sheet, ...]:
    """Print a sheet for each team: its budget, its sponsor's money, its premiums."""
    teams: tuple[Team | None, ...] = race.tour.teams or (None,)
    return tuple(_budget(race, team) for team in teams)


def _budget(race: Race, team: Team | None) -> Sheet:
    name = say("Team: .....") if team is None else team.name or team.code
    title = say("Budget: {team}", team=name)
    return Sheet(
        title=title,
        name=say("{what} {number}", what=say("Budget"), number=team.code)
        if team
        else say("Budget"),
        subtitle=listed(
            filter(None, (race.tour.name, team.player if team else "")), " · "
        ),
        tables=(
            *_bought(race, team),
            *_prices(race.rulebook),
            *_sponsor(race),
            *_premiums(race),
        ),
    )


def _bought(race: Race, team: Team | None) -> Iterator[Table]:
    """List what the riders cost, with room for those still to be bought (CY-14)."""
    budget = race.rulebook.number("money.budget")
    if not budget:
        return
    prices = {each.name: each.price for each in race.rulebook.types}
    mine = [each for each in race.tour.riders if team and each.team == team.code]
    rows: list[tuple[Cell, ...]] = [
        (
            each.bib,
            each.name or None,
            rider_type(each.type),
            prices.get(each.type or ""),
        )
        for each in mine
    ]
    rows += [(None,) * 4 for _ in range(_TEAM - len(mine))]
    yield Table(
        name="Riders",
        title=say("Riders bought, for {budget} at most", budget=budget),
        columns=(BIB, RIDER, Column(title=say("Type"), weight=2), box(say("Price"), 2)),
        rows=(*rows, (None, say("Spent"), None, None), (None, say("Left"), None, None)),
        notes=tuple(_shared(race.rulebook, "money.budget")),
        blank=True,
    )


def _shared(rulebook: Rulebook, key: str) -> Iterator[str]:
    """Say that all teams of a player have one budget, where they do."""
    if rulebook.word("money.by") == "player":
        rule = rulebook.rule(key)
        yield say("One sum for all teams of a player ({rule}).", rule=rule)


def _prices(rulebook: Rulebook) -> Iterator[Table]:
    """Print the price list across the page."""
    priced = [each for each in rulebook.types if each.price is not None]
    if rulebook.number("money.budget") and priced:
        yield Table(
            name="Prices",
            title=say("Prices"),
            columns=tuple(
                Column(title=rider_type(each.name) or "", kind=ColumnKind.NUMBER)
                for each in priced
            ),
            rows=(tuple(each.price for each in priced),),
        )


def _stages(race: Race) -> range:
    return range(1, (len(race.tour.stages) or EMPTY_STAGES) + 1)


def _sponsor(race: Race) -> Iterator[Table]:
    """Leave room for what is offered on each stage, of what there is (CY-15)."""
    a_stage = race.rulebook.number("money.offer")
    if not a_stage:
        return
    most = race.rulebook.number("money.savings")
    rule = race.rulebook.rule("money.savings") or "CY-15"
    yield Table(
        name="Sponsor",
        title=say("Sponsor's money: offered for a line, never for a named rider"),
        columns=(
            _STAGE,
            Column(title=say("New"), kind=ColumnKind.NUMBER),
            box(say("Saved")),
            box(say("Offered for"), 5, ColumnKind.TEXT),
            box(say("Offered")),
            box(say("Left")),
        ),
        rows=tuple(
            (number, a_stage, None, None, None, None) for number in _stages(race)
        ),
        notes=(
            say("At most {most} is saved ({rule}).", most=most, rule=rule),
            *_shared(race.rulebook, "money.offer"),
        ),
        blank=True,
    )


def _premiums(race: Race) -> Iterator[Table]:
    """Leave room for what is won on each stage, by what it is for (CY-16, CY-17)."""
    rulebook = race.rulebook
    if not rulebook.flag("money.premiums"):
        return
    columns = (
        _STAGE,
        box(say("Points")),
        box(say("Stage win")),
        box(say("Jerseys")),
        *((box(say("Sponsors")),) if rulebook.number("money.offer") else ()),
        box(say("Earned")),
        box(say("Balance")),
    )
    empty = (None,) * (len(columns) - 1)
    yield Table(
        name="Premiums",
        title=say("Premiums won"),
        columns=columns,
        rows=(
            *((number, *empty) for number in _stages(race)),
            (say("Final"), *empty),
        ),
        notes=(
            say(
                "A point {point}, a stage {win}, the jerseys {wearer} ({rule}).",
                point=rulebook.number("money.point"),
                win=rulebook.number("money.stage_win"),
                wearer=_amounts(rulebook, "money.wearer"),
                rule=rulebook.rule("money.point") or "CY-16",
            ),
            *_final_notes(rulebook),
        ),
        blank=True,
    )


def _final_notes(rulebook: Rulebook) -> Iterator[str]:
    for name in rulebook.classifications:
        amounts = _amounts(rulebook, f"money.final.{name}")
        if amounts:
            title = CLASSIFICATION_TITLES[name]
            yield say(
                "After the last stage, {classification}: {amounts} ({rule}).",
                classification=title,
                amounts=amounts,
                rule=rulebook.rule(f"money.final.{name}") or "CY-17",
            )


def _amounts(rulebook: Rulebook, key: str) -> str:
    return ", ".join(map(str, rulebook.scale(key)))
