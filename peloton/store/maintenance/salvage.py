"""Recover the readable rows and tours from a damaged database."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from peloton.errors import StoreError
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.store.database import COLUMNS, DERIVED, KINDS, read_cell
from peloton.store.facts.hash_chain import row_hash
from peloton.store.facts.journal import bodies_in, read_step
from peloton.store.facts.parts import (
    HEADER,
    RULEBOOK,
    STARTLIST,
    Draft,
    Part,
    Parts,
    Step,
    StepState,
    StoredTour,
    assemble_tour,
    fitting_steps,
    parts_of,
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
        return {table: _file_rows(connection, table) for table in FACTS}


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
    """Rulebook texts keyed by hash; `builtin` holds the built-in texts by name."""

    def __init__(self, builtin: Mapping[str, str], rows: Sequence[Cells]) -> None:
        """Key each text by its hash, and a changed text also by its stored hash."""
        super().__init__({text_hash(text): text for text in builtin.values()})
        self.update({text_hash(row["text"]): row["text"] for row in rows})
        for row in rows:
            self.setdefault(row["hash"], row["text"])
        self.builtin = builtin

    def __missing__(self, key: str) -> str:
        raise ValueError(f"found no rulebook {key!r}")


@dataclass(slots=True)
class SavedTour:
    """The readable rows of a tour; `notes` describe the damage.

    `facts` is None if the tour was deleted or its facts are lost.
    """

    name: str
    facts: StoredTour | None = None
    drafts: list[Draft] = field(default_factory=list)
    steps: list[tuple[Cells, Step]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def saved_tours(rows: SalvagedRows, builtin: Mapping[str, str]) -> Iterator[SavedTour]:
    """Yield each tour that has rows; `builtin` holds built-in rulebooks by name."""
    texts = _Texts(builtin, rows["rulebook"])
    heads = {row["tour"]: row for row in rows["journal_head"]}
    listed = {row["id"]: row for row in rows["tour"]}
    journals, drafts = _by(rows["journal"], "tour"), _by(rows["draft"], "tour_id")
    parts = _by(rows["part"], "tour_id")
    ids = _names(rows, heads)
    for name in dict.fromkeys([*ids, *heads, *map(str, journals)]):
        tour, key = SavedTour(name), ids.get(name)
        _read_steps(tour, sorted(journals[name], key=itemgetter("number")), texts)
        stored = {row["name"]: row["body"] for row in parts[key]}
        hashes = _stored_hashes(heads.get(name))
        _read_facts(tour, stored, hashes, listed.get(key), texts)
        tour.drafts += [
            Draft(row["stage"], row["text"], row["base"], row["heard"])
            for row in drafts[key]
        ]
        _drop_unfit(tour)
        if not tour.facts and not tour.steps:
            tour.notes.append("its facts and its journal are lost")
        yield tour


def _by(rows: Sequence[Cells], column: str) -> defaultdict[object, list[Cells]]:
    found: defaultdict[object, list[Cells]] = defaultdict(list)
    for row in rows:
        found[row[column]].append(row)
    return found


def _names(rows: SalvagedRows, heads: Mapping[str, Cells]) -> dict[str, int]:
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
        names = [name for name in both if name in heads] or [n for n in both if n]
        name = str(next(iter(names), "tour"))
        while name in found:
            name += " (2)"
        found[name] = key
    return found


def _stored_hashes(head: Cells | None) -> dict[str, str] | None:
    """Return the stored hashes of a tour's rows; None if they cannot be read."""
    with suppress(ValueError):
        found = json.loads(head["row_hashes"]) if head else None
        return found if isinstance(found, dict) else None
    return None


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
            step = read_step(SimpleNamespace(**row), texts)
        except StoreError as error:
            tour.notes.append(f"removed from the journal: {error}")
            continue
        tour.steps.append((row, step))


def _read_facts(
    tour: SavedTour,
    stored: Mapping[str, str],
    hashes: Mapping[str, str] | None,
    listed: Cells | None,
    texts: _Texts,
) -> None:
    """Collect the facts of a tour from its rows and its journal.

    For each part of the tour, the version that matches the stored hash (`hashes`) is
    used, or else the newest readable version.
    """
    replayed = _replayed(tour.steps)
    hashed = [name[5:] for name in hashes or () if name.startswith("part ")]
    names = dict.fromkeys([*stored, *replayed])
    if hashed:
        names = dict.fromkeys([*hashed, *(stored.keys() & replayed.keys())])
    elif {HEADER, RULEBOOK, STARTLIST} <= stored.keys():
        names = dict.fromkeys(stored)
    header = replayed.get(HEADER)
    undeleted = hashes is None and getattr(header, "name", "") == tour.name
    if not (stored or hashed or undeleted):
        return
    parts: dict[str, Part] = {}
    for name in names:
        found = list(_candidates(name, stored, tour.steps, texts))
        expected = (hashes or {}).get(f"part {name}")
        best = [item for item in found if row_hash([item[0]]) == expected]
        chosen = next(iter(best or found), None)
        if chosen is None:
            tour.notes.append(f"{name} is lost")
            continue
        body, part = chosen
        parts[name] = part
        if body != stored.get(name):
            tour.notes.append(f"{name} was read from the journal")
        elif not best and hashes:
            tour.notes.append(f"{name} was changed by hand; no other version is known")
        if name == RULEBOOK and text_hash(str(part)) not in body:
            tour.notes.append("the text of its rulebook was changed by hand")
    _complete(tour, parts, listed, texts.builtin)


def _candidates(
    name: str,
    stored: Mapping[str, str],
    steps: Sequence[tuple[Cells, Step]],
    texts: _Texts,
) -> Iterator[tuple[str, Part]]:
    """Yield the readable versions of a part, newest first.

    The stored version precedes the older versions in the journal.
    """
    bodies = [stored[name]] if name in stored else []
    for row, _ in reversed(steps):
        sides = bodies_in(row["after"]), bodies_in(row["before"])
        bodies += [side[name] for side in sides if name in side]
    for body in dict.fromkeys(bodies):
        with suppress(ValueError):
            yield body, read_parts({name: body}, texts)[name]


def _replayed(steps: Sequence[tuple[Cells, Step]]) -> Parts:
    """Replay all steps of a journal; return the resulting parts of the tour."""
    parts: dict[str, Part] = {}
    for _, step in steps:
        if step.state is StepState.DONE:
            gone = step.before.keys() - step.after.keys()
            parts = {**parts, **step.after}
            parts = {name: part for name, part in parts.items() if name not in gone}
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


def _drop_unfit(tour: SavedTour) -> None:
    """Exclude steps that do not match the tour's facts from undo and redo."""
    fitting, _ = fitting_steps([step for _, step in tour.steps], parts_of(tour.facts))
    unfit = []
    for row, step in tour.steps:
        if not any(step is one for one in fitting) and not row["dropped"]:
            row["dropped"] = True
            unfit.append(str(step.number))
    if unfit:
        tour.notes.append(f"can no longer be undone or redone: step {', '.join(unfit)}")
