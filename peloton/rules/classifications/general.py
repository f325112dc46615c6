"""The classifications of riders: general, young, and those by points."""

from peloton.rules.classifications.tallies import Tally
from peloton.rules.classifications.tie_steps import tie_steps
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.ranking import points_standings, ranked, time_standings
from peloton.rules.results import PointsStanding, Standings
from peloton.rules.rulebook.rulebook import Rulebook


def general_classification(
    stage: Stage, tally: Tally, rulebook: Rulebook, *, young: bool = False
) -> Standings:
    """Rank the riders with a time on every stage by the total, lowest first (CY-6).

    They are those still in the race, less who missed a ride and came back (CY-11).
    A rider's total is every stage time less bonuses plus penalties; where the
    rulebook levels it, less the best total. In a race by points it is every finish,
    sprint and summit point, highest first (CR-11), and neutral riders are not
    classified (FI-3). Ties: CR-15, CY-7. The `young` are ranked by it among
    themselves, lots and all (RR-7).
    """
    name = ClassificationName.GENERAL
    steps = tie_steps(name, stage, tally, rulebook)
    racing, times = tally.racing, tally.times
    if young:
        times = {bib: time for bib, time in times.items() if racing[bib].young}
    if rulebook.word("general.by") != "time":
        points = tally.points[name].points
        totals = {b: points.get(b, 0) for b in times if not racing[b].neutral}
        return points_standings(ranked(totals, steps, highest_first=True))
    levelled = rulebook.flag("general.levelled")
    return time_standings(ranked(times, steps), levelled=levelled)


def points_classification(
    name: ClassificationName, stage: Stage, tally: Tally, rulebook: Rulebook
) -> tuple[PointsStanding, ...]:
    """Rank the riders still in the race by points, highest first (CR-8 to CR-10, CY-8).

    Only riders with points are classified. Ties: CR-15, CY-8.
    """
    points = tally.points[name].points
    totals = {b: points[b] for b in tally.racing if b in points and points[b] > 0}
    steps = tie_steps(name, stage, tally, rulebook)
    return points_standings(ranked(totals, steps, highest_first=True))
