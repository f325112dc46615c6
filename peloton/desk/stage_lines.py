"""Convert a stage of a tour to lines of the desk and back."""

from dataclasses import replace
from functools import cached_property

from peloton.desk.scored_tour import ScoredTour
from peloton.notation.desk.lines import DeskReading
from peloton.notation.desk.reading import read_desk
from peloton.notation.desk.writing import desk_text
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour, stage_at
from peloton.rules.ghosts import GhostDecks, ghost_decks
from peloton.rules.ledgers.cards import carried_cards
from peloton.rules.race import racing_before
from peloton.rules.rulebook.rulebook import Rulebook


class StageLines:
    """A stage of a tour, converted to lines of the desk and back."""

    def __init__(self, before: ScoredTour, number: int) -> None:
        """Select stage `number`; raise PelotonError if the tour has no such stage."""
        self.before = before
        self.number = number
        self.stage = stage_at(before.tour, number)
        self.mark_format = before.rulebook.mark

    @cached_property
    def base(self) -> str:
        """The stored stage as text lines of the desk."""
        return desk_text(self.stage, self.mark_format)

    @cached_property
    def _ghosts(self) -> GhostDecks | None:
        tour = self.before.tour
        if not any([*(t.ghost for t in tour.teams), *(r.neutral for r in tour.riders)]):
            return None
        return ghosts_before(tour, self.number, self.before.rulebook)

    def read(self, text: str) -> DeskReading:
        """Parse desk lines into the facts of this stage."""
        tour, ghosts = self.before.tour, self._ghosts
        return read_desk(text, self.stage, self.mark_format, tour, ghosts)

    def after(self, stage: Stage) -> ScoredTour:
        """Return the tour with the new stage, which counts even if it was cancelled.

        If every rider is listed as eliminated, the last rider listed is the winner and
        is removed from the list.
        """
        if stage.eliminated:
            racing = racing_before(self.before.tour, self.number, self.before.rulebook)
            out = {*stage.eliminated, *(b for line in stage.finish for b in line.bibs)}
            if out.issuperset(racing):
                stage = replace(stage, eliminated=stage.eliminated[:-1])
        return self.before.with_stage(self.number, replace(stage, cancelled=""))


def ghosts_before(tour: Tour, number: int, rulebook: Rulebook) -> GhostDecks:
    """Return card decks of ghosts still in the race, with exhaustion cards (FR-2)."""
    # Imported here because most tours have no ghosts.
    from peloton.notation.ghosts import ways_of

    racing = {*racing_before(tour, number, rulebook)}
    riders = tuple(rider for rider in tour.riders if rider.bib in racing)
    held, ways = carried_cards(tour, number, rulebook), ways_of(tour, rulebook.name)
    decks = ghost_decks(replace(tour, riders=riders), ways, held)
    out = not decks.ghosts and bool(ghost_decks(tour, ways, {}).ghosts)
    return replace(decks, all_out=out)
