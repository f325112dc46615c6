"""How a line at the desk may go on: bibs, names, labels, statuses, teams."""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
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
from peloton.notation.desk.writing import written_label
from peloton.rules.facts.kinds import ClassificationName, Reason, StageKind
from peloton.rules.facts.labels import REASONS
from peloton.rules.facts.seen import COUNTED
from peloton.rules.facts.stage import FINISH, Sprint
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.names import StartlistNames, startlist_names
from peloton.rules.words import without_accents


class Suggestion(NamedTuple):
    """A way to go on: `text` in place of the last `replaces` letters typed."""

    text: str
    meaning: str
    replaces: int


def suggestions(
    before: str, reading: DeskReading, tour: Tour, racing: Collection[Bib]
) -> list[Suggestion]:
    """List the ways to go on from where the cursor is.

    `before` is the text up to the cursor, `reading` that of the whole text, `racing`
    are the riders at the start. Riders are found by their bibs and by a piece of
    their names, without accents and capitals; who is there already is left out.
    """
    typed = before.rpartition("\n")[2].lstrip()
    line = reading.lines[before.count("\n")]
    if "#" in typed:
        return []
    return [*_Desk(reading, tour, racing, line, typed).suggested()]


_STATUS = {**REASONS, Reason.OTL: "over the time limit"}
_WORD = re.compile(r"[^\s(:]*$")


@dataclass(frozen=True, slots=True)
class _Desk:
    """The desk at one moment: the line being typed, as far as the cursor."""

    reading: DeskReading
    tour: Tour
    racing: Collection[Bib]
    line: DeskLine
    typed: str

    def suggested(self) -> Iterator[Suggestion]:
        sign = SIGNS.get(self.typed[:1])
        if sign is not None:
            yield from self._signed(sign, self.typed[1:].lstrip())
        elif self.line.kind in {LineKind.CROSSING, LineKind.ORDER}:
            order = self.typed.partition(":")[2] if ":" in self.typed else self.typed
            yield from self._riders(_last(order), self._over_the_line(order))
        elif self.typed.startswith("(") or (self.typed and is_status(self.typed)):
            if ")" not in self.typed:
                home = [*self._home(), *_ended(self.typed.strip("("))]
                yield from self._riders(_last(self.typed), home)
        elif _last(self.typed) == self.typed:
            yield from self._first(self.typed)
        elif _last(self.typed):
            yield from _begun(_STATUS.items(), _last(self.typed))

    def _signed(self, sign: LineKind, rest: str) -> Iterator[Suggestion]:
        word = _last(rest)
        ahead = len(rest.split()) - bool(word)
        teams = [(team.code, team.name) for team in self.tour.teams]
        match sign, ahead:
            case LineKind.COUNTS, _ if COUNTED[self.line.target].held and ahead % 2:
                return
            case ((LineKind.PLAYED | LineKind.COUNTS | LineKind.GHOSTS), _):
                yield from self._riders(word, ())
            case LineKind.RULING, 0:
                yield from self._riders(word, ())
                yield from _begun(teams, word)
            case LineKind.OFFER, 0:
                yield from _begun(teams, word)
            case LineKind.OFFER, 2:
                yield from _begun([*self._labels(), (FINISH, "")], word)
            case LineKind.LOTS, 0:
                yield from _begun(((name, "") for name in ClassificationName), word)
            case LineKind.LOTS, _ if self.line.target == ClassificationName.TEAMS:
                yield from _begun(teams, word)
            case LineKind.LOTS, _:
                yield from self._riders(word, rest.split()[1:ahead])

    def _first(self, word: str) -> Iterator[Suggestion]:
        """Suggest what a line may begin with: a rider, a line on the road, a status."""
        yield from self._riders(word, self._home())
        if word:
            labels = ((f"{label}: ", what) for label, what in self._labels())
            yield from _begun(labels, word)
            yield from _begun(((f"{r} ", what) for r, what in _STATUS.items()), word)

    def _labels(self) -> Iterator[tuple[str, str]]:
        stage = self.reading.stage
        for label in course_labels(stage):
            sprint = isinstance(stage.primes[label], Sprint)
            yield written_label(label, stage), "sprint" if sprint else "summit"

    def _home(self) -> list[Bib]:
        """List the bibs on other result lines."""
        return [
            bib
            for line in self.reading.lines
            if line.kind is LineKind.FINISH and line.number != self.line.number
            for bib in line.bibs
        ]

    def _over_the_line(self, order: str) -> list[str]:
        """List the bibs already in the order that is being typed."""
        out = self.reading.stage.kind is StageKind.ELIMINATION
        return _ended(order) + [
            bib
            for line in self.reading.lines
            if line.kind is self.line.kind and line.number != self.line.number
            if out or (line.target and line.target == self.line.target)
            for bib in line.bibs
        ]

    def _riders(self, word: str, gone: Collection[str]) -> Iterator[Suggestion]:
        """Suggest riders, those first whose bib begins with the word."""
        known = startlist_names(self.tour.riders, self.tour.teams)
        there = {_bib(word, known) for word in gone}
        left = [
            rider
            for rider in self.tour.riders
            if rider.bib in self.racing and rider.bib not in there
        ]
        by_bib = [r for r in left if _plain(r.bib).startswith(_plain(word))]
        by_name = [r for r in left if r not in by_bib and _named(r, _plain(word))]
        for rider in (*by_bib, *by_name):
            meaning = " ".join(filter(None, (rider.name, rider.team)))
            yield Suggestion(rider.bib, meaning, len(word))


def _bib(word: str, known: StartlistNames) -> str:
    """Return the bib that a word stands for; another word stays."""
    with suppress(PelotonError):
        return known.rider(word)
    return word


def _last(typed: str) -> str:
    """Return the word that is being typed."""
    match = _WORD.search(typed)
    return match[0] if match else ""


def _ended(typed: str) -> list[str]:
    """Return the words before the one that is being typed."""
    return typed.split()[: -1 if _last(typed) else None]


def _begun(words: Iterable[tuple[str, str]], word: str) -> Iterator[Suggestion]:
    for text, meaning in words:
        if _plain(text).startswith(_plain(word)) or (
            word and _plain(meaning).startswith(_plain(word))
        ):
            yield Suggestion(text, meaning, len(word))


def _named(rider: Rider, piece: str) -> bool:
    """Return whether a name has a piece in it; one letter must begin a word."""
    name = _plain(rider.name)
    if len(piece) > 1:
        return piece in name
    return any(word.startswith(piece) for word in name.split())


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    """Return a text without capitals and accents."""
    return without_accents(text).casefold()
