"""Report the names of a tour's winners, and notes about them."""

from collections.abc import Iterable

from peloton.reports.names import Names
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import PURSE, Race
from peloton.rules.winners import tour_winners
from peloton.rules.words import join, phrase

_WINS = {
    PURSE: (
        phrase("{who} wins the tour with the most money (CY-17)."),
        phrase("{who} are joint winners of the tour with the most money (CY-17)."),
    ),
    ClassificationName.POINTS: (
        phrase("{who} wins the tour with the most points ({rule})."),
        phrase("{who} are joint winners of the tour with the most points ({rule})."),
    ),
    ClassificationName.GENERAL: (
        phrase("{who} wins the tour."),
        phrase("{who} are joint winners of the tour."),
    ),
}
"""The notes on one winner and on joint winners, keyed by the deciding ranking."""


def winner_names(race: Race) -> list[str]:
    """Return the names of the winning riders or teams; empty until the tour is over."""
    names, won = Names(race.tour), tour_winners(race)
    return [*map(names.rider, won.riders), *map(names.team, won.teams_alone)]


def winner_notes(race: Race) -> Iterable[str]:
    """Yield notes about the winners of the tour, if the tour is over (FR-5, GN-11)."""
    if winners := winner_names(race):
        one, several = _WINS[tour_winners(race).by]
        note = one if len(winners) == 1 else several
        rule = race.rulebook.source_of("winner")
        yield phrase(note.pattern, who=join(winners), rule=rule)
    yield from winning_team_notes(race)


def winning_team_notes(race: Race) -> Iterable[str]:
    """Yield a note on the winning team if a rider and a team win the tour (FR-5)."""
    won = tour_winners(race)
    if won.teams and not won.teams_alone:
        teams = join(map(Names(race.tour).team, won.teams))
        yield phrase("Winning team: {team}", team=teams)
