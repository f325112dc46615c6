"""Ranks and totals as the lines of a classification."""

from collections.abc import Iterable, Sequence

from peloton.rules.results import PointsStanding, TimeStanding
from peloton.rules.ties import Ranked


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
    most, lines = best, []
    for rank, who, total, tie in rows:
        most = max(most, total)
        gap = None if total < most else total - best
        lines.append(TimeStanding(rank, who, total - base, gap, tie))
    return tuple(lines)
