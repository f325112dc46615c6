"""The scale of a season: its points for each achievement (CY-22)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Aliases
from peloton.rules.season.palmares import OF_RIDERS


class Prize(StrEnum):
    """Kinds of results that earn season points, in addition to classifications."""

    STAGE = "stage"
    ONE_DAY = "one_day"
    TEAM_STAGE = "team_stage"


PRIZES: tuple[ClassificationName | Prize, ...] = (*ClassificationName, *Prize)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonScale:
    """The points scale of a season: points for each place and for a day in a jersey.

    `best` is the number of best tours that count, or 0 for all. `ties` lists the
    tie-break steps in order. `same` holds equivalent names.
    """

    name: str
    best: int
    ties: tuple[str, ...]
    places: Mapping[ClassificationName | Prize, Scale]
    days: Mapping[ClassificationName, int]
    same: Aliases = field(default_factory=Aliases)


class PointValues(NamedTuple):
    """Season points for places on stages, for days in a jersey and for final ranks."""

    places: Scale
    days: Mapping[ClassificationName, int]
    final: Mapping[ClassificationName, Scale]


def rider_values(scale: SeasonScale, *, one_day: bool = False) -> PointValues:
    """Return the season points for riders.

    A one-day race has a separate scale, for its places only, or for its final ranks
    if the race is by points (CR-11).
    """
    if one_day:
        points = scale.places[Prize.ONE_DAY]
        return PointValues(points, {}, {ClassificationName.GENERAL: points})
    final: dict[ClassificationName, Scale]
    final = {name: scale.places.get(name, ()) for name in OF_RIDERS}
    days: dict[ClassificationName, int]
    days = {name: scale.days[name] for name in OF_RIDERS if name in scale.days}
    return PointValues(scale.places[Prize.STAGE], days, final)


def team_values(scale: SeasonScale) -> PointValues:
    """Return the season points for teams, without the points of their riders."""
    name = ClassificationName.TEAMS
    final = {name: scale.places.get(name, ())}
    return PointValues(scale.places[Prize.TEAM_STAGE], {}, final)
