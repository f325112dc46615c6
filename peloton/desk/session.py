"""One run of the program: its database and the tour that commands act on.

`peloton --help` imports this module, so slow imports are inside the functions.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from peloton.errors import PelotonError, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from peloton.desk.scored_tour import ScoredTour
    from peloton.rules.facts.tour import Tour
    from peloton.rules.results import Race
    from peloton.store.facts.parts import Draft, Step
    from peloton.store.session import Watch
    from peloton.store.tours import Store

_T = TypeVar("_T")
NO_TOURS = "no tours yet; create one with 'peloton new', or try 'peloton demo'"
"""The error message of a command that needs a tour, in a database without any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One run of the program: the database and the requested tour.

    `address` is a file or URL; None for the default database. `tour_name` is None for
    the current tour. With `dry_run`, nothing is saved. With `yes`, nothing has to be
    confirmed, but the tour's name cannot be abbreviated. `wait` is how many seconds to
    keep retrying while others lock the database. `first_step` identifies the tour even
    if it is renamed (see `Journal.first_step`). `recorded_steps` lists the journal
    steps added so far. `tours_read` holds the tour read last, which sets the language
    of messages.
    """

    address: str | None
    tour_name: str | None
    dry_run: bool = False
    yes: bool = False
    wait: float = 30
    first_step: "tuple[int, int] | None" = None
    recorded_steps: "list[Step]" = field(default_factory=list)
    tours_read: "list[Tour]" = field(default_factory=list)

    @property
    def database(self) -> str:
        """The file or URL of the database; by default a file in the user's folder."""
        return self.address or default_database()

    def store(self) -> "AbstractContextManager[Store]":
        """Open the tours for reading, in one consistent snapshot."""
        from peloton.store.session import open_store

        return open_store(
            self.database, write=False, wait=self.wait, user_file=current_tour_file
        )

    def watch(self) -> "Watch":
        """Watch the database for changes saved by others."""
        from peloton.store.session import Watch

        return Watch(self.database, self.wait)

    def write(self, work: "Callable[[Store], _T]") -> "_T":
        """Run `work` on the tours in one transaction; save all of its changes or none.

        `work` runs again after a conflict with another program, so it must not prompt.
        """
        from peloton.desk.scored_tour import stored_race
        from peloton.store.session import change_store

        result, made = change_store(
            self.database,
            lambda store: (work(store), store.journal.new_steps),
            write=not self.dry_run,
            scorer=stored_race,
            wait=self.wait,
            user_file=current_tour_file,
        )
        self.recorded_steps.extend(made)
        return result

    def bound_to_tour(self, store: "Store") -> "Session":
        """Return a session for the tour that commands act on now, even if renamed."""
        name = self.name(store)
        return replace(self, tour_name=name, first_step=store.journal.first_step(name))

    def name(self, store: "Store") -> str:
        """Return the name of the tour that commands act on.

        Raises PelotonError if there is no such tour, and StoreError if it was deleted.
        """
        if self.first_step and (name := store.journal.tour_of(self.first_step)):
            if name in store:
                return name
            restoring = "'peloton --tour NAME undo' restores it"
            raise StoreError(f"'{name}' was deleted; {restoring}")
        if self.tour_name is not None:
            whole = self.yes or self.first_step is not None
            return find_tour_name(store, self.tour_name, whole=whole)
        name = store.current()
        if name is None:
            choose = "no current tour: choose one with 'peloton use NAME'"
            raise PelotonError(choose if store.summaries() else NO_TOURS)
        return name

    def current(self, store: "Store") -> "ScoredTour":
        """Return the tour that commands act on."""
        from peloton.desk.scored_tour import with_rulebook

        stored = store.tour(self.name(store))
        self.tours_read[:] = [stored.tour]
        return with_rulebook(stored.tour, stored.rulebook_text)

    def read(self) -> "ScoredTour":
        """Read the tour that commands act on, in a separate transaction."""
        with self.store() as store:
            return self.current(store)

    def read_language(self) -> None:
        """Read the current tour, if any, to set the language of messages."""
        with suppress(PelotonError):
            self.read()

    def create(self, race: "Race", what: str, taken: str) -> None:
        """Save a new tour and make it current; the journal describes this as `what`.

        A tour with the same name is replaced, unless `taken` is a message: it is then
        raised as PelotonError.
        """

        def work(store: "Store") -> None:
            if taken and race.tour.name in store:
                raise PelotonError(taken)
            store.save(race.tour, race.rulebook.text, what, current=True, race=race)
            self.tours_read[:] = [race.tour]

        self.write(work)

    @property
    def folder(self) -> Path:
        """The folder of the database; for a server, the user's data folder."""
        from peloton.store.transactions import address

        return Path(address(self.database).file or default_database()).parent

    @property
    def backups(self) -> Path:
        """The folder of automatic backups; for servers, in the user's data folder."""
        return self.folder / "backups"

    def save(
        self,
        before: "ScoredTour",
        after: "ScoredTour",
        what: str,
        again: "Callable[[ScoredTour], ScoredTour] | None" = None,
        drafts: "Callable[[Store], tuple[Draft, ...]]" = lambda _: (),
    ) -> "ScoredTour":
        """Save a changed tour that was read as `before`; return the saved tour.

        If others changed the stored tour meanwhile, `again` applies the change to the
        new version, and must not prompt; without `again`, both changes are merged, and
        PelotonError is raised if they concern the same part of the tour. Raises
        InputError if the result has mistakes. `what` describes the change in the
        journal. `drafts` returns the drafts to delete with this save; undo restores
        them.
        """
        from peloton.desk.scored_tour import with_rulebook
        from peloton.store.facts.parts import StoredTour, rebased

        after.checked()
        old, new = (
            StoredTour(tour=side.tour, rulebook_text=side.rulebook.text)
            for side in (before, after)
        )

        def work(store: "Store") -> "ScoredTour":
            name = self.name(store) if self.first_step else before.tour.name
            found, saved = store.tour(name), after
            if found != old:
                merged = found if again else rebased(old, new, found)
                saved = with_rulebook(merged.tour, merged.rulebook_text)
                saved = (again(saved) if again else saved).checked()
            store.save(
                saved.tour,
                saved.rulebook.text,
                what,
                race=saved.scored,
                replaced=name,
                drafts=drafts(store),
            )
            return saved

        saved = self.write(work)
        self.tours_read[:] = [saved.tour]
        return saved


def find_tour_name(store: "Store", word: str, *, whole: bool = False) -> str:
    """Return the tour name that a word abbreviates, or else the word itself.

    Raises PelotonError if the word abbreviates several names, or if `whole` is set and
    the word is an abbreviation.
    """
    if word in store:
        return word
    from peloton.rules.names import match_name
    from peloton.rules.values import quote

    names = {tour.name: () for tour in store.summaries()}
    name = match_name(word, names)
    if whole and name != match_name(word, names, whole=True):
        expected = f"--yes expects a whole name; did you mean '{name}'?"
        raise PelotonError(f"no tour called {quote(word)}: {expected}")
    return name or word


def user_folder(find: "Callable[..., Path]") -> Path:
    """Return a folder of the user, which a function of platformdirs finds.

    Raises PelotonError if there is no home folder.
    """
    with suppress(RuntimeError):
        folder = find("peloton", appauthor=False)
        if folder.parts[0] != "~":  # older versions raise no error
            return folder
    raise PelotonError(
        "there is no home folder: set HOME, or choose a database with --db"
    )


def default_database() -> str:
    """Return the default database's path; PelotonError if there is no home folder."""
    from platformdirs import user_data_path

    return str(user_folder(user_data_path) / "tours.db")


def current_tour_file() -> Path:
    """Return the user's file that stores the current tour of each shared database."""
    return Path(default_database()).with_name("current.json")
