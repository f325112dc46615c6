"""Draw the general classification after each stage, as gaps to the leader."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, cycle, groupby, pairwise

from peloton.reports.drawing import (
    GREY,
    INK,
    LINE_COLOURS,
    Anchor,
    Chart,
    Dash,
    Label,
    Picture,
    Point,
    Series,
    Shape,
)
from peloton.reports.names import Names
from peloton.reports.pictures.lettering import (
    axis_step,
    axis_step_seconds,
    estimated_width,
    fitted,
)
from peloton.reports.sheet import ColumnKind, printed_cell
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race, Standing, Standings, TimeStanding
from peloton.rules.words import phrase

_WIDTH, _HEIGHT = 511.0, 230.0
_LEFT, _RIGHT, _TOP, _FOOT = 40.0, 176.0, 10.0, 26.0
_SHOWN = 8
_SIZE, _LEAD, _NAME = 7.0, 10.0, 48.0
_WIDTHS = (2.0,) * len(Dash) + (1.0,) * len(Dash)
"""Widths of the lines: the first four riders, one for each dash, have broad lines."""
_MARKS, _NUMBERS = 6, 12
"""Maximum number of labels on the axes: gaps, and numbers of stages."""
_ENOUGH = 2
_FAR = 2.5
"""A gap this many times the next smaller gap is drawn below a break in the axis."""
_WHOLE = 0.82
"""Share of the chart's height that is above an axis break."""
_GENERAL = ClassificationName.GENERAL


def gaps_picture(
    race: Race, width: float = _WIDTH, height: float = _HEIGHT
) -> Picture | None:
    """Draw the gaps to the leader after every stage, for the current top eight.

    Each rider has a line with a unique combination of dash and width, labelled with the
    rank, the name and the gap, in time or in points. Riders far behind the others are
    drawn below a break in the axis. Cancelled stages are left out. Returns None until
    two stages are ridden.
    """
    ridden = [score for score in race.stages if not score.stage.cancelled]
    standings = [score.standings.get(_GENERAL, ()) for score in ridden]
    if len(ridden) < _ENOUGH or not standings[-1]:
        return None
    latest: Sequence[Standing] = standings[-1][:_SHOWN]
    lines = _lines(race, standings)
    whole, largest = _reach(lines)
    timed = isinstance(latest[0], TimeStanding)
    plot = _Plot(
        stages=tuple(score.number for score in ridden),
        whole=whole,
        largest=largest,
        width=width,
        height=height,
        kind=ColumnKind.GAP if timed else ColumnKind.NUMBER,
        unit=race.rulebook.unit,
    )
    ranks = [row.rank for row in latest]
    # Draw the leader's line last, above the others.
    shapes = [_line_shapes(line, plot, n) for n, line in enumerate(lines)][::-1]
    return Picture(
        name="Gaps",
        title=phrase("Gaps to the leader"),
        width=width,
        height=height,
        shapes=(
            *_axes(plot),
            *chain.from_iterable(shapes),
            *_line_labels(lines, ranks, plot),
        ),
        about=phrase(
            "Gaps of the top {count} to the leader after each stage.", count=len(lines)
        ),
        chart=_chart(lines, plot),
    )


def _chart(lines: tuple[Series, ...], plot: "_Plot") -> Chart:
    timed = plot.kind is ColumnKind.GAP
    return Chart(
        categories=plot.stages,
        series=lines,
        across=phrase("Stage"),
        across_step=axis_step(len(plot.stages), _NUMBERS),
        upwards=phrase("Gap") if timed else phrase("Points behind"),
        upwards_step=axis_step_seconds(plot.largest, _MARKS),
        timed=timed,
        reversed=True,
    )


def _lines(race: Race, standings: Sequence[Standings]) -> tuple[Series, ...]:
    """Return a line for each of the first riders: the gap after every stage."""
    names = Names(race.tour)
    latest: Sequence[Standing] = standings[-1][:_SHOWN]
    # A gap in points is the difference to the leader's points.
    gaps = [{row.who: abs(row.total - at[0].total) for row in at} for at in standings]
    return tuple(
        Series(
            title=names.rider(row.who),
            values=tuple(at.get(row.who) for at in gaps),
            colour=colour,
            dash=dash,
        )
        for row, colour, dash in zip(latest, LINE_COLOURS, cycle(Dash), strict=False)
    )


def _reach(lines: Sequence[Series]) -> tuple[int, int]:
    """Return the largest gap above the axis break, and the largest of all gaps.

    Both are the same if no axis break is needed.
    """
    worst = sorted(max(filter(None, line.values), default=0) for line in lines)
    largest = worst[-1] or 1
    for near, far in reversed([*pairwise(worst)][len(lines) // 2 :]):
        if near and far > _FAR * near:
            return near, largest
    return largest, largest


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
    """The size and the scales of the chart.

    `largest` is the largest gap. `whole` is the largest gap above the axis break, and
    equals `largest` if the axis has no break.
    """

    stages: tuple[int, ...]
    whole: int
    largest: int
    width: float
    height: float
    kind: ColumnKind
    unit: str

    @property
    def break_at(self) -> float:
        """The position where the axis breaks or ends, in points from the top."""
        room = self.height - _TOP - _FOOT
        return _TOP + room * (_WHOLE if self.whole < self.largest else 1.0)

    def at(self, place: int, gap: int) -> Point:
        across = (self.width - _LEFT - _RIGHT) / (len(self.stages) - 1)
        x = _LEFT + place * across
        if gap <= self.whole:
            return x, _TOP + max(gap, 0) / self.whole * (self.break_at - _TOP)
        below = self.height - _FOOT - self.break_at - _LEAD
        beyond = (gap - self.whole) / (self.largest - self.whole)
        return x, self.break_at + _LEAD + beyond * below

    def written(self, gap: int) -> str:
        return printed_cell(gap, self.kind, self.unit)


def _axes(plot: _Plot) -> Iterator[Shape | Label]:
    clocked = plot.kind is ColumnKind.GAP and plot.unit == "seconds"
    step = (axis_step_seconds if clocked else axis_step)(plot.whole, _MARKS)
    last = len(plot.stages) - 1
    gaps = [*range(0, plot.whole + 1, step)]
    if plot.whole < plot.largest:
        gaps.append(plot.largest)
        (left, _), (right, _) = plot.at(0, 0), plot.at(last, 0)
        for y in (plot.break_at + 3, plot.break_at + 6):
            yield Shape(((left, y), (right, y)), stroke=GREY, width=0.6)
    for gap in gaps:
        start, end = plot.at(0, gap), plot.at(last, gap)
        yield Shape((start, end), stroke="#c0c0c0", width=0.4)
        at = _LEFT - 6, start[1] + 2.5
        yield Label(at, plot.written(gap), _SIZE, Anchor.END)
    middle = Anchor.MIDDLE
    for place, number in enumerate(plot.stages):
        at = plot.at(place, 0)[0], plot.height - _FOOT + 12
        yield Label(at, str(number), _SIZE, middle)
    at, title = ((_LEFT + plot.width - _RIGHT) / 2, plot.height - 3), phrase("Stage")
    yield Label(at, title, _SIZE, middle, colour=GREY)


def _line_shapes(line: Series, plot: _Plot, number: int) -> Iterator[Shape]:
    """Draw a rider's line, interrupted where the rider was not classified."""
    points = [
        None if gap is None else plot.at(place, gap)
        for place, gap in enumerate(line.values)
    ]
    for _, group in groupby(points, key=lambda point: point is None):
        run = tuple(point for point in group if point)
        if len(run) > 1:
            yield Shape(run, stroke=line.colour, width=_WIDTHS[number], dash=line.dash)


def _line_labels(
    lines: Sequence[Series], ranks: Sequence[int], plot: _Plot
) -> Iterator[Shape | Label]:
    last = len(plot.stages) - 1
    gaps = [line.values[-1] or 0 for line in lines]
    ends = sorted((plot.at(last, gap)[1], place) for place, gap in enumerate(gaps))
    tops = _spread([top for top, _ in ends], plot.height - _FOOT + _SIZE)
    x = plot.width - _RIGHT
    for (end, place), top in zip(ends, tops, strict=True):
        line, rank = lines[place], ranks[place]
        leader = (x + 4, end), (x + 10, top), (x + _NAME - 14, top)
        yield Shape(leader, stroke=line.colour, width=_WIDTHS[place], dash=line.dash)
        gap = plot.written(gaps[place]) if gaps[place] else ""
        room = _RIGHT - _NAME - estimated_width(gap, _SIZE) - _SIZE
        # Rank, name and gap are separate labels, because a right-to-left name would
        # reverse their order.
        name, size = fitted(line.title, _SIZE, room)
        for at, text, type_size, anchor in (
            (x + _NAME - 4, str(rank), _SIZE, Anchor.END),
            (x + _NAME, name, size, Anchor.START),
            (plot.width - 2, gap, _SIZE, Anchor.END),
        ):
            point = at, top + 2.5
            yield Label(point, text, type_size, anchor, bold=rank == 1, colour=INK)


def _spread(tops: Sequence[float], floor: float) -> list[float]:
    """Move labels apart so that none overlaps another or lies below `floor`.

    `tops` are the sorted positions of the labels. All positions are in points from the
    top.
    """
    placed = [*accumulate(tops, lambda above, top: max(top, above + _LEAD))]
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], floor)
        floor = placed[number] - _LEAD
    return placed
