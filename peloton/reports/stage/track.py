"""What decided a race on the track as tables: the laps of it, the heats."""

from collections.abc import Iterable

from peloton.reports.names import Names
from peloton.reports.sheet import Column, ColumnKind, Table
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import lap_label
from peloton.rules.results import StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import lap_worth
from peloton.rules.words import say

_BIB = Column(title=say("Bib"), kind=ColumnKind.BIB)
_RIDER = Column(title=say("Rider"), weight=3)


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
            title=say("Heats"),
            columns=(
                Column(title=say("Heat"), kind=ColumnKind.NUMBER),
                _BIB,
                Column(title=say("Winner"), weight=3),
            ),
            rows=tuple(
                (number, heat[0], names.rider(heat[0]))
                for number, heat in enumerate(stage.heats, 1)
            ),
        )


def _laps(score: StageScore, rulebook: Rulebook, names: Names) -> Table:
    """Show what each rider won on each lap, a column a lap; `x2` where it doubled."""
    won: dict[tuple[str, str], int] = {}
    for award in score.awards:
        # By points, what a lap is worth counts towards the general one too (CR-11).
        if award.towards == ClassificationName.POINTS:
            key = award.bib, award.source
            won[key] = won.get(key, 0) + award.amount
    laps = range(1, len(score.stage.laps) + 1)
    worth = {number: lap_worth(score.stage, number, rulebook) for number in laps}
    return Table(
        name="Laps",
        title=say("Points, lap by lap"),
        columns=(
            _BIB,
            _RIDER,
            *(
                Column(
                    title=str(number)
                    if times == 1
                    else say("{number} x{times}", number=number, times=times),
                    kind=ColumnKind.NUMBER,
                )
                for number, times in worth.items()
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
