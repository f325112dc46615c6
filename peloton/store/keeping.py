"""One tour in the database: found by its name, read, and put back changed."""

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, cast

from sqlalchemy import Connection, delete, insert, select, update

from peloton.errors import StoreError
from peloton.rules.model import Stage, Tour
from peloton.store import tables as t
from peloton.store.drafts import Draft, drafts_of
from peloton.store.parts import (
    Part,
    Parts,
    Startlist,
    StoredTour,
    differing,
    encoded,
    part_rows,
    parts_of,
    stages_in,
)
from peloton.store.reading import stored_tour
from peloton.store.writing import record

_TOUR = t.table_of(t.TourRow)
_CURRENT = t.table_of(t.CurrentTourRow)
_STAGE = t.table_of(t.StageRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The parts of a tour that differ, before and after; `came` is `after` as data.

    `drafts` are those that went with the tour, where all of it went.
    """

    before: Parts
    after: Parts
    came: dict[str, Any]
    drafts: tuple[Draft, ...]


def find(connection: Connection, name: str) -> t.TourRow | None:
    """Return the row of a tour, if there is one of this name."""
    found = connection.execute(select(_TOUR).where(_TOUR.c.name == name))
    row = cast("t.TourRow | None", found.one_or_none())
    # Some databases take 'Giro ' for 'Giro', and one must not replace the other.
    return row if row is not None and row.name == name else None


def named(connection: Connection, name: str) -> t.TourRow:
    """Return the row of a tour; StoreError with the nearest names if there is none."""
    row = find(connection, name)
    if row is None:
        raise unknown(name, sorted(connection.scalars(select(_TOUR.c.name))))
    return row


def unknown(name: str, known: list[str]) -> StoreError:
    """Return the refusal of a name that no tour has."""
    if not known:
        return StoreError(f"no tour called {name!r}: there are no tours yet")
    near = get_close_matches(name, known, cutoff=0.5) or known[:3]
    return StoreError(f"no tour called {name!r}, nearest: {', '.join(map(repr, near))}")


def stored(connection: Connection, row: t.TourRow | None) -> StoredTour | None:
    """Return the tour of a row; StoreError where the rows say what no tour can."""
    if row is None:
        return None
    tour = stored_tour(connection, row)
    return StoredTour(tour=tour, rulebook_text=row.rulebook_text)


def put(
    connection: Connection,
    row: t.TourRow | None,
    old: StoredTour | None,
    new: StoredTour | None,
) -> Change:
    """Write what differs between a tour as it is stored and as it shall be.

    Without `new` it is deleted. Raises StoreError for what no database can keep.
    """
    was, now = parts_of(old), parts_of(new)
    names = differing(was, now)
    came: dict[str, Any] = {}
    drafts: tuple[Draft, ...] = ()
    if new is None:
        if row is not None:
            drafts = drafts_of(connection, row.id)
            connection.execute(delete(_TOUR).where(_TOUR.c.id == row.id))
    else:
        tour_id = _keep_row(connection, row, new)
        rows: list[t.Row] = []
        for name in names:
            if name in was:
                _clear(connection, tour_id, name, was[name])
            if name in now:
                fresh = list(part_rows(tour_id, name, now[name]))
                came[name] = encoded(now[name], fresh)
                rows += fresh
        record(connection, rows)
    return Change(
        before={name: was[name] for name in names if name in was},
        after={name: now[name] for name in names if name in now},
        came=came,
        drafts=drafts,
    )


def _keep_row(connection: Connection, row: t.TourRow | None, new: StoredTour) -> int:
    """Write the row of a tour if it is new or differs; return its id."""
    tour = new.tour
    facts = {
        "rulebook": tour.rulebook,
        "rulebook_text": new.rulebook_text,
        "date": tour.date,
        "language": tour.language,
    }
    if row is None:
        fresh = insert(_TOUR).values(name=tour.name, **facts)
        key = connection.execute(fresh).inserted_primary_key
        return cast("tuple[int]", key)[0]
    if facts != {name: getattr(row, name) for name in facts}:
        connection.execute(update(_TOUR).where(_TOUR.c.id == row.id).values(**facts))
    return cast("int", row.id)


_TABLES: dict[type, tuple[type[t.Row], ...]] = {
    Tour: (t.OptionRow, t.HouseRuleRow),
    Startlist: (t.TeamRow, t.RiderRow),
}


def _clear(connection: Connection, tour_id: int, name: str, part: Part) -> None:
    """Delete the rows of a part."""
    for kind in _TABLES.get(type(part), ()):
        table = t.table_of(kind)
        connection.execute(delete(table).where(table.c.tour_id == tour_id))
    if isinstance(part, Stage):
        ((_, number),) = stages_in([name])
        connection.execute(
            delete(_STAGE).where(_STAGE.c.tour_id == tour_id, _STAGE.c.number == number)
        )


def current_name(connection: Connection) -> str | None:
    """Return the name of the current tour, if there is one."""
    name: str | None = connection.scalar(
        select(_TOUR.c.name).join(_CURRENT, _CURRENT.c.tour_id == _TOUR.c.id)
    )
    return name


def make_current(connection: Connection, name: str | None) -> None:
    """Make a tour the current one; where there is none of this name, none is."""
    row = None if name is None else find(connection, name)
    connection.execute(delete(_CURRENT))
    if row is not None:
        connection.execute(insert(_CURRENT).values(id=1, tour_id=row.id))
