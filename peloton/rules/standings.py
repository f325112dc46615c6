"""Ranks and totals as the lines of a classification."""

from collections.abc import Iterable, Sequence

from peloton.rules.model import ClassificationName
from peloton.rules.results import PointsStanding, StageScore, Standing, TimeStanding
from peloton.rules.rulebook import Rulebook
from peloton.rules.ties import Ranked


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
    """Return a classification by time; `levelled` takes the best total off each."""
    best = rows[0][2] if rows else 0
    base = best if levelled else 0
    return tuple(
        TimeStanding(rank, who, total - base, total - best, tie)
        for rank, who, total, tie in rows
    )
