"""The stakes of a remaining stage: points and bonuses to win, and time to gain."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import OMNIUM, Ruling, Stage, lap_label
from peloton.rules.facts.startlist import Bib
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import stage_awards

_BONUS = "bonus"


class RemainingLine(NamedTuple):
    """The amounts for each place at a line, `towards` a classification or a bonus."""

    towards: str
    source: str
    amounts: list[int]


class Stakes(NamedTuple):
    """The points and seconds that can be won on a remaining stage.

    The points still to win in the classifications `uncounted` have no maximum, because
    of laps not yet ridden or of counts such as votes.
    """

    stage: Stage
    lines: list[RemainingLine]
    uncounted: frozenset[str]

    def best(self, towards: str, riders: int = 1, source: str | None = None) -> int:
        """Return the most that a number of riders can win together."""
        return sum(
            sum_of_largest(line.amounts, riders)
            for line in self.lines
            if line.towards == towards and source in (None, line.source)
        )

    @property
    def rulings(self) -> Sequence[Ruling]:
        """The rulings already entered, if the stage has not been ridden."""
        return () if self.stage.has_results else self.stage.rulings


def stage_stakes(stage: Stage, bibs: tuple[Bib, ...], rulebook: Rulebook) -> Stakes:
    """Return the stakes of a stage, as if `bibs` crossed each line in that order."""
    lapped = stage.kind.ordered_by == "laps"
    laps = (bibs,) * (len(stage.laps) or 1) if lapped else ()
    course = replace(stage, laps=laps, rulings=())
    course = replace(course, crossings=dict.fromkeys(course.primes, bibs))
    lines: list[RemainingLine] = []
    latest: dict[tuple[str, str], tuple[int, RemainingLine]] = {}
    for award in stage_awards(course, bibs, frozenset(), rulebook):
        key = award.towards, award.source
        place, line = latest.get(key, (award.place, None))
        # Two lines may have the same name. For the second, places start from 1 again.
        if line is None or award.place <= place:
            line = RemainingLine(*key, [])
            lines.append(line)
        line.amounts.append(award.amount)
        latest[key] = award.place, line
    if rulebook.is_omnium:
        # All riders who share a place, or race as a team, get its points.
        best = max(rulebook.scale("track.omnium"), default=0)
        lines.append(
            RemainingLine(ClassificationName.GENERAL, OMNIUM, [best] * len(bibs))
        )
    uncounted: set[str] = {
        row.towards
        for row in COUNTS.values()
        if row.towards is not None and rulebook.uses(row.needed_by)
    }
    if lapped and not stage.laps:
        uncounted |= {line.towards for line in lines if line.source == lap_label(1)}
    return Stakes(stage, lines, frozenset(uncounted))


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
    if rulebook.mark.limit_by_marks:
        slack = stage.length
    elif rulebook.word("order") != "time":
        slack = None
    turns = rulebook.number("time_limit.turns") * rulebook.number("turn")
    limits = [*filter(None, (rulebook.number("time_limit.seconds"), turns))]
    ruled = any(ruling.seconds for ruling in stakes.rulings)
    timed = stage.kind in rulebook.words("time_limit.stages")
    if not timed or not limits or slack is None or ruled or _BONUS in stakes.uncounted:
        return None
    return min(limits) + slack + stakes.best(_BONUS)


def sum_of_largest(amounts: Iterable[int], riders: int) -> int:
    """Return the sum of the largest amounts, one for each of `riders` riders."""
    return sum(sorted(amounts, reverse=True)[:riders])
