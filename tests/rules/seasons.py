"""Tours for a season: riders whose bibs are their names, home in the order written."""

from collections.abc import Sequence
from dataclasses import replace

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Rider, Team
from peloton.rules.results import Race
from peloton.rules.season.entrants import Aliases
from peloton.rules.season.palmares import tour_palmares
from peloton.rules.season.points import PRIZES, SeasonScale
from peloton.rules.season.ranking import Contest, Season
from peloton.rules.season.records import Hall, record_holders
from peloton.store.derived.records import records_of
from peloton.store.derived.season_tables import SeasonTour
from peloton.store.derived.seasons import season_of
from peloton.store.direct import memory_database
from tests.rules.notation import raced, stage, tour

TEAMS = "MOL: Eddy Jo, TIR: Leo Mia"


def season(
    races: Sequence[Race], scale: SeasonScale, *, top: int = 0, most: int | None = None
) -> Season:
    """A season over tours that were scored."""
    with memory_database() as database:
        return season_of(database, map(scored, races), scale, top=top, most=most)


def hall_of_records(races: Sequence[Race], same: Aliases, top: int = 3) -> Hall:
    """The records over tours that were scored."""
    found = record_holders(map(tour_palmares, races), same, top)
    with memory_database() as database:
        assert records_of(database, map(scored, races), same, top) == found
    return found


def scored(race: Race) -> SeasonTour:
    """A tour of a season, scored just now."""
    palmares = tour_palmares(race)
    return SeasonTour(race.tour.name, race.is_over, race.is_one_day, palmares=palmares)


def home(riders: str, kind: str = "road") -> Stage:
    """A stage on which these came home, each a turn behind the one before."""
    lines = ", ".join(f"{bib} {turns} 0" for turns, bib in enumerate(riders.split()))
    return stage(lines, kind)


def rode(name: str, *stages: Stage, riders: str = TEAMS) -> Race:
    """A tour of Cyclo scored; the player of a team has its code in lower case."""
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
    """The same tour with other names for some bibs and codes."""
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
    **places: tuple[int, ...],
) -> SeasonScale:
    """A scale that gives points for nothing but what is named."""
    return SeasonScale(
        name="Test",
        best=best,
        ties=ties,
        places={prize: places.get(prize, ()) for prize in PRIZES},
        days=dict.fromkeys(ClassificationName, days),
        same=same or Aliases(),
    )


def ranks(season: Season, contest: str = "riders") -> list[tuple[int, str, int]]:
    """Rank, name and points of each line."""
    lines = season.standings[Contest(contest)]
    return [(line.rank, line.name, line.points) for line in lines]


def points(season: Season, contest: str = "riders") -> dict[str, int]:
    """The points by name."""
    return {name: points for _, name, points in ranks(season, contest)}
