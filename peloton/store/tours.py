"""Read and change the tours of a database, and choose the current tour."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import TYPE_CHECKING

from peloton.errors import StoreError
from peloton.store.database import Database, TourHead
from peloton.store.facts.hash_chain import journal_rows
from peloton.store.facts.journal import Journal, replayed_bodies
from peloton.store.facts.parts import Draft, Step, StoredTour, TourSummary
from peloton.store.facts.tour_rows import (
    Change,
    current_name,
    drafts_of,
    encoded_tour,
    find_tour_row,
    keep_draft,
    make_current,
    read_summaries,
    row_of_tour,
    stored_tours,
    unknown_tour_error,
    write_tour,
)

if TYPE_CHECKING:
    from peloton.rules.facts.tour import Tour
    from peloton.rules.results import Race
    from peloton.store.derived.derived_rows import Scorer


class Store:
    """The tours of one database, within one transaction (see `open_store`).

    Names of tours are case-sensitive.
    """

    def __init__(self, database: Database, scorer: "Scorer | None" = None) -> None:
        """Work within a transaction of a database; `scorer` scores changed tours."""
        self.database = database
        self._scorer = scorer
        self._saved: dict[str, tuple[StoredTour, Race | None]] = {}
        self.journal = Journal(database)

    def __contains__(self, name: str) -> bool:
        """Return whether there is a tour with this name."""
        return find_tour_row(self.database, name) is not None

    def summaries(self) -> tuple[TourSummary, ...]:
        """Return a summary of every tour, sorted by name."""
        return tuple(sorted(read_summaries(self.database), key=attrgetter("name")))

    def tour(self, name: str) -> StoredTour:
        """Return a stored tour; raise StoreError if no tour has this name."""
        return next(stored_tours(self.database, [row_of_tour(self.database, name)]))

    def tours(self, names: Sequence[str]) -> Iterator[StoredTour]:
        """Yield the tours with these names; raise StoreError for an unknown name."""
        known: dict[str, TourHead] = {
            row.name: row for row in self.database.rows("tour")
        }
        for name in names:
            if name not in known:
                raise unknown_tour_error(name, sorted(known))
        yield from stored_tours(self.database, [known[name] for name in names])

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
        row = find_tour_row(self.database, replaced or tour.name)
        if row is not None:
            next(stored_tours(self.database, [row]))  # StoreError if it is damaged
        new = StoredTour(tour=tour, rulebook_text=rulebook_text)
        change = write_tour(self.database, row, new, encoded_tour(new))
        for draft in drafts:
            self.drop_draft(tour.name, draft.stage)
        change = change._replace(drafts=drafts)
        self._saved[tour.name] = new, race
        if current:
            self.use(tour.name)
        if not change.before and not change.after and self.current() == was_current:
            return None
        return self.journal.add_step(
            tour.name, what, change, current_before=was_current
        )

    def delete(self, name: str) -> Step:
        """Delete a tour; undoing this restores a damaged tour as its journal has it."""
        was_current = self.current()
        row = row_of_tour(self.database, name)
        before: dict[str, str] = {}
        drafts: tuple[Draft, ...] = ()
        with suppress(StoreError):  # the journal is damaged
            before = replayed_bodies(journal_rows(self.database, name))
        with suppress(StoreError):  # a draft is damaged
            drafts = drafts_of(self.database, row.id)
        self.database.delete("tour", id=row.id)
        change = Change(before, {}, drafts)
        return self.journal.add_step(
            name, "deleted the tour", change, current_before=was_current
        )

    def write_pending(self) -> None:
        """Write the derived rows of the tours that this transaction changed."""
        reverted: dict[str, tuple[None, None]]
        reverted = dict.fromkeys(self.journal.reverted_tours, (None, None))
        for name, (saved, race) in {**self._saved, **reverted}.items():
            self._update_derived(name, saved, race)

    def outdated_tours(self) -> list[str]:
        """Return the names of the tours whose derived rows are missing or outdated."""
        # Imported late: few commands need it.
        from peloton.store.derived.derived_rows import has_current_rows

        rows = self.database.rows("tour")
        return [row.name for row in rows if not has_current_rows(self.database, row)]

    def update_derived(self, names: Iterable[str]) -> int:
        """Recompute the outdated derived rows of tours.

        Returns the number of tours that now have current rows. Tours that have mistakes
        or were deleted meanwhile are not counted.
        """
        return sum(self._update_derived(name) for name in names)

    def _update_derived(
        self, name: str, saved: StoredTour | None = None, race: "Race | None" = None
    ) -> bool:
        """Recompute a tour's outdated derived rows; return whether they are current."""
        # Imported late: only writing needs it.
        from peloton.store.derived.derived_rows import has_current_rows, write_derived

        row = find_tour_row(self.database, name) if race or self._scorer else None
        if row is None:
            return False
        if not has_current_rows(self.database, row):
            with suppress(StoreError):
                if race is None and self._scorer is not None:
                    race = self._scorer(saved or self.tour(name))
            write_derived(self.database, row, race)
        return has_current_rows(self.database, row)

    def use(self, name: str) -> None:
        """Make a tour the current one."""
        make_current(self.database, row_of_tour(self.database, name).name)

    def current(self) -> str | None:
        """Return the name of the current tour; None if there is none."""
        return current_name(self.database)

    def draft(self, name: str, stage: int) -> Draft | None:
        """Return the draft of a stage, if there is one."""
        drafts = self.drafts(name)
        return next((draft for draft in drafts if draft.stage == stage), None)

    def drafts(self, name: str) -> tuple[Draft, ...]:
        """Return the drafts of a tour, sorted by stage number."""
        return drafts_of(self.database, row_of_tour(self.database, name).id)

    def keep_draft(
        self, name: str, stage: int, text: str, base: str, heard: str | None = None
    ) -> None:
        """Store the unsaved lines of a stage, and `base`, the saved lines they change.

        `heard` is JSON with the latest changes from phones (see `Draft`). A draft is
        not a change to the tour, so it has no step in the journal. It is deleted with
        the tour, and restored when the deletion is undone.
        """
        row = row_of_tour(self.database, name)
        keep_draft(self.database, row, Draft(stage, text, base, heard))

    def drop_draft(self, name: str, stage: int) -> None:
        """Delete the draft of a stage."""
        row = row_of_tour(self.database, name)
        self.database.delete("draft", tour_id=row.id, stage=stage)
