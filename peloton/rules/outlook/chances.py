"""Chances of winning if all riders are equally strong, by simulation (GN-6)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import isqrt
from typing import Any

from peloton.rules.facts.fact_table import COUNTS, with_bibs, without_results
from peloton.rules.facts.kinds import LimitUnit, StageKind
from peloton.rules.facts.stage import Arrival, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.outlook.situation import remaining_stages
from peloton.rules.race import score_stage, score_stages
from peloton.rules.results import PURSE, Race, TurnLines
from peloton.rules.stage.result import outside_limit
from peloton.rules.winners import first_ranked, purse_ranking

_Draw = Callable[[int, int], Sequence[int]]
"""A random draw without replacement, passed in because `rules` has no randomness.

`draw(20, 3)` returns three different numbers from 0 to 19, in the order drawn.
"""
RIDES = 2_000
"""Default number of simulations of the rest of the tour."""
_MIN_SHEETS = 2
"""Minimum number of ridden stages of each kind: one stage would vary too little."""


def chances(
    race: Race, after: int, draw: _Draw, rides: int = RIDES
) -> Mapping[str, Counter[str]]:
    """Simulate the rest of a tour `rides` times; count the wins by classification.

    The simulation starts after stage `after`. For each remaining stage, the finish
    sheet of a random ridden stage of the same kind is taken, and its marks are given to
    the riders at random, except marks over the time limit. The order at sprints and
    summits is random too, and nobody abandons. All riders who share the first rank win.
    Teams without money do not win the purse (CY-17). The result is empty after the last
    stage, and if there are too few finish sheets (see `rarely_ridden_stage`).
    """
    wins: defaultdict[str, Counter[str]] = defaultdict(Counter)
    if rarely_ridden_stage(race, after) or not remaining_stages(race, after):
        return wins
    tour, sheets = race.tour, _sheets(race, after)
    courses = [
        replace(
            without_results(stage) if stage.has_results else stage,
            offers=stage.offers,
            # Nobody leaves the race, even if a stage has a stricter limit (RR-10).
            time_limit={LimitUnit.PERCENT: 0},
        )
        for stage in tour.stages[after:]
    ]
    tour = replace(tour, stages=(*tour.stages[:after], *courses))
    before = score_stages(tour, after, race.rulebook)[1]
    for _ in range(rides):
        tally = before.copy()
        for number, course in enumerate(courses, after + 1):
            stage = course
            if not course.cancelled:
                ridden, riders = sheets[course.kind], tuple(tally.starting)
                sheet = ridden[draw(len(ridden), 1)[0]]
                late = not tally.rulebook.may_be_skipped(course)
                stage = _simulated_stage(course, sheet, riders, draw, late=late)
            last = score_stage(number, stage, TurnLines(), tally)
            tally.join(number + 1)
        for name, standings in last.standings.items():
            wins[name].update(first_ranked(standings))
        wins[PURSE].update(first_ranked(purse_ranking(last)))
    return wins


def rarely_ridden_stage(race: Race, after: int) -> int | None:
    """Return the first remaining stage whose kind was ridden less than twice, or None.

    While there is such a stage, the chances of winning cannot be simulated.
    """
    sheets, stages = _sheets(race, after), race.tour.stages
    for number in remaining_stages(race, after):
        if len(sheets[stages[number - 1].kind]) < _MIN_SHEETS:
            return number
    return None


def _sheets(race: Race, after: int) -> defaultdict[StageKind, list[Stage]]:
    """Return the ridden stages by kind, without riders over the time limit."""
    sheets: defaultdict[StageKind, list[Stage]] = defaultdict(list)
    for score in race.stages[:after]:
        if not score.stage.cancelled:
            out = outside_limit(score.result) | score.stage.reinstated
            finish = (line for line in score.stage.finish if out.isdisjoint(line.bibs))
            stage = replace(score.stage, finish=tuple(finish))
            sheets[score.stage.kind].append(stage)
    return sheets


def percent(wins: int) -> tuple[int, int]:
    """Return the percentage of wins in `RIDES` simulations, and its margin of error.

    Both are rounded to whole percent. The margin, of 95 % confidence, is at least 1.
    """
    error = isqrt(4 * 196 * 196 * wins * (RIDES - wins) // RIDES**3)
    return (200 * wins + RIDES) // (2 * RIDES), max(1, (error + 1) // 2)


def _simulated_stage(
    course: Stage, sheet: Stage, riders: Sequence[Bib], draw: _Draw, *, late: bool
) -> Stage:
    """Return a stage with the results on `sheet`, given to riders at random.

    With fewer riders than marks, random marks are left out, but never the first mark,
    because turns and gaps are counted from it. If `late`, surplus riders get the last
    mark.
    """
    count, arrivals = len(riders), sheet.arrivals
    orders = (*(line.bibs for line in arrivals), *sheet.laps, *sheet.heats)
    seen = list(dict.fromkeys(chain(*orders, sheet.eliminated)))
    if count < len(seen):
        others = sorted(draw(len(seen) - 1, count - 1)) if count else ()
        seen = [seen[0], *(seen[other + 1] for other in others)]
    shuffled = [riders[at] for at in draw(count, count)]
    dealt = with_bibs(sheet, dict(zip(seen, shuffled, strict=False)))
    behind = shuffled[len(seen) :] if arrivals and late else ()
    counts: dict[str, Any] = {
        name: getattr(dealt, name) for name, row in COUNTS.items() if row.towards
    }
    return replace(
        course,
        **counts,
        finish=(*dealt.arrivals, *(Arrival((b,), arrivals[-1].mark) for b in behind)),
        laps=dealt.laps,
        heats=dealt.heats,
        eliminated=dealt.eliminated,
        crossings={
            label: tuple(riders[at] for at in draw(count, count))
            for label in course.primes
        },
    )
