"""What is entered after a stage: plain result lines, or a piece of a tour file."""

import re
from dataclasses import replace

from peloton.notation.finish import numbered_lines, read_finish
from peloton.notation.scalars import FormError
from peloton.notation.shape import Shape, Spot, read_toml
from peloton.notation.stages import RESULTS, crossing_value, with_results
from peloton.rules.marks import MarkForm
from peloton.rules.model import Bib, Stage
from peloton.rules.results import Problem

_ENTRY = Shape("a stage entry", {}, nested=RESULTS)
_KEYED = re.compile(rf"^\s*\[*\s*(?:{'|'.join(RESULTS)})\s*[]=.]", re.MULTILINE)
_CROSSING = re.compile(r"(.+?)\s*:(?:\s+(.*)|$)")


def read_entry(
    text: str, stage: Stage, form: MarkForm
) -> tuple[Stage, tuple[Problem, ...]]:
    """Return the stage with what was entered in place of what it had, and mistakes.

    Plain lines are result lines, and `Muur: 4 1 12` the order over a sprint or summit;
    or else the text is TOML with the keys of a stage's results. Result lines replace
    all others, a crossing that of its label, what is not given stays. Problems are
    placed in the text: `located` finds their line.
    """
    spot = Spot([])
    if _KEYED.search(text):
        document, problems = read_toml(text)
        spot.values(document, _ENTRY)
        stage = with_results(stage, document, form, spot)
        return stage, (*problems, *spot.problems)
    return _plain(text, stage, form, spot), tuple(spot.problems)


def _plain(text: str, stage: Stage, form: MarkForm, spot: Spot) -> Stage:
    lines: list[tuple[int, str]] = []
    crossings: dict[str, tuple[Bib, ...]] = {}
    for number, line in numbered_lines(text):
        label, order = _crossing(line, stage)
        if label is None:
            lines.append((number, line))
            continue
        try:
            crossings[label] = crossing_value(order)
        except FormError as fault:
            spot.report(f"{label}: {fault}", offset=number)
    if lines:
        stage = replace(stage, finish=read_finish(lines, form, spot))
    return replace(stage, crossings={**stage.crossings, **crossings})


def _crossing(line: str, stage: Stage) -> tuple[str | None, str]:
    """Part `Muur: 4 1 12` into label and order; the label of no other line is None."""
    for label in stage.primes:
        if line.startswith(label) and line[len(label) :].lstrip()[:1] == ":":
            return label, line[len(label) :].lstrip()[1:]
    found = _CROSSING.fullmatch(line)
    return (found[1], found[2] or "") if found else (None, line)
