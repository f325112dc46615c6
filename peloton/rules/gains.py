"""What one tour brings to a season: points by an editable scale, and wins (CY-22)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from peloton.rules.entrants import Same
from peloton.rules.model import Bib, ClassificationName, TeamCode, Tour
from peloton.rules.results import Race, StageScore, Standings
from peloton.rules.rulebook import Scale


class Prize(StrEnum):
    """What a season gives points for, by place."""

    GENERAL = "general"
    POINTS = "points"
    MOUNTAINS = "mountains"
    ACTIVE = "active"
    YOUNG = "young"
    STAGE = "stage"
    ONE_DAY = "one_day"
    TEAMS = "teams"
    TEAM_STAGE = "team_stage"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonScale:
    """What a season counts: points by place, points a day in a jersey, the best tours.

    `best` is how many tours count, 0 for all. `ties` names the steps that part equal
    totals, in order. `same` says who goes by several names.
    """

    name: str
    best: int
    ties: tuple[str, ...]
    places: Mapping[Prize, Scale]
    days: Mapping[ClassificationName, int]
    same: Same = field(default_factory=Same)


class Gain(NamedTuple):
    """What one tour brought: points, and what was won of it."""

    points: int
    tours_won: int = 0
    stages_won: int = 0


class Takings(NamedTuple):
    """What a tour brought to riders and teams; of `tour` its startlist is enough."""

    tour: Tour
    over: bool
    riders: Mapping[Bib, Gain]
    teams: Mapping[TeamCode, Gain]


def takings(race: Race, scale: SeasonScale) -> Takings:
    """Return what a tour brought by a scale."""
    gains = rider_gains(race, scale), team_gains(race, scale)
    return Takings(race.tour, is_over(race), *gains)


def is_over(race: Race) -> bool:
    """Whether every stage of the tour is ridden or cancelled."""
    return 0 < len(race.tour.stages) == len(race.stages)


def is_one_day(race: Race) -> bool:
    """Whether the tour is a single race: its stage is not one among others."""
    return len(race.tour.stages) == 1


def tours_won(race: Race) -> tuple[Bib, ...]:
    """Name who won the tour: first in the general classification at its end.

    A race of one stage is won by the first home, whatever bonuses are worth.
    """
    if not is_over(race):
        return ()
    if is_one_day(race):
        return stage_winners(race.stages[0])
    general = race.stages[-1].standings[ClassificationName.GENERAL]
    return tuple(Bib(who) for who, _ in _by_rank(general, (1,)))


def stages_won(race: Race) -> tuple[Bib, ...]:
    """Name the winner of each stage, of more than one."""
    if is_one_day(race):
        return ()
    return tuple(bib for score in race.stages for bib in stage_winners(score))


def stage_winners(score: StageScore) -> tuple[Bib, ...]:
    """Name the first home; nobody where a team won the stage (CR-15)."""
    if score.stage.by_teams:
        return ()
    first = takewhile(lambda line: line.place == 1, score.result)
    return tuple(line.bib for line in first)


def rider_gains(race: Race, scale: SeasonScale) -> dict[Bib, Gain]:
    """Return what each rider took from a tour: points for stages, days, final places.

    Final places count once the tour is over. A race of one stage brings points for
    the places on it by a scale of its own, and nothing else.
    """
    points: Counter[Bib] = Counter()
    if is_one_day(race):
        _add_stages(race, scale.places[Prize.ONE_DAY], points)
    else:
        _add_stages(race, scale.places[Prize.STAGE], points)
        _add_days(race, scale, points)
        if is_over(race):
            _add_finals(race, scale, points)
    tours, stages = Counter(tours_won(race)), Counter(stages_won(race))
    return {
        bib: Gain(points[bib], tours[bib], stages[bib])
        for bib in dict.fromkeys((*points, *tours, *stages))
    }


def team_gains(race: Race, scale: SeasonScale) -> dict[TeamCode, Gain]:
    """Return what each team took as a team, besides what its riders did."""
    points: Counter[TeamCode] = Counter()
    by_place = scale.places[Prize.TEAM_STAGE]
    for score in race.stages:
        if score.stage.by_teams:
            for line in score.team_result:
                if line.rank <= len(by_place):
                    points[line.team] += by_place[line.rank - 1]
    if is_over(race):
        teams = race.stages[-1].standings.get(ClassificationName.TEAMS, ())
        for who, amount in _by_rank(teams, scale.places[Prize.TEAMS]):
            points[TeamCode(who)] += amount
    return {team: Gain(amount) for team, amount in points.items()}


def _add_stages(race: Race, by_place: Scale, points: Counter[Bib]) -> None:
    for score in race.stages:
        if not score.stage.by_teams:
            for line in score.result:
                if line.place is None or line.place > len(by_place):
                    break
                points[line.bib] += by_place[line.place - 1]


def _add_days(race: Race, scale: SeasonScale, points: Counter[Bib]) -> None:
    for score in race.stages:
        if not score.stage.cancelled:
            for jersey in score.jerseys:
                if jersey.wearer is not None:
                    points[jersey.wearer] += scale.days[jersey.classification]


def _add_finals(race: Race, scale: SeasonScale, points: Counter[Bib]) -> None:
    for name, standings in race.stages[-1].standings.items():
        if name is not ClassificationName.TEAMS:
            for who, amount in _by_rank(standings, scale.places[Prize(name)]):
                points[Bib(who)] += amount


def _by_rank(standings: Standings, by_place: Scale) -> Iterator[tuple[str, int]]:
    """Go down a classification as far as the scale; equals have the same points."""
    for row in standings:
        if row.rank > len(by_place):
            break
        yield row.who, by_place[row.rank - 1]
