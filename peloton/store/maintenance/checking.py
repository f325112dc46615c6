"""Check that every row of a database can be read, and was not changed by hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from peloton.errors import StoreError
from peloton.store.database import Database, TourHead
from peloton.store.derived.derived_rows import Scorer, differing_lists, has_current_rows
from peloton.store.facts.hash_chain import (
    StepRow,
    broken_link,
    journal_rows,
    row_hash,
)
from peloton.store.facts.journal import read_step, replayed_bodies
from peloton.store.facts.parts import text_hash
from peloton.store.facts.tour_rows import Texts, parsed_tour, summary_cells
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
    """Find all damage to facts, journals, drafts, rulebooks and derived rows."""
    place = address(where)

    def attempt() -> Findings:
        with connected(place, write=False, wait=wait) as database:
            return check_open_database(database, scorer)

    return retry(attempt, place, wait)


def check_open_database(database: Database, scorer: Scorer) -> Findings:
    """Find all damage in an open database (see `check_database`)."""
    check = _Check(database, scorer)
    found: list[str] = []
    try:
        for damage in check.damages():
            found.append(damage)  # noqa: PERF402 - keeps damage found before an error
    except StoreError as error:
        found.append(str(error))
    return Findings(tuple(found), tuple(check.hidden_tours))


class _Check:
    """The check of an open database.

    `hidden_tours` is complete once `damages` has yielded all messages.
    """

    def __init__(self, database: Database, scorer: Scorer) -> None:
        self._database, self._scorer = database, scorer
        self._texts = Texts(database)
        self.hidden_tours: list[str] = []

    def damages(self) -> Iterator[str]:
        """Yield a message for each damage."""
        if not self._database.is_server:
            for (message,) in self._database.query("PRAGMA integrity_check"):
                if message != "ok":
                    yield f"the file: {message}"
            orphans = self._database.query("PRAGMA foreign_key_check")
            for table, parent in sorted({(row[0], row[2]) for row in orphans}):
                yield f"rows of table `{table}` belong to no row of table `{parent}`"
        self._database.query("SELECT id FROM current_tour")  # fails without the table
        tours = {row.name: row for row in self._database.rows("tour", "id name hash")}
        journals = {
            name for (name,) in self._database.query("SELECT tour FROM journal")
        }
        for name in sorted({*tours, *journals}, key=str):
            if not isinstance(name, str):
                yield f"found {name!r} as the name of a tour, expected text"
                continue
            yield from self._damages_of(name, tours.get(name))
        yield from self._draft_damages({row.id: row.name for row in tours.values()})
        for key, text in self._database.rows("rulebook"):
            if key != text_hash(text):
                yield f"the text of rulebook {key!r} was changed by hand"
            elif key not in self._texts:
                yield f"rulebook {key!r} is used by no tour and no step of a journal"

    def _damages_of(self, name: str, head: TourHead | None) -> Iterator[str]:
        rows = journal_rows(self._database, name)
        chosen = "SELECT name, body FROM part WHERE tour_id = ?"
        parts = self._database.query(chosen, (head.id,)) if head else ()
        bodies = {str(part): body for part, body in parts}  # a name may be bytes
        broken = broken_link(rows)
        for changed in [broken] if broken else _changed_rows(rows, head, bodies):
            yield f"tour {name!r}: {changed}"
        for row in rows:
            try:
                read_step(row, self._texts)
            except StoreError as error:
                yield str(error)
        if head is not None:
            yield from self._facts_damages(head, bodies)

    def _facts_damages(
        self, head: TourHead, bodies: Mapping[str, str]
    ) -> Iterator[str]:
        """Describe unreadable facts, and rows that do not follow from the facts."""
        try:
            tour = parsed_tour(head.name, bodies, self._texts)
            (row,) = self._database.rows("tour", id=head.id)
        except StoreError as error:
            yield str(error)
            return
        if tour and not summary_cells(tour.tour).items() <= row._asdict().items():
            yield f"tour {head.name!r}: the row of `tour` was changed by hand"
        race = self._scorer(tour) if tour else None
        if race is not None and not has_current_rows(self._database, head):
            self.hidden_tours.append(head.name)
        for wrong in differing_lists(self._database, head, race):
            yield (
                f"tour {head.name!r}: {wrong} does not match the facts; run"
                " 'peloton check --repair'"
            )

    def _draft_damages(self, names: Mapping[int, str]) -> Iterator[str]:
        rows = self._database.query(
            "SELECT tour_id, stage, text, base, heard, hash FROM draft"
        )
        for tour_id, stage, *cells, known in rows:
            if known != row_hash([tour_id, stage, *cells]):
                yield (
                    f"tour {names.get(tour_id)!r}: the draft of stage {stage!r} was"
                    " changed by hand"
                )


def _changed_rows(
    rows: Sequence[StepRow], head: TourHead | None, bodies: Mapping[str, str]
) -> Iterator[str]:
    """Describe each row of a tour that does not match an undamaged journal."""
    expected = replayed_bodies(rows)
    newest = rows[-1]["hash"] if rows and expected else None
    if not rows:
        yield "step 1 is missing from the journal"
    elif newest != (head and head.hash):
        number = len(rows)
        yield f"the row of `tour` does not match step {number} of the journal, the last"
    for name in {**expected, **bodies} if rows and head else ():
        where = f"the row of `part` for {name!r}"
        if name not in bodies:
            yield f"{where} is missing"
        elif name not in expected:
            yield f"{where} was added by hand"
        elif bodies[name] != expected[name]:
            yield f"{where} was changed by hand"
