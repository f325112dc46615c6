"""Rank totals: the order, the steps that part equal ones, shared ranks (GN-3)."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import LONGEST_BIB
from peloton.rules.results import (
    PointsStanding,
    StageScore,
    Standing,
    TimeStanding,
    made,
)
from peloton.rules.rulebook.rulebook import Rulebook

TieStep = Callable[[Sequence[str]], Sequence[int]]
"""One step of a tie-break: a value for each of those ranked, the lower ranks first."""

Ranked = tuple[int, str, int, str | None]
"""A rank, who has it, the total, and the step that parted equal totals, if one did.

A plain tuple: every classification of every stage passes through here.
"""


def bib_order(who: str) -> tuple[bool, int, str]:
    """Sort bibs as people read them: 2 before 10, numbers before words."""
    number = who.isascii() and who.isdigit() and len(who) <= LONGEST_BIB
    return not number, int(who) if number else 0, who


def ranked(
    totals: Iterable[tuple[str, int]],
    steps: Iterable[tuple[str, TieStep]],
    *,
    highest_first: bool = False,
) -> list[Ranked]:
    """Rank by total, lowest first or highest; equal totals by each step (GN-3).

    `totals` come in the order of the bibs (or team codes), and those whom no step
    parts share a rank and keep that order. The first of those who were level has the
    step that parted the next from them.
    """
    everybody, sums = [*zip(*totals, strict=True)] or ((), ())
    keys: Sequence[int] = [-total for total in sums] if highest_first else sums
    parting: list[tuple[str, Sequence[int]]] = []
    for name, step in steps:
        if len(set(keys)) == len(keys):
            break
        values = step(everybody)
        least = min(values)
        span = max(values) - least + 1
        if span > 1:
            # Whole numbers are quick to sort: the total leads, then each step.
            keys = [k * span + v - least for k, v in zip(keys, values, strict=True)]
            parting.append((name, keys))
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ranks = [*range(1, len(keys) + 1)]
    ties: list[str | None] = [None] * len(keys)
    for place, (above, this) in enumerate(pairwise(order), 1):
        if sums[this] != sums[above]:
            continue
        if keys[this] == keys[above]:
            ranks[place], ties[place] = ranks[place - 1], ties[place - 1]
            continue
        for name, by in parting:
            if by[this] != by[above]:
                ties[place] = name
                break
        if ties[place - 1] is None:
            level = ranks[place - 1] - 1
            ties[level:place] = [ties[place]] * (place - level)
    who, total = map(everybody.__getitem__, order), map(sums.__getitem__, order)
    return [*zip(ranks, who, total, ties, strict=True)]


def tied_by_lots(
    score: StageScore, name: ClassificationName, rulebook: Rulebook
) -> tuple[tuple[str, ...], ...]:
    """Name those whom lots would part after a stage: each tie, as it is listed (CY-7).

    No one for whom they are drawn, nor where the game or a cancelled stage has none.
    """
    if score.stage.cancelled or "lots" not in rulebook.words(f"ties.{name}"):
        return ()
    ahead = {None, *steps_to_lots(name, rulebook)}
    groups: list[list[str]] = []
    above: Standing | None = None
    for row in score.standings.get(name, ()):
        tied = above is not None and row.total == above.total
        if tied and above and (row.rank == above.rank or row.tie not in ahead):
            groups[-1].append(row.who)
        else:
            groups.append([row.who])
        above = row
    return tuple(tuple(group) for group in groups if len(group) > 1)


def steps_to_lots(name: ClassificationName, rulebook: Rulebook) -> tuple[str, ...]:
    """Name the steps of a tie up to the drawing of lots; all if the game draws none.

    Young riders have those of the general classification (RR-7).
    """
    young = name is ClassificationName.YOUNG
    steps = rulebook.words(f"ties.{ClassificationName.GENERAL if young else name}")
    return steps[: steps.index("lots") + 1] if "lots" in steps else steps


def points_standings(rows: Iterable[Ranked]) -> tuple[PointsStanding, ...]:
    """Return a classification by points."""
    return made(PointsStanding, rows)


def time_standings(
    rows: Sequence[Ranked], *, levelled: bool = False
) -> tuple[TimeStanding, ...]:
    """Return a classification by time; `levelled` takes the best total off each.

    Who ranks behind a higher total has no gap: only a team of fewer riders (CY-18).
    """
    best = rows[0][2] if rows else 0
    base = best if levelled else 0
    totals = [total for _, _, total, _ in rows]
    if totals == sorted(totals):
        lines = [(n, who, time - base, time - best, tie) for n, who, time, tie in rows]
        return made(TimeStanding, lines)
    most, standings = best, []
    for rank, who, total, tie in rows:
        most = max(most, total)
        gap = None if total < most else total - best
        standings.append(TimeStanding(rank, who, total - base, gap, tie))
    return tuple(standings)
