"""The situation of a tour after a stage: past scores and remaining stages."""

from collections.abc import Mapping
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.outlook.stakes import Stakes, stage_stakes
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.keys import FINAL_POINTS


def remaining_stages(race: Race, after: int) -> tuple[int, ...]:
    """Return the numbers of the stages after stage `after`, except cancelled ones."""
    stages = enumerate(race.tour.stages, 1)
    return tuple(n for n, stage in stages if n > after and not stage.cancelled)


def young_as_general(name: ClassificationName) -> ClassificationName:
    """Return `general` for `young`, which has the same totals (RR-7); else `name`."""
    general = ClassificationName.GENERAL
    return general if name is ClassificationName.YOUNG else name


class Situation(NamedTuple):
    """A tour after a stage: `past` ends with the score of that stage.

    `racing` contains the riders still in the race. `unlisted` is the number of planned
    stages that the tour does not list yet, None for an open tour (GN-9).
    """

    race: Race
    past: tuple[StageScore, ...]
    stakes: tuple[Stakes, ...]
    racing: Mapping[Bib, Rider]
    unlisted: int | None

    @property
    def is_last(self) -> bool:
        """True if no stage can follow this one."""
        return not self.stakes and self.lists_all

    @property
    def final_points(self) -> int:
        """The most points a rider can win at the end of the tour (FR-4)."""
        if self.latest.number == self.race.tour.total_stages:
            return 0
        kept = self.latest.standings
        keys = (key for name, key in FINAL_POINTS.items() if name in kept)
        return sum(max(self.race.rulebook.scale(key), default=0) for key in keys)

    @property
    def lists_all(self) -> bool:
        """True if the tour lists all its planned stages."""
        return self.unlisted == 0

    @property
    def latest(self) -> StageScore:
        """The score after the latest stage."""
        return self.past[-1]


def situation_after(race: Race, score: StageScore) -> Situation:
    """Return the situation of a tour after a stage."""
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
        for number in remaining_stages(race, score.number)
    )
    total, listed = race.tour.total_stages, len(race.tour.stages)
    unlisted = None if total is None else max(total - listed, 0)
    return Situation(race, past, tuple(stakes), racing, unlisted)
