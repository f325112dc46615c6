"""Budgets: what a team may cost, and what it may offer as a sponsor (CY-14, CY-15)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from peloton.errors import did_you_mean
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.stage import FINISH, Offer, Stage
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.season.entrants import folded
from peloton.rules.values import no_team

_Purses = Mapping[TeamCode, tuple[TeamCode, ...]]
"""The teams that spend as one, by each of them, in the order of the tour."""


def shared_purses(tour: Tour, rulebook: Rulebook) -> _Purses:
    """Find the teams that share a budget and sponsor money: those of one player.

    Each team has its own unless the rulebook gives them by player (CY-14, CY-15).
    """
    owners: dict[TeamCode, str] = {team.code: team.code for team in tour.teams}
    if rulebook.word("money.by") == "player":
        owners |= {
            t.code: f" {folded(t.player)}" for t in tour.teams if t.player.strip()
        }
    purses: dict[str, list[TeamCode]] = {}
    for code, owner in owners.items():
        purses.setdefault(owner, []).append(code)
    return {code: tuple(purses[owner]) for code, owner in owners.items()}


def budget_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Find the teams, or players, that cost more than the budget (CY-14).

    Riders without a type, or of one without a price, cost nothing that is known.
    """
    budget = rulebook.number("money.budget")
    if not budget:
        return
    prices = {kind.name: kind.price for kind in rulebook.types}
    costs: dict[TeamCode, list[str]] = {}
    sums: dict[TeamCode, int] = {}
    for rider in tour.riders:
        price = prices.get(rider.type or "")
        if rider.team is not None and price is not None:
            costs.setdefault(rider.team, []).append(f"{rider.type} {price}")
            sums[rider.team] = sums.get(rider.team, 0) + price
    shared = shared_purses(tour, rulebook)
    for position, team in enumerate(tour.teams):
        codes = shared[team.code]
        cost = sum(sums.get(code, 0) for code in codes)
        if cost > budget and team.code == codes[0]:
            bought = [rider for code in codes for rider in costs.get(code, ())]
            who = f"team {team.code} costs"
            if len(codes) > 1:
                who = f"the teams {', '.join(codes)} of {team.player} cost"
            message = f"{who} {cost}: {', '.join(bought)}"
            message = f"{message}; expected {budget} at most (CY-14)"
            yield Problem.of("budget", message, "team", position)


def offer_problems(
    tour: Tour, stage: Stage, tally: Tally, rulebook: Rulebook
) -> Iterator[Problem]:
    """Find offers that are for no line of the stage, or for more than there is (CY-15).

    `tally` has what the teams have saved before the stage.
    """
    if not stage.offers:
        return
    teams = [team.code for team in tour.teams]
    targets = [FINISH, *stage.primes]
    shared, rule = shared_purses(tour, rulebook), _rule(rulebook)
    for position, offer in enumerate(stage.offers):
        if offer.team not in teams:
            yield _problem(position, no_team(offer.team, teams))
        if offer.target not in targets:
            wrong = _no_line(offer.target, targets, tour, rule)
            yield _problem(position, wrong)
        if rulebook.flag("money.premiums") and not stage.cancelled:
            codes = shared.get(offer.team, (offer.team,))
            so_far = offered_by(stage.offers[: position + 1], codes)
            wrong = _over(offer, codes, so_far, tally, rulebook)
            if wrong:
                yield _problem(position, wrong)
    if not rulebook.flag("money.premiums"):
        message = f"no money is in play in {rulebook.name}, so nothing is paid ({rule})"
        yield _problem(0, message, Severity.WARNING)


def offered_by(offers: Iterable[Offer], teams: Collection[TeamCode]) -> int:
    """Add up what some teams offer."""
    return sum(offer.amount for offer in offers if offer.team in teams)


def count_savings(tour: Tour, stage: Stage, tally: Tally, rulebook: Rulebook) -> None:
    """Save what the teams could offer on a stage and did not (CY-15).

    What was offered is spent, won or not. A cancelled stage leaves all as it was.
    Teams that share their money each have the sum of it.
    """
    if stage.cancelled or not rulebook.flag("money.premiums"):
        return
    a_stage, most = rulebook.number("money.offer"), rulebook.number("money.savings")
    for team, codes in shared_purses(tour, rulebook).items():
        left = tally.savings.get(team, 0) + a_stage - offered_by(stage.offers, codes)
        tally.savings[team] = min(max(left, 0), most)


def unspent_problems(tour: Tour, tally: Tally, rulebook: Rulebook) -> Iterator[Problem]:
    """Warn of sponsor money left after the last stage: all must be used (CY-15)."""
    if not rulebook.flag("money.premiums"):
        return
    last = len(tour.stages)
    for team, codes in shared_purses(tour, rulebook).items():
        if tally.savings.get(team) and team == codes[0]:
            whose = f"team {team} has" if len(codes) == 1 else f"{_all(codes)} have"
            message = (
                f"{whose} {tally.savings[team]} of the sponsor money left: the whole"
                f" budget must be used by the end of the tour ({_rule(rulebook)})"
            )
            yield Problem(
                code="unspent",
                message=message,
                severity=Severity.WARNING,
                stage=last,
                where=("stage", last - 1),
            )


def _rule(rulebook: Rulebook) -> str:
    """Return the number of the rule on offers; some rulebooks do not name it."""
    return rulebook.rule("money.offer") or "CY-15"


def _all(codes: Iterable[TeamCode]) -> str:
    return f"the teams {', '.join(codes)}"


def _over(
    offer: Offer,
    codes: tuple[TeamCode, ...],
    offered: int,
    tally: Tally,
    rulebook: Rulebook,
) -> str:
    """Return the message that a team offers more than it has, or ""."""
    a_stage, saved = rulebook.number("money.offer"), tally.savings.get(offer.team, 0)
    if offered <= a_stage + saved:
        return ""
    offers, has = f"team {offer.team} offers", "has"
    if len(codes) > 1:
        offers, has = f"{_all(codes)} offer", "have"
    if not a_stage:
        return f"{offers} {offered}, but there are no sponsors ({_rule(rulebook)})"
    return (
        f"{offers} {offered}, but {has} {a_stage + saved}:"
        f" {a_stage} a stage and {saved} saved ({_rule(rulebook)})"
    )


def _no_line(target: str, targets: Sequence[str], tour: Tour, rule: str) -> str:
    """Return the message that an offer is for no line of the stage."""
    riders = {word.casefold() for r in tour.riders for word in (r.bib, r.name)}
    teams = {word.casefold() for t in tour.teams for word in (t.code, t.name)}
    wrong = f"found target '{target}'"
    for whom, names in (("rider", riders), ("team", teams)):
        if target.casefold() in names:
            return f"{wrong}, but no offer is for a named {whom} ({rule})"
    near = did_you_mean(target, targets)
    return f"{wrong}, expected a line: {', '.join(targets)} ({rule}){near}"


def _problem(position: int, wrong: str, severity: Severity = Severity.ERROR) -> Problem:
    message = f"offer: {wrong}"
    return Problem.of("offer", message, "offer", position, severity=severity)
