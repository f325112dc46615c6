"""The stage result, line by line, and the winner of each prime."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat

from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.stage import Prime, Stage, Unplaced
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Award, Placed, StageLine, made

FINISHED = "FIN"
_COLUMNS = ("bonus", "penalty", ClassificationName.POINTS, ClassificationName.MOUNTAINS)
_NOTHING: Sequence[int] = (0,) * len(_COLUMNS)


def result_lines(
    stage: Stage,
    placed: Placed,
    late: Placed,
    awards: Iterable[Award],
) -> tuple[StageLine, ...]:
    """Write the stage result: by place, then OTL, DNF, DNS and DSQ riders (GN-1).

    `late` are those outside the time limit with a mark: they keep the time, not the
    place. Without a clock there are places and no times (FI-1, CR-13).
    """
    won: dict[Bib, list[int]] = {}
    for award in awards:
        if award.towards in _COLUMNS:
            sums = won.setdefault(award.bib, [*_NOTHING])
            sums[_COLUMNS.index(award.towards)] += award.amount
    best = (placed.times[0] if placed.times else None) or 0
    rows = _rows(placed, repeat(FINISHED), best, won)
    if unplaced := [*_unplaced(stage, late)]:
        *columns, statuses = zip(*unplaced, strict=True)
        rows = chain(rows, _rows(Placed(*columns), statuses, best, won))
    return made(StageLine, rows)


def _rows(
    placed: Placed,
    statuses: Iterable[str],
    best: int,
    won: Mapping[Bib, Sequence[int]],
) -> Iterator[tuple[object, ...]]:
    """Go through lines in the order of their columns, with what each rider has won."""
    places, bibs, times, leaders = placed
    gaps = [None if time is None else time - best for time in times]
    sums = zip(*map(won.get, bibs, repeat(_NOTHING)), strict=True)
    return zip(places, bibs, statuses, times, gaps, *sums, leaders, strict=False)


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


_Home = tuple[None, Bib, int | None, Bib | None, str]


def _unplaced(stage: Stage, late: Placed) -> Iterator[_Home]:
    """Go through the riders without a place, each with the status, as listed."""
    for _, bib, time, leader in zip(*late, strict=True):
        yield None, bib, time, leader, Reason.OTL
    unplaced = [line for line in stage.finish if isinstance(line, Unplaced)]
    for reason in Reason:
        for line in unplaced:
            if line.reason is reason and line.bib not in late.bibs:
                yield None, line.bib, None, None, reason
