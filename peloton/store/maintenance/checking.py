"""Check that every row of a database can be read, and was not changed by hand."""

from collections.abc import Iterator
from typing import NamedTuple

from peloton.errors import StoreError
from peloton.store.database import COLUMNS, Database, TourHead, stored_names
from peloton.store.derived.derived_rows import Scorer, differing_lists, has_current_rows
from peloton.store.facts.parts import text_hash
from peloton.store.maintenance.readable_tours import RulebookTexts, readable_tours
from peloton.store.session import connected, retry
from peloton.store.transactions import address
from peloton.store.views import VIEWS


class Findings(NamedTuple):
    """The result of a check.

    `damages` holds one message for each error found. `hidden_tours` are the undamaged
    tours that no view shows, because their derived rows are outdated.
    """

    damages: tuple[str, ...]
    hidden_tours: tuple[str, ...]


def check_database(where: str, scorer: Scorer, wait: float) -> Findings:
    """Find all damage to facts, journals, drafts, rulebooks and derived rows."""
    place = address(where)

    def attempt() -> Findings:
        with connected(place, write=False, wait=wait) as database:
            return check_open_database(database, scorer)

    return retry(attempt, place, wait)


def check_open_database(database: Database, scorer: Scorer) -> Findings:
    """Find all damage in an open database (see `check_database`)."""
    found: list[str] = []
    hidden: list[str] = []
    try:
        for damage in _damages(database, scorer, hidden):
            found.append(damage)  # noqa: PERF402 - keeps damage found before an error
    except StoreError as error:
        found.append(str(error))
    return Findings(tuple(found), tuple(hidden))


def _damages(database: Database, scorer: Scorer, hidden: list[str]) -> Iterator[str]:
    """Yield a message for each damage; add the names of hidden tours to `hidden`."""
    yield from _file_damages(database)
    texts = RulebookTexts(database, {})
    is_undamaged = True
    for tour in readable_tours(database, texts):
        yield from tour.damages
        is_undamaged = is_undamaged and not tour.damages
        if tour.damages or tour.id is None or tour.facts is None:
            continue
        head = TourHead(tour.id, tour.name, tour.row["hash"])
        race = scorer(tour.facts)
        if race is not None and not has_current_rows(database, head):
            hidden.append(tour.name)
        for wrong in differing_lists(database, head, race):
            repair = "run 'peloton check --repair'"
            yield f"tour {tour.name!r}: {wrong} does not match the facts; {repair}"
    for key, text in texts.stored.items():
        if key != text_hash(text):
            yield f"the text of rulebook {key!r} was changed by hand"
        elif is_undamaged and key not in texts:
            yield f"rulebook {key!r} is used by no tour and no step of a journal"


def _file_damages(database: Database) -> Iterator[str]:
    """Yield a message for each damage that concerns no single tour."""
    if not database.is_server:
        for (message,) in database.query("PRAGMA integrity_check"):
            if message != "ok":
                yield f"the file: {message}"
        orphans = database.query("PRAGMA foreign_key_check")
        for table, parent in sorted({(row[0], row[2]) for row in orphans}):
            yield f"rows of table `{table}` belong to no row of table `{parent}`"
    for kind, names in (("table", COLUMNS), ("view", VIEWS)):
        for name in sorted(names.keys() - stored_names(database, kind)):
            yield f"no such {kind}: {name}"
