"""The profile of a stage as a picture: its climbs, sprints and cobbles, to scale."""

from collections.abc import Iterable, Iterator

from peloton.reports.drawing import (
    GREY,
    INK,
    Anchor,
    Chart,
    ChartKind,
    Label,
    Picture,
    Point,
    Series,
    Shape,
)
from peloton.reports.headings import length_of, lengths_title
from peloton.reports.pictures.flags import Flag, Hoisted, hoisted
from peloton.reports.pictures.scale import axis_steps
from peloton.reports.pictures.terrain import (
    HILLS,
    SOIL,
    Ground,
    course_end,
    road_heights,
    stretches,
)
from peloton.rules.facts.kinds import SectionKind
from peloton.rules.facts.labels import prime_name
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.line_awards import summit_category
from peloton.rules.words import listed, phrase

WIDTH = 511.0
"""The width of a page, in points."""

_EDGE, _LANE, _BAND, _FOOT = 16.0, 10.0, 7.0, 24.0
_POLE = 16.0
_SIZE = 7.0
_STONE = 3.5
_TICKS = 8
_GROUND = 10
"""How high the plain is in a chart, in hundredths of the highest."""

_LAND, _RIDGE = "#d5dfc8", "#5c6f4a"
_CLIMB, _DESCENT = "#d8a878", "#a9cbe3"
_ROAD, _MORTAR, _STONES = "#c8c8c8", "#b9aea3", "#6e6259"
_SPRINT, _SUMMIT = "#1b9e3e", "#d7263d"


def stage_profile(stage: Stage, rulebook: Rulebook) -> Picture | None:
    """Draw the course of a stage to scale; None if it is not known.

    Spaces stand along the foot. A mountain rises from its first line to its last, as
    high as its category, and comes down along the descents behind it, or else as it
    went up. Without a length the course ends with the last line known on it; a race
    on the track has no profile.
    """
    end = course_end(stage)
    if not end or stage.kind.on_track:
        return None
    heights = road_heights(stage, rulebook, end)
    flags = hoisted(
        _flags(stage, rulebook, _EDGE, (WIDTH - 2 * _EDGE) / end), WIDTH, _SIZE
    )
    hills = SOIL + max(height for _, height in heights) * HILLS / 100
    lanes = max((flag.lane for flag in flags), default=-1) + 1
    ground = Ground(
        left=_EDGE,
        step=(WIDTH - 2 * _EDGE) / end,
        foot=lanes * _LANE + _POLE + hills,
        hills=hills,
        heights=heights,
    )
    first, last = heights[0][0], heights[-1][0]
    shapes = (
        _area(ground, first, last, _LAND),
        *_stretches(stage, ground),
        Shape(points=ground.between(first, last), stroke=_RIDGE, width=1.2),
        *_road(stage, ground, end),
        *_ends(ground, end),
        *_markers(flags, ground),
        *_foot(ground, end),
    )
    return Picture(
        name="Profile",
        title=phrase("Profile"),
        width=WIDTH,
        height=ground.foot + _BAND + _FOOT,
        shapes=shapes,
        about=_about(stage, end, rulebook),
        chart=_chart(ground, flags, end, rulebook),
    )


def ridge(
    stage: Stage, rulebook: Rulebook, foot: Point, size: tuple[float, float]
) -> Iterator[Shape]:
    """Draw the road in small, from its left foot; nothing if it is not known."""
    end, (left, y), (width, height) = course_end(stage), foot, size
    if not end or stage.kind.on_track:
        return
    road = tuple(
        (left + at * width / end, y - 2 - high * (height - 2) / 100)
        for at, high in road_heights(stage, rulebook, end)
    )
    ground = (*road, (left + width, y), (left, y))
    yield Shape(points=ground, closed=True, fill=_LAND)
    yield Shape(points=road, stroke=_RIDGE, width=0.8)


def _flags(
    stage: Stage, rulebook: Rulebook, left: float, step: float
) -> Iterator[Flag]:
    """Make a flag for each sprint, climb and named paved road whose place is known."""
    for label, prime in stage.primes.items():
        at = prime.end if isinstance(prime, Section) else prime.at
        if at is None:
            continue
        after, colour = "", _SPRINT
        if isinstance(prime, Section):
            category, colour = summit_category(prime, rulebook), _SUMMIT
            after = f"({category})" if category else ""
        yield Flag(left + at * step, at, prime_name(label, prime), after, colour)
    for start, _, section in stretches(stage, SectionKind.PAVED):
        if section.name:
            x = left + start * step
            yield Flag(x=x, at=start, name=section.name, colour=_STONES)


def _area(ground: Ground, start: int, end: int, colour: str, about: str = "") -> Shape:
    """Fill the area below the road from one space to another."""
    below = ((ground.x(end), ground.foot), (ground.x(start), ground.foot))
    road = ground.between(start, end)
    return Shape(points=(*road, *below), closed=True, fill=colour, about=about)


def _stretches(stage: Stage, ground: Ground) -> Iterator[Shape]:
    for kind, colour in (
        (SectionKind.DESCENT, _DESCENT),
        (SectionKind.MOUNTAIN, _CLIMB),
    ):
        for start, end, section in stretches(stage, kind):
            yield _area(ground, start, end, colour, _from_to(section))


def _from_to(section: Section) -> str:
    start, end = section.start or 0, section.end or 0
    if not section.name:
        return phrase("{start} to {end}", start=start, end=end)
    return phrase("{name}, {start} to {end}", name=section.name, start=start, end=end)


def _road(stage: Stage, ground: Ground, end: int) -> Iterator[Shape]:
    """Draw the road along the foot, with stones on its paved parts."""
    yield _box(ground.x(0), ground.foot, ground.x(end), ground.foot + _BAND, _ROAD)
    for start, stop, section in stretches(stage, SectionKind.PAVED):
        left, right, foot = ground.x(start), ground.x(stop), ground.foot
        about = _from_to(section)
        yield _box(left, foot, right, foot + _BAND, _MORTAR, about)
        for row in range(2):
            top = foot + 0.5 + row * _STONE
            at = left + row * _STONE / 2
            while at + 1 < right:
                edge = min(at + _STONE - 0.7, right)
                yield _box(at, top, edge, top + _STONE - 0.7, _STONES)
                at += _STONE


def _box(  # noqa: PLR0913, PLR0917 - four edges, a colour and what it is
    left: float, top: float, right: float, foot: float, colour: str, about: str = ""
) -> Shape:
    corners = ((left, top), (right, top), (right, foot), (left, foot))
    return Shape(points=corners, closed=True, fill=colour, about=about)


def _ends(ground: Ground, end: int) -> Iterator[Shape]:
    """Plant a pole at the start and a chequered flag at the finish."""
    for space in (0, end):
        x, y = ground.at(space)
        yield Shape(points=((x, ground.foot), (x, y - _POLE)), stroke=INK, width=0.8)
    x, y = ground.at(end)
    for row in range(3):
        for column in range(4):
            left, top = x + column * 3, y - _POLE + row * 3
            colour = "#1a1a1a" if (row + column) % 2 else "#f4f4f4"
            yield _box(left, top, left + 3, top + 3, colour)


def _markers(flags: Iterable[Hoisted], ground: Ground) -> Iterator[Shape | Label]:
    """Hoist a flag over every line to be crossed, with its name."""
    highest = ground.foot - ground.hills
    for flag in flags:
        x, y = ground.at(flag.flag.at)
        top = highest - _POLE - flag.lane * _LANE - 2
        yield Shape(points=((x, y), (x, top - _SIZE)), stroke=GREY, width=0.5)
        side = -1 if flag.anchor is Anchor.END else 1
        yield Shape(
            points=((x, y - 8), (x + 6 * side, y - 5.5), (x, y - 3)),
            closed=True,
            fill=flag.flag.colour,
        )
        yield Label(
            at=(x + 2 * side, top),
            text=flag.text,
            size=_SIZE,
            anchor=flag.anchor,
            colour=INK,
        )


def _foot(ground: Ground, end: int) -> Iterator[Shape | Label]:
    """Write the spaces along the foot, and name the start and the finish."""
    base = ground.foot + _BAND
    step = axis_steps(end, _TICKS)
    marks = [space for space in range(0, end, step) if end - space > step // 2]
    for space in (*marks, end):
        x = ground.x(space)
        yield Shape(points=((x, base), (x, base + 3)), stroke=INK, width=0.5)
        yield Label(
            at=(x, base + 11), text=str(space), size=_SIZE, anchor=Anchor.MIDDLE
        )
    under = base + 20
    yield Label(
        at=(ground.x(0) - 10, under), text=phrase("Start"), size=_SIZE, bold=True
    )
    yield Label(
        at=(ground.x(end) + 10, under),
        text=phrase("Finish"),
        size=_SIZE,
        anchor=Anchor.END,
        bold=True,
    )


def _about(stage: Stage, end: int, rulebook: Rulebook) -> str:
    return phrase(
        "{length}, with {climbs} climbs, {sprints} sprints and {paved} paved roads.",
        length=length_of(end, rulebook),
        climbs=sum(each.kind is SectionKind.MOUNTAIN for each in stage.sections),
        sprints=len(stage.sprints),
        paved=sum(each.kind is SectionKind.PAVED for each in stage.sections),
    )


def _chart(
    ground: Ground, flags: Iterable[Hoisted], end: int, rulebook: Rulebook
) -> Chart | None:
    """Chart the road from turn to turn, with every line to be crossed, and the finish.

    Names of lines at one place are joined. None where there is nothing to be seen: a
    flat road without a line.
    """
    named: dict[int, tuple[list[str], str]] = {end: ([phrase("Finish")], INK)}
    for flag, text in ((each.flag, each.text) for each in flags):
        named.setdefault(flag.at, ([], flag.colour))[0].append(text)
    if len(named) == 1 and not any(height for _, height in ground.heights):
        return None
    turns = {space for space, _ in ground.heights if 0 < space < end}
    spaces = tuple(sorted({0, end, *turns, *named}))
    heights = tuple(ground.height(space) + _GROUND for space in spaces)
    points = (
        Series(
            title=listed(texts[1:] + texts[:1] if at == end else texts),
            values=tuple(
                height if space == at else None
                for space, height in zip(spaces, heights, strict=True)
            ),
            colour=colour,
        )
        for at, (texts, colour) in sorted(named.items())
    )
    return Chart(
        kind=ChartKind.PROFILE,
        categories=spaces,
        series=(Series(title=phrase("Profile"), values=heights, colour=_LAND), *points),
        across=lengths_title(rulebook),
    )
