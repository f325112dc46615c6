"""What a team may spend: its budget at the start, and as a sponsor (CY-14, CY-15)."""

from collections.abc import Iterator, Sequence

from peloton.errors import did_you_mean
from peloton.rules.model import FINISH, Offer, Stage, TeamCode, Tour
from peloton.rules.problem import Problem, Severity
from peloton.rules.rulebook import Rulebook
from peloton.rules.tallies import Tally
from peloton.rules.values import no_team


def budget_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Find the teams that cost more than the budget (CY-14).

    Riders without a type, or of one without a price, cost nothing that is known.
    """
    budget = rulebook.number("money.budget")
    if not budget:
        return
    prices = {each.name: each.price for each in rulebook.types}
    costs: dict[TeamCode, list[str]] = {}
    sums: dict[TeamCode, int] = {}
    for rider in tour.riders:
        price = prices.get(rider.type or "")
        if rider.team is not None and price is not None:
            costs.setdefault(rider.team, []).append(f"{rider.type} {price}")
            sums[rider.team] = sums.get(rider.team, 0) + price
    for position, team in enumerate(tour.teams):
        if sums.get(team.code, 0) > budget:
            yield Problem(
                code="budget",
                message=f"team {team.code} costs {sums[team.code]}:"
                f" {', '.join(costs[team.code])}; expected {budget} at most (CY-14)",
                where=("team", position),
            )


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
    offered: dict[TeamCode, int] = {}
    for position, offer in enumerate(stage.offers):
        offered[offer.team] = offered.get(offer.team, 0) + offer.amount
        if offer.team not in teams:
            yield _problem(position, no_team(offer.team, teams))
        if offer.target not in targets:
            yield _problem(position, _no_line(offer.target, targets, tour))
        if rulebook.flag("money.premiums") and not stage.cancelled:
            wrong = _over(offer, offered[offer.team], tally, rulebook)
            if wrong:
                yield _problem(position, wrong)
    if stage.offers and not rulebook.flag("money.premiums"):
        message = f"no money is in play in {rulebook.name}, so nothing is paid (CY-15)"
        yield _problem(0, message, Severity.WARNING)


def count_savings(stage: Stage, tally: Tally, rulebook: Rulebook) -> None:
    """Save what the teams could offer on a stage and did not (CY-15).

    What was offered is spent, won or not. A cancelled stage leaves all as it was.
    """
    if stage.cancelled or not rulebook.flag("money.premiums"):
        return
    a_stage, most = rulebook.number("money.offer"), rulebook.number("money.savings")
    offered: dict[TeamCode, int] = {}
    for offer in stage.offers:
        offered[offer.team] = offered.get(offer.team, 0) + offer.amount
    for team in tally.teams:
        left = tally.savings.get(team, 0) + a_stage - offered.get(team, 0)
        tally.savings[team] = min(max(left, 0), most)


def _over(offer: Offer, offered: int, tally: Tally, rulebook: Rulebook) -> str:
    """Say that a team offers more than it has; nothing if it does not."""
    a_stage, saved = rulebook.number("money.offer"), tally.savings.get(offer.team, 0)
    if offered <= a_stage + saved:
        return ""
    return (
        f"team {offer.team} offers {offered}, but has {a_stage + saved}:"
        f" {a_stage} a stage and {saved} saved (CY-15)"
    )


def _no_line(target: str, targets: Sequence[str], tour: Tour) -> str:
    """Say that an offer is for no line of the stage; it may name a rider or a team."""
    riders = {word.casefold() for each in tour.riders for word in (each.bib, each.name)}
    teams = {word.casefold() for each in tour.teams for word in (each.code, each.name)}
    found = f"found target '{target}'"
    for whom, names in (("rider", riders), ("team", teams)):
        if target.casefold() in names:
            return f"{found}, but no offer is for a named {whom} (CY-15)"
    near = did_you_mean(target, targets)
    return f"{found}, expected a line: {', '.join(targets)} (CY-15){near}"


def _problem(position: int, wrong: str, severity: Severity = Severity.ERROR) -> Problem:
    message = f"offer: {wrong}"
    return Problem.of("offer", message, "offer", position, severity=severity)
