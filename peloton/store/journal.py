"""The journal: every change of a tour, to be taken back and brought again."""

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    func,
    insert,
    select,
    true,
    update,
)

from peloton.errors import StoreError
from peloton.store import tables as t
from peloton.store.codec import to_json
from peloton.store.drafts import Draft, keep_draft
from peloton.store.keeping import (
    AT_ONCE,
    Change,
    Texts,
    current_name,
    find,
    make_current,
    named,
    put,
    stored,
    unknown,
)
from peloton.store.parts import (
    Parts,
    StoredTour,
    bodies_of,
    parts_of,
    stages_in,
    whole,
)
from peloton.store.steps import (
    AS_THEY_ARE,
    Side,
    Step,
    StepState,
    go_through,
    read_step,
    sides_of,
    whoami,
)

_JOURNAL = t.table_of(t.JournalRow)
_TOUR = t.table_of(t.TourRow)

_DONE = _JOURNAL.c.undone.is_(None) & ~_JOURNAL.c.dropped
_UNDONE = _JOURNAL.c.undone.is_not(None) & ~_JOURNAL.c.dropped


class Journal:
    """The changes of all the tours of a database, deleted ones included.

    `made` are those entered in this transaction.
    """

    def __init__(self, connection: Connection) -> None:
        """Work within the transaction of a connection."""
        self._connection = connection
        self.made: list[Step] = []

    def note(
        self,
        name: str,
        what: str,
        change: Change,
        *,
        current_before: str | None,
        lost: bool = False,
    ) -> Step:
        """Enter a change that was made; what was taken back before is dropped by it.

        What was `lost` by it cannot be brought back, nor anything before it.
        """
        theirs = (_JOURNAL.c.tour == name) & (
            true() if lost else _JOURNAL.c.undone.is_not(None)
        )
        self._connection.execute(update(_JOURNAL).where(theirs).values(dropped=True))
        latest = select(func.max(_JOURNAL.c.number)).where(_JOURNAL.c.tour == name)
        step = Step(
            tour=name,
            number=(self._connection.scalar(latest) or 0) + 1,
            seconds=int(time.time()),
            what=what,
            state=StepState.DROPPED if lost else StepState.DONE,
            stages=_stages(change),
            before=change.before,
            after=change.after,
            current_before=current_before,
            current_after=current_name(self._connection),
            drafts=change.drafts,
            **whoami(),
        )
        row = {
            **{name: getattr(step, name) for name in AS_THEY_ARE},
            "dropped": lost,
            "stages": to_json(tuple[int, ...], step.stages),
            "before": _object(bodies_of(step.before)),
            "after": _object(change.came),
            "drafts": _drafts(step.drafts),
        }
        self._connection.execute(insert(_JOURNAL).values(row))
        self.made.append(step)
        return step

    def steps(
        self,
        name: str | None,
        *,
        stage: int | None = None,
        number: int | None = None,
        limit: int | None = None,
    ) -> tuple[Step, ...]:
        """Return the latest steps of a tour, or of all of them, the newest first.

        With `stage`, only those that touched it; with `number`, only that one.
        Raises StoreError for a name that no tour has or had.
        """
        columns = (_JOURNAL.c[key] for key in ("id", "tour", "number", "stages"))
        chosen = select(*columns).order_by(_JOURNAL.c.id.desc())
        if name is not None:
            self._refuse_unknown(name)
            chosen = chosen.where(_JOURNAL.c.tour == name)
        found = self._connection.execute(chosen)
        ids = [
            row.id
            for row in found
            if name in {None, row.tour}
            and number in {None, row.number}
            and (stage is None or str(stage) in re.findall(r"\d+", row.stages))
        ]
        return tuple(step for _, step in self._steps(ids[:limit]))

    def latest(self, name: str) -> str | None:
        """Return what was done last to a tour and stands, in words."""
        chosen = select(_JOURNAL.c.what).where(_JOURNAL.c.tour == name, _DONE)
        what: str | None = self._connection.scalar(
            chosen.order_by(_JOURNAL.c.number.desc()).limit(1)
        )
        return what

    def undo(self, name: str, count: int) -> tuple[Step, ...]:
        """Take back the latest steps of a tour, the newest first; return them.

        Raises StoreError if there are not so many, or the tour is not as the newest
        of them left it.
        """
        find(self._connection, name)  # locks it: nothing may come between
        latest: int = self._connection.scalar(select(func.max(_JOURNAL.c.undone))) or 0
        found = self._tail(name, _DONE, _JOURNAL.c.number.desc(), count, "take back")
        turns = [(key, step, sides_of(step)) for key, step in found]
        self._turn(name, turns, range(latest + 1, latest + 1 + len(turns)))
        return tuple(step for _, step in found)

    def redo(self, name: str, count: int) -> tuple[Step, ...]:
        """Bring again the steps of a tour taken back last, in order; return them."""
        find(self._connection, name)  # as above
        found = self._tail(name, _UNDONE, _JOURNAL.c.number, count, "bring again")
        turns = [(key, step, sides_of(step, back=False)) for key, step in found]
        self._turn(name, turns, [None] * len(turns))
        return tuple(step for _, step in found)

    def to_undo(self) -> str | None:
        """Return the tour that is meant: the current one, else the one changed last."""
        current = current_name(self._connection)
        if current is not None:
            return current
        latest: str | None = self._connection.scalar(
            select(_JOURNAL.c.tour).where(_DONE).order_by(_JOURNAL.c.id.desc()).limit(1)
        )
        return latest

    def to_redo(self) -> str | None:
        """Return the tour that is meant: the one of the step taken back last.

        That is the current one, or one that was the current one until then.
        """
        current = current_name(self._connection)
        found = self._connection.execute(
            select(_JOURNAL.c.tour, _JOURNAL.c.current_before, _JOURNAL.c.current_after)
            .where(_UNDONE)
            .order_by(_JOURNAL.c.undone.desc())
        )
        for tour, before, after in found:
            if current in {None, tour} or (before == current and after == tour):
                return cast("str", tour)
        return current

    def _tail(
        self,
        name: str,
        chosen: ColumnElement[bool],
        order: ColumnElement[Any],
        count: int,
        aim: str,
    ) -> list[tuple[int, Step]]:
        """Return the next steps to take back or to bring again, by their rows' ids."""
        theirs = select(_JOURNAL.c.id).where(_JOURNAL.c.tour == name, chosen)
        ids = list(self._connection.scalars(theirs.order_by(order)))
        if not ids:
            self._refuse_unknown(name)
            message = f"nothing to {aim}: no change of {name!r} is left in the journal"
            raise StoreError(message)
        if len(ids) < count:
            message = f"found {count} steps to {aim}, {name!r} has {len(ids)}"
            raise StoreError(message)
        return self._steps(ids[:count])

    def _steps(self, ids: Sequence[int]) -> list[tuple[int, Step]]:
        """Return the steps of some rows by their ids, in the order of these."""
        by_id: dict[int, t.JournalRow] = {}
        for first in range(0, len(ids), AT_ONCE):
            some = _JOURNAL.c.id.in_(ids[first : first + AT_ONCE])
            for row in self._connection.execute(select(_JOURNAL).where(some)):
                by_id[row.id] = cast("t.JournalRow", row)
        texts = Texts(self._connection)
        return [(key, read_step(by_id[key], texts)) for key in ids]

    def _refuse_unknown(self, name: str) -> None:
        if find(self._connection, name) is None:
            known = {
                *self._connection.scalars(select(_TOUR.c.name)),
                *self._connection.scalars(select(_JOURNAL.c.tour).distinct()),
            }
            if name not in known:
                raise unknown(name, sorted(known))

    def _turn(
        self,
        name: str,
        turns: Sequence[tuple[int, Step, tuple[Side, Side]]],
        undone: Iterable[int | None],
    ) -> None:
        """Go through steps of a tour from one side to the other; mark them `undone`.

        What is between is not written, but where the tour comes or goes. StoreError
        if it is not as it was on this side.
        """
        now = stored(self._connection, find(self._connection, name))
        parts: Parts = parts_of(now)
        current = current_name(self._connection)
        marks = []
        for (key, step, sides), place in zip(turns, undone, strict=True):
            (have, current_here), (want, current_there) = sides
            then = go_through(step, parts, have, want)
            drafts: tuple[Draft, ...] = ()
            if bool(then) != bool(parts):
                now, _ = self._put(name, now, parts)
                now, drafts = self._put(name, now, then)
                for draft in step.drafts if then else ():
                    row = named(self._connection, name)
                    keep_draft(self._connection, row.id, draft)
            if current == current_here != current_there:
                make_current(self._connection, current_there)
            if current_here != current_there or bool(then) != bool(parts):
                current = current_name(self._connection)
            parts = then
            marks.append({"key": key, "place": place, "went": _drafts(drafts)})
        self._put(name, now, parts)
        turned = update(_JOURNAL).where(_JOURNAL.c.id == bindparam("key"))
        turned = turned.values(undone=bindparam("place"), drafts=bindparam("went"))
        self._connection.execute(turned, marks)

    def _put(
        self, name: str, now: StoredTour | None, parts: Parts
    ) -> tuple[StoredTour | None, tuple[Draft, ...]]:
        """Write a tour as its parts are; return it, and the drafts that went by it."""
        then = whole(parts)
        change = put(self._connection, find(self._connection, name), now, then)
        return then, change.drafts


def _object(bodies: Mapping[str, str]) -> str:
    """Return bodies of parts as one JSON object."""
    return f"{{{','.join(f'{json.dumps(n)}:{body}' for n, body in bodies.items())}}}"


def _drafts(drafts: tuple[Draft, ...]) -> str | None:
    return to_json(tuple[Draft, ...], drafts) if drafts else None


def _stages(change: Change) -> tuple[int, ...]:
    numbers = (number for _, number in stages_in({**change.before, **change.after}))
    return tuple(sorted(numbers))
