"""A stage entered at the prompt: line by line, each mistake said where it is made."""

from collections.abc import Iterable
from dataclasses import replace

import click

from peloton.cli.asking import asked
from peloton.cli.output import said
from peloton.cli.session import Current
from peloton.cli.stages import stage_at
from peloton.errors import PelotonError, did_you_mean
from peloton.notation.entry import read_entry
from peloton.rules.marks import MARKS
from peloton.rules.model import Arrival, Bib, FinishLine, Stage
from peloton.rules.race import racing_before


def asked_entry(before: Current, number: int) -> Stage:
    """Ask for a stage: the order over each sprint and summit, then the finish.

    A line with a mistake is said to have one and asked for again; the lines before
    it stand. It ends when every rider is accounted for.
    """
    stage = stage_at(before.tour, number)
    racing = racing_before(before.tour, number, before.rulebook)
    form = MARKS[before.rulebook.word("mark")]
    said(
        f"Stage {number}, {stage.name or stage.kind}: {len(racing)} riders."
        f" A finish is written: bib, then {form.form}, such as {form.example};"
        " (4 7 9) and a mark for a group; DNF 15. Ctrl-C leaves, and saves nothing."
    )
    crossings = {label: _crossing(label, racing) for label in stage.primes}
    entered = replace(
        stage,
        finish=(),
        crossings={label: order for label, order in crossings.items() if order},
    )
    finish: list[FinishLine] = []
    left = dict.fromkeys(racing)
    while left:
        line = asked(f"Finish ({len(left)} to come)", default="")
        if not line:
            said(f"Still to come: {' '.join(left)}")
            continue
        try:
            lines = _read(before, line, left, racing)
        except PelotonError as error:
            click.echo(f"Error: {error}", err=True)
            continue
        finish += lines
        for bib in _bibs(lines):
            del left[bib]
    return replace(entered, finish=tuple(finish))


def _crossing(label: str, racing: Iterable[Bib]) -> tuple[Bib, ...]:
    """Ask for the order over a line until it names known riders, each once."""
    while True:
        order = [Bib(word) for word in asked(f"Order over {label}", default="").split()]
        try:
            _check(order, racing, "the riders of this stage")
        except PelotonError as error:
            click.echo(f"Error: {error}", err=True)
        else:
            return tuple(order)


def _read(
    before: Current, line: str, left: Iterable[Bib], racing: Iterable[Bib]
) -> tuple[FinishLine, ...]:
    """Read one line of the finish; PelotonError for a mistake in it."""
    form = MARKS[before.rulebook.word("mark")]
    stage, problems = read_entry(line, Stage(), form)
    if problems or not stage.finish:
        raise PelotonError(
            problems[0].message if problems else f"found '{line}', expected a finish"
        )
    bibs = _bibs(stage.finish)
    _check(bibs, racing, "the riders of this stage")
    _check(bibs, left, "the riders still to come")
    return stage.finish


def _check(bibs: list[Bib], among: Iterable[Bib], whom: str) -> None:
    known = list(among)
    for position, bib in enumerate(bibs):
        if bib not in known:
            message = f"rider {bib} is not among {whom}{did_you_mean(bib, known)}"
            raise PelotonError(message)
        if bib in bibs[:position]:
            message = f"rider {bib} stands twice on the line"
            raise PelotonError(message)


def _bibs(lines: Iterable[FinishLine]) -> list[Bib]:
    return [
        bib
        for line in lines
        for bib in (line.bibs if isinstance(line, Arrival) else (line.bib,))
    ]
