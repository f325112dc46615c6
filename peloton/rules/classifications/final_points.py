"""The points given for the final classifications of a tour (FR-4)."""

from collections.abc import Iterator, Mapping

from peloton.rules.classifications.riders import is_led
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Award, Standings
from peloton.rules.rulebook.keys import FINAL_POINTS
from peloton.rules.rulebook.rulebook import Rulebook


def final_points(
    standings: Mapping[ClassificationName, Standings], tally: Tally, rulebook: Rulebook
) -> Iterator[Award]:
    """Yield the points for the best of each classification at the end of a tour (FR-4).

    Riders with equal totals share a place, even if a tie step ranks one of them ahead;
    the next total has the next place. Classifications without a leader (GN-5) give no
    points, and neutral riders get none (FI-3).
    """
    for name, key in FINAL_POINTS.items():
        scale, rows = rulebook.scale(key), standings.get(name, ())
        if not is_led(name, rows, tally.counted):
            continue
        totals = dict.fromkeys(row.total for row in rows)
        worth = dict(zip(totals, enumerate(scale, 1), strict=False))
        for row in rows:
            place, points = worth.get(row.total, (0, 0))
            if points and row.who not in tally.neutral:
                rule = rulebook.rule(key)
                yield Award(
                    Bib(row.who), ClassificationName.POINTS, points, name, place, rule
                )
