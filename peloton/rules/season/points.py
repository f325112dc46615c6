"""The scale of a season: what it gives for which achievement (CY-22)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Same
from peloton.rules.season.palmares import OF_RIDERS, Palmares


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


class PointValues(NamedTuple):
    """Points by place on a stage, by day in a jersey, and by final rank."""

    places: Scale
    days: Mapping[ClassificationName, int]
    final: Mapping[ClassificationName, Scale]


def rider_values(scale: SeasonScale, *, one_day: bool = False) -> PointValues:
    """Return what a scale gives to riders.

    A race of one stage brings points for the places on it by a scale of its own, and
    nothing else; by points, for the final places (CR-11).
    """
    if one_day:
        once = scale.places[Prize.ONE_DAY]
        return PointValues(once, {}, {ClassificationName.GENERAL: once})
    final: dict[ClassificationName, Scale]
    final = {name: scale.places.get(name, ()) for name in OF_RIDERS}
    days: dict[ClassificationName, int]
    days = {name: scale.days[name] for name in OF_RIDERS if name in scale.days}
    return PointValues(scale.places[Prize.STAGE], days, final)


def team_values(scale: SeasonScale) -> PointValues:
    """Return what a scale gives to teams as teams."""
    name = ClassificationName.TEAMS
    final = {name: scale.places.get(name, ())}
    return PointValues(scale.places[Prize.TEAM_STAGE], {}, final)


def points_for(palmares: Palmares, values: PointValues) -> int:
    """Return the points for what a rider or a team achieved in one tour."""
    return (
        sum(
            points * palmares.places[place]
            for place, points in enumerate(values.places, 1)
        )
        + sum(points * palmares.days[name] for name, points in values.days.items())
        + sum(
            scale[palmares.final[name] - 1]
            for name, scale in values.final.items()
            if 0 < palmares.final.get(name, 0) <= len(scale)
        )
    )
