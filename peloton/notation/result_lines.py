"""Read result lines, one for each arrival, and the order of riders across a line.

    12       2 2        a rider and a mark, in the notation of the game
    (4 7 9)  0 1        a group: riders with the same mark, in this order
    8        26 3 OTL   a rider over the time limit, with a mark
    DNF 15              one or more riders without a place, after the reason

Text after # is a remark. Only the syntax is checked here; `peloton.rules.checks.tour`
checks that the riders are on the startlist.
"""

from collections.abc import Callable, Iterable, Iterator

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.toml.schema import Location
from peloton.notation.toml.values import bib_value
from peloton.rules.facts.kinds import STATUSES, Reason
from peloton.rules.facts.stage import Arrival, FinishLine, Unplaced
from peloton.rules.facts.startlist import Bib
from peloton.rules.games import Mark, read_mark
from peloton.rules.games.mark import MarkFormat
from peloton.rules.values import unexpected


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
        except PelotonError as fault:
            bibs = split_result(line)[0].split()
            bib = bibs[0] if len(bibs) == 1 else ""
            spot.report(str(fault), "mark", bib=bib, offset=number)
    return tuple(finish)


def split_result(line: str) -> tuple[str, str, str]:
    """Split a result line into its riders, its mark and its status, such as DNF.

    The mark and the status are empty if there are none. The line may be invalid.
    """
    first, *rest = line.split(None, 1)
    mark = "".join(rest)
    if first.upper() in STATUSES:
        return mark, "", first.upper()
    if line.startswith("("):
        first, _, mark = line[1:].partition(")")
    *words, last = mark.split() or [""]
    if last.upper() in STATUSES:
        return first, " ".join(words), last.upper()
    return first, mark.strip(), ""


def finish_lines(
    line: str,
    form: MarkFormat,
    complete_mark: Callable[[tuple[Bib, ...], str], str] = lambda _, mark: mark,
    split_bibs: Callable[[str], list[str]] = str.split,
) -> list[FinishLine]:
    """Read a result line without its remark: an arrival, or riders without a place.

    `complete_mark` is called with the riders and the mark as typed, and returns the
    mark in full, for example with the turn. `split_bibs` splits the text of several
    riders into bibs. After OTL, plain numbers are read as bibs, so a mark of plain
    numbers must be typed before OTL. Raises PelotonError.
    """
    riders, typed, status = split_result(line)
    group = line.startswith("(")
    if group and ")" not in line:
        raise unexpected(line, "a closing bracket after the group")
    words = split_bibs(riders)
    if len(words) != 1 and riders and line.startswith(riders):
        words = [riders]  # `1,7 3` has no brackets
    bibs = tuple(map(bib_value, words))
    if not bibs:
        raise unexpected(line, "the bibs of riders")
    if not status:
        return [Arrival(bibs, _mark(complete_mark(bibs, typed), bibs, form))]
    rest = " ".join(bibs[1:])
    signs = (sign in form.name and sign in rest for sign in "/:'")
    if status == Reason.OTL and not (typed or group) and any(signs):
        bibs, typed = bibs[:1], rest
    mark = _mark(complete_mark(bibs, typed), bibs, form) if typed else None
    if mark is not None and status != Reason.OTL:
        raise PelotonError(f"found a mark with {status}, expected a mark only with OTL")
    return [Unplaced(bib, Reason(status), mark) for bib in bibs]


def _mark(text: str, bibs: tuple[Bib, ...], form: MarkFormat) -> Mark:
    if not text:
        raise PelotonError(f"found no mark, expected {form.expected}")
    try:
        return read_mark(text, form)
    except PelotonError as error:
        words = [w for w in (*text.rsplit(None, 1), bibs[0]) if w.isalpha()]
        hint = did_you_mean(words[0], list(Reason)) if words else ""
        raise PelotonError(f"{error}{hint}") from None
