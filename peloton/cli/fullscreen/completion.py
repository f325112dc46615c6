"""Complete bibs, labels of sprints, team codes and statuses in a desk line."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from prompt_toolkit.completion import Completion

from peloton.cli.support.output import translate
from peloton.notation.desk.lines import SIGNS, DeskReading, LineKind, course_labels
from peloton.notation.desk.writing import label_text
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.labels import REASONS
from peloton.rules.facts.stage import Sprint
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.words import phrase, printable, without_accents

_STATUSES = {**REASONS, Reason.OTL: phrase("over the time limit")}
_WORD = re.compile(r"[^\s(:]*$")


def completions(
    before: str, reading: DeskReading, tour: Tour, racing: Collection[Bib]
) -> Iterator[Completion]:
    """Yield the completions of the word at the cursor.

    `before` is the text up to the cursor, `reading` is the whole text as read, and
    `racing` contains the bibs of the riders who started. A completion is yielded if its
    text, or a word of its rider's or team's name, begins with the typed word. Accents
    and case are ignored.
    """
    typed = before.rpartition("\n")[2].lstrip()
    match = _WORD.search(typed[1:] if typed[:1] in SIGNS else typed)
    word = match[0] if match else ""
    if "#" in typed or not word:
        return
    number = before.count("\n") + 1
    choices = _choices(reading, number, tour, racing, begins=word == typed)
    fitting = [choice for choice in choices if _fits(word, *choice[:2])]
    for text, name, meaning in sorted(fitting, key=lambda c: not _fits(word, c[0])):
        yield Completion(
            text,
            -len(word),
            display=printable(text),
            display_meta=printable(name or translate(meaning, tour)),
        )


def _choices(
    reading: DeskReading,
    number: int,
    tour: Tour,
    racing: Collection[Bib],
    *,
    begins: bool,
) -> Iterator[tuple[str, str, str]]:
    """Yield what can be inserted in line `number`: (text, name, meaning).

    Riders already placed by another finish line are left out of a finish line. At the
    beginning of a line (`begins`), the text also contains the colon after a sprint's
    label, or the space after a status.
    """
    stage = reading.stage
    home = {
        bib
        for line in reading.lines
        if line.kind is LineKind.FINISH and line.number != number
        for bib in line.bibs
    }
    used = home if reading.lines[number - 1].kind is LineKind.FINISH else set()
    for rider in tour.riders:
        if rider.bib in racing and rider.bib not in used:
            yield rider.bib, rider.name, ""
    for label in course_labels(stage):
        sprint = isinstance(stage.primes[label], Sprint)
        text = label_text(label, stage) + ": " * begins
        yield text, "", phrase("sprint") if sprint else phrase("summit")
    for status, meaning in _STATUSES.items():
        yield status + " " * begins, "", meaning
    for team in tour.teams:
        yield team.code, team.name, ""
    for name in ClassificationName:
        yield name, "", ""


def _fits(word: str, text: str, name: str = "") -> bool:
    starts = (_plain(text), *_plain(name).split())
    return any(start.startswith(_plain(word)) for start in starts)


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return without_accents(text).casefold()
