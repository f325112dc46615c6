"""The facts of a tour, as the game leader recorded them; nothing is derived."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from peloton.errors import PelotonError
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import KEY, Rider, Startlist, Team

OptionValue = bool | int | str
RuleValue = bool | int | str | tuple[int, ...] | tuple[str, ...]


OPEN = "open"
"""Value of `Tour.planned` while the number of stages is not known yet (GN-9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """A whole tour. `riders` are sorted by team, in the order of `teams`.

    `rulebook` is the name of a built-in rulebook or the path of a file next to the tour
    file. `options` holds the chosen options, `rules` the house rules keyed by dotted
    key. `language` is the language of the sheets. `planned` is the number of stages the
    tour will have, or OPEN; None means that no more stages follow those in `stages`
    (GN-9). `leader` is the game leader's name, `place` the place where the tour is
    played. `ways` maps the name of each custom `GhostWay` to the text of its file.
    """

    name: str
    rulebook: str
    date: dt.date | None = None
    planned: int | str | None = field(default=None, metadata={KEY: "stages"})
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
        """The teams and riders of the tour."""
        return Startlist(self.teams, self.riders)

    @property
    def first_day(self) -> dt.date | None:
        """The tour's date or, if it has none, the date of its earliest dated stage."""
        return self.date or min((s.date for s in self.stages if s.date), default=None)

    @property
    def total_stages(self) -> int | None:
        """The final number of stages of the tour (GN-9); None while it is open."""
        if isinstance(self.planned, str):
            return None
        return len(self.stages) if self.planned is None else self.planned

    @property
    def expects_more_stages(self) -> bool:
        """True if more stages may follow the stages in `stages` (GN-9)."""
        return self.total_stages != len(self.stages)


def stage_at(tour: Tour, number: int) -> Stage:
    """Return stage `number`; raise PelotonError if the tour has no such stage."""
    if not tour.stages:
        raise PelotonError(
            "the tour has no stages yet: add one with 'peloton stage add'"
        )
    if not 1 <= number <= len(tour.stages):
        raise PelotonError(f"no stage {number}; the tour has {len(tour.stages)}")
    return tour.stages[number - 1]


def next_stage_number(tour: Tour) -> int | None:
    """Return the number of the first stage not yet ridden; None if all are ridden."""
    numbers = range(1, len(tour.stages) + 1)
    return next((n for n in numbers if not tour.stages[n - 1].ridden), None)


def joining_stage(tour: Tour) -> int | None:
    """Return the first stage of a rider added now; None before the first stage."""
    number = next_stage_number(tour) or len(tour.stages) + 1
    return number if number > 1 else None


def with_stage(tour: Tour, number: int, stage: Stage) -> Tour:
    """Return the tour with stage `number` replaced."""
    stages = (*tour.stages[: number - 1], stage, *tour.stages[number:])
    return replace(tour, stages=stages)


def ridden_stage(tour: Tour, number: int) -> Stage:
    """Return stage `number`; raise PelotonError if it has no results."""
    stage = stage_at(tour, number)
    if not stage.ridden:
        raise PelotonError(
            f"stage {number} has no results: run 'peloton stage enter {number}'"
        )
    return stage


def last_ridden(tour: Tour) -> int:
    """Return the number of the last ridden stage; raise PelotonError if none is."""
    ridden = [number for number, stage in enumerate(tour.stages, 1) if stage.ridden]
    if not ridden:
        raise PelotonError("no stage has been ridden yet")
    return ridden[-1]


def stage_to_enter(tour: Tour) -> int:
    """Return the number of the next stage; raise PelotonError if all are ridden."""
    stage_at(tour, 1)
    number = next_stage_number(tour)
    if number is None:
        last, add = len(tour.stages), ""
        if tour.expects_more_stages:
            add = "add the next one with 'peloton stage add', or "
        message = f"every stage has been ridden; {add}give the number of a stage"
        raise PelotonError(f"{message}, such as {last}")
    return number
