"""Accounts: the amounts behind one figure, stage by stage, which add up to it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from peloton.rules.explain.rider import Reasoned, premium_reason
from peloton.rules.facts.stage import NOT_STARTED
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.extra_turns import Grant, rider_grants
from peloton.rules.results import PURSE, Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import phrase

EXTRA_TURNS, TEAM_TURNS = "extra_turns", "team_turns"
"""The names of the ledgers of extra turns, as in the JSON of a tour."""


class Account(NamedTuple):
    """The amounts that add up to one figure of a rider or a team.

    `name` is a classification, a ledger or `team_result`; `stage` is the one after
    which the figure holds. `why` says how it is ranked. `total` is None where the
    figure is not known. A `timed` one is in ticks.
    """

    name: str
    who: str
    stage: int
    lines: Sequence[Reasoned]
    total: int | None
    why: str = ""
    rule: str = ""
    timed: bool = False

    @property
    def rows(self) -> tuple[Reasoned, ...]:
        """The lines, and the total as the last of them."""
        total = Reasoned(
            self.stage, self.name, self.total, self.why, self.rule, total=True
        )
        return (*self.lines, total._replace(who=self.who))


def purse_account(race: Race, team: TeamCode, after: int) -> Account:
    """List every premium of a team (CY-15 to CY-17); they add up to its balance."""
    lines = [
        premium_reason(score, premium)
        for score in race.stages[:after]
        for premium in score.premiums
        if premium.team == team
    ]
    balances = {line.team: line.balance for line in race.stages[after - 1].purse}
    return Account(PURSE, team, after, lines, balances.get(team))


def turns_accounts(race: Race, bib: Bib, after: int) -> Iterator[Account]:
    """List what a rider's extra turns were granted for, and where they were used.

    They add up to those left (CY-12). A race apart from the tour has an account of
    its own.
    """
    rider = next(rider for rider in race.tour.riders if rider.bib == bib)
    days: list[_Day] = []
    for score in race.stages[:after]:
        grants = rider_grants(score.stage, rider, race.rulebook)
        attacks = score.stage.attacks.get(bib, 0)
        for line in score.extra_turns:
            if line.bib == bib:
                used = _used(line.used, attacks, race.rulebook)
                booked = (*(grants or ()), *used)
                days.append(_Day(score, EXTRA_TURNS, booked, line.left))
        rode = (line for line in score.result if line.status not in NOT_STARTED)
        if grants is None and any(line.bib == bib for line in rode):
            why = phrase("not known: lengths are missing on the course")
            days.append(_Day(score, EXTRA_TURNS, (Grant(0, why, "CY-12"),), None))
    return _accounts(bib, days, after)


def team_turns_accounts(race: Race, team: TeamCode, after: int) -> Iterator[Account]:
    """List the extra turns that any rider of a team may use, likewise (CY-12)."""
    why, rule = phrase("for any rider"), race.rulebook.rule("extra_turns.team")
    days: list[_Day] = []
    for score in race.stages[:after]:
        for line in score.team_turns:
            if line.team == team:
                used = _used(line.used, 0, race.rulebook)
                booked = (Grant(line.granted, why, rule), *used)
                days.append(_Day(score, TEAM_TURNS, booked, line.left))
    return _accounts(team, days, after)


def _used(used: int, attacks: int, rulebook: Rulebook) -> Iterator[Grant]:
    """Part the extra turns used on a stage into attacks and others (CY-12)."""
    in_attacks = min(attacks * rulebook.number("extra_turns.attack"), used)
    if used > in_attacks:
        yield Grant(in_attacks - used, phrase("used"), "CY-12")
    if in_attacks:
        yield Grant(-in_attacks, phrase("attacks: {count}", count=attacks), "CY-12")


class _Day(NamedTuple):
    """The extra turns granted and used on a stage, and those left after it."""

    score: StageScore
    ledger: str
    booked: Sequence[Grant]
    left: int | None

    def lines(self, who: str) -> Iterator[Reasoned]:
        """Go through the grants, and what was used."""
        for turns, why, rule in self.booked:
            yield Reasoned(self.score.number, self.ledger, turns, why, rule, who=who)


def _accounts(who: str, days: Iterable[_Day], after: int) -> Iterator[Account]:
    """Make an account of each race apart from the tour, and the tour's, which is last.

    The total is unknown from the first stage on which it is.
    """
    kept: list[_Day] = []
    for day in days:
        if day.score.stage.kind.outside_the_tour:
            lines = [*day.lines(who)]
            yield Account(day.ledger, who, day.score.number, lines, day.left)
        else:
            kept.append(day)
    if kept:
        lines = [line for day in kept for line in day.lines(who)]
        yield Account(kept[-1].ledger, who, after, lines, kept[-1].left)


def riders_of(tour: Tour, team: TeamCode) -> list[Bib]:
    """Return the bibs of a team's riders."""
    return [rider.bib for rider in tour.riders if rider.team == team]
