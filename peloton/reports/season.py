"""Report a season and its records as sheets and as plain data (CY-22).

The web site of a season also lists its tours, with a card for each participant.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
    record_table,
)
from peloton.reports.winners import winner_names
from peloton.rules.facts.labels import known_word
from peloton.rules.results import Race
from peloton.rules.season.ranking import Contest, Season, SeasonLine, SeasonScale
from peloton.rules.season.records import (
    Hall,
    Record,
    RecordKind,
    RecordLine,
    RecordSubject,
)
from peloton.rules.words import Phrase, join, phrase

_MAX_TOURS_NAMED = 3
"""Maximum number of tours named in a table row; further tours are only counted."""

_CONTESTS = {
    Contest.RIDERS: ("rider", phrase("Riders"), phrase("Rider")),
    Contest.TEAMS: ("team", phrase("Teams"), phrase("Team")),
    Contest.PLAYERS: ("player", phrase("Players"), phrase("Player")),
}
_RECORD_KINDS = {
    RecordKind.TOURS: (phrase("Tours won"), phrase("Won")),
    RecordKind.STAGES: (phrase("Stages won"), phrase("Won")),
    RecordKind.STAGES_IN_A_TOUR: (phrase("Stages won in one tour"), phrase("Won")),
    RecordKind.DAYS: (phrase("Days in the jersey"), phrase("Days")),
    RecordKind.CLIMBS: (phrase("Climbs won"), phrase("Won")),
    RecordKind.SPRINTS: (phrase("Sprints won"), phrase("Won")),
    RecordKind.STAGE_GAP: (phrase("Biggest winning margin of a stage"), phrase("Gap")),
    RecordKind.TOUR_GAP: (phrase("Biggest winning margin of a tour"), phrase("Gap")),
}
"""The title of each kind of record, and the title of the column of its values."""
_LEFT_OUT = phrase("Left out because of errors: {tours}")
_TEAM = Column(phrase("Team"), weight=2)


def season_sheet(
    season: Season,
    scale: SeasonScale,
    only: Contest | None = None,
    left_out: Sequence[str] = (),
) -> Sheet:
    """Report a season: riders, teams and players with their best tours.

    `only` selects one of the three rankings. `left_out` names the tours that could not
    be scored.
    """
    return Sheet(
        title=phrase("Season") if scale.name == "Season" else scale.name,
        name=phrase("Season"),
        subtitle=_subtitle(season.tours, scale.best),
        tables=tuple(
            season_table(contest, lines)
            for contest, lines in season.standings.items()
            if only in (None, contest)
        ),
        notes=(
            *_tours_note(
                phrase("Not finished yet, only their stages count: {tours}"),
                season.unfinished,
            ),
            *_tours_note(_LEFT_OUT, left_out),
        ),
    )


def records_sheets(hall: Hall, left_out: Sequence[str] = ()) -> tuple[Sheet, ...]:
    """Report the records of several tours, one sheet for each unit of time.

    `left_out` names the tours that could not be scored.
    """
    units = dict.fromkeys(
        record.subject.unit for record in hall.records if record.subject.unit
    )
    first = next(iter(units), "seconds")
    return tuple(
        Sheet(
            title=phrase("Hall of records"),
            name=phrase("Records"),
            subtitle=_subtitle(hall.tours, 0),
            unit=unit,
            tables=tuple(
                _record(record)
                for record in hall.records
                if (record.subject.unit or first) == unit
            ),
            notes=_tours_note(_LEFT_OUT, left_out),
        )
        for unit in units or [first]
    )


def season_rows(season: Season) -> dict[str, list[dict[str, object]]]:
    """Return a season as plain data: the rankings of riders, teams and players."""
    return {str(contest): contest_rows(season, contest) for contest in season.standings}


def contest_rows(season: Season, contest: Contest) -> list[dict[str, object]]:
    """Return a ranking as plain data, with each rider's, team's or player's results."""
    return [
        {
            "rank": line.rank,
            _CONTESTS[contest][0]: line.name,
            **({"team": line.team or None} if contest is Contest.RIDERS else {}),
            "points": line.points,
            "tours": line.tours,
            "tours_won": line.tours_won,
            "stages_won": line.stages_won,
            "tie": line.tie,
            "results": [result._asdict() for result in line.results],
        }
        for line in season.standings[contest]
    ]


def records_rows(hall: Hall) -> list[dict[str, object]]:
    """Return the records as plain data, with gaps in the record's unit of time."""
    return [
        {
            "record": str(record.subject.kind),
            "classification": record.subject.jersey and str(record.subject.jersey),
            "unit": record.subject.unit or None,
            "holders": [
                {
                    "rank": line.rank,
                    "rider": line.name,
                    "team": line.team or None,
                    "figure": line.figure,
                    "earned": [earned._asdict() for earned in line.earned],
                }
                for line in record.lines
            ],
        }
        for record in hall.records
    ]


def _subtitle(tours: Sequence[str], best: int) -> str:
    one = len(tours) == 1
    counted = tours[0] if one else phrase("{count} tours", count=len(tours))
    if not best:
        return counted
    return phrase("{tours} · the best {count} count", tours=counted, count=best)


def _tours_note(note: Phrase, tours: Sequence[str]) -> tuple[str, ...]:
    return (phrase(note.pattern, tours=join(tours)),) if tours else ()


def season_table(contest: Contest, lines: Sequence[SeasonLine]) -> Table:
    """List a season's riders, teams or players by rank, each linked to its card."""
    sharing = Counter(line.rank for line in lines)
    _, title, who = _CONTESTS[contest]
    team = (_TEAM,) if contest is Contest.RIDERS else ()

    def note(line: SeasonLine) -> Cell:
        if sharing[line.rank] > 1:
            return phrase("ex aequo")
        return line.tie and phrase("tie: {step}", step=known_word(line.tie))

    table = record_table(
        contest.capitalize(),
        title,
        lines,
        (RANK, lambda line: line.rank),
        (Column(who, weight=3), lambda line: line.name),
        (team, lambda line: (line.team,) * len(team)),
        (POINTS, lambda line: line.points),
        (numbers(phrase("Tours")), lambda line: line.tours),
        (numbers(phrase("Tours won")), lambda line: line.tours_won or None),
        (numbers(phrase("Stages won")), lambda line: line.stages_won or None),
        (Column(phrase("Best tours"), weight=4), _best),
        (Column(phrase("Note"), weight=1), note),
    )
    cards = tuple(season_card_key(contest, line) for line in lines)
    return replace(table, cards=cards).without_empty_columns()


def season_card_key(contest: Contest, line: SeasonLine | RecordLine) -> str:
    """Return the link key of a rider's, team's or player's card on a season's site."""
    return f"{_CONTESTS[contest][0]}\n{line.name}\n{line.team}"


def _best(line: SeasonLine) -> str:
    shown = [
        phrase("{tour} {points}", tour=result.tour, points=result.points)
        for result in line.results[:_MAX_TOURS_NAMED]
        if result.counts
    ]
    return list_first(shown, _MAX_TOURS_NAMED, sum(r.counts for r in line.results))


def _record(record: Record) -> Table:
    gap = ColumnKind.GAP if record.subject.unit else ColumnKind.NUMBER
    title = record_title(record.subject)
    # The column is not called Rider, because a team may win a tour (CY-17).
    tours = record.subject.kind is RecordKind.TOURS
    who = phrase("Winner") if tours else phrase("Rider")
    table = record_table(
        title,
        title,
        record.lines,
        (RANK, lambda line: line.rank),
        (Column(who, weight=3), lambda line: line.name),
        (_TEAM, lambda line: line.team),
        (Column(_RECORD_KINDS[record.subject.kind][1], gap), lambda line: line.figure),
        (Column(phrase("Achieved in"), weight=4), _earned_in),
    )
    cards = tuple(season_card_key(Contest.RIDERS, line) for line in record.lines)
    return replace(table, cards=cards).without_empty_columns()


def record_title(of: RecordSubject) -> str:
    """Return the title of a record; for days in a jersey, name the classification."""
    title, _ = _RECORD_KINDS[of.kind]
    if of.jersey is None:
        return title
    which = CLASSIFICATION_TITLES[of.jersey]
    return phrase("{feat}: {classification}", feat=title, classification=which)


def _earned_in(line: RecordLine) -> str:
    """List the tours and stages of a record; if several, with the share of each."""
    shown = []
    for earned in line.earned[:_MAX_TOURS_NAMED]:
        where = earned.tour
        if earned.stage is not None:
            where = phrase("{tour}, stage {number}", tour=where, number=earned.stage)
        if len(line.earned) > 1:
            where = phrase("{where} {share}", where=where, share=earned.figure)
        shown.append(where)
    return list_first(shown, _MAX_TOURS_NAMED, len(line.earned))


def tour_card(name: str) -> str:
    """Return the link key of a tour's card on a season's web site."""
    return f"tour\n{name}"


def season_cards(season: Season) -> Iterator[Sheet]:
    """Yield a card for each rider, team and player, with the points from every tour."""
    for contest, lines in season.standings.items():
        for line in lines:
            tours = record_table(
                "Tours",
                phrase("Tours"),
                line.results,
                (Column(phrase("Tour"), weight=3), lambda result: result.tour),
                (POINTS, lambda result: result.points),
                (
                    Column(phrase("Note"), weight=1),
                    lambda result: "" if result.counts else phrase("does not count"),
                ),
            )
            tours = replace(tours, cards=tuple(tour_card(r.tour) for r in line.results))
            # The column of best tours is left out: the table below lists all tours.
            total = season_table(contest, [line._replace(results=())])
            total = replace(total, title="", cards=())
            yield Sheet(
                title=line.name,
                subtitle=line.team,
                tables=(total, tours.without_empty_columns()),
                part=line.name,
                card=season_card_key(contest, line),
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
    table = replace(table, cards=cards).without_empty_columns()
    return Sheet(title=phrase("Tours"), tables=(table,), part=phrase("Tours"))
