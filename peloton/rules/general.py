"""The general classification, and the young riders' among them."""

from collections.abc import Mapping, Sequence

from peloton.rules.model import Bib, ClassificationName, Stage
from peloton.rules.results import PointsStanding, Standings, TimeStanding
from peloton.rules.rulebook import Rulebook
from peloton.rules.steps import tie_steps
from peloton.rules.tallies import Tally
from peloton.rules.ties import Step, ranked


def general_classification(stage: Stage, tally: Tally, rulebook: Rulebook) -> Standings:
    """Rank the riders still in the race by total time, lowest first (CR-6, CY-6).

    A rider's total is every stage time less bonuses plus penalties; where the
    rulebook levels it, less the best total. In a race by points it is every finish,
    sprint and summit point, highest first (CR-11), and neutral riders are not
    classified (FI-3). Ties: CR-15, CY-7.
    """
    name = ClassificationName.GENERAL
    steps = tie_steps(name, stage, tally, rulebook)
    if rulebook.word("general.by") != "time":
        points = tally.points[name].points
        totals = (
            (bib, -points.get(bib, 0))
            for bib, rider in tally.racing.items()
            if not rider.neutral
        )
        rows = ranked(totals, steps)
        return tuple(
            PointsStanding(rank, who, -total, tie) for rank, who, total, tie in rows
        )
    return _by_time(tally.times, steps, levelled=rulebook.flag("general.levelled"))


def young_classification(stage: Stage, tally: Tally, rulebook: Rulebook) -> Standings:
    """Rank the young riders as the general classification does, among themselves."""
    steps = tie_steps(ClassificationName.YOUNG, stage, tally, rulebook)
    young = {bib: t for bib, t in tally.times.items() if tally.racing[bib].young}
    return _by_time(young, steps, levelled=rulebook.flag("general.levelled"))


def _by_time(
    times: Mapping[Bib, int], steps: Sequence[tuple[str, Step]], *, levelled: bool
) -> tuple[TimeStanding, ...]:
    rows = ranked(times.items(), steps)
    best = rows[0][2] if rows else 0
    base = best if levelled else 0
    return tuple(
        TimeStanding(rank, who, total - base, total - best, tie)
        for rank, who, total, tie in rows
    )
