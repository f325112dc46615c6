"""Report a stage in one picture for chats: the winner, the leaders and the jerseys."""

from collections.abc import Iterator
from dataclasses import replace

from peloton.reports.classifications.jerseys import jerseys_table
from peloton.reports.drawing import Anchor, Picture
from peloton.reports.headings import stage_facts, subtitle_of
from peloton.reports.names import Names
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.lettering import Paragraph, draw_paragraphs
from peloton.reports.pictures.profile import small_profile
from peloton.reports.sheet import Sheet, Table
from peloton.reports.shirts import worn_shirts
from peloton.reports.stage.result import stage_tables
from peloton.reports.tour.poster import deciding_table, top_table
from peloton.reports.tour.tour import stage_winner
from peloton.rules.results import Race, StageScore
from peloton.rules.words import phrase

_WIDTH = 304.0
"""Width of the pictures in points. The file writer enlarges them 1.5 times."""
_TOP, _ROAD, _ABOVE_ROAD = 5, 38.0, 6.0
_NAME, _TEAM = 22.5, 10.0
"""Type sizes of the winner's name and team."""


def share_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report a stage in one picture, with the winner, the profile and the jerseys.

    Two tables show the top five of the stage, and of the ranking that decides the tour.
    Raises PelotonError for a stage that does not exist or is not ridden yet.
    """
    score = race.score(number)
    after = replace(race, stages=race.stages[: score.number])
    top = [
        top_table(race, ranking, _TOP, short=True)
        for ranking in _rankings(after, score)
    ]
    tables = (*(table for table in top if table.rows), jerseys_table(race, score))
    return Sheet(
        title=score.title,
        name=phrase("Share"),
        subtitle=subtitle_of(race.tour.name, *stage_facts(score.stage, race.rulebook)),
        unit=race.rulebook.unit,
        tables=tuple(table for table in tables if table.rows),
        jerseys=worn_shirts(race, score),
        cover=True,
        front=len(tables) - 1,
    ).with_pictures(_stage_picture(race, score), wearers_picture(race, score, _WIDTH))


def _rankings(race: Race, score: StageScore) -> Iterator[Table]:
    """Yield a stage's result (of riders or of teams) and the ranking of the tour."""
    first = "Teams" if score.stage.by_teams and score.team_result else "Result"
    for table in stage_tables(race, score, narrow=True):
        if table.name == first:
            yield table
    if len(race.tour.stages) > 1:
        yield deciding_table(race)


def _stage_picture(race: Race, score: StageScore) -> Picture:
    """Draw the winner of a stage, or `Nobody finished`, above the profile."""
    winners = stage_winner(score.stage, score, Names(race.tour))
    name, *team = [str(text) for text in winners if text] or [phrase("Nobody finished")]
    texts = Paragraph(name, _NAME, bold=True), *(Paragraph(t, _TEAM) for t in team)
    labels, y = draw_paragraphs(texts, (_WIDTH / 2, 0.0), _WIDTH, Anchor.MIDDLE)
    y += _ABOVE_ROAD
    road = tuple(
        small_profile(score.stage, race.rulebook, (0.0, y + _ROAD), (_WIDTH, _ROAD))
    )
    return Picture(
        name="Winner",
        title="",
        width=_WIDTH,
        height=y + (_ROAD if road else 0),
        shapes=(*labels, *road),
        about=name,
    )
