"""Completions of a line at the desk, and hints on forgotten brackets.

`33 34 5` is read as rider 33 on turn 34, not as two riders.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.notation.desk.lines import (
    SIGNS,
    DeskLine,
    DeskReading,
    LineKind,
    course_labels,
    is_status,
)
from peloton.notation.desk.writing import label_text
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import ClassificationName, Reason, StageKind
from peloton.rules.facts.labels import REASONS
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.stage import FINISH, Sprint
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.names import StartlistNames, startlist_names
from peloton.rules.words import phrase, without_accents


class Suggestion(NamedTuple):
    """A completion: `text` replaces the last `replaces` characters typed."""

    text: str
    meaning: str
    replaces: int


def suggestions(
    before: str, reading: DeskReading, tour: Tour, racing: Collection[Bib]
) -> list[Suggestion]:
    """Return the completions at the cursor.

    `before` is the text up to the cursor, `reading` is the whole text as read, and
    `racing` are the riders who started. Riders are matched by their bibs and by part of
    their names, ignoring accents and case; riders already listed are left out.
    """
    typed = before.rpartition("\n")[2].lstrip()
    line = reading.lines[before.count("\n")]
    if "#" in typed:
        return []
    return [*_Completer(reading, tour, racing, line, typed).suggestions()]


_STATUS = {**REASONS, Reason.OTL: phrase("over the time limit")}
_WORD = re.compile(r"[^\s(:]*$")


@dataclass(frozen=True, slots=True)
class _Completer:
    """Completes the line being typed; `typed` is its text up to the cursor."""

    reading: DeskReading
    tour: Tour
    racing: Collection[Bib]
    line: DeskLine
    typed: str

    def suggestions(self) -> Iterator[Suggestion]:
        sign = SIGNS.get(self.typed[:1])
        if sign is not None:
            yield from self._after_sign(sign, self.typed[1:].lstrip())
        elif self.line.kind in {LineKind.CROSSING, LineKind.ORDER}:
            order = self.typed.partition(":")[2] if ":" in self.typed else self.typed
            yield from self._riders(_current_word(order), self._in_order(order))
        elif self.typed.startswith("(") or (self.typed and is_status(self.typed)):
            if ")" not in self.typed:
                listed = [*self._with_result(), *_ended_words(self.typed.strip("("))]
                yield from self._riders(_current_word(self.typed), listed)
        elif _current_word(self.typed) == self.typed:
            yield from self._line_start(self.typed)
        elif _current_word(self.typed):
            yield from _matching(_STATUS.items(), _current_word(self.typed))

    def _after_sign(self, sign: LineKind, rest: str) -> Iterator[Suggestion]:
        word = _current_word(rest)
        ahead = len(rest.split()) - bool(word)
        teams = [(team.code, team.name) for team in self.tour.teams]
        match sign, ahead:
            case LineKind.COUNTS, _ if COUNTS[self.line.target].is_final and ahead % 2:
                return
            case ((LineKind.PLAYED | LineKind.COUNTS | LineKind.GHOSTS), _):
                yield from self._riders(word, ())
            case LineKind.RULING, 0:
                yield from self._riders(word, ())
                yield from _matching(teams, word)
            case LineKind.OFFER, 0:
                yield from _matching(teams, word)
            case LineKind.OFFER, 2:
                yield from _matching([*self._labels(), (FINISH, "")], word)
            case LineKind.LOTS, 0:
                yield from _matching(((name, "") for name in ClassificationName), word)
            case LineKind.LOTS, _ if self.line.target == ClassificationName.TEAMS:
                yield from _matching(teams, word)
            case LineKind.LOTS, _:
                yield from self._riders(word, rest.split()[1:ahead])

    def _line_start(self, word: str) -> Iterator[Suggestion]:
        """Suggest a line's first word: a rider, a sprint or summit, or a status."""
        yield from self._riders(word, self._with_result())
        if word:
            labels = ((f"{label}: ", what) for label, what in self._labels())
            yield from _matching(labels, word)
            yield from _matching(((f"{r} ", what) for r, what in _STATUS.items()), word)

    def _labels(self) -> Iterator[tuple[str, str]]:
        stage = self.reading.stage
        for label in course_labels(stage):
            sprint = isinstance(stage.primes[label], Sprint)
            what = phrase("sprint") if sprint else phrase("summit")
            yield label_text(label, stage), what

    def _with_result(self) -> list[Bib]:
        """Return the bibs on all other result lines."""
        return [
            bib
            for line in self.reading.lines
            if line.kind is LineKind.FINISH and line.number != self.line.number
            for bib in line.bibs
        ]

    def _in_order(self, order: str) -> list[str]:
        """Return the bibs already in the order that is being typed."""
        out = self.reading.stage.kind is StageKind.ELIMINATION
        return _ended_words(order) + [
            bib
            for line in self.reading.lines
            if line.kind is self.line.kind and line.number != self.line.number
            if out or (line.target and line.target == self.line.target)
            for bib in line.bibs
        ]

    def _riders(self, word: str, listed: Collection[str]) -> Iterator[Suggestion]:
        """Suggest riders not listed yet: matches by bib first, then by name."""
        known = startlist_names(self.tour.riders, self.tour.teams)
        used = {_bib(word, known) for word in listed}
        free = [
            rider
            for rider in self.tour.riders
            if rider.bib in self.racing and rider.bib not in used
        ]
        by_bib = [r for r in free if _plain(r.bib).startswith(_plain(word))]
        by_name = [r for r in free if r not in by_bib and _has_name(r, _plain(word))]
        for rider in (*by_bib, *by_name):
            meaning = " ".join(filter(None, (rider.name, rider.team)))
            yield Suggestion(rider.bib, meaning, len(word))


def _bib(word: str, known: StartlistNames) -> str:
    """Return the bib for a rider's name; return any other word unchanged."""
    with suppress(PelotonError):
        return known.rider(word)
    return word


def _current_word(typed: str) -> str:
    """Return the word that is being typed."""
    match = _WORD.search(typed)
    return match[0] if match else ""


def _ended_words(typed: str) -> list[str]:
    """Return the words before the one that is being typed."""
    return typed.split()[: -1 if _current_word(typed) else None]


def _matching(words: Iterable[tuple[str, str]], word: str) -> Iterator[Suggestion]:
    for text, meaning in words:
        if _plain(text).startswith(_plain(word)) or (
            word and _plain(meaning).startswith(_plain(word))
        ):
            yield Suggestion(text, meaning, len(word))


def _has_name(rider: Rider, piece: str) -> bool:
    """Return whether a name contains the text; a single letter must begin a word."""
    name = _plain(rider.name)
    if len(piece) > 1:
        return piece in name
    return any(word.startswith(piece) for word in name.split())


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    """Return the text in lower case, without accents."""
    return without_accents(text).casefold()


_FINISH = re.compile(r"\s*([^\s()]+)(?:\s+(\d+))?\s+(\S+)\s*")
"""Matches the result line of one rider: the bib, an optional turn, and the mark."""
_GROUP = re.compile(r"\s*([^\s():]+(?:\s+[^\s():]+)+)\s+([^\s()]+)\s*")
"""Matches several riders and a mark, without brackets around the riders."""


def problems_with_hints(
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
