"""The laps and heats that decided a race on the track, as tables."""

from collections import Counter
from collections.abc import Iterable

from peloton.reports.names import BIB, RIDER_COLUMNS, Names
from peloton.reports.sheet import Column, Table, numbers, table_of
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import lap_label
from peloton.rules.results import StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import lap_worth
from peloton.rules.words import phrase


def track_tables(
    score: StageScore, rulebook: Rulebook, names: Names
) -> Iterable[Table]:
    """Show the points of a points race lap by lap, and the heats of a sprint."""
    stage = score.stage
    if stage.kind is StageKind.POINTS_RACE:
        yield _laps(score, rulebook, names)
    if stage.kind is StageKind.SPRINT:
        yield table_of(
            "Heats",
            phrase("Heats"),
            enumerate(stage.heats, 1),
            (numbers(phrase("Heat")), lambda heat: heat[0]),
            (BIB, lambda heat: heat[1][0]),
            (Column(phrase("Winner"), weight=3), lambda heat: names.rider(heat[1][0])),
        )


def _laps(score: StageScore, rulebook: Rulebook, names: Names) -> Table:
    """Show the points of each rider on each lap, a column a lap; `x2` if doubled."""
    won: Counter[tuple[str, str]] = Counter()
    for award in score.awards:
        # By points, what a lap is worth counts towards the general one too (CR-11).
        if award.towards == ClassificationName.POINTS:
            won[award.bib, award.source] += award.amount
    laps = range(1, len(score.stage.laps) + 1)
    worth = {number: lap_worth(score.stage, number, rulebook) for number in laps}
    labels = [*map(lap_label, laps)]
    heads = (
        phrase("{number} x{times}", number=number, times=times)
        if times > 1
        else str(number)
        for number, times in worth.items()
    )
    return table_of(
        "Laps",
        phrase("Points, lap by lap"),
        [line.bib for line in score.result],
        (RIDER_COLUMNS[:2], lambda bib: names.rider_cells(bib)[:2]),
        (numbers(*heads), lambda bib: tuple(won.get((bib, lap)) for lap in labels)),
    )
