"""Find the lots that are still to be drawn, and whether results depend on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.tour import with_stage
from peloton.rules.race import score as score_tour
from peloton.rules.ranking import tied_by_lots
from peloton.rules.results import Race, StageScore


def undrawn_lots(
    race: Race, score: StageScore
) -> Mapping[ClassificationName, Sequence[tuple[str, ...]]]:
    """Return the ties for which lots are still to be drawn, by classification.

    Young riders use the lots of the general classification (RR-7). A classification
    without a leader needs no lots (GN-5).
    """
    names = (name for name in score.led if name is not ClassificationName.YOUNG)
    ties = {name: tied_by_lots(score, name, race.rulebook) for name in names}
    return {name: tied for name, tied in ties.items() if tied}


def pending_lots(
    race: Race, scores: Iterable[StageScore]
) -> Iterator[tuple[StageScore, ClassificationName, Race]]:
    """Yield the stage and classification of undrawn lots that affect results (CY-7).

    To find out, the tour is scored again with the tied riders in reverse order, and the
    jerseys, the money and the latest standings are compared. That race is yielded, too.
    """
    for tied in scores:
        lots = tied.stage.lots
        for name, ties in undrawn_lots(race, tied).items():
            drawn = *lots.get(name, ()), *(w for tie in ties for w in reversed(tie))
            stage = replace(tied.stage, lots={**lots, name: drawn})
            tour = with_stage(race.tour, tied.number, stage)
            stages = score_tour(tour, race.rulebook).stages[: len(race.stages)]
            if _final_figures(stages) != _final_figures(race.stages):
                yield tied, name, replace(race, stages=stages)


def _final_figures(scores: Sequence[StageScore]) -> tuple[list[object], list[object]]:
    """Return the jerseys and the money after every stage, and the latest standings."""
    return (
        [(score.jerseys, score.premiums, score.purse) for score in scores],
        [score.standings for score in scores[-1:]],
    )
