"""Read what is entered after a stage: result lines, or a piece of a tour file."""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from peloton.notation.result_lines import (
    crossing_value,
    line_bibs,
    numbered_lines,
    parted_label,
    read_finish,
)
from peloton.notation.toml.schema import Location, TableSchema, read_toml
from peloton.notation.toml.values import FormError
from peloton.notation.tour_file.stages import RESULTS, with_results
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage, with_orders
from peloton.rules.games.mark import MarkForm
from peloton.rules.limits import lines_fault

_ENTRY = TableSchema("a stage entry", {}, nested=RESULTS)
# Each blank has one place in it: a line of blanks takes no longer than another.
_KEYED = re.compile(
    rf"^[ \t]*(?:\[+[ \t]*)?(?:{'|'.join(RESULTS)})[ \t]*[]=.]", re.MULTILINE
)
_ORDER = re.compile(r"(?:lap|heat) \d+|eliminated", re.IGNORECASE)
_COLON = re.compile(r":(?!\S)")


def read_entry(
    text: str, stage: Stage, form: MarkForm
) -> tuple[Stage, tuple[Problem, ...]]:
    """Return the stage with its new results in place of the old, and the mistakes.

    Plain lines are result lines, and `Muur: 4 1 12` the order over a sprint or summit;
    in a race without times they are the orders that decide it, lap by lap or heat by
    heat, and in a criterium those that begin with `Lap 1:` are its laps. Or else the
    text is TOML with the keys of a stage's results. Result lines replace all others,
    a crossing that of its label, what is not given stays. Problems are placed in the
    text: `problem_lines` names their line.
    """
    if not _KEYED.search(text):
        spot = Location()
        if not spot.is_over_limit(text):
            stage = _plain(text, stage, form, spot)
        return stage, tuple(spot.problems)
    spot = read_toml(text)
    spot.values(_ENTRY)
    return with_results(stage, form, spot), tuple(spot.problems)


def placed_in_entry(text: str, stage: Stage) -> Callable[[Problem], Problem]:
    """Return what gives a problem of an entered stage its place in the entry's text.

    A rider twice is at the last line about the rider, one who is missing at none.
    """
    keyed = _KEYED.search(text) is not None
    rows: defaultdict[tuple[object, object], list[int]] = defaultdict(list)
    plain = not keyed and not lines_fault(text)[0]
    for number, line in numbered_lines(text) if plain else ():
        label, _ = _crossing(line, stage)
        for bib in line_bibs(line) if label is None else [None]:
            rows[label, bib].append(number)

    def placed(problem: Problem) -> Problem:
        where = problem.where[2:]
        if keyed or not where:
            return replace(problem, where=where)
        label = where[1] if where[0] == "crossings" else None
        found = rows.get((label, problem.bib if label is None else None), [0])
        row = found[-1 if problem.code == "twice" else 0]
        return replace(problem, where=(), offset=row)

    return placed


def _plain(text: str, stage: Stage, form: MarkForm, spot: Location) -> Stage:
    lines, orders, crossings = [], [], dict(stage.crossings)
    for number, line in numbered_lines(text):
        label, order = _crossing(line, stage)
        ordered = _is_order(label, line, stage)
        if label is None and not ordered:
            lines.append((number, line))
            continue
        try:
            if ordered:
                orders.append(crossing_value(order))
            else:
                crossings[str(label)] = crossing_value(order)
        except FormError as fault:
            spot.report(f"{label}: {fault}" if label else str(fault), offset=number)
    if orders:
        stage = with_orders(stage, orders)
    if lines:
        stage = replace(stage, finish=read_finish(lines, form, spot))
    return replace(stage, crossings=crossings)


def _is_order(label: str | None, line: str, stage: Stage) -> bool:
    """Return whether a line is one of the orders that decide a race on the track."""
    if label is None:
        status = line.split(None, 1)[0].upper() in Reason.__members__
        return not stage.kind.timed and not status
    return bool(stage.kind.ordered_by and _ORDER.fullmatch(label))


def _crossing(line: str, stage: Stage) -> tuple[str | None, str]:
    """Part `Muur: 4 1 12` into label and order; the label of no other line is None."""
    label, order = parted_label(line, stage.primes)
    if label:
        return label, order
    if colon := _COLON.search(line, 1):
        return line[: colon.start()].rstrip(), line[colon.end() :].lstrip()
    return None, line
