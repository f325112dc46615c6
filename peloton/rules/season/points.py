"""What one tour brings to a season: points by an editable scale, and wins (CY-22)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from peloton.rules.classifications.jerseys import led_classifications
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.results import Race, StageScore, Standings
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Same


class Prize(StrEnum):
    """What a season gives points for, by place, besides the classifications."""

    STAGE = "stage"
    ONE_DAY = "one_day"
    TEAM_STAGE = "team_stage"


PRIZES: tuple[ClassificationName | Prize, ...] = (*ClassificationName, *Prize)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonScale:
    """What a season counts: points by place, points a day in a jersey, the best tours.

    `best` is how many tours count, 0 for all. `ties` names the steps that part equal
    totals, in order. `same` says who goes by several names.
    """

    name: str
    best: int
    ties: tuple[str, ...]
    places: Mapping[ClassificationName | Prize, Scale]
    days: Mapping[ClassificationName, int]
    same: Same = field(default_factory=Same)


class Gain(NamedTuple):
    """What one tour brought: points, the tour won, stages won."""

    points: int
    tours_won: int = 0
    stages_won: int = 0


class TourWinners(NamedTuple):
    """Who won a tour: riders, or the teams with the most money; several share it."""

    riders: tuple[Bib, ...] = ()
    teams: tuple[TeamCode, ...] = ()


class Takings(NamedTuple):
    """What a tour brought to riders and teams; of `tour` its startlist is enough."""

    tour: Tour
    over: bool
    riders: Mapping[Bib, Gain]
    teams: Mapping[TeamCode, Gain]


def takings(race: Race, scale: SeasonScale) -> Takings:
    """Return what a tour brought by a scale."""
    gains = rider_gains(race, scale), team_gains(race, scale)
    return Takings(race.tour, race.is_over, *gains)


def tour_winners(race: Race) -> TourWinners:
    """Name who won the tour, once it is over: first in the general classification.

    Where the most money wins, it is the team that has it (CY-17). A race of one stage
    is won by the first home, whatever bonuses are worth, unless it is by points
    (CR-11); nobody wins it without a point.
    """
    if not race.is_over:
        return TourWinners()
    last = race.stages[-1]
    if last.purse and race.rulebook.flag("money.wins"):
        most = last.purse[0].balance
        richest = (line.team for line in last.purse if line.balance == most)
        return TourWinners(teams=tuple(richest))
    if is_won_at_once(race):
        return TourWinners(stage_winners(last))
    general = _final_general(race)
    return TourWinners(tuple(Bib(who) for who, _ in _by_rank(general, (1,))))


def is_won_at_once(race: Race) -> bool:
    """Whether the tour is a single race that is not decided by points."""
    return race.is_one_day and race.rulebook.word("general.by") == "time"


def _final_general(race: Race) -> Standings:
    """Return the general classification at the end, if anybody leads it (GN-5)."""
    led = led_classifications(race, race.stages[-1])
    return led.get(ClassificationName.GENERAL, ())


def stages_won(race: Race) -> tuple[Bib, ...]:
    """Name the winner of each stage, of more than one."""
    if race.is_one_day:
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
    the places on it by a scale of its own, and nothing else; by points, for the
    final places (CR-11).
    """
    points: Counter[Bib] = Counter()
    if is_won_at_once(race):
        _add_stages(race, scale.places[Prize.ONE_DAY], points)
    elif race.is_one_day:
        if race.is_over:
            for who, amount in _by_rank(
                _final_general(race), scale.places[Prize.ONE_DAY]
            ):
                points[Bib(who)] += amount
    else:
        _add_stages(race, scale.places[Prize.STAGE], points)
        _add_days(race, scale, points)
        if race.is_over:
            _add_finals(race, scale, points)
    tours, stages = Counter(tour_winners(race).riders), Counter(stages_won(race))
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
    if race.is_over:
        name = ClassificationName.TEAMS
        teams = race.stages[-1].standings.get(name, ())
        for who, amount in _by_rank(teams, scale.places.get(name, ())):
            points[TeamCode(who)] += amount
    won = tour_winners(race).teams
    return {
        team: Gain(points[team], int(team in won))
        for team in dict.fromkeys((*points, *won))
    }


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
                    points[jersey.wearer] += scale.days.get(jersey.classification, 0)


def _add_finals(race: Race, scale: SeasonScale, points: Counter[Bib]) -> None:
    for name, standings in led_classifications(race, race.stages[-1]).items():
        if name is not ClassificationName.TEAMS:
            for who, amount in _by_rank(standings, scale.places.get(name, ())):
                points[Bib(who)] += amount


def _by_rank(standings: Standings, by_place: Scale) -> Iterator[tuple[str, int]]:
    """Go down a classification as far as the scale; equals have the same points."""
    for row in standings:
        if row.rank > len(by_place):
            break
        yield row.who, by_place[row.rank - 1]
