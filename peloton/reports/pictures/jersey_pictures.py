"""Draw the jerseys with their current wearers."""

from peloton.reports.drawing import GREY, Label, Picture, Shape, drawn_shirt
from peloton.reports.names import Names
from peloton.reports.pictures.lettering import (
    Paragraph,
    draw_paragraphs,
    estimated_width,
)
from peloton.reports.shirts import worn_jerseys
from peloton.rules.facts.kinds import CLASSIFICATIONS
from peloton.rules.facts.labels import counted_points, known_word
from peloton.rules.results import (
    JerseyLine,
    PointsStanding,
    Race,
    StageScore,
    TimeStanding,
)
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.winners import is_final
from peloton.rules.words import format_time, join, phrase

_CLOTH = 44.0
_NAME, _SMALL = 9.0, 8.0


def wearers_picture(
    race: Race, score: StageScore, width: float = 511.0
) -> Picture | None:
    """Draw the jerseys after a stage side by side, each above its wearer's name.

    At the end of the tour the winners are named instead (GN-11). Below the name are the
    wearer's lead and, if the wearer stands in for the leader, the leader (CY-10).
    Returns None if nobody wears a jersey.
    """
    worn = [*worn_jerseys(race, score)]
    if not worn:
        return None
    names = Names(race.tour)
    room = width / len(worn)
    kinds = [CLASSIFICATIONS[line.classification] for line, *_ in worn]
    whole = all(estimated_width(kind.title, _SMALL) <= room - 8 for kind in kinds)
    shapes: list[Shape | Label] = []
    wearers: list[str] = []
    height = 0.0
    for place, (line, wearer, shirt) in enumerate(worn):
        x = (place + 0.5) * room
        shapes += drawn_shirt(shirt, (x - _CLOTH / 2, 0.0), _CLOTH)
        title = kinds[place].title if whole else kinds[place].word
        texts = _about(line, title, score, race.rulebook, names)
        labels, depth = draw_paragraphs(texts, (x, _CLOTH + 6), room - 8)
        shapes += labels
        height = max(height, _CLOTH + depth + 10)
        jersey, rider = known_word(line.jersey), names.rider(wearer)
        wearers.append(phrase("{jersey}: {rider}", jersey=jersey, rider=rider))
    final = is_final(race, score)
    return Picture(
        name="Wearers",
        title=phrase("Jersey winners") if final else phrase("Jersey wearers"),
        width=width,
        height=height,
        shapes=tuple(shapes),
        about=join(wearers, "; "),
    )


def _about(
    line: JerseyLine, title: str, score: StageScore, rulebook: Rulebook, names: Names
) -> list[Paragraph]:
    texts = [
        Paragraph(names.bib_and_name(line.wearer or ""), _NAME, bold=True),
        Paragraph(title, _SMALL, colour=GREY),
        Paragraph(jersey_lead(line, score, rulebook), _SMALL),
    ]
    if line.wearer != line.leader:
        texts.append(Paragraph(phrase("standing in for"), _SMALL))
        texts.append(Paragraph(names.rider(line.leader), _SMALL))
    return texts


def jersey_lead(line: JerseyLine, score: StageScore, rulebook: Rulebook) -> str:
    """Return a jersey wearer's points or, in a classification by time, the lead.

    If the wearer stands in for the leader, return the gap to the leader. The text is
    empty if there is no other rider to compare with.
    """
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
