"""Track races, and places decided by points, heats or laps (CR-13, CY-20)."""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import OMNIUM, Stage, lap_label
from peloton.rules.facts.startlist import Bib
from peloton.rules.ranking import rank_totals
from peloton.rules.results import Award, PlacedRider, award_sums, scale_awards
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import phrase

WINS_NEEDED = 2
"""Number of heats a rider must win in a sprint, the best of three (CY-20)."""


def stage_kinds(rulebook: Rulebook) -> tuple[StageKind, ...]:
    """Return the kinds of stage that a game can have."""
    races, untimed = rulebook.words("track.kinds"), rulebook.mark.untimed
    kinds = (kind for kind in StageKind if kind in races or not kind.on_track)
    return tuple(kind for kind in kinds if not (untimed and kind.against_the_clock))


def lap_points(
    stage: Stage, rulebook: Rulebook, also: Mapping[str, str]
) -> Iterator[Award]:
    """Yield the points of a points race, lap by lap (CR-13, CY-20).

    `also` maps each other classification that gets these points to its rule.
    """
    scale = rulebook.scale("track.points") if stage.points is None else stage.points
    rule = rulebook.rule("track.points") if stage.points is None else "GN-4"
    towards = {ClassificationName.POINTS: rule, **also}
    for number, order in enumerate(stage.laps, 1):
        times = lap_multiplier(stage, number, rulebook)
        amounts = [points * times for points in scale]
        yield from scale_awards(order, amounts, lap_label(number), towards)


def lap_multiplier(stage: Stage, number: int, rulebook: Rulebook) -> int:
    """Return the multiplier for a lap's points, which may be higher on late laps."""
    if number == len(stage.laps):
        return rulebook.number("track.last_lap")
    late = rulebook.number("track.double_after")
    return 2 if late and number > late else 1


def omnium_awards(
    stage: Stage, placed: list[PlacedRider], neutral: Container[Bib], rulebook: Rulebook
) -> Iterator[Award]:
    """Yield the points of an omnium for the places on a stage.

    Riders who share a place all get its points. If teams race, every rider gets the
    points for the place of the team.
    """
    if not rulebook.is_omnium:
        return
    scale, rule = rulebook.scale("track.omnium"), rulebook.rule("track.omnium")
    fronts: dict[Bib | None, int] = {}
    for own, bib, _, leader in placed:
        front = fronts.setdefault(leader, len(fronts) + 1)
        place = front if stage.by_teams else own
        if place <= len(scale) and scale[place - 1] and bib not in neutral:
            amount, general = scale[place - 1], ClassificationName.GENERAL
            yield Award(bib, general, amount, OMNIUM, place, rule)


def untimed_places(
    stage: Stage, starting: Iterable[Bib], rulebook: Rulebook
) -> list[PlacedRider]:
    """Return the places in a race without times; riders still tied share a place.

    `starting` are the riders who may start, in the order of the bibs.
    """
    out = stage.reasons
    riding = [bib for bib in starting if bib not in out]
    finish = (*stage.laps[-1:], *(line.bibs for line in stage.arrivals))
    order = {bib: n for n, bib in enumerate(dict.fromkeys(chain(*finish)))}

    def at_finish(everybody: Sequence[str]) -> Sequence[int]:
        return [order.get(Bib(bib), len(order)) for bib in everybody]

    totals = _deciding_totals(stage, riding, rulebook)
    rows = rank_totals(totals, [("finish", at_finish)], highest_first=True)
    return [PlacedRider(rank, Bib(bib), None, None) for rank, bib, *_ in rows]


def _deciding_totals(
    stage: Stage, racing: Collection[Bib], rulebook: Rulebook
) -> Mapping[Bib, int]:
    """Return each rider's points, heats won or elimination number; the highest wins."""
    if stage.kind is StageKind.ELIMINATION:
        out = {bib: number for number, bib in enumerate(stage.eliminated, 1)}
        return {bib: out.get(bib, len(stage.eliminated) + 1) for bib in racing}
    if stage.kind is StageKind.SPRINT:
        wins = heat_wins(stage)
        return {bib: wins[bib] for bib in racing if bib in wins}
    points = award_sums(lap_points(stage, rulebook, {}))
    for ruling in stage.rulings:
        if ruling.bib is not None:  # Deductions by rulings count, too (GN-2).
            points[ruling.bib] -= ruling.points
    return {bib: points[bib] for bib in racing}


DECIDED_BY: Mapping[StageKind, str] = {
    StageKind.POINTS_RACE: phrase(
        "most points over the laps, then the order at the finish"
    ),
    StageKind.ELIMINATION: phrase("the last rider left, then the latest eliminated"),
    StageKind.SPRINT: phrase("the best of three heats"),
}


def heat_wins(stage: Stage) -> Counter[Bib]:
    """Return the heats won by each rider of a sprint; 0 if a rider has won none."""
    wins = Counter(dict.fromkeys(chain(*stage.heats), 0))
    wins.update(heat[0] for heat in stage.heats if heat)
    return wins


def track_starters(stage: Stage, racing: Iterable[Bib]) -> set[Bib]:
    """Return the starters of a race outside the tour (CR-13)."""
    named = {*stage.listed}
    if stage.kind in {StageKind.POINTS_RACE, StageKind.ELIMINATION}:
        named.update(racing)
    return named.union(*stage.heats) - stage.absent
