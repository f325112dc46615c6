"""A season and its hall of records as sheets, and as rows of plain data (CY-22)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from peloton.reports.names import CLASSIFICATION_TITLES
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.rules.gains import SeasonScale
from peloton.rules.records import Earned, Feat, Hall, Of, Record, RecordLine
from peloton.rules.season import Contest, Season, SeasonLine, TourResult

SHOWN = 3
"""How many tours a line names; the rest are counted."""

_ONE = {Contest.RIDERS: "rider", Contest.TEAMS: "team", Contest.PLAYERS: "player"}
_RANK = Column(title="Rank", kind=ColumnKind.NUMBER)
_TEAM = Column(title="Team", weight=2)
_EARNED = Column(title="Earned in", weight=4)
_FIGURES = {
    Feat.TOURS: "Won",
    Feat.STAGES: "Won",
    Feat.STAGES_IN_A_TOUR: "Won",
    Feat.DAYS: "Days",
    Feat.CLIMBS: "Won",
    Feat.SPRINTS: "Won",
    Feat.STAGE_GAP: "Gap",
    Feat.TOUR_GAP: "Gap",
}


def season_sheet(
    season: Season,
    scale: SeasonScale,
    only: Contest | None = None,
    left_out: Sequence[str] = (),
) -> Sheet:
    """Report a season: riders, teams and players, each with the best tours.

    `left_out` are the names of tours that could not be scored.
    """
    return Sheet(
        title=scale.name,
        name="Season",
        subtitle=_subtitle(season.tours, scale.best),
        tables=tuple(
            _contest(contest, lines)
            for contest, lines in season.standings.items()
            if only in (None, contest)
        ),
        notes=(
            *_note("Not over, so without final places", season.unfinished),
            *_note("Left out, with mistakes", left_out),
        ),
    )


def records_sheets(hall: Hall, left_out: Sequence[str] = ()) -> tuple[Sheet, ...]:
    """Report the records: gaps in another unit than the first stand on their own."""
    units = dict.fromkeys(record.of.unit for record in hall.records if record.of.unit)
    first, *others = units or ["seconds"]
    return tuple(
        Sheet(
            title="Hall of records",
            name="Records",
            subtitle=_subtitle(hall.tours, 0),
            unit=unit,
            tables=tuple(
                _record(record) for record in hall.records if record.of.unit in shown
            ),
            notes=_note("Left out, with mistakes", left_out),
        )
        for unit, shown in [(first, ("", first)), *((each, (each,)) for each in others)]
    )


def season_rows(season: Season) -> dict[str, list[dict[str, object]]]:
    """Return a season as rows of plain data, by who is ranked."""
    return {str(contest): contest_rows(season, contest) for contest in season.standings}


def contest_rows(season: Season, contest: Contest) -> list[dict[str, object]]:
    """Return riders, teams or players as rows of plain data, with all their tours."""
    return [
        {
            "rank": line.rank,
            _ONE[contest]: line.name,
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
    """Return the records as rows of plain data; a gap is in ticks of its unit."""
    return [
        {
            "record": str(record.of.feat),
            "classification": record.of.jersey and str(record.of.jersey),
            "unit": record.of.unit or None,
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
    counted = f"{len(tours)} tours" if len(tours) != 1 else tours[0]
    return f"{counted} · the best {best} count" if best else counted


def _note(what: str, tours: Sequence[str]) -> tuple[str, ...]:
    return (f"{what}: {', '.join(tours)}",) if tours else ()


def _contest(contest: Contest, lines: Sequence[SeasonLine]) -> Table:
    sharing = Counter(line.rank for line in lines)
    table = Table(
        name=contest.capitalize(),
        title=contest.capitalize(),
        columns=(
            _RANK,
            Column(title=_ONE[contest].capitalize(), weight=3),
            *((_TEAM,) if contest is Contest.RIDERS else ()),
            Column(title="Points", kind=ColumnKind.NUMBER),
            Column(title="Tours", kind=ColumnKind.NUMBER),
            Column(title="Tours won", kind=ColumnKind.NUMBER),
            Column(title="Stages won", kind=ColumnKind.NUMBER),
            Column(title="Best tours", weight=4),
            Column(title="Note", weight=1),
        ),
        rows=tuple(
            (
                line.rank,
                line.name,
                *((line.team,) if contest is Contest.RIDERS else ()),
                line.points,
                line.tours,
                line.tours_won or None,
                line.stages_won or None,
                _best(line.results),
                "ex aequo"
                if sharing[line.rank] > 1
                else line.tie and f"tie: {line.tie}",
            )
            for line in lines
        ),
    )
    return without_empty_columns(table)


def _best(results: Iterable[TourResult]) -> str:
    return _some([f"{each.tour} {each.points}" for each in results if each.counts])


def _some(texts: Sequence[str]) -> str:
    """Write the first few, and how many more there are."""
    more = len(texts) - SHOWN
    return ", ".join(texts[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def _record(record: Record) -> Table:
    gap = ColumnKind.GAP if record.of.unit else ColumnKind.NUMBER
    title = _title(record.of)
    table = Table(
        name=title,
        title=title,
        columns=(
            _RANK,
            Column(title="Rider", weight=3),
            _TEAM,
            Column(title=_FIGURES[record.of.feat], kind=gap),
            _EARNED,
        ),
        rows=tuple(_record_row(line) for line in record.lines),
    )
    return without_empty_columns(table)


def _title(of: Of) -> str:
    title = of.feat.capitalize()
    if of.jersey is None:
        return title
    return f"{title}: {CLASSIFICATION_TITLES[of.jersey].lower()}"


def _record_row(line: RecordLine) -> tuple[Cell, ...]:
    earned = _some([_earned(each, line) for each in line.earned])
    return line.rank, line.name, line.team, line.figure, earned


def _earned(earned: Earned, line: RecordLine) -> str:
    """Name the tour, its stage if it was one, and its share if there are others."""
    stage = "" if earned.stage is None else f", stage {earned.stage}"
    share = f" {earned.figure}" if len(line.earned) > 1 else ""
    return f"{earned.tour}{stage}{share}"
