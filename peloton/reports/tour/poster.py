"""Report winners on one page: the poster, the cover of the book, and a shared stage."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from peloton.reports.classifications.standings import (
    classification_table,
    jerseys_table,
)
from peloton.reports.drawing import Picture
from peloton.reports.headings import (
    race_sheet,
    stage_facts,
    subtitle_of,
    unfinished_note,
)
from peloton.reports.ledgers import purse_table
from peloton.reports.names import (
    NOTE,
    PLACED,
    RANK,
    RIDER_COLUMNS,
    TEAM_COLUMNS,
    Names,
    first_rows,
    use_team_codes,
)
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.lettering import Paragraph, draw_paragraphs
from peloton.reports.pictures.profile import small_profile, stage_profile
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.reports.shirts import worn_shirts
from peloton.reports.stage.result import finish_columns, stage_tables, winning_table
from peloton.reports.tour.tour import tour_facts, winner_cells
from peloton.reports.winners import winner_names, winning_team_notes
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.results import PURSE, Race, StageScore
from peloton.rules.winners import deciding_ranking, is_won_on_the_line
from peloton.rules.words import join, phrase

_WIDTH = 365.0
"""Width of the pictures in points.

The writer enlarges them to the width of the page (on A4, by a factor of 1.4).
"""
_GAPS = 100.0
"""Height of the chart of gaps."""
_MOST_WITH_GAPS, _MOST_NAMED = 5, 14
"""Maximum number of stages for the chart of gaps, and for the names of the stages."""
_WINNER_SIZES, _WINNER_HEIGHT = (43.0, 38.0, 34.0, 29.0, 17.0, 11.0), 90.0
"""Type sizes of the winner's name, and the maximum height of the name."""
_SMALL, _BELOW_NAME = 10.0, 5.0
"""Type size of other text, and the space below names."""
_SHARE_WIDTH = 304.0
"""Width of the pictures of a shared stage. The file writer enlarges them 1.5 times."""
_NAME, _ROAD = 22.5, 38.0
"""Type size of a stage winner's name, and height of the profile of a shared stage."""
_PODIUM, _SHARED, _TOP = 3, 5, 10
"""Numbers of ranks: on a poster, for a shared stage, and of a one-day race."""
_SHORT = RANK, PLACED, RIDER_COLUMNS[1], TEAM_COLUMNS[1]


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
        jerseys=worn_shirts(race, race.latest),
        cover=True,
    )
    if not race.stages:
        return sheet
    score, ranks = race.stages[-1], _TOP if race.is_one_day else _PODIUM
    front = [top_table(race, deciding_table(race), ranks, short=_is_long(race))]
    pictures = [_winner_picture(race), wearers_picture(race, score, _WIDTH)]
    if race.is_one_day:
        pictures.append(stage_profile(score.stage, race.rulebook, _WIDTH))
    else:
        front.append(_winners_table(race))
        if len(race.tour.stages) <= _MOST_WITH_GAPS:
            pictures.append(gaps_picture(race, _WIDTH, _GAPS))
    tables = (*front, jerseys_table(race, score))
    shown = tuple(table for table in tables if table.rows)
    sheet = replace(sheet, tables=shown, front=len(front))
    return sheet.with_pictures(*pictures)


def deciding_table(race: Race) -> Table:
    """Return the ranking that decides the tour, after the last stage ridden.

    This ranking is a classification, the teams' money or, in a one-day race, the stage
    result.
    """
    score, (by, _) = race.stages[-1], deciding_ranking(race)
    if by == PURSE:
        return purse_table(score, Names(race.tour))
    if is_won_on_the_line(race) and not score.stage.cancelled:
        return next(_winning_tables(race, score))
    return classification_table(race, score, ClassificationName(by), narrow=True)


def _winning_tables(race: Race, score: StageScore) -> Iterator[Table]:
    """Yield the result of a stage, of the teams if a team won it."""
    tables, name = stage_tables(race, score, narrow=True), winning_table(score)
    return (table for table in tables if table.name == name)


def top_table(race: Race, ranking: Table, top: int, *, short: bool) -> Table:
    """Return ranks or places 1 to `top` of a ranking, without notes.

    A `short` table has only rank, name, and time or points.
    """
    first = use_team_codes(finish_columns(first_rows(ranking, top)), race.tour)
    shown = [n for n, column in enumerate(first.columns) if column != NOTE]
    if short:
        names = [n for n in shown if first.columns[n] in _SHORT]
        shown = [*names, shown[-1]]
    return replace(first, notes=()).with_columns(shown).without_empty_columns()


def _is_long(race: Race) -> bool:
    return len(race.tour.stages) > _MOST_NAMED


def _winners_table(race: Race) -> Table:
    """List the winner of every stage, with the stage's name if there is room."""
    named = () if _is_long(race) else (Column(phrase("Stage"), weight=3),)
    return record_table(
        "Winners",
        phrase("Stages"),
        enumerate(race.tour.stages, 1),
        (numbers(phrase("No.")), lambda at: at[0]),
        (named, lambda at: (at[1].name or STAGE_KINDS[at[1].kind],) * len(named)),
        (
            Column(phrase("Winner"), weight=2),
            lambda at: next(filter(None, winner_cells(race, at[0])), ""),
        ),
    )


def _winner_picture(race: Race) -> Picture | None:
    """Draw the winner's name in large type; return None if the tour is not over.

    A single race that nobody won has the reason.
    """
    names = str(join(winner_names(race)))
    heading = [Paragraph(phrase("Winner"), _SMALL)] if names else []
    about: str = phrase("Winner: {rider}", rider=names)
    if not names and race.is_one_day:
        about = names = _stage_winner(race, race.score())[0]
    if not names:
        return None
    for size in _WINNER_SIZES:
        texts = *heading, Paragraph(names, size, bold=True)
        picture = _names_picture(texts, _WIDTH, about)
        if picture.height <= _WINNER_HEIGHT:
            break
    return replace(picture, height=picture.height + _BELOW_NAME)


def _names_picture(texts: Iterable[Paragraph], width: float, about: str) -> Picture:
    """Return a picture of centred paragraphs, such as the winner and the team."""
    labels, height = draw_paragraphs(texts, (width / 2, 0.0), width)
    return Picture(
        name="Winner", width=width, height=height, shapes=tuple(labels), about=about
    )


def share_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report a stage in one picture for chats: winner, profile, leaders and jerseys.

    Two tables show the top five of the stage, and of the ranking that decides the tour.
    Raises PelotonError for a stage that does not exist or is not ridden yet.
    """
    score = race.score(number)
    rankings = [*_winning_tables(race, score)]
    if not race.is_one_day:
        ridden = race.stages[: score.number]
        rankings.append(deciding_table(replace(race, stages=ridden)))
    top = (top_table(race, ranking, _SHARED, short=True) for ranking in rankings)
    front = [table for table in top if table.rows]
    jerseys = jerseys_table(race, score)
    tables = (*front, *((jerseys,) if jerseys.rows else ()))
    about = stage_facts(score.stage, race.rulebook)
    sheet = race_sheet(race, score.title, tables, *about, name=phrase("Share"))
    shirts = worn_shirts(race, score)
    sheet = replace(sheet, jerseys=shirts, cover=True, front=len(front))
    wearers = wearers_picture(race, score, _SHARE_WIDTH)
    return sheet.with_pictures(_stage_picture(race, score), wearers)


def _stage_picture(race: Race, score: StageScore) -> Picture:
    """Draw the winner of a stage above the profile, or a text if there is none."""
    name, *team = _stage_winner(race, score)
    texts = Paragraph(name, _NAME, bold=True), *(Paragraph(t, _SMALL) for t in team)
    picture = _names_picture(texts, _SHARE_WIDTH, name)
    foot = picture.height + _BELOW_NAME + _ROAD
    road = [*small_profile(score.stage, race.rulebook, foot, _SHARE_WIDTH, _ROAD)]
    height = foot if road else foot - _ROAD
    return replace(picture, height=height, shapes=(*picture.shapes, *road))


def _stage_winner(race: Race, score: StageScore) -> list[str]:
    """Return the winner of a stage and the winner's team, or a text if nobody won."""
    winners = [*filter(None, winner_cells(race, score.number))]
    nobody = phrase("The stage") if score.has_places else phrase("Nobody finished")
    return winners or [nobody]
