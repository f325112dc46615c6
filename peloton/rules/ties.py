"""From totals to ranks: the order, who parts whom, and who shares a rank (GN-3)."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Step = Callable[[str], int]
"""One step of a tie-break: the lower value ranks first."""


class Ranked(NamedTuple):
    """A rank; `tie` names the step that parted equal totals from one another."""

    rank: int
    who: str
    total: int
    tie: str | None


def bib_order(who: str) -> tuple[bool, int, str]:
    """Sort bibs as people read them: 2 before 10, numbers before words."""
    number = who.isascii() and who.isdigit()
    return not number, int(who) if number else 0, who


def ranked(
    totals: Iterable[tuple[str, int]], steps: Sequence[tuple[str, Step]]
) -> tuple[Ranked, ...]:
    """Rank by total, lowest first; equal totals by each step in turn (GN-3).

    Those whom no step parts share a rank, in the order of their bibs. Callers who
    rank the highest first negate. Sorting is cheapest when `totals` come in nearly
    the right order, as they do from one stage to the next.
    """
    order = sorted(totals, key=_total)
    rows: list[Ranked] = []
    start, count = 0, len(order)
    while start < count:
        total = order[start][1]
        end = start + 1
        while end < count and order[end][1] == total:
            end += 1
        if end == start + 1:
            rows.append(Ranked(end, order[start][0], total, None))
        else:
            equals = [who for who, _ in order[start:end]]
            rows += _parted(equals, total, start, steps)
        start = end
    return tuple(rows)


def _total(item: tuple[str, int]) -> int:
    return item[1]


def _parted(
    equals: list[str], total: int, ahead: int, steps: Sequence[tuple[str, Step]]
) -> list[Ranked]:
    """Rank riders of one total, `ahead` of whom so many stand already."""
    keys = {who: [step(who) for _, step in steps] for who in equals}
    equals.sort(key=lambda who: (keys[who], bib_order(who)))
    rows: list[Ranked] = []
    rank, tie = ahead + 1, None
    for position, who in enumerate(equals):
        if position and keys[who] != keys[equals[position - 1]]:
            above = keys[equals[position - 1]]
            rank = ahead + position + 1
            tie = next(
                name
                for (name, _), mine, other in zip(steps, keys[who], above, strict=True)
                if mine != other
            )
        rows.append(Ranked(rank, who, total, tie))
    # The first of them were parted by the step that the next ones lost on.
    first = next((row.tie for row in rows if row.tie is not None), None)
    return [row._replace(tie=row.tie or first) for row in rows]
