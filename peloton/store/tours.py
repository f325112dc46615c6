"""Read and change the tours of a database, and choose the current tour."""

from contextlib import suppress
from operator import attrgetter
from typing import TYPE_CHECKING

from peloton.errors import StoreError
from peloton.store.database import Database
from peloton.store.facts.hash_chain import journal_rows
from peloton.store.facts.journal import Journal, replayed_bodies
from peloton.store.facts.parts import Draft, Step, StoredTour, TourSummary, encoded_tour
from peloton.store.facts.tour_rows import TourRows

if TYPE_CHECKING:
    from peloton.rules.facts.tour import Tour
    from peloton.rules.results import Race
    from peloton.store.derived.derived_rows import Scorer


class Store(TourRows):
    """The tours and the journal of one database, within one transaction."""

    def __init__(self, database: Database, scorer: "Scorer | None" = None) -> None:
        """Work within a transaction of a database; `scorer` scores changed tours."""
        super().__init__(database)
        self._scorer = scorer
        self.journal = Journal(self)

    def summaries(self) -> tuple[TourSummary, ...]:
        """Return a summary of every tour, sorted by name."""
        rows = self.database.rows("tour", "name rulebook date riders stages ridden")
        current = self.current()
        found = (TourSummary(row.name == current, *row) for row in rows)
        return tuple(sorted(found, key=attrgetter("name")))

    def tour(self, name: str) -> StoredTour:
        """Return a stored tour; raise StoreError if no tour has this name."""
        return self.read(self.head(name))

    def save(  # noqa: PLR0913 - a change, with its details for the journal
        self,
        tour: "Tour",
        rulebook_text: str,
        what: str,
        *,
        current: bool = False,
        race: "Race | None" = None,
        replaced: str = "",
        drafts: tuple[Draft, ...] = (),
    ) -> Step | None:
        """Store a tour; a stored tour with the same name is replaced.

        Only changed parts are written. `what` describes the change for the journal.
        `replaced` is the old name of a renamed tour. The journal step also deletes
        `drafts`, and undoing the step restores them. With `current` the tour becomes
        the current one. `race` is the scored tour, if it was scored already. Returns
        the new journal step, or None if nothing changed. Raises StoreError for facts
        that could not be read back, such as a repeated bib or a mark in an unknown
        format, and for a new name that another tour has or had.
        """
        was_current = self.current()
        if was_current == replaced:
            was_current = tour.name
        row = self.find(replaced or tour.name)
        if row is not None:
            self.read(row)  # StoreError if it is damaged
        new = StoredTour(tour=tour, rulebook_text=rulebook_text)
        change = self.replace(row, new, encoded_tour(new))
        for draft in drafts:
            self.drop_draft(tour.name, draft.stage)
        self.changed[tour.name] = race
        if current:
            self.make_current(tour.name)
        if not any(change) and self.current() == was_current:
            return None
        return self.journal.add_step(tour.name, what, change, drafts, was_current)

    def delete(self, name: str) -> Step:
        """Delete a tour; undoing this restores a damaged tour from its journal."""
        was_current = self.current()
        row = self.head(name)
        before: dict[str, str] = {}
        drafts: tuple[Draft, ...] = ()
        with suppress(StoreError):  # the journal is damaged
            before = replayed_bodies(journal_rows(self.database, name))
        with suppress(StoreError):  # a draft is damaged
            drafts = self.drafts(name)
        self.database.delete("tour", id=row.id)
        change = before, dict[str, str]()
        what = "deleted the tour"
        return self.journal.add_step(name, what, change, drafts, was_current)

    def write_pending(self) -> None:
        """Write the derived rows of the tours that this transaction changed."""
        for name, race in self.changed.items():
            self.update_derived(name, race)

    def outdated_tours(self) -> list[str]:
        """Return the names of the tours whose derived rows are missing or outdated."""
        # Imported late: few commands need it.
        from peloton.store.derived.derived_rows import current_tours

        current = current_tours(self.database)
        rows = self.database.rows("tour", "name")
        return [row.name for row in rows if row.name not in current]

    def update_derived(self, name: str, race: "Race | None" = None) -> bool:
        """Recompute a tour's outdated derived rows; return whether they are current.

        They are not if the tour has mistakes or was deleted meanwhile.
        """
        # Imported late: only writing needs it.
        from peloton.store.derived.derived_rows import has_current_rows, write_derived

        row = self.find(name) if race or self._scorer else None
        if row is None:
            return False
        if has_current_rows(self.database, row):
            return True
        with suppress(StoreError):
            if race is None and self._scorer is not None:
                race = self._scorer(self.tour(name))
        return write_derived(self.database, row, race)

    def draft(self, name: str, stage: int) -> Draft | None:
        """Return the draft of a stage, if there is one."""
        drafts = self.drafts(name)
        return next((draft for draft in drafts if draft.stage == stage), None)
