"""The teams' money: premiums, sponsors' offers and balances."""

from collections.abc import Iterable, Iterator, Mapping

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName, StageKind
from peloton.rules.facts.labels import jersey_name, source_name
from peloton.rules.facts.stage import FINISH
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.results import Premium, PremiumKind, PurseLine, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result_lines import outside_limit
from peloton.rules.words import Phrase, phrase

_PAID = (ClassificationName.POINTS, ClassificationName.MOUNTAINS)


def stage_premiums(
    score: StageScore, startlist: Mapping[Bib, Rider], rulebook: Rulebook, *, last: bool
) -> tuple[Premium, ...]:
    """List what the teams win on a stage (CY-15, CY-16) and, after the `last`, in all.

    Money goes to the team a rider rode for; who rides for none wins none. The final
    premiums go by classification, not by who wears the jersey (CY-17). A race apart
    from the tour pays neither its winner nor the jerseys. There is nothing where the
    rulebook pays no premiums.
    """
    if not rulebook.flag("money.premiums"):
        return ()
    won = [*_final(score, startlist, rulebook)] if last else []
    if not score.stage.cancelled:
        riders = [*_points(score, rulebook), *_offers(score, startlist, rulebook)]
        if not score.stage.kind.outside_the_tour:
            riders += _stage_win(score, rulebook)
            riders += _jerseys(score, rulebook)
        won = [*_for_teams(riders, startlist), *won]
    return tuple(won)


def count_money(
    premiums: Iterable[Premium], tally: Tally, rulebook: Rulebook
) -> tuple[PurseLine, ...]:
    """Pay the premiums of a stage, and list the teams, the richest first (CY-17).

    Teams of equal balance stand in the order of their codes. Nothing is listed where
    the rulebook pays no premiums.
    """
    if not rulebook.flag("money.premiums"):
        return ()
    earned = dict.fromkeys(tally.teams, 0)
    for premium in premiums:
        earned[premium.team] += premium.amount
    for team, amount in earned.items():
        tally.purse[team] = tally.purse.get(team, 0) + amount
    return tuple(
        PurseLine(team, earned[team], tally.purse[team], tally.savings.get(team, 0))
        for team in sorted(tally.teams, key=lambda team: (-tally.purse[team], team))
    )


def _counted(points: int, name: ClassificationName) -> Phrase:
    """Write a number of points with their kind."""
    one, several = phrase("{count} point"), phrase("{count} points")
    if name is ClassificationName.MOUNTAINS:
        one, several = (
            phrase("{count} mountains point"),
            phrase("{count} mountains points"),
        )
    return phrase((one if abs(points) == 1 else several).pattern, count=points)


_Won = tuple[Bib, int, PremiumKind, str, str]
"""Who won how much, what for, and by which rule."""


def _for_teams(
    won: Iterable[_Won], startlist: Mapping[Bib, Rider]
) -> Iterator[Premium]:
    for bib, amount, kind, why, rule in won:
        team = startlist[bib].team
        if team is not None and amount:
            yield Premium(team, amount, kind, why, rule, bib)


def _points(score: StageScore, rulebook: Rulebook) -> Iterator[_Won]:
    """Pay each point that counts; points taken by a ruling take their money (GN-2)."""
    rate, rule = rulebook.number("money.point"), rulebook.rule("money.point")
    for name in _PAID:
        if not score.stage.counts.get(name, True):
            continue
        sums: dict[Bib, int] = {}
        for award in score.awards:
            if award.towards == name:
                sums[award.bib] = sums.get(award.bib, 0) + award.amount
        for bib, total in sums.items():
            why = phrase("{points} x {rate}", points=_counted(total, name), rate=rate)
            yield bib, total * rate, PremiumKind.POINTS, why, rule


def _stage_win(score: StageScore, rulebook: Rulebook) -> Iterator[_Won]:
    for line in score.result[:1]:
        if line.place == 1:
            rule = rulebook.rule("money.stage_win")
            amount = rulebook.number("money.stage_win")
            yield line.bib, amount, PremiumKind.STAGE, phrase("stage win"), rule


def _jerseys(score: StageScore, rulebook: Rulebook) -> Iterator[_Won]:
    amounts = dict(
        zip(
            (jersey.name for jersey in rulebook.jerseys),
            rulebook.scale("money.wearer"),
            strict=False,
        )
    )
    rule = rulebook.rule("money.wearer")
    for line in score.jerseys:
        if line.wearer is not None:
            amount = amounts.get(line.jersey, 0)
            why = phrase("wears {jersey}", jersey=jersey_name(line.jersey))
            yield line.wearer, amount, PremiumKind.JERSEY, why, rule


def _offers(
    score: StageScore, startlist: Mapping[Bib, Rider], rulebook: Rulebook
) -> Iterator[_Won]:
    """Pay each offer to whoever won its target; a place nobody has pays nobody."""
    if not score.stage.offers:
        return
    outside = outside_limit(score.result)
    for offer in score.stage.offers:
        order = score.stage.passages.get(offer.target, ())
        if offer.target == FINISH:
            order = _finishers(score, startlist)
        if offer.place <= len(order) and order[offer.place - 1] not in outside:
            why = phrase(
                "place {place}, {line}: offered by {team}",
                place=offer.place,
                line=source_name(offer.target, score.stage),
                team=offer.team,
            )
            bib, rule = order[offer.place - 1], rulebook.rule("money.offer")
            yield bib, offer.amount, PremiumKind.OFFER, why, rule


def _finishers(score: StageScore, startlist: Mapping[Bib, Rider]) -> tuple[Bib, ...]:
    """List the riders with a place, in order; in a team time trial one a team."""
    placed = [line.bib for line in score.result if line.place is not None]
    if score.stage.kind is not StageKind.TTT:
        return tuple(placed)
    teams: dict[TeamCode | Bib, Bib] = {}
    for bib in placed:
        teams.setdefault(startlist[bib].team or bib, bib)
    return tuple(teams.values())


def _final(
    score: StageScore, startlist: Mapping[Bib, Rider], rulebook: Rulebook
) -> Iterator[Premium]:
    """Pay the final classifications; who shares a rank is paid as that rank."""
    for name, rows in score.standings.items():
        amounts = rulebook.scale(f"money.final.{name}")
        rule = rulebook.rule(f"money.final.{name}")
        for row in rows:
            if row.rank > len(amounts) or not amounts[row.rank - 1]:
                continue
            teams = name is ClassificationName.TEAMS
            bib = None if teams else Bib(row.who)
            team = TeamCode(row.who) if bib is None else startlist[bib].team
            if team is not None:
                why = phrase(
                    "rank {rank}, final {classification}",
                    rank=row.rank,
                    classification=CLASSIFICATIONS[name].premium or name,
                )
                amount = amounts[row.rank - 1]
                yield Premium(team, amount, PremiumKind.FINAL, why, rule, bib)
