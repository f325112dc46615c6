"""Hint at forgotten brackets: `33 34 5` may mean riders 33 and 34, not turn 34."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from peloton.notation.desk.lines import DeskReading, LineKind
from peloton.rules.facts.problem import Problem, Severity

_FINISH = re.compile(r"\s*([^\s()]+)(?:\s+(\d+))?\s+(\S+)\s*")
"""Matches the result line of one rider: the bib, an optional turn, and the mark."""
_GROUP = re.compile(r"\s*([^\s():]+(?:\s+[^\s():]+)+)\s+([^\s()]+)\s*")
"""Matches several riders and a mark, without brackets around the riders."""


def with_bracket_hints(
    reading: DeskReading, racing: Collection[str]
) -> Iterator[Problem]:
    """Yield the problems of a text, with a hint at brackets that a group may lack."""
    finishes = [line for line in reading.lines if line.kind is LineKind.FINISH]
    out = {*racing}.difference(*(line.bibs for line in finishes if line.fact))
    for problem in reading.problems:
        line = reading.lines[problem.offset - 1] if problem.offset else None
        match = _GROUP.fullmatch(line.text) if line in finishes else None
        if match and out.issuperset(match[1].split()):
            guess = f"({' '.join(match[1].split())}) {match[2]}"
            message = f"{problem.message}; did you mean '{guess}'?"
            problem = replace(problem, message=message)  # noqa: PLW2901 - with the hint
        yield problem


def without_brackets(
    reading: DeskReading, racing: Collection[str]
) -> Iterator[Problem]:
    """Yield a warning for each finish whose turn may be the bib of a second rider.

    Such a turn has not been reached yet, and is the bib of a rider without a result. If
    every line has a turn, nothing is reported, because the turns are intended.
    """
    finishes = [line for line in reading.lines if line.kind is LineKind.FINISH]
    typed = [(line, _FINISH.fullmatch(line.text)) for line in finishes]
    if reading.turn is None or not any(m and not m[2] for _, m in typed):
        return
    out = {*racing}.difference(*(line.bibs for line in finishes))
    for line, match in typed:
        if match and match[2] in out and int(match[2]) > (line.turn or 0):
            first, second, mark = match.groups()
            yield Problem(
                code="brackets",
                severity=Severity.WARNING,
                message=f"turn {second} is still to come, and rider {second} has no"
                f" result: did you mean '({first} {second}) {mark}'?",
                bib=line.bibs[0] if line.bibs else None,
                offset=line.number,
            )
