"""Find groups typed without brackets, such as `13 14 5` instead of `(13 14) 5`.

Without brackets, the line is read as rider 13 with the mark 5 on turn 14.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from peloton.notation.desk.lines import DeskReading, LineKind
from peloton.rules.facts.problem import Problem, Severity

_GROUP = re.compile(r"\s*([^\s():]+(?:\s+[^\s():]+)+)\s+([^\s()]+)\s*")
"""Matches several riders and a mark, without brackets around the riders."""
FORGOTTEN = "brackets"
"""The problem code of the warning that brackets around riders may be missing."""


def problems_with_groups(
    reading: DeskReading, racing: Collection[str]
) -> Iterator[Problem]:
    """Yield the problems in desk lines; suggest brackets where they may be missing.

    Suggestions are added to the messages of mistakes. A valid line gets a warning if
    its turn has not been reached yet and is the bib of a rider without a result. There
    are no warnings if every finish line in the text has a turn, because the user then
    types turns on purpose.
    """
    finishes = {r.number: r for r in reading.lines if r.kind is LineKind.FINISH}
    out = {*racing}.difference(*(line.bibs for line in finishes.values() if line.fact))
    groups = {n: _GROUP.fullmatch(line.text) for n, line in finishes.items()}
    for problem in reading.problems:
        match = groups.get(problem.offset)
        if match and out.issuperset(match[1].split()):
            message = f"{problem.message}; did you mean '{_in_brackets(match)}'?"
            problem = replace(problem, message=message)  # noqa: PLW2901 - with the hint
        yield problem
    without_turn = [line for line in finishes.values() if len(line.text.split()) == 2]  # noqa: PLR2004 - a bib and a mark
    if reading.turn is None or not without_turn:
        return
    for number, line in finishes.items():
        match = groups[number]
        _, *turns = match[1].split() if match else ("",)
        turn = turns[0] if len(turns) == 1 and line.fact else ""
        if match and turn in out and int(turn) > (line.turn or 0):
            yield Problem(
                code=FORGOTTEN,
                severity=Severity.WARNING,
                message=f"turn {turn} is still to come, and rider {turn} has no"
                f" result: did you mean '{_in_brackets(match)}'?",
                bib=line.bibs[0],
                offset=number,
            )


def _in_brackets(match: re.Match[str]) -> str:
    return f"({' '.join(match[1].split())}) {match[2]}"
