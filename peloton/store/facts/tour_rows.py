"""Read and write the rows of one tour: its facts and its drafts."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from peloton.errors import StoreError
from peloton.rules.facts.tour import Tour
from peloton.store.database import Database, TourHead
from peloton.store.facts.hash_chain import change_steps, row_hash
from peloton.store.facts.parts import (
    RULEBOOK,
    Draft,
    StoredTour,
    TourSummary,
    assemble_tour,
    bodies_of,
    parts_of,
    read_parts,
    text_hash,
)

AT_ONCE = 200
"""Maximum number of tours or journal steps read by one statement."""


class Change(NamedTuple):
    """The parts of a tour before and after a change, as JSON.

    Only the parts that differ are included. `drafts` lists the drafts that the change
    deleted.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    drafts: tuple[Draft, ...] = ()


class Texts(dict[str, str]):
    """Rulebook texts keyed by hash; each is read when it is first needed."""

    def __init__(self, database: Database) -> None:
        """Read the texts from a database."""
        super().__init__()
        self._database = database

    def __missing__(self, key: str) -> str:
        """Read a text; raise ValueError if there is no such rulebook."""
        for row in self._database.rows("rulebook", hash=key):
            self[key] = row.text
            return cast("str", row.text)
        raise ValueError(f"found no rulebook {key!r}")


def find_tour_row(database: Database, name: str) -> TourHead | None:
    """Return the row of a tour, if there is one, and lock it if writing."""
    return next(iter(database.rows("tour", "", database.lock, name=name)), None)


def row_of_tour(database: Database, name: str) -> TourHead:
    """Return the row of a tour; if there is none, StoreError suggests similar names."""
    row = find_tour_row(database, name)
    if row is None:
        known = sorted(name for (name,) in database.rows("tour", "name"))
        raise unknown_tour_error(name, known)
    return row


def unknown_tour_error(name: str, known: list[str]) -> StoreError:
    """Return the error to raise for a name that no tour has."""
    if not known:
        return StoreError(f"no tour called {name!r}: there are no tours yet")
    # Imported late: only an error needs it.
    from difflib import get_close_matches

    near = get_close_matches(name, known, cutoff=0.5) or known[:3]
    return StoreError(f"no tour called {name!r}, nearest: {', '.join(map(repr, near))}")


def stored_tours(database: Database, rows: Sequence[TourHead]) -> Iterator[StoredTour]:
    """Yield the tours that rows represent; raise StoreError if one is damaged."""
    texts = Texts(database)
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        ids = [row.id for row in some]
        bodies: defaultdict[int | None, dict[str, str]] = defaultdict(dict)
        for tour_id, name, body in database.rows("part", tour_id=ids):
            bodies[tour_id][name] = body
        for row in some:
            found = parsed_tour(row.name, bodies[row.id], texts)
            if found is None or found.tour.name != row.name:
                raise _damaged(row.name, "found another name in its facts")
            yield found


def parsed_tour(
    name: str, bodies: Mapping[str, str], texts: Mapping[str, str]
) -> StoredTour | None:
    """Read a tour, if there is one, from JSON; raise StoreError if it is damaged."""
    try:
        return assemble_tour(read_parts(bodies, texts))
    except ValueError as error:
        raise _damaged(name, error) from error


def tour_bodies(database: Database, row: TourHead | None) -> dict[str, str]:
    """Return the stored JSON of each part of a tour; {} if there is no tour."""
    return dict(database.rows("part", "name body", tour_id=row.id)) if row else {}


def differing_names(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Return the names of the parts that were added, deleted or changed."""
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def encoded_tour(stored: StoredTour) -> dict[str, str]:
    """Return each part of a tour as JSON; raise StoreError for invalid facts."""
    try:
        return bodies_of(parts_of(stored))
    except ValueError as error:
        message = f"{stored.tour.name!r} cannot be stored: {error}"
        raise StoreError(message) from error


def _damaged(name: str, error: object) -> StoreError:
    return StoreError(
        f"tour {name!r} is damaged in the database ({error}): run"
        " 'peloton check --repair'"
    )


def read_summaries(database: Database) -> Iterator[TourSummary]:
    """Yield the summary of every tour."""
    current = current_name(database)
    for row in database.rows("tour", "name rulebook date riders stages ridden"):
        yield TourSummary(row.name == current, *row)


def first_days(database: Database) -> dict[str, dt.date | None]:
    """Return the first day of every tour by name; StoreError if a row is damaged."""
    rows = database.rows("tour", "name day")
    return {row.name: _day(row.name, row.day) for row in rows}


@lru_cache(maxsize=4096)
def _day(name: str, text: str | None) -> dt.date | None:
    """Read a date from a tour's row; raise StoreError if it is damaged."""
    try:
        return None if text is None else dt.date.fromisoformat(text)
    except ValueError as error:
        raise _damaged(name, error) from error


def summary_cells(tour: Tour) -> dict[str, Any]:
    """Return the values of a tour's row in the table `tour`, keyed by column."""
    day = tour.date or min((s.date for s in tour.stages if s.date), default=None)
    return {
        "name": tour.name,
        "rulebook": tour.rulebook,
        "date": tour.date and tour.date.isoformat(),
        "day": day and day.isoformat(),
        "riders": len(tour.riders),
        "stages": len(tour.stages),
        "ridden": sum(stage.ridden for stage in tour.stages),
    }


def write_tour(
    database: Database,
    row: TourHead | None,
    new: StoredTour | None,
    bodies: Mapping[str, str],
) -> Change:
    """Replace the tour that `row` represents with the tour `new`, if they differ.

    `bodies` holds the parts of the new tour as JSON; only changed parts are written. If
    `new` is None, the tour is deleted.
    """
    old = tour_bodies(database, row)
    names = differing_names(old, bodies)
    before = {name: old[name] for name in names if name in old}
    after = {name: bodies[name] for name in names if name in bodies}
    if new is None:
        database.delete("tour", id=row and row.id)
        return Change(before, after)
    values = summary_cells(new.tour)
    if row is None:
        tour_id = database.insert("tour", [{**values, "hash": ""}])
    else:
        tour_id = row.id
        if row.name != new.tour.name:
            _rename(database, row, new.tour.name)
        if names:
            database.update("tour", values, id=tour_id)
    if RULEBOOK in after:
        store_text(database, new.rulebook_text)
    if before:
        database.delete("part", tour_id=tour_id, name=list(before))
    fresh = [{"tour_id": tour_id, "name": n, "body": b} for n, b in after.items()]
    if fresh:
        database.insert("part", fresh)
    return Change(before, after)


def _rename(database: Database, row: TourHead, name: str) -> None:
    """Rename a tour and its journal; raise StoreError if the name is or was in use."""
    if find_tour_row(database, name) or database.rows("journal", "number", tour=name):
        raise StoreError(f"there is or was a tour called {name!r}: choose another name")
    was_current = current_name(database) == row.name
    database.update("tour", {"name": name}, id=row.id)
    changes: defaultdict[str, dict[int, dict[str, str]]] = defaultdict(dict)
    for column in ("tour", "current_before", "current_after"):
        rows = database.rows("journal", "tour number", **{column: row.name})
        for tour, number in rows:
            changes[tour].setdefault(number, {})[column] = name
    for tour, of_tour in sorted(changes.items()):
        new_name = name if tour == row.name else tour
        known = [head.hash for head in database.rows("tour", "hash", name=new_name)]
        newest = change_steps(database, tour, of_tour, new_name)
        database.update("scored_tour", {"hash": newest}, hash=known)
    if was_current:
        make_current(database, name)


def store_text(database: Database, text: str) -> None:
    """Store the text of a rulebook, keyed by its hash, unless it is already stored."""
    key = text_hash(text)
    if not database.rows("rulebook", "hash", hash=key):
        database.insert("rulebook", [{"hash": key, "text": text}])


def current_name(database: Database) -> str | None:
    """Return the name of the current tour; None if there is none."""
    own = database.own
    if own is not None and own.name is not None:
        row = find_tour_row(database, own.name)
        return row and row.name
    ids = [row.tour_id for row in database.rows("current_tour")]
    found = database.rows("tour", "name", id=ids) if ids else ()
    return found[0].name if found else None


def make_current(database: Database, name: str | None) -> None:
    """Make the tour with this name the current one, or no tour if there is none."""
    row = None if name is None else find_tour_row(database, name)
    if database.own is not None:
        database.own.name = "" if row is None else row.name
        return
    database.delete("current_tour")
    if row is not None:
        database.insert("current_tour", [{"id": 1, "tour_id": row.id}])


def drafts_of(database: Database, tour_id: int) -> tuple[Draft, ...]:
    """Return the drafts of a tour, sorted by stage number."""
    found = database.rows("draft", "stage text base heard", tour_id=tour_id)
    return tuple(Draft(*row) for row in found)


def keep_draft(database: Database, row: TourHead, draft: Draft) -> None:
    """Store the draft of a stage; if its `heard` is None, keep the stored value."""
    place = {"tour_id": row.id, "stage": draft.stage}
    heard = draft.heard
    for known in database.rows("draft", "heard", **place):
        heard = known.heard if heard is None else heard
    cells = {**place, "text": draft.text, "base": draft.base, "heard": heard}
    cells["hash"] = row_hash([*cells.values()])
    if not database.update("draft", cells, **place):
        database.insert("draft", [cells])
