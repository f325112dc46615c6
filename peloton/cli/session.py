"""What every command works on: where the tours are, and which one is meant."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from peloton.errors import InputError, PelotonError
from peloton.rules.model import Tour
from peloton.rules.results import Problem, Race, Severity
from peloton.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from peloton.store.tours import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    """A tour from the store with its own rulebook, options and house rules applied."""

    tour: Tour
    rulebook_text: str
    rulebook: Rulebook

    def race(self) -> Race:
        """Score the tour; InputError if what is stored does not hold together."""
        # Not imported at the top: `--help` and `score` do not need it.
        from peloton.rules.race import score  # noqa: PLC0415

        race = score(self.tour, self.rulebook)
        refuse(race.problems, "the stored tour has mistakes")
        return race


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One run of the program: the database and the tour asked for."""

    where: str | None
    wanted: str | None

    @contextmanager
    def store(self, *, write: bool = False) -> "Iterator[Store]":
        """Open the tours for one transaction: all of it is kept, or nothing."""
        from peloton.store.session import open_store  # noqa: PLC0415 - see above

        with open_store(self.where or default_database(), write=write) as store:
            yield store

    def name(self, store: "Store") -> str:
        """Return the name of the tour that commands act on."""
        name = self.wanted or store.current()
        if name is None:
            message = (
                "no current tour: 'peloton new' creates one, 'peloton load FILE' loads"
                " one, 'peloton demo' shows one"
            )
            if store.names():
                message = "no current tour: choose one with 'peloton use NAME'"
            raise PelotonError(message)
        return name

    def current(self, store: "Store") -> Current:
        """Return the tour that commands act on."""
        stored = store.tour(self.name(store))
        return with_rulebook(stored.tour, stored.rulebook_text)

    def read(self) -> Current:
        """Open the store, read the tour that commands act on, and close it."""
        with self.store() as store:
            return self.current(store)

    def change(self, changed: Callable[[Current], Tour]) -> Current:
        """Change the tour in one transaction; InputError if it no longer holds.

        `changed` gives the tour as it should be; nothing is asked meanwhile.
        """
        with self.store(write=True) as store:
            current = self.current(store)
            after = checked(changed(current), current.rulebook_text)
            store.save(after.tour, after.rulebook_text)
            return after


def default_database() -> str:
    """Return the file in the user's data folder where tours are kept."""
    from platformdirs import user_data_path  # noqa: PLC0415 - see above

    return str(user_data_path("peloton", appauthor=False) / "tours.db")


def with_rulebook(tour: Tour, rulebook_text: str) -> Current:
    """Join a tour with the rulebook it is scored with."""
    from peloton.notation.rulebooks import read_rulebook  # noqa: PLC0415 - see above
    from peloton.rules.house import tour_rulebook  # noqa: PLC0415 - see above

    base, problems = read_rulebook(rulebook_text)
    refuse(problems, f"the stored rulebook {tour.rulebook} cannot be used")
    if base is None:
        message = f"the stored rulebook {tour.rulebook} cannot be used"
        raise PelotonError(message)
    rulebook, problems = tour_rulebook(base, tour)
    refuse(problems, "the tour's options or house rules do not fit")
    return Current(tour=tour, rulebook_text=rulebook_text, rulebook=rulebook)


def checked(tour: Tour, rulebook_text: str) -> Current:
    """Check a changed tour as if it had come from a file; InputError if it is wrong.

    Whatever door facts come in by, they meet the same checks.
    """
    from peloton.notation.rulebooks import read_rulebook  # noqa: PLC0415 - see above
    from peloton.notation.tourfile import read_tour  # noqa: PLC0415 - see above
    from peloton.notation.writing import tour_text  # noqa: PLC0415 - see above

    reading = read_tour(tour_text(tour), lambda _: read_rulebook(rulebook_text))
    refuse(reading.problems)
    current = with_rulebook(tour, rulebook_text)
    current.race()
    return current


def refuse(problems: tuple[Problem, ...], summary: str = "") -> None:
    """Raise InputError if any of the problems is an error, naming all of them."""
    wrong = [each.message for each in problems if each.severity is Severity.ERROR]
    if len(wrong) == 1 and not summary:
        raise PelotonError(wrong[0])
    if wrong:
        count = f"{len(wrong)} mistakes" if len(wrong) > 1 else "1 mistake"
        message = f"{summary or 'this does not fit'}: {count}; nothing was changed"
        raise InputError(message, tuple(wrong))
