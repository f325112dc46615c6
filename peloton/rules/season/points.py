"""What one tour brings to a season: what was done, and points for it (CY-22).

What was done is told without a scale, so that it can be kept, and any scale applied.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import Any, NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Section
from peloton.rules.facts.startlist import Bib, Startlist, TeamCode
from peloton.rules.results import Race, StageScore, TimeStanding
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.stage.result import prime_winners
from peloton.rules.winners import (
    deciding_classification,
    final_standings,
    is_won_on_the_line,
    stage_winners,
    tour_winners,
)


class Prize(StrEnum):
    """What a season gives points for, by place, besides the classifications."""

    STAGE = "stage"
    ONE_DAY = "one_day"
    TEAM_STAGE = "team_stage"


PRIZES: tuple[ClassificationName | Prize, ...] = (*ClassificationName, *Prize)

Groups = tuple[tuple[str, ...], ...]
"""Names that mean the same: a tuple for each rider, team or player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Same:
    """Who is who: several names of one; a rider is `name / team`, or just a name.

    Teams that no person plays take part only with `ghosts`.
    """

    riders: Groups = ()
    teams: Groups = ()
    players: Groups = ()
    ghosts: bool = False


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


class Gains(NamedTuple):
    """What one tour brought: bibs or codes, and for each points, tours and stages won.

    By columns: of thousands of tours, thousands are added up at once.
    """

    who: Sequence[str]
    points: Sequence[int]
    won: Sequence[int]
    stages: Sequence[int]


NO_GAINS = Gains((), (), (), ())


class Takings(NamedTuple):
    """What a tour, by its name, brought to riders and teams."""

    tour: str
    startlist: Startlist
    over: bool
    riders: Gains
    teams: Gains


Deeds = Counter[str]
"""What a rider or a team did in one tour, whatever that is worth.

`place_1` is how often first on a stage that counts by its places, `days_general` for
how many stages in the jersey, `general` the final place, once the tour is over. The
others count what was won: the tour (`won`), `stages` of more than one, `climbs` and
`sprints`.
"""


class Gap(NamedTuple):
    """The ticks by which somebody won a stage, or the tour where `stage` is None."""

    who: Bib
    stage: int | None
    ticks: int
    unit: str


def takings(race: Race, scale: SeasonScale) -> Takings:
    """Return what a tour brought by a scale."""
    of_riders = worth(scale, of_teams=False, one_day=race.is_one_day)
    of_teams = worth(scale, of_teams=True)
    return Takings(
        tour=race.tour.name,
        startlist=race.tour.startlist,
        over=race.is_over,
        riders=_gains(rider_deeds(race), of_riders),
        teams=_gains(team_deeds(race), of_teams),
    )


def worth(
    scale: SeasonScale, *, of_teams: bool, one_day: bool = False
) -> dict[str, int | Scale]:
    """Return what each deed is worth: points each time, or a scale by the final place.

    A race of one stage brings points for the places on it by a scale of its own, and
    nothing else; by points, for the final places (CR-11).
    """
    places = scale.places
    if of_teams:
        team = ClassificationName.TEAMS
        return {**_by_place(places[Prize.TEAM_STAGE]), team: places.get(team, ())}
    if one_day:
        once = places[Prize.ONE_DAY]
        return {**_by_place(once), ClassificationName.GENERAL: once}
    return {
        **_by_place(places[Prize.STAGE]),
        **{f"days_{name}": points for name, points in scale.days.items()},
        **{name: places.get(name, ()) for name in _OF_RIDERS},
    }


_OF_RIDERS = [n for n in ClassificationName if n is not ClassificationName.TEAMS]


def _by_place(points: Scale) -> dict[str, int | Scale]:
    return {f"place_{place}": amount for place, amount in enumerate(points, 1)}


def _gains(deeds: Mapping[Any, Deeds], worths: Mapping[str, int | Scale]) -> Gains:
    return Gains(
        who=[*deeds],
        points=[_points(done, worths) for done in deeds.values()],
        won=[done["won"] for done in deeds.values()],
        stages=[done["stages"] for done in deeds.values()],
    )


def _points(deeds: Deeds, worths: Mapping[str, int | Scale]) -> int:
    points = 0
    for deed in worths.keys() & deeds.keys():
        count, value = deeds[deed], worths[deed]
        if isinstance(value, int):
            points += count * value
        elif count <= len(value):
            points += value[count - 1]
    return points


def rider_deeds(race: Race) -> dict[Bib, Deeds]:
    """Return what each rider did: on the stages, in jerseys, at the end."""
    deeds: defaultdict[Bib, Deeds] = defaultdict(Counter)
    for score in race.stages:
        for bib in stage_winners(score) if not race.is_one_day else ():
            deeds[bib]["stages"] += 1
        if not score.stage.by_teams and (
            not race.is_one_day or is_won_on_the_line(race)
        ):
            for line in takewhile(lambda line: line.place, score.result):
                deeds[line.bib][f"place_{line.place}"] += 1
        if not score.stage.cancelled:
            _add_day(score, deeds, one_day=race.is_one_day)
    for bib in tour_winners(race).riders:
        deeds[bib]["won"] = 1
    counting = [ClassificationName.GENERAL] if race.is_one_day else _OF_RIDERS
    if race.is_over and not is_won_on_the_line(race):
        final, decided = final_standings(race), deciding_classification(race.rulebook)
        # What decides the tour has the worth of the general classification, which
        # has that of the other one (FR-5).
        swapped = {ClassificationName.GENERAL: decided}
        swapped[decided] = ClassificationName.GENERAL
        for name in counting:
            for row in final.get(swapped.get(name, name), ()):
                deeds[Bib(row.who)][name] = row.rank
    return deeds


def _add_day(
    score: StageScore, deeds: defaultdict[Bib, Deeds], *, one_day: bool
) -> None:
    """Add the jerseys worn after a stage, the climbs and sprints won on it (CR-15)."""
    for jersey in score.jerseys if not one_day else ():
        if jersey.wearer is not None:
            deeds[jersey.wearer][f"days_{jersey.classification}"] += 1
    for prime, first in prime_winners(score.stage, score.result):
        deeds[first]["climbs" if isinstance(prime, Section) else "sprints"] += 1


def team_deeds(race: Race) -> dict[TeamCode, Deeds]:
    """Return what each team did as a team, besides what its riders did."""
    deeds: defaultdict[TeamCode, Deeds] = defaultdict(Counter)
    for score in race.stages:
        for line in score.team_result if score.stage.by_teams else ():
            deeds[line.team][f"place_{line.rank}"] += 1
    if race.is_over:
        name = ClassificationName.TEAMS
        for row in race.stages[-1].standings.get(name, ()):
            deeds[TeamCode(row.who)][name] = row.rank
    for code in tour_winners(race).teams_alone:
        deeds[code]["won"] = 1
    return deeds


def winning_gaps(race: Race) -> Iterable[Gap]:
    """Go through the gaps by which the stages and, once it is over, the tour were won.

    None where a team won the stage, or there was none.
    """
    unit = race.rulebook.unit
    for score in race.stages:
        if score.stage.by_teams or score.stage.cancelled or len(score.result) < 2:  # noqa: PLR2004 - the first and the second
            continue
        winner, second = score.result[:2]
        if second.place is not None and second.gap is not None and second.gap > 0:
            yield Gap(winner.bib, score.number, second.gap, unit)
    won = tour_winners(race)
    if race.is_one_day or won.by != ClassificationName.GENERAL or not won.riders:
        return
    first, *others = race.stages[-1].standings[ClassificationName.GENERAL]
    for row in others[:1]:
        if isinstance(row, TimeStanding) and row.gap:
            yield Gap(Bib(first.who), None, row.gap, unit)
