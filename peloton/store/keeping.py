"""One tour in the database: found by its name, read, and put back changed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import cast

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from peloton.errors import StoreError
from peloton.rules.model import Tour
from peloton.store import tables as t
from peloton.store.codec import from_json, to_json
from peloton.store.current import own_current
from peloton.store.drafts import Draft, drafts_of
from peloton.store.parts import (
    RULEBOOK,
    STARTLIST,
    Parts,
    StoredTour,
    TourSummary,
    bodies_of,
    differing,
    parts_of,
    read_bodies,
    summary_of,
    text_hash,
    whole,
)

_TOUR = t.table_of(t.TourRow)
_PART = t.table_of(t.PartRow)
_RULEBOOK = t.table_of(t.RulebookRow)
_CURRENT = t.table_of(t.CurrentTourRow)

AT_ONCE = 200
"""How many tours are read together: no database is asked for thousands in one go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The parts of a tour that differ, before and after; `came` is `after` as JSON.

    `drafts` are those that went with the tour, where all of it went.
    """

    before: Parts
    after: Parts
    came: dict[str, str]
    drafts: tuple[Draft, ...]


class Texts(dict[str, str]):
    """The texts of rulebooks by their hash, each read when it is first asked for."""

    def __init__(self, connection: Connection) -> None:
        """Work within the transaction of a connection."""
        super().__init__()
        self._connection = connection

    def __missing__(self, key: str) -> str:
        """Read a text; ValueError where there is none."""
        chosen = select(_RULEBOOK.c.text).where(_RULEBOOK.c.hash == key)
        text: str | None = self._connection.scalar(chosen)
        if text is None:
            message = f"found no rulebook {key!r}"
            raise ValueError(message)
        self[key] = text
        return text


def find(connection: Connection, name: str) -> t.TourRow | None:
    """Return the row of a tour, if there is one of this name.

    Whoever may change it keeps other writers out of it from here on.
    """
    chosen = select(_TOUR).where(_TOUR.c.name == name)
    if connection.get_execution_options().get("locking"):
        chosen = chosen.with_for_update(key_share=True)
    found = connection.execute(chosen)
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
    """Return the tour of a row; StoreError where its parts are none of a tour."""
    return None if row is None else next(stored_tours(connection, [row]))


def stored_tours(
    connection: Connection, rows: Sequence[t.TourRow]
) -> Iterator[StoredTour]:
    """Go through the tours of some rows, whole: AT_ONCE in one statement.

    Raises StoreError where the parts are none of a tour.
    """
    texts = Texts(connection)
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        ids = [row.id for row in some]
        bodies: defaultdict[int | None, dict[str, str]] = defaultdict(dict)
        chosen = select(_PART).where(_PART.c.tour_id.in_(ids))
        for tour_id, name, body in connection.execute(chosen):
            bodies[tour_id][name] = body
        for row in some:
            yield _stored_tour(row, bodies[row.id], texts)


def _stored_tour(row: t.TourRow, bodies: dict[str, str], texts: Texts) -> StoredTour:
    try:
        found = whole(read_bodies(bodies, texts))
    except ValueError as error:
        raise _damaged(row.name, error) from error
    if found is None or found.tour.name != row.name:
        raise _damaged(row.name, "found none of its name")
    return found


def _damaged(name: str, error: object) -> StoreError:
    return StoreError(
        f"tour {name!r} is damaged in the database ({error}):"
        " delete it and load its tour file again"
    )


def read_summary(name: str, text: str) -> TourSummary:
    """Return what the list says of a tour; StoreError where it is damaged."""
    try:
        summary: TourSummary = from_json(TourSummary, text)
    except ValueError as error:
        raise _damaged(name, error) from error
    return summary


def put(
    connection: Connection,
    row: t.TourRow | None,
    old: StoredTour | None,
    new: StoredTour | None,
) -> Change:
    """Write what differs between a tour as it is stored and as it shall be.

    Without `new` it is deleted. Raises StoreError for what cannot be kept.
    """
    was, now = parts_of(old), parts_of(new)
    names = differing(was, now)
    before = {name: was[name] for name in names if name in was}
    after = {name: now[name] for name in names if name in now}
    came: dict[str, str] = {}
    drafts: tuple[Draft, ...] = ()
    if new is not None:
        came = _bodies(after, new.tour)
        tour_id = _keep_row(connection, row, new.tour)
        if RULEBOOK in after:
            _keep_text(connection, new.rulebook_text)
        place = (_PART.c.tour_id == tour_id) & (_PART.c.name == bindparam("part"))
        if before:
            connection.execute(
                delete(_PART).where(place), [{"part": n} for n in before]
            )
        fresh = [{"tour_id": tour_id, "name": n, "body": b} for n, b in came.items()]
        if fresh:
            connection.execute(insert(_PART), fresh)
    elif row is not None:
        drafts = drafts_of(connection, row.id)
        connection.execute(delete(_TOUR).where(_TOUR.c.id == row.id))
    return Change(before=before, after=after, came=came, drafts=drafts)


def _bodies(parts: Parts, tour: Tour) -> dict[str, str]:
    if STARTLIST in parts:
        bibs, codes = [r.bib for r in tour.riders], [team.code for team in tour.teams]
        if len(set(bibs)) < len(bibs) or len(set(codes)) < len(codes):
            message = "a tour keeps no bib or team code twice: nothing was saved"
            raise StoreError(message)
    try:
        return bodies_of(parts)
    except ValueError as error:
        message = f"{tour.name!r} cannot be kept: {error}"
        raise StoreError(message) from error


def _keep_row(connection: Connection, row: t.TourRow | None, tour: Tour) -> int:
    """Write the row of a tour if it is new or differs; return its id."""
    summary = to_json(TourSummary, summary_of(tour))
    if row is None:
        fresh = insert(_TOUR).values(name=tour.name, summary=summary)
        key = connection.execute(fresh).inserted_primary_key
        return cast("tuple[int]", key)[0]
    if summary != row.summary:
        place = _TOUR.c.id == row.id
        connection.execute(update(_TOUR).where(place).values(summary=summary))
    return cast("int", row.id)


def _keep_text(connection: Connection, text: str) -> None:
    key = text_hash(text)
    same = select(_RULEBOOK.c.hash).where(_RULEBOOK.c.hash == key)
    if connection.scalar(same) is None:
        connection.execute(insert(_RULEBOOK).values(hash=key, text=text))


def current_name(connection: Connection) -> str | None:
    """Return the name of the current tour, if there is one."""
    own, chosen = own_current(connection), select(_TOUR.c.name)
    if own is None or own.name is None:
        chosen = chosen.join(_CURRENT, _CURRENT.c.tour_id == _TOUR.c.id)
    else:
        chosen = chosen.where(_TOUR.c.name == own.name)
    name: str | None = connection.scalar(chosen)
    return name


def make_current(connection: Connection, name: str | None) -> None:
    """Make a tour the current one; where there is none of this name, none is."""
    row = None if name is None else find(connection, name)
    if own := own_current(connection):
        own.name = "" if row is None else row.name
        return
    connection.execute(delete(_CURRENT))
    if row is not None:
        connection.execute(insert(_CURRENT).values(id=1, tour_id=row.id))
