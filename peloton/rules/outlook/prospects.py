"""The outlook: what every rider and team can still win on the remaining stages.

For points it is an upper bound (GN-6): a rider reported as unable to win cannot win
while the leader stays in the race. For times there is a bound only if there is a time
limit.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.ledgers.money import shared_purses
from peloton.rules.lots import pending_lots
from peloton.rules.outlook.situation import (
    Situation,
    most_final_points,
    most_gain,
    remaining_premiums,
    situation_after,
    sum_of_largest,
)
from peloton.rules.ranking import groups_until_lots
from peloton.rules.results import (
    PURSE,
    Race,
    StageScore,
    Standings,
    TimeStanding,
    award_sums,
)
from peloton.rules.winners import first_ranked, purse_ranking

_GENERAL, _TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS
_POINTS, _COMBINATION = ClassificationName.POINTS, ClassificationName.COMBINATION


class Prospect(NamedTuple):
    """A total of points or of a team's money, and the total that can still be reached.

    `most` is this possible maximum. `can` is True if it is enough for the first rank.
    Both are None if the remaining points have no known maximum.
    """

    who: str
    total: int
    most: int | None
    can: bool | None


class TimeProspect(NamedTuple):
    """A total time, and the time to gain on the leader in order to win.

    `gain_per_stage` is the gain needed on each remaining stage that counts, in ticks;
    None if no such stage remains. `best_gain` is the largest gain on one stage so far.
    `can` is True if the gap can be made up, None if the gain on a stage has no maximum.
    `gap` is None for a team ranked behind a slower one (CY-18).
    """

    who: str
    time: int
    gap: int | None
    gain_per_stage: int | None
    best_gain: int
    can: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospects:
    """What everybody can still reach in a classification, or in money (PURSE)."""

    name: str
    rows: tuple[Prospect | TimeProspect, ...]

    @property
    def decided(self) -> bool:
        """True if it is certain that only one rider or team can win."""
        claims = [row.can for row in self.rows]
        return claims.count(True) == 1 and None not in claims


def outlook_after(race: Race, score: StageScore) -> Iterator[Prospects]:
    """Yield what every rider and team can still reach after a stage (GN-6)."""
    situation = situation_after(race, score)
    otherwise: list[Race] = []
    if situation.is_last:
        otherwise = [other for *_, other in pending_lots(race, race.stages)]
    # A classification without a counted stage has no winner (GN-5).
    for name in score.led if situation.is_last else score.standings:
        by_time = race.rulebook.adds_times(name)
        rows = (_by_time if by_time else _by_points)(name, situation)
        found = Prospects(name=name, rows=tuple(rows))
        others = (other.score(score.number).standings[name] for other in otherwise)
        yield _until_lots(found, others)
    if score.purse:
        yield _money_until_lots(situation, otherwise)


def _until_lots(prospects: Prospects, otherwise: Iterable[Standings]) -> Prospects:
    """Add those who can still win by lots not yet drawn after the last stage (CY-7).

    `otherwise` are the rankings with the tied riders drawn in reverse order. If they
    have another winner, no claim is made about others who may be tied.
    """
    rows = prospects.rows
    can = {row.who for row in rows if row.can}
    won = {who for ranking in otherwise for who in first_ranked(ranking)}
    if won <= can:
        return prospects
    best = rows[0][1]
    claims = {row.who: None if row[1] == best else False for row in rows}
    claims |= dict.fromkeys(can | won, True)
    changed = tuple(row._replace(can=claims[row.who]) for row in rows)
    return replace(prospects, rows=changed)


def _money_until_lots(situation: Situation, otherwise: Iterable[Race]) -> Prospects:
    """Return the prospects by money, also by lots not yet drawn after the last stage.

    In `otherwise` the tied riders are drawn in reverse order. If that changes who is
    paid, another order may have another winner, so no claim is made about the others.
    """
    race, number = situation.race, situation.latest.number
    rows, paid = tuple(_by_money(situation)), _paid_riders(race, number)
    others = [other for other in otherwise if _paid_riders(other, number) != paid]
    if others:
        rankings = (purse_ranking(other.score(number)) for other in others)
        won = {who for ranking in rankings for who in first_ranked(ranking)}
        claims = {row.who: row.can or row.who in won or None for row in rows}
        rows = tuple(row._replace(most=None, can=claims[row.who]) for row in rows)
    return Prospects(name=PURSE, rows=rows)


def _paid_riders(race: Race, number: int) -> tuple[list[object], list[object]]:
    """Return the jerseys after every stage, and who has a final rank with a premium."""
    finals: list[object] = []
    for name, rows in race.score(number).standings.items():
        premiums = race.rulebook.scale(f"money.final.{name}")
        finals.append([row.who for row in rows[: len(premiums)]])
    return [score.jerseys for score in race.stages], finals


def _by_points(name: ClassificationName, situation: Situation) -> Iterable[Prospect]:
    """Return the prospects, in points, of all who are ranked or can still win."""
    standings = situation.latest.standings[name]
    moved = name is _COMBINATION or _adds_points(name, situation)
    final_points = most_final_points(situation.race, situation.latest)
    if situation.is_last and not (moved and final_points):
        first, *_ = groups_until_lots(situation.latest, name, situation.race.rulebook)
        return (Prospect(x.who, x.total, x.total, x.who in first) for x in standings)
    ranked = {row.who for row in standings}
    reach = _reachable(name, situation)
    return (row for row in reach if row.who in ranked or row.can is not False)


def _reachable(name: ClassificationName, situation: Situation) -> Iterator[Prospect]:
    """Yield the prospects of all who can score points, even if they cannot win."""
    standings, rulebook = situation.latest.standings[name], situation.race.rulebook
    totals = {row.who: row.total for row in standings}
    lead = standings[0].total if standings else 1
    if name not in {_TEAMS, ClassificationName.YOUNG}:
        # Riders who are not ranked have no points, or a negative total.
        stages = (s for s in situation.past if rulebook.counts(s.stage, name))
        awards = (award for score in stages for award in score.awards)
        won = award_sums(award for award in awards if award.towards == name)
        for bib, rider in situation.racing.items():
            if not rider.neutral:
                totals.setdefault(bib, won[bib])
    sizes = Counter(r.team for r in situation.racing.values() if not r.neutral)
    gains = {n: _max_gain(name, n, situation) for n in {0, 1, *sizes.values()}}
    for who, total in totals.items():
        gain = gains[sizes[TeamCode(who)] if name is _TEAMS else 1]
        most = None if gain is None else total + gain
        yield Prospect(who, total, most, None if most is None else most >= lead)


def _adds_points(name: ClassificationName, situation: Situation) -> bool:
    """Return whether a ranking adds up the points of the points classification."""
    by_riders = situation.race.rulebook.word("teams.by") == "rider points"
    return name is _POINTS or (name is _TEAMS and by_riders)


def _max_gain(
    name: ClassificationName, riders: int, situation: Situation
) -> int | None:
    """Return the most points that `riders` riders can win together; None if unknown.

    The sums of ranks in the combination have no maximum (RR-11). The maximum is also
    unknown if rulings are already entered for a stage not ridden yet.
    """
    if name is _COMBINATION or not situation.lists_all:
        return None
    rulebook, total = situation.race.rulebook, 0
    if _adds_points(name, situation):
        final_points = most_final_points(situation.race, situation.latest)
        name, total = _POINTS, riders * final_points
    name = name.totals_from
    towards, source = name, None
    if name is _TEAMS:
        source, towards = rulebook.team_points_source
    for stakes in situation.stakes:
        if rulebook.counts(stakes.stage, name):
            uncounted = towards in stakes.uncounted and source is None
            if uncounted or stakes.has_rulings:
                return None
            total += stakes.best(towards, riders, source)
    return total


def _by_time(name: ClassificationName, situation: Situation) -> Iterator[TimeProspect]:
    """Yield the prospects by time, comparing each gap with the maximum gain."""
    rulebook, standings = situation.race.rulebook, situation.latest.standings[name]
    counting = [s for s in situation.stakes if rulebook.counts(s.stage, _GENERAL)]
    bounds = [most_gain(stakes, rulebook) for stakes in counting]
    unbounded = None in bounds or name is _TEAMS or not situation.lists_all
    within = None if unbounded else sum(bound or 0 for bound in bounds)
    final = situation.is_last or (len(standings) == 1 and situation.lists_all)
    tour, total = situation.race.tour, situation.race.tour.total_stages
    to_come = total and len(counting) + total - len(tour.stages)
    groups = groups_until_lots(situation.latest, name, rulebook)
    gains = _best_gains(name, situation)
    for row in (s for s in standings if isinstance(s, TimeStanding)):
        gap, needed, can = row.gap, None, None
        if final:
            can = row.who in groups[0]
        elif gap is not None and within is not None:
            can = gap <= within
        if gap is not None and to_come:
            needed = -(-gap // to_come)
        yield TimeProspect(row.who, row.time, gap, needed, gains[row.who], can)


def _best_gains(name: ClassificationName, situation: Situation) -> Counter[str]:
    """Return each rider's or team's largest gain on the leader on any one stage."""
    best = Counter[str]()
    for score in situation.past if situation.latest.standings[name] else ():
        if not situation.race.rulebook.counts(score.stage, _GENERAL):
            continue
        times: dict[str, int] = {
            line.bib: line.time - line.bonus + line.penalty
            for line in score.result
            if line.place is not None and line.time is not None
        }
        if name is _TEAMS:
            lines = score.team_result
            times = {line.team: line.time for line in lines if line.time is not None}
        leader = times.get(situation.latest.standings[name][0].who)
        if leader is not None:
            for who, time in times.items():
                best[who] = max(best[who], leader - time)
    return best


def _by_money(situation: Situation) -> Iterator[Prospect]:
    """Yield the most money each team can have at the end (CY-15 to CY-17)."""
    purse, race = situation.latest.purse, situation.race
    over = situation.is_last and situation.latest.number == len(race.tour.stages)
    names = () if over else situation.latest.standings
    finals = {name: _final_premiums(name, situation) for name in names}
    certain = sum((sure for _, sure in finals.values()), Counter[TeamCode]())
    lead = max(line.balance + certain[line.team] for line in purse)
    # The most that all sponsors can offer on the remaining stages (CY-15).
    savings, stages = {line.team: line.savings for line in purse}, len(situation.stakes)
    purses = shared_purses(race.tour, race.rulebook) if stages else ()
    per_sponsor = stages * race.rulebook.number("money.offer")
    offers = sum(savings[codes[0]] + per_sponsor for codes in purses)
    riders = Counter(rider.team for rider in situation.racing.values())
    for team, _, balance, _ in purse:
        ranked = {name for name, (final, _) in finals.items() if team in final}
        won = remaining_premiums(riders[team], ranked, situation)
        most = can = None
        if won is not None and situation.lists_all:
            most = balance + won + sum(finals[name][0][team] for name in ranked)
            most += offers if riders[team] else 0
            can = most >= lead
        yield Prospect(team, balance, most, can)


def _final_premiums(
    name: ClassificationName, situation: Situation
) -> tuple[Mapping[TeamCode | None, int], Counter[TeamCode]]:
    """Return the most each team can win by final ranks, and what is certain (CY-17).

    A team without anybody who may be ranked is left out. Riders who share a rank get
    the same sum. Only the leader's premium is certain, if nobody else can win it.
    """
    most: dict[TeamCode | None, int] = {}
    amounts = situation.race.rulebook.scale(f"money.final.{name}")
    contenders = [*_contenders(name, situation)]
    sizes = Counter(team for team, _, _ in contenders)
    first = Counter(team for team, can_win, _ in contenders if can_win)
    sharing = Counter(team for team, _, never_ties in contenders if not never_ties)
    for team, size in sizes.items():
        open_ranks = amounts[0 if first[team] else 1 :]
        best = max(open_ranks, default=0)
        shared = max(sharing[team] - 1, 0) * best
        most[team] = min(size * best, sum_of_largest(open_ranks, size) + shared)
    certain = Counter[TeamCode]()
    if first.total() == 1 and name in situation.latest.led:
        certain.update({team: sum(amounts[:1]) for team in first if team is not None})
    return most, certain


def _contenders(
    name: ClassificationName, situation: Situation
) -> Iterator[tuple[TeamCode | None, bool, bool]]:
    """Yield (team, can win, never ties) for all who may be ranked at the end.

    A rider or team never ties if a tie-break step always separates it from the others.
    """
    rulebook = situation.race.rulebook
    like_general = name.totals_from
    riders, all_ages = situation.racing.values(), name is not ClassificationName.YOUNG
    teams: dict[str, TeamCode | None]
    teams = {rider.bib: rider.team for rider in riders if rider.young or all_ages}
    if name is _TEAMS:
        teams = {line.team: line.team for line in situation.latest.purse}
    steps = rulebook.words(f"ties.{like_general}")
    by_general = "general" in steps and "bib" in rulebook.words(f"ties.{_GENERAL}")
    placed = set[str]()
    # The step `general` does not separate two riders who have no general rank.
    if by_general and not rulebook.flag("time_limit.back"):
        placed = {row.who for row in situation.latest.standings.get(_GENERAL, ())}
    by_time = rulebook.adds_times(name)
    found: Iterable[Prospect | TimeProspect]
    found = _by_time(name, situation) if by_time else _reachable(name, situation)
    rows = {row.who: row for row in found}
    for who, team in teams.items():
        row = rows.get(who)
        ranked = by_time or row is not None
        if isinstance(row, Prospect) and row.most is not None:
            # Other classifications by points rank only riders who have points.
            ranked = like_general in {_GENERAL, _TEAMS} or row.most > 0
        if ranked:
            can_win = row is None or row.can is not False
            yield team, can_win, "bib" in steps or who in placed
