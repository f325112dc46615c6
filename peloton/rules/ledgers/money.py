"""The teams' money: premiums, budgets and sponsor offers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from peloton.errors import did_you_mean
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.labels import known_word, source_name
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import FINISH, Offer, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode, comparison_key
from peloton.rules.facts.tour import Tour
from peloton.rules.results import (
    Premium,
    PremiumKind,
    PurseLine,
    StageScore,
    award_sums,
)
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import outside_limit
from peloton.rules.values import one_of, quote, unknown_team_fault
from peloton.rules.words import count_phrase, phrase

PAID_POINTS = {
    ClassificationName.POINTS: (phrase("{count} point"), phrase("{count} points")),
    ClassificationName.MOUNTAINS: (
        phrase("{count} mountains point"),
        phrase("{count} mountains points"),
    ),
}
"""Classifications whose points earn money, with the phrases for 1 and 2 points."""


def pay_premiums(score: StageScore, tally: Tally) -> StageScore:
    """Pay a stage's premiums; return its score with them and the teams' money.

    Money goes to the rider's team (CY-15, CY-16). In a race outside the tour there are
    no premiums for the winner and the jerseys. After the last stage, final premiums are
    paid by rank, in classifications with a leader (CY-17, GN-5). Teams are listed by
    money, most first. If the rulebook pays no premiums, the score is returned
    unchanged.
    """
    rulebook = tally.rulebook
    if not rulebook.flag("money.premiums"):
        return score
    won: list[_Prize] = []
    if score.result:
        won += (*_points(score, rulebook), *_offers(score, tally.startlist))
        if not score.stage.kind.outside_the_tour:
            won += _first_places(score, rulebook)
    premiums = [
        Premium(team, amount, kind, why, rulebook.rule(kind), bib)
        for bib, amount, kind, why in won
        if (team := tally.startlist[bib].team) is not None and amount
    ]
    if score.number == tally.tour.total_stages:
        premiums += _final(score, tally)
    earned = dict.fromkeys(tally.teams, 0)
    for premium in premiums:
        earned[premium.team] += premium.amount
        tally.purse[premium.team] += premium.amount
    purse = (
        PurseLine(team, earned[team], tally.purse[team], tally.savings[team])
        for team in sorted(tally.teams, key=lambda team: -tally.purse[team])
    )
    return replace(score, premiums=tuple(premiums), purse=tuple(purse))


_Prize = tuple[Bib, int, PremiumKind, str]
"""A premium won by a rider: bib, amount, kind and reason."""


def _points(score: StageScore, rulebook: Rulebook) -> Iterator[_Prize]:
    rate = rulebook.number("money.point")
    for name, (one, several) in PAID_POINTS.items():
        if not rulebook.counts(score.stage, name):
            continue
        sums = award_sums(award for award in score.awards if award.towards == name)
        for bib, total in sums.items():
            points = count_phrase(total, one, several)
            why = phrase("{points} x {rate}", points=points, rate=rate)
            yield bib, total * rate, PremiumKind.POINTS, why


def _first_places(score: StageScore, rulebook: Rulebook) -> Iterator[_Prize]:
    """Yield the premiums for the stage win and for the jerseys (CY-16)."""
    for line in score.result[:1]:
        if line.place is not None:
            amount, why = rulebook.number("money.stage_win"), phrase("stage win")
            yield line.bib, amount, PremiumKind.STAGE, why
    jerseys = (jersey.name for jersey in rulebook.jerseys)
    amounts = dict(zip(jerseys, rulebook.scale("money.wearer"), strict=False))
    for worn in score.jerseys:
        if worn.wearer is not None:
            why = phrase("wears {jersey}", jersey=known_word(worn.jersey))
            yield worn.wearer, amounts.get(worn.jersey, 0), PremiumKind.JERSEY, why


def _offers(score: StageScore, startlist: Mapping[Bib, Rider]) -> Iterator[_Prize]:
    stage, outside = score.stage, outside_limit(score.result)
    placed = [line.bib for line in score.result if line.place is not None]
    if stage.by_teams:  # only the first rider of each team counts
        teams = {startlist[bib].team or bib: bib for bib in reversed(placed)}
        first = {*teams.values()}
        placed = [bib for bib in placed if bib in first]
    orders = {**stage.passages, FINISH: tuple(placed)}
    for offer in stage.offers:
        for bib in orders.get(offer.target, ())[offer.place - 1 : offer.place]:
            if bib not in outside:
                why = phrase(
                    "place {place}, {line}: offered by {team}",
                    place=offer.place,
                    line=source_name(offer.target, stage),
                    team=offer.team,
                )
                yield bib, offer.amount, PremiumKind.OFFER, why


def _final(score: StageScore, tally: Tally) -> Iterator[Premium]:
    """Yield the final premiums; each rider who shares a rank is paid in full."""
    for name, rows in score.led.items():
        amounts = tally.rulebook.scale(f"money.final.{name}")
        rule = tally.rulebook.rule(f"money.final.{name}")
        for row in rows:
            amount = amounts[row.rank - 1] if row.rank <= len(amounts) else 0
            bib = None if name is ClassificationName.TEAMS else Bib(row.who)
            team = TeamCode(row.who) if bib is None else tally.startlist[bib].team
            if team is not None and amount:
                why = phrase(
                    "{classification}, final rank {rank}",
                    classification=CLASSIFICATIONS[name].title,
                    rank=row.rank,
                )
                yield Premium(team, amount, PremiumKind.FINAL, why, rule, bib)


def shared_purses(tour: Tour, rulebook: Rulebook) -> tuple[tuple[TeamCode, ...], ...]:
    """Group the teams that share one budget and sponsor money.

    These are the teams of one player, if the rulebook says so (CY-14, CY-15).
    """
    by_player = rulebook.word("money.by") == "player"
    purses: dict[tuple[str, str], list[TeamCode]] = {}
    for team in tour.teams:
        player = comparison_key(team.player) if by_player else ""
        purses.setdefault((player, "" if player else team.code), []).append(team.code)
    return tuple(map(tuple, purses.values()))


def budget_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Find the teams, or all teams of a player, that cost more than the budget (CY-14).

    Riders whose type is not known or has no price cost nothing.
    """
    budget = rulebook.number("money.budget")
    prices = {x.name: x.price for x in rulebook.types if x.price is not None}
    positions = {team.code: position for position, team in enumerate(tour.teams)}
    types_of: defaultdict[TeamCode | None, list[str]] = defaultdict(list)
    for rider in tour.riders:
        if rider.type in prices:
            types_of[rider.team].append(rider.type)
    for codes in shared_purses(tour, rulebook) if budget else ():
        bought = [(kind, prices[kind]) for code in codes for kind in types_of[code]]
        cost = sum(price for _, price in bought)
        if cost > budget:
            riders = ", ".join(f"{kind} {price}" for kind, price in bought)
            message = (
                f"riders of {_teams(codes)} cost {cost}: {riders}; expected at most"
                f" {budget} (CY-14)"
            )
            yield Problem.of("budget", message, "team", positions[codes[0]])


def offer_problems(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Find offers for an unknown sprint or climb, or of too much money (CY-15)."""
    rulebook, targets = tally.rulebook, [FINISH, *stage.primes]
    rule, paying = rulebook.cited("money.offer"), rulebook.flag("money.premiums")
    per_stage, left = rulebook.number("money.offer"), left_to_offer((), tally)
    sharing = {team: codes for codes in tally.purses for team in codes}
    for position, offer in enumerate(stage.offers):
        faults, codes = list[str](), sharing.get(offer.team, ())
        for team in codes:
            left[team] -= offer.amount
        if offer.team not in tally.teams:
            faults.append(unknown_team_fault(offer.team, tally.teams))
        if offer.target not in targets:
            faults.append(
                f"found {quote(offer.target)}, expected {one_of(targets)}{rule}"
                f"{did_you_mean(offer.target, targets)}"
            )
        lacking = left.get(offer.team, 0)
        if lacking < 0 and paying and not stage.cancelled:
            saved = tally.savings[offer.team]
            most = per_stage + saved
            faults.append(
                f"{_teams(codes)} offered {most - lacking}, expected at most {most}:"
                f" {per_stage} a stage and {saved} saved{rule}"
            )
        for fault in faults:
            yield Problem.of("offer", f"offer: {fault}", "offer", position)
    if stage.offers and not paying:
        unpaid = f"nothing is paid, because no money is in play in {rulebook.name}"
        yield Problem.of("offer", f"offer: {unpaid}{rule}", "offer", 0, warning=True)


def left_to_offer(offers: Iterable[Offer], tally: Tally) -> dict[TeamCode, int]:
    """Return the sponsor money that each team can offer in addition to `offers`.

    It is negative if the team offers too much. Teams that share their money each have
    the full sum (CY-15).
    """
    per_stage, offered = tally.rulebook.number("money.offer"), Counter[TeamCode]()
    for offer in offers:
        offered[offer.team] += offer.amount
    return {
        team: per_stage + tally.savings[team] - sum(offered[c] for c in codes)
        for codes in tally.purses
        for team in codes
    }


def add_savings(stage: Stage, tally: Tally) -> None:
    """Carry over the sponsor money that the teams did not offer on a stage (CY-15)."""
    if not stage.cancelled and tally.rulebook.flag("money.premiums"):
        most = tally.rulebook.number("money.savings")
        for team, left in left_to_offer(stage.offers, tally).items():
            tally.savings[team] = min(max(left, 0), most)


def unspent_problems(tally: Tally) -> Iterator[Problem]:
    """Warn of sponsor money left after the last stage (CY-15)."""
    rule = tally.rulebook.cited("money.offer")
    for codes in tally.purses:
        if left := tally.savings[codes[0]]:
            message = (
                f"{_teams(codes)} did not offer {left} of the sponsor money: all of it"
                f" must be offered by the end of the tour{rule}"
            )
            problem = Problem.of("unspent", message, "offer", warning=True)
            yield problem.on_stage(len(tally.tour.stages))


def _teams(codes: Sequence[TeamCode]) -> str:
    return f"team{'s' if len(codes) > 1 else ''} {', '.join(codes)}"
