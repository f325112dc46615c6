"""Draw one picture of a stage for chats: the winner, the leaders and the jerseys."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from peloton.reports.classifications.jerseys import jerseys_table
from peloton.reports.drawing import Anchor, Picture
from peloton.reports.headings import stage_facts, subtitle_of
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.lists import (
    ListEntry,
    Paragraph,
    draw_entries,
    draw_paragraphs,
    ranked_entries,
)
from peloton.reports.pictures.profile import small_profile
from peloton.reports.sheet import Sheet, Table
from peloton.reports.shirts import worn_shirts
from peloton.reports.stage.result import stage_tables
from peloton.reports.tour.poster import deciding_table, top_table
from peloton.rules.results import Race, StageScore
from peloton.rules.words import join, phrase

_WIDTH = 304.0
"""Width of the pictures in points. The file writer enlarges them 1.5 times."""
_TOP, _GUTTER, _ROAD, _ABOVE_ROAD = 5, 16.0, 38.0, 6.0
_NAME, _LIST, _SMALL = 22.5, 10.0, 8.0
"""Type sizes of the winner's name, the lists and their titles."""


def share_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report a stage in one picture, with the winner, the profile and the jerseys.

    Two lists show the top five of the stage, and of the ranking that decides the tour.
    Raises PelotonError for a stage that does not exist or is not ridden yet.
    """
    score = race.score(number)
    after = replace(race, stages=race.stages[: score.number])
    tables = [top_table(table, _TOP) for table in _rankings(after, score)]
    jerseys = jerseys_table(race, score)
    return Sheet(
        title=score.title,
        name=phrase("Share"),
        subtitle=subtitle_of(race.tour.name, *stage_facts(score.stage, race.rulebook)),
        unit=race.rulebook.unit,
        tables=tuple(table for table in (*tables, jerseys) if table.rows),
        jerseys=worn_shirts(race, score),
        cover=True,
    ).with_pictures(*_pictures(race, score, tables))


def _rankings(race: Race, score: StageScore) -> Iterator[Table]:
    """Yield a stage's result (of riders or of teams) and the ranking of the tour."""
    first = "Teams" if score.stage.by_teams and score.team_result else "Result"
    for table in stage_tables(race, score):
        if table.name == first:
            yield table
    if len(race.tour.stages) > 1:
        yield deciding_table(race)


def _pictures(
    race: Race, score: StageScore, tables: Sequence[Table]
) -> Iterator[Picture]:
    unit = race.rulebook.unit
    lists = [(t.title, ranked_entries(t, unit, named=False)) for t in tables]
    won = lists[0][1] if lists and tables[0].name in {"Result", "Teams"} else []
    yield _stage_picture(race, score, [entry for entry in won if entry.number == "1"])
    if lists:
        yield _lists_picture(lists)
    if worn := wearers_picture(race, score, _WIDTH):
        yield worn


def _stage_picture(
    race: Race, score: StageScore, winners: Sequence[ListEntry]
) -> Picture:
    """Draw the winner of a stage, or `Nobody finished`, above the profile."""
    names = str(join(entry.name for entry in winners)) or phrase("Nobody finished")
    texts = [Paragraph(names, _NAME, bold=True)]
    texts += [Paragraph(entry.about, _LIST) for entry in winners[:1]]
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
        about=names,
    )


def _lists_picture(lists: Sequence[tuple[str, Sequence[ListEntry]]]) -> Picture:
    width = (_WIDTH - _GUTTER * (len(lists) - 1)) / len(lists)
    labels, depth = [], 0.0
    for place, (title, entries) in enumerate(lists):
        left = place * (width + _GUTTER)
        head = Paragraph(title, _SMALL, bold=True, colour="#1f3b5e")
        above, y = draw_paragraphs([head], (left, 0.0), width)
        short = [entry._replace(team="") for entry in entries]
        y += 3
        below, height = draw_entries(short, (left, y), width, _LIST)
        labels += [*above, *below]
        depth = max(depth, y + height)
    return Picture(
        name="Rankings",
        title="",
        width=_WIDTH,
        height=depth,
        shapes=tuple(labels),
        about=join((title for title, _ in lists), "; "),
    )
