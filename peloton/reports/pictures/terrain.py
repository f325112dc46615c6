"""The height profile of a stage's road, derived from its sections."""

from collections.abc import Iterable, Iterator, Sequence
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
    points. `heights` lists (space, height) where the slope changes.
    """

    left: float
    step: float
    foot: float
    hills: float
    heights: Sequence[tuple[int, int]]

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


def course_end(stage: Stage) -> int:
    """Return the length of a course or, if unknown, the last known position (or 0)."""
    ends = [section.end or 0 for section in stage.sections]
    ends += [sprint.at or 0 for sprint in stage.sprints]
    return max((stage.length or 0, *ends))


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


def road_heights(stage: Stage, rulebook: Rulebook, end: int) -> list[tuple[int, int]]:
    """Return the points where the slope of the road changes, as (space, height).

    Heights are in hundredths of the highest point.
    """
    climbs = stretches(stage, SectionKind.MOUNTAIN)
    descents = [
        (start, stop) for start, stop, _ in stretches(stage, SectionKind.DESCENT)
    ]
    turns = [(0, 0)]
    for number, (start, top, climb) in enumerate(climbs):
        reached, height = turns[-1]
        foot = max(start, reached)
        if top <= foot:
            continue
        ahead = climbs[number + 1][0] if number + 1 < len(climbs) else end
        height += _HEIGHTS[summit_category(climb, rulebook)]
        turns += [(foot, turns[-1][1]), (top, height)]
        turns += _down(top, height, max(ahead, top), top - foot, descents)
    turns.append((end, turns[-1][1]))
    highest = max(100, *(height for _, height in turns))
    return [(space, height * 100 // highest) for space, height in turns]


def _down(
    top: int,
    height: int,
    ahead: int,
    climb_length: int,
    descents: Iterable[tuple[int, int]],
) -> Iterator[tuple[int, int]]:
    """Yield (space, height) for each change of slope between a summit and `ahead`.

    `ahead` is the start of the next climb or the end of the course. `climb_length` is
    the length of the climb to the summit. Without a descent on this part of the course,
    the road falls as steeply as it rose.
    """
    ways = [
        (max(start, top), min(end, ahead))
        for start, end in descents
        if start < ahead and end > top
    ]
    if not ways and top < ahead:
        room = min(ahead - top, climb_length)
        yield top + room, height - height * room // climb_length
    length = sum(end - start for start, end in ways)
    left = length
    for start, end in ways:
        yield start, height * left // length
        left -= end - start
        yield end, height * left // length
