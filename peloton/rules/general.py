"""The general classification, and the young riders' among them."""

from peloton.rules.model import ClassificationName, Stage
from peloton.rules.results import Standings
from peloton.rules.rulebook import Rulebook
from peloton.rules.standings import points_standings, time_standings
from peloton.rules.steps import tie_steps
from peloton.rules.tallies import Tally
from peloton.rules.ties import ranked


def general_classification(stage: Stage, tally: Tally, rulebook: Rulebook) -> Standings:
    """Rank the riders with a time on every stage by the total, lowest first (CY-6).

    They are those still in the race, less who missed a ride and came back (CY-11).
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
            if not rider.neutral and bib in tally.times
        )
        return points_standings(ranked(totals, steps))
    levelled = rulebook.flag("general.levelled")
    return time_standings(ranked(tally.times.items(), steps), levelled=levelled)


def young_classification(stage: Stage, tally: Tally, rulebook: Rulebook) -> Standings:
    """Rank the young riders as the general classification does, among themselves."""
    steps = tie_steps(ClassificationName.YOUNG, stage, tally, rulebook)
    young = ((bib, t) for bib, t in tally.times.items() if tally.racing[bib].young)
    levelled = rulebook.flag("general.levelled")
    return time_standings(ranked(young, steps), levelled=levelled)
