"""Generate tours of any size for the benchmarks, the same ones in each run."""

from random import Random
from typing import TYPE_CHECKING

from peloton.rules.facts.kinds import Profile, Reason, SectionKind, StageKind
from peloton.rules.facts.stage import (
    Arrival,
    FinishLine,
    Section,
    Sprint,
    Stage,
    Unplaced,
)
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.games.criterium import FractionMark
from peloton.rules.games.cyclo import LinesMark

if TYPE_CHECKING:
    from peloton.rules.games import Mark

TEAM = 9
"""Default number of riders in a team, so that 198 riders are 22 teams."""


def generated_tour(
    rulebook: str, riders: int, stages: int, *, team: int = TEAM, edition: str = ""
) -> Tour:
    """Generate a legal tour with sprints, climbs, time trials and riders who leave.

    Each team has `team` riders. Each `edition` is another tour of the same riders.
    """
    random = Random(f"{rulebook} {riders} {stages}{edition}")  # noqa: S311 - dice, no secrets
    codes = [TeamCode(f"T{number}") for number in range(1, riders // team + 1)]
    startlist = tuple(
        Rider(bib=Bib(str(n + 1)), name=f"Rider Number {n + 1}", team=codes[n // team])
        for n in range(len(codes) * team)
    )
    racing = [rider.bib for rider in startlist]
    ridden = []
    for number in range(stages):
        leaving = set(random.sample(racing, 2)) if number % 3 == 1 else set()
        racing = [bib for bib in racing if bib not in leaving]
        ridden.append(_stage(rulebook, number, racing, sorted(leaving), random))
    return Tour(
        name=f"Tour of {riders}{edition}",
        rulebook=rulebook,
        teams=tuple(Team(code=code, name=f"Team {code}") for code in codes),
        riders=startlist,
        stages=tuple(ridden),
    )


def _stage(
    rulebook: str, number: int, racing: list[Bib], leaving: list[Bib], random: Random
) -> Stage:
    kind = {0: StageKind.PROLOGUE, 8: StageKind.ITT, 14: StageKind.TTT}.get(
        number, StageKind.ROAD
    )
    sprints = tuple(Sprint(name=f"Sprint town {n}", at=40 * n) for n in (1, 2))
    climbs = tuple(
        Section(
            kind=SectionKind.MOUNTAIN,
            name=f"Col number {n}",
            start=50 * n,
            end=50 * n + 15 + 7 * n,
        )
        for n in (1, 2, 3)
    )
    if kind is not StageKind.ROAD:
        sprints, climbs = (), ()
    order = random.sample(racing, len(racing))
    labels = [sprint.name for sprint in sprints] + [climb.name for climb in climbs]
    return Stage(
        name=f"Stage town {number + 1}",
        kind=kind,
        profile=Profile.MOUNTAIN if number % 4 == 3 else Profile.FLAT,
        length=200,
        sprints=sprints,
        sections=climbs,
        finish=_finish(rulebook, kind, order, random)
        + tuple(Unplaced(bib, Reason.DNF) for bib in leaving),
        crossings={label: tuple(random.sample(order, 6)) for label in labels},
    )


def _finish(
    rulebook: str, kind: StageKind, order: list[Bib], random: Random
) -> tuple[FinishLine, ...]:
    lines: list[FinishLine] = []
    turns, start = 0, 0
    while start < len(order):
        size = min(random.choice((1, 1, 2, 5, 12)), len(order) - start)
        mark: Mark
        if rulebook == "criterium":
            moved = random.randint(7, 18)
            mark = FractionMark(6 + turns, random.randint(1, moved), moved)
            size = 1
        else:
            alone = 5 if kind.against_the_clock else 0
            mark = LinesMark(turns + alone, random.randint(0, 8))
        lines.append(Arrival(tuple(order[start : start + size]), mark))
        start += size
        turns = start * 8 // len(order)
    return tuple(lines)
