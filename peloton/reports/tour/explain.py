"""Figures explained as sheets: every amount with its reason and its rule."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import accumulate, groupby
from operator import attrgetter

from peloton.errors import PelotonError
from peloton.reports.headings import counted_stage
from peloton.reports.ledgers import with_extra_turns, with_money
from peloton.reports.names import (
    CLASSIFICATION_TITLES,
    POINTS,
    RIDER_COLUMNS,
    TIMES,
    Names,
)
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    numbers,
    table_of,
)
from peloton.rules.explain.accounts import (
    EXTRA_TURNS,
    TEAM_TURNS,
    Account,
    purse_account,
    riders_of,
    team_turns_accounts,
    turns_accounts,
)
from peloton.rules.explain.ranks import (
    TEAM_RESULT,
    jersey_reasons,
    rank_accounts,
    team_accounts,
)
from peloton.rules.explain.rider import Reasoned, explanation
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.names import Subject
from peloton.rules.results import PURSE, Race
from peloton.rules.words import phrase

_WHY, _RULE = Column(phrase("Why"), weight=1), Column(phrase("Rule"))
_AMOUNT = (Column(phrase("What")), TIMES[0], POINTS, *numbers(phrase("Premium")))
_PREMIUM = 3
"""The column of premiums, for tours with money only."""
_TITLES: dict[str, str] = {
    **{str(name): title for name, title in CLASSIFICATION_TITLES.items()},
    "time": phrase("time"),
    "bonus": phrase("bonus"),
    "penalty": phrase("penalty"),
    PURSE: phrase("Purse"),
    EXTRA_TURNS: phrase("Extra turns"),
    TEAM_TURNS: phrase("Extra turns of the teams, for any rider"),
    TEAM_RESULT: phrase("Team result"),
}


def subject_sheet(
    race: Race, subject: Subject, after: int | None = None, *, turns: bool = False
) -> Sheet:
    """Explain a rider, a team, a classification or a ledger after a stage.

    With `turns` it is the extra turns, of a rider or of a team and its riders. Raises
    PelotonError where there is nothing to explain, or a stage without a result.
    """
    kind, name = subject
    if kind == "rider" and not turns:
        return explanation_sheet(race, Bib(name), after)
    names = Names(race.tour)
    leader, accounts = _explained(race, subject, after, turns=turns)
    titles = {"rider": names.titles(name)[0], "team": names.team(name)}
    title = titles.get(kind) or _TITLES[name.replace("-", "_")]
    number = counted_stage(race, race.score(after).number)
    return Sheet(
        title=phrase(
            "{classification} after stage {number}",
            classification=title,
            number=number,
        ),
        name=title,
        subtitle=race.tour.name,
        unit=race.rulebook.unit,
        tables=(
            *([_leader_table(leader)] if leader else ()),
            *(_table(account, names) for account in accounts),
        ),
    )


def subject_rows(
    race: Race, subject: Subject, after: int | None = None, *, turns: bool = False
) -> list[dict[str, str | int | bool | None]]:
    """Return the amounts as rows for scripts; those of a figure end with its total.

    Those of a rider have running totals. Raises PelotonError as `subject_sheet` does.
    """
    if subject.kind == "rider" and not turns:
        rows = _reasons(race, Bib(subject.name), after)
    else:
        leader, accounts = _explained(race, subject, after, turns=turns)
        rows = [*leader, *(row for account in accounts for row in account.rows)]
    return [row._asdict() for row in rows]


def _explained(
    race: Race, subject: Subject, after: int | None, *, turns: bool
) -> tuple[list[Reasoned], list[Account]]:
    """Return who leads a classification and why, and the accounts of a subject."""
    number, leader = race.score(after).number, list[Reasoned]()
    accounts = [*_accounts(race, subject, number, turns=turns)]
    if subject.kind == "classification":
        leader += (
            Reasoned(number, "leader", None, why, rule, counts=False)
            for why, rule in jersey_reasons(
                race, ClassificationName(subject.name), number
            )
        )
    if not (accounts or leader):
        message = f"nothing to explain of {' '.join(subject)} after stage {number}"
        raise PelotonError(message)
    return leader, accounts


def _accounts(
    race: Race, subject: Subject, number: int, *, turns: bool
) -> Iterator[Account]:
    """Go through what there is to add up of a subject, or of its extra turns."""
    kind, name = subject
    if turns and kind not in {"rider", "team"}:
        message = "--turns is for a rider or a team"
        raise PelotonError(message)
    if kind == "classification":
        yield from rank_accounts(race, ClassificationName(name), number)
    elif kind == "ledger" and name == PURSE:
        for line in with_money(race, number).purse:
            yield purse_account(race, line.team, number)
    elif kind == "team" and not turns:
        team = TeamCode(name)
        yield from team_accounts(race, team, number)
        if race.score(number).purse:
            yield purse_account(race, team, number)
        yield from team_turns_accounts(race, team, number)
    else:
        yield from _turns(race, subject, number)


def _turns(race: Race, subject: Subject, number: int) -> Iterator[Account]:
    """Go through the extra turns of a rider, of a team and its riders, or of all."""
    with_extra_turns(race, number)
    kind, name = subject
    codes, bibs = [TeamCode(name)], riders_of(race.tour, TeamCode(name))
    if kind == "ledger":
        codes = [team.code for team in race.tour.teams]
        bibs = [rider.bib for rider in race.tour.riders]
    elif kind == "rider":
        codes, bibs = [], [Bib(name)]
    for code in codes:
        yield from team_turns_accounts(race, code, number)
    for bib in bibs:
        yield from turns_accounts(race, bib, number)


def _leader_table(reasons: Iterable[Reasoned]) -> Table:
    return table_of(
        "Leader",
        phrase("Leader"),
        reasons,
        (_WHY, attrgetter("why")),
        (_RULE, attrgetter("rule")),
    )


def _table(account: Account, names: Names) -> Table:
    """List the amounts of an account with their sum so far."""
    kind = ColumnKind.TIME if account.timed else ColumnKind.NUMBER
    title = _UNITS.get(account.name, (TIMES[0] if account.timed else POINTS).title)
    by_rider = account.name in {EXTRA_TURNS, *_OF_RIDERS}
    who = names.with_bib(account.who) if by_rider else names.team(account.who)
    sums = accumulate(line.amount or 0 for line in account.lines)

    def rider(line: Reasoned) -> tuple[Cell, ...]:
        own = line.who == account.who
        return (None, None) if own else names.rider_cells(line.who)[:2]

    note = phrase("{why} ({rule})", why=account.why, rule=account.rule)
    return table_of(
        f"{account.name} {account.who} {account.stage}",
        phrase("{who}: {what}", who=who, what=_TITLES[account.name]),
        account.lines,
        (numbers(phrase("Stage")), attrgetter("stage")),
        (RIDER_COLUMNS[:2], rider),
        (_WHY, attrgetter("why")),
        (Column(title, kind), attrgetter("amount")),
        (Column(phrase("Sum"), kind), lambda _: next(sums)),
        (_RULE, attrgetter("rule")),
        notes=(note,) if account.why else (),
    ).without_empty_columns()


_UNITS = {
    PURSE: phrase("Premium"),
    EXTRA_TURNS: phrase("Extra turns"),
    TEAM_TURNS: phrase("Extra turns"),
}
_OF_RIDERS = frozenset(ClassificationName) - {ClassificationName.TEAMS}


def explanation_sheet(race: Race, bib: Bib, after: int | None = None) -> Sheet:
    """Report every second and point of a rider with its reason, a table a stage.

    Raises PelotonError for an unknown bib, and a stage without a result.
    """
    reasons = _reasons(race, bib, after)
    stages = {score.number: score.title for score in race.stages}
    title, name = Names(race.tour).titles(bib)
    paid = any(reason.towards == PURSE for reason in reasons)
    columns = [n for n in range(len(_AMOUNT) + 2) if paid or n != _PREMIUM]
    return Sheet(
        title=title,
        name=name,
        subtitle=race.tour.name,
        unit=race.rulebook.unit,
        tables=tuple(
            table_of(
                f"Stage {number}",
                stages[number],
                group,
                (_AMOUNT, partial(_amount, race)),
                (_WHY, attrgetter("why")),
                (_RULE, attrgetter("rule")),
            ).with_columns(columns)
            for number, group in groupby(reasons, key=lambda reason: reason.stage)
        ),
    )


def _reasons(race: Race, bib: Bib, after: int | None) -> list[Reasoned]:
    race.score(after)
    return explanation(race, bib, after)


def _amount(race: Race, reasoned: Reasoned) -> tuple[Cell, ...]:
    """Write an amount as time, points or money, and what it is (_AMOUNT)."""
    what, amount = _TITLES.get(reasoned.towards, reasoned.towards), reasoned.amount
    if reasoned.towards == "bonus" and amount is not None:
        amount = -amount
    if reasoned.total:
        what = phrase("{classification}: total", classification=what)
    adds_times = {n for n in ClassificationName if race.rulebook.adds_times(n)}
    if reasoned.towards in {"time", "bonus", "penalty", *adds_times}:
        return what, amount, None, None
    paid = reasoned.towards == PURSE
    return what, None, None if paid else amount, amount if paid else None
