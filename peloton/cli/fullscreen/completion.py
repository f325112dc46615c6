"""Complete bibs, labels, team codes and statuses in a line at the desk."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from prompt_toolkit.completion import Completion

from peloton.cli.support.output import translate
from peloton.notation.desk.lines import (
    SIGNS,
    DeskLine,
    DeskReading,
    LineKind,
    course_labels,
    is_status,
)
from peloton.notation.desk.writing import label_text
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.labels import REASONS
from peloton.rules.facts.stage import FINISH, Sprint, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.words import phrase, printable, without_accents

_Choice = tuple[str, str]
"""A text to insert, and its meaning."""
_STATUSES = {**REASONS, Reason.OTL: phrase("over the time limit")}
_WORD = re.compile(r"[^\s(:]*$")
_OF_RIDERS = {
    *(LineKind.PLAYED, LineKind.COUNTS, LineKind.GHOSTS),
    *(LineKind.CROSSING, LineKind.ORDER),
}
_LISTED_ONCE = {LineKind.FINISH, LineKind.CROSSING, LineKind.ORDER, LineKind.LOTS}


def completions(
    before: str, reading: DeskReading, tour: Tour, racing: Collection[Bib]
) -> Iterator[Completion]:
    """Yield the completions of the word at the cursor.

    `before` is the text up to the cursor, `reading` is the whole text as read, and
    `racing` are the riders who started. A word is completed if a choice, or a word of
    its meaning, begins with it; accents and case are ignored.
    """
    typed = before.rpartition("\n")[2].lstrip()
    line = reading.lines[before.count("\n")]
    if "#" in typed:
        return
    sign = SIGNS.get(typed[:1])
    text = typed[1:].lstrip() if sign else typed
    word = _current_word(text)
    used = _listed_bibs(reading, line, ended=not word)
    riders = [
        (str(rider.bib), rider.name)
        for rider in tour.riders
        if rider.bib in racing and rider.bib not in used
    ]
    choices = _choices(line, text, riders, tour, reading.stage)
    fitting = [choice for choice in choices if _fits(word, *choice)]
    for choice, meaning in sorted(fitting, key=lambda c: not _fits(word, c[0])):
        yield Completion(
            choice,
            -len(word),
            display=printable(choice),
            display_meta=printable(translate(meaning, tour)),
        )


def _choices(
    line: DeskLine, text: str, riders: list[_Choice], tour: Tour, stage: Stage
) -> Iterable[_Choice]:
    """Return the choices for a word; `text` is the line up to it, without its sign."""
    if line.kind in _OF_RIDERS:
        return riders
    if line.kind is LineKind.FINISH and (text.startswith("(") or is_status(text)):
        return [] if ")" in text else riders
    teams = [(str(team.code), team.name) for team in tour.teams]
    labels = [*_labels(stage)]
    statuses: list[_Choice] = [
        (f"{name} ", meaning) for name, meaning in _STATUSES.items()
    ]
    heads = [(f"{label}: ", meaning) for label, meaning in labels]
    ranked = teams if line.target == ClassificationName.TEAMS else riders
    finish = [*riders, *heads, *statuses], statuses
    choices: dict[LineKind, tuple[list[_Choice], list[_Choice]]] = {
        LineKind.EMPTY: finish,
        LineKind.FINISH: finish,
        LineKind.RULING: ([*riders, *teams], []),
        LineKind.OFFER: (teams, [*labels, (FINISH, "")]),
        LineKind.LOTS: ([(name, "") for name in ClassificationName], ranked),
    }
    first, later = choices.get(line.kind, ([], []))
    return first if _current_word(text) == text else later


def _labels(stage: Stage) -> Iterator[_Choice]:
    for label in course_labels(stage):
        sprint = isinstance(stage.primes[label], Sprint)
        yield label_text(label, stage), phrase("sprint") if sprint else phrase("summit")


def _listed_bibs(reading: DeskReading, line: DeskLine, *, ended: bool) -> set[Bib]:
    """Return the riders who cannot be listed again in the result or order of a line.

    Unless the last word of the line has ended, its rider may still change.
    """
    if line.kind not in _LISTED_ONCE and line.kind is not LineKind.EMPTY:
        return set()
    kind = LineKind.FINISH if line.kind is LineKind.EMPTY else line.kind
    return {
        bib
        for other in reading.lines
        if other.kind is kind and other.target == line.target
        for bib in (other.bibs if other is not line or ended else other.bibs[:-1])
    }


def _current_word(typed: str) -> str:
    match = _WORD.search(typed)
    return match[0] if match else ""


def _fits(word: str, text: str, meaning: str = "") -> bool:
    starts = (_plain(text), *_plain(meaning).split())
    return any(start.startswith(_plain(word)) for start in starts)


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return without_accents(text).casefold()
