"""Accounts: the amounts that add up to a team's money or to extra turns left."""

from collections.abc import Iterator

from peloton.rules.explain.rider import AmountLine, premium_reason
from peloton.rules.facts.stage import NOT_STARTED
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.ledgers.extra_turns import Grant, rider_grants
from peloton.rules.results import PURSE, Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import phrase

EXTRA_TURNS, TEAM_TURNS = "extra_turns", "team_turns"
"""Names of the ledgers of riders' and teams' extra turns in the JSON of a tour."""


def purse_account(race: Race, team: TeamCode, after: int) -> list[AmountLine]:
    """Return all premiums of a team and the resulting balance (CY-15 to CY-17)."""
    premiums = [
        premium_reason(score, premium)
        for score in race.stages[:after]
        for premium in score.premiums
        if premium.team == team
    ]
    balances = {line.team: line.balance for line in race.stages[after - 1].purse}
    balance = balances.get(team)
    return [*premiums, AmountLine(after, PURSE, balance, "", "", total=True, who=team)]


def turns_account(
    race: Race, ledger: str, who: Bib | TeamCode, after: int
) -> list[AmountLine]:
    """Return the extra turns granted and used, and the number left (CY-12).

    `ledger` is EXTRA_TURNS for a rider's extra turns, TEAM_TURNS for a team's. The
    number left is None from the first stage on which it is unknown. A separate track
    race has its own extra turns. The list is empty if there are no entries.
    """
    scores, rows, left = race.stages[:after], list[AmountLine](), None
    if scores[-1].stage.kind.outside_the_tour:
        scores = scores[-1:]
    else:
        scores = tuple(s for s in scores if not s.stage.kind.outside_the_tour)
    for score in scores:
        booked, left = _turns_on_stage(race, ledger, who, score, left)
        rows += (
            AmountLine(score.number, ledger, turns, why, rule, who=who)
            for turns, why, rule in booked
        )
    total = AmountLine(after, ledger, left, "", "", total=True, who=who)
    return [*rows, total] if rows else []


def _turns_on_stage(
    race: Race, ledger: str, who: Bib | TeamCode, score: StageScore, left: int | None
) -> tuple[list[Grant], int | None]:
    """Return the extra turns granted and used on a stage, and the number left."""
    stage, rulebook = score.stage, race.rulebook
    if ledger == TEAM_TURNS:
        rule = rulebook.rule("extra_turns.team")
        for of_team in score.team_turns:
            if of_team.team == who:
                grant = Grant(of_team.granted, phrase("for any rider"), rule)
                return [grant, *_used_turns(of_team.used, 0, rulebook)], of_team.left
        return [], left
    rider = next(rider for rider in race.tour.riders if rider.bib == who)
    grants = rider_grants(stage, rider, rulebook)
    for line in score.extra_turns:
        if line.bib == who:
            used = _used_turns(line.used, stage.attacks.get(line.bib, 0), rulebook)
            return [*(grants or ()), *used], line.left
    rode = (line for line in score.result if line.status not in NOT_STARTED)
    if grants is None and any(line.bib == who for line in rode):
        why = phrase("unknown: lengths are missing on the course")
        return [Grant(0, why, "CY-12")], None
    return [], left


def _used_turns(used: int, attacks: int, rulebook: Rulebook) -> Iterator[Grant]:
    """Split the extra turns used on a stage into attacks and others (CY-12)."""
    in_attacks = min(attacks * rulebook.number("extra_turns.attack"), used)
    if used > in_attacks:
        yield Grant(in_attacks - used, phrase("used"), "CY-12")
    if in_attacks:
        yield Grant(-in_attacks, phrase("attacks: {count}", count=attacks), "CY-12")
