"""The honours of a tour: who earned them, by which figures, and to whom they go."""

from collections import Counter
from dataclasses import dataclass

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, nobodys
from peloton.rules.honours.candidates import (
    CANDIDATES,
    FACTS,
    Candidate,
    Honour,
    Ridden,
)
from peloton.rules.ranking import bib_order
from peloton.rules.results import Race


@dataclass(frozen=True, slots=True, kw_only=True)
class HonourLine:
    """An honour, the candidate it goes to, and all candidates, the best first."""

    honour: Honour
    given: Candidate
    candidates: tuple[Candidate, ...]


def tour_honours(race: Race, *, ghosts: bool = False) -> tuple[HonourLine, ...]:
    """Award the honours of a tour, after its latest stage.

    Stages that do not count for the general classification, neutral riders, and those
    of ghost teams unless `ghosts`, are left out. An honour for which nobody has a
    figure is not given.

    They are spread across the players. The last rank and the closest and the biggest
    win are facts: they go to whoever has them, and only between equals to another.
    Every other one goes to somebody at most a fifth behind the best figure: among
    those to the player (else the team, else the rider) with the fewest honours so
    far, then to the rider with the fewest, then to the better figure, then by bib.
    """
    out = nobodys(race.tour.startlist, ghosts=ghosts)
    riders = {rider.bib: rider for rider in race.tour.riders if rider.bib not in out}
    stages = [
        score
        for score in race.stages
        if not score.stage.cancelled
        and race.rulebook.counts(score.stage, ClassificationName.GENERAL)
    ]
    ridden = Ridden(race=race, riders=riders, stages=stages)
    had: Counter[str] = Counter()
    lines = []
    for honour, search in CANDIDATES.items():
        found = (candidate for candidate in search(ridden) if candidate.bib in riders)
        ranked = tuple(sorted(found, key=_best_first))
        if ranked:
            close = (c for c in ranked if _is_close(honour, c, ranked[0]))
            given = min(close, key=lambda c: [had[n] for n in _winners(c.bib, ridden)])
            had.update(set(_winners(given.bib, ridden)))
            lines.append(HonourLine(honour=honour, given=given, candidates=ranked))
    order = list(Honour)
    return tuple(sorted(lines, key=lambda line: order.index(line.honour)))


def _best_first(candidate: Candidate) -> tuple[object, ...]:
    return tuple(-part for part in candidate.merit), bib_order(candidate.bib)


def _is_close(honour: Honour, candidate: Candidate, best: Candidate) -> bool:
    if honour in FACTS:
        return candidate.merit == best.merit
    mine, most = candidate.merit[0], best.merit[0]
    # Where less is better, merit is the figure negated.
    return 5 * mine >= 4 * most if most >= 0 else 4 * mine >= 5 * most


def _winners(bib: Bib, ridden: Ridden) -> tuple[str, str]:
    """Return whose honours are counted: the player's, then the rider's own."""
    rider = ridden.riders[bib]
    players = {team.code: team.player.strip() for team in ridden.race.tour.teams}
    if rider.team is None:
        return f"rider {bib}", f"rider {bib}"
    player = players.get(rider.team)
    return f"player {player}" if player else f"team {rider.team}", f"rider {bib}"
