"""Lines of a ridden stage replaced by others, to see what they would change."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from peloton.desk.scored_tour import ScoredTour, raise_mistakes
from peloton.desk.stage_lines import StageLines
from peloton.errors import PelotonError
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.stage import Arrival, FinishLine
from peloton.rules.facts.tour import Tour, ridden_stage, with_stage
from peloton.rules.live import RaceBeforeStage
from peloton.rules.values import quote


def with_line(before: ScoredTour, number: int, text: str) -> Tour:
    """Replace lines of a ridden stage: finishes, and orders at sprints and climbs.

    A rider's new line stands where the old one did. Raises PelotonError for other
    lines, and InputError for a line with mistakes or one that the stage cannot have.
    """
    stage = ridden_stage(before.tour, number)
    reading = StageLines(before, number).read(text)
    raise_mistakes(reading.problems)
    new = reading.stage
    expected = replace(
        without_results(stage), finish=new.finish, crossings=new.crossings
    )
    if new != expected or new == without_results(stage):
        raise PelotonError(
            f"found {quote(text)}, expected a finish line or the order at a sprint or"
            " climb, such as 'Muur: 4 1 12'"
        )
    finish = _replaced(stage.finish, new.finish)
    crossings = {**stage.crossings, **new.crossings}
    stage = replace(stage, finish=finish, crossings=crossings)
    live = RaceBeforeStage.before(before.tour, number, before.rulebook).after(stage)
    raise_mistakes((*live.problems, *live.missing))
    return with_stage(before.tour, number, stage)


def _replaced(
    finish: Iterable[FinishLine], new: Sequence[FinishLine]
) -> tuple[FinishLine, ...]:
    """Put new lines where the first of their riders was; new riders come last."""
    lines, waiting = list[FinishLine](), [*new]
    for old in finish:
        for line in [line for line in waiting if {*line.bibs} & {*old.bibs}]:
            waiting.remove(line)
            lines.append(line)
        left = tuple(b for b in old.bibs if not any(b in line.bibs for line in new))
        if left == old.bibs:
            lines.append(old)
        elif left and isinstance(old, Arrival):
            lines.append(Arrival(left, old.mark))
    return (*lines, *waiting)
