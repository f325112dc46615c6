"""Read everything that can be read of each tour, and describe the damage.

The check of a database reports the damage, and its repair writes what was read.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, cast

from peloton.errors import StoreError
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.store.database import (
    COLUMNS,
    VERSION_TABLE,
    Database,
    TourHead,
    stored_names,
)
from peloton.store.derived.derived_rows import Scorer, differing_lists
from peloton.store.facts.hash_chain import StepRow, broken_link, journal_rows, row_hash
from peloton.store.facts.journal import read_step, replayed_bodies
from peloton.store.facts.parts import (
    HEADER,
    RULEBOOK,
    Draft,
    Part,
    Step,
    StoredTour,
    TextOf,
    assemble_tour,
    is_complete,
    read_parts,
    stage_numbers,
    text_hash,
)
from peloton.store.facts.tour_rows import parsed_tour, summary_cells
from peloton.store.schema import changed_views
from peloton.store.session import open_store
from peloton.store.views import VIEWS


def check_database(where: str, scorer: Scorer, wait: float) -> tuple[str, ...]:
    """Describe all damage to facts, journals, drafts, rulebooks and derived rows."""
    with open_store(where, write=False, wait=wait) as store:
        return tuple(damages(store.database, scorer))


def damages(database: Database, scorer: Scorer) -> Iterator[str]:
    """Yield a message for each damage in an open database."""
    try:
        yield from _file_damages(database)
        if not COLUMNS.keys() - stored_names(database):
            for view in changed_views(database):
                yield f"the view '{view}' was changed by hand"
            yield from _row_damages(database, scorer)
    except StoreError as error:
        yield str(error)


def _row_damages(database: Database, scorer: Scorer) -> Iterator[str]:
    texts = RulebookTexts(database, {})
    is_undamaged = True
    for tour in readable_tours(database, texts):
        yield from tour.damages
        is_undamaged = is_undamaged and not tour.damages
        if tour.damages or tour.id is None or tour.facts is None:
            continue
        head = TourHead(tour.id, tour.name, tour.row["hash"])
        for wrong in differing_lists(database, head, scorer(tour.facts)):
            repair = "run 'peloton check --repair'"
            yield f"tour {tour.name!r}: {wrong} does not match the facts; {repair}"
    for key, text in texts.stored.items():
        if key != text_hash(text):
            yield f"the text of rulebook {key!r} was changed by hand"
        elif is_undamaged and key not in texts.used:
            yield f"rulebook {key!r} is used by no tour and no step of a journal"


def _file_damages(database: Database) -> Iterator[str]:
    """Yield a message for each damage that concerns no single tour."""
    if not database.is_server:
        for (message,) in dict.fromkeys(database.query("PRAGMA integrity_check")):
            if message != "ok":
                yield f"the file: {message}"
        orphans = database.query("PRAGMA foreign_key_check")
        for table, parent in sorted({(row[0], row[2]) for row in orphans}):
            yield f"rows of table `{table}` belong to no row of table `{parent}`"
        for name in stored_names(database, "trigger"):
            yield f"the file: the trigger {name!r} was added by hand"
    if VERSION_TABLE not in stored_names(database):
        return  # there is no database yet
    for kind, names in (("table", COLUMNS), ("view", VIEWS)):
        for name in sorted(names.keys() - stored_names(database, kind)):
            yield f"no such {kind}: '{name}'"


_MOST_STAGES = 999
"""The highest plausible stage number; a higher number must come from a damaged row."""


class RulebookTexts:
    """The rulebook texts of a database.

    `builtin` holds the built-in rulebooks by name. `stored` holds the stored texts by
    their stored hash, which differs from the text's own hash if one was changed;
    `readable` prefers unchanged texts. `used` holds the hashes looked up so far.
    """

    def __init__(self, database: Database, builtin: Mapping[str, str]) -> None:
        """Read the texts of a database."""
        rows = database.raw_rows("rulebook")
        self.builtin = builtin
        self.stored = {row["hash"]: str(row["text"]) for row in rows}
        known = (*builtin.values(), *self.stored.values())
        self._by_hash = {text_hash(text): text for text in known}
        self.readable = {**self.stored, **self._by_hash}
        self.used = set[str]()

    def text(self, key: str) -> str:
        """Return an unchanged text; raise ValueError if there is no such rulebook."""
        if key not in self._by_hash:
            raise ValueError(f"found no rulebook {key!r}")
        self.used.add(key)
        return self._by_hash[key]


@dataclass(slots=True)
class ReadableTour:
    """The readable rows of a tour.

    `id` and `row` are those of its row in the table `tour`; None and empty if there is
    none. `damages` are messages about rows that do not match the journal, and `losses`
    about the changes that a repair makes. `facts` is None if the tour was deleted or
    its facts are lost. `bodies` holds the facts as JSON if they follow from an
    undamaged journal; otherwise it is None, and no step can be undone after a repair.
    """

    name: str
    id: int | None
    row: Mapping[str, Any]
    facts: StoredTour | None = None
    bodies: Mapping[str, str] | None = None
    drafts: list[Draft] = field(default_factory=list)
    steps: list[tuple[dict[str, Any], Step]] = field(default_factory=list)
    damages: list[str] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)

    def add_damage(self, message: str) -> None:
        """Add a message about rows that do not match the journal."""
        self.damages.append(f"tour {self.name!r}: {message}")

    def add_loss(self, message: str) -> None:
        """Add a message about a change that a repair makes."""
        self.losses.append(f"tour {self.name!r}: {message}")


def readable_tours(database: Database, texts: RulebookTexts) -> Iterator[ReadableTour]:
    """Yield each tour that has rows, including deleted tours, sorted by name."""
    heads = {row["id"]: row for row in database.raw_rows("tour")}
    journals = {name for (name,) in database.query("SELECT tour FROM journal")}
    ids = _ids(database, heads, journals)
    for name in sorted({*ids, *journals}, key=str):
        key = ids.get(name)
        tour = ReadableTour(name, key, heads.get(key, {}))
        _read_facts(database, tour, texts)
        for row in database.raw_rows("draft", "WHERE tour_id = ?", (key,)):
            *cells, known = row.values()
            if known != row_hash(cells):
                stage = f"the draft of stage {row['stage']!r}"
                tour.add_damage(f"{stage} was changed by hand")
            tour.drafts.append(Draft(*cells[1:]))
        if not tour.facts and not tour.steps:
            tour.add_loss("its facts and its journal are lost")
        yield tour


def _ids(
    database: Database, heads: Mapping[int, StepRow], journals: set[str]
) -> dict[str, int]:
    """Return tour ids keyed by name, which is read from the tour's row or facts."""
    written: dict[int, str] = {}
    for row in database.raw_rows("part", "WHERE name = ?", (HEADER,)):
        with suppress(ValueError, TypeError, AttributeError):
            written[row["tour_id"]] = str(json.loads(row["body"]).get("name"))
    found: dict[str, int] = {}
    for key in dict.fromkeys([*sorted(heads), *sorted(written, key=str)]):
        both = [heads.get(key, {}).get("name"), written.get(key)]
        names = [name for name in both if name in journals] or [n for n in both if n]
        name = str(next(iter(names), "tour"))
        while name in found:
            name += " (2)"
        found[name] = key
    return found


def _read_facts(database: Database, tour: ReadableTour, texts: RulebookTexts) -> None:
    """Read the facts of a tour from its journal or, if that is damaged, its parts."""
    rows = journal_rows(database, tour.name)
    for row in rows:
        try:
            tour.steps.append((row, read_step(row, texts.text)))
        except StoreError as error:
            tour.damages.append(str(error))
    replayed = replayed_bodies(row for row, _ in tour.steps)
    parts = database.raw_rows("part", "WHERE tour_id = ?", (tour.id,))
    stored = {str(row["name"]): row["body"] for row in parts}  # a name may be bytes
    broken = broken_link(rows)
    is_intact = not broken and len(tour.steps) == len(rows)
    changed = _changed_rows(rows, tour, replayed, stored) if is_intact else ()
    for damage in [broken] if broken else changed:
        tour.add_damage(damage)
    is_newest = is_intact and (
        rows[-1]["hash"] == tour.row.get("hash")
        or replayed == stored
        or (not tour.row and stored.items() <= replayed.items())
    )
    if not is_newest:
        readable = _readable_parts(stored, texts.readable.__getitem__)
        is_whole = readable.keys() == stored.keys() and is_complete(readable)
        if not is_intact or (readable and is_whole):
            older = _readable_parts(replayed, texts.text)
            _collect_facts(tour, stored, readable, older, texts)
            return
    tour.bodies, tour.facts = replayed, parsed_tour(tour.name, replayed, texts.text)
    for name, body in replayed.items():
        if body != stored.get(name):
            tour.add_loss(f"{name} was read from the journal")
    summary = summary_cells(tour.facts.tour) if tour.facts and tour.row else {}
    if not summary.items() <= tour.row.items():
        tour.add_damage("the row of `tour` was changed by hand")


def _changed_rows(
    rows: Sequence[StepRow],
    tour: ReadableTour,
    replayed: Mapping[str, str],
    stored: Mapping[str, object],
) -> Iterator[str]:
    """Describe each row of a tour that does not match an undamaged journal."""
    newest = rows[-1]["hash"] if replayed else None
    if newest != tour.row.get("hash"):
        number = len(rows)
        yield f"the row of `tour` does not match step {number} of the journal, the last"
    for name in {**replayed, **stored} if tour.row else ():
        where = f"the row of `part` for {name!r}"
        if name not in stored:
            yield f"{where} is missing"
        elif name not in replayed:
            yield f"{where} was added by hand"
        elif stored[name] != replayed[name]:
            yield f"{where} was changed by hand"


def _readable_parts(bodies: Mapping[str, object], text_of: TextOf) -> dict[str, Part]:
    """Read the parts of a tour from JSON; skip those that cannot be read."""
    parts: dict[str, Part] = {}
    for name, body in bodies.items():
        with suppress(ValueError, KeyError):
            parts |= read_parts({name: body}, text_of)
    return parts


def _collect_facts(
    tour: ReadableTour,
    stored: Mapping[str, object],
    parts: dict[str, Part],
    older: Mapping[str, Part],
    texts: RulebookTexts,
) -> None:
    """Read the facts of a tour from its parts, or else the steps of its journal.

    `parts` are the readable ones of the tour's rows (`stored`); `older` are those after
    the readable steps.
    """
    if tour.steps:
        tour.add_loss("its steps can no longer be undone or redone")
    if not parts or not is_complete(parts):
        if not stored and getattr(older.get(HEADER), "name", None) != tour.name:
            return  # the tour was deleted
        for name in sorted(older.keys() - parts.keys()):
            parts[name] = older[name]
            tour.add_loss(f"{name} was read from the journal")
        for name in sorted(stored.keys() - parts.keys()):
            tour.add_loss(f"{name} is lost")
    if parts:
        _assemble(tour, parts, texts)


def _assemble(tour: ReadableTour, parts: dict[str, Part], texts: RulebookTexts) -> None:
    """Assemble a tour from its parts, with an empty stage for each lost stage."""
    book = tour.row.get("rulebook", "")
    header = cast("Tour", parts.get(HEADER) or Tour(name=tour.name, rulebook=book))
    parts[HEADER] = replace(header, name=tour.name)
    if RULEBOOK not in parts and header.rulebook in texts.builtin:
        parts[RULEBOOK] = texts.builtin[header.rulebook]
        tour.add_loss(f"its rulebook is the built-in one, {header.rulebook!r}")
    numbers = [number for number in stage_numbers(parts) if number <= _MOST_STAGES]
    for number in range(1, max(numbers, default=0) + 1):
        if f"stage {number}" not in parts:
            parts[f"stage {number}"] = Stage()
            tour.add_loss(f"stage {number} is empty now")
    try:
        tour.facts = assemble_tour(parts)
    except ValueError:
        tour.add_loss("its facts cannot be assembled, and are lost")
