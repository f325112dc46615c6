"""Explain how totals, team money and extra turns add up, and who wears which jersey."""

from collections.abc import Container, Iterator, Sequence

from peloton.rules.classifications.riders import combined_ranks
from peloton.rules.explain.rider import (
    TIME_SIGNS,
    AmountLine,
    award_reason,
    explanation,
    premium_reason,
    rank_reason,
)
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName, StageKind
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.stage import NOT_STARTED
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.ledgers.extra_turns import Grant, rider_grants
from peloton.rules.results import (
    PURSE,
    JerseyLine,
    Race,
    StageScore,
    Standing,
    TeamLine,
    TurnLine,
)
from peloton.rules.winners import first_ranked, is_final, is_won_on_the_line
from peloton.rules.words import phrase

TEAM_RESULT = "team_result"
_GENERAL, _TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS
_LEVELLED = "general.levelled"


def rank_accounts(
    race: Race, name: ClassificationName, after: int
) -> list[list[AmountLine]]:
    """Explain the first two totals, and all down to the jersey wearer's."""
    score = race.stages[after - 1]
    rows: Sequence[Standing] = score.standings.get(name, ())
    worn = {line.wearer for line in score.jerseys if line.classification is name}
    last = max((at for at, row in enumerate(rows, 1) if row.who in worn), default=0)
    return [rank_account(race, name, row, after) for row in rows[: max(last, 2)]]


def rank_account(
    race: Race, name: ClassificationName, row: Standing, after: int
) -> list[AmountLine]:
    """Return the amounts that add up to a rider's or team's total, and the total."""
    rulebook, standings, who = race.rulebook, race.stages[after - 1].standings, row.who
    if name is _TEAMS:
        lines = [*_team_lines(race, TeamCode(who), after)]
    elif name is ClassificationName.COMBINATION:
        rule, every = _rule(race, name), combined_ranks(standings).items()
        lines = [
            AmountLine(after, of, ranks[who], CLASSIFICATIONS[of].title, rule, who=who)
            for of, ranks in every
        ]
    else:
        lines = _rider_lines(race, name, Bib(who), after)
        if rulebook.flag(_LEVELLED) and rulebook.adds_times(name):
            first = _rider_lines(race, name, Bib(standings[name][0].who), after)
            best = sum(line.amount or 0 for line in first)
            less, rule = phrase("less the best total"), rulebook.rule(_LEVELLED)
            lines.append(AmountLine(after, name, -best, less, rule, who=who))
    why, rule = rank_reason(race, name, row)
    total = AmountLine(after, name, row.total, why, rule, total=True, who=who)
    return [*(line._replace(towards=name) for line in lines), total]


def team_accounts(race: Race, team: TeamCode, after: int) -> Iterator[list[AmountLine]]:
    """Explain a team's result on the stage `after`, and its rank after that stage."""
    score = race.stages[after - 1]
    for line in score.team_result:
        if line.team == team:
            total = line.points if line.time is None else line.time
            why, rule = phrase("rank {rank}", rank=line.rank), _rule(race, _TEAMS)
            rows = [
                *_team_day(race, score, line),
                AmountLine(after, TEAM_RESULT, total, why, rule, total=True, who=team),
            ]
            yield [row._replace(towards=TEAM_RESULT) for row in rows]
    for row in score.standings.get(_TEAMS, ()):
        if row.who == team:
            yield rank_account(race, _TEAMS, row, after)


def jersey_reasons(
    race: Race, name: ClassificationName, after: int
) -> Iterator[tuple[str, str]]:
    """Yield why a rider leads a classification or wears its jersey: (reason, rule).

    Once the tour is over, only the winner is explained, not the wearer (GN-11).
    """
    score = race.stages[after - 1]
    led = score.led
    if name not in led:
        yield phrase("nobody leads the classification yet"), "GN-5"
    final = is_final(race, score)
    wins = final and not (name is _GENERAL and is_won_on_the_line(race))
    for who in first_ranked(led.get(name, ())):
        if wins:
            yield phrase("{who} wins the classification", who=who), "GN-11"
        else:
            yield phrase("{who} leads the classification", who=who), _rule(race, name)
    for line in () if final else score.jerseys:
        if line.classification is name:
            yield from _jersey_steps(race, score, line)


def _jersey_steps(
    race: Race, score: StageScore, line: JerseyLine
) -> Iterator[tuple[str, str]]:
    """Explain, from the leader down to the wearer, who wears which jersey (CY-10)."""
    worn = {line.wearer: known_word(line.jersey) for line in score.jerseys}
    for row in score.standings[line.classification]:
        jersey = worn.get(Bib(row.who))
        if jersey is None:
            rule = race.rulebook.rule("time_limit.back")
            yield phrase("{bib} misses the next ride", bib=row.who), rule
            continue
        at: dict[str, str | int]
        at = {"bib": row.who, "rank": row.rank, "jersey": jersey}
        if row.who == line.wearer:
            yield phrase("{bib}, rank {rank}, wears {jersey}", **at), "CY-10"
            return
        yield phrase("{bib}, rank {rank}, wears {jersey} already", **at), "CY-10"
    yield phrase("nobody is left to wear it"), "CY-10"


def _rider_lines(
    race: Race, name: ClassificationName, bib: Bib, after: int
) -> list[AmountLine]:
    """Return the amounts that make up a rider's total; a bonus is negative."""
    by_time = race.rulebook.adds_times(name)
    signs = TIME_SIGNS if by_time else {str(name.totals_from): 1}
    return [
        line._replace(amount=signs[line.towards] * line.amount)
        for line in explanation(race, bib, after)
        if line.towards in signs and line.counts and not line.total
        if line.amount is not None
    ]


def _team_lines(race: Race, team: TeamCode, after: int) -> Iterator[AmountLine]:
    """Yield the amounts in a team's total, as the rulebook defines it (CR-8, RR-6)."""
    rulebook, riders = race.rulebook, riders_of(race, team)
    by, rule = rulebook.word("teams.by"), _rule(race, _TEAMS)
    everybody = race.stages[after - 1].standings.get(_GENERAL, ())
    general = (row for row in everybody if row.who in riders)
    for bib in riders if by == "rider points" else ():
        yield from _rider_lines(race, ClassificationName.POINTS, bib, after)
    for row in general if by == "general times" else ():
        why = phrase("general classification: rank {rank}", rank=row.rank)
        yield AmountLine(after, _TEAMS, row.total, why, rule, who=row.who)
    for score in race.stages[:after]:
        if _TEAMS not in rulebook.counted(score.stage):
            continue
        if by == "points":
            yield from _finish_points(race, score, riders)
        for line in score.team_result if by == "best times" else ():
            if line.team == team and line.time is not None:
                yield from _team_day(race, score, line)
        for ruling in score.stage.rulings:
            amount = -ruling.points if rulebook.teams_by_points else ruling.seconds
            if ruling.team == team and amount:
                why = phrase("ruling: {reason}", reason=ruling.reason)
                yield AmountLine(score.number, _TEAMS, amount, why, "GN-2", who=team)


def _finish_points(
    race: Race, score: StageScore, riders: Container[Bib]
) -> Iterator[AmountLine]:
    """Yield the points that riders won for their team on a stage (CR-8)."""
    source, towards = race.rulebook.team_points_source
    for award in score.awards:
        counts = source in (None, award.source) and award.towards == towards
        if counts and award.bib in riders:
            yield award_reason(score, award)._replace(who=award.bib)


def _team_day(race: Race, score: StageScore, result: TeamLine) -> Iterator[AmountLine]:
    """Yield the times or points of the riders who count for a team on a stage."""
    rulebook, stage, time = race.rulebook, score.stage, result.time
    riders, rule = riders_of(race, result.team), _rule(race, _TEAMS)
    placed = [x for x in score.result if x.bib in riders and x.place is not None]
    if time is None and stage.kind is not StageKind.POINTS_RACE:
        yield from _finish_points(race, score, riders)
        return
    placed.sort(key=lambda line: line.time or 0)
    count, by_best = len(placed), rulebook.word("teams.by") == "best times"
    if by_best and time is not None:
        # A team may have fewer riders until all have joined the tour (GN-10).
        count = min(rulebook.number("teams.riders"), count)
    if stage.by_teams:
        rider = placed[min(rulebook.number("ttt.rider"), len(placed)) - 1]
        why = phrase("the team's time")
        if by_best and stage.kind is StageKind.TTT:
            why = phrase("{count} x the team's time", count=count)
        who = rider.leader or rider.bib
        yield AmountLine(score.number, _TEAMS, time, why, rule, who=who)
        return
    for line in placed[:count]:
        amount = line.points if time is None else line.time
        why = phrase("place {place}", place=line.place or 0)
        yield AmountLine(score.number, _TEAMS, amount, why, rule, who=line.bib)


def riders_of(race: Race, team: TeamCode) -> list[Bib]:
    """Return the bibs of a team's riders."""
    return [rider.bib for rider in race.tour.riders if rider.team == team]


def _rule(race: Race, name: ClassificationName) -> str:
    return race.rulebook.rule(CLASSIFICATIONS[name].rule)


EXTRA_TURNS, TEAM_TURNS = "extra_turns", "team_turns"
"""Names of the ledgers of riders' and teams' extra turns in the JSON of a tour."""


def purse_account(race: Race, team: TeamCode, after: int) -> list[AmountLine]:
    """Return the premiums that a team won, followed by its balance (CY-15 to CY-17)."""
    won = ((s, p) for s in race.stages[:after] for p in s.premiums if p.team == team)
    premiums = [premium_reason(score, premium) for score, premium in won]
    balances = {line.team: line.balance for line in race.stages[after - 1].purse}
    balance = balances.get(team)
    return [*premiums, AmountLine(after, PURSE, balance, "", "", total=True, who=team)]


def turns_account(race: Race, ledger: str, who: str, after: int) -> list[AmountLine]:
    """Return the extra turns granted and used, followed by the number left (CY-12).

    `ledger` is EXTRA_TURNS for a rider's extra turns, TEAM_TURNS for a team's. The
    number left is None from the first stage on which it is unknown. A track race
    outside the tour has its own extra turns. The list is empty if no extra turns were
    granted or used.
    """
    apart, rows = race.stages[after - 1].stage.kind.outside_the_tour, list[AmountLine]()
    left: int | None = None
    for score in race.stages[after - 1 if apart else 0 : after]:
        if apart or not score.stage.kind.outside_the_tour:
            line, grants = _turns_on_stage(race, ledger, who, score)
            # On a stage without a line, the turns left stay the same.
            if line or grants:
                left = line.left if line else None
            rows += (
                AmountLine(score.number, ledger, turns, why, rule, who=who)
                for turns, why, rule in grants
            )
    total = AmountLine(after, ledger, left, "", "", total=True, who=who)
    return [*rows, total] if rows else []


def _turns_on_stage(
    race: Race, ledger: str, who: str, score: StageScore
) -> tuple[TurnLine | None, list[Grant]]:
    """Return the line of a rider or team in the ledger, and its turns by reason.

    Extra turns used in attacks are separate from those used otherwise (CY-12).
    """
    rulebook, attacks = race.rulebook, 0
    lines = score.team_turns if ledger == TEAM_TURNS else score.extra_turns
    line = next((line for line in lines if line.who == who), None)
    grants: tuple[Grant, ...] | None = ()
    if ledger == EXTRA_TURNS:
        rider = next(rider for rider in race.tour.riders if rider.bib == who)
        grants = rider_grants(score.stage, rider, rulebook)
        attacks = score.stage.attacks.get(rider.bib, 0)
    elif line is not None:
        rule = rulebook.rule("extra_turns.team")
        grants = (Grant(line.granted, phrase("for any rider"), rule),)
    if line is None:
        rode = {x.bib for x in score.result if x.status not in NOT_STARTED}
        why = phrase("unknown: lengths are missing on the course")
        unknown = grants is None and who in rode
        return None, [Grant(0, why, "CY-12")] if unknown else []
    in_attacks = min(attacks * rulebook.number("extra_turns.attack"), line.used)
    used = (
        Grant(in_attacks - line.used, phrase("used"), "CY-12"),
        Grant(-in_attacks, phrase("attacks: {count}", count=attacks), "CY-12"),
    )
    return line, [*(grants or ()), *(grant for grant in used if grant.turns)]
