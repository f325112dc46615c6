"""The classifications by points: points, mountains and active (animateur)."""

from peloton.rules.model import ClassificationName, Stage
from peloton.rules.results import PointsStanding
from peloton.rules.rulebook import Rulebook
from peloton.rules.standings import points_standings
from peloton.rules.steps import tie_steps
from peloton.rules.tallies import Tally
from peloton.rules.ties import ranked


def points_classification(
    name: ClassificationName, stage: Stage, tally: Tally, rulebook: Rulebook
) -> tuple[PointsStanding, ...]:
    """Rank the riders still in the race by points, highest first (CR-8 to CR-10, CY-8).

    Only riders with points are classified. Ties: CR-15, CY-8.
    """
    scored = tally.points[name].points
    totals = (
        (bib, -points) for bib in tally.racing if (points := scored.get(bib, 0)) > 0
    )
    return points_standings(ranked(totals, tie_steps(name, stage, tally, rulebook)))
