"""The points scale of a season: the points for each achievement (CY-22)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Aliases


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
    tie-break steps in order. `same` holds the groups of equivalent names.
    """

    name: str
    best: int
    ties: tuple[str, ...]
    places: Mapping[ClassificationName | Prize, Scale]
    days: Mapping[ClassificationName, int]
    same: Aliases = field(default_factory=Aliases)
