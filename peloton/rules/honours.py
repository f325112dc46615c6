"""The honours of a tour: the candidates for each, and the riders who receive them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, Rider, TeamCode, unplayed_bibs
from peloton.rules.ledgers.extra_turns import turns_used
from peloton.rules.ranking import bib_order
from peloton.rules.results import Race, StageScore, Standings, TimeStanding
from peloton.rules.stage.result import outside_limit
from peloton.rules.winners import is_won_on_the_line, line_ranking, stage_win

_GENERAL = ClassificationName.GENERAL
_PRIME_POINTS = (3, 2, 1)
"""Points towards "most combative" for the first three riders at a sprint or summit."""
_MIN_STAGES = 2
_TOO_MANY_ALIKE = 3
"""If this many stages share the smallest gap, nobody receives "closest win"."""


class Honour(StrEnum):
    """The honours at the end of a tour, in the order they are listed."""

    COMBATIVE = "most combative"
    COMEBACK = "comeback of the tour"
    UNLUCKIEST = "unluckiest"
    TEAM_MATE = "best team-mate"
    CLOSEST = "closest win"
    LANTERN = "lanterne rouge"


class Candidate(NamedTuple):
    """A rider who may receive an honour; the highest `merit` is the best.

    `figures` names the numbers from which the merit is computed. Gaps are in ticks.
    """

    bib: Bib
    merit: tuple[int, ...]
    figures: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class HonourLine:
    """An honour, the candidate who receives it, and all candidates, best first."""

    honour: Honour
    given: Candidate
    candidates: tuple[Candidate, ...]


class _CountedTour(NamedTuple):
    """The riders and stages that count, among them the `individual` stages.

    `final` is the general classification after the latest stage.
    """

    race: Race
    riders: Mapping[Bib, Rider]
    stages: Sequence[StageScore]
    individual: Sequence[StageScore]
    final: Standings


def _combative(tour: _CountedTour) -> Iterator[Candidate]:
    """Rate riders by points: 3, 2 and 1 for the first three at a sprint or summit.

    A short climb gives as many points as a long one. Ties: more first places, then more
    extra turns used (CY-12). Riders outside the time limit get no points (GN-1).
    """
    points, first, extra = Counter[Bib](), Counter[Bib](), Counter[Bib]()
    for score in tour.stages:
        extra.update(turns_used(score.stage, tour.race.rulebook))
        outside = outside_limit(score.result)
        for label in score.stage.primes:
            order = score.stage.passages.get(label, ())
            for bib, prime_points in zip(order, _PRIME_POINTS, strict=False):
                if bib not in outside:
                    points[bib] += prime_points
                    first[bib] += bib == order[0]
    for bib, amount in points.items():
        figures = {"points": amount, "first": first[bib]}
        yield Candidate(bib, (amount, first[bib], extra[bib]), figures)


def _comeback(tour: _CountedTour) -> Iterator[Candidate]:
    """Rate riders by the ranks gained between their worst and final general rank."""
    worst: dict[str, tuple[int, int]] = {}
    for score in tour.stages:
        for row in score.standings[_GENERAL]:
            if row.rank > worst.get(row.who, (0, 0))[0]:
                worst[row.who] = row.rank, score.number
    for row in tour.final:
        # Who joined on a stage that does not count has had no other rank (GN-10).
        rank, stage = worst.get(row.who, (row.rank, 0))
        gained = rank - row.rank
        if gained > 0:
            figures = {"gained": gained, "worst": rank, "stage": stage}
            figures["rank"] = row.rank
            yield Candidate(Bib(row.who), (gained, -row.rank), figures)


def _unluckiest(tour: _CountedTour) -> Iterator[Candidate]:
    """Rate riders without a win by second and third places, then penalties (GN-2)."""
    places, lost = Counter[tuple[Bib, int | None]](), Counter[Bib]()
    for score in tour.individual:
        for line in score.result:
            lost[line.bib] += line.penalty
            places[line.bib, line.place] += 1
    for bib in tour.riders:
        won, second, third = (places[bib, place] for place in (1, 2, 3))
        if second and not won:
            figures = {"second": second, "third": third, "lost": lost[bib]}
            yield Candidate(bib, (second, third, lost[bib]), figures)


def _team_mate(tour: _CountedTour) -> Iterator[Candidate]:
    """Rate riders by how often they finished second or third of their team on a stage.

    Captains, the best rider of each team in the general classification, and riders out
    of the race are not candidates. Ties: the lower sum of places on those stages.
    """
    if len(tour.individual) < _MIN_STAGES:
        return
    days, places = Counter[Bib](), Counter[Bib]()
    for score in tour.individual:
        finished: Counter[TeamCode] = Counter()
        for line in score.result:
            rider = tour.riders.get(line.bib)
            if line.place is None or rider is None or rider.team is None:
                continue
            finished[rider.team] += 1
            if finished[rider.team] in {2, 3}:
                days[line.bib] += 1
                places[line.bib] += line.place
    led: set[TeamCode] = set()
    for row in tour.final:
        rider = tour.riders.get(Bib(row.who))
        if rider is None or rider.team is None:
            continue
        helps = rider.team in led and not rider.captain
        led.add(rider.team)
        if helps and days[rider.bib]:
            figures = {"days": days[rider.bib], "stages": len(tour.individual)}
            merit = days[rider.bib], -places[rider.bib]
            yield Candidate(rider.bib, merit, figures)


def _closest(tour: _CountedTour) -> Iterator[Candidate]:
    """Rate stage winners by their gap to the runner-up; smaller is better.

    Stages without times, or whose runner-up has less time than the winner (CY-3), do
    not count. There are no candidates if fewer than two stages count, or if too many
    share the smallest gap.
    """
    wins = {score.number: stage_win(score) for score in tour.individual}
    gaps = {stage: win.gap for stage, win in wins.items() if win.gap is not None}
    smallest = min(gaps.values(), default=0)
    if len(gaps) >= _MIN_STAGES and [*gaps.values()].count(smallest) < _TOO_MANY_ALIKE:
        for stage, gap in gaps.items():
            figures = {"gap": gap, "stage": stage}
            yield Candidate(wins[stage].riders[0], (-gap,), figures)


def _lantern(tour: _CountedTour) -> Iterator[Candidate]:
    """Rate riders by general rank: the last is best, the leader no candidate.

    In a one-day race won on the line, the ranks are the places at the finish (GN-11).
    """
    rows = tour.final
    if is_won_on_the_line(tour.race) and tour.individual:
        rows = line_ranking(tour.individual[-1])
    for row in rows:
        if row.rank > 1:
            figures = {"rank": row.rank}
            if not isinstance(row, TimeStanding):
                figures["points"] = row.points
            elif row.gap is not None:
                figures["gap"] = row.gap
            yield Candidate(Bib(row.who), (row.rank,), figures)


_CANDIDATES: Mapping[Honour, Callable[[_CountedTour], Iterable[Candidate]]] = {
    Honour.LANTERN: _lantern,
    Honour.CLOSEST: _closest,
    Honour.COMBATIVE: _combative,
    Honour.COMEBACK: _comeback,
    Honour.UNLUCKIEST: _unluckiest,
    Honour.TEAM_MATE: _team_mate,
}
"""The function that finds the candidates for each honour.

The lanterne rouge and the closest win come first, because the other honours favour
players with few honours so far.
"""


def tour_honours(race: Race, *, ghosts: bool = False) -> tuple[HonourLine, ...]:
    """Award the honours of a tour, after its latest stage.

    Neutral riders, stages that do not count for the general classification and, unless
    `ghosts` is set, riders of ghost teams are left out. An honour without candidates is
    not given.

    The honours are spread over the players. The lanterne rouge and the closest win are
    facts: only candidates equal to the best can receive them. Every other honour can go
    to any candidate at most a fifth behind the best. Among these the player (else the
    team, else the rider) with the fewest honours so far comes first, then the better
    candidate, then the lower bib.
    """
    out = unplayed_bibs(race.tour.startlist, ghosts=ghosts)
    riders = {rider.bib: rider for rider in race.tour.riders if rider.bib not in out}
    counted = race.rulebook.counted
    stages = [score for score in race.stages if _GENERAL in counted(score.stage)]
    individual = [score for score in stages if not score.stage.by_teams]
    final = race.stages[-1].standings[_GENERAL] if stages else ()
    tour = _CountedTour(race, riders, stages, individual, final)
    players = {team.code: team.player.strip() for team in race.tour.teams}
    # The player, else the team, else the rider.
    owners = {
        bib: (rider.team and players.get(rider.team)) or (rider.team, rider.team or bib)
        for bib, rider in riders.items()
    }
    honours_of: Counter[object] = Counter()
    lines = []
    for honour, search in _CANDIDATES.items():
        found = (candidate for candidate in search(tour) if candidate.bib in riders)
        ranked = tuple(
            sorted(found, key=lambda c: ([-n for n in c.merit], bib_order(c.bib)))
        )
        if ranked:
            best = ranked[0].merit
            if honour in {Honour.LANTERN, Honour.CLOSEST}:
                close = [c for c in ranked if c.merit == best]
            else:
                close = [c for c in ranked if 5 * c.merit[0] >= 4 * best[0]]
            given = min(close, key=lambda c: honours_of[owners[c.bib]])
            honours_of[owners[given.bib]] += 1
            lines.append(HonourLine(honour=honour, given=given, candidates=ranked))
    return tuple(sorted(lines, key=lambda line: [*Honour].index(line.honour)))
