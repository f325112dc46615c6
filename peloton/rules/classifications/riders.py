"""The classifications of riders, the jerseys, and the tie-break steps.

The steps have the same names as in rulebooks (CR-15, CY-7).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import COMBINED, Category, ClassificationName
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.ranking import TieStep, points_standings, rank_totals, time_standings
from peloton.rules.results import (
    AllStandings,
    Award,
    JerseyLine,
    PointsStanding,
    StageScore,
    Standings,
    has_leader,
)
from peloton.rules.rulebook.keys import FINAL_POINTS


def general_classification(tally: Tally, *, young: bool = False) -> Standings:
    """Rank the riders with a time on every stage by the total, lowest first (CY-6).

    If the general classification adds up points, the highest total is first (CR-11),
    and neutral riders are not ranked (FI-3). Ties: CR-15, CY-7. With `young`, only
    young riders are ranked, by the same tie-break steps (RR-7).
    """
    name = ClassificationName.GENERAL
    steps = tie_steps(name, tally)
    racing, times = tally.racing, tally.times
    if young:
        times = {bib: time for bib, time in times.items() if racing[bib].young}
    if tally.rulebook.word("general.by") != "time":
        points = tally.points[name]
        totals = {bib: points[bib] for bib in times if not racing[bib].neutral}
        return points_standings(rank_totals(totals, steps, highest_first=True))
    levelled = tally.rulebook.flag("general.levelled")
    return time_standings(rank_totals(times, steps), levelled=levelled)


def points_classification(
    name: ClassificationName, tally: Tally
) -> tuple[PointsStanding, ...]:
    """Rank the riders still in the race who have points, highest first (CR-8, CY-8)."""
    points = tally.points[name]
    totals = {b: points[b] for b in tally.racing if points[b] > 0}
    ranked = rank_totals(totals, tie_steps(name, tally), highest_first=True)
    return points_standings(ranked)


def combination_classification(
    standings: AllStandings, tally: Tally
) -> tuple[PointsStanding, ...]:
    """Rank the riders by the sum of their ranks in the COMBINED rankings (RR-11)."""
    if not all(has_leader(n, standings.get(n, ()), tally.counted) for n in COMBINED):
        return ()
    ranks = combined_ranks(standings).values()
    classified = [b for b in tally.racing if all(b in rank_of for rank_of in ranks)]
    totals = {b: sum(rank_of[b] for rank_of in ranks) for b in classified}
    steps = tie_steps(ClassificationName.COMBINATION, tally)
    return points_standings(rank_totals(totals, steps))


def combined_ranks(
    standings: AllStandings,
) -> Mapping[ClassificationName, Mapping[str, int]]:
    """Return the ranks that the combination adds up, by classification (RR-11)."""
    return {n: {row.who: row.rank for row in standings[n]} for n in COMBINED}


def final_points(score: StageScore, tally: Tally) -> Iterator[Award]:
    """Yield the points awarded for final ranks at the end of a tour (FR-4).

    Riders with equal totals share a place of the scale, and the next lower total takes
    the next place. Neutral riders get no points (FI-3).
    """
    led = score.led
    for name, key in FINAL_POINTS.items():
        scale, rows = tally.rulebook.scale(key), led.get(name, ())
        totals = dict.fromkeys(row.total for row in rows)
        worth = dict(zip(totals, enumerate(scale, 1), strict=False))
        for row in rows:
            place, points = worth.get(row.total, (0, 0))
            if points and row.who not in tally.neutral:
                rule = tally.rulebook.rule(key)
                yield Award(
                    Bib(row.who), ClassificationName.POINTS, points, name, place, rule
                )


def jersey_wearers(standings: AllStandings, tally: Tally) -> Iterator[JerseyLine]:
    """Yield the leader of each jersey's classification, and its wearer (CY-10, CR-16).

    Jerseys are assigned in the rulebook's order; a rider who already wears one, or
    misses the next ride (CY-11), is skipped.
    """
    wearing: set[str | None] = {*tally.resting}
    for jersey in tally.rulebook.jerseys:
        rows = standings.get(jersey.classification, ())
        if not has_leader(jersey.classification, rows, tally.counted):
            continue
        wearer = next((Bib(row.who) for row in rows if row.who not in wearing), None)
        wearing.add(wearer)
        yield JerseyLine(jersey.name, jersey.classification, Bib(rows[0].who), wearer)


def tie_steps(name: ClassificationName, tally: Tally) -> list[tuple[str, TieStep]]:
    """Return the tie steps of a classification, in the rulebook's order."""
    drawn = tally.latest_stage.lots.get(name, ()) if tally.latest_stage else ()
    steps: dict[str, TieStep] = {
        "previous general": _by_rank(tally.previous, len(tally.previous) + 1),
        "general": _by_rank(tally.general, len(tally.general) + 1),
        "latest place": _by_rank(tally.latest_places, len(tally.startlist) + 1),
        "sum of places": _by_rank(tally.places, 0),
        "fractions": _by_rank(tally.fractions, 0),
        "wins": _most(tally.wins[name]),
        "sprint wins": _most(tally.wins[ClassificationName.ACTIVE]),
        "wins by category": _summit_wins(tally),
        "team places": _team_places(tally),
        "best rider": _best_rider(tally),
        "lots": _by_rank({who: n for n, who in enumerate(drawn)}, len(drawn)),
        # Riders are in the order of the bibs: a position is the value of this step.
        "bib": lambda everybody: range(len(everybody)),
    }
    return [(word, steps[word]) for word in tally.rulebook.words(f"ties.{name}")]


def _by_rank(ranks: Mapping[Any, int], last: int) -> TieStep:
    """Return a step that compares ranks or sums; those without one get `last`."""
    return lambda everybody: [ranks.get(who, last) for who in everybody]


def _most(wins: Mapping[Any, int]) -> TieStep:
    return lambda everybody: [-wins.get(who, 0) for who in everybody]


def _summit_wins(tally: Tally) -> TieStep:
    """Return the step that compares summits won, hardest category first (RR-5)."""
    wins = [tally.summits[category] for category in Category]
    return lambda riders: [tuple(-won[Bib(bib)] for won in wins) for bib in riders]


def _team_places(tally: Tally) -> TieStep:
    """Return the step that compares teams' stage wins, then second places, ... (RR-6).

    The sort key of a team that was first twice and third once is (1, -2, 3, -1, n),
    where n is below the last rank.
    """
    beyond = len(tally.teams) + 1

    def counts(who: str) -> tuple[int, ...]:
        ranks = sorted(Counter(tally.team_ranks[TeamCode(who)]).items())
        return (*(part for rank, times in ranks for part in (rank, -times)), beyond)

    return lambda everybody: [*map(counts, everybody)]


def _best_rider(tally: Tally) -> TieStep:
    ranks, last = tally.general, len(tally.racing) + 1
    return lambda teams: [
        min((ranks[b] for b in tally.teams[TeamCode(t)] if b in ranks), default=last)
        for t in teams
    ]
