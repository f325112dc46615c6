"""Read and write the rows of tours, their drafts, and the current tour."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from peloton.errors import StoreError, did_you_mean
from peloton.rules.facts.tour import Tour
from peloton.store.database import Database, TourHead
from peloton.store.facts.hash_chain import change_steps, row_hash
from peloton.store.facts.parts import (
    RULEBOOK,
    Draft,
    StoredTour,
    TextOf,
    assemble_tour,
    differing_names,
    read_parts,
    text_hash,
)

if TYPE_CHECKING:
    from peloton.rules.results import Race

Change = tuple[Mapping[str, str], Mapping[str, str]]
"""The JSON of a tour's parts before and after a change; only parts that differ."""


class TourRows:
    """The tours of one database, within one transaction.

    Names of tours are case-sensitive. `changed` lists the tours that were written, with
    their scored version, if known.
    """

    def __init__(self, database: Database) -> None:
        """Work within a transaction of a database."""
        self.database = database
        self.changed: dict[str, Race | None] = {}

    def __contains__(self, name: str) -> bool:
        """Return whether there is a tour with this name."""
        return self.find(name) is not None

    def find(self, name: str | None) -> TourHead | None:
        """Return the row of a tour, if there is one, and lock it if writing."""
        lock = self.database.lock
        return next(iter(self.database.rows("tour", "", lock, name=name)), None)

    def head(self, name: str) -> TourHead:
        """Return the row of a tour; raise StoreError if there is none."""
        row = self.find(name)
        if row is None:
            rows = self.database.rows("tour", "name")
            raise unknown_tour_error(name, (row.name for row in rows))
        return row

    def bodies(self, row: TourHead | None) -> dict[str, str]:
        """Return the stored JSON of each part of a tour; {} if there is no tour."""
        if row is None:
            return {}
        return dict(self.database.rows("part", "name body", tour_id=row.id))

    def read(self, row: TourHead) -> StoredTour:
        """Return the tour that a row represents; raise StoreError if it is damaged."""
        found = parsed_tour(row.name, self.bodies(row), self.rulebook_text)
        if found is None or found.tour.name != row.name:
            raise _damaged(row.name, "found another name in its facts")
        return found

    def rulebook_text(self, key: str) -> str:
        """Return the rulebook text with this hash; raise ValueError if it is lost."""
        for row in self.database.rows("rulebook", hash=key):
            return cast("str", row.text)
        raise ValueError(f"found no rulebook {key!r}")

    def replace(
        self, row: TourHead | None, new: StoredTour | None, bodies: Mapping[str, str]
    ) -> Change:
        """Replace the tour that `row` represents with the tour `new`, if they differ.

        `bodies` holds the parts of the new tour as JSON; only changed parts are
        written. If `new` is None, the tour is deleted.
        """
        database, old = self.database, self.bodies(row)
        names = differing_names(old, bodies)
        before = {name: old[name] for name in names if name in old}
        after = {name: bodies[name] for name in names if name in bodies}
        if new is None:
            database.delete("tour", id=row and row.id)
            return before, after
        self.changed[new.tour.name] = None
        values = summary_cells(new.tour)
        if row is None:
            database.insert("tour", {**values, "hash": ""})
            row = self.head(new.tour.name)
        else:
            if row.name != new.tour.name:
                self._rename(row, new.tour.name)
            if names:
                database.update("tour", values, id=row.id)
        if RULEBOOK in after:
            self.store_text(new.rulebook_text)
        if before:
            database.delete("part", tour_id=row.id, name=list(before))
        database.fill("part", [(row.id, *part) for part in after.items()])
        return before, after

    def _rename(self, row: TourHead, name: str) -> None:
        """Rename a tour and its journal; StoreError if the name is or was in use."""
        database = self.database
        if name in self or database.rows("journal", "number", tour=name):
            raise StoreError(
                f"there is or was a tour called {name!r}: choose another name"
            )
        was_current = self.current() == row.name
        steps = database.rows("journal", "number", tour=row.name)
        changes = {step.number: {"tour": name} for step in steps}
        newest = change_steps(database, row.name, changes)
        database.update("tour", {"name": name}, id=row.id)
        database.update("scored_tour", {"hash": newest}, hash=row.hash)
        if was_current:
            self.make_current(name)

    def store_text(self, text: str) -> None:
        """Store the text of a rulebook, keyed by its hash, unless it is stored."""
        insert = "INSERT INTO rulebook VALUES (?, ?) ON CONFLICT DO NOTHING"
        self.database.run(insert, (text_hash(text), text))

    def current(self) -> str | None:
        """Return the name of the current tour; None if there is none."""
        own = self.database.own
        if own is not None and own.name is not None:
            row = self.find(own.name)
            return row and row.name
        chosen = "SELECT name FROM tour t JOIN current_tour c ON c.tour_id = t.id"
        return next((name for (name,) in self.database.query(chosen)), None)

    def make_current(self, name: str | None) -> None:
        """Make the tour with this name the current one, or no tour if there is none."""
        row = self.find(name)
        if self.database.own is not None:
            self.database.own.name = "" if row is None else row.name
            return
        self.database.delete("current_tour")
        if row is not None:
            self.database.insert("current_tour", {"id": 1, "tour_id": row.id})

    def drafts(self, name: str) -> tuple[Draft, ...]:
        """Return the drafts of a tour, sorted by stage number."""
        columns = "stage text base heard"
        rows = self.database.rows("draft", columns, tour_id=self.head(name).id)
        return tuple(Draft(*row) for row in rows)

    def keep_draft(self, name: str, draft: Draft) -> None:
        """Store the draft of a stage; if `heard` is None, its stored value is kept.

        A draft is not a change to the tour, so it has no step in the journal. It is
        deleted with the tour, and restored when the deletion is undone.
        """
        place = {"tour_id": self.head(name).id, "stage": draft.stage}
        heard = draft.heard
        for known in self.database.rows("draft", "heard", **place):
            heard = known.heard if heard is None else heard
        cells = {**place, "text": draft.text, "base": draft.base, "heard": heard}
        cells["hash"] = row_hash([*cells.values()])
        self.database.delete("draft", **place)
        self.database.insert("draft", cells)

    def drop_draft(self, name: str, stage: int) -> None:
        """Delete the draft of a stage, if there is one."""
        self.database.delete("draft", tour_id=self.head(name).id, stage=stage)


def unknown_tour_error(name: str, known: Iterable[str]) -> StoreError:
    """Return the error for a name that no tour has; it suggests the nearest name."""
    hint = did_you_mean(name, known) or "; list the tours with 'peloton tours'"
    return StoreError(f"no tour called {name!r}{hint}")


def parsed_tour(
    name: str, bodies: Mapping[str, str], text_of: TextOf
) -> StoredTour | None:
    """Read a tour, if there is one, from JSON; raise StoreError if it is damaged."""
    try:
        return assemble_tour(read_parts(bodies, text_of))
    except ValueError as error:
        raise _damaged(name, error) from error


def _damaged(name: str, error: object) -> StoreError:
    return StoreError(
        f"tour {name!r} is damaged in the database ({error}): run"
        " 'peloton check --repair'"
    )


def first_days(database: Database) -> dict[str, dt.date | None]:
    """Return the first day of every tour by name; StoreError if a row is damaged."""
    days: dict[str, dt.date | None] = {}
    for name, day in database.rows("tour", "name day"):
        try:
            days[name] = None if day is None else dt.date.fromisoformat(day)
        except ValueError as error:
            raise _damaged(name, error) from error
    return days


def summary_cells(tour: Tour) -> dict[str, Any]:
    """Return the values of a tour's row in the table `tour`, keyed by column."""
    return {
        "name": tour.name,
        "rulebook": tour.rulebook,
        "date": tour.date and tour.date.isoformat(),
        "day": tour.first_day and tour.first_day.isoformat(),
        "riders": len(tour.riders),
        "stages": len(tour.stages),
        "ridden": sum(stage.ridden for stage in tour.stages),
    }
