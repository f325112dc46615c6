"""Picture of the jerseys with their current wearers."""

from collections.abc import Iterator, Sequence

from peloton.reports.drawing import (
    GREY,
    INK,
    Anchor,
    Label,
    Picture,
    Point,
    Shape,
    drawn_shirt,
)
from peloton.reports.names import Names
from peloton.reports.pictures.lettering import estimated_width, wrapped
from peloton.reports.shirts import jersey_shirt
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

    At the end of the tour the winners are named instead (GN-11). Below the name are the
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

    They name the wearer, the classification and the lead.
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
    """Return the wearer's points, or the lead by time; "" if nobody is second."""
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
