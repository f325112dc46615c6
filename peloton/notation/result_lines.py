"""Read result lines, one for each arrival, and the order of riders across a line.

    12       2 2        a rider and a mark, in the notation of the game
    (4 7 9)  0 1        a group: riders with the same mark, in this order
    8        26 3 OTL   a rider over the time limit, with a mark
    DNF 15              one or more riders without a place, after the reason

Text after # is a remark. Only the syntax is checked here; `peloton.rules.checks.tour`
checks that the riders are on the startlist.
"""

from collections.abc import Callable, Iterable, Iterator

from peloton.errors import did_you_mean
from peloton.notation.toml.schema import Location
from peloton.notation.toml.values import FieldError, bib_value, unexpected
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.stage import Arrival, FinishLine, Unplaced
from peloton.rules.facts.startlist import Bib
from peloton.rules.games import Mark, read_mark
from peloton.rules.games.mark import MarkError, MarkFormat


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each non-empty line as (number from 1, text without its remark)."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].strip()
        if words:
            yield number, words


def read_finish(
    lines: Iterable[tuple[int, str]], form: MarkFormat, spot: Location
) -> tuple[FinishLine, ...]:
    """Read numbered result lines; report invalid lines and leave them out."""
    finish: list[FinishLine] = []
    for number, line in lines:
        try:
            finish += finish_lines(line, form)
        except (FieldError, MarkError) as fault:
            bibs = line_bibs(line)
            bib = bibs[0] if len(bibs) == 1 else ""
            spot.report(str(fault), "mark", bib=bib, offset=number)
    return tuple(finish)


def finish_lines(
    line: str,
    form: MarkFormat,
    complete_mark: Callable[[tuple[Bib, ...], str], str] = lambda _, mark: mark,
) -> list[FinishLine]:
    """Read a result line without its remark: an arrival, or riders without a place.

    `complete_mark` is called with the riders and the mark as typed, and returns the
    mark in full, for example with the turn. Raises FieldError or MarkError.
    """
    first = line.split(None, 1)[0].upper()
    if first in Reason.__members__:
        return _unplaced(Reason[first], line.split()[1:], form)
    bibs, rest = _split_riders(line)
    words = rest.split()
    if words and words[-1].upper() in Reason.__members__:
        reason = Reason[words.pop().upper()]
        typed = complete_mark(bibs, " ".join(words)) if words else ""
        mark = _mark(typed, bibs, form) if words else None
        return [_without_place(bib, reason, mark) for bib in bibs]
    return [Arrival(bibs, _mark(complete_mark(bibs, rest), bibs, form))]


def line_bibs(line: str) -> tuple[str, ...]:
    """Return the bibs on a result line, even if the rest of the line is invalid."""
    words = line.replace("(", " ").replace(")", " ) ").split()
    if line.startswith("("):
        return tuple(words[: words.index(")")] if ")" in words else words)
    if words[0].upper() in Reason.__members__:
        return tuple(words[1:])
    return (words[0],)


def _split_riders(line: str) -> tuple[tuple[Bib, ...], str]:
    if not line.startswith("("):
        bib, *rest = line.split(None, 1)
        return (bib_value(bib),), "".join(rest)
    inside, bracket, after = line[1:].partition(")")
    if not bracket:
        raise unexpected(line, "a closing bracket after the group")
    bibs = tuple(map(bib_value, inside.split()))
    if not bibs:
        raise FieldError("found (), expected the bibs of a group")
    return bibs, after.strip()


def _unplaced(reason: Reason, words: list[str], form: MarkFormat) -> list[FinishLine]:
    """Read the words after a status: bibs, or after OTL one bib and its mark (6 3/9).

    After OTL, plain numbers are read as bibs, so a mark of plain numbers must be typed
    before OTL.
    """
    if not words:
        raise FieldError(f"found {reason} alone, expected bibs after it")
    bibs = tuple(map(bib_value, words))
    rest = " ".join(words[1:])
    if reason is Reason.OTL and any(
        sign in form.name and sign in rest for sign in "/:'"
    ):
        return [_without_place(bibs[0], reason, read_mark(rest, form))]
    return [_without_place(bib, reason, None) for bib in bibs]


def _without_place(bib: Bib, reason: Reason, mark: Mark | None) -> FinishLine:
    if mark is None or reason is Reason.OTL:
        return Unplaced(bib, reason, mark)
    raise FieldError(f"found a mark with {reason}, expected a mark only with OTL")


def _mark(text: str, bibs: tuple[Bib, ...], form: MarkFormat) -> Mark:
    if not text:
        raise FieldError(f"found no mark, expected {form.expected}")
    try:
        return read_mark(text, form)
    except MarkError as error:
        words = [w for w in (*text.rsplit(None, 1), bibs[0]) if w.isalpha()]
        hint = did_you_mean(words[0], list(Reason)) if words else ""
        raise FieldError(f"{error}{hint}") from None


def split_label(line: str, labels: Iterable[str]) -> tuple[str, str]:
    """Split a line such as `Muur: 4 1` into its label and the order after the colon.

    Labels may contain colons, so the longest matching label is used. Without a match,
    the label is "" and the order is the whole line.
    """
    matches = (
        label
        for label in labels
        if line.startswith(label) and line[len(label) :].lstrip()[:1] == ":"
    )
    label = max(matches, key=len, default="")
    return label, line[len(label) :].lstrip()[1:] if label else line
