"""Draw the general classification after each stage, as gaps to the leader."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle, groupby, pairwise

from peloton.reports.drawing import (
    GREY,
    LINE_COLOURS,
    Anchor,
    Chart,
    Dash,
    Label,
    Picture,
    Series,
    Shape,
)
from peloton.reports.names import Names
from peloton.reports.pictures.lettering import (
    ROUND_NUMBERS,
    ROUND_TIMES,
    axis_step,
    estimated_width,
    fitted,
)
from peloton.reports.sheet import ColumnKind, printed_cell
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race, Standing, Standings, TimeStanding
from peloton.rules.words import phrase

_LEFT, _RIGHT, _TOP, _FOOT = 40.0, 176.0, 10.0, 26.0
_SIZE, _LEAD, _NAME = 7.0, 10.0, 48.0
_WIDTHS = (2.0,) * len(Dash) + (1.0,) * len(Dash)
"""Widths of the lines: the first four riders, one for each dash, have broad lines."""
_MARKS, _NUMBERS = 6, 12
"""Maximum number of labels on the axes: gaps, and numbers of stages."""


def gaps_picture(
    race: Race, width: float = 511.0, height: float = 230.0
) -> Picture | None:
    """Draw the gaps to the leader after every stage, for the current top eight.

    Each rider has a line with a unique combination of dash and width, labelled with the
    rank, the name and the gap, in time or in points. Riders far behind the others are
    drawn below a break in the axis. Cancelled stages are left out. Returns None until
    two stages are ridden.
    """
    ridden = [score for score in race.stages if not score.stage.cancelled]
    general = ClassificationName.GENERAL
    standings = [score.standings.get(general, ()) for score in ridden]
    if not standings[1:] or not standings[-1]:
        return None
    latest: Sequence[Standing] = standings[-1][:8]
    lines = _lines(latest, standings, Names(race.tour))
    whole, largest = _reach(lines)
    timed = isinstance(latest[0], TimeStanding)
    kind, unit = ColumnKind.GAP if timed else ColumnKind.NUMBER, race.rulebook.unit
    across = (width - _LEFT - _RIGHT) / (len(ridden) - 1)
    plot = _Plot(
        lines=lines,
        xs=[_LEFT + place * across for place in range(len(ridden))],
        foot=height - _FOOT,
        whole=whole,
        largest=largest,
        written=lambda gap: printed_cell(gap, kind, unit),
    )
    stages = tuple(score.number for score in ridden)
    steps = ROUND_TIMES if timed and unit == "seconds" else ROUND_NUMBERS
    return Picture(
        name="Gaps",
        title=phrase("Gaps to the leader"),
        width=width,
        height=height,
        shapes=(
            *_axes(plot, axis_step(whole, _MARKS, steps), stages),
            *_line_shapes(plot),
            *_line_labels(plot, [row.rank for row in latest]),
        ),
        about=phrase(
            "Gaps of the top {count} to the leader after each stage.", count=len(lines)
        ),
        chart=_chart(plot, stages, timed=timed),
    )


def _chart(plot: "_Plot", stages: tuple[int, ...], *, timed: bool) -> Chart:
    return Chart(
        categories=stages,
        series=plot.lines,
        across=phrase("Stage"),
        across_step=axis_step(len(stages), _NUMBERS),
        upwards=phrase("Gap") if timed else phrase("Points behind"),
        upwards_step=axis_step(plot.largest, _MARKS, ROUND_TIMES),
        timed=timed,
        reversed=True,
    )


def _lines(
    latest: Sequence[Standing], standings: Sequence[Standings], names: Names
) -> tuple[Series, ...]:
    """Return a line for each of the first riders: the gap after every stage."""
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

    The axis has a break above a gap that is more than 2.5 times the next smaller gap.
    Both results are the same if no axis break is needed.
    """
    worst = sorted(max(filter(None, line.values), default=0) for line in lines)
    largest = worst[-1] or 1
    for near, far in reversed([*pairwise(worst)][len(lines) // 2 :]):
        if near and far > 2.5 * near:
            return near, largest
    return largest, largest


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
    """The lines and the scales of the chart, in points from the top left corner.

    `xs` are the positions of the stages, and `foot` is the end of the vertical axis.
    `largest` is the largest gap. `whole` is the largest gap above the axis break, and
    equals `largest` if the axis has no break. `written` formats a gap.
    """

    lines: tuple[Series, ...]
    xs: Sequence[float]
    foot: float
    whole: int
    largest: int
    written: Callable[[int], str]

    def y(self, gap: int) -> float:
        """Return the position of a gap."""
        broken = self.whole < self.largest
        # The part above an axis break has 82 % of the chart's height.
        end = _TOP + (self.foot - _TOP) * (0.82 if broken else 1.0)
        if gap <= self.whole:
            return _TOP + max(gap, 0) / self.whole * (end - _TOP)
        beyond = (gap - self.whole) / (self.largest - self.whole)
        return end + _LEAD + beyond * (self.foot - end - _LEAD)


def _axes(plot: _Plot, step: int, stages: Sequence[int]) -> Iterator[Shape | Label]:
    left, right, middle = plot.xs[0], plot.xs[-1], Anchor.MIDDLE
    gaps = [*range(0, plot.whole + 1, step)]
    if plot.whole < plot.largest:
        gaps.append(plot.largest)
        for y in (plot.y(plot.whole) + 3, plot.y(plot.whole) + 6):
            yield Shape(((left, y), (right, y)), stroke=GREY, width=0.6)
    for gap in gaps:
        y = plot.y(gap)
        yield Shape(((left, y), (right, y)), stroke="#c0c0c0", width=0.4)
        yield Label((left - 6, y + 2.5), plot.written(gap), _SIZE, Anchor.END)
    for x, number in zip(plot.xs, stages, strict=True):
        yield Label((x, plot.foot + 12), str(number), _SIZE, middle)
    at = (left + right) / 2, plot.foot + _FOOT - 3
    yield Label(at, phrase("Stage"), _SIZE, middle, colour=GREY)


def _line_shapes(plot: _Plot) -> Iterator[Shape]:
    """Draw the riders' lines, interrupted where a rider was not classified."""
    # The leader's line is drawn last, above the others.
    for line, width in reversed([*zip(plot.lines, _WIDTHS, strict=False)]):
        points = [
            None if gap is None else (x, plot.y(gap))
            for x, gap in zip(plot.xs, line.values, strict=True)
        ]
        for _, group in groupby(points, key=bool):
            run = tuple(point for point in group if point)
            if len(run) > 1:
                yield Shape(run, stroke=line.colour, width=width, dash=line.dash)


def _line_labels(plot: _Plot, ranks: Sequence[int]) -> Iterator[Shape | Label]:
    gaps = [line.values[-1] or 0 for line in plot.lines]
    ends = sorted((plot.y(gap), place) for place, gap in enumerate(gaps))
    tops = _spread([end for end, _ in ends], plot.foot + _SIZE)
    x = plot.xs[-1]
    for (end, place), top in zip(ends, tops, strict=True):
        line, rank = plot.lines[place], ranks[place]
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
            (x + _RIGHT - 2, gap, _SIZE, Anchor.END),
        ):
            yield Label((at, top + 2.5), text, type_size, anchor, bold=rank == 1)


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
