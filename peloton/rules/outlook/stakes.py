"""The stakes of a stage to come: the worth of its lines, the most time to gain."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.seen import COUNTED
from peloton.rules.facts.stage import OMNIUM, Ruling, Stage, lap_label
from peloton.rules.facts.startlist import Bib
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import stage_awards

_BONUS = "bonus"


class LineToCome(NamedTuple):
    """A line to come: what it brings `towards` a classification, by place."""

    towards: str
    source: str
    amounts: list[int]


class Stakes(NamedTuple):
    """A stage to come; what `uncounted` classifications get, nobody knows.

    They are those of laps to come, and of what is counted and not won over a line.
    """

    stage: Stage
    lines: list[LineToCome]
    uncounted: frozenset[str]

    def best(self, towards: str, riders: int = 1, source: str | None = None) -> int:
        """Return the most that so many riders can win together."""
        return sum(
            top(line.amounts, riders)
            for line in self.lines
            if line.towards == towards and source in (None, line.source)
        )

    @property
    def rulings(self) -> Sequence[Ruling]:
        """The rulings entered before it is ridden."""
        return () if self.stage.has_results else self.stage.rulings


def stage_stakes(stage: Stage, bibs: tuple[Bib, ...], rulebook: Rulebook) -> Stakes:
    """List what a stage can bring, as if the riders crossed each line in this order."""
    lapped = stage.kind.ordered_by == "laps"
    laps = (bibs,) * (len(stage.laps) or 1) if lapped else ()
    course = replace(stage, laps=laps, rulings=())
    course = replace(course, crossings=dict.fromkeys(course.primes, bibs))
    lines: list[LineToCome] = []
    latest: dict[tuple[str, str], tuple[int, LineToCome]] = {}
    for award in stage_awards(course, bibs, frozenset(), rulebook):
        key = award.towards, award.source
        place, line = latest.get(key, (award.place, None))
        # A sprint may have the name of another line: its places begin anew.
        if line is None or award.place <= place:
            line = LineToCome(*key, [])
            lines.append(line)
        line.amounts.append(award.amount)
        latest[key] = award.place, line
    if rulebook.is_omnium:
        # Riders who share a place, or race as a team, have its points each.
        best = max(rulebook.scale("track.omnium"), default=0)
        lines.append(LineToCome(ClassificationName.GENERAL, OMNIUM, [best] * len(bibs)))
    uncounted: set[str] = {
        row.towards
        for row in COUNTED.values()
        if row.towards is not None and rulebook.keeps(row.by)
    }
    if lapped and not stage.laps:
        uncounted |= {line.towards for line in lines if line.source == lap_label(1)}
    return Stakes(stage, lines, frozenset(uncounted))


def most_gain(stakes: Stakes, rulebook: Rulebook) -> int | None:
    """Return the most that one rider can take from another on a stage; None: no bound.

    Who is later than the time limit is out of the race (CY-11, CR-12). In Cyclo a
    rider of the first turn may be ahead of the first arrival (CY-3), by no more than
    the stage is long; in the other games only an order by time has nobody ahead.
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


def top(amounts: Iterable[int], riders: int) -> int:
    """Add up the largest amounts: what so many riders can win of them together."""
    return sum(sorted(amounts, reverse=True)[:riders])
