"""The rank of a rider or team after each stage, as a line above the profiles."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from peloton.reports.drawing import LINE_COLOURS, Anchor, Label, Picture, Point, Shape
from peloton.reports.pictures.profile import ridge
from peloton.rules.results import Race
from peloton.rules.words import join

_WIDTH, _HEIGHT = 511.0, 104.0
_TOP, _LOW = 16.0, 60.0
"""Height of the first and of the last rank, in points from the top."""
_ROAD, _FOOT = 14.0, 90.0
_MANY = 12
"""Maximum number of stages for which profiles are drawn."""


def roads(race: Race) -> tuple[Shape, ...]:
    """Draw the profile of every stage ridden, to place below each strip of a tour."""
    step = _WIDTH / max(len(race.stages), 1)
    return tuple(
        shape
        for at, score in enumerate(race.stages)
        if len(race.stages) <= _MANY
        for shape in ridge(
            score.stage,
            race.rulebook,
            (step * (at + 0.15), _FOOT),
            (step * 0.7, _ROAD),
        )
    )


def rank_strip(
    title: str, ranks: Sequence[int | None], last: int, foot: Iterable[Shape]
) -> Picture | None:
    """Draw the ranks after each stage, down to rank `last`, above `foot`.

    `foot` has the `roads`. None before the second stage, or without a rank.
    """
    known = [rank for rank in ranks if rank]
    if len(ranks) < 2 or not known:  # noqa: PLR2004 - a line has two ends
        return None
    return Picture(
        name="Ranks",
        title=title,
        width=_WIDTH,
        height=_HEIGHT,
        shapes=(*foot, *_line(ranks, last)),
        about=join(str(rank or "-") for rank in ranks),
    )


def _line(ranks: Sequence[int | None], last: int) -> Iterator[Shape | Label]:
    step = _WIDTH / len(ranks)
    points: list[Point | None] = [
        (step * (at + 0.5), _TOP + (_LOW - _TOP) * (rank - 1) / max(last - 1, 1))
        if rank
        else None
        for at, rank in enumerate(ranks)
    ]
    for one, other in pairwise(points):
        if one and other:
            yield Shape((one, other), stroke=LINE_COLOURS[0], width=1.5)
    for at, (rank, point) in enumerate(zip(ranks, points, strict=True)):
        x = step * (at + 0.5)
        yield Label((x, _HEIGHT - 3), str(at + 1), anchor=Anchor.MIDDLE)
        if point:
            y = point[1]
            corners = ((x - 2.5, y), (x, y - 2.5), (x + 2.5, y), (x, y + 2.5))
            yield Shape(corners, closed=True, fill=LINE_COLOURS[0])
            yield Label((x, y - 6), str(rank), anchor=Anchor.MIDDLE, bold=True)
