"""Rank totals, break ties step by step, and share ranks that stay tied (GN-3)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, starmap
from typing import Any, TypeVar

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import PointsStanding, StageScore, Standing, TimeStanding
from peloton.rules.rulebook.rulebook import Rulebook

_Who = TypeVar("_Who", bound=str)
TieStep = Callable[[Sequence[str]], Sequence[Any]]
"""A tie-break step, which maps riders or teams to values; the lowest ranks first."""


RankedRow = tuple[int, str, int, str | None]
"""A rank, the rider or team, the total, and the tie step used, if any."""


def bib_order(bib: str) -> tuple[Any, ...]:
    """Return a sort key for bibs: 2 before 10, 2A before 10A, numbers before words."""
    texts = _DIGITS.split(bib)
    # Every second part is a number. Without leading zeros, numbers can be compared by
    # how many digits they have, and then by the digits as text.
    numbers = [digits.lstrip("0") for digits in texts[1::2]]
    texts[1::2] = [(len(digits), digits) for digits in numbers]
    return tuple(texts), bib


_DIGITS = re.compile("([0-9]+)")


def rank_totals(
    totals: Mapping[_Who, int],
    steps: Iterable[tuple[str, TieStep]],
    *,
    highest_first: bool = False,
) -> list[RankedRow]:
    """Rank by total, lowest or highest first, and break ties by each step (GN-3).

    `totals` are in the order of the bibs (or team codes); riders still tied after the
    last step share a rank and stay in that order. Each row of a tie names the step that
    separates it from the row above; the first row of a tie names the same step as the
    second.
    """
    everybody, sums = [*totals], [*totals.values()]
    used = [(name, step(everybody)) for name, step in steps]
    lowest_first = [-total for total in sums] if highest_first else sums
    keys = [*zip(lowest_first, *(values for _, values in used), strict=True)]
    order = sorted(range(len(sums)), key=keys.__getitem__)
    ranks = [*range(1, len(order) + 1)]
    ties: list[str | None] = [None] * len(order)
    for place, (above, this) in enumerate(pairwise(order), 1):
        if sums[this] != sums[above]:
            continue
        for name, values in used:
            if values[this] != values[above]:
                first = place if ties[place - 1] else ranks[place - 1] - 1
                ties[first : place + 1] = [name] * (place + 1 - first)
                break
        else:
            ranks[place], ties[place] = ranks[place - 1], ties[place - 1]
    who, ordered = map(everybody.__getitem__, order), map(sums.__getitem__, order)
    return [*zip(ranks, who, ordered, ties, strict=True)]


def tied_by_lots(
    score: StageScore, name: ClassificationName, rulebook: Rulebook
) -> tuple[tuple[str, ...], ...]:
    """Return the groups of tied riders or teams that only lots can separate (CY-7).

    The result is empty if lots have been drawn, the game draws none or the stage is
    cancelled.
    """
    if score.stage.cancelled or "lots" not in rulebook.words(f"ties.{name}"):
        return ()
    groups = groups_until_lots(score, name, rulebook)
    return tuple(tuple(group) for group in groups if len(group) > 1)


def groups_until_lots(
    score: StageScore, name: ClassificationName, rulebook: Rulebook
) -> list[list[str]]:
    """Group the riders or teams level on every tie step up to lots, best first."""
    ahead = {None, *steps_to_lots(name, rulebook)}
    rows: Sequence[Standing] = score.standings.get(name, ())
    groups = [[row.who] for row in rows[:1]]
    for above, row in pairwise(rows):
        level = row.total == above.total and row.tie not in ahead
        if level or row.rank == above.rank:
            groups[-1].append(row.who)
        else:
            groups.append([row.who])
    return groups


def steps_to_lots(name: ClassificationName, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the tie steps up to the drawing of lots; all steps if no lots are drawn.

    Young riders use the steps of the general classification (RR-7).
    """
    steps = rulebook.words(f"ties.{name.totals_from}")
    return steps[: steps.index("lots") + 1] if "lots" in steps else steps


def points_standings(rows: Iterable[RankedRow]) -> tuple[PointsStanding, ...]:
    """Convert ranked rows to the rows of a classification by points."""
    return tuple(starmap(PointsStanding, rows))


def time_standings(
    rows: Sequence[RankedRow], *, levelled: bool = False
) -> tuple[TimeStanding, ...]:
    """Convert ranked rows to the rows of a classification by time, and add the gaps.

    With `levelled`, the best total is subtracted from every total. A team ranked below
    a slower team with more riders has no gap (CY-18).
    """
    best = highest = rows[0][2] if rows else 0
    standings: list[tuple[int, str, int, int | None, str | None]] = []
    for rank, who, total, tie in rows:
        gap = None if total < highest else total - best
        standings.append((rank, who, total - best if levelled else total, gap, tie))
        highest = max(highest, total)
    return tuple(starmap(TimeStanding, standings))
