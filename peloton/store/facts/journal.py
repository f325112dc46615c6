"""The journal: every change to a tour, with undo and redo."""

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from peloton.errors import StoreError
from peloton.rules.words import phrase
from peloton.store.facts.codec import compact_json, decoded, json_of, plain_data
from peloton.store.facts.hash_chain import StepRow, change_steps, journal_rows
from peloton.store.facts.parts import (
    Draft,
    Step,
    TextOf,
    differing_names,
    read_parts,
    stage_numbers,
    step_author,
)
from peloton.store.facts.tour_rows import (
    Change,
    TourRows,
    parsed_tour,
    unknown_tour_error,
)

_YEAR_9999 = 253_370_764_800
_DONE = {"undone": None, "dropped": False}


class Journal:
    """The changes to all tours of a database, including deleted tours.

    `new_steps` lists the changes in this transaction; for an undone step, its reversal.
    """

    def __init__(self, tours: TourRows) -> None:
        """Work within a transaction of a database."""
        self._tours, self._database = tours, tours.database
        self.new_steps: list[Step] = []

    def add_step(
        self,
        name: str,
        what: str,
        change: Change,
        drafts: tuple[Draft, ...],
        current_before: str | None,
    ) -> Step:
        """Add a step for a change; undone steps can then no longer be redone.

        `drafts` are the drafts that the change deleted.
        """
        before, after = change
        known = self._database.rows("journal", "number undone dropped", tour=name)
        number = max((row.number for row in known), default=0) + 1
        dropped: dict[int, dict[str, object]] = {
            row.number: {"dropped": True}
            for row in known
            if row.undone is not None and not row.dropped
        }
        row = {
            "tour": name,
            "number": number,
            "seconds": int(time.time()),
            "what": what,
            "current_before": current_before,
            "current_after": self._tours.current(),
            "undone": None,
            "dropped": False,
            "stages": compact_json(stage_numbers({**before, **after})),
            "before": object_text(before),
            "after": object_text(after),
            "drafts": _drafts(drafts),
            "hash": "",
            **step_author(),
        }
        self._database.insert("journal", row)
        change_steps(self._database, name, {**dropped, number: {}})
        step = read_step(row, self._tours.rulebook_text)
        self.new_steps.append(step)
        return step

    def names(self) -> frozenset[str]:
        """Return the names of the tours with a journal, including deleted tours."""
        return frozenset(row.tour for row in self._database.rows("journal", "tour"))

    def steps(
        self,
        name: str | None,
        *,
        stage: int | None = None,
        number: int | None = None,
        limit: int | None = None,
    ) -> tuple[Step, ...]:
        """Return the latest steps of a tour, or of all tours, newest first.

        With `stage`, only steps that changed this stage are returned; with `number`,
        only the step with this number. Raises StoreError for a name that no tour has or
        ever had.
        """
        where = {} if name is None else {"tour": name}
        if name is not None:
            self._refuse_unknown(name)
        found = [
            row
            for row in reversed(self._database.rows("journal", **where))
            if number in {None, row.number}
            and (stage is None or str(stage) in re.findall(r"\d+", row.stages))
        ]
        text_of = self._tours.rulebook_text
        return tuple(read_step(row._asdict(), text_of) for row in found[:limit])

    def first_step(self, name: str) -> tuple[int, int] | None:
        """Return the id and time of a tour's first step; None if it has no journal.

        The id and the time identify the tour even if it is renamed, or deleted and
        restored.
        """
        rows = self._database.rows("journal", "id seconds", tour=name)
        return tuple(rows[0]) if rows else None

    def tour_of(self, first_step: tuple[int, int]) -> str | None:
        """Return the name of the tour with this first step; the tour may be deleted."""
        id_, seconds = first_step
        rows = self._database.rows("journal", "tour", id=id_, seconds=seconds)
        return rows[0].tour if rows else None

    def latest(self, name: str) -> tuple[int, str] | None:
        """Return the number and description of the latest step to undo, if any."""
        rows = self._database.rows("journal", "number what", tour=name, **_DONE)
        return (rows[-1].number, rows[-1].what) if rows else None

    def undo(self, name: str, count: int) -> tuple[Step, ...]:
        """Undo the latest steps of a tour, newest first, and return them.

        Raises StoreError if fewer than `count` steps can be undone, or if the tour does
        not match its journal.
        """
        return self._undo_or_redo(name, count, back=True)

    def redo(self, name: str, count: int) -> tuple[Step, ...]:
        """Redo the latest undone steps of a tour, in order, and return them."""
        return self._undo_or_redo(name, count, back=False)

    def to_undo(self) -> str | None:
        """Return the current tour or else the tour that was changed last.

        If the database has several users, only this user's changes are considered.
        """
        current = self._tours.current()
        if current is not None:
            return current
        done = self._database.rows("journal", "tour user_name host", **_DONE)
        own = (row.tour for row in reversed(done) if self._is_own(*row[1:]))
        return next(own, None)

    def _is_own(self, *author: str | None) -> bool:
        """Return whether this user made a change; True if there are no other users."""
        me = step_author()
        return self._database.own is None or author == (me["user_name"], me["host"])

    def to_redo(self) -> str | None:
        """Return the name of the tour whose undone step `redo` reapplies by default.

        This is the tour of the most recently undone step. Only steps of the current
        tour, and steps that made their tour current, are considered. If no tour is
        current, all steps are considered. If the database has several users, steps of
        other tours are considered only if this user made them.
        """
        current = self._tours.current()
        found = self._database.query(
            "SELECT tour, current_before, current_after, user_name, host FROM journal"
            " WHERE undone IS NOT NULL AND NOT dropped ORDER BY undone DESC"
        )
        for tour, before, after, *author in found:
            is_next = current is None or (before == current and after == tour)
            if tour == current or (is_next and self._is_own(*author)):
                return str(tour)
        return current

    def _tail(
        self, name: str, rows: Sequence[dict[str, Any]], count: int, *, back: bool
    ) -> Sequence[dict[str, Any]]:
        """Return the next `count` of a tour's steps to undo or redo."""
        aim = "undo" if back else "redo"
        found = [
            row
            for row in rows
            if not row["dropped"] and (row["undone"] is None) is back
        ]
        if not found:
            self._refuse_unknown(name)
            raise StoreError(f"{name!r} has nothing to {aim}")
        if len(found) < count:
            raise StoreError(f"found {count} steps to {aim}, {name!r} has {len(found)}")
        return (found[::-1] if back else found)[:count]

    def _refuse_unknown(self, name: str) -> None:
        if name not in self._tours and name not in (known := self.names()):
            raise unknown_tour_error(name, sorted(known))

    def _undo_or_redo(self, name: str, count: int, *, back: bool) -> tuple[Step, ...]:
        """Undo or redo steps of a tour one by one, and return them."""
        # This locks the tour's row, so that no other program changes it meanwhile.
        head = self._tours.find(name)
        newest = "SELECT coalesce(max(CAST(undone AS INTEGER)), 0) FROM journal"
        ((latest,),) = self._database.query(newest)
        rows = journal_rows(self._database, name)
        found = self._tail(name, rows, count, back=back)
        steps = tuple(read_step(row, self._tours.rulebook_text) for row in found)
        bodies = self._tours.bodies(head)
        if changed := differing_names(bodies, replayed_bodies(rows)):
            raise StoreError(
                f"{name!r} differs from step {steps[0].number}, {steps[0].what!r}:"
                f" {', '.join(changed)} changed without the journal; nothing was"
                " changed"
            )
        changes = {}
        for place, (row, step) in enumerate(zip(found, steps, strict=True), latest + 1):
            row["undone"] = place if back else None
            old, new = ("after", "before") if back else ("before", "after")
            bodies = _with_change(bodies, row[old], row[new])
            self.new_steps.append(step.reversed() if back else step)
            name, drafts = self._apply(name, self.new_steps[-1], bodies)
            changes[step.number] = {"undone": row["undone"], "drafts": _drafts(drafts)}
        if differing_names(bodies, replayed_bodies(rows)):
            raise StoreError(f"the journal of {name!r} is damaged; nothing was changed")
        change_steps(self._database, name, changes)
        return steps

    def _apply(
        self, name: str, step: Step, bodies: Mapping[str, str]
    ) -> tuple[str, tuple[Draft, ...]]:
        """Apply a step that leads to `bodies`.

        Returns the name of the tour, and the previous drafts of the stages whose drafts
        the step restored or deleted. A draft without text means that there was none.
        """
        head, current = self._tours.find(name), self._tours.current()
        drafts = self._tours.drafts(name) if head else ()
        stored = parsed_tour(name, bodies, self._tours.rulebook_text)
        self._tours.replace(head, stored, bodies)
        if stored is not None:
            name = stored.tour.name
            known = {draft.stage: draft for draft in drafts}
            numbers = [draft.stage for draft in step.drafts]
            drafts = tuple(known.get(n, Draft(n, "", "")) for n in numbers)
            for draft in step.drafts:
                self._tours.drop_draft(name, draft.stage)
                if draft.text:
                    self._tours.keep_draft(name, draft)
        if current == step.current_before != step.current_after:
            self._tours.make_current(step.current_after)
        return name, drafts


def object_text(bodies: Mapping[str, str]) -> str:
    """Combine the JSON bodies of parts into one JSON object."""
    return f"{{{','.join(f'{json.dumps(n)}:{body}' for n, body in bodies.items())}}}"


def _drafts(drafts: tuple[Draft, ...]) -> str | None:
    return json_of(tuple[Draft, ...], drafts) if drafts else None


def read_step(row: StepRow, text_of: TextOf) -> Step:
    """Return the step in a journal row; raise StoreError if it is damaged."""
    state = "done" if row["undone"] is None else phrase("undone")
    numbers = row["number"], row["seconds"]
    if not all(isinstance(n, int) and 0 <= n < _YEAR_9999 for n in numbers):
        raise _damaged_step(row, ValueError("invalid number or time"))
    try:
        read = {
            "state": phrase("dropped") if row["dropped"] else state,
            "stages": decoded(tuple[int, ...], row["stages"]),
            "before": read_parts(bodies_in(row["before"]), text_of),
            "after": read_parts(bodies_in(row["after"]), text_of),
            "drafts": decoded(tuple[Draft, ...], row["drafts"] or "[]"),
        }
        return Step(**{n: read[n] if n in read else row[n] for n in Step.__slots__})
    except ValueError as error:
        raise _damaged_step(row, error) from error


def _damaged_step(row: StepRow, error: ValueError) -> StoreError:
    return StoreError(
        f"step {row['number']} of {row['tour']!r} is damaged in the journal"
        f" ({error}): it cannot be shown, undone or redone"
    )


def bodies_in(text: str) -> dict[str, str]:
    """Return the JSON body of each part in a JSON object; ValueError if it is none."""
    data = plain_data(text)
    if not isinstance(data, dict):
        raise ValueError(f"found {text[:60]!r}, expected parts by name")  # noqa: TRY004 - the text is invalid
    return {name: compact_json(part) for name, part in data.items()}


def replayed_bodies(rows: Iterable[StepRow]) -> dict[str, str]:
    """Return a tour's parts as JSON after its steps; StoreError if one is damaged."""
    bodies: dict[str, str] = {}
    for row in rows:
        if row["undone"] is None and not row["dropped"]:
            try:
                bodies = _with_change(bodies, row["before"], row["after"])
            except ValueError as error:
                raise _damaged_step(row, error) from error
    return bodies


def _with_change(bodies: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """Replace the parts in `old` by those in `new`; both are JSON objects."""
    replaced = bodies_in(old)
    rest = {name: body for name, body in bodies.items() if name not in replaced}
    return {**rest, **bodies_in(new)}
