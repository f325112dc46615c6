"""The facts of a tour, as the game leader saw them.

Nothing here is derived: no time, no place, no jersey. A tour is one value, and
scoring it is a function of that value and a rulebook (`peloton.rules.race`).
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from peloton.errors import PelotonError
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Rider, Startlist, Team

OptionValue = bool | int | str
RuleValue = bool | int | str | tuple[int, ...] | tuple[str, ...]


OPEN = "open"
"""The planned number of stages of a tour whose number is not known yet (GN-9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """A tour whole. `riders` is the startlist: teams in order, then riders without.

    `rulebook` is the name of a built-in rulebook or the path of a file beside the
    tour; `options` and `rules` are what this tour chose and its house rules, by
    dotted key. `language` is the one its sheets are in. `planned` is the number of
    stages the tour will have, or OPEN; None means the stages it lists (GN-9). `leader`
    is the game leader's name, `place` where the tour is played. `ways` are the texts
    of the files beside the tour that say how its ghosts are played, by file name.
    """

    name: str
    rulebook: str
    date: dt.date | None = None
    planned: int | str | None = None
    leader: str = ""
    place: str = ""
    language: Language | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    rules: Mapping[str, RuleValue] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    riders: tuple[Rider, ...] = ()
    stages: tuple[Stage, ...] = ()
    ways: Mapping[str, str] = field(default_factory=dict)

    @property
    def startlist(self) -> Startlist:
        """The teams and riders."""
        return Startlist(self.teams, self.riders)

    @property
    def total_stages(self) -> int | None:
        """The number of stages the tour will have had (GN-9); None while it is open."""
        if isinstance(self.planned, str):
            return None
        return len(self.stages) if self.planned is None else self.planned

    @property
    def expects_more_stages(self) -> bool:
        """Whether stages may come that the tour does not list yet (GN-9)."""
        return self.total_stages != len(self.stages)


def stage_at(tour: Tour, number: int) -> Stage:
    """Return stage `number`; PelotonError if the tour has none."""
    if not tour.stages:
        message = "the tour has no stages yet: add one with 'peloton stage add'"
        raise PelotonError(message)
    if not 1 <= number <= len(tour.stages):
        message = f"no stage {number}; the tour has {len(tour.stages)}"
        raise PelotonError(message)
    return tour.stages[number - 1]


def next_stage_number(tour: Tour) -> int | None:
    """Return the number of the first stage to be ridden; None if all are."""
    numbers = range(1, len(tour.stages) + 1)
    return next((n for n in numbers if not tour.stages[n - 1].ridden), None)


def joining_stage(tour: Tour) -> int | None:
    """Return the first stage that a rider added now can ride; None for the first."""
    number = next_stage_number(tour) or len(tour.stages) + 1
    return number if number > 1 else None


def with_stage(tour: Tour, number: int, stage: Stage) -> Tour:
    """Return the tour with stage `number` replaced."""
    stages = (*tour.stages[: number - 1], stage, *tour.stages[number:])
    return replace(tour, stages=stages)


def ridden_stage(tour: Tour, number: int) -> Stage:
    """Return stage `number`; PelotonError if nothing was entered on it."""
    stage = stage_at(tour, number)
    if not stage.ridden:
        message = f"stage {number} has no results: 'peloton stage enter {number}' first"
        raise PelotonError(message)
    return stage


def to_be_entered(tour: Tour) -> int:
    """Return the number of the next stage; PelotonError if all have been ridden."""
    stage_at(tour, 1)
    number = next_stage_number(tour)
    if number is None:
        message = "every stage has been ridden; name the one to enter again"
        raise PelotonError(message)
    return number
