"""The winners of a tour, in words."""

from collections.abc import Iterable

from peloton.reports.names import Names
from peloton.rules.results import Race
from peloton.rules.winners import tour_winners
from peloton.rules.words import listed, phrase


def winner_names(race: Race) -> list[str]:
    """Return the names of the winners of a tour; none before it is over."""
    names, won = Names(race.tour), tour_winners(race)
    return [*map(names.rider, won.riders), *map(names.team, won.teams)]


def winner_notes(race: Race) -> Iterable[str]:
    """Note who has won the tour, once it is over (GN-11)."""
    yield from won_by_money(race)
    names, riders = Names(race.tour), tour_winners(race).riders
    if len(riders) == 1:
        yield phrase("{rider} wins the tour.", rider=names.rider(riders[0]))
    elif riders:
        yield phrase(
            "{riders} share the tour.", riders=listed(map(names.rider, riders))
        )


def won_by_money(race: Race) -> Iterable[str]:
    """Name the team that has won the tour, if the most money wins it (CY-17)."""
    names = Names(race.tour)
    teams = [names.team(code) for code in tour_winners(race).teams]
    if len(teams) == 1:
        yield phrase("{team} wins the tour with the most money (CY-17).", team=teams[0])
    elif teams:
        yield phrase(
            "{teams} share the tour with the most money (CY-17).", teams=listed(teams)
        )
