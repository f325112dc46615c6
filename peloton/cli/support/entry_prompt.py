"""A stage entered at the prompt: line by line, with each mistake shown at once."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from peloton.cli.support.output import tell
from peloton.cli.support.prompts import interviewed, prompt_list, prompt_until_valid
from peloton.desk.scored_tour import Current, counted
from peloton.errors import PelotonError, did_you_mean
from peloton.notation.tour_file.entry import read_entry
from peloton.rules.facts.kinds import Reason, StageKind
from peloton.rules.facts.stage import FinishLine, Stage, lap_label
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour, stage_at
from peloton.rules.names import startlist_names, with_bibs
from peloton.rules.race import racing_before


def asked_entry(before: Current, number: int) -> Stage:
    """Ask for a stage: the order over each sprint and summit, then the finish.

    The mistake in a line is shown and the line asked for again; the lines before it
    stay. It ends when every rider is accounted for, on the track with an empty
    line. Laps and heats are asked for in a race that has them.
    """
    entered = stage_at(before.tour, number)
    stage = replace(entered, finish=(), laps=(), heats=(), eliminated=())
    racing = racing_before(before.tour, number, before.rulebook)
    _introduce(before, entered, number, len(racing))
    key = f"stage enter {before.tour.name} {number}"
    return interviewed(key, lambda: _asked(before, stage, racing))


def _asked(before: Current, stage: Stage, racing: Collection[Bib]) -> Stage:
    """Ask for all that was seen."""
    crossings = {
        label: _crossing(before.tour, label, stage.crossings.get(label, ()), racing)
        for label in stage.primes
    }
    crossed = {label: order for label, order in crossings.items() if order}
    stage = replace(stage, crossings=crossed)
    if stage.kind in _ORDERS:
        stage = _with_orders(before, stage, racing)
        if not stage.kind.timed:
            return stage
    return replace(stage, finish=_finish(before, stage, racing))


def _finish(
    before: Current, stage: Stage, racing: Iterable[Bib]
) -> tuple[FinishLine, ...]:
    """Ask for result lines until every rider is accounted for."""
    finish: list[FinishLine] = []
    while left := [bib for bib in racing if bib not in _bibs(finish)]:

        def read(line: str, left: list[Bib] = left) -> tuple[FinishLine, ...]:
            if line or stage.kind.outside_the_tour:
                return _read(before, line, left, racing) if line else ()
            message = f"still to come: {' '.join(left)}"
            raise PelotonError(message)

        question = f"Finish ({len(left)} to come)"
        lines = prompt_until_valid(question, read, default="")
        if not lines:
            break
        finish += lines
    return tuple(finish)


def _introduce(before: Current, stage: Stage, number: int, riders: int) -> None:
    """Explain what is asked for, how it is written, and how to stop."""
    form = before.rulebook.mark
    written = (
        f" A finish is written: bib, then {form.form}, such as {form.example};"
        " (4 7 9) and a mark for a group;"
        if stage.kind.timed
        else " An order is written: 1 5 7, the first of them first;"
    )
    tell(
        f"Stage {number}, {stage.name or stage.kind}: {counted(riders, 'rider')}."
        f"{written}"
        " DNF 15. 'undo' goes back a line, Ctrl-C leaves and keeps what was typed."
    )
    if stage.ridden:
        tell(
            f"It was entered before: 'peloton desk {number}' corrects a line of it."
            " Here all of it is asked for again."
        )


_ORDERS = {
    StageKind.CRITERIUM: "Order over the line on the next lap before the finish",
    StageKind.POINTS_RACE: "Order over the line on the next lap",
    StageKind.SPRINT: "The next heat, its winner first",
    StageKind.ELIMINATION: "Who went out, first out first",
}


def _with_orders(before: Current, stage: Stage, racing: Iterable[Bib]) -> Stage:
    """Ask for laps, heats or eliminations: on each line an order, or `DNF 15`."""
    form = before.rulebook.mark
    known = startlist_names(before.tour.riders, before.tour.teams)
    lines: list[str] = []

    def with_order(_now: Stage, line: str) -> Stage:
        line = known.order(line)
        words = [word for word in line.split() if word.upper() not in tuple(Reason)]
        _check(list(map(Bib, words)), racing)
        label = f"{lap_label(len(lines) + 1)}: " if stage.kind.timed else ""
        entered = [*lines, label + line]
        read, problems = read_entry("\n".join(entered), stage, form)
        if problems:
            raise PelotonError(problems[0].message)
        lines[:] = entered
        return read

    return prompt_list(stage, _ORDERS[stage.kind], with_order)


def _crossing(
    tour: Tour, label: str, entered: Iterable[Bib], racing: Iterable[Bib]
) -> tuple[Bib, ...]:
    """Ask for the order over a line until it names known riders, each once.

    What was entered before stays with an empty line, and goes with `none`.
    """
    known = startlist_names(tour.riders, tour.teams)

    def read(line: str) -> tuple[Bib, ...]:
        words = known.order(line).split()
        order = [Bib(word) for word in words if line != "none"]
        _check(order, racing)
        return tuple(order)

    return prompt_until_valid(f"Order over {label}", read, default=" ".join(entered))


def _read(
    before: Current, line: str, left: Iterable[Bib], racing: Iterable[Bib]
) -> tuple[FinishLine, ...]:
    """Read one line of the finish; PelotonError for a mistake in it."""
    line = with_bibs(line, before.tour)
    stage, problems = read_entry(line, Stage(), before.rulebook.mark)
    if problems or not stage.finish:
        raise PelotonError(
            problems[0].message if problems else f"found '{line}', expected a finish"
        )
    bibs = _bibs(stage.finish)
    _check(bibs, racing)
    for bib in bibs:
        if bib not in left:
            message = f"rider {bib} is in already"
            raise PelotonError(message)
    return stage.finish


def _check(bibs: list[Bib], racing: Iterable[Bib]) -> None:
    known = list(racing)
    for position, bib in enumerate(bibs):
        if bib not in known:
            near = did_you_mean(bib, known)
            message = f"rider {bib} is not among the riders of this stage{near}"
            raise PelotonError(message)
        if bib in bibs[:position]:
            message = f"rider {bib} stands twice on the line"
            raise PelotonError(message)


def _bibs(lines: Iterable[FinishLine]) -> list[Bib]:
    return [bib for line in lines for bib in line.bibs]
