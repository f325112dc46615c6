"""One stage as a sheet: result, teams, sprints and summits, rulings."""

from collections.abc import Iterable
from dataclasses import replace

from peloton.reports.colours import worn
from peloton.reports.names import RIDER_COLUMNS, TEAM_COLUMNS, Names
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.stage.passages import passages
from peloton.reports.stage.track import track_tables
from peloton.rules.facts.labels import KINDS, PROFILES
from peloton.rules.facts.stage import Stage
from peloton.rules.results import Race, StageLine, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import listed, say

_PLACE = Column(title=say("Place"), kind=ColumnKind.NUMBER)
_BONUS = Column(title=say("Bonus"), kind=ColumnKind.TIME)
_PENALTY = Column(title=say("Penalty"), kind=ColumnKind.TIME)
_POINTS = Column(title=say("Points"), kind=ColumnKind.NUMBER)
_MOUNTAINS = Column(title=say("Mountains"), kind=ColumnKind.NUMBER)
_RESULT = (
    _PLACE,
    *RIDER_COLUMNS,
    Column(title=say("Time"), kind=ColumnKind.TIME),
    Column(title=say("Gap"), kind=ColumnKind.GAP),
    _BONUS,
    _PENALTY,
    _POINTS,
    _MOUNTAINS,
)
_TEAMS = (
    Column(title=say("Rank"), kind=ColumnKind.NUMBER),
    *TEAM_COLUMNS,
    Column(title=say("Time"), kind=ColumnKind.TIME),
    _POINTS,
)
_RULINGS = (
    *RIDER_COLUMNS,
    Column(title=say("Seconds"), kind=ColumnKind.GAP),
    _POINTS,
    _MOUNTAINS,
    Column(title=say("Reason"), weight=4),
)


def stage_columns(
    numbers: Iterable[int], kind: ColumnKind = ColumnKind.NUMBER
) -> tuple[Column, ...]:
    """Return a column for each of some stages."""
    return tuple(
        Column(title=say("Stage {number}", number=number), kind=kind)
        for number in numbers
    )


def stage_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report a stage: who came where, what it brought, and the rulings (GN-2).

    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    score = race.score(number)
    return Sheet(
        title=score.title,
        name=say("Stage {number}", number=score.number),
        subtitle=listed((race.tour.name, *circumstances(score.stage)), " · "),
        unit=race.rulebook.unit,
        tables=named_apart(stage_tables(score, race.rulebook, Names(race.tour))),
        notes=(*cancelled_notes(score.stage), *counts_notes(score, race.rulebook)),
        jerseys=worn(score, race.rulebook),
    )


def stage_tables(
    score: StageScore,
    rulebook: Rulebook,
    names: Names,
    *,
    by_line: bool = False,
    in_result: Names | None = None,
) -> Iterable[Table]:
    """Report what happened on a stage: the result, each passage, the rulings (GN-2).

    With `by_line` points stand only at the lines they were won at, the finish as well;
    on the track, where that is no line, in the result all the same. `in_result` are
    the names there, if they are others.
    """
    by_line = by_line and not score.stage.kind.on_track
    tables = (
        _result(score, in_result or names, by_line=by_line),
        _team_result(score, names),
        *track_tables(score, rulebook, names),
        *passages(score, rulebook, names, finish=by_line),
        rulings_table(score, names),
    )
    return (without_empty_columns(table) for table in tables if table.rows)


def named_apart(tables: Iterable[Table]) -> tuple[Table, ...]:
    """Give every table a name of its own: a sprint may be called `Result`."""
    apart: dict[str, Table] = {}
    for table in tables:
        name = table.name
        while name in apart:
            name += "*"
        apart[name] = table if name == table.name else replace(table, name=name)
    return tuple(apart.values())


def circumstances(stage: Stage) -> Iterable[str]:
    """Say in a few words each what a stage is: its kind, terrain, length and day."""
    yield KINDS[stage.kind]
    if stage.profile:
        yield PROFILES[stage.profile]
    if stage.length is not None:
        yield say("{count} spaces", count=stage.length)
    if stage.date:
        yield say("{date}", date=stage.date)


def cancelled_notes(stage: Stage) -> tuple[str, ...]:
    """Say why a stage does not count; nothing of one that does."""
    if not stage.cancelled:
        return ()
    return (say("Cancelled: {reason}", reason=stage.cancelled),)


def counts_notes(score: StageScore, rulebook: Rulebook) -> tuple[str, ...]:
    """Say why a stage counts for nothing, and which key makes it count (GN-4, GN-5)."""
    stage = score.stage
    if stage.cancelled or not rulebook.counted(stage).isdisjoint(score.standings):
        return ()
    if stage.kind.apart:
        why = say("a race on the track, by itself, is none of the tour's (CR-13)")
    else:
        why = say("its counts say so (GN-4)")
    return (
        say(
            "{stage} counts for no classification: {why}. With {key} in the tour file"
            " it counts.",
            stage=say("Stage {number}", number=score.number),
            why=why,
            key="counts = { general = true, points = true }",
        ),
    )


def _result(score: StageScore, names: Names, *, by_line: bool) -> Table:
    columns = _RESULT[:-2] if by_line else _RESULT
    return Table(
        name="Result",
        title=say("Stage result"),
        columns=columns,
        rows=tuple(_result_row(line, names)[: len(columns)] for line in score.result),
    )


def _result_row(line: StageLine, names: Names) -> tuple[Cell, ...]:
    # A rider without a place shows why there (GN-1). Nothing won stays blank: a
    # column of noughts hides the few who won something.
    return (
        line.status if line.place is None else line.place,
        *names.rider_cells(line.bib),
        line.time,
        line.gap,
        line.bonus or None,
        line.penalty or None,
        line.points or None,
        line.mountains or None,
    )


def _team_result(score: StageScore, names: Names) -> Table:
    return Table(
        name="Teams",
        title=say("Team result"),
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
        title=say("Rulings of the game leader"),
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
            say("Seconds are added to the time, points are taken off: - is a bonus."),
        ),
    )
