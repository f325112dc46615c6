# ruff: noqa: RUF005, S608 - lines are long and many; statements hold our numbers only
"""The classifications as rows beside the facts they come from, for any tool that reads.

The facts are the only truth: a stamp says which step of them, by which rulebook and
which scoring the rows come from. Rows that do not fit are in no view, and are made anew
when the tour is next written. They can all be dropped: `DELETE FROM kept`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import (
    Connection,
    Dialect,
    Table,
    and_,
    case,
    func,
    insert,
    select,
    text,
)

from peloton.rules.model import ClassificationName, Section
from peloton.rules.race import SCORING
from peloton.rules.result_lines import FINISHED, prime_winners
from peloton.rules.results import Race, StageScore, TimeStanding
from peloton.store import tables as t
from peloton.store.columns import escaped
from peloton.store.parts import RULEBOOK, StoredTour

Scorer = Callable[[StoredTour], Race | None]
"""Scores a tour by the rulebook kept with it; None where that cannot be."""

Line = tuple[Any, ...]

_FIGURES = "time=a gap=b bonus=c penalty=d points=e mountains=f"
LISTS = {
    name: dict(pair.split("=") for pair in columns.split())
    for name, columns in (
        ("results", f"place=place bib=who status=word {_FIGURES}"),
        ("team_results", "rank=place team=who time=a points=c"),
        ("general", "rank=place bib=who time=a gap=b points=c tie=word"),
        ("points", "rank=place bib=who points=c tie=word"),
        ("mountains", "rank=place bib=who points=c tie=word"),
        ("active", "rank=place bib=who points=c tie=word"),
        ("young", "rank=place bib=who time=a gap=b points=c tie=word"),
        ("teams", "rank=place team=who time=a gap=b points=c tie=word"),
        ("jerseys", "jersey=word classification=a leader=who wearer=other"),
        ("purse", "team=who earned=a balance=b"),
        ("extra_turns", "bib=who granted=a used=b left=c"),
    )
}
"""The views, and which column of a row each of theirs is; the order is kept."""

STAGES, PRIMES = len(LISTS), len(LISTS) + 1
"""Lists without a view: the stages scored (a: cancelled, b: by teams) and who won each
sprint (a = 0) and climb (1).
"""

_PLACE = {name: number for number, name in enumerate(ClassificationName)}
_NUMBER = {name: number for number, name in enumerate(LISTS)}
_TOUR, _PART, _KEPT = (t.table_of(row) for row in (t.TourRow, t.PartRow, t.KeptRow))
_RIDER, _TEAM = t.table_of(t.KeptRiderRow), t.table_of(t.KeptTeamRow)
_LINE = t.table_of(t.KeptLineRow)
_NONE = (None,) * 4
_REST = [(None,) * (len(_LINE.columns) - 4 - given) for given in range(11)]
"""What a line is filled up with, by how many columns after its key are given."""
_STATUS: dict[str, None] = {FINISHED: None}
_STORED = f"SELECT {', '.join(c.name for c in list(_LINE.columns)[1:])} FROM kept_line"
_ORDER = "ORDER BY stage, list, number"
_RULEBOOK = "SELECT body FROM part"
_MEANT: dict[str, Callable[[Any], Any]] = {
    "status": lambda column: func.coalesce(column, FINISHED),
    "classification": lambda column: case(
        {number: str(name) for number, name in enumerate(ClassificationName)},
        value=column,
    ),
}
"""What is kept shorter than it is shown."""


def make_views(connection: Connection) -> None:
    """Make the views, in place of those there are."""
    drop_views(connection)
    dialect = connection.dialect
    for name, columns in LISTS.items():
        query = _view(name, columns)
        made = query.compile(dialect=dialect, compile_kwargs={"literal_binds": True})
        connection.execute(text(f"CREATE VIEW {name} AS {made}"))


def drop_views(connection: Connection) -> None:
    """Drop the views: no table that one shows can be changed."""
    for name in LISTS:
        connection.execute(text(f"DROP VIEW IF EXISTS {name}"))


def _view(name: str, columns: dict[str, str]) -> Any:  # noqa: ANN401 - SQLAlchemy's own
    """Return the query of a view: the rows that fit the newest scoring there is."""
    newest = select(func.max(_KEPT.c.scoring)).scalar_subquery()
    shown = [_TOUR.c.name.label("tour"), _LINE.c.stage]
    shown += [
        _MEANT.get(label, lambda it: it)(_LINE.c[column]).label(label)
        for label, column in columns.items()
    ]
    found = (
        _TOUR.join(
            _KEPT,
            and_(
                _KEPT.c.tour_id == _TOUR.c.id,
                _KEPT.c.step == _TOUR.c.step,
                _KEPT.c.scoring == newest,
            ),
        )
        .join(
            _PART,
            and_(
                _PART.c.tour_id == _TOUR.c.id,
                _PART.c.name == RULEBOOK,
                _PART.c.body == _KEPT.c.rulebook,
            ),
        )
        .join(_LINE, _LINE.c.tour_id == _TOUR.c.id)
    )
    if "bib" in columns:
        theirs = and_(_RIDER.c.tour_id == _TOUR.c.id, _RIDER.c.bib == _LINE.c.who)
        found = found.outerjoin(_RIDER, theirs)
        shown += [_RIDER.c.name.label("rider"), _RIDER.c.team.label("team")]
    return select(*shown).select_from(found).where(_LINE.c.list == _NUMBER[name])


def fits(connection: Connection, row: t.TourRow) -> bool:
    """Whether what is kept of a tour comes from its facts, by the scoring of today."""
    chosen = f"SELECT step, scoring FROM kept WHERE tour_id = {row.id:d}"
    return connection.exec_driver_sql(chosen).one_or_none() == (row.step, SCORING)


def keep(connection: Connection, row: t.TourRow, race: Race | None) -> None:
    """Write what a tour comes to, the stages that differ; nothing of one not scored."""
    where = f"WHERE tour_id = {row.id:d}"  # its statements are run many times over
    connection.exec_driver_sql(f"DELETE FROM kept {where}")
    if race is None:
        return
    was = _stages(connection.exec_driver_sql(f"{_STORED} {where} {_ORDER}"))
    now = _stages(line for score in race.stages for line in lines_of(score))
    differ = [stage for stage in {**was, **now} if was.get(stage) != now.get(stage)]
    for stage in differ:
        if stage in was:
            here = f"{where} AND stage = {stage:d}"
            connection.exec_driver_sql(f"DELETE FROM kept_line {here}")
    lines = [(row.id, *line) for stage in differ for line in now.get(stage, ())]
    _insert(connection, _LINE, lines)
    for table, rows in (
        (_RIDER, [(r.bib, r.name, r.team, r.neutral) for r in race.tour.riders]),
        (_TEAM, [(team.code, team.name, team.player) for team in race.tour.teams]),
    ):
        connection.exec_driver_sql(f"DELETE FROM {table.name} {where}")
        cells = [(row.id, *map(_escaped, each)) for each in rows]
        _insert(connection, table, cells)
    rulebook = connection.exec_driver_sql(f"{_RULEBOOK} {where} AND name = 'rulebook'")
    stages, unit = len(race.tour.stages), race.rulebook.unit
    stamp = (row.id, row.step, rulebook.scalar_one(), SCORING, stages, unit)
    _insert(connection, _KEPT, [stamp])


def _insert(connection: Connection, table: Table, lines: list[Line]) -> None:
    """Insert many lines as the driver takes them: a third of the time."""
    statement, names = _insertion(table, connection.dialect)
    if lines and names:
        rows = [dict(zip(names, line, strict=True)) for line in lines]
        connection.exec_driver_sql(statement, rows)
    elif lines:
        connection.exec_driver_sql(statement, lines)


@lru_cache
def _insertion(table: Table, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """Return the insertion, and the names of its cells if the driver goes by them."""
    made = insert(table).compile(dialect=dialect)
    by_name = () if made.positional else tuple(c.name for c in table.columns)
    return str(made), by_name


def _escaped(cell: Any) -> Any:  # noqa: ANN401 - of any column
    return escaped(cell) if isinstance(cell, str) else cell


def _stages(lines: Iterable[Sequence[Any]]) -> dict[int, list[Line]]:
    found = groupby(map(tuple, lines), itemgetter(0))
    return {cast("int", stage): list(group) for stage, group in found}


def lines_of(score: StageScore) -> Iterator[Line]:
    """Go through a stage as lines: stage, list, number, and the columns in order."""
    for list_number, lines in _lists(score).items():
        for number, line in enumerate(lines):
            yield (score.number, list_number, number, *line, *_REST[len(line)])


def _lists(score: StageScore) -> dict[int, list[Line]]:
    """Return the lists of a stage, the first columns of each line."""
    return {
        _NUMBER["results"]: [
            (r.place, escaped(r.bib), _STATUS.get(r.status, r.status), None)
            + (r.time, r.gap, r.bonus, r.penalty, r.points, r.mountains)
            for r in score.result
        ],
        _NUMBER["team_results"]: [
            (r.rank, escaped(r.team), None, None, r.time, None, r.points)
            for r in score.team_result
        ],
        **{
            _NUMBER[name]: [
                (r.rank, escaped(r.who), r.tie, None, r.time, r.gap)
                if isinstance(r, TimeStanding)
                else (r.rank, escaped(r.who), r.tie, None, None, None, r.points)
                for r in rows
            ]
            for name, rows in score.standings.items()
        },
        _NUMBER["jerseys"]: [
            (None, escaped(r.leader), r.jersey, _escaped(r.wearer), _PLACE[r[1]])
            for r in score.jerseys
        ],
        _NUMBER["purse"]: [
            (None, escaped(r.team), None, None, r.earned, r.balance)
            for r in score.purse
        ],
        _NUMBER["extra_turns"]: [
            (None, escaped(r.bib), None, None, r.granted, r.used, r.left)
            for r in score.extra_turns
        ],
        STAGES: [(*_NONE, int(bool(score.stage.cancelled)), int(score.stage.by_teams))],
        PRIMES: [
            (None, escaped(bib), None, None, int(isinstance(prime, Section)))
            for prime, bib in prime_winners(score.stage, score.result)
        ],
    }
