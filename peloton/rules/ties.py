"""From totals to ranks: the order, who parts whom, and who shares a rank (GN-3)."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

Step = Callable[[str], int | tuple[int, ...]]
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
    totals: Iterable[tuple[str, int]], steps: Sequence[tuple[str, Step]]
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
    equals: Sequence[str], total: int, ahead: int, steps: Sequence[tuple[str, Step]]
) -> list[Ranked]:
    """Rank riders of one total, `ahead` of whom so many stand already."""
    keyed = sorted(
        ([(tuple([step(who) for _, step in steps]), who) for who in equals]),
        key=itemgetter(0),
    )
    ranks: list[int] = []
    ties: list[str | None] = []
    above, tie = keyed[0][0], None
    for rank, (key, _) in enumerate(keyed, ahead + 1):
        if key == above:
            ranks.append(ranks[-1] if ranks else rank)
        else:
            ranks.append(rank)
            tie = _parting(steps, above, key)
            above = key
        ties.append(tie)
    # The first of them were parted by the step that the next ones lost on.
    first = next((each for each in ties if each is not None), None)
    return [
        (rank, who, total, tie or first)
        for rank, (_, who), tie in zip(ranks, keyed, ties, strict=True)
    ]


def _parting(
    steps: Sequence[tuple[str, Step]], above: Sequence[object], below: Sequence[object]
) -> str:
    """Name the first step on which two keys differ."""
    position = 0
    while above[position] == below[position]:
        position += 1
    return steps[position][0]
