"""One stage as a sheet: result, teams, sprints and summits, rulings."""

from collections.abc import Iterable
from dataclasses import replace

from peloton.reports.headings import (
    BEHIND,
    behind,
    cancelled_notes,
    circumstances,
    counts_notes,
    shirts_legend,
)
from peloton.reports.names import RIDER_COLUMNS, TEAM_COLUMNS, Names
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table, numbers
from peloton.reports.shirts import worn_shirts
from peloton.reports.stage.passages import passages, won_at
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.labels import STATUSES, reason_out
from peloton.rules.facts.stage import FINISH
from peloton.rules.results import Race, StageLine, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import listed, phrase

_BONUS = Column(title=phrase("Bonus"), kind=ColumnKind.TIME)
_PENALTY = Column(title=phrase("Penalty"), kind=ColumnKind.TIME)
_PLACE, _POINTS, _MOUNTAINS = numbers(
    phrase("Place"), phrase("Points"), phrase("Mountains")
)
RESULT_COLUMNS = (
    _PLACE,
    Column(title=phrase("Time"), kind=ColumnKind.TIME),
    Column(title=phrase("Gap"), kind=ColumnKind.GAP),
    _BONUS,
    _PENALTY,
    _POINTS,
    _MOUNTAINS,
)
"""The columns that `result_cells` fills."""
_WON = 3
"""The first of them that is no time."""
_TEAMS = (
    Column(title=phrase("Rank"), kind=ColumnKind.NUMBER),
    *TEAM_COLUMNS,
    Column(title=phrase("Time"), kind=ColumnKind.TIME),
    _POINTS,
)
_RULINGS = (
    *RIDER_COLUMNS,
    Column(title=phrase("Seconds"), kind=ColumnKind.GAP),
    _POINTS,
    _MOUNTAINS,
    Column(title=phrase("Reason"), weight=4),
)


def stage_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report a stage: places, times, points, and the rulings (GN-2).

    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    score = race.score(number)
    return Sheet(
        title=score.title,
        name=phrase("Stage {number}", number=score.number),
        subtitle=listed(
            (race.tour.name, *circumstances(score.stage, race.rulebook)), " · "
        ),
        unit=race.rulebook.unit,
        tables=with_unique_names(stage_tables(score, race.rulebook, Names(race.tour))),
        notes=(*cancelled_notes(score.stage), *counts_notes(score, race.rulebook)),
        jerseys=worn_shirts(score, race.rulebook),
        legend=shirts_legend(race, score),
    )


def stage_tables(
    score: StageScore,
    rulebook: Rulebook,
    names: Names,
    *,
    narrow: bool = False,
    in_result: Names | None = None,
) -> Iterable[Table]:
    """Report what happened on a stage: the result, each passage, the rulings (GN-2).

    In a `narrow` result the time is told once, with the gaps behind it, and points
    and bonuses are those of the finish, as each line has its own; on the track and
    otherwise they are those of the stage. `in_result` are the names for the result,
    if not `names`.
    """
    track: Iterable[Table] = ()
    if score.stage.kind.on_track:
        from peloton.reports.stage.track import track_tables  # few stages are

        track = track_tables(score, rulebook, names)
    result = _narrow_result if narrow else _result
    tables = (
        result(score, rulebook, in_result or names),
        _team_result(score, names),
        *track,
        *passages(score, rulebook, names),
        rulings_table(score, names),
    )
    return (table.without_empty_columns() for table in tables if table.rows)


def with_unique_names(tables: Iterable[Table]) -> tuple[Table, ...]:
    """Make the names of tables unique: a sprint may be called `Result`."""
    apart: dict[str, Table] = {}
    for table in tables:
        name = table.name
        while name in apart:
            name += "*"
        apart[name] = table if name == table.name else replace(table, name=name)
    return tuple(apart.values())


def _result(score: StageScore, rulebook: Rulebook, names: Names) -> Table:
    place, *others = RESULT_COLUMNS
    rows = ((line.bib, result_cells(line)) for line in score.result)
    return Table(
        name="Result",
        title=phrase("Stage result"),
        columns=(place, *RIDER_COLUMNS, *others),
        rows=tuple(
            (cells[0], *names.rider_cells(bib), *cells[1:]) for bib, cells in rows
        ),
        notes=_legend(score, rulebook),
    )


def result_cells(line: StageLine) -> tuple[Cell, ...]:
    """Write what a rider did on a stage in a row (RESULT_COLUMNS).

    A rider without a place shows why there (GN-1). Nothing won stays blank: a column
    of noughts hides the few who won something.
    """
    return (
        STATUSES[line.status] if line.place is None else line.place,
        line.time,
        line.gap,
        line.bonus or None,
        line.penalty or None,
        line.points or None,
        line.mountains or None,
    )


def _narrow_result(score: StageScore, rulebook: Rulebook, names: Names) -> Table:
    finish = won_at(score, FINISH)
    on_track = score.stage.kind.on_track
    won = RESULT_COLUMNS[_WON:] if on_track else (_PENALTY, *finish.columns)
    times = behind(((line.time, line.gap) for line in score.result), rulebook.unit)
    rows = []
    for line, time in zip(score.result, times, strict=True):
        place, *cells = result_cells(line)
        at_line = (line.penalty or None, *finish.cells(line.bib))
        more = cells[_WON - 1 :] if on_track else at_line
        rows.append((place, *names.rider_cells(line.bib), time, *more))
    return Table(
        name="Result",
        title=phrase("Stage result"),
        columns=(_PLACE, *RIDER_COLUMNS, BEHIND, *won),
        rows=tuple(rows),
        notes=_legend(score, rulebook),
    )


def _legend(score: StageScore, rulebook: Rulebook) -> tuple[str, ...]:
    """Say what the codes of the riders without a place mean (GN-1)."""
    back = rulebook.flag("time_limit.back")
    found = {line.status for line in score.result if line.place is None}
    codes = [
        phrase(
            "{code} = {reason}",
            code=STATUSES[reason],
            reason=reason_out(reason, back=back),
        )
        for reason in Reason
        if reason in found
    ]
    return (listed(codes),) if codes else ()


def _team_result(score: StageScore, names: Names) -> Table:
    return Table(
        name="Teams",
        title=phrase("Team result"),
        columns=_TEAMS,
        rows=tuple(
            (line.rank, *names.team_cells(line.team), line.time, line.points)
            for line in score.team_result
        ),
    )


def rulings_table(score: StageScore, names: Names) -> Table:
    """List the rulings on a stage, each with its reason (GN-2)."""
    return Table(
        name="Rulings",
        title=phrase("Rulings of the game leader"),
        columns=_RULINGS,
        rows=tuple(
            (
                ruling.bib,
                names.rider(ruling.bib) if ruling.bib else "",
                names.team(ruling.team)
                if ruling.team
                else names.team_of(ruling.bib or ""),
                ruling.seconds or None,
                ruling.points or None,
                ruling.mountains or None,
                ruling.reason,
            )
            for ruling in score.stage.rulings
        ),
        notes=(
            phrase(
                "Seconds are added to the time, points are taken off: - is a bonus."
            ),
        ),
    )
