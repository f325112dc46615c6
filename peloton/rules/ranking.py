"""Rank totals: the order, the steps that part equal ones, shared ranks (GN-3)."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import PointsStanding, StageScore, Standing, TimeStanding
from peloton.rules.rulebook.rulebook import Rulebook

TieStep = Callable[[str], int | tuple[int, ...]]
"""One step of a tie-break: the lower value ranks first."""

Ranked = tuple[int, str, int, str | None]
"""A rank, who has it, the total, and the step that parted equal totals, if one did.

A plain tuple: every classification of every stage passes through here.
"""


def bib_order(who: str) -> tuple[bool, int, str]:
    """Sort bibs as people read them: 2 before 10, numbers before words."""
    number = who.isascii() and who.isdigit()
    return not number, int(who) if number else 0, who


def ranked(
    totals: Iterable[tuple[str, int]], steps: Sequence[tuple[str, TieStep]]
) -> list[Ranked]:
    """Rank by total, lowest first; equal totals by each step in turn (GN-3).

    `totals` come in the order of the bibs (or team codes), and those whom no step
    parts share a rank and keep that order. Who ranks the highest first negates.
    """
    order = sorted(totals, key=itemgetter(1))
    rows: list[Ranked] = []
    start, count = 0, len(order)
    while start < count:
        who, total = order[start]
        end = start + 1
        while end < count and order[end][1] == total:
            end += 1
        if end == start + 1:
            rows.append((end, who, total, None))
        else:
            rows += _parted([who for who, _ in order[start:end]], total, start, steps)
        start = end
    return rows


def _parted(
    equals: Sequence[str], total: int, ahead: int, steps: Sequence[tuple[str, TieStep]]
) -> list[Ranked]:
    """Rank riders of one total, `ahead` of whom so many stand already."""
    groups = _groups(equals, steps)
    # The first of them were parted by the step that the next ones lost on.
    tie = groups[1][0] if len(groups) > 1 else None
    rows: list[Ranked] = []
    rank = ahead + 1
    for step, group in groups:
        tie = step or tie
        rows += [(rank, who, total, tie) for who in group]
        rank += len(group)
    return rows


def _groups(
    equals: Sequence[str], steps: Sequence[tuple[str, TieStep]]
) -> list[tuple[str | None, Sequence[str]]]:
    """Part equals into groups, in order, each with the step that parted it from above.

    A step is taken only by those whom the steps before it left together.
    """
    for taken, (name, step) in enumerate(steps, 1):
        keys = [step(who) for who in equals]
        if keys.count(keys[0]) == len(keys):
            continue
        runs: dict[int | tuple[int, ...], list[str]] = {}
        for key, who in sorted(zip(keys, equals, strict=True), key=itemgetter(0)):
            runs.setdefault(key, []).append(who)
        groups: list[tuple[str | None, Sequence[str]]] = []
        for run in runs.values():
            deeper = _groups(run, steps[taken:]) if len(run) > 1 else [(None, run)]
            groups.append((name if groups else None, deeper[0][1]))
            groups += deeper[1:]
        return groups
    return [(None, equals)]


def tied_by_lots(
    score: StageScore, name: ClassificationName, rulebook: Rulebook
) -> tuple[tuple[str, ...], ...]:
    """Name those whom lots would part after a stage: each tie, as it is listed (CY-7).

    No one for whom they are drawn, nor where the game or a cancelled stage has none.
    """
    steps = rulebook.words(f"ties.{name}")
    if score.stage.cancelled or "lots" not in steps:
        return ()
    ahead = {None, *steps[: steps.index("lots") + 1]}
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


def points_standings(rows: Iterable[Ranked]) -> tuple[PointsStanding, ...]:
    """Return a classification by points; the totals ranked were negative."""
    return tuple(
        PointsStanding(rank, who, -total, tie) for rank, who, total, tie in rows
    )


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
        return tuple(
            TimeStanding(rank, who, total - base, total - best, tie)
            for rank, who, total, tie in rows
        )
    most, lines = best, []
    for rank, who, total, tie in rows:
        most = max(most, total)
        gap = None if total < most else total - best
        lines.append(TimeStanding(rank, who, total - base, gap, tie))
    return tuple(lines)
