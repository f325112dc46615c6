"""The result of a stage: the awards at each line, and a result line per rider."""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import (
    FINISHED,
    Category,
    ClassificationName,
    Reason,
    StageKind,
)
from peloton.rules.facts.stage import FINISH, Prime, Ruling, Section, Sprint, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Award, PlacedRider, StageLine, scale_awards
from peloton.rules.rulebook.rulebook import Rulebook, Scale
from peloton.rules.stage.track import lap_points
from peloton.rules.words import phrase

_GENERAL = ClassificationName.GENERAL
_BY_LENGTH = (None, *reversed(Category))


def summit_category(climb: Section, rulebook: Rulebook) -> Category | None:
    """Return the category of a climb: as given, or else by its length (CY-9)."""
    if climb.category is not None or climb.length is None:
        return climb.category
    return _BY_LENGTH[bisect(rulebook.scale("mountains.lengths"), climb.length)]


def stage_awards(
    stage: Stage, placed: Sequence[Bib], barred: AbstractSet[Bib], rulebook: Rulebook
) -> tuple[Award, ...]:
    """List the awards of a stage: at the finish and primes, for counts and by rulings.

    `placed` are the riders with a place, in order. `barred` riders, outside the time
    limit (GN-1) or neutral (FI-3), win nothing, and nobody else gets their awards.
    Awards are listed even if the stage does not count for their classification.
    """
    won = [*_finish(stage, placed, rulebook)]
    for label, prime in stage.primes.items():
        won += _prime_awards(stage, label, prime, rulebook)
    for name, row in COUNTS.items():  # such as combativity (FR-6)
        needed = row.needed_by
        if row.towards is not None and rulebook.uses(needed):
            rule = rulebook.rule(needed) if needed in rulebook.values else ""
            won += (
                Award(bib, row.towards, count, row.title, 0, rule)
                for bib, count in getattr(stage, name).items()
                if count
            )
    won = [award for award in won if award.bib not in barred]
    for ruling in stage.rulings:
        won += _ruling_awards(ruling, stage, rulebook)
    return tuple(won)


def _finish(stage: Stage, placed: Sequence[Bib], rulebook: Rulebook) -> Iterator[Award]:
    points, general = ClassificationName.POINTS, _general_by_points(rulebook)
    if stage.kind is StageKind.POINTS_RACE:
        yield from lap_points(stage, rulebook, general)
        return
    for key, own in (("bonus", stage.bonus), (points, stage.points)):
        if rulebook.is_omnium and key == points:
            continue
        # On the road, the scale may depend on the terrain of the stage (RR-4).
        terrain = "time_trial" if stage.kind.against_the_clock else stage.profile
        by_terrain = f"{key}.{terrain}"
        known = by_terrain in rulebook.values and rulebook.scale(by_terrain)
        scale_key = by_terrain if known else f"{key}.finish"
        given = _is_given(key, stage, rulebook)
        scale, rule = _scale(own, scale_key, rulebook, given=given)
        towards = {key: rule, **(general if key == points else {})}
        yield from scale_awards(placed, scale, FINISH, towards)


def _is_given(key: str, stage: Stage, rulebook: Rulebook) -> bool:
    """Return whether a stage gives "bonus" seconds or "points" at the finish (CY-2)."""
    name = ClassificationName.POINTS if key == "points" else _GENERAL
    outside = stage.kind.outside_the_tour and not stage.counts.get(name, False)
    if outside or stage.kind is StageKind.TTT:
        return False
    return not stage.kind.against_the_clock or rulebook.flag(f"{key}.time_trials")


def _scale(
    own: Scale | None, key: str, rulebook: Rulebook, *, given: bool
) -> tuple[Scale, str]:
    """Return a line's own scale or, if `given`, that of the rulebook; and its rule."""
    if own is not None:
        return own, "GN-4"
    return rulebook.scale(key) if given else (), rulebook.rule(key)


def _prime_awards(
    stage: Stage, label: str, prime: Prime, rulebook: Rulebook
) -> Iterator[Award]:
    order = stage.passages.get(label, ())
    names: Iterable[str] = (ClassificationName.MOUNTAINS,)
    if isinstance(prime, Sprint):
        key, bonus_given = "points.sprint", _is_given("bonus", stage, rulebook)
        names = map(ClassificationName, rulebook.words("points.sprint_counts_for"))
    else:
        category, bonus_given = summit_category(prime, rulebook), False
        key = f"mountains.{category or 'summit'}"
    points_given = stage.kind is not StageKind.TTT
    points, rule = _scale(prime.points, key, rulebook, given=points_given)
    towards = {**dict.fromkeys(names, rule), **_general_by_points(rulebook)}
    bonus, rule = _scale(prime.bonus, "bonus.sprint", rulebook, given=bonus_given)
    yield from scale_awards(order, bonus, label, {"bonus": rule})
    yield from scale_awards(order, points, label, towards)


def _general_by_points(rulebook: Rulebook) -> Mapping[str, str]:
    """Map the general classification to its rule; empty if it adds up times."""
    by_points = rulebook.word("general.by") == "points"
    return {_GENERAL: rulebook.rule("general.by")} if by_points else {}


def _ruling_awards(ruling: Ruling, stage: Stage, rulebook: Rulebook) -> Iterator[Award]:
    """Yield the awards of a ruling on a rider; deducted points are negative (GN-2).

    In a points race of an omnium, deducted points only affect the place (CR-13).
    """
    if ruling.bib is None:
        return
    source = phrase("ruling: {reason}", reason=ruling.reason)
    if ruling.seconds:
        towards = "penalty" if ruling.seconds > 0 else "bonus"
        yield Award(ruling.bib, towards, abs(ruling.seconds), source, 0, "GN-2")
    general = _general_by_points(rulebook)
    if rulebook.is_omnium:
        general = {_GENERAL: "GN-2"}
    in_the_race = rulebook.is_omnium and stage.kind is StageKind.POINTS_RACE
    for name, taken, extra in (
        (ClassificationName.POINTS, ruling.points, {} if in_the_race else general),
        (ClassificationName.MOUNTAINS, ruling.mountains, general),
    ):
        if taken:
            for towards, rule in {str(name): "GN-2", **extra}.items():
                yield Award(ruling.bib, towards, -taken, source, 0, rule)


_COLUMNS = ("bonus", "penalty", ClassificationName.POINTS, ClassificationName.MOUNTAINS)


def result_lines(
    stage: Stage,
    placed: Sequence[PlacedRider],
    late: Sequence[PlacedRider],
    awards: Iterable[Award],
) -> tuple[StageLine, ...]:
    """Return the stage result: riders by place, then riders without a place (GN-1).

    `late` riders finished with a mark, but outside the time limit: they have a time but
    no place. The others without a place are sorted by status.
    """
    won = Counter[tuple[Bib, str]]()
    for award in awards:
        won[award.bib, award.towards] += award.amount
    best = (placed[0].time if placed else None) or 0

    def line(rider: PlacedRider, place: int | None, status: str) -> StageLine:
        _, bib, time, leader = rider
        gap = None if time is None else time - best
        bonus, penalty, points, climbs = (won.get((bib, name), 0) for name in _COLUMNS)
        sums = bonus, penalty, points, climbs
        return StageLine(place, bib, status, time, gap, *sums, leader)

    listed = {rider.bib for rider in late}
    others = sorted(stage.reasons.items(), key=lambda out: [*Reason].index(out[1]))
    return (
        *(line(rider, rider.place, FINISHED) for rider in placed),
        *(line(rider, None, Reason.OTL) for rider in late),
        *(
            line(PlacedRider(0, bib, None, None), None, reason)
            for bib, reason in others
            if bib not in listed
        ),
    )


def outside_limit(result: Iterable[StageLine]) -> frozenset[Bib]:
    """Return the riders of a result outside the time limit, who win nothing (GN-1)."""
    return frozenset(line.bib for line in result if line.status == Reason.OTL)


def prime_winners(
    stage: Stage, result: Iterable[StageLine]
) -> Iterator[tuple[Prime, Bib]]:
    """Yield the sprints and summits with their winners; OTL riders win none (CR-15)."""
    outside, passages = outside_limit(result), stage.passages
    for label, prime in stage.primes.items():
        for first in passages.get(label, ())[:1]:
            if first not in outside:
                yield prime, first
