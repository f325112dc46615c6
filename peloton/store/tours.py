"""The tours in the store, by name, and which of them is the current one."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from sqlalchemy import Connection, exists, func, or_, select

from peloton.errors import StoreError
from peloton.rules.model import Tour
from peloton.store import tables as t
from peloton.store.drafts import Draft, drafts_of, drop_draft, keep_draft
from peloton.store.journal import Journal
from peloton.store.keeping import (
    current_name,
    find,
    make_current,
    named,
    put,
    stored,
    unknown,
)
from peloton.store.parts import StoredTour
from peloton.store.reading import stored_tour, stored_tours
from peloton.store.steps import Step


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


_TOUR = t.table_of(t.TourRow)
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
        self.journal = Journal(connection)

    def __contains__(self, name: str) -> bool:
        """Whether there is a tour of this name."""
        return find(self._connection, name) is not None

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
        row = named(self._connection, name)
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
                raise unknown(name, sorted(known))
        rows = [cast("t.TourRow", known[name]) for name in names]
        for row, tour in zip(rows, stored_tours(self._connection, rows), strict=True):
            yield StoredTour(tour=tour, rulebook_text=row.rulebook_text)

    def save(
        self,
        tour: Tour,
        rulebook_text: str,
        what: str,
        *,
        current: bool = False,
        was: tuple[Tour, str] | None = None,
    ) -> Step | None:
        """Keep a tour, in place of the one of that name; write only what differs.

        `what` says in words what was changed, for the journal; with `current` the
        tour becomes the current one by it. `was` is what it was made from.
        Returns the step of the journal; None if everything was so already.
        Raises StoreError if the tour is no longer as it `was`, or for what no database
        can keep: a bib, a team code or a name of a crossing twice, a number beyond 64
        bits.
        """
        was_current = self.current()
        row = find(self._connection, tour.name)
        old = stored(self._connection, row)
        now = old and (old.tour, old.rulebook_text)
        if was is not None and now != was:
            message = "the tour was changed meanwhile; nothing was saved, try again"
            raise StoreError(message)
        new = StoredTour(tour=tour, rulebook_text=rulebook_text)
        change = put(self._connection, row, old, new)
        if current:
            self.use(tour.name)
        if not change.before and not change.after and self.current() == was_current:
            return None
        return self.journal.note(tour.name, what, change, current_before=was_current)

    def delete(self, name: str) -> Step:
        """Delete a tour; if it was the current one, there is none any more.

        One that is damaged goes too, and cannot be brought back.
        """
        was_current = self.current()
        row = named(self._connection, name)
        try:
            old = stored(self._connection, row)
        except StoreError:
            old = None
        change = put(self._connection, row, old, None)
        return self.journal.note(
            name,
            "deleted the tour",
            change,
            current_before=was_current,
            lost=old is None,
        )

    def use(self, name: str) -> None:
        """Make a tour the current one."""
        make_current(self._connection, named(self._connection, name).name)

    def current(self) -> str | None:
        """Return the name of the current tour, if there is one."""
        return current_name(self._connection)

    def draft(self, name: str, stage: int) -> Draft | None:
        """Return what was typed of a stage and is not saved, if there is any."""
        drafts = self.drafts(name)
        return next((draft for draft in drafts if draft.stage == stage), None)

    def drafts(self, name: str) -> tuple[Draft, ...]:
        """Return all that was typed of a tour and is not saved, by stage."""
        return drafts_of(self._connection, named(self._connection, name).id)

    def keep_draft(self, name: str, stage: int, text: str, base: str) -> None:
        """Keep what was typed of a stage so far, and what it was begun from.

        It is no change of the tour: the journal says nothing of it. It goes with the
        tour, and comes again when that is taken back.
        """
        row = named(self._connection, name)
        keep_draft(self._connection, row.id, Draft(stage, text, base))

    def drop_draft(self, name: str, stage: int) -> None:
        """Forget what was typed of a stage."""
        drop_draft(self._connection, named(self._connection, name).id, stage)
