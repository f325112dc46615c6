"""Draw one picture of a stage for chats: the winner, the leaders and the jerseys."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from peloton.reports.classifications.jerseys import jerseys_table
from peloton.reports.drawing import Anchor, Label, Picture, enlarged_picture
from peloton.reports.headings import stage_facts, subtitle_of
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.profile import ridge
from peloton.reports.pictures.rankings import (
    RankedRow,
    draw_ranked_rows,
    ranked_rows,
    wrapped_labels,
)
from peloton.reports.sheet import Sheet, Table
from peloton.reports.shirts import worn_shirts
from peloton.reports.stage.result import stage_tables
from peloton.reports.tour.poster import deciding_table, top_table
from peloton.rules.results import Race, StageScore
from peloton.rules.words import join, phrase

_WIDTH = 456.0
"""The width of the picture without margins, in points."""
_TOP, _GUTTER, _ROAD = 5, 24.0, 56.0
_NAME, _LIST, _SMALL = 34.0, 15.0, 12.0
"""Type sizes of the winner's name, the lists and the titles."""
_JERSEYS = 1.5
"""Factor by which jerseys are larger than on other sheets."""


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
    """Yield the result of a stage, by rider or by team, and the ranking of the tour."""
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
    lists = [(t.title, ranked_rows(t, unit, named=False)) for t in tables]
    won = lists[0][1] if lists and tables[0].name in {"Result", "Teams"} else []
    yield _stage_picture(race, score, [row for row in won if row.rank == "1"])
    if lists:
        yield _lists_picture(lists)
    if worn := wearers_picture(race, score, _WIDTH / _JERSEYS):
        yield enlarged_picture(worn, _JERSEYS)


def _stage_picture(
    race: Race, score: StageScore, winners: Sequence[RankedRow]
) -> Picture:
    """Draw the winner of a stage, or `Nobody finished`, above the profile."""
    names = str(join(row.name for row in winners)) or phrase("Nobody finished")
    middle = _WIDTH / 2
    labels, height = wrapped_labels(names, (middle, 0), _NAME, _WIDTH, Anchor.MIDDLE)
    y = height + _NAME * 0.2
    for row in winners[:1]:
        y += _LIST
        labels.append(Label((middle, y), row.about, _LIST, Anchor.MIDDLE))
    foot = (0.0, y + 8 + _ROAD), (_WIDTH, _ROAD)
    road = tuple(ridge(score.stage, race.rulebook, *foot))
    return Picture(
        name="Winner",
        title="",
        width=_WIDTH,
        height=y + 8 + (_ROAD if road else 0),
        shapes=(*labels, *road),
        about=names,
    )


def _lists_picture(lists: Sequence[tuple[str, Sequence[RankedRow]]]) -> Picture:
    """Draw ranked lists side by side, each below its title."""
    width = (_WIDTH - _GUTTER * (len(lists) - 1)) / len(lists)
    labels, depth = [], 0.0
    for place, (title, rows) in enumerate(lists):
        left = place * (width + _GUTTER)
        labels.append(Label((left, _SMALL), title, _SMALL, colour="#1f3b5e", bold=True))
        short = [row._replace(team="") for row in rows]
        below, height = draw_ranked_rows(short, (left, _SMALL + 4), width, _LIST)
        labels += below
        depth = max(depth, _SMALL + 4 + height)
    return Picture(
        name="Rankings",
        title="",
        width=_WIDTH,
        height=depth,
        shapes=tuple(labels),
        about=join((title for title, _ in lists), "; "),
    )
