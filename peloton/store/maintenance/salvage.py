"""Recover the readable rows and tours from a damaged database."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from typing import Any, cast

from peloton.errors import StoreError
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.store.database import COLUMNS, DERIVED, KINDS, read_cell
from peloton.store.facts.hash_chain import broken_link
from peloton.store.facts.journal import read_step, replayed_bodies
from peloton.store.facts.parts import (
    HEADER,
    RULEBOOK,
    Draft,
    Part,
    Step,
    StoredTour,
    assemble_tour,
    is_complete,
    read_parts,
    stages_in,
    text_hash,
)

Cells = dict[str, Any]
SalvagedRows = Mapping[str, Sequence[Cells]]
"""The rows of each table of facts; each row maps column names to values."""

FACTS = [name for name in COLUMNS if name not in DERIVED]
"""The tables that cannot be derived from other tables."""

_MOST_PROBED = 10_000
"""Maximum number of row ids tried one by one between two damaged pages."""

_UNREADABLE = sqlite3.Error, OverflowError, UnicodeError

_MOST_STAGES = 999
"""The highest plausible stage number; a higher number must come from a damaged row."""

_EMPTY: Mapping[str, object] = {"int": 0, "flag": False, "text": "", "json": ""}


def file_rows(file: Path) -> SalvagedRows:
    """Read the rows of an SQLite file, except those on damaged pages."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.text_factory = lambda raw: raw.decode(errors="replace")
        connection.row_factory = sqlite3.Row
        rows = {table: _file_rows(connection, table) for table in FACTS}
        with suppress(*_UNREADABLE):
            scored = connection.execute("SELECT tour_id, hash FROM scored_tour")
            rows["scored_tour"] = [dict(row) for row in scored]
        return rows


def _file_rows(connection: sqlite3.Connection, table: str) -> list[Cells]:
    """Read a table from both ends up to damaged pages, then row by row in between."""
    chosen = f"SELECT rowid AS place_, * FROM {table} NOT INDEXED"  # noqa: S608 - no user input
    found: dict[int, Cells] = {}
    ends: list[int] = []
    try:
        connection.execute(f"{chosen} LIMIT 0")
    except _UNREADABLE:
        return []
    for order in ("ASC", "DESC"):
        place = 0
        with suppress(*_UNREADABLE):
            for row in connection.execute(f"{chosen} ORDER BY rowid {order}"):
                place = row["place_"]
                found[place] = _readable_row(table, dict(row))
            return [found[place] for place in sorted(found)]
        ends.append(place)
    first, last = ends[0], ends[1] or ends[0] + _MOST_PROBED
    for place in range(first + 1, min(last, first + _MOST_PROBED)):
        with suppress(*_UNREADABLE):
            for row in connection.execute(f"{chosen} WHERE rowid = ?", (place,)):
                found[place] = _readable_row(table, dict(row))
    return [found[place] for place in sorted(found)]


def _readable_row(table: str, cells: Mapping[str, object]) -> Cells:
    """Return a row; replace values of a wrong type with None, 0, False or ""."""
    row: Cells = {}
    for column in COLUMNS[table]:
        cell = read_cell(column, cells.get(column.name))
        if type(cell) is not KINDS[column.kind]:
            cell = None if column.empty else _EMPTY.get(column.kind)
        row[column.name] = cell
    return row


class _Texts(dict[str, str]):
    """Rulebook texts keyed by hash."""

    def __missing__(self, key: str) -> str:
        raise ValueError(f"found no rulebook {key!r}")


@dataclass(slots=True)
class SavedTour:
    """The readable rows of a tour; `notes` describe the damage.

    `facts` is None if the tour was deleted or its facts are lost. `bodies` holds the
    facts as JSON if they follow from an undamaged journal; otherwise it is None, and
    the steps of the journal can no longer be undone.
    """

    name: str
    facts: StoredTour | None = None
    bodies: Mapping[str, str] | None = None
    drafts: list[Draft] = field(default_factory=list)
    steps: list[tuple[Cells, Step]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def saved_tours(rows: SalvagedRows, builtin: Mapping[str, str]) -> Iterator[SavedTour]:
    """Yield each tour that has rows; `builtin` holds built-in rulebooks by name."""
    known = [*builtin.values(), *(row["text"] for row in rows["rulebook"])]
    texts = _Texts({text_hash(text): text for text in known})
    changed = {row["hash"]: row["text"] for row in rows["rulebook"]}
    listed = {row["id"]: row for row in rows["tour"]}
    scored = {row["tour_id"]: row["hash"] for row in rows.get("scored_tour", ())}
    journals, drafts = _by(rows["journal"], "tour"), _by(rows["draft"], "tour_id")
    parts = _by(rows["part"], "tour_id")
    ids = _names(rows, journals)
    for name in dict.fromkeys([*ids, *map(str, journals)]):
        tour, key = SavedTour(name), ids.get(name)
        journal = sorted(journals[name], key=itemgetter("number"))
        _read_steps(tour, journal, texts)
        stored = {row["name"]: row["body"] for row in parts[key]}
        readable = _read_each(stored, _Texts({**changed, **texts}))
        newest = {listed[key]["hash"] if key in listed else "", scored.get(key)}
        if len(tour.steps) < len(journal) or broken_link(journal):
            newest.clear()
        elif not readable or not is_complete(readable):
            newest.add(journal[-1]["hash"] if journal else "")
        if journal and journal[-1]["hash"] in newest:
            _replay(tour, stored, texts)
        elif found := _collected_parts(tour, stored, readable, texts):
            _complete(tour, found, listed.get(key), builtin)
        tour.drafts += [
            Draft(row["stage"], row["text"], row["base"], row["heard"])
            for row in drafts[key]
        ]
        if not tour.facts and not tour.steps:
            tour.notes.append("its facts and its journal are lost")
        yield tour


def _by(rows: Sequence[Cells], column: str) -> defaultdict[object, list[Cells]]:
    found: defaultdict[object, list[Cells]] = defaultdict(list)
    for row in rows:
        found[row[column]].append(row)
    return found


def _names(rows: SalvagedRows, journals: Collection[object]) -> dict[str, int]:
    """Return tour ids keyed by name, which is read from the tour's row or facts."""
    listed = {row["id"]: row["name"] for row in rows["tour"]}
    written: dict[int, str] = {}
    for row in rows["part"]:
        if row["name"] == HEADER:
            with suppress(ValueError, AttributeError):
                written[row["tour_id"]] = str(json.loads(row["body"]).get("name"))
    found: dict[str, int] = {}
    for key in sorted({*listed, *written} - {None}):
        both = [listed.get(key), written.get(key)]
        names = [name for name in both if name in journals] or [n for n in both if n]
        name = str(next(iter(names), "tour"))
        while name in found:
            name += " (2)"
        found[name] = key
    return found


def _read_steps(tour: SavedTour, rows: Sequence[Cells], texts: _Texts) -> None:
    """Read the steps of a journal; skip unreadable steps and add a note for each."""
    last = 0
    for row in rows:
        if row["number"] > last + 1:
            lost = f"before step {row['number']} of the journal"
            tour.notes.append(f"{row['number'] - last - 1} lost {lost}")
        last = row["number"]
    for row in rows:
        try:
            step = read_step(row, texts)
        except StoreError as error:
            tour.notes.append(f"removed from the journal: {error}")
            continue
        tour.steps.append((row, step))


def _replay(tour: SavedTour, stored: Mapping[str, str], texts: _Texts) -> None:
    """Read the facts of a tour from its undamaged journal."""
    bodies = replayed_bodies(row for row, _ in tour.steps)
    tour.bodies, tour.facts = bodies, assemble_tour(read_parts(bodies, texts))
    for name in {**bodies, **stored}:
        if name not in bodies:
            tour.notes.append(f"{name} was removed: it is not in the journal")
        elif bodies[name] != stored.get(name):
            tour.notes.append(f"{name} was read from the journal")


def _collected_parts(
    tour: SavedTour, stored: Mapping[str, str], parts: dict[str, Part], texts: _Texts
) -> dict[str, Part]:
    """Return the readable parts of a tour whose journal is damaged.

    `parts` are the readable parts of the tour's rows (`stored`). Missing parts are read
    from the readable steps of the journal. Returns {} if the tour was deleted.
    """
    if tour.steps:
        tour.notes.append("its steps can no longer be undone or redone")
    if not parts or not is_complete(parts):
        older = _read_each(replayed_bodies(row for row, _ in tour.steps), texts)
        if not stored and getattr(older.get(HEADER), "name", None) != tour.name:
            return {}
        for name in sorted(older.keys() - parts.keys()):
            parts[name] = older[name]
            tour.notes.append(f"{name} was read from the journal")
        lost = sorted(stored.keys() - parts.keys())
        tour.notes += [f"{name} is lost" for name in lost]
    text = str(parts.get(RULEBOOK, ""))
    if RULEBOOK in stored and text_hash(text) not in stored[RULEBOOK]:
        tour.notes.append("the text of its rulebook was changed by hand")
    return parts


def _read_each(bodies: Mapping[str, str], texts: _Texts) -> dict[str, Part]:
    """Read the parts of a tour from JSON; skip those that cannot be read."""
    parts: dict[str, Part] = {}
    for name, body in bodies.items():
        with suppress(ValueError):
            parts |= read_parts({name: body}, texts)
    return parts


def _complete(
    tour: SavedTour,
    parts: dict[str, Part],
    listed: Cells | None,
    builtin: Mapping[str, str],
) -> None:
    """Assemble a tour from its parts, with an empty stage for each lost stage."""
    book = listed["rulebook"] if listed else ""
    header = cast("Tour", parts.get(HEADER) or Tour(name=tour.name, rulebook=book))
    parts[HEADER] = replace(header, name=tour.name)
    if RULEBOOK not in parts and header.rulebook in builtin:
        parts[RULEBOOK] = builtin[header.rulebook]
        tour.notes.append(f"its rulebook is the built-in one, {header.rulebook!r}")
    numbers = [number for _, number in stages_in(parts) if number <= _MOST_STAGES]
    for number in range(1, max(numbers, default=0) + 1):
        if f"stage {number}" not in parts:
            parts[f"stage {number}"] = Stage()
            tour.notes.append(f"stage {number} is empty now")
    try:
        tour.facts = assemble_tour(parts)
    except ValueError:
        tour.notes.append("its facts cannot be assembled, and are lost")
