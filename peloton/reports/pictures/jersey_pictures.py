"""The jerseys as pictures: who wears which, and who wore it after each stage."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from peloton.reports.colours import (
    DARK,
    GREY,
    INK,
    LIGHT,
    ink_on,
    jersey_colour,
    spotted,
)
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
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.pictures.lettering import letters_width, shortened
from peloton.rules.facts.labels import jersey_name
from peloton.rules.results import (
    JerseyLine,
    PointsStanding,
    Race,
    StageScore,
    TimeStanding,
)
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import clock, listed, phrase

_WIDTH = 511.0
_IN_A_ROW = 4
_TALL, _CLOTH, _STEP = 64.0, 44.0, 10.0
_NAME, _SMALL = 9.0, 7.0

_OUTLINE: tuple[Point, ...] = (
    *((34, 4), (42, 9), (58, 9), (66, 4), (80, 10), (98, 34), (82, 46)),
    *((77, 40), (77, 96), (23, 96), (23, 40), (18, 46), (2, 34), (20, 10)),
)
"""A jersey in hundredths of its width: collar, sleeve, body, sleeve."""
_DOTS: tuple[Point, ...] = (
    *((35, 22), (50, 30), (65, 22), (35, 42), (65, 42), (50, 54), (35, 66)),
    *((65, 66), (50, 80), (30, 86), (70, 86), (16, 24), (84, 24)),
)
_DOT = 6.0
_OCTAGON = tuple((cos(k * pi / 4), sin(k * pi / 4)) for k in range(8))


def wearers_picture(race: Race, score: StageScore) -> Picture | None:
    """Draw the jerseys as they are worn after a stage, each over its wearer's name.

    Below stands by how much the wearer leads, and for whom he stands in if he does not
    (CY-10). None if nobody wears any jersey.
    """
    lines = [line for line in score.jerseys if line.wearer is not None]
    if not lines:
        return None
    rows = -(-len(lines) // _IN_A_ROW)
    names = Names(race.tour)
    room = _WIDTH / min(len(lines), _IN_A_ROW)
    texts = [_about(line, score, race.rulebook, names, room - 8) for line in lines]
    tall = _TALL + (max(map(len, texts)) - 1) * _STEP
    return Picture(
        name="Wearers",
        title=phrase("Jersey wearers"),
        width=_WIDTH,
        height=rows * tall,
        shapes=tuple(
            part
            for place, line in enumerate(lines)
            for part in _worn(
                line,
                ((place % _IN_A_ROW + 0.5) * room, place // _IN_A_ROW * tall),
                race.rulebook,
                texts[place],
            )
        ),
        about=listed(
            (
                phrase(
                    "{jersey}: {rider}",
                    jersey=jersey_name(line.jersey),
                    rider=names.rider(line.wearer or ""),
                )
                for line in lines
            ),
            "; ",
        ),
    )


def _about(
    line: JerseyLine, score: StageScore, rulebook: Rulebook, names: Names, room: float
) -> list[str]:
    """Say who wears a jersey, by how much he leads, and for whom he stands in."""
    texts: list[str] = [
        shortened(_with_bib(line.wearer or "", names), _NAME, room),
        CLASSIFICATION_TITLES[line.classification],
    ]
    standings = score.standings[line.classification]
    own = next((row for row in standings if row.who == line.wearer), None)
    others = [row for row in standings if row.who != line.wearer]
    if isinstance(own, PointsStanding):
        texts.append(phrase("{count} points", count=own.points))
    elif own and own.gap:
        texts.append("+" + clock(own.gap, rulebook.unit))
    elif own and others and isinstance(others[0], TimeStanding):
        ahead = clock(others[0].time - own.time, rulebook.unit)
        texts.append(phrase("{time} ahead", time=ahead))
    if line.wearer != line.leader:
        leader = shortened(names.rider(line.leader), _SMALL, room / 2)
        texts.append(phrase("standing in for {rider}", rider=leader))
    return texts


def _worn(
    line: JerseyLine, top: Point, rulebook: Rulebook, texts: Sequence[str]
) -> Iterator[Shape | Label]:
    x, y = top
    colour = jersey_colour(line.jersey, rulebook)
    yield from _jersey((x - _CLOTH / 2, y), colour, dots=spotted(line.jersey))
    y += _CLOTH + 3
    for number, text in enumerate(texts):
        size = _SMALL if number else _NAME
        y += size + 3
        yield Label(
            at=(x, y),
            text=text,
            size=size,
            anchor=Anchor.MIDDLE,
            bold=size == _NAME,
            colour=INK if size == _NAME else GREY,
        )


def _with_bib(bib: str, names: Names) -> str:
    name = names.rider(bib)
    return bib if name == bib else f"{bib} {name}"


def _jersey(corner: Point, colour: str, *, dots: bool) -> Iterator[Shape]:
    """Draw one jersey with its top left corner at a point; dots on white or plain."""
    left, top = corner
    scale = _CLOTH / 100
    yield Shape(
        points=tuple((left + x * scale, top + y * scale) for x, y in _OUTLINE),
        closed=True,
        fill=LIGHT if dots else colour,
        stroke=GREY,
        width=0.8,
    )
    if dots:
        for x, y in _DOTS:
            yield _dot((left + x * scale, top + y * scale), _DOT * scale, colour)


def _dot(centre: Point, size: float, colour: str) -> Shape:
    x, y = centre
    points = tuple((x + size * across, y + size * down) for across, down in _OCTAGON)
    return Shape(points=points, closed=True, fill=colour)


_HEAD, _ROW, _TITLES = 14.0, 18.0, 74.0
_WIDEST = 90.0


def jersey_days_picture(race: Race) -> Picture | None:
    """Draw a strip for each jersey, with its wearer after every stage.

    A cell is in the jersey's colour, with the wearer's bib, and the name where there
    is room. A cancelled stage has an empty one: it was no day in a jersey.
    """
    worn = {line.jersey for score in race.stages for line in score.jerseys}
    jerseys = [jersey.name for jersey in race.rulebook.jerseys if jersey.name in worn]
    if not jerseys:
        return None
    names = Names(race.tour)
    cell = min((_WIDTH - _TITLES) / len(race.stages), _WIDEST)
    shapes: list[Shape | Label] = [
        Label(
            at=(_TITLES + (place + 0.5) * cell, _HEAD - 5),
            text=str(score.number),
            size=_SMALL,
            anchor=Anchor.MIDDLE,
        )
        for place, score in enumerate(race.stages)
    ]
    for row, name in enumerate(jerseys):
        shapes += _strip(race, name, _HEAD + row * _ROW, cell, names)
    return Picture(
        name="Jersey days",
        title=phrase("In the jerseys, stage by stage"),
        width=_WIDTH,
        height=_HEAD + len(jerseys) * _ROW + 2,
        shapes=tuple(shapes),
        about=phrase("Who wore each jersey after every stage."),
        chart=_days(race, jerseys, names),
    )


def _strip(
    race: Race, jersey: str, top: float, cell: float, names: Names
) -> Iterator[Shape | Label]:
    yield Label(at=(0, top + 12), text=jersey_name(jersey), size=8.0, bold=True)
    colour = jersey_colour(jersey, race.rulebook)
    for number, score in enumerate(race.stages):
        wearer = _wearer(score, jersey)
        if wearer is not None:
            left = _TITLES + number * cell
            text = _with_bib(wearer, names)
            if letters_width(text, _SMALL) > cell - 4 and cell < _WIDEST / 2:
                text = wearer
            yield from _cell((left, top), cell, text, colour, dots=spotted(jersey))


def _wearer(score: StageScore, jersey: str) -> str | None:
    if score.stage.cancelled:
        return None
    return next((line.wearer for line in score.jerseys if line.jersey == jersey), None)


def _cell(
    corner: Point, cell: float, text: str, colour: str, *, dots: bool
) -> Iterator[Shape | Label]:
    left, top = corner
    right, foot = left + cell - 1, top + _ROW - 2
    yield Shape(
        points=((left, top), (right, top), (right, foot), (left, foot)),
        closed=True,
        fill=LIGHT if dots else colour,
        stroke=GREY,
        width=0.4,
    )
    text = shortened(text, _SMALL, cell - 4)
    if dots:
        room = letters_width(text, _SMALL) / 2 + 1
        middle = (left + right) / 2
        x = left + 3
        while x <= right - 2:
            if abs(x - middle) > room + 1.5:
                yield _dot((x, top + 4), 1.6, colour)
                yield _dot((x, top + 11), 1.6, colour)
            x += 6
    yield Label(
        at=((left + right) / 2, top + 11),
        text=text,
        size=_SMALL,
        anchor=Anchor.MIDDLE,
        colour=DARK if dots else ink_on(colour),
    )


def _days(race: Race, jerseys: Sequence[str], names: Names) -> Chart:
    """Count the days of every wearer in each jersey."""
    worn = [
        (jersey, wearer)
        for jersey in jerseys
        for score in race.stages
        if (wearer := _wearer(score, jersey)) is not None
    ]
    days = Counter(worn)
    wearers = tuple(dict.fromkeys(wearer for _, wearer in worn))
    return Chart(
        kind=ChartKind.BAR,
        categories=tuple(names.rider(wearer) for wearer in wearers),
        series=tuple(
            Series(
                title=jersey_name(jersey),
                values=tuple(days[jersey, wearer] or None for wearer in wearers),
                colour=jersey_colour(jersey, race.rulebook),
            )
            for jersey in jerseys
        ),
        upwards=phrase("Days"),
    )
