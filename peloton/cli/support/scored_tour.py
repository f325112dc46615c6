"""A tour with its rules, scored and checked: what commands show and change."""

from dataclasses import dataclass, replace
from functools import cached_property

from peloton.cli.support.refusals import refuse
from peloton.errors import PelotonError
from peloton.notation.rulebook_file.reading import read_rulebook
from peloton.rules.facts.stages import with_stage
from peloton.rules.facts.tour import Stage, Tour
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.rulebook.tour_rulebook import tour_rulebook
from peloton.store.parts import StoredTour


@dataclass(frozen=True, kw_only=True)
class Current:
    """A tour from the store with its own rulebook, options and house rules applied."""

    tour: Tour
    rulebook_text: str
    rulebook: Rulebook

    @cached_property
    def scored(self) -> Race:
        """The tour scored, once, with whatever is wrong with it."""
        return score(self.tour, self.rulebook)

    def race(self) -> Race:
        """Return the tour scored; InputError if what is stored does not fit together.

        Whoever changes a tour asks `checked` in place of this.
        """
        refuse(self.scored.problems, "the stored tour")
        return self.scored

    def with_stage(self, number: int, stage: Stage) -> "Current":
        """Return the tour with stage `number` replaced, under the same rules."""
        return self.with_tour(with_stage(self.tour, number, stage))

    def with_tour(self, tour: Tour) -> "Current":
        """Return the tour as changed, under the same rules."""
        return replace(self, tour=tour)

    def checked(self) -> "Current":
        """Return the tour as changed; InputError with all that is wrong with it."""
        refuse(self.scored.problems)
        return self


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


def stored_race(stored: StoredTour) -> Race | None:
    """Score a tour by the rulebook kept with it; None where that cannot be."""
    try:
        return with_rulebook(stored.tour, stored.rulebook_text).race()
    except PelotonError:
        return None


def checked(tour: Tour, rulebook_text: str) -> Current:
    """Check a changed tour with its rulebook; InputError if it is wrong."""
    return with_rulebook(tour, rulebook_text).checked()
