"""Explain times, points and ranks: list every amount with its reason and its rule."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from operator import attrgetter

from peloton.errors import PelotonError
from peloton.reports.headings import after_stage, race_sheet
from peloton.reports.ledgers import score_with_extra_turns, score_with_money
from peloton.reports.names import (
    CLASSIFICATION_TITLES,
    POINTS,
    RIDER_COLUMNS,
    TEAM_RANKINGS,
    TIMES,
    Names,
)
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.rules.explain.accounts import (
    EXTRA_TURNS,
    TEAM_RESULT,
    TEAM_TURNS,
    jersey_reasons,
    purse_account,
    rank_accounts,
    team_accounts,
    turns_account,
)
from peloton.rules.explain.rider import AmountLine, explanation
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.names import Subject
from peloton.rules.results import PURSE, Race
from peloton.rules.words import phrase

_LEADER = "leader"
_REASONS = (
    (Column(phrase("Why"), weight=1), attrgetter("why")),
    (Column(phrase("Rule")), attrgetter("rule")),
)
_AMOUNT = (Column(phrase("What")), TIMES[0], POINTS, *numbers(phrase("Premium")))
_TITLES: dict[str, str] = {
    **CLASSIFICATION_TITLES,
    "time": phrase("time"),
    "bonus": phrase("bonus"),
    "penalty": phrase("penalty"),
    EXTRA_TURNS: phrase("Extra turns"),
    TEAM_TURNS: phrase("Extra turns of each team, for any rider"),
    TEAM_RESULT: phrase("Team result"),
}
_UNITS = {
    PURSE: phrase("Premium"),
    EXTRA_TURNS: phrase("Extra turns"),
    TEAM_TURNS: phrase("Extra turns"),
}
_OF_TEAMS = {*TEAM_RANKINGS, TEAM_TURNS, TEAM_RESULT}


def explanation_sheet(
    race: Race, subject: Subject, after: int | None = None, *, turns: bool = False
) -> Sheet:
    """Explain the totals of a rider, team, classification or ledger after a stage.

    With `turns`, explain the extra turns of a rider, or of a team and its riders. A
    rider has a table for each stage; any other subject has a table for each total.
    Raises PelotonError if there is nothing to explain or the stage has no result.
    """
    number, names, (kind, word) = race.score(after).number, Names(race.tour), subject
    if turns and kind not in {"rider", "team"}:
        raise PelotonError("--turns is for a rider or a team")
    title = name = _TITLES.get(word.replace("-", "_"), word)
    if kind == "rider":
        title, name = names.titles(word)
    elif kind == "team":
        title = name = names.team(word)
    if kind == "rider" and not turns:
        by_stage = groupby(explanation(race, Bib(word), number), attrgetter("stage"))
        groups = [[*reasons] for _, reasons in by_stage]
        tables = [_stage_table(race, group) for group in groups]
    else:
        accounts = _accounts(race, subject, number, turns=turns)
        groups = [group for group in accounts if group]
        if not groups:
            words = " ".join(subject)
            raise PelotonError(f"nothing to explain for {words} after stage {number}")
        tables = [_account_table(race, group, names) for group in groups]
        title = after_stage(race, race.score(number), title)
    data = [row._asdict() for group in groups for row in group]
    return race_sheet(race, title, tables, name=name, data=data)


def _accounts(
    race: Race, subject: Subject, number: int, *, turns: bool
) -> Iterator[list[AmountLine]]:
    """Explain the totals of a classification, of a team, or of everyone in a ledger.

    With `turns`, explain the extra turns of a rider, or of a team and its riders.
    """
    kind, name = subject
    if kind == "classification":
        ranking = ClassificationName(name)
        yield [
            AmountLine(number, _LEADER, None, why, rule, counts=False)
            for why, rule in jersey_reasons(race, ranking, number)
        ]
        yield from rank_accounts(race, ranking, number)
    elif kind == "team" and not turns:
        yield from team_accounts(race, TeamCode(name), number)
        if race.score(number).purse:
            yield purse_account(race, TeamCode(name), number)
        yield turns_account(race, TEAM_TURNS, name, number)
    elif name == PURSE and not turns:
        for line in score_with_money(race, number).purse:
            yield purse_account(race, line.team, number)
    else:
        score_with_extra_turns(race, number)
        everyone = kind == "ledger"
        for team in race.tour.teams:
            if everyone or (kind, team.code) == subject:
                yield turns_account(race, TEAM_TURNS, team.code, number)
        for rider in race.tour.riders:
            if everyone or name == (rider.bib if kind == "rider" else rider.team):
                yield turns_account(race, EXTRA_TURNS, rider.bib, number)


def _account_table(race: Race, account: Sequence[AmountLine], names: Names) -> Table:
    """List the amounts in a total with a running sum, or the reasons for a lead."""
    *lines, total = account
    if total.towards == _LEADER:
        return record_table("Leader", phrase("Leader"), account, *_REASONS)
    column = TIMES[0] if _is_timed(race, total) else POINTS
    title = _UNITS.get(total.towards, column.title)
    who = (names.team if total.towards in _OF_TEAMS else names.bib_and_name)(total.who)
    sums = accumulate(line.amount or 0 for line in lines)

    def rider(line: AmountLine) -> tuple[Cell, ...]:
        same = line.who == total.who
        return (None, None) if same else names.rider_cells(line.who)[:2]

    note = phrase("{why} ({rule})", why=total.why, rule=total.rule)
    why, rule = _REASONS
    return record_table(
        f"{total.towards} {total.who}",
        phrase("{who}: {what}", who=who, what=_TITLES[total.towards]),
        lines,
        (numbers(phrase("Stage")), attrgetter("stage")),
        (RIDER_COLUMNS[:2], rider),
        why,
        (Column(title, column.kind), attrgetter("amount")),
        (Column(phrase("Sum"), column.kind), lambda _: next(sums)),
        rule,
        notes=(note,) if total.why else (),
    )


def _stage_table(race: Race, reasons: Sequence[AmountLine]) -> Table:
    """List amounts with a title and a time, points or money, and their reasons."""

    def cells(line: AmountLine) -> tuple[Cell, ...]:
        what, amount = _TITLES.get(line.towards, line.towards), line.amount
        if line.towards == "bonus" and amount is not None:
            amount = -amount
        if line.total:
            what = phrase("{classification}: total", classification=what)
        if _is_timed(race, line):
            return what, amount, None, None
        paid = line.towards == PURSE
        return what, None, None if paid else amount, amount if paid else None

    score = race.score(reasons[0].stage)
    name, title = f"Stage {score.number}", score.title
    return record_table(name, title, reasons, (_AMOUNT, cells), *_REASONS)


def _is_timed(race: Race, reasoned: AmountLine) -> bool:
    if reasoned.towards == TEAM_RESULT:
        result = race.stages[reasoned.stage - 1].team_result
        return any(x.team == reasoned.who and x.time is not None for x in result)
    by_time = {name for name in ClassificationName if race.rulebook.adds_times(name)}
    return reasoned.towards in {"time", "bonus", "penalty", *by_time}
