"""A tour taken apart: the parts that a change is written, kept and taken back by."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple, cast

from sqlalchemy import Date

from peloton.rules.model import Rider, Stage, Team, Tour
from peloton.store import tables as t
from peloton.store.reading import Facts
from peloton.store.writing import (
    house_rule_rows,
    option_rows,
    rider_rows,
    stage_rows,
    team_rows,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTour:
    """A tour and the text (TOML) of the rulebook it was scored with.

    The text stays as it was when a later peloton changes a built-in rulebook.
    """

    tour: Tour
    rulebook_text: str


class Startlist(NamedTuple):
    """The teams and riders of a tour."""

    teams: tuple[Team, ...]
    riders: tuple[Rider, ...]


Part = Tour | Startlist | Stage | str
"""What a tour says of itself, its startlist, one of its stages, a rulebook's text."""

Parts = Mapping[str, Part]
"""Parts by name: `tour`, `rulebook`, `startlist`, `stage 1`; none: no such tour."""

HEADER, RULEBOOK, STARTLIST, STAGE = "tour", "rulebook", "startlist", "stage"


def parts_of(stored: StoredTour | None) -> dict[str, Part]:
    """Take a tour apart."""
    if stored is None:
        return {}
    tour = stored.tour
    return {
        HEADER: replace(tour, teams=(), riders=(), stages=()),
        RULEBOOK: stored.rulebook_text,
        STARTLIST: Startlist(tour.teams, tour.riders),
        **{f"{STAGE} {n}": stage for n, stage in enumerate(tour.stages, 1)},
    }


def is_whole(parts: Parts) -> bool:
    """Whether no stage is missing before another one."""
    numbers = sorted(number for _, number in stages_in(parts))
    return numbers == list(range(1, len(numbers) + 1))


def whole(parts: Parts) -> StoredTour | None:
    """Put the parts of a tour together again."""
    if not parts:
        return None
    teams, riders = cast("Startlist", parts[STARTLIST])
    names = sorted(stages_in(parts), key=itemgetter(1))
    tour = replace(
        cast("Tour", parts[HEADER]),
        teams=teams,
        riders=riders,
        stages=tuple(cast("Stage", parts[name]) for name, _ in names),
    )
    return StoredTour(tour=tour, rulebook_text=cast("str", parts[RULEBOOK]))


def stages_in(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Return the names that are those of stages, each with its number."""
    for name in names:
        kind, _, number = name.partition(" ")
        if kind == STAGE:
            yield name, int(number)


def differ(old: object, new: object) -> bool:
    """Whether two facts differ, be it in the order of a mapping or in 1 for true."""
    return old is not new and repr(old) != repr(new)


def differing(old: Parts, new: Parts) -> list[str]:
    """Return the names of the parts that came, went or changed, in order."""
    return [name for name in {**old, **new} if differ(old.get(name), new.get(name))]


def part_rows(tour_id: int, name: str, part: Part) -> Iterator[t.Row]:
    """Return the rows of a part, less that of the tour itself."""
    if isinstance(part, Tour):
        yield from option_rows(tour_id, part.options)
        yield from house_rule_rows(tour_id, part.rules)
    elif isinstance(part, Startlist):
        yield from team_rows(tour_id, part.teams)
        yield from rider_rows(tour_id, part.riders)
    elif isinstance(part, Stage):
        ((_, number),) = stages_in([name])
        yield from stage_rows(tour_id, number, part)


def encoded(part: Part, rows: Iterable[t.Row]) -> object:
    """Return a part as plain data, given its rows: a text as it is, else tables.

    A table is a list of rows, the first of which are the names of its columns; a
    column in which nothing stands is left out, and which tour it was.
    """
    if isinstance(part, str):
        return part
    if isinstance(part, Tour):
        header = t.TourRow(
            name=part.name,
            rulebook=part.rulebook,
            rulebook_text="",
            date=part.date,
            language=part.language,
        )
        rows = (header, *rows)
    by_table: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_table.setdefault(str(row.__tablename__), []).append(dict(row))
    return {name: _table(found) for name, found in by_table.items()}


def _table(rows: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    names = [
        name
        for name in rows[0]
        if name not in {"id", "tour_id"} and any(row[name] is not None for row in rows)
    ]
    cells = ([_plain(row[name]) for name in names] for row in rows)
    return [list(names), *cells]


def _plain(cell: Any) -> Any:  # noqa: ANN401 - a cell of any column
    return cell.isoformat() if isinstance(cell, dt.date) else cell


def decoded(parts: Mapping[str, Any]) -> dict[str, Part]:
    """Return the parts that plain data stands for.

    Raises KeyError, TypeError or ValueError where they are none.
    """
    return {name: _part(name, data) for name, data in parts.items()}


def _part(name: str, data: Any) -> Part:  # noqa: ANN401 - whatever JSON holds
    if name == RULEBOOK:
        return str(data)
    facts = Facts(partial(_cells, data))
    if name == HEADER:
        (tour,) = facts.tours(list(facts.of(t.TourRow)))
        return tour
    if name == STARTLIST:
        teams, riders = facts.startlists()
        return Startlist(tuple(teams[0]), tuple(riders[0]))
    ((stage,),) = facts.stages().values()
    return stage


def _cells(data: Mapping[str, Any], kind: type[t.Row]) -> list[list[Any]]:
    """Return the cells of one table of plain data, as the database has them."""
    table = t.table_of(kind)
    if table.name not in data:
        return []
    names, *rows = data[table.name]
    at = {name: index for index, name in enumerate(names)}
    columns = [
        (at.get(column.name), isinstance(column.type, Date)) for column in table.c
    ]
    nothing = {"id": 0, "tour_id": 0}
    empty = [nothing.get(column.name) for column in table.c]
    return [
        [
            missing if index is None else _cell(row[index], day=day)
            for (index, day), missing in zip(columns, empty, strict=True)
        ]
        for row in rows
    ]


def _cell(cell: Any, *, day: bool) -> Any:  # noqa: ANN401 - a cell of any column
    if isinstance(cell, list):
        return tuple(cell)
    return dt.date.fromisoformat(cell) if day and cell is not None else cell
