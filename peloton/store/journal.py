"""The journal: every change of a tour, to be taken back and brought again."""

import json
import re
import time
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import cast

from peloton.errors import StoreError
from peloton.store.codec import to_json
from peloton.store.drafts import Draft, keep_draft
from peloton.store.keeping import (
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
    HEADER,
    STAGE,
    Parts,
    bodies_of,
    differing,
    is_whole,
    parts_of,
    stages_in,
    whole,
)
from peloton.store.shape import NOT_EMPTY, Database
from peloton.store.steps import AS_THEY_ARE, Step, StepState, read_step

_DONE = {"undone": None, "dropped": False}
_UNDONE = {"undone": NOT_EMPTY, "dropped": False}

_Side = tuple[Parts, str | None]
"""One side of a step: the parts as they are there, and the current tour."""


class Journal:
    """The changes of all the tours of a database, deleted ones included.

    `made` are those entered in this transaction, `turned` the tours gone back or forth.
    """

    def __init__(self, database: Database) -> None:
        """Work within a transaction of a database."""
        self._database = database
        self.made: list[Step] = []
        self.turned: set[str] = set()

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
        theirs = {"tour": name} if lost else {"tour": name, "undone": NOT_EMPTY}
        self._database.update("journal", {"dropped": True}, **theirs)
        numbers = [
            number for (number,) in self._database.rows("journal", "number", tour=name)
        ]
        step = Step(
            tour=name,
            number=max(numbers, default=0) + 1,
            seconds=int(time.time()),
            what=what,
            state=StepState.DROPPED if lost else StepState.DONE,
            stages=_stages(change),
            before=change.before,
            after=change.after,
            current_before=current_before,
            current_after=current_name(self._database),
            drafts=change.drafts,
        )
        row = {
            **{name: getattr(step, name) for name in AS_THEY_ARE},
            "dropped": lost,
            "stages": to_json(tuple[int, ...], step.stages),
            "before": _object(bodies_of(step.before)),
            "after": _object(change.came),
            "drafts": _drafts(step.drafts),
        }
        self._database.insert("journal", [row])
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
        if name is not None:
            self._refuse_unknown(name)
        found = self._database.rows("journal", "id tour number stages")
        ids = [
            row.id
            for row in reversed(found)
            if name in {None, row.tour}
            and number in {None, row.number}
            and (stage is None or str(stage) in re.findall(r"\d+", row.stages))
        ]
        return tuple(step for _, step in self._steps(ids[:limit]))

    def latest(self, name: str) -> str | None:
        """Return what was done last to a tour and stands, in words."""
        rows = self._database.rows("journal", "what", tour=name, **_DONE)
        return rows[-1].what if rows else None

    def undo(self, name: str, count: int) -> tuple[Step, ...]:
        """Take back the latest steps of a tour, the newest first; return them.

        Raises StoreError if there are not so many, or the tour is not as the newest
        of them left it.
        """
        undone = self._database.rows("journal", "undone", undone=NOT_EMPTY)
        latest = max((row.undone for row in undone), default=0)
        found = self._tail(name, count, back=True)
        for place, (key, step) in enumerate(found, latest + 1):
            forth, back = _sides(step)
            self._turn(key, step, forth, back, undone=place)
        return tuple(step for _, step in found)

    def redo(self, name: str, count: int) -> tuple[Step, ...]:
        """Bring again the steps of a tour taken back last, in order; return them."""
        found = self._tail(name, count, back=False)
        for key, step in found:
            forth, back = _sides(step)
            self._turn(key, step, back, forth, undone=None)
        return tuple(step for _, step in found)

    def to_undo(self) -> str | None:
        """Return the tour that is meant: the current one, else the one changed last."""
        current = current_name(self._database)
        if current is not None:
            return current
        done = self._database.rows("journal", "tour", **_DONE)
        return done[-1].tour if done else None

    def to_redo(self) -> str | None:
        """Return the tour that is meant: the one of the step taken back last.

        That is the current one, or one that was the current one until then.
        """
        current = current_name(self._database)
        columns = "undone tour current_before current_after"
        found = self._database.rows("journal", columns, **_UNDONE)
        for _, tour, before, after in sorted(found, key=itemgetter(0), reverse=True):
            if current in {None, tour} or (before == current and after == tour):
                return cast("str", tour)
        return current

    def _tail(self, name: str, count: int, *, back: bool) -> list[tuple[int, Step]]:
        """Return the next steps to take back or to bring again, by their rows' ids."""
        aim = "take back" if back else "bring again"
        chosen = _DONE if back else _UNDONE
        found = self._database.rows("journal", "number id", tour=name, **chosen)
        ids = [key for _, key in sorted(found, reverse=back)]
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
        by_id = {row.id: row for row in self._database.rows("journal", id=list(ids))}
        texts = Texts(self._database)
        return [(key, read_step(by_id[key], texts)) for key in ids]

    def _refuse_unknown(self, name: str) -> None:
        if find(self._database, name) is None:
            known = {
                *(row.name for row in self._database.rows("tour", "name")),
                *(row.tour for row in self._database.rows("journal", "tour")),
            }
            if name not in known:
                raise unknown(name, sorted(known))

    def _turn(
        self, key: int, step: Step, here: _Side, there: _Side, *, undone: int | None
    ) -> None:
        """Go from one side of a step to the other, and mark its row with `undone`.

        StoreError if the tour is not as it was on this side.
        """
        (have, current_here), (want, current_there) = here, there
        tour_row = find(self._database, step.tour)
        now = stored(self._database, tour_row)
        parts, current = parts_of(now), current_name(self._database)
        goes = HEADER in have and HEADER not in want
        touched = parts if goes else {**have, **want}
        found = {name: parts[name] for name in touched if name in parts}
        rest = {name: part for name, part in parts.items() if name not in have}
        changed, then = differing(have, found), {**rest, **want}
        if not changed and not is_whole(then):
            changed = [STAGE]  # one would be left without those before it
        if changed:
            message = (
                f"{step.tour!r} is not as step {step.number}, {step.what!r}, has it:"
                f" {', '.join(changed)} changed past the journal; nothing was changed"
            )
            raise StoreError(message)
        change = put(self._database, tour_row, now, whole(then))
        self.turned.add(step.tour)
        if now is None and want:
            back = named(self._database, step.tour)
            for draft in step.drafts:
                keep_draft(self._database, back.id, draft)
        if current == current_here != current_there:
            make_current(self._database, current_there)
        marks = {"undone": undone, "drafts": _drafts(change.drafts)}
        self._database.update("journal", marks, id=key)


def _sides(step: Step) -> tuple[_Side, _Side]:
    """Return a tour as it is when a step is done, and as it was before."""
    forth = step.after, step.current_after
    return forth, (step.before, step.current_before)


def _object(bodies: Mapping[str, str]) -> str:
    """Return bodies of parts as one JSON object."""
    return f"{{{','.join(f'{json.dumps(n)}:{body}' for n, body in bodies.items())}}}"


def _drafts(drafts: tuple[Draft, ...]) -> str | None:
    return to_json(tuple[Draft, ...], drafts) if drafts else None


def _stages(change: Change) -> tuple[int, ...]:
    numbers = (number for _, number in stages_in({**change.before, **change.after}))
    return tuple(sorted(numbers))
