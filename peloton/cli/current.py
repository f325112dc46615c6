"""A tour with its rules, scored and checked: what commands show and change."""

from dataclasses import dataclass, replace

from peloton.cli.mistakes import refuse
from peloton.errors import PelotonError
from peloton.notation.rulebooks import read_rulebook
from peloton.notation.tourfile import read_tour
from peloton.notation.writing import tour_text
from peloton.rules.house import tour_rulebook
from peloton.rules.model import Tour
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.rulebook import Rulebook
from peloton.store.parts import StoredTour


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    """A tour from the store with its own rulebook, options and house rules applied.

    `scored` is what it comes to, where that is known and right.
    """

    tour: Tour
    rulebook_text: str
    rulebook: Rulebook
    scored: Race | None = None

    def race(self) -> Race:
        """Score the tour; InputError if what is stored does not hold together."""
        if self.scored is not None:
            return self.scored
        race = score(self.tour, self.rulebook)
        refuse(race.problems, "the stored tour")
        return race


def with_rulebook(tour: Tour, rulebook_text: str) -> Current:
    """Join a tour with the rulebook it is scored with."""
    base, problems = read_rulebook(rulebook_text)
    refuse(problems, f"the stored rulebook {tour.rulebook}")
    if base is None:
        message = f"the stored rulebook {tour.rulebook} cannot be used"
        raise PelotonError(message)
    rulebook, problems = tour_rulebook(base, tour)
    refuse(problems)
    return Current(tour=tour, rulebook_text=rulebook_text, rulebook=rulebook)


def checked(tour: Tour, rulebook_text: str) -> Current:
    """Check a changed tour as if it had come from a file; InputError if it is wrong.

    Whatever door facts come in by, they meet the same checks.
    """
    reading = read_tour(tour_text(tour), lambda _: read_rulebook(rulebook_text))
    refuse(reading.problems)
    current = with_rulebook(tour, rulebook_text)
    race = score(tour, current.rulebook)
    refuse(race.problems)
    return replace(current, scored=race)


def stored_race(stored: StoredTour) -> Race | None:
    """Score a tour by the rulebook kept with it; None where that cannot be."""
    try:
        return with_rulebook(stored.tour, stored.rulebook_text).race()
    except PelotonError:
        return None
