"""Draw a tour's poster with all winners. The tour book uses the poster as its cover."""

from collections.abc import Sequence
from dataclasses import replace

from peloton.reports.classifications.jerseys import jerseys_table
from peloton.reports.classifications.standings import classification_table
from peloton.reports.drawing import Anchor, Picture
from peloton.reports.headings import subtitle_of, unfinished_note
from peloton.reports.ledgers import purse_table
from peloton.reports.names import Names, first_rows
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.lists import (
    ListEntry,
    Paragraph,
    draw_columns,
    draw_largest_list,
    draw_paragraphs,
    ranked_entries,
)
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import Sheet, Table
from peloton.reports.shirts import worn_on_stage
from peloton.reports.stage.result import stage_tables
from peloton.reports.tour.tour import stage_winner, stages_table, tour_facts
from peloton.reports.winners import winner_names, winning_team_notes
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.results import Race
from peloton.rules.winners import deciding_classification, is_won_on_the_line
from peloton.rules.words import join, phrase

_WIDTH, _HEIGHT, _SPACE = 365.0, 404.0, 12.0
"""Width and total height of the pictures, and the space between two, in points.

The writer enlarges the pictures to the width of the page (on A4, by a factor of 1.4).
"""
_LEAST_GAPS = 107.0
"""Minimum height of the chart of gaps."""
_WINNER_SIZES, _WINNER_HEIGHT = (43.0, 38.0, 34.0, 29.0, 17.0, 11.0), 105.0
"""Type sizes of the winner's name, and the maximum height of the name with its team."""
_SMALL, _PODIUM_SIZE = 10.0, 11.5
_SIZES = tuple(size / 4 for size in range(42, 26, -1))
"""Type sizes of a list of winners."""
_MOST_COLUMNS, _ONE_COLUMN = 4, 3
"""Maximum number of columns; number of stages up to which one column is enough."""
_PODIUM, _TOP = 3, 10


def poster_sheet(race: Race) -> Sheet:
    """Report the winners of a tour on one page: podium, jerseys, stages, gaps.

    Raises PelotonError before the first stage is ridden.
    """
    race.score()
    return replace(cover_sheet(race), name=phrase("Poster"))


def cover_sheet(race: Race) -> Sheet:
    """Return the poster as the cover of a book.

    If no stage is ridden, the cover has only a title.
    """
    sheet = Sheet(
        title=race.tour.name,
        name=phrase("Cover"),
        subtitle=subtitle_of(*winning_team_notes(race), *tour_facts(race)),
        unit=race.rulebook.unit,
        notes=tuple(unfinished_note(race)),
        jerseys=worn_on_stage(race),
        cover=True,
    )
    if not race.stages:
        return sheet
    ranking, score = deciding_table(race), race.stages[-1]
    top = _PODIUM if len(race.tour.stages) > 1 else _TOP
    tables = top_table(ranking, top), jerseys_table(race, score), stages_table(race)
    sheet = replace(sheet, tables=tuple(table for table in tables if table.rows))
    entries = ranked_entries(first_rows(ranking, top), race.rulebook.unit)
    return sheet.with_pictures(*_pictures(race, ranking.title, entries))


def deciding_table(race: Race) -> Table:
    """Return the ranking that decides the tour, after the last stage ridden.

    This ranking is a classification, the teams' money or, in a one-day race, the stage
    result.
    """
    score = race.stages[-1]
    if score.purse and race.rulebook.flag("money.wins"):
        return purse_table(score, Names(race.tour))
    if is_won_on_the_line(race):
        return next(iter(stage_tables(race, score)))
    return classification_table(race, score, deciding_classification(race.rulebook))


def top_table(ranking: Table, top: int) -> Table:
    """Return a ranking with only ranks or places 1 to `top`, without notes."""
    return replace(first_rows(ranking, top), notes=()).without_empty_columns()


def _pictures(race: Race, title: str, top: Sequence[ListEntry]) -> list[Picture]:
    """Return the pictures of a poster, with the chart of gaps if it fits.

    `title` is the title of the ranking that decides the tour, and `top` contains its
    first ranks.
    """
    score, one_race = race.stages[-1], len(race.tour.stages) == 1
    upper = (
        _winner_picture(race, top, podium=not one_race),
        wearers_picture(race, score, _WIDTH),
        stage_profile(score.stage, race.rulebook, _WIDTH) if one_race else None,
    )
    pictures = [picture for picture in upper if picture]
    free = _HEIGHT - sum(picture.height + _SPACE for picture in pictures)
    if one_race:
        return [*pictures, _result_picture(title, top, free)]
    pictures.append(_stage_winners_picture(race, free))
    free -= pictures[-1].height + _SPACE
    gaps = gaps_picture(race, _WIDTH, free) if free > _LEAST_GAPS else None
    return [*pictures, gaps] if gaps else pictures


def _winner_picture(
    race: Race, top: Sequence[ListEntry], *, podium: bool
) -> Picture | None:
    """Draw the winner's name in large type; return None if the tour is not over.

    With `podium`, add the second and the third rider.
    """
    first = winner_names(race)
    if not first:
        return None
    name = str(join(first))
    about = top[0].about if len(first) == 1 and top else ""
    for size in _WINNER_SIZES:
        texts = (
            Paragraph(phrase("Winner"), _SMALL),
            Paragraph(name, size, bold=True),
            Paragraph(about, _SMALL),
        )
        labels, y = draw_paragraphs(texts, (_WIDTH / 2, 0.0), _WIDTH, Anchor.MIDDLE)
        if y <= _WINNER_HEIGHT:
            break
    others = [
        entry._replace(team=entry.about, figure="")
        for entry in top
        if podium and entry.name not in first
    ]
    if others:
        corner = 0.0, y + _SPACE
        below, height = draw_columns(others[:2], 2, corner, _WIDTH, _PODIUM_SIZE)
        labels += below
        y += _SPACE + height
    return Picture(
        name="Winner",
        title="",
        width=_WIDTH,
        height=y + 4.0,
        shapes=tuple(labels),
        about=phrase("Winner: {rider}", rider=name),
    )


def _result_picture(title: str, top: Sequence[ListEntry], room: float) -> Picture:
    labels, height = draw_largest_list(top, (2,), _SIZES, (_WIDTH, room))
    places = (phrase("{bib} {rider}", bib=row.number, rider=row.name) for row in top)
    return Picture(
        name="Ranking",
        title=title,
        width=_WIDTH,
        height=height,
        shapes=tuple(labels),
        about=join(places, "; "),
    )


def _stage_winners_picture(race: Race, room: float) -> Picture:
    """Draw a list of the stage winners, with the names of stages if there is room."""
    scores, names = {score.number: score for score in race.stages}, Names(race.tour)
    entries = []
    for number, stage in enumerate(race.tour.stages, 1):
        rider, team = stage_winner(stage, scores.get(number), names)
        heading = stage.name or STAGE_KINDS[stage.kind]
        winner = str(rider or team or "")
        entries.append(ListEntry(number=str(number), name=winner, heading=heading))
    counts = range(1 if len(entries) <= _ONE_COLUMN else 2, _MOST_COLUMNS + 1)
    labels, height = draw_largest_list(entries, counts, _SIZES, (_WIDTH, room))
    return Picture(
        name="Winners",
        title=phrase("Winners"),
        width=_WIDTH,
        height=height,
        shapes=tuple(labels),
        about=phrase("Every stage and its winner."),
    )
