"""Report a season and its records as sheets and as plain data (CY-22).

The web site of a season also lists its tours, with a card for each participant.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from peloton.reports.headings import list_first, tour_dates
from peloton.reports.names import CLASSIFICATION_TITLES, POINTS, RANK
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    numbers,
    plain_rows,
    record_table,
)
from peloton.reports.winners import winner_names
from peloton.rules.facts.labels import known_word
from peloton.rules.results import Race
from peloton.rules.season.ranking import (
    Contest,
    RankedLine,
    RecordKind,
    Records,
    RecordSubject,
    Season,
    SeasonScale,
)
from peloton.rules.words import Phrase, join, phrase

_MAX_TOURS_NAMED = 3
"""Maximum number of tours named in a table row; further tours are only counted."""

_RECORD_TITLES = {
    RecordKind.TOURS: phrase("Tours won"),
    RecordKind.STAGES: phrase("Stages won"),
    RecordKind.STAGES_IN_A_TOUR: phrase("Stages won in one tour"),
    RecordKind.DAYS: phrase("Days in the jersey"),
    RecordKind.CLIMBS: phrase("Climbs won"),
    RecordKind.SPRINTS: phrase("Sprints won"),
    RecordKind.STAGE_GAP: phrase("Biggest winning margin of a stage"),
    RecordKind.TOUR_GAP: phrase("Biggest winning margin of a tour"),
}
_UNFINISHED = phrase("Not finished yet, only their stages count: {tours}")
_LEFT_OUT = phrase("Left out because of errors: {tours}")


def season_sheet(
    season: Season,
    scale: SeasonScale,
    tours: Sequence[str],
    unfinished: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> Sheet:
    """Report a season over `tours`: riders, teams and players with their best tours.

    `left_out` names the tours that could not be scored.
    """
    return Sheet(
        title=phrase("Season") if scale.name == "Season" else scale.name,
        name=phrase("Season"),
        subtitle=_subtitle(tours, scale.best),
        tables=tuple(
            _season_table(contest, lines) for contest, lines in season.items()
        ),
        notes=(
            *_tours_note(_UNFINISHED, unfinished),
            *_tours_note(_LEFT_OUT, left_out),
        ),
    )


_IN_UNIT = {"tenths": (phrase("gaps in rounds and tenths of a round"),)}
"""What a sheet of records says of its unit of time, if it is not the second."""


def records_sheets(
    records: Records, tours: Sequence[str], left_out: Sequence[str] = ()
) -> tuple[Sheet, ...]:
    """Report the records of several tours, one sheet for each unit of time.

    `left_out` names the tours that could not be scored.
    """
    units = dict.fromkeys(subject.unit for subject in records if subject.unit)
    first = next(iter(units), "seconds")
    return tuple(
        Sheet(
            title=phrase("Hall of records"),
            name=phrase("Records"),
            subtitle=join((_subtitle(tours, 0), *_IN_UNIT.get(unit, ())), " · "),
            unit=unit,
            tables=tuple(
                _record_table(subject, lines)
                for subject, lines in records.items()
                if (subject.unit or first) == unit
            ),
            notes=_tours_note(_LEFT_OUT, left_out),
        )
        for unit in units or [first]
    )


def season_rows(season: Season, only: Contest | None = None) -> object:
    """Return a season as plain data, by ranking; with `only`, the rows of one."""
    rows: dict[str, list[dict[str, object]]] = {}
    for contest, lines in season.items():
        rows[str(contest)] = [
            {
                "rank": line.rank,
                contest.entrant: line.name,
                **({"team": line.team or None} if contest is Contest.RIDERS else {}),
                "points": line.figure,
                "tours": line.tours,
                "tours_won": line.tours_won,
                "stages_won": line.stages_won,
                "tie": line.tie,
                "results": plain_rows(line.shares, "tour points=figure counts"),
            }
            for line in lines
        ]
    return rows[only] if only else rows


def records_rows(records: Records) -> list[dict[str, object]]:
    """Return the records as plain data, with gaps in the record's unit of time."""
    riders = Contest.RIDERS
    return [
        {
            "record": str(subject.kind),
            "classification": subject.jersey and str(subject.jersey),
            "unit": subject.unit or None,
            "holders": [
                {
                    "rank": line.rank,
                    "rider": line.name if line.contest is riders else None,
                    "team": (line.team if line.contest is riders else line.name)
                    or None,
                    "figure": line.figure,
                    "earned": plain_rows(line.shares, "tour stage figure"),
                }
                for line in lines
            ],
        }
        for subject, lines in records.items()
    ]


def _subtitle(tours: Sequence[str], best: int) -> str:
    counted = tours[0] if len(tours) == 1 else phrase("{count} tours", count=len(tours))
    if not best:
        return counted
    return phrase("{tours} · the best {count} count", tours=counted, count=best)


def _tours_note(note: Phrase, tours: Sequence[str]) -> tuple[str, ...]:
    return (phrase(note.pattern, tours=join(tours)),) if tours else ()


def _season_table(contest: Contest, lines: Sequence[RankedLine]) -> Table:
    """List a season's riders, teams or players by rank."""
    sharing = Counter(line.rank for line in lines)
    name = contest.capitalize()

    def note(line: RankedLine) -> Cell:
        if sharing[line.rank] > 1:
            return phrase("ex aequo")
        return line.tie and phrase("tie: {step}", step=known_word(line.tie))

    return _ranking_table(
        (name, phrase(name), phrase(contest.entrant.capitalize())),
        contest,
        lines,
        (POINTS, lambda line: line.figure),
        (numbers(phrase("Tours")), lambda line: line.tours),
        (numbers(phrase("Tours won")), lambda line: line.tours_won or None),
        (numbers(phrase("Stages won")), lambda line: line.stages_won or None),
        (Column(phrase("Best tours"), weight=4), lambda line: _shares(line, least=0)),
        (Column(phrase("Note"), weight=1), note),
    )


def _record_table(subject: RecordSubject, lines: Sequence[RankedLine]) -> Table:
    title = record_title(subject)
    # The column is not called Rider, because a team may win a tour (CY-17).
    tours = subject.kind is RecordKind.TOURS
    (figure,) = numbers(phrase("Days") if subject.jersey else phrase("Won"))
    if subject.unit:
        figure = Column(phrase("Gap"), ColumnKind.GAP)
    return _ranking_table(
        (title, title, phrase("Winner") if tours else phrase("Rider")),
        Contest.RIDERS,
        lines,
        (figure, lambda line: line.figure),
        (Column(phrase("Achieved in"), weight=4), lambda line: _shares(line, least=1)),
    )


def _ranking_table(
    titles: tuple[str, str, str],
    contest: Contest,
    lines: Sequence[RankedLine],
    *parts: tuple[Column | tuple[Column, ...], Callable[[RankedLine], Cell]],
) -> Table:
    """List ranked lines, each with a link to the card of the rider, team or player.

    `titles`: the table's name, the table's title, and the title of the name column.
    """
    name, title, who = titles
    team = (Column(phrase("Team"), weight=2),) if contest is Contest.RIDERS else ()
    table = record_table(
        name,
        title,
        lines,
        (RANK, lambda line: line.rank),
        (Column(who, weight=3), lambda line: line.name),
        (team, lambda line: (line.team,) * len(team)),
        *parts,
    )
    return replace(table, cards=tuple(map(_card_key, lines)))


def _card_key(line: RankedLine) -> str:
    return f"{line.contest.entrant}\n{line.name}\n{line.team}"


def _shares(line: RankedLine, *, least: int) -> str:
    """List the tours and stages that count; if more than `least`, with their shares."""
    counted = [share for share in line.shares if share.counts]
    shown = []
    for share in counted[:_MAX_TOURS_NAMED]:
        where = share.tour
        if share.stage is not None:
            where = phrase("{tour}, stage {number}", tour=where, number=share.stage)
        if len(counted) > least:
            where = phrase("{where} {share}", where=where, share=share.figure)
        shown.append(where)
    return list_first(shown, _MAX_TOURS_NAMED, len(counted))


def record_title(of: RecordSubject) -> str:
    """Return the title of a record; for days in a jersey, name the classification."""
    title = _RECORD_TITLES[of.kind]
    if of.jersey is None:
        return title
    which = CLASSIFICATION_TITLES[of.jersey]
    return phrase("{feat}: {classification}", feat=title, classification=which)


def tour_card(name: str) -> str:
    """Return the link key of a tour's card on a season's web site."""
    return f"tour\n{name}"


def season_cards(season: Season) -> Iterator[Sheet]:
    """Yield a card for each rider, team and player, with the points from every tour."""
    for contest, lines in season.items():
        for line in lines:
            tours = record_table(
                "Tours",
                phrase("Tours"),
                line.shares,
                (Column(phrase("Tour"), weight=3), lambda share: share.tour),
                (POINTS, lambda share: share.figure),
                (
                    Column(phrase("Note"), weight=1),
                    lambda share: "" if share.counts else phrase("does not count"),
                ),
            )
            tours = replace(
                tours, cards=tuple(tour_card(share.tour) for share in line.shares)
            )
            # The column of best tours is left out: the table below lists all tours.
            total = _season_table(contest, [line._replace(shares=())])
            total = replace(total, title="", cards=())
            yield Sheet(
                title=line.name,
                subtitle=line.team,
                tables=(total, tours),
                part=line.name,
                card=_card_key(line),
            )


def tours_sheet(races: Iterable[Race]) -> Sheet:
    """List the tours of a season with their dates, games and winners."""
    table = record_table(
        "Tours",
        "",
        races,
        (Column(phrase("Tour"), weight=3), lambda race: race.tour.name),
        (Column(phrase("Date"), weight=1), lambda race: tour_dates(race.tour)),
        (
            Column(phrase("Game"), weight=1),
            lambda race: known_word(race.rulebook.title),
        ),
        (numbers(phrase("Stages")), lambda race: len(race.stages)),
        (Column(phrase("Winner"), weight=2), lambda race: join(winner_names(race))),
    )
    cards = tuple(tour_card(str(name)) for name, *_ in table.rows)
    table = replace(table, cards=cards)
    return Sheet(title=phrase("Tours"), tables=(table,), part=phrase("Tours"))
