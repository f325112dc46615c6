"""A tour after a stage: what has been ridden, and what the stages to come can bring."""

from collections.abc import Mapping
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.outlook.stakes import Stakes, stage_stakes
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.keys import FINAL_POINTS


def stages_to_come(race: Race, after: int) -> tuple[int, ...]:
    """Return the numbers of the stages after one, but for those cancelled."""
    stages = enumerate(race.tour.stages, 1)
    return tuple(n for n, stage in stages if n > after and not stage.cancelled)


def as_general(name: ClassificationName) -> ClassificationName:
    """Rank the young as the general classification does (RR-7)."""
    general = ClassificationName.GENERAL
    return general if name is ClassificationName.YOUNG else name


class Situation(NamedTuple):
    """A tour after a stage: the `past` ends with it; `racing` are still in the race.

    `unlisted` are the planned stages that the tour does not list yet, None if their
    number is open (GN-9).
    """

    race: Race
    past: tuple[StageScore, ...]
    stakes: tuple[Stakes, ...]
    racing: Mapping[Bib, Rider]
    unlisted: int | None

    @property
    def is_last(self) -> bool:
        """Whether no stage can come any more."""
        return not self.stakes and self.lists_all

    @property
    def final_points(self) -> int:
        """The most points a rider can still win when the tour is over (FR-4)."""
        if self.latest.number == self.race.tour.total_stages:
            return 0
        kept = self.latest.standings
        keys = (key for name, key in FINAL_POINTS.items() if name in kept)
        return sum(max(self.race.rulebook.scale(key), default=0) for key in keys)

    @property
    def lists_all(self) -> bool:
        """Whether the tour lists every stage that it will have."""
        return self.unlisted == 0

    @property
    def latest(self) -> StageScore:
        """The score after the stage."""
        return self.past[-1]


def situation_after(race: Race, score: StageScore) -> Situation:
    """Return a tour as it is after a stage, with what is to come."""
    past = tuple(s for s in race.stages if s.number <= score.number)
    back = {Reason.ABS}
    if race.rulebook.flag("time_limit.back"):
        back.add(Reason.OTL)
    gone = {
        line.bib
        for s in past
        for line in s.result
        if line.place is None and line.status not in back
    }
    racing = {r.bib: r for r in race.tour.riders if r.bib not in gone}
    stakes = (
        stage_stakes(race.tour.stages[number - 1], tuple(racing), race.rulebook)
        for number in stages_to_come(race, score.number)
    )
    total, listed = race.tour.total_stages, len(race.tour.stages)
    unlisted = None if total is None else max(total - listed, 0)
    return Situation(race, past, tuple(stakes), racing, unlisted)
