"""The teams' money: premiums, budgets and sponsor offers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from peloton.errors import did_you_mean
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.labels import known_word, source_name
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.stage import FINISH, Offer, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode, comparison_key
from peloton.rules.facts.tour import Tour
from peloton.rules.results import (
    Premium,
    PremiumKind,
    PurseLine,
    StageScore,
    has_leader,
)
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import outside_limit
from peloton.rules.values import unknown_team_fault
from peloton.rules.words import phrase

_PAID_POINTS = {
    ClassificationName.POINTS: (phrase("{count} point"), phrase("{count} points")),
    ClassificationName.MOUNTAINS: (
        phrase("{count} mountains point"),
        phrase("{count} mountains points"),
    ),
}
"""Classifications whose points earn money, with the phrases for 1 and 2 points."""


def stage_premiums(
    score: StageScore, tally: Tally, *, last: bool
) -> tuple[Premium, ...]:
    """Return the premiums of a stage; if it is the `last`, also the final premiums.

    Money goes to the rider's team (CY-15, CY-16). Final premiums are paid by rank, in
    classifications with a leader (CY-17, GN-5). In a race outside the tour there are no
    premiums for the winner and the jerseys. The result is empty if the rulebook pays no
    premiums.
    """
    rulebook = tally.rulebook
    if not rulebook.flag("money.premiums"):
        return ()
    won: list[_Prize] = []
    if not score.stage.cancelled:
        won += (*_points(score, rulebook), *_offers(score, tally.startlist))
        if not score.stage.kind.outside_the_tour:
            won += (*_stage_win(score, rulebook), *_jerseys(score, rulebook))
    premiums = [
        Premium(team, amount, kind, why, rulebook.rule(kind), bib)
        for bib, amount, kind, why in won
        if (team := tally.startlist[bib].team) is not None and amount
    ]
    return (*premiums, *(_final(score, tally) if last else ()))


def pay_teams(premiums: Iterable[Premium], tally: Tally) -> tuple[PurseLine, ...]:
    """Pay the premiums of a stage; return the teams' money, most money first (CY-17).

    The result is empty if the rulebook pays no premiums.
    """
    if not tally.rulebook.flag("money.premiums"):
        return ()
    earned = dict.fromkeys(tally.teams, 0)
    for premium in premiums:
        earned[premium.team] += premium.amount
        tally.purse[premium.team] += premium.amount
    return tuple(
        PurseLine(team, earned[team], tally.purse[team], tally.savings.get(team, 0))
        for team in sorted(tally.teams, key=lambda team: -tally.purse[team])
    )


_Prize = tuple[Bib, int, PremiumKind, str]
"""A premium won by a rider: bib, amount, kind and reason."""


def _points(score: StageScore, rulebook: Rulebook) -> Iterator[_Prize]:
    rate = rulebook.number("money.point")
    for name, (one, several) in _PAID_POINTS.items():
        if not rulebook.counts(score.stage, name):
            continue
        sums: Counter[Bib] = Counter()
        for award in score.awards:
            if award.towards == name:
                sums[award.bib] += award.amount
        for bib, total in sums.items():
            points = phrase((one if abs(total) == 1 else several).pattern, count=total)
            why = phrase("{points} x {rate}", points=points, rate=rate)
            yield bib, total * rate, PremiumKind.POINTS, why


def _stage_win(score: StageScore, rulebook: Rulebook) -> Iterator[_Prize]:
    for line in score.result[:1]:
        if line.place is not None:
            amount, why = rulebook.number("money.stage_win"), phrase("stage win")
            yield line.bib, amount, PremiumKind.STAGE, why


def _jerseys(score: StageScore, rulebook: Rulebook) -> Iterator[_Prize]:
    jerseys = (jersey.name for jersey in rulebook.jerseys)
    amounts = dict(zip(jerseys, rulebook.scale("money.wearer"), strict=False))
    for line in score.jerseys:
        if line.wearer is not None:
            amount = amounts.get(line.jersey, 0)
            why = phrase("wears {jersey}", jersey=known_word(line.jersey))
            yield line.wearer, amount, PremiumKind.JERSEY, why


def _offers(score: StageScore, startlist: Mapping[Bib, Rider]) -> Iterator[_Prize]:
    if not score.stage.offers:
        return
    outside, passages = outside_limit(score.result), score.stage.passages
    orders = {**passages, FINISH: _finishers(score, startlist)}
    for offer in score.stage.offers:
        order = orders.get(offer.target, ())
        if offer.place <= len(order) and order[offer.place - 1] not in outside:
            why = phrase(
                "place {place}, {line}: offered by {team}",
                place=offer.place,
                line=source_name(offer.target, score.stage),
                team=offer.team,
            )
            bib = order[offer.place - 1]
            yield bib, offer.amount, PremiumKind.OFFER, why


def _finishers(score: StageScore, startlist: Mapping[Bib, Rider]) -> tuple[Bib, ...]:
    """Return the riders with a place; if teams race, only the first of each team."""
    placed = [line.bib for line in score.result if line.place is not None]
    if not score.stage.by_teams:
        return tuple(placed)
    teams: dict[TeamCode | Bib, Bib] = {}
    for bib in placed:
        teams.setdefault(startlist[bib].team or bib, bib)
    return tuple(teams.values())


def _final(score: StageScore, tally: Tally) -> Iterator[Premium]:
    """Yield the final premiums; each rider who shares a rank is paid in full."""
    for name, rows in score.standings.items():
        if not has_leader(name, rows, tally.counted):
            continue
        amounts = tally.rulebook.scale(f"money.final.{name}")
        rule = tally.rulebook.rule(f"money.final.{name}")
        for row in rows:
            amount = amounts[row.rank - 1] if row.rank <= len(amounts) else 0
            bib = None if name is ClassificationName.TEAMS else Bib(row.who)
            team = TeamCode(row.who) if bib is None else tally.startlist[bib].team
            if team is not None and amount:
                why = phrase(
                    "rank {rank}, final {classification}",
                    rank=row.rank,
                    classification=CLASSIFICATIONS[name].premium or name,
                )
                yield Premium(team, amount, PremiumKind.FINAL, why, rule, bib)


def shared_purses(
    tour: Tour, rulebook: Rulebook
) -> Mapping[TeamCode, tuple[TeamCode, ...]]:
    """Map each team to the teams that share its budget and sponsor money, in order.

    These are the teams of one player, if the rulebook says so (CY-14, CY-15).
    """
    by_player = rulebook.word("money.by") == "player"
    owners: dict[TeamCode, tuple[str, str]] = {}
    for team in tour.teams:
        player = comparison_key(team.player) if by_player else ""
        owners[team.code] = (player, "" if player else team.code)
    purses: dict[tuple[str, str], list[TeamCode]] = {}
    for code, owner in owners.items():
        purses.setdefault(owner, []).append(code)
    return {code: tuple(purses[owner]) for code, owner in owners.items()}


def budget_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Find the teams, or all teams of a player, that cost more than the budget (CY-14).

    Riders whose type is not known or has no price cost nothing.
    """
    budget = rulebook.number("money.budget")
    if not budget:
        return
    prices = {kind.name: kind.price for kind in rulebook.types}
    costs: defaultdict[TeamCode, list[tuple[str, int]]] = defaultdict(list)
    for rider in tour.riders:
        price = prices.get(rider.type or "")
        if rider.team is not None and price is not None:
            costs[rider.team].append((f"{rider.type} {price}", price))
    shared = shared_purses(tour, rulebook)
    for position, team in enumerate(tour.teams):
        codes = shared[team.code]
        bought = [rider for code in codes for rider in costs[code]]
        cost = sum(price for _, price in bought)
        if cost > budget and team.code == codes[0]:
            who = f"team {team.code} costs"
            if len(codes) > 1:
                who = f"{_teams(codes)} of {team.player} cost"
            message = f"{who} {cost}: {', '.join(rider for rider, _ in bought)}"
            message = f"{message}; expected at most {budget} (CY-14)"
            yield Problem.of("budget", message, "team", position)


def offer_problems(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Find offers for an unknown sprint or climb, or of too much money (CY-15)."""
    if not stage.offers:
        return
    rulebook, shared = tally.rulebook, tally.purses
    paying = rulebook.flag("money.premiums")
    offered: Counter[TeamCode] = Counter()
    for position, offer in enumerate(stage.offers):
        offered[offer.team] += offer.amount
        faults = [_target_fault(offer.target, stage, tally)]
        if offer.team not in shared:
            faults.insert(0, unknown_team_fault(offer.team, shared))
        if paying and not stage.cancelled:
            faults.append(_overspending(offer.team, offered, tally))
        for fault in filter(None, faults):
            yield Problem.of("offer", f"offer: {fault}", "offer", position)
    if not paying:
        unpaid = f"no money is in play in {rulebook.name}, so nothing is paid"
        message, warning = f"offer: {unpaid} ({_rule_of(rulebook)})", Severity.WARNING
        yield Problem.of("offer", message, "offer", 0, severity=warning)


def offer_totals_by_team(offers: Iterable[Offer]) -> Counter[TeamCode]:
    """Return the total amount that each team offers."""
    amounts: Counter[TeamCode] = Counter()
    for offer in offers:
        amounts[offer.team] += offer.amount
    return amounts


def add_savings(stage: Stage, tally: Tally) -> None:
    """Carry over the sponsor money that the teams did not offer on a stage (CY-15).

    For teams that share their money, the full sum is saved for each of them.
    """
    rulebook = tally.rulebook
    if stage.cancelled or not rulebook.flag("money.premiums"):
        return
    per_stage, most = rulebook.number("money.offer"), rulebook.number("money.savings")
    offered = offer_totals_by_team(stage.offers)
    for team, codes in tally.purses.items():
        spent = sum(offered[code] for code in codes)
        left = tally.savings.get(team, 0) + per_stage - spent
        tally.savings[team] = min(max(left, 0), most)


def unspent_problems(tally: Tally) -> Iterator[Problem]:
    """Warn of sponsor money left after the last stage (CY-15)."""
    rule = _rule_of(tally.rulebook)
    for team, codes in tally.purses.items():
        if tally.savings.get(team) and team == codes[0]:
            whose = f"team {team} has" if len(codes) == 1 else f"{_teams(codes)} have"
            message = (
                f"{whose} {tally.savings[team]} of the sponsor money left: the whole"
                f" budget must be used by the end of the tour ({rule})"
            )
            yield Problem(
                code="unspent",
                message=message,
                severity=Severity.WARNING,
                stage=len(tally.tour.stages),
            )


def _rule_of(rulebook: Rulebook) -> str:
    """Return the number of the rule on offers; CY-15 if the rulebook cites none."""
    return rulebook.rule("money.offer") or "CY-15"


def _teams(codes: Iterable[TeamCode]) -> str:
    return f"the teams {', '.join(codes)}"


def _overspending(team: TeamCode, offered: Mapping[TeamCode, int], tally: Tally) -> str:
    rulebook, codes = tally.rulebook, tally.purses.get(team, (team,))
    per_stage, saved = rulebook.number("money.offer"), tally.savings.get(team, 0)
    amount = sum(offered[code] for code in codes)
    if amount <= per_stage + saved:
        return ""
    offers, has = f"team {team} offers", "has"
    if len(codes) > 1:
        offers, has = f"{_teams(codes)} offer", "have"
    reason = "there are no sponsors"
    if per_stage:
        reason = f"{has} {per_stage + saved}: {per_stage} a stage and {saved} saved"
    return f"{offers} {amount}, but {reason} ({_rule_of(rulebook)})"


def _target_fault(target: str, stage: Stage, tally: Tally) -> str:
    """Return an error message if no line of the stage is the target, otherwise ""."""
    tour, rule = tally.tour, _rule_of(tally.rulebook)
    targets = [FINISH, *stage.primes]
    if target in targets:
        return ""
    riders = {word.casefold() for r in tour.riders for word in (r.bib, r.name)}
    teams = {word.casefold() for t in tour.teams for word in (t.code, t.name)}
    for whom, names in (("rider", riders), ("team", teams)):
        if target.casefold() in names:
            return (
                f"found target '{target}', but an offer cannot name a {whom} ({rule})"
            )
    lines = ", ".join(targets)
    return (
        f"found target '{target}', expected a line: {lines} ({rule})"
        f"{did_you_mean(target, targets)}"
    )
