"""The poster of a tour, on one wide page; the book's cover shares its pictures."""

from collections.abc import Iterator

from peloton.reports.drawing import Anchor, Label, Picture, Point, Shape, rectangle
from peloton.reports.names import Names
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import jersey_days_picture
from peloton.reports.pictures.lettering import shortened
from peloton.reports.pictures.profile import ridge
from peloton.reports.sheet import Sheet
from peloton.reports.tour.tour import stage_winner, tour_facts
from peloton.reports.winners import winner_names, winning_team_notes
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.results import Race, StageScore
from peloton.rules.words import join, phrase

_UPRIGHT, _WIDE = 511.0, 757.0
"""The text width of an A4 page, upright and landscape, in points."""
_ROOM, _LEAST = 340.0, 140.0
"""Height for the three pictures of the poster, and minimum for the gaps, in points."""
_DEEP = {_UPRIGHT: 11, _WIDE: 7}
"""Number of stages per column, by the width of the page."""
_SIZE, _FEW_SIZE = 8.0, 10.0
"""The type size with several columns of stages, and with one."""
_LEADING, _CHAMPION = 1.9, 24.0


def poster_sheet(race: Race) -> Sheet:
    """Report a tour on one wide page: stage winners, jerseys, gaps.

    Raises PelotonError before the first stage is ridden.
    """
    race.score()
    winners, days = winners_picture(race, _WIDE), jersey_days_picture(race, _WIDE)
    left = _ROOM - winners.height - (days.height if days else 0.0)
    gaps = gaps_picture(race, _WIDE, max(left, _LEAST))
    first = winner_names(race)
    won = [phrase("Winner: {rider}", rider=join(first))] if first else []
    return Sheet(
        title=race.tour.name,
        name=phrase("Poster"),
        subtitle=join((*won, *winning_team_notes(race), *tour_facts(race)), " · "),
        unit=race.rulebook.unit,
    ).with_pictures(winners, days, gaps)


def champion_picture(race: Race) -> Picture | None:
    """Draw the winner's name in large letters; None before the end."""
    names = join(winner_names(race))
    if not names:
        return None
    middle, name = _UPRIGHT / 2, shortened(names, _CHAMPION, _UPRIGHT)
    return Picture(
        name="Winner",
        title="",
        width=_UPRIGHT,
        height=_CHAMPION * 2,
        shapes=(
            Label((middle, 12.0), phrase("Winner"), 10.0, Anchor.MIDDLE),
            Label((middle, 40.0), name, _CHAMPION, Anchor.MIDDLE, bold=True),
        ),
        about=phrase("Winner: {rider}", rider=names),
    )


def winners_picture(race: Race, width: float = _UPRIGHT) -> Picture:
    """Draw a row for each stage: number, profile, name and winner."""
    scores = {score.number: score for score in race.stages}
    count = len(race.tour.stages)
    columns = -(-count // _DEEP[width])
    rows, size = -(-count // columns), _SIZE if columns > 1 else _FEW_SIZE
    room, row = width / columns, size * _LEADING
    return Picture(
        name="Winners",
        title=phrase("Winners"),
        width=width,
        height=rows * row,
        shapes=tuple(
            shape
            for n in range(count)
            for at in [(n // rows * room, n % rows * row)]
            for shape in _entry(race, n, scores.get(n + 1), at, (room, size))
        ),
        about=phrase("Every stage and its winner."),
    )


def _entry(
    race: Race,
    index: int,
    score: StageScore | None,
    corner: Point,
    look: tuple[float, float],
) -> Iterator[Shape | Label]:
    """Draw the row of a stage at a corner; `look` is the width and the type size."""
    width, size = look
    stage, names = race.tour.stages[index], Names(race.tour)
    left, base = corner[0], corner[1] + 1.4 * size
    yield Label((left, base), str(index + 1), size, bold=True)
    road = (left + 2 * size, base), (6 * size, 1.2 * size)
    yield from ridge(stage, race.rulebook, *road)
    x = left + 8.5 * size
    room = (left + width - x) / 2 - size
    name = shortened(stage.name or STAGE_KINDS[stage.kind], size, room)
    yield Label((x, base), name, size)
    rider, team = stage_winner(stage, score, names)
    if rider or team:
        x += room + size
        if colour := _colour(race, score):
            top = base + size / 4 - 1.3 * size
            yield rectangle((x - size, top), (size / 2, 1.3 * size), colour, edged=True)
        winner = shortened(str(rider or team), size, room)
        yield Label((x, base), winner, size, bold=True)


def _colour(race: Race, score: StageScore | None) -> str:
    """Return the colour of the stage winner's team; empty if there is none."""
    if score is None or score.stage.cancelled:
        return ""
    codes = {rider.bib: rider.team for rider in race.tour.riders}
    won = [codes[line.bib] for line in score.result[:1]]
    return next((team.colour for team in race.tour.teams if team.code in won), "")
