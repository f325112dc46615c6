"""Check that every row of a database can be read, and was not changed by hand."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from peloton.errors import StoreError
from peloton.store.database import VERSION_TABLE, Database
from peloton.store.derived.derived_rows import Scorer, differing_lists, has_current_rows
from peloton.store.facts.hash_chain import broken_link, changed_rows
from peloton.store.facts.journal import read_step
from peloton.store.facts.parts import (
    RULEBOOK,
    Part,
    Step,
    fitting_steps,
    parts_of,
    text_hash,
)
from peloton.store.facts.tour_rows import Texts, read_tour_row, summary_cells
from peloton.store.session import connected, retry
from peloton.store.transactions import address


class Findings(NamedTuple):
    """The result of a check.

    `damages` holds one message for each error found. `hidden_tours` are the undamaged
    tours that no view shows, because their derived rows are outdated.
    """

    damages: tuple[str, ...]
    hidden_tours: tuple[str, ...]


def check_database(where: str, scorer: Scorer, wait: float) -> Findings:
    """Find all damage to the file, the facts, journals, drafts and rulebooks.

    `scorer` scores each tour, to compare the result with the tour's derived rows.
    """
    place = address(where)

    def attempt() -> Findings:
        with connected(place, write=False, wait=wait) as database:
            return check_open_database(database, scorer)

    return retry(attempt, place, wait)


def check_open_database(database: Database, scorer: Scorer) -> Findings:
    """Find all damage in an open database (see `check_database`)."""
    hidden: list[str] = []
    found = list(_file_damages(database))
    for damages in (_changes_by_hand(database), _damages(database, scorer, hidden)):
        try:
            for damage in damages:
                found.append(damage)  # noqa: PERF402 - keeps damage found before an error
        except StoreError as error:
            found.append(str(error))
    return Findings(tuple(found), tuple(hidden))


def _file_damages(database: Database) -> Iterator[str]:
    if not database.is_server:
        for pragma in ("integrity_check", "foreign_key_check"):
            for row in database.query(f"PRAGMA {pragma}"):
                if row != ("ok",):
                    yield f"the file: {' '.join(map(str, row))}"


def _changes_by_hand(database: Database) -> Iterator[str]:
    """Describe the first step changed by hand in each journal, and all changed rows."""
    ids = dict(database.query("SELECT name, id FROM tour"))
    names = {name for (name,) in database.query("SELECT tour FROM journal")}
    heads = {row.tour for row in database.rows("journal_head", "tour")}
    for name in sorted({*ids, *names, *heads}, key=str):
        if not isinstance(name, str):
            yield f"found {name!r} as the name of a tour, expected text"
            continue
        if broken := broken_link(database, name):
            yield f"tour {name!r}: {broken}"
        for changed in changed_rows(database, name, ids.get(name)):
            yield f"tour {name!r}: {changed}"
    (number,) = database.run(f"SELECT tours FROM {VERSION_TABLE}").fetchone()  # noqa: S608 - no user input
    if number != len(heads):
        yield (
            f"{len(heads)} tours have a row in `journal_head`, expected {number!r}:"
            " a row was added or deleted by hand"
        )


def _damages(database: Database, scorer: Scorer, hidden: list[str]) -> Iterator[str]:
    names = {name for (name,) in database.rows("journal", "tour")}
    texts = Texts(database)
    used = {body for (body,) in database.rows("part", "body", name=RULEBOOK)}
    for row in sorted(database.rows("tour"), key=attrgetter("name")):
        names.discard(row.name)
        try:
            tour = read_tour_row(database, row)
        except StoreError as error:
            yield str(error)
            continue
        if tour and not summary_cells(tour.tour).items() <= row._asdict().items():
            yield f"tour {row.name!r} differs from its row in the list of tours"
        yield from _journal_damages(database, row.name, parts_of(tour), texts)
        race = scorer(tour) if tour else None
        if race is not None and not has_current_rows(database, row):
            hidden.append(row.name)
        for wrong in differing_lists(database, row, race):
            yield (
                f"tour {row.name!r}: {wrong} does not match the facts; run"
                " 'peloton check --repair'"
            )
    for name in sorted(names):
        yield from _journal_damages(database, name, {}, texts)
    for key, text in database.rows("rulebook"):
        if key != text_hash(text):
            yield f"the text of rulebook {key!r} was changed by hand"
        elif key not in texts and f'"{key}"' not in used:
            yield f"rulebook {key!r} is used by no tour and no step of a journal"


def _journal_damages(
    database: Database, name: str, parts: Mapping[str, Part], texts: Texts
) -> Iterator[str]:
    """Yield a message for each step of a tour that cannot be read, undone or redone.

    `parts` are the tour's present parts.
    """
    steps: list[Step] = []
    rows = database.rows("journal", tour=name)
    for row in sorted(rows, key=attrgetter("number")):
        try:
            steps.append(read_step(row, texts))
        except StoreError as error:
            yield str(error)
    yield from map(str, fitting_steps(steps, parts)[1])
