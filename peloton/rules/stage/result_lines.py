"""The stage result, line by line, and the winner of each prime."""

from collections.abc import Iterable, Iterator, Sequence

from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.stage import Prime, Stage, Unplaced
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Award, Placed, StageLine

FINISHED = "FIN"
_COLUMNS = ("bonus", "penalty", ClassificationName.POINTS, ClassificationName.MOUNTAINS)


def result_lines(
    stage: Stage,
    placed: Sequence[Placed],
    late: Iterable[Placed],
    awards: Iterable[Award],
) -> Iterator[StageLine]:
    """Write the stage result: by place, then OTL, DNF, DNS and DSQ riders (GN-1).

    `late` are those outside the time limit with a mark: they keep the time, not the
    place. Without a clock there are places and no times (FI-1, CR-13).
    """
    won: dict[str, dict[Bib, int]] = {}
    for award in awards:
        sums = won.setdefault(award.towards, {})
        sums[award.bib] = sums.get(award.bib, 0) + award.amount
    bonus, penalty, points, mountains = (won.get(column, {}) for column in _COLUMNS)
    best = (placed[0].time if placed else None) or 0
    for place, status, (_, bib, time, leader) in _everybody(stage, placed, late):
        yield StageLine(
            place,
            bib,
            status,
            time,
            None if time is None else time - best,
            bonus.get(bib, 0),
            penalty.get(bib, 0),
            points.get(bib, 0),
            mountains.get(bib, 0),
            leader,
        )


def outside_limit(result: Iterable[StageLine]) -> frozenset[Bib]:
    """Name the riders of a result outside the time limit, who win nothing (GN-1)."""
    return frozenset(line.bib for line in result if line.status == Reason.OTL)


def prime_winners(
    stage: Stage, result: Iterable[StageLine]
) -> Iterator[tuple[Prime, Bib]]:
    """Go through the sprints and summits that were won, each with its winner (CR-15).

    One that a rider outside the time limit was first over is won by nobody (GN-1).
    """
    outside, passages = outside_limit(result), stage.passages
    for label, prime in stage.primes.items():
        for first in passages.get(label, ())[:1]:
            if first not in outside:
                yield prime, first


def _everybody(
    stage: Stage, placed: Iterable[Placed], late: Iterable[Placed]
) -> Iterator[tuple[int | None, str, Placed]]:
    """Go through the riders of a stage in the order of the result."""
    for rider in placed:
        yield rider.place, FINISHED, rider
    clocked = {rider.bib: rider for rider in late}
    for rider in clocked.values():
        yield None, Reason.OTL, rider
    for reason in Reason:
        for line in stage.finish:
            if not isinstance(line, Unplaced) or line.bib in clocked:
                continue
            if line.reason is reason:
                yield None, reason, Placed(0, line.bib)
