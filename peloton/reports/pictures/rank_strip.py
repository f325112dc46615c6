"""The rank of a rider or team after each stage, as a line above the profiles."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from peloton.reports.drawing import LINE_COLOURS, Anchor, Label, Picture, Point, Shape
from peloton.reports.pictures.profile import ridge
from peloton.rules.results import Race
from peloton.rules.words import join

_TOP, _LOW = 12.0, 42.0
"""Where rank 1 and the last rank are drawn, in points from the top."""
_ROAD, _NUMBERS = 14.0, 12.0
"""Height of the profiles, and of the stage numbers below them."""
_SIZE = 9.0


def rank_strip(
    race: Race, title: str, ranks: Sequence[int | None], last: int, width: float
) -> Picture | None:
    """Draw the rank after each stage, as a line from rank 1 down to rank `last`.

    The profiles of the stages are below the line. Returns None before the second stage,
    or if there is no rank.
    """
    if len(ranks) < 2 or not any(ranks):  # noqa: PLR2004 - a line has two ends
        return None
    foot = tuple(_roads(race, width / len(ranks)))
    height = _LOW + 4 + (_ROAD if foot else 0.0) + _NUMBERS
    return Picture(
        name="Ranks",
        title=title,
        width=width,
        height=height,
        shapes=(*foot, *_line(ranks, last, width, height)),
        about=join(str(rank or "-") for rank in ranks),
    )


def _roads(race: Race, step: float) -> Iterator[Shape]:
    """Draw the profiles of the stages ridden, one in each `step`."""
    for at, score in enumerate(race.stages):
        foot = (step * (at + 0.15), _LOW + 4 + _ROAD)
        yield from ridge(score.stage, race.rulebook, foot, (step * 0.7, _ROAD))


def _line(
    ranks: Sequence[int | None], last: int, width: float, height: float
) -> Iterator[Shape | Label]:
    step = width / len(ranks)
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
        yield Label((x, height - 2), str(at + 1), _SIZE, Anchor.MIDDLE)
        if point:
            y = point[1]
            corners = ((x - 2.5, y), (x, y - 2.5), (x + 2.5, y), (x, y + 2.5))
            yield Shape(corners, closed=True, fill=LINE_COLOURS[0])
            yield Label((x, y - 4), str(rank), _SIZE, Anchor.MIDDLE, bold=True)
