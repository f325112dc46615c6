"""Pictures of the jerseys: with their current wearers, and by stage."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from peloton.reports.classifications.jerseys import jersey_days
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
    drawn_band,
    drawn_shirt,
    rectangle,
)
from peloton.reports.names import Names
from peloton.reports.pictures.lettering import estimated_width, fitted, wrapped
from peloton.reports.shirts import DARK, LIGHT, Shirt, jersey_shirt
from peloton.rules.facts.kinds import CLASSIFICATIONS
from peloton.rules.facts.labels import counted_points, jersey_name
from peloton.rules.results import (
    JerseyLine,
    PointsStanding,
    Race,
    StageScore,
    TimeStanding,
)
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.winners import is_final, shown_jerseys
from peloton.rules.words import format_time, join, phrase

_WIDTH = 511.0
_IN_A_ROW = 4
_CLOTH = 44.0
_NAME, _LEAD, _SMALL = 9.0, 8.0, 7.0


def wearers_picture(
    race: Race, score: StageScore, width: float = _WIDTH
) -> Picture | None:
    """Draw the jerseys after a stage, each above its wearer's name.

    At the end of the tour the name is the winner's (GN-11). Below the name are the
    wearer's lead and, if the wearer stands in for the leader, the leader (CY-10).
    Returns None if nobody wears a jersey.
    """
    lines = [line for line in shown_jerseys(race, score) if line.wearer is not None]
    if not lines:
        return None
    rows = -(-len(lines) // _IN_A_ROW)
    names = Names(race.tour)
    room = width / min(len(lines), _IN_A_ROW)
    texts = [_about(line, score, race.rulebook, names, room - 8) for line in lines]
    tall = _CLOTH + 4 + max(sum(size + 3 for _, size in lines) for lines in texts) + 6
    return Picture(
        name="Wearers",
        title=phrase("Jersey winners")
        if is_final(race, score)
        else phrase("Jersey wearers"),
        width=width,
        height=rows * tall,
        shapes=tuple(
            part
            for place, line in enumerate(lines)
            for part in _jersey_shapes(
                line,
                ((place % _IN_A_ROW + 0.5) * room, place // _IN_A_ROW * tall),
                race.rulebook,
                texts[place],
            )
        ),
        about=join(
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
) -> list[tuple[str, float]]:
    """Return the lines of text below a jersey, each with its size.

    They are the wearer, the classification and the lead.
    """
    wearer = wrapped(names.with_bib(line.wearer or ""), _NAME, room)
    title = CLASSIFICATIONS[line.classification].title
    if estimated_width(title, _SMALL) > room:
        title = CLASSIFICATIONS[line.classification].word
    texts: list[tuple[str, float]] = [
        *((part, _NAME) for part in wearer),
        (title, _SMALL),
    ]
    if lead := jersey_lead(line, score, rulebook):
        texts.append((lead, _LEAD))
    if line.wearer != line.leader:
        leader = wrapped(names.rider(line.leader), _LEAD, room)
        texts += [(part, _LEAD) for part in (phrase("standing in for"), *leader)]
    return texts


def jersey_lead(line: JerseyLine, score: StageScore, rulebook: Rulebook) -> str:
    """Return the wearer's points, or the lead by time; empty without a second rider."""
    standings = score.standings[line.classification]
    own = next((row for row in standings if row.who == line.wearer), None)
    others = [row for row in standings if row.who != line.wearer]
    if isinstance(own, PointsStanding):
        return counted_points(own.points)
    if own and own.gap:
        return "+" + format_time(own.gap, rulebook.unit)
    if own and others and isinstance(others[0], TimeStanding):
        ahead = format_time(others[0].time - own.time, rulebook.unit)
        level = others[0].time == own.time
        return phrase("tie on time") if level else phrase("{time} ahead", time=ahead)
    return ""


def _jersey_shapes(
    line: JerseyLine, top: Point, rulebook: Rulebook, texts: Sequence[tuple[str, float]]
) -> Iterator[Shape | Label]:
    x, y = top
    shirt = jersey_shirt(line.jersey, rulebook)
    yield from drawn_shirt(shirt, (x - _CLOTH / 2, y), _CLOTH)
    y += _CLOTH + 3
    for text, size in texts:
        y += size + 3
        ink, bold = GREY if size == _SMALL else INK, size == _NAME
        yield Label((x, y), text, size, Anchor.MIDDLE, bold=bold, colour=ink)


_SMALL_NAME = 6.5
"""Minimum size of the letters of a name in a cell; if it does not fit, see the bib."""
_HEAD, _ROW, _BAND, _TITLES, _TITLE = 14.0, 18.0, 5.0, 74.0, 8.0
_WIDEST = 0.176
"""Maximum width of a stage's column, as a share of the picture's width."""


def jersey_days_picture(race: Race, width: float = _WIDTH) -> Picture | None:
    """Draw a strip for each jersey, with its wearer after every stage.

    A cell has the wearer's bib, and the name if it fits, above a band with the colour
    and the pattern of the jersey.
    """
    days, names = jersey_days(race), Names(race.tour)
    if not days:
        return None
    cell = min((width - _TITLES) / len(race.stages), width * _WIDEST)
    middles = [_TITLES + (place + 0.5) * cell for place in range(len(race.stages))]
    shapes: list[Shape | Label] = [
        Label((x, _HEAD - 5), str(score.number), _SMALL, Anchor.MIDDLE)
        for x, score in zip(middles, race.stages, strict=True)
    ]
    for row, (jersey, wearers) in enumerate(days.items()):
        top, shirt = _HEAD + row * _ROW, jersey_shirt(jersey, race.rulebook)
        title, size = fitted(jersey_name(jersey), _TITLE, _TITLES - _ROW - 4)
        shapes += drawn_shirt(shirt, (0, top), _ROW - 3)
        shapes.append(Label((_ROW, top + 11), title, size, bold=True))
        shapes += _strip(wearers, names, shirt, top, cell)
    return Picture(
        name="Jersey days",
        title=phrase("In the jerseys, stage by stage"),
        width=width,
        height=_HEAD + len(days) * _ROW + 2,
        shapes=tuple(shapes),
        about=phrase("Who wore each jersey after every stage."),
        chart=_chart(days, names, race.rulebook),
    )


def _strip(
    wearers: Iterable[str | None], names: Names, shirt: Shirt, top: float, cell: float
) -> Iterator[Shape | Label]:
    """Draw the days in one jersey, with one cell for a wearer's consecutive days."""
    left = _TITLES
    for wearer, days in groupby(wearers):
        width = cell * len(list(days))
        if wearer is not None:
            text = names.with_bib(wearer)
            if estimated_width(text, _SMALL_NAME) > width - 5:
                text = wearer
            room, band = width - 1, top + _ROW - 2 - _BAND
            yield rectangle((left, top), (room, _ROW - 2), LIGHT, edged=True)
            yield from drawn_band(shirt, (left, band), room, _BAND)
            at, (name, size) = (
                (left + room / 2, top + 8.5),
                fitted(text, _SMALL, room - 4),
            )
            yield Label(at, name, size, Anchor.MIDDLE, colour=DARK)
        left += width


def _chart(
    days: Mapping[str, Sequence[str | None]], names: Names, rulebook: Rulebook
) -> Chart:
    """Return a chart of the number of days of every wearer in each jersey."""
    every = chain.from_iterable(days.values())
    wearers = tuple(dict.fromkeys(wearer for wearer in every if wearer))
    return Chart(
        kind=ChartKind.BAR,
        categories=tuple(map(names.rider, wearers)),
        series=tuple(
            Series(
                title=jersey_name(jersey),
                values=tuple(worn.count(wearer) or None for wearer in wearers),
                colour=jersey_shirt(jersey, rulebook).colour,
            )
            for jersey, worn in days.items()
        ),
        upwards=phrase("Days"),
    )
