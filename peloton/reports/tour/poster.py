"""Draw a tour's poster, which is also the cover of its book, with all winners."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from peloton.reports.classifications.jerseys import jerseys_table
from peloton.reports.classifications.standings import classification_table
from peloton.reports.drawing import (
    Anchor,
    Label,
    Picture,
    Shape,
    enlarged_picture,
    rectangle,
)
from peloton.reports.headings import subtitle_of, unfinished_note
from peloton.reports.ledgers import balance_table
from peloton.reports.names import Names, first_rows
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.lettering import longest_word, wrapped
from peloton.reports.pictures.profile import ridge, stage_profile
from peloton.reports.pictures.rankings import (
    BOLD_WIDTH,
    RankedRow,
    draw_ranked_rows,
    ranked_rows,
    wrapped_labels,
)
from peloton.reports.sheet import Sheet, Table
from peloton.reports.shirts import team_colour_bands, worn_on_stage
from peloton.reports.stage.result import stage_tables
from peloton.reports.tour.tour import stage_winner, stages_table, tour_facts
from peloton.reports.winners import winner_names, winning_team_notes
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.facts.stage import Stage
from peloton.rules.results import Race
from peloton.rules.winners import deciding_classification, is_won_on_the_line
from peloton.rules.words import join, phrase

_WIDTH = 511.0
"""The width of the text on an A4 page, in points."""
_ROOM, _SPACE = 600.0, 16.0
"""Height of all pictures on a page, and the space between two pictures, in points."""
_LARGE = 1.4
"""Factor by which pictures are larger than on other sheets."""
_LEAST_GAPS = 150.0
"""Minimum height of the chart of gaps."""
_CHAMPION = ((60, 1), (54, 1), (48, 1), (44, 1), (48, 2), (40, 2), (24, 4), (16, 99))
"""Type sizes of the winner's name, each with its maximum number of lines."""
_STAGE_SIZES = tuple(size / 2 for size in range(30, 18, -1))
"""Type sizes of the names of stage winners; the largest that fits is used."""
_MOST_COLUMNS, _WITH_PROFILES, _ONE_COLUMN = 4, 2, 3
"""Maximum number of columns of stages, without and with profiles.

The last number is the maximum number of stages in a single column.
"""
_NUMBERS, _LEADING = (2.4, 4.6), 1.2
"""Width of the stage numbers, without and with profiles, and line height.

All are multiples of the type size.
"""
_PODIUM, _TOP = 3, 10


def poster_sheet(race: Race) -> Sheet:
    """Report the winners of a tour on one page: podium, jerseys, stages, gaps.

    Raises PelotonError before the first stage is ridden.
    """
    race.score()
    return replace(cover_sheet(race), name=phrase("Poster"))


def cover_sheet(race: Race) -> Sheet:
    """Return the poster as the cover of a book.

    If no stage is ridden, it has only a title.
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
    return sheet.with_pictures(*_pictures(race, ranking))


def deciding_table(race: Race) -> Table:
    """Return the ranking that decides the tour, after the last stage ridden.

    It is a classification, the teams' money or, in a one-day race, the stage result.
    """
    score = race.stages[-1]
    if score.purse and race.rulebook.flag("money.wins"):
        return balance_table(score, Names(race.tour))
    if is_won_on_the_line(race):
        return next(iter(stage_tables(race, score)))
    return classification_table(race, score, deciding_classification(race.rulebook))


def top_table(ranking: Table, top: int) -> Table:
    """Return a ranking with only ranks or places 1 to `top`, without notes."""
    return replace(first_rows(ranking, top), notes=()).without_empty_columns()


def _pictures(race: Race, ranking: Table) -> list[Picture]:
    """Return the pictures of a poster; the chart of gaps is drawn only if it fits."""
    score, unit, width = race.stages[-1], race.rulebook.unit, _WIDTH / _LARGE
    one_race = len(race.tour.stages) == 1
    podium = ranked_rows(first_rows(ranking, _PODIUM), unit)
    pictures = _present(
        winner_picture(race, podium, podium=not one_race),
        _large(wearers_picture(race, score, width)),
    )
    if one_race:
        pictures += _present(_large(stage_profile(score.stage, race.rulebook, width)))
        rows = ranked_rows(first_rows(ranking, _TOP), unit)
        return [*pictures, result_picture(ranking.title, rows, _room(pictures))]
    pictures.append(stage_winners_picture(race, _room(pictures)))
    room = _room(pictures) - _SPACE
    if room > _LEAST_GAPS:
        pictures += _present(_large(gaps_picture(race, width, room / _LARGE)))
    return pictures


def _large(picture: Picture | None) -> Picture | None:
    return picture and enlarged_picture(picture, _LARGE)


def _present(*pictures: Picture | None) -> list[Picture]:
    return [picture for picture in pictures if picture]


def _room(pictures: Iterable[Picture]) -> float:
    """Return the height that is left on the page below pictures."""
    return _ROOM - _SPACE - sum(picture.height + _SPACE for picture in pictures)


def winner_picture(
    race: Race, rows: Sequence[RankedRow], *, podium: bool
) -> Picture | None:
    """Draw the winner's name in large type; return None if the tour is not over.

    With `podium`, add the second and the third rider.
    """
    first = winner_names(race)
    if not first:
        return None
    names, middle = str(join(first)), _WIDTH / 2
    for size, most in _CHAMPION:
        at = (middle, 10.0)
        name, height = wrapped_labels(names, at, size, _WIDTH, Anchor.MIDDLE)
        if len(name) <= most:
            break
    y = 10.0 + height + size * 0.3
    labels = [Label((middle, 14.0), phrase("Winner"), 14.0, Anchor.MIDDLE), *name]
    about = [row for row in rows if row.rank == "1"] if len(first) == 1 else []
    for row in about[:1]:
        y += 16.0
        labels.append(Label((middle, y), row.about, 14.0, Anchor.MIDDLE))
    others = [row for row in rows if row.name not in first] if podium else []
    for number, row in enumerate(others[:2]):
        corner = (number * (middle + 10), y + 10.0)
        short = row._replace(team=row.about, figure="")
        below, height = draw_ranked_rows([short], corner, middle - 10, 16.0)
        labels += below
    y += 10.0 + height if others else 0.0
    return Picture(
        name="Winner",
        title="",
        width=_WIDTH,
        height=y + 4.0,
        shapes=tuple(labels),
        about=phrase("Winner: {rider}", rider=names),
    )


def result_picture(title: str, rows: Sequence[RankedRow], room: float) -> Picture:
    """Draw ranked rows in two columns, in the largest type that fits the height `room`.

    Teams are left out if they do not fit.
    """
    half, width = -(-len(rows) // 2), _WIDTH / 2 - 10
    for named, size in product((True, False), _STAGE_SIZES):
        shown = [row if named else row._replace(team="") for row in rows]
        left, depth = draw_ranked_rows(shown[:half], (0.0, 0.0), width, size)
        right, other = draw_ranked_rows(shown[half:], (width + 20, 0.0), width, size)
        height = max(depth, other)
        if height <= room:
            break
    return Picture(
        name="Ranking",
        title=title,
        width=_WIDTH,
        height=height,
        shapes=(*left, *right),
        about=join(
            (phrase("{bib} {rider}", bib=row.rank, rider=row.name) for row in rows),
            "; ",
        ),
    )


class _Entry(NamedTuple):
    """A stage on the poster: its name, its winner, and the winner's team colour."""

    number: int
    stage: Stage
    name: str
    winner: str
    colour: str


def stage_winners_picture(race: Race, room: float) -> Picture:
    """Draw each stage with its winner, in the largest type that fits the height `room`.

    The name of the stage is above the winner if there is room. If there are few
    columns, the profile of the stage is beside them.
    """
    entries = list(_entries(race))
    few = 1 if len(entries) <= _ONE_COLUMN else _WITH_PROFILES
    possible = range(few, _MOST_COLUMNS + 1)
    for named, size, columns in product((True, False), _STAGE_SIZES, possible):
        rows = -(-len(entries) // columns)
        piles = [entries[n : n + rows] for n in range(0, len(entries), rows)]
        profiles = columns <= _WITH_PROFILES
        look = _Look(race, size, _WIDTH / columns, profiles, named)
        words = max(longest_word(entry.winner, size * BOLD_WIDTH) for entry in entries)
        if words > look.room and size > _STAGE_SIZES[-1]:
            continue
        drawn = [
            part
            for n, pile in enumerate(piles)
            for part in _pile(pile, n * _WIDTH / columns, look)
        ]
        height = max(_lowest(part) for part in drawn) + size / 2
        if height <= room:
            break
    return Picture(
        name="Winners",
        title=phrase("Winners"),
        width=_WIDTH,
        height=height,
        shapes=tuple(drawn),
        about=phrase("Every stage and its winner."),
    )


class _Look(NamedTuple):
    """The layout of a column of stages: its type `size`, its width and its contents."""

    race: Race
    size: float
    width: float
    profiles: bool
    named: bool

    @property
    def numbers(self) -> float:
        """The width of the stage numbers."""
        return _NUMBERS[self.profiles] * self.size

    @property
    def room(self) -> float:
        """The width of the names."""
        return self.width - self.numbers - self.size


def _lowest(part: Shape | Label) -> float:
    return part.at[1] if isinstance(part, Label) else max(y for _, y in part.points)


def _entries(race: Race) -> Iterator[_Entry]:
    scores, names = {score.number: score for score in race.stages}, Names(race.tour)
    bands = dict(team_colour_bands(race.tour))
    for number, stage in enumerate(race.tour.stages, 1):
        score = scores.get(number)
        first = score.result[:1] if score and not stage.cancelled else ()
        rider, team = stage_winner(stage, score, names)
        yield _Entry(
            number=number,
            stage=stage,
            name=stage.name or STAGE_KINDS[stage.kind],
            winner=str(rider or team or ""),
            colour=next((bands[x.bib].colour for x in first if x.bib in bands), ""),
        )


def _pile(pile: Iterable[_Entry], left: float, look: _Look) -> Iterator[Shape | Label]:
    """Draw a column of stages; `left` is the position of its left edge."""
    size, y = look.size, 0.0
    text, room, step = left + look.numbers, look.room, size * _LEADING
    for entry in pile:
        top = y
        yield Label((left, y + step), str(entry.number), size, bold=True)
        if look.profiles and look.named:
            foot = (left, y + 2 * step), (look.numbers - 1.3 * size, size)
            yield from ridge(entry.stage, look.race.rulebook, *foot)
        for line in wrapped(entry.name, size, room) if look.named else ():
            y += step
            yield Label((text, y), line, size)
        won, height = wrapped_labels(entry.winner, (text, y), size, room)
        yield from won
        y = max(y + height, top + (2 if look.profiles else 1) * step) + size * 0.3
        if entry.colour:
            corner, high = (text - size * 0.8, top + size * 0.4), y - top - size / 2
            yield rectangle(corner, (size * 0.4, high), entry.colour, edged=True)
        y += size * 0.3
