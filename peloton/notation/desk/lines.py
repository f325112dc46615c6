"""Classify desk lines, read their labels, and store the values read from them."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from peloton.errors import PelotonError
from peloton.rules.facts.fact_table import COUNTS, fact_of_sign
from peloton.rules.facts.kinds import STATUSES
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.games.mark import DIGITS, MarkFormat
from peloton.rules.ghosts import GhostDecks
from peloton.rules.names import match_name
from peloton.rules.values import unexpected, unknown_label_fault


class LineKind(StrEnum):
    """The kinds of desk lines, where possible with the same names as in tour files."""

    EMPTY = "empty"
    REMARK = "remark"
    TURN = "turn"
    PLAYED = "played"
    FINISH = "finish"
    ORDER = "order"
    CROSSING = "crossings"
    COUNTS = "counts"
    RULING = "ruling"
    OFFER = "offer"
    LOTS = "lots"
    GHOSTS = "ghosts"


SIGNS: dict[str, LineKind] = {
    "@": LineKind.TURN,
    ".": LineKind.PLAYED,
    **{row.sign: LineKind.COUNTS for row in COUNTS.values()},
    "!": LineKind.RULING,
    "$": LineKind.OFFER,
    "=": LineKind.LOTS,
    "?": LineKind.GHOSTS,
}
"""The kind of desk line for each initial character.

A bib that begins with such a character must be typed in brackets.
"""


def first_turn(stage: Stage, form: MarkFormat) -> tuple[int | None, bool]:
    """Return the first turn, and whether turns are counted from the start.

    Some games count turns only from the first arrival on. The number is None if marks
    have no turns (CR-1, CY-1, CY-3, CI-1, FI-1, FR-1).
    """
    short = form.short
    if short is None or not stage.kind.timed:
        return None, False
    time_trial = stage.kind.against_the_clock
    first = 1 if time_trial and form.relative_turns else short.first
    return first, form.turns_from_start(time_trial=time_trial)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskLine:
    """A line as typed, with the values read from it.

    `turn` is None if no turns are counted. `bibs` are the riders on the line. `teams`
    are the teams whose extra turns it counts. `target` is the prime, classification,
    team or kind of count that the line is about. `fact` is the value read, the same for
    every spelling; it is None if the line is invalid or records no fact. `where` is the
    path of the fact in the stage, as in the problems with it.
    """

    number: int
    text: str
    kind: LineKind
    turn: int | None
    where: tuple[object, ...]
    target: str
    bibs: tuple[Bib, ...] = ()
    teams: tuple[TeamCode, ...] = ()
    fact: object = None


@dataclass(frozen=True, kw_only=True)
class DeskReading:
    """The values read from the desk's text.

    `stage` has its course, but only the results in the text. `turn` is the current
    turn, None if no turns are counted. `played` holds the turns of riders whose turns
    are counted separately. `problems` are the mistakes, with the line number as
    `offset`. The last of the `lines` is the one being typed. `ghosts` are the ghosts'
    decks after all draws in the text. If `counting` is true, an empty line starts the
    next turn.
    """

    stage: Stage
    lines: tuple[DeskLine, ...]
    problems: tuple[Problem, ...]
    turn: int | None
    played: Mapping[Bib, int]
    ghosts: GhostDecks
    counting: bool

    @cached_property
    def _lines_at(self) -> Mapping[tuple[object, ...], Sequence[DeskLine]]:
        """The lines by the path of a fact and by a bib on the line, or None.

        Without this index, a text with a mistake on every line takes quadratic time.
        """
        lines = defaultdict[tuple[object, ...], list[DeskLine]](list)
        for line in self.lines:
            for bib in (None, *dict.fromkeys(line.bibs)):
                for where in {line.where, line.where[:1]}:
                    lines[*where, bib].append(line)
            for code in line.teams:
                of_teams = fact_of_sign(COUNTS[line.target].sign, teams=True)
                lines[of_teams, code, None].append(line)
                lines[of_teams, None].append(line)
        return lines

    def with_line(self, problem: Problem) -> Problem:
        """Return a problem with its line number as `offset`, or 0 if it is on no line.

        If a rider is listed twice, the problem is on the later line. A missing rider is
        on no line.
        """
        where, bib, at = problem.where[2:], problem.bib, self._lines_at
        rows = at.get((*where[:2], bib)) or at.get((*where[:1], bib))
        if not rows or (where[:1] == ("finish",) and bib is None):
            return replace(problem, where=(), offset=0)
        last = bib is None or problem.code in {"twice", "extra_turns"}
        return replace(problem, where=(), offset=rows[-1 if last else 0].number)


_BEFORE_REMARK = re.compile(r'(?:[^"#]+|"(?:\\.|[^"\\])*")*[^#]*')
"""Matches a line up to its remark. A # between closed quotes begins no remark."""


def without_remark(line: str) -> str:
    """Return a line without its remark. A # in quotes begins no remark."""
    match = _BEFORE_REMARK.match(line)
    return match[0].strip() if match else ""


def split_word(text: str) -> tuple[str, str]:
    """Split off the first word or quoted name; PelotonError for an unclosed quote."""
    text = text.strip()
    if not text.startswith('"'):
        word, *rest = text.split(None, 1) or ("",)
        return word, "".join(rest)
    try:
        name, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        raise unexpected(text, "the closing quote") from None
    return str(name), text[end:].strip()


def split_words(text: str) -> Iterator[str]:
    """Yield the words of a text; a quoted name is one word."""
    while text.strip():
        word, text = split_word(text)
        yield word


def quote_name(text: str) -> str:
    """Write a name in double quotes, with escapes as in JSON."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def written_name(name: str, reserved: str = " ") -> str:
    """Write a name; in quotes if it has `reserved` characters or would be misread."""
    plain = name.isprintable() and name == name.strip() and name[:1].isalnum()
    allowed = plain and set(name).isdisjoint(f'"#{reserved}')
    return name if allowed else quote_name(name)


def is_status(line: str) -> bool:
    """Return whether a line begins with a status, such as DNF."""
    return "".join(line.split(None, 1)[:1]).upper() in STATUSES


def course_labels(stage: Stage) -> tuple[str, ...]:
    """Return the labels of a stage's sprints and summits in the order of its course."""
    return tuple(replace(stage, laps=()).primes)


def split_label(words: str, labels: Sequence[str]) -> tuple[str, str]:
    """Split a line at the colon after its label.

    `labels` are those of the course. Labels may contain colons, so the longest label
    that fits is used.
    """
    for label in sorted(labels, key=len, reverse=True):
        rest = words.removeprefix(label).lstrip()
        if words.startswith(label) and rest.startswith(":"):
            return label, rest[1:]
    head, _, order = words.partition(":")
    return head.strip(), order


def find_label(text: str, labels: Sequence[str]) -> str:
    """Find a label by its text, its number on the course, or the beginning of a word.

    `labels` are in the order of the course. Raises PelotonError unless one label fits.
    """
    if text not in labels and DIGITS.fullmatch(text) and 0 < int(text) <= len(labels):
        return labels[int(text) - 1]
    label = match_name(text, dict.fromkeys(labels, ()))
    if label is not None:
        return label
    raise PelotonError(unknown_label_fault(text, labels))
