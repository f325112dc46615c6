"""The honours of a tour: who earned them, by which figures, and to whom they go."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, Rider, TeamCode, nobodys
from peloton.rules.ledgers.extra_turns import turns_used
from peloton.rules.ranking import bib_order
from peloton.rules.results import Race, StageScore, Standings, TimeStanding
from peloton.rules.stage.result import outside_limit

_GENERAL = ClassificationName.GENERAL
_PRIME_POINTS = (3, 2, 1)
"""What the first three over a sprint or a summit count for the most combative."""
_MIN_STAGES = 2
_TOO_MANY_ALIKE = 3
"""So many stages won by the same gap are no award."""
_BIG_WIN = 10
"""The ticks of a big win: a turn of Cyclo, a round of the juego."""
_HELPER_ORDER = range(2, 4)


class Honour(StrEnum):
    """The honours at the end of a tour, in the order of the sheet."""

    COMBATIVE = "most combative"
    COMEBACK = "comeback of the tour"
    UNLUCKIEST = "unluckiest"
    TEAM_MATE = "best team-mate"
    REGULAR = "most regular"
    CLOSEST = "closest win"
    BIGGEST = "biggest win"
    LANTERN = "lanterne rouge"


class Candidate(NamedTuple):
    """A rider in line for an honour: `merit`, the higher the better, and its figures.

    `figures` are whole numbers by name, which earned it; a gap is in ticks.
    """

    bib: Bib
    merit: tuple[int, ...]
    figures: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class HonourLine:
    """An honour, the candidate it goes to, and all candidates, the best first."""

    honour: Honour
    given: Candidate
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _CountedTour:
    """A tour as the honours see it: the riders and stages that count."""

    race: Race
    riders: Mapping[Bib, Rider]
    stages: Sequence[StageScore]

    @property
    def final(self) -> Standings:
        """The general classification after the latest stage."""
        return self.race.stages[-1].standings[_GENERAL] if self.stages else ()

    @property
    def individual(self) -> list[StageScore]:
        """The stages that riders win, and not teams."""
        return [score for score in self.stages if not score.stage.by_teams]


def _combative(tour: _CountedTour) -> Iterator[Candidate]:
    """Count 3, 2 and 1 for the first three over every sprint and summit.

    The scale is the honour's own, so that a long climb is worth no more than the
    courage for a short one. Ties: more of them won, then more extra turns used
    (CY-12). Riders outside the time limit bring nothing home (GN-1).
    """
    points: Counter[Bib] = Counter()
    first: Counter[Bib] = Counter()
    extra: Counter[Bib] = Counter()
    for score in tour.stages:
        extra.update(turns_used(score.stage, tour.race.rulebook))
        outside = outside_limit(score.result)
        for label in score.stage.primes:
            order = score.stage.passages.get(label, ())
            for bib, worth in zip(order, _PRIME_POINTS, strict=False):
                if bib not in outside:
                    points[bib] += worth
                    first[bib] += bib == order[0]
    for bib, amount in points.items():
        figures = {"points": amount, "first": first[bib]}
        yield Candidate(bib, (amount, first[bib], extra[bib]), figures)


def _comeback(tour: _CountedTour) -> Iterator[Candidate]:
    """Count the ranks gained from a rider's worst rank to the final one."""
    worst: dict[str, tuple[int, int]] = {}
    for score in tour.stages:
        for row in score.standings[_GENERAL]:
            if row.who not in worst or row.rank > worst[row.who][0]:
                worst[row.who] = row.rank, score.number
    for row in tour.final:
        rank, stage = worst[row.who]
        gained = rank - row.rank
        if gained > 0:
            figures = {"gained": gained, "worst": rank, "stage": stage}
            figures["rank"] = row.rank
            yield Candidate(Bib(row.who), (gained, -row.rank), figures)


def _unluckiest(tour: _CountedTour) -> Iterator[Candidate]:
    """Count second places of those who won no stage, then third ones.

    After that comes the time lost to rulings (GN-2).
    """
    places: Counter[tuple[Bib, int]] = Counter()
    lost: Counter[Bib] = Counter()
    for score in tour.individual:
        for line in score.result:
            lost[line.bib] += line.penalty
            if line.place is not None and line.place <= len(_PRIME_POINTS):
                places[line.bib, line.place] += 1
    for bib in tour.riders:
        won, second, third = (places[bib, place] for place in (1, 2, 3))
        if second and not won:
            figures = {"second": second, "third": third, "lost": lost[bib]}
            yield Candidate(bib, (second, third, lost[bib]), figures)


def _team_mate(tour: _CountedTour) -> Iterator[Candidate]:
    """Count the stages on which a rider was the second or third of the team home.

    For whoever does not ride for himself: neither the team's captain nor its best in
    the general classification, and still in the race at the end. Ties: the lower sum
    of places on those stages.
    """
    if len(tour.individual) < _MIN_STAGES:
        return
    days: Counter[Bib] = Counter()
    places: Counter[Bib] = Counter()
    for score in tour.individual:
        home: Counter[TeamCode] = Counter()
        for line in score.result:
            rider = tour.riders.get(line.bib)
            if line.place is None or rider is None or rider.team is None:
                continue
            home[rider.team] += 1
            if home[rider.team] in _HELPER_ORDER:
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


def _regular(tour: _CountedTour) -> Iterator[Candidate]:
    """Take best place from worst, for riders with a place on every stage.

    Who was ever in the rear half has no such award: to be eleventh each day is none.
    Ties: the lower sum of places.
    """
    places: dict[Bib, list[int]] = {}
    for score in tour.individual:
        for line in score.result:
            if line.place is not None:
                places.setdefault(line.bib, []).append(line.place)
    last = max((max(of_one) for of_one in places.values()), default=0)
    for bib, of_one in places.items():
        best, worst, stages = min(of_one), max(of_one), len(of_one)
        if 2 * worst <= last + 1 and stages == len(tour.individual) >= _MIN_STAGES:
            figures = {"best": best, "worst": worst, "stages": stages}
            yield Candidate(bib, (best - worst, -sum(of_one)), figures)


def _margins(tour: _CountedTour) -> list[tuple[int, int, Bib]]:
    """List by how much each stage was won, where that is known: gap, stage, winner.

    A stage whose second rider has less time than the winner (CY-3) is left out.
    """
    margins = []
    for score in tour.individual:
        for winner, second in pairwise(score.result[:2]):
            if second.place is not None and second.gap is not None and second.gap >= 0:
                margins.append((second.gap, score.number, winner.bib))
    return margins if len(margins) >= _MIN_STAGES else []


def _closest(tour: _CountedTour) -> Iterator[Candidate]:
    """Take the smallest gap from the first to the second; not one of a crowd."""
    margins = _margins(tour)
    closest = [gap for gap, _, _ in margins].count(min(margins)[0]) if margins else 0
    for gap, stage, bib in margins if closest < _TOO_MANY_ALIKE else []:
        yield Candidate(bib, (-gap,), {"gap": gap, "stage": stage})


def _biggest(tour: _CountedTour) -> Iterator[Candidate]:
    """Take the biggest gap from the first to the second of a stage, if it is one."""
    for gap, stage, bib in _margins(tour):
        if gap >= _BIG_WIN:
            yield Candidate(bib, (gap,), {"gap": gap, "stage": stage})


def _lantern(tour: _CountedTour) -> Iterator[Candidate]:
    """Take the last rank of the general classification, if anyone is ahead of it."""
    for row in tour.final:
        if row.rank > 1:
            figures = {"rank": row.rank}
            if isinstance(row, TimeStanding):
                figures["gap"] = row.gap or 0
            else:
                figures["points"] = row.points
            yield Candidate(Bib(row.who), (row.rank,), figures)


_FACTUAL = {Honour.LANTERN, Honour.CLOSEST, Honour.BIGGEST}
"""What is a fact of the tour, and goes to nobody else."""
_CANDIDATES: Mapping[Honour, Callable[[_CountedTour], Iterable[Candidate]]] = {
    Honour.LANTERN: _lantern,
    Honour.CLOSEST: _closest,
    Honour.BIGGEST: _biggest,
    Honour.COMBATIVE: _combative,
    Honour.COMEBACK: _comeback,
    Honour.UNLUCKIEST: _unluckiest,
    Honour.TEAM_MATE: _team_mate,
    Honour.REGULAR: _regular,
}
"""Facts first: the others are spread by who has had one."""


def tour_honours(race: Race, *, ghosts: bool = False) -> tuple[HonourLine, ...]:
    """Award the honours of a tour, after its latest stage.

    Stages that do not count for the general classification, neutral riders, and those
    of ghost teams unless `ghosts`, are left out. An honour for which nobody has a
    figure is not given.

    They are spread across the players. The last rank and the closest and the biggest
    win are facts: they go to whoever has them, and only between equals to another.
    Every other one goes to somebody at most a fifth behind the best figure: among
    those to the player (else the team, else the rider) with the fewest honours so
    far, then to the better figure, then by bib.
    """
    out = nobodys(race.tour.startlist, ghosts=ghosts)
    riders = {rider.bib: rider for rider in race.tour.riders if rider.bib not in out}
    tour = _CountedTour(race=race, riders=riders, stages=_counting(race))
    players = {team.code: team.player.strip() for team in race.tour.teams}
    owners = {bib: _owner(rider, players) for bib, rider in riders.items()}
    honours_of: Counter[str] = Counter()
    lines = []
    for honour, search in _CANDIDATES.items():
        found = (candidate for candidate in search(tour) if candidate.bib in riders)
        ranked = tuple(sorted(found, key=_best_first))
        if ranked:
            close = (c for c in ranked if _is_close(honour, c, ranked[0]))
            given = min(close, key=lambda c: honours_of[owners[c.bib]])
            honours_of[owners[given.bib]] += 1
            lines.append(HonourLine(honour=honour, given=given, candidates=ranked))
    order = list(Honour)
    return tuple(sorted(lines, key=lambda line: order.index(line.honour)))


def stages_without_places(race: Race) -> tuple[int, ...]:
    """Return the numbers of the ridden stages that the honours for places leave out.

    They do not count for the general classification, or teams win them.
    """
    counting = [s.number for s in _counting(race) if not s.stage.by_teams]
    ridden = (s.number for s in race.stages if not s.stage.cancelled)
    return tuple(number for number in ridden if number not in counting)


def _counting(race: Race) -> list[StageScore]:
    """Return the ridden stages that count for the general classification."""
    counts = race.rulebook.counts
    ridden = (score for score in race.stages if not score.stage.cancelled)
    return [score for score in ridden if counts(score.stage, _GENERAL)]


def _best_first(candidate: Candidate) -> tuple[object, ...]:
    return tuple(-part for part in candidate.merit), bib_order(candidate.bib)


def _is_close(honour: Honour, candidate: Candidate, best: Candidate) -> bool:
    if honour in _FACTUAL:
        return candidate.merit == best.merit
    mine, most = candidate.merit[0], best.merit[0]
    # Where less is better, merit is the figure negated.
    return 5 * mine >= 4 * most if most >= 0 else 4 * mine >= 5 * most


def _owner(rider: Rider, players: Mapping[TeamCode, str]) -> str:
    """Return whose honours are counted: a player's, else a team's, else a rider's."""
    if rider.team is None:
        return f"rider {rider.bib}"
    player = players.get(rider.team)
    return f"player {player}" if player else f"team {rider.team}"
