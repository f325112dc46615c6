"""The situation of a tour after a stage: past scores, and what can still be won."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.stage import OMNIUM, Stage, lap_label
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.ledgers.money import PAID_POINTS
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.keys import FINAL_POINTS
from peloton.rules.rulebook.rulebook import Rulebook, Scale
from peloton.rules.setting_up import line_scales


class Stakes(NamedTuple):
    """The points and seconds that can be won on a remaining stage.

    `scales` are those of each line, as `line_scales` returns them. For each
    classification (or `bonus`) in `uncounted`, what can be won has no maximum, because
    laps are not ridden yet or counts such as votes give points. None in it stands for
    counts that give no points.
    """

    stage: Stage
    scales: Mapping[str, Mapping[str, Scale]]
    uncounted: Container[str | None]

    def best(self, towards: str, riders: int = 1, source: str | None = None) -> int:
        """Return the most points or seconds that a number of riders can win together.

        With `source`, only that finish, sprint or summit is counted.
        """
        every = (s for label, s in self.scales.items() if source in (None, label))
        return sum(sum_of_largest(s.get(towards, ()), riders) for s in every)

    @property
    def has_rulings(self) -> bool:
        """True if rulings are already entered although the stage is not ridden yet."""
        return bool(self.stage.rulings) and not self.stage.has_results


def stage_stakes(stage: Stage, bibs: tuple[Bib, ...], rulebook: Rulebook) -> Stakes:
    """Return what can be won on a stage if `bibs` cross each line in that order."""
    unlapped = stage.kind.ordered_by == "laps" and not stage.laps
    course = replace(
        stage,
        laps=((),) if unlapped else stage.laps,
        # A sprint or climb may have the name of a lap: this tells them apart.
        sprints=tuple(replace(s, name=s.name and f"{s.name} ") for s in stage.sprints),
        sections=tuple(
            replace(s, name=s.name and f"{s.name} ") for s in stage.sections
        ),
    )
    scales = {**line_scales(course, rulebook, bibs)}
    if rulebook.is_omnium:
        # All riders who share a place, or race as a team, get its points.
        best = max(rulebook.scale("track.omnium"), default=0)
        scales[OMNIUM] = {ClassificationName.GENERAL: (best,) * len(bibs)}
    used = (row for row in COUNTS.values() if rulebook.uses(row.needed_by))
    uncounted: set[str | None] = {row.towards for row in used}
    if unlapped:
        uncounted |= scales.get(lap_label(1), {}).keys()
    return Stakes(stage, scales, uncounted)


def most_gain(stakes: Stakes, rulebook: Rulebook) -> int | None:
    """Return the most time a rider can gain on another on a stage; None if unlimited.

    The maximum is the time limit, because riders over it leave the race (CY-11, CR-12).
    If times do not decide the places, a rider may also have a better time than the
    first arrival: in Cyclo by at most the length of the stage (CY-3), in other games by
    any amount, so that there is no maximum.
    """
    stage = stakes.stage
    rulebook = rulebook.on_stage(stage)
    slack: int | None = 0
    if rulebook.mark.relative_turns:
        slack = stage.length
    elif rulebook.word("order") != "time":
        slack = None
    turns = rulebook.number("time_limit.turns") * rulebook.number("turn")
    limits = [*filter(None, (rulebook.number("time_limit.seconds"), turns))]
    timed = stage.kind in rulebook.words("time_limit.stages")
    unknown = stakes.has_rulings or "bonus" in stakes.uncounted
    if not timed or not limits or slack is None or unknown:
        return None
    return min(limits) + slack + stakes.best("bonus")


def sum_of_largest(amounts: Iterable[int], riders: int) -> int:
    """Return the sum of the `riders` largest amounts, one amount for each rider."""
    return sum(sorted(amounts, reverse=True)[:riders])


def remaining_stages(race: Race, after: int) -> tuple[int, ...]:
    """Return the numbers of the stages after stage `after`, except cancelled stages."""
    stages = enumerate(race.tour.stages, 1)
    return tuple(n for n, stage in stages if n > after and not stage.cancelled)


def most_final_points(race: Race, score: StageScore) -> int:
    """Return the most points a rider can win at the end of the tour (FR-4)."""
    if score.number == race.tour.total_stages:
        return 0
    keys = (key for name, key in FINAL_POINTS.items() if name in score.standings)
    return sum(max(race.rulebook.scale(key), default=0) for key in keys)


class Situation(NamedTuple):
    """A tour after a stage; `past` ends with the score of that stage.

    `racing` contains the riders still in the race.
    """

    race: Race
    past: tuple[StageScore, ...]
    stakes: tuple[Stakes, ...]
    racing: Mapping[Bib, Rider]

    @property
    def is_last(self) -> bool:
        """True if no stage can follow this one."""
        return not self.stakes and self.lists_all

    @property
    def lists_all(self) -> bool:
        """True if the tour lists all its planned stages (GN-9)."""
        return not self.race.tour.expects_more_stages

    @property
    def latest(self) -> StageScore:
        """The score after the latest stage."""
        return self.past[-1]


def situation_after(race: Race, score: StageScore) -> Situation:
    """Return the situation of a tour after a stage."""
    past = race.stages[: score.number]
    back = {Reason.ABS}
    if race.rulebook.flag("time_limit.back"):
        back.add(Reason.OTL)
    unplaced = (line for s in past for line in s.result if line.place is None)
    riders_out = {line.bib for line in unplaced if line.status not in back}
    racing = {r.bib: r for r in race.tour.riders if r.bib not in riders_out}
    stakes = (
        stage_stakes(race.tour.stages[number - 1], tuple(racing), race.rulebook)
        for number in remaining_stages(race, score.number)
    )
    return Situation(race, past, tuple(stakes), racing)


def remaining_premiums(
    riders: int, ranked: Container[ClassificationName], situation: Situation
) -> int | None:
    """Return the most money `riders` of a team can win on remaining stages (CY-16).

    Together they can win each stage once. After each stage, every rider can wear one
    jersey whose classification is in `ranked`. Return None if the points of a stage
    have no known maximum.
    """
    rulebook = situation.race.rulebook
    amounts = zip(rulebook.jerseys, rulebook.scale("money.wearer"), strict=False)
    jerseys = [money for jersey, money in amounts if jersey.classification in ranked]
    total = 0
    for stakes in situation.stakes:
        if riders and not stakes.stage.kind.outside_the_tour:
            total += rulebook.number("money.stage_win")
            total += sum_of_largest(jerseys, riders)
        for name in PAID_POINTS:
            if rulebook.counts(stakes.stage, name):
                if name in stakes.uncounted:
                    return None
                total += rulebook.number("money.point") * stakes.best(name, riders)
    return total
