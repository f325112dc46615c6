"""The height profile of a stage's road, derived from its sections."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from peloton.reports.drawing import Point
from peloton.rules.facts.kinds import Category, SectionKind
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import summit_category

HILLS, SOIL = 58.0, 7.0
"""Height of the highest summit above flat road, and height of flat road, in points."""

_HEIGHTS: dict[Category | None, int] = {
    Category.HC: 100,
    Category.FIRST: 80,
    Category.SECOND: 62,
    Category.THIRD: 46,
    Category.FOURTH: 32,
    None: 24,
}
"""Heights of drawn climbs, in hundredths of the highest climb.

They depend on the category, because boards do not give the height of a climb.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The road in a picture. Its methods convert board spaces to positions.

    `left` and `foot` are the lower left corner, and `step` is the width of a space, in
    points. `heights` lists (space, height) where the slope changes, from the start to
    the `end` of the course.
    """

    left: float
    step: float
    foot: float
    heights: Sequence[tuple[int, int]]
    end: int

    def x(self, space: float) -> float:
        """Return the horizontal position of a space, in points."""
        return self.left + space * self.step

    def height(self, space: int) -> int:
        """Return the road's height at a space, in hundredths of its highest point."""
        for (start, low), (end, high) in pairwise(self.heights):
            if start <= space <= end:
                return low + (high - low) * (space - start) // max(end - start, 1)
        return self.heights[-1][1]

    def at(self, space: int) -> Point:
        """Return the position of a space on the road, in points."""
        return self.x(space), self.foot - SOIL - self.height(space) * HILLS / 100

    def between(self, start: int, end: int) -> tuple[Point, ...]:
        """Return the line of the road from one space to another, as positions."""
        inner = (space for space, _ in self.heights if start < space < end)
        return tuple(self.at(space) for space in (start, *inner, end))


def stretches(stage: Stage, kind: SectionKind) -> list[tuple[int, int, Section]]:
    """Return (start, end, section) for the sections of a kind whose ends are known."""
    placed = [
        (start, end, section)
        for section in stage.sections
        if section.kind is kind
        and (start := section.start) is not None
        and (end := section.end or 0) > start
    ]
    return sorted(placed, key=lambda stretch: stretch[:2])


def road_heights(stage: Stage, rulebook: Rulebook) -> list[tuple[int, int]]:
    """Return the points where the slope of the road changes, as (space, height).

    Heights are in hundredths of the highest point. After a climb, the road falls to the
    bottom along the descents before the next climb or, if there are none, as steeply as
    it rose. The last point is the end of the course or, if its length is unknown, the
    last known position. A track race and an unknown course have no points.
    """
    ends = [section.end or 0 for section in stage.sections]
    ends += [sprint.at or 0 for sprint in stage.sprints]
    end = max((stage.length or 0, *ends))
    if not end or stage.kind.on_track:
        return []
    climbs = stretches(stage, SectionKind.MOUNTAIN)
    descents = stretches(stage, SectionKind.DESCENT)
    turns = [(0, 0)]
    for number, (start, top, climb) in enumerate(climbs):
        reached, low = turns[-1]
        foot = max(start, reached)
        if top <= foot:
            continue
        height = low + _HEIGHTS[summit_category(climb, rulebook)]
        turns += [(foot, low), (top, height)]
        ahead = climbs[number + 1][0] if number + 1 < len(climbs) else end
        ways = [
            (max(begin, top), min(stop, ahead))
            for begin, stop, _ in descents
            if begin < ahead and stop > top
        ]
        if not ways and top < ahead:
            room = min(ahead - top, top - foot)
            turns.append((top + room, height - height * room // (top - foot)))
        length = left = sum(stop - begin for begin, stop in ways)
        for begin, stop in ways:
            turns.append((begin, height * left // length))
            left -= stop - begin
            turns.append((stop, height * left // length))
    turns.append((end, turns[-1][1]))
    highest = max(100, *(height for _, height in turns))
    return [(space, height * 100 // highest) for space, height in turns]
