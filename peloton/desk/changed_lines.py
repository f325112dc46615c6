"""Replace lines of a ridden stage, to show how the results would change."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from peloton.desk.scored_tour import ScoredTour, raise_mistakes
from peloton.desk.state import StageAtDesk
from peloton.errors import PelotonError
from peloton.notation.desk.lines import DeskReading, LineKind, without_remark
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Arrival, FinishLine
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour, ridden_stage, with_stage
from peloton.rules.results import StageScore
from peloton.rules.values import quote


def with_line(before: ScoredTour, number: int, text: str) -> Tour:
    """Return the tour with some finishes or sprint orders of a ridden stage replaced.

    `text` has lines as typed at the desk: finishes, and orders at sprints and climbs. A
    rider's new line replaces the rider's old line. Raises PelotonError for lines of
    other kinds, and InputError for a line that has mistakes or does not fit the stage.
    """
    stage = ridden_stage(before.tour, number)
    desk = StageAtDesk(before, number)
    reading = desk.read(text)
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
    live = desk.race.after(stage)
    raise_mistakes((*live.problems, *live.missing))
    return with_stage(before.tour, number, stage)


def _replaced(
    finish: Iterable[FinishLine], new: Sequence[FinishLine]
) -> tuple[FinishLine, ...]:
    """Insert each new result line where its first rider was listed, else at the end."""
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


def one_space_further(desk: StageAtDesk, text: str, row: int) -> str:
    """Describe how ranks change if riders finish one board space further.

    `row` is the index of the text line that records the riders' finish. The ranks are
    the places on the stage and the ranks in the general classification. Raises
    PelotonError if the line has no finish that is measured in spaces.
    """
    before = desk.view(text)
    marks, rows = _marks(before.reading, row), text.split("\n")
    typed = without_remark(rows[row])
    for step in (1, -1):  # In Ciclistas a further finish has a lower number.
        rows[row] = _LAST_NUMBER.sub(lambda n: f"{int(n[0]) + step}", typed)  # noqa: B023 - called at once
        after = desk.read("\n".join(rows))
        further = _marks(after, row)
        if marks and [*further.values()] == [past + 1 for past in marks.values()]:
            break
    else:
        raise PelotonError("no finish in spaces on this line")
    scores = before.live.score, desk.race.after(after.stage).score
    changes = [
        f"{bib} {' -> '.join(dict.fromkeys(_standing(score, bib) for score in scores))}"
        for bib in marks
    ]
    return f"One space further: {', '.join(changes)}"


_LAST_NUMBER = re.compile(r"\d+(?=\D*$)", re.ASCII)


def _marks(reading: DeskReading, row: int) -> dict[Bib, int]:
    """Return how many spaces past the finish line each rider on a text line rode."""
    line = reading.lines[row]
    finish = line.fact if line.kind is LineKind.FINISH else None
    arrivals = finish if isinstance(finish, tuple) else ()
    return {bib: one.mark.past for one in arrivals if one.mark for bib in one.bibs}


def _standing(score: StageScore | None, bib: Bib) -> str:
    lines = {line.bib: line.place for line in score.result} if score else {}
    general = score.standings[ClassificationName.GENERAL] if score else ()
    ranks = {row.who: row.rank for row in general}
    return f"place {lines.get(bib) or '-'} (general {ranks.get(bib, '-')})"
