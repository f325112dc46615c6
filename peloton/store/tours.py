"""The tours in the store, by name, and which of them is the current one."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import zip_longest
from typing import NamedTuple, cast

from sqlalchemy import (
    Connection,
    Table,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from peloton.errors import StoreError
from peloton.rules.model import Tour
from peloton.store import tables as t
from peloton.store.reading import stored_tour, stored_tours
from peloton.store.writing import (
    house_rule_rows,
    option_rows,
    record,
    rider_rows,
    stage_rows,
    team_rows,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TourSummary:
    """One line of the list of tours; `ridden` counts cancelled stages too."""

    name: str
    rulebook: str
    date: dt.date | None
    riders: int
    stages: int
    ridden: int
    current: bool


class TourDay(NamedTuple):
    """The name of a tour and the day it began, where one was given."""

    name: str
    date: dt.date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTour:
    """A tour and the text (TOML) of the rulebook it was scored with.

    The text stays as it was when a later peloton changes a built-in rulebook.
    """

    tour: Tour
    rulebook_text: str


_TOUR = t.table_of(t.TourRow)
_CURRENT = t.table_of(t.CurrentTourRow)
_OPTION = t.table_of(t.OptionRow)
_RULE = t.table_of(t.HouseRuleRow)
_TEAM = t.table_of(t.TeamRow)
_RIDER = t.table_of(t.RiderRow)
_STAGE = t.table_of(t.StageRow)
_FINISH = t.table_of(t.FinishLineRow)


class Store:
    """The tours of one database, within one transaction (see `open_store`).

    Names of tours are matched exactly, letter case included.
    """

    def __init__(self, connection: Connection) -> None:
        """Work within the transaction of a connection."""
        self._connection = connection

    def __contains__(self, name: str) -> bool:
        """Whether there is a tour of this name."""
        return self._find(name) is not None

    def summaries(self) -> tuple[TourSummary, ...]:
        """Return a summary of every tour, by name."""
        riders = select(func.count()).where(_RIDER.c.tour_id == _TOUR.c.id)
        stages = select(func.count()).where(_STAGE.c.tour_id == _TOUR.c.id)
        finished = exists().where(
            _FINISH.c.tour_id == _STAGE.c.tour_id, _FINISH.c.stage == _STAGE.c.number
        )
        seen = (_STAGE.c[name].is_not(None) for name in ("laps", "heats", "eliminated"))
        ridden = stages.where(or_(_STAGE.c.cancelled != "", finished, *seen))
        counts = (count.scalar_subquery() for count in (riders, stages, ridden))
        found = self._connection.execute(
            select(_TOUR.c.name, _TOUR.c.rulebook, _TOUR.c.date, *counts)
        )
        current = self.current()
        return tuple(
            TourSummary(
                name=name,
                rulebook=rulebook,
                date=date,
                riders=rider_count,
                stages=stage_count,
                ridden=ridden_count,
                current=name == current,
            )
            for name, rulebook, date, rider_count, stage_count, ridden_count in sorted(
                found, key=lambda row: str(row.name)
            )
        )

    def tour(self, name: str) -> StoredTour:
        """Return a tour as it was saved; StoreError where there is none."""
        row = self._named(name)
        return StoredTour(
            tour=stored_tour(self._connection, row), rulebook_text=row.rulebook_text
        )

    def calendar(self) -> tuple[TourDay, ...]:
        """Return the name and the day of every tour, by day, then name; undated last.

        A tour without a date of its own has that of its first dated stage.
        """
        first_stage = select(func.min(_STAGE.c.date)).where(
            _STAGE.c.tour_id == _TOUR.c.id
        )
        day = func.coalesce(_TOUR.c.date, first_stage.scalar_subquery())
        days = [
            TourDay(name=name, date=date)
            for name, date in self._connection.execute(select(_TOUR.c.name, day))
        ]
        return tuple(sorted(days, key=lambda day: (day.date or dt.date.max, day.name)))

    def tours(self, names: Sequence[str]) -> Iterator[StoredTour]:
        """Go through several tours in the order named, reading many at a time.

        Raises StoreError for a name that no tour has.
        """
        known = {row.name: row for row in self._connection.execute(select(_TOUR))}
        for name in names:
            if name not in known:
                raise _unknown(name, sorted(known))
        rows = [cast("t.TourRow", known[name]) for name in names]
        for row, tour in zip(rows, stored_tours(self._connection, rows), strict=True):
            yield StoredTour(tour=tour, rulebook_text=row.rulebook_text)

    def save(self, tour: Tour, rulebook_text: str) -> None:
        """Keep a tour, in place of the one of that name; write only what differs.

        Raises StoreError for what no database can keep: a bib, a team code or a
        name of a crossing twice, a number beyond 64 bits.
        """
        row = self._find(tour.name)
        if row is None:
            stored = Tour(name=tour.name, rulebook=tour.rulebook)
        else:
            stored = stored_tour(self._connection, row)
        tour_id = self._keep_row(row, tour, rulebook_text)
        changed = [
            *self._changed_startlist(tour_id, stored, tour),
            *self._changed_stages(tour_id, stored, tour),
        ]
        record(self._connection, changed)

    def delete(self, name: str) -> None:
        """Delete a tour; if it was the current one, there is none any more."""
        row = self._named(name)
        self._connection.execute(delete(_TOUR).where(_TOUR.c.id == row.id))

    def use(self, name: str) -> None:
        """Make a tour the current one."""
        row = self._named(name)
        self._connection.execute(delete(_CURRENT))
        self._connection.execute(insert(_CURRENT).values(id=1, tour_id=row.id))

    def current(self) -> str | None:
        """Return the name of the current tour, if there is one."""
        name: str | None = self._connection.scalar(
            select(_TOUR.c.name).join(_CURRENT, _CURRENT.c.tour_id == _TOUR.c.id)
        )
        return name

    def _find(self, name: str) -> t.TourRow | None:
        found = self._connection.execute(select(_TOUR).where(_TOUR.c.name == name))
        row = cast("t.TourRow | None", found.one_or_none())
        # Some databases take 'Giro ' for 'Giro', and one must not replace the other.
        return row if row is not None and row.name == name else None

    def _named(self, name: str) -> t.TourRow:
        row = self._find(name)
        if row is None:
            known = sorted(self._connection.scalars(select(_TOUR.c.name)))
            raise _unknown(name, known)
        return row

    def _keep_row(self, row: t.TourRow | None, tour: Tour, rulebook_text: str) -> int:
        """Write the row of a tour if it is new or differs; return its id."""
        facts = {
            "rulebook": tour.rulebook,
            "rulebook_text": rulebook_text,
            "date": tour.date,
        }
        if row is None:
            new = insert(_TOUR).values(name=tour.name, **facts)
            key = self._connection.execute(new).inserted_primary_key
            return cast("tuple[int]", key)[0]
        if facts != {name: getattr(row, name) for name in facts}:
            self._connection.execute(
                update(_TOUR).where(_TOUR.c.id == row.id).values(**facts)
            )
        return cast("int", row.id)

    def _changed_startlist(
        self, tour_id: int, stored: Tour, tour: Tour
    ) -> Iterator[t.Row]:
        """Delete the lists that differ, whole; return their new rows."""
        lists: tuple[tuple[Table, object, object, Iterator[t.Row]], ...] = (
            (
                _OPTION,
                stored.options,
                tour.options,
                option_rows(tour_id, tour.options),
            ),
            (_RULE, stored.rules, tour.rules, house_rule_rows(tour_id, tour.rules)),
            (_TEAM, stored.teams, tour.teams, team_rows(tour_id, tour.teams)),
            (_RIDER, stored.riders, tour.riders, rider_rows(tour_id, tour.riders)),
        )
        for table, old, new, rows in lists:
            if _differ(old, new):
                self._connection.execute(
                    delete(table).where(table.c.tour_id == tour_id)
                )
                yield from rows

    def _changed_stages(
        self, tour_id: int, stored: Tour, tour: Tour
    ) -> Iterator[t.Row]:
        """Delete the stages that differ; return the rows of those in their place."""
        both = zip_longest(stored.stages, tour.stages)
        for number, (old, new) in enumerate(both, 1):
            if not _differ(old, new):
                continue
            if old is not None:
                self._connection.execute(
                    delete(_STAGE).where(
                        _STAGE.c.tour_id == tour_id, _STAGE.c.number == number
                    )
                )
            if new is not None:
                yield from stage_rows(tour_id, number, new)


def _differ(old: object, new: object) -> bool:
    """Whether two facts differ, be it in the order of a mapping or in 1 for true."""
    return repr(old) != repr(new)


def _unknown(name: str, known: list[str]) -> StoreError:
    if not known:
        return StoreError(f"no tour called {name!r}: there are no tours yet")
    near = get_close_matches(name, known, cutoff=0.5) or known[:3]
    return StoreError(f"no tour called {name!r}, nearest: {', '.join(map(repr, near))}")
