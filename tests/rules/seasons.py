"""Write tours for a season, with riders whose bibs are their names."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Rider, Team
from peloton.rules.results import Race
from peloton.rules.season.entrants import Aliases
from peloton.rules.season.ranking import (
    PRIZES,
    Contest,
    Records,
    Season,
    SeasonScale,
)
from peloton.store.derived.records import records_of
from peloton.store.derived.season_tables import SeasonTables
from peloton.store.derived.seasons import season_of
from peloton.store.transactions import memory_database
from tests.rules.notation import raced, stage, tour

TEAMS = "MOL: Eddy Jo, TIR: Leo Mia"


def season(races: Sequence[Race], scale: SeasonScale, *, top: int = 0) -> Season:
    """Return the season of scored tours."""
    with season_tables(races, scale) as tables:
        return season_of(tables, top)


@contextmanager
def season_tables(races: Sequence[Race], scale: SeasonScale) -> Iterator[SeasonTables]:
    """Store scored tours in the tables of a season."""
    with memory_database() as database:
        tours = [(race.tour.name, race) for race in races]
        yield SeasonTables(database, tours, scale)


def hall_of_records(
    races: Sequence[Race], top: int = 3, each: SeasonScale | None = None
) -> Records:
    """Return the records of scored tours."""
    with season_tables(races, each or scale()) as tables:
        return records_of(tables, top)


def home(riders: str, kind: str = "road") -> Stage:
    """Return a stage with riders in finish order, each a turn behind the previous."""
    lines = ", ".join(f"{bib} {turns} 0" for turns, bib in enumerate(riders.split()))
    return stage(lines, kind)


def rode(name: str, *stages: Stage, riders: str = TEAMS) -> Race:
    """Score a Cyclo tour; the player of a team is its code in lower case."""
    facts = tour("cyclo", stages, riders)
    race = raced(
        replace(
            facts,
            name=name,
            riders=tuple(replace(rider, name=str(rider.bib)) for rider in facts.riders),
            teams=tuple(
                replace(team, player=team.code.lower()) for team in facts.teams
            ),
        )
    )
    assert race.problems == ()
    return race


def renamed(race: Race, *changes: Rider | Team) -> Race:
    """Return the tour with some riders or teams replaced, by bib or code."""
    riders = {each.bib: each for each in changes if isinstance(each, Rider)}
    teams = {each.code: each for each in changes if isinstance(each, Team)}
    facts = replace(
        race.tour,
        riders=tuple(riders.get(rider.bib, rider) for rider in race.tour.riders),
        teams=tuple(teams.get(team.code, team) for team in race.tour.teams),
    )
    return replace(race, tour=facts)


def scale(
    *,
    best: int = 0,
    ties: tuple[str, ...] = (),
    same: Aliases | None = None,
    days: int = 0,
    ghosts: bool = False,
    **places: tuple[int, ...],
) -> SeasonScale:
    """Return a scale with points only for the prizes in `places`, and for `days`."""
    return SeasonScale(
        name="Test",
        best=best,
        ties=ties,
        places={prize: places.get(prize, ()) for prize in PRIZES},
        days=dict.fromkeys(ClassificationName, days),
        same=same or {},
        ghosts=ghosts,
    )


def ranks(season: Season, contest: str = "riders") -> list[tuple[int, str, int]]:
    """Return the rank, the name and the points of each line."""
    lines = season[Contest(contest)]
    return [(line.rank, line.name, line.figure) for line in lines]


def points(season: Season, contest: str = "riders") -> dict[str, int]:
    """Return the points by name."""
    return {name: points for _, name, points in ranks(season, contest)}
