"""Lay out the form for a team's money: budget, sponsors, premiums (CY-14 to CY-17)."""

from collections.abc import Iterator

from peloton.reports.blank.paper import RIDER, blank_columns, box_column
from peloton.reports.headings import subtitle_of
from peloton.reports.names import BIB, CLASSIFICATION_TITLES
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.rules.facts.labels import rider_type
from peloton.rules.facts.startlist import Team
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import join, phrase

_TEAM_SIZE = 5
"""Number of riders that a team buys in a game with money."""
_DEFAULT_STAGES = 5
"""Number of stages on the form of a tour without stages."""


def budget_forms(race: Race) -> tuple[Sheet, ...]:
    """Return a form for each team: budget, sponsor money, premiums."""
    teams: tuple[Team | None, ...] = race.tour.teams or (None,)
    return tuple(_budget(race, team) for team in teams)


def _budget(race: Race, team: Team | None) -> Sheet:
    name = phrase("Team: .....") if team is None else team.name or team.code
    title = phrase("Budget: {team}", team=name)
    player = [team.player] if team and team.player else []
    return Sheet(
        title=title,
        name=phrase("{what} {number}", what=phrase("Budget"), number=team.code)
        if team
        else phrase("Budget"),
        subtitle=subtitle_of(race.tour.name, *player),
        tables=(
            *_riders(race, team),
            *_prices(race.rulebook),
            *_sponsor(race),
            *_premiums(race),
        ),
    )


def _riders(race: Race, team: Team | None) -> Iterator[Table]:
    """List the riders with their prices, and blank rows for riders to buy (CY-14)."""
    budget = race.rulebook.number("money.budget")
    if not budget:
        return
    prices = {rider.name: rider.price for rider in race.rulebook.types}
    mine = [rider for rider in race.tour.riders if team and rider.team == team.code]
    rows: list[tuple[Cell, ...]] = [
        (
            rider.bib,
            rider.name or None,
            rider_type(rider.type),
            prices.get(rider.type or ""),
        )
        for rider in mine
    ]
    rows += [(None,) * 4 for _ in range(_TEAM_SIZE - len(mine))]
    yield Table(
        name="Riders",
        title=phrase("Riders bought, for at most {budget}", budget=budget),
        columns=(
            BIB,
            RIDER,
            Column(phrase("Type"), weight=2),
            box_column(phrase("Price"), 2),
        ),
        rows=(
            *rows,
            (None, phrase("Spent"), None, None),
            (None, phrase("Left"), None, None),
        ),
        notes=tuple(_shared(race.rulebook, "money.budget")),
        blank=True,
    )


def _shared(rulebook: Rulebook, key: str) -> Iterator[str]:
    """Yield a note if, by the rulebook, all teams of a player share one amount."""
    if rulebook.word("money.by") == "player":
        rule = rulebook.source_of(key)
        yield phrase("All teams of a player share one amount ({rule}).", rule=rule)


def _prices(rulebook: Rulebook) -> Iterator[Table]:
    priced = [kind for kind in rulebook.types if kind.price is not None]
    if rulebook.number("money.budget") and priced:
        yield Table(
            name="Prices",
            title=phrase("Prices"),
            columns=numbers(*(rider_type(kind.name) or "" for kind in priced)),
            rows=(tuple(kind.price for kind in priced),),
        )


def _stages(race: Race) -> range:
    tour = race.tour
    return range(1, (tour.total_stages or len(tour.stages) or _DEFAULT_STAGES) + 1)


def _sponsor(race: Race) -> Iterator[Table]:
    a_stage = race.rulebook.number("money.offer")
    if not a_stage:
        return
    most = race.rulebook.number("money.savings")
    rule = race.rulebook.rule("money.savings") or "CY-15"
    yield record_table(
        "Sponsor",
        phrase("Sponsor's money: offered for a line, never for a named rider"),
        _stages(race),
        (numbers(phrase("Stage"), phrase("New")), lambda number: (number, a_stage)),
        blank_columns(
            box_column(phrase("Saved")),
            Column(phrase("Offered for"), weight=5),
            box_column(phrase("Offered")),
            box_column(phrase("Left")),
        ),
        notes=(
            phrase("At most {most} can be saved ({rule}).", most=most, rule=rule),
            *_shared(race.rulebook, "money.offer"),
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
    yield record_table(
        "Premiums",
        phrase("Premiums won"),
        (*_stages(race), phrase("Final")),
        (numbers(phrase("Stage")), lambda stage: stage),
        blank_columns(*map(box_column, (*kinds, phrase("Earned"), phrase("Balance")))),
        notes=(
            phrase(
                "Per point {point}, per stage win {win}, jerseys {wearer} ({rule}).",
                point=rulebook.number("money.point"),
                win=rulebook.number("money.stage_win"),
                wearer=join(map(str, rulebook.scale("money.wearer"))),
                rule=rulebook.rule("money.point") or "CY-16",
            ),
            *_final_notes(rulebook),
        ),
        blank=True,
    )


def _final_notes(rulebook: Rulebook) -> Iterator[str]:
    for name in rulebook.classifications:
        key = f"money.final.{name}"
        if amounts := rulebook.scale(key):
            yield phrase(
                "After the last stage, {classification}: {amounts} ({rule}).",
                classification=CLASSIFICATION_TITLES[name],
                amounts=join(map(str, amounts)),
                rule=rulebook.rule(key) or "CY-17",
            )
