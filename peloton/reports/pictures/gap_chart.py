"""The general classification through the stages, as a chart of gaps to the leader."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from peloton.reports.colours import GREY, INK, LINE_COLOURS
from peloton.reports.drawing import (
    Anchor,
    Chart,
    ChartKind,
    Label,
    Picture,
    Point,
    Series,
    Shape,
)
from peloton.reports.names import Names
from peloton.reports.pictures.lettering import shortened
from peloton.reports.pictures.scale import axis_steps, clock_steps
from peloton.reports.sheet import ColumnKind, printed_cell
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race, Standing, Standings, TimeStanding
from peloton.rules.words import phrase

_WIDTH, _HEIGHT = 511.0, 230.0
_LEFT, _RIGHT, _TOP, _FOOT = 40.0, 128.0, 10.0, 26.0
_SHOWN = 8
_SIZE, _LEAD = 7.0, 10.0
_MARKS = 6
_ENOUGH = 2
_GENERAL = ClassificationName.GENERAL


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One rider's gaps, a stage each; `rank` is the last one held."""

    name: str
    rank: int
    gaps: tuple[int | None, ...]
    colour: str
    team_colour: str


def gaps_picture(race: Race) -> Picture | None:
    """Draw how far behind the leader the first eight were after every stage.

    They are the first eight of the latest general classification: a line a rider,
    with the name at its end; a gap in points in a tour ranked by points. A dot has
    the colour of the team, if it has one. Cancelled stages are left out. None before
    the second stage that counts.
    """
    ridden = [score for score in race.stages if not score.stage.cancelled]
    if len(ridden) < _ENOUGH:
        return None
    standings = [score.standings[_GENERAL] for score in ridden]
    lines = _lines(race, standings)
    if not lines:
        return None
    stages = tuple(score.number for score in ridden)
    timed = isinstance(standings[-1][0], TimeStanding)
    unit = race.rulebook.unit
    most = max((gap for line in lines for gap in line.gaps if gap), default=0) or 1
    plot = _Plot(stages=stages, most=most)
    return Picture(
        name="Gaps",
        title=phrase("Gaps to the leader"),
        width=_WIDTH,
        height=_HEIGHT,
        shapes=(
            *_axes(plot, unit, timed=timed),
            *(shape for line in lines[::-1] for shape in _drawn(line, plot)),
            *_named(lines, plot),
        ),
        about=phrase(
            "How far behind the leader the first {count} were after each stage.",
            count=len(lines),
        ),
        chart=Chart(
            kind=ChartKind.LINE,
            categories=stages,
            series=tuple(
                Series(title=line.name, values=line.gaps, colour=line.colour)
                for line in lines
            ),
            across=phrase("Stage"),
            upwards=phrase("Gap") if timed else phrase("Points behind"),
            timed=timed,
            reversed=True,
        ),
    )


def _lines(race: Race, standings: Sequence[Standings]) -> tuple[_Line, ...]:
    names = Names(race.tour)
    teams = {team.code: team.colour for team in race.tour.teams}
    riders = {str(rider.bib): rider.team for rider in race.tour.riders}
    latest: Sequence[Standing] = standings[-1]
    first = latest[:_SHOWN]
    shown_bibs = {row.who for row in first}
    gaps = [dict(_gaps(each, shown_bibs)) for each in standings]
    return tuple(
        _Line(
            name=names.rider(row.who),
            rank=row.rank,
            gaps=tuple(each.get(row.who) for each in gaps),
            colour=LINE_COLOURS[place],
            team_colour=teams.get(team, "") if (team := riders[row.who]) else "",
        )
        for place, row in enumerate(first)
    )


def _gaps(standings: Standings, bibs: Iterable[str]) -> Iterator[tuple[str, int]]:
    for row in standings:
        if row.who in bibs:
            behind = row.total - standings[0].total
            yield row.who, behind if isinstance(row, TimeStanding) else -behind


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
    stages: tuple[int, ...]
    most: int

    def at(self, place: int, gap: int) -> Point:
        across = (_WIDTH - _LEFT - _RIGHT) / (len(self.stages) - 1)
        down = (_HEIGHT - _TOP - _FOOT) / self.most
        return _LEFT + place * across, _TOP + max(gap, 0) * down


def _axes(plot: _Plot, unit: str, *, timed: bool) -> Iterator[Shape | Label]:
    steps = clock_steps if timed and unit == "seconds" else axis_steps
    last = len(plot.stages) - 1
    for gap in range(0, plot.most + 1, steps(plot.most, _MARKS)):
        left, right = plot.at(0, gap), plot.at(last, gap)
        yield Shape(points=(left, right), stroke="#c0c0c0", width=0.4)
        kind = ColumnKind.GAP if timed else ColumnKind.NUMBER
        yield Label(
            at=(_LEFT - 6, left[1] + 2.5),
            text=printed_cell(gap, kind, unit),
            size=_SIZE,
            anchor=Anchor.END,
        )
    for place, number in enumerate(plot.stages):
        x, _ = plot.at(place, 0)
        yield Label(
            at=(x, _HEIGHT - _FOOT + 12),
            text=str(number),
            size=_SIZE,
            anchor=Anchor.MIDDLE,
        )
    yield Label(
        at=((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 3),
        text=phrase("Stage"),
        size=_SIZE,
        anchor=Anchor.MIDDLE,
        colour=GREY,
    )


def _drawn(line: _Line, plot: _Plot) -> Iterator[Shape]:
    """Draw a rider's line; it breaks where the rider was not classified."""
    run: list[Point] = []
    for place, gap in enumerate((*line.gaps, None)):
        if gap is not None:
            run.append(plot.at(place, gap))
        elif run:
            if len(run) > 1:
                yield Shape(
                    points=tuple(run), stroke=line.colour, width=1.6, about=line.name
                )
            yield from (_square(point, 1.7, line.colour) for point in run)
            run = []


def _square(centre: Point, size: float, colour: str) -> Shape:
    x, y = centre
    corners = ((x - size, y), (x, y - size), (x + size, y), (x, y + size))
    return Shape(points=corners, closed=True, fill=colour)


def _named(lines: Sequence[_Line], plot: _Plot) -> Iterator[Shape | Label]:
    """Name the lines at their right ends, each clear of the others."""
    ends = sorted(
        (plot.at(len(plot.stages) - 1, line.gaps[-1] or 0)[1], place)
        for place, line in enumerate(lines)
    )
    tops = _apart([top for top, _ in ends])
    x = _WIDTH - _RIGHT
    for (end, place), top in zip(ends, tops, strict=True):
        line = lines[place]
        yield Shape(
            points=((x + 3, end), (x + 12, top), (x + 15, top)),
            stroke=line.colour,
            width=0.6,
        )
        if line.team_colour:
            yield _square((x + 19, top), 3, line.team_colour)
        name = shortened(line.name, _SIZE, _RIGHT - 38)
        yield Label(
            at=(x + 25, top + 2.5),
            text=phrase("{rank} {name}", rank=line.rank, name=name),
            size=_SIZE,
            bold=line.rank == 1,
            colour=INK,
        )


def _apart(tops: Sequence[float]) -> list[float]:
    """Move heights, sorted, as little as it takes for a line of text between each."""
    placed: list[float] = []
    for top in tops:
        placed.append(max(top, placed[-1] + _LEAD if placed else top))
    floor = _HEIGHT - _FOOT + _SIZE
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], floor)
        floor = placed[number] - _LEAD
    return placed
