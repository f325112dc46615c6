"""The laps and heats that decided a race on the track, as tables."""

from collections import Counter
from collections.abc import Iterable

from peloton.reports.names import BIB, Names
from peloton.reports.sheet import Column, ColumnKind, Table, numbers
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import lap_label
from peloton.rules.results import StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import lap_worth
from peloton.rules.words import phrase

_RIDER = Column(title=phrase("Rider"), weight=3)


def track_tables(
    score: StageScore, rulebook: Rulebook, names: Names
) -> Iterable[Table]:
    """Show the points of a points race lap by lap, and the heats of a sprint."""
    stage = score.stage
    if stage.kind is StageKind.POINTS_RACE:
        yield _laps(score, rulebook, names)
    if stage.kind is StageKind.SPRINT:
        yield Table(
            name="Heats",
            title=phrase("Heats"),
            columns=(
                Column(title=phrase("Heat"), kind=ColumnKind.NUMBER),
                BIB,
                Column(title=phrase("Winner"), weight=3),
            ),
            rows=tuple(
                (number, heat[0], names.rider(heat[0]))
                for number, heat in enumerate(stage.heats, 1)
            ),
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
    return Table(
        name="Laps",
        title=phrase("Points, lap by lap"),
        columns=(
            BIB,
            _RIDER,
            *numbers(
                *(
                    str(number)
                    if times == 1
                    else phrase("{number} x{times}", number=number, times=times)
                    for number, times in worth.items()
                )
            ),
        ),
        rows=tuple(
            (
                line.bib,
                names.rider(line.bib),
                *(won.get((line.bib, lap_label(number))) for number in laps),
            )
            for line in score.result
        ),
    )
