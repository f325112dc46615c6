"""Report the names of a tour's winners, and notes about them."""

from collections.abc import Iterable

from peloton.reports.names import Names
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race
from peloton.rules.winners import tour_winners
from peloton.rules.words import join, phrase


def winner_names(race: Race) -> list[str]:
    """Return the names of the winning riders or teams; empty until the tour is over."""
    names, won = Names(race.tour), tour_winners(race)
    return [*map(names.rider, won.riders), *map(names.team, won.teams_alone)]


def winner_notes(race: Race) -> Iterable[str]:
    """Yield notes about the winners of the tour, once it is over (FR-5, GN-11)."""
    yield from money_winner_notes(race)
    names, won = Names(race.tour), tour_winners(race)
    riders, rule = [*map(names.rider, won.riders)], race.rulebook.source_of("winner")
    if won.by == ClassificationName.POINTS and riders:
        who = phrase("{rider} wins the tour with the most points", rider=join(riders))
        if len(riders) > 1:
            who = phrase(
                "{riders} are joint winners of the tour with the most points",
                riders=join(riders),
            )
        yield phrase("{what} ({rule}).", what=who, rule=rule)
    elif len(riders) == 1:
        yield phrase("{rider} wins the tour.", rider=riders[0])
    elif riders:
        yield phrase("{riders} are joint winners of the tour.", riders=join(riders))
    yield from winning_team_notes(race)


def winning_team_notes(race: Race) -> Iterable[str]:
    """Note the winning team if both a rider and a team win the tour (FR-5)."""
    won = tour_winners(race)
    if won.teams and not won.teams_alone:
        teams = join(map(Names(race.tour).team, won.teams))
        yield phrase("Winning team: {team}", team=teams)


def money_winner_notes(race: Race) -> Iterable[str]:
    """Yield a note on the team that won the tour with the most money (CY-17)."""
    names = Names(race.tour)
    teams = [names.team(code) for code in tour_winners(race).teams_alone]
    if len(teams) == 1:
        yield phrase("{team} wins the tour with the most money (CY-17).", team=teams[0])
    elif teams:
        yield phrase(
            "{teams} are joint winners of the tour with the most money (CY-17).",
            teams=join(teams),
        )
