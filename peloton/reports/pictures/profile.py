"""Draw the profile of a stage, with climbs, sprints and cobbles to scale.

The names above the profile are placed so that they do not overlap.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from peloton.reports.drawing import (
    GREY,
    INK,
    Anchor,
    Chart,
    Dash,
    Label,
    Picture,
    Series,
    Shape,
    rectangle,
)
from peloton.reports.headings import length_of, lengths_title
from peloton.reports.pictures.lettering import axis_step, estimated_width, fitted
from peloton.reports.pictures.terrain import (
    HILLS,
    SOIL,
    Ground,
    road_heights,
    stretches,
)
from peloton.rules.facts.kinds import SectionKind
from peloton.rules.facts.labels import prime_name
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import summit_category
from peloton.rules.words import Phrase, join, phrase

WIDTH = 511.0
"""The width of a profile across an upright A4 page, in points."""

_EDGE, _LANE, _BAND, _FOOT = 16.0, 10.0, 7.0, 24.0
_POLE = 16.0
_SIZE = 7.0
_LAND, _RIDGE = "#d5dfc8", "#5c6f4a"
_SECTION_COLOURS = {SectionKind.DESCENT: "#a9cbe3", SectionKind.MOUNTAIN: "#d8a878"}
_ROAD, _MORTAR, _STONES = "#c8c8c8", "#b9aea3", "#6e6259"
_SPRINT, _SUMMIT = "#1b9e3e", "#d7263d"


_SPACING = 4.0


class Flag(NamedTuple):
    """The name of a climb, sprint or paved road, shown above its position.

    `x` is the position in the picture, in points; `at` is the board space. `text` is
    the name, with the category of a climb; `long` is its width in points. `anchor` is
    START if the text is to the right of the pole, else END. `lane` is the level above
    the road, 0 for the lowest.
    """

    x: float
    at: int
    text: str
    long: float
    colour: str = ""
    anchor: Anchor = Anchor.START
    lane: int = 0

    @property
    def left(self) -> float:
        """The left end of the text, in points."""
        return self.x if self.anchor is Anchor.START else self.x - self.long

    @property
    def right(self) -> float:
        """The right end of the text, in points."""
        return self.left + self.long


def flag(  # noqa: PLR0913 - what a flag consists of, and the picture's width
    x: float,
    at: int,
    name: str,
    colour: str = "",
    *,
    after: str = "",
    width: float = WIDTH,
) -> Flag:
    """Return a flag; `after` is text that follows the name, such as a category.

    A name with room on neither side of the pole, in a picture of this width, is cut.
    """
    if not isinstance(name, Phrase):
        room = max(x, width - x) - _SPACING - estimated_width(f" {after}", _SIZE)
        name, _ = fitted(name, _SIZE, room, smallest=_SIZE)
    text = phrase("{name} {after}", name=name, after=after) if after else name
    return Flag(x, at, text, estimated_width(text, _SIZE) + _SPACING, colour)


def stage_profile(
    stage: Stage, rulebook: Rulebook, width: float = WIDTH
) -> Picture | None:
    """Draw the course of a stage to scale; return None if the course is unknown.

    Board spaces are numbered along the bottom. A mountain rises from its first space to
    its last, to a height that depends on its category. After the mountain, the road
    falls along the descents or, if there are none, as steeply as it rose. If the length
    of the course is unknown, the course ends at its last known position. A track race
    has no profile.
    """
    heights = road_heights(stage, rulebook)
    if not heights:
        return None
    end = heights[-1][0]
    step = (width - 2 * _EDGE) / end
    flags = placed_flags(_flags(stage, rulebook, step, width), width)
    lanes = max((flag.lane for flag in flags), default=-1) + 1
    hills = SOIL + max(height for _, height in heights) * HILLS / 100
    foot = lanes * _LANE + _POLE + hills
    ground = Ground(left=_EDGE, step=step, foot=foot, heights=heights, end=end)
    return Picture(
        name="Profile",
        title=phrase("Profile"),
        width=width,
        height=foot + _BAND + _FOOT,
        shapes=(
            *_areas(stage, ground),
            Shape(ground.between(0, end), stroke=_RIDGE, width=1.2),
            *_road(stage, ground),
            *_markers(flags, ground, foot - hills),
            *_foot(ground),
        ),
        about=phrase(
            "{length}; climbs: {climbs}, sprints: {sprints}, paved roads: {paved}.",
            length=length_of(end, rulebook),
            climbs=len(stage.climbs),
            sprints=len(stage.sprints),
            paved=sum(s.kind is SectionKind.PAVED for s in stage.sections),
        ),
        chart=_chart(ground, flags, rulebook),
    )


def small_profile(
    stage: Stage, rulebook: Rulebook, foot: float, width: float, height: float
) -> Iterator[Shape]:
    """Yield the shapes of a small profile without names; none for an unknown course.

    `foot` is the position of the lower edge. All lengths are in points.
    """
    heights = road_heights(stage, rulebook)
    road = tuple(
        (at * width / heights[-1][0], foot - 2 - high * (height - 2) / 100)
        for at, high in heights
    )
    if road:
        yield Shape((*road, (width, foot), (0.0, foot)), closed=True, fill=_LAND)
        yield Shape(road, stroke=_RIDGE, width=0.8)


def _flags(
    stage: Stage, rulebook: Rulebook, step: float, width: float
) -> Iterator[Flag]:
    for label, prime in stage.primes.items():
        if isinstance(prime, Section):
            at, category, colour = prime.end, summit_category(prime, rulebook), _SUMMIT
            after = f"({category})" if category else ""
        else:
            at, after, colour = prime.at, "", _SPRINT
        if at is not None:
            name = prime_name(label, prime)
            x = _EDGE + at * step
            yield flag(x, at, name, colour, after=after, width=width)
    for start, _, section in stretches(stage, SectionKind.PAVED):
        if section.name:
            x = _EDGE + start * step
            yield flag(x, start, section.name, _STONES, width=width)


def _areas(stage: Stage, ground: Ground) -> Iterator[Shape]:
    """Draw the areas below the road: land, and over it the descents and climbs."""
    areas = [(0, ground.end, _LAND)]
    for kind, colour in _SECTION_COLOURS.items():
        areas += ((start, end, colour) for start, end, _ in stretches(stage, kind))
    for start, end, colour in areas:
        below = ((ground.x(end), ground.foot), (ground.x(start), ground.foot))
        yield Shape((*ground.between(start, end), *below), closed=True, fill=colour)


def _road(stage: Stage, ground: Ground) -> Iterator[Shape]:
    """Draw the band of the road with its paved parts, the start and the finish."""
    length = ground.end * ground.step
    yield rectangle((ground.left, ground.foot), (length, _BAND), _ROAD)
    for start, stop, _ in stretches(stage, SectionKind.PAVED):
        left, right = ground.x(start), ground.x(stop)
        yield rectangle((left, ground.foot), (right - left, _BAND), _MORTAR)
        for row in (1, 3):
            y = ground.foot + row * _BAND / 4
            stones = (left + row + 1, y), (right - 2, y)
            yield Shape(stones, stroke=_STONES, width=2.6, dash=Dash.DOTTED)
    for space in (0, ground.end):
        x, y = ground.at(space)
        yield Shape(((x, ground.foot), (x, y - _POLE)), stroke=INK, width=0.8)
    # A chequered flag hangs at the finish.
    for row in range(3):
        for column in range(4):
            corner = x + column * 3, y - _POLE + row * 3
            colour = "#1a1a1a" if (row + column) % 2 else "#f4f4f4"
            yield rectangle(corner, (3, 3), colour)


def _markers(
    flags: Iterable[Flag], ground: Ground, highest: float
) -> Iterator[Shape | Label]:
    for flag in flags:
        x, y = ground.at(flag.at)
        top = highest - _POLE - flag.lane * _LANE - 2
        yield Shape(((x, y), (x, top - _SIZE)), stroke=GREY, width=0.5)
        side = -1 if flag.anchor is Anchor.END else 1
        cloth = ((x, y - 8), (x + 6 * side, y - 5.5), (x, y - 3))
        yield Shape(cloth, closed=True, fill=flag.colour)
        yield Label((x + 2 * side, top), flag.text, _SIZE, flag.anchor)


def _foot(ground: Ground) -> Iterator[Shape | Label]:
    base, end = ground.foot + _BAND, ground.end
    step = axis_step(end, 8)
    marks = [space for space in range(0, end, step) if end - space > step // 2]
    for space in (*marks, end):
        x = ground.x(space)
        yield Shape(((x, base), (x, base + 3)), stroke=INK, width=0.5)
        yield Label((x, base + 11), str(space), _SIZE, Anchor.MIDDLE)
    start, finish = (ground.x(0) - 10, base + 20), (ground.x(end) + 10, base + 20)
    yield Label(start, phrase("Start"), _SIZE, bold=True)
    yield Label(finish, phrase("Finish"), _SIZE, Anchor.END, bold=True)


def _chart(ground: Ground, flags: Iterable[Flag], rulebook: Rulebook) -> Chart | None:
    """Return the profile as a workbook chart, with a point for each name.

    Names at the same position are joined. Returns None for a flat road without names.
    """
    end, named = ground.end, dict[int, list[str]]()
    colours = {end: INK}
    for flag in flags:
        named.setdefault(flag.at, []).append(flag.text)
        colours.setdefault(flag.at, flag.colour)
    if not named and not any(height for _, height in ground.heights):
        return None
    named.setdefault(end, []).append(phrase("Finish"))
    spaces = sorted({*named, *(space for space, _ in ground.heights)})
    # Flat road is above the axis by a tenth of the highest climb.
    heights = {space: ground.height(space) + 10 for space in spaces}
    road = tuple(heights.values())
    profile = Series(title=phrase("Profile"), values=road, colour=_RIDGE)
    points = (
        Series(
            title=join(texts),
            values=tuple(heights[at] if space == at else None for space in spaces),
            colour=colours[at],
            points=True,
        )
        for at, texts in sorted(named.items())
    )
    return Chart(
        categories=tuple(spaces),
        series=(profile, *points),
        across=lengths_title(rulebook),
        across_step=axis_step(end, 12),
        # Leave room above the road for the names of the points on it.
        top=max(150, *(5 * height // 2 for height in road)),
    )


def placed_flags(flags: Iterable[Flag], width: float = WIDTH) -> list[Flag]:
    """Assign every flag a lane in which its text and pole touch no other flag.

    The flags are placed from right to left. A text to the right of its pole is above
    all flags that it reaches. If there is no room for it, or its pole would cross a
    text, the text is to the left of its pole and below all flags already placed.
    """
    placed: list[Flag] = []
    for flag in sorted(flags, key=lambda flag: (-flag.x, flag.text)):
        crosses = any(old.left < flag.x for old in placed)
        if flag.right <= width and not crosses:
            reached = (old.lane for old in placed if old.left < flag.right)
            placed.append(flag._replace(lane=max(reached, default=-1) + 1))
            continue
        fits = flag.x >= flag.long
        if crosses or not fits:
            placed = [old._replace(lane=old.lane + 1) for old in placed]
        placed.append(flag._replace(anchor=Anchor.END if fits else Anchor.START))
    return placed[::-1]
