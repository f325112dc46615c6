"""Apply and merge the changes that several people make to the same draft."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import DRAW_TURN
from peloton.notation.desk.lines import DeskLine, DeskReading, LineKind
from peloton.rules.facts.stage import FINISH
from peloton.rules.limits import Limit

_MAX_NUMBERS = 64
"""Maximum number of seats stored with a draft, and of change numbers per seat.

They are stored to ignore a change that a phone sends twice.
"""

ALL_LINES = ""
"""Area of a seat that may edit every line."""

_FINISH_KINDS = {
    *(LineKind.FINISH, LineKind.ORDER, LineKind.TURN, LineKind.EMPTY),
    *(LineKind.PLAYED, LineKind.REMARK),
}
_BY_TURN = {LineKind.FINISH, LineKind.EMPTY}


class Op(StrEnum):
    """The kind of a line change; a seat undoes and redoes only its own changes."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChange:
    """One change to a draft, as sent by a phone.

    `at` is the number, from 1, of the line to replace, to remove or to add after; `was`
    is the text of that line on the phone. Without `at` a line is added at the end, and
    `was` is the turn on the phone, such as `@3`; for a `?` line it is the number of
    ghost turns drawn before, such as `?3`. `waiting` holds the lines that the phone
    sent earlier but does not show yet; they may begin a new turn. A seat numbers its
    changes, so that a change sent twice is applied once. `area` names the lines that
    the seat may edit; `ALL_LINES` means all of them.
    """

    seat: str
    number: int
    op: Op
    at: int | None = None
    was: str = ""
    line: str = ""
    waiting: str = ""
    area: str = ALL_LINES


class ChangedMeanwhileError(PelotonError):
    """Raised if the draft differs from what the phone shows; nothing was changed.

    `line` is the line that somebody else wrote or removed; empty if the turn was
    changed.
    """

    def __init__(self, message: str, line: str = "") -> None:
        """Build the message from the current state of the line or the turn."""
        super().__init__(f"changed meanwhile: {message}")
        self.line = line


Reader = Callable[[str], DeskReading]
"""A function that reads a text as the lines of a stage."""


def changed_text(text: str, change: LineChange, read: Reader) -> str:
    """Apply a change to a text; every line of the result ends with a newline.

    Raises ChangedMeanwhileError if the lines differ from those on the phone, and
    PelotonError for a line that is too long, has a line break or is outside the seat's
    area.
    """
    most = Limit.PHONE_LINE.most
    if len(change.line) > most or set(change.line) & {"\n", "\r"}:
        raise PelotonError(f"a line has at most {most} characters and no line break")
    lines = text_lines(text)
    at = len(lines) if change.at is None else change.at
    seen = lines[at - 1] if 0 < at <= len(lines) else None
    begins = at == 0 and change.op is Op.ADD and not change.was
    if change.at is not None and seen != change.was and not begins:
        raise _conflict(at, seen, change)
    before = read(with_newlines(lines))
    replaced = 0 if change.op is Op.ADD else 1
    if replaced:
        if seen is None:
            raise _conflict(at, seen, change)
        at -= 1
        _check_area(before.lines[at], change)
    lines[at : at + replaced] = [] if change.op is Op.REMOVE else [change.line]
    new = with_newlines(lines)
    if change.op is not Op.REMOVE:
        line = read(new).lines[at]
        _check_area(line, change)
        added = change.op is Op.ADD and change.at is None
        if added and line.kind is LineKind.EMPTY and not before.counting:
            raise PelotonError("an empty line does nothing: no turns are counted yet")
        by_turn = change.at is None and line.kind in _BY_TURN
        if by_turn and _turn_meant(text, change, read) != turn_sign(before.turn):
            raise ChangedMeanwhileError(f"it is turn {before.turn} now")
    return new


def _turn_meant(text: str, change: LineChange, read: Reader) -> str:
    """Return the turn to which a phone adds a new line, after its `waiting` lines."""
    waiting = text_lines(change.waiting)
    if not waiting:
        return change.was
    # Some of the waiting lines may be in the text already.
    shown = [line for line in text_lines(text) if line not in waiting]
    return turn_sign(read(with_newlines([*shown, change.was, *waiting])).turn)


def text_lines(text: str) -> list[str]:
    """Split a text into lines; a final newline does not add an empty line."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def with_newlines(lines: Iterable[str]) -> str:
    """Join lines to a text in which every line ends with a newline."""
    return "".join(f"{line}\n" for line in lines)


def turn_sign(turn: int | None) -> str:
    """Format a turn as in a change, such as `@3`; return "" if there is no turn."""
    return "" if turn is None else f"@{turn}"


def draws_sign(reading: DeskReading) -> str:
    """Format the number of ghost turns drawn as in a change, such as `?3`."""
    return f"{DRAW_TURN}{sum(line.text[:2] == '? ' for line in reading.lines)}"


def check_draws(change: LineChange, reading: DeskReading) -> None:
    """Raise ChangedMeanwhileError if somebody else drew this ghost turn meanwhile."""
    asked = change.line.strip() == DRAW_TURN == change.was[:1]
    if asked and change.was != draws_sign(reading):
        raise ChangedMeanwhileError("the ghosts have drawn", DRAW_TURN)


def _conflict(at: int, seen: str | None, change: LineChange) -> ChangedMeanwhileError:
    there = "is gone" if seen is None else f"is now '{seen}'"
    return ChangedMeanwhileError(f"line {at} {there}", seen or change.was)


def _check_area(line: DeskLine, change: LineChange) -> None:
    """Raise PelotonError for a line outside the seat's area."""
    allowed = line.target == change.area and line.kind is LineKind.CROSSING
    if change.area == FINISH:
        allowed = line.kind in _FINISH_KINDS
    if change.area != ALL_LINES and not allowed:
        raise PelotonError(f"you may only edit {change.area}, not '{line.text}'")


def is_applied(applied: str | None, change: LineChange) -> bool:
    """Return whether `applied`, the JSON of a draft's changes, contains a change."""
    return change.number in json.loads(applied or "{}").get(change.seat, ())


def applied_changes(applied: str | None, change: LineChange) -> str:
    """Add a change to `applied`, the JSON of each seat's latest changes."""
    seats: dict[str, list[int]] = json.loads(applied or "{}")
    numbers = [*seats.pop(change.seat, ()), change.number][-_MAX_NUMBERS:]
    latest = [*seats.items(), (change.seat, numbers)][-_MAX_NUMBERS:]
    return json.dumps(dict(latest), separators=(",", ":"))


class _Edit(NamedTuple):
    """An edit by one side: new lines that replace the base lines `first` to `end`."""

    first: int
    end: int
    mine: bool
    lines: list[str]


def merged_text(base: str, mine: str, theirs: str, read: Reader) -> str:
    """Merge two edited versions of a base text three-way, without losing typed text.

    An edit made on both sides appears only once. If both sides changed the same line,
    the result has both lines, and contradictions are reported as usual. A finish typed
    before the other side begins its next turn stays in its turn. If `mine` does not end
    with a newline, its last line is still being typed and stays last.
    """
    if theirs in (base, mine):
        return mine
    if mine == base:
        return theirs
    theirs_ended = text_lines(theirs)
    *ended, begun = base.split("\n")
    *mine_ended, typed = mine.split("\n")
    if typed and begun in theirs_ended:
        theirs_ended.reverse()
        theirs_ended.remove(begun)
        theirs_ended.reverse()
    old = ended if typed else text_lines(base)
    return with_newlines(_merged_lines(old, mine_ended, theirs_ended, read)) + typed


def _merged_lines(
    old: list[str], mine: list[str], theirs: list[str], read: Reader
) -> list[str]:
    edits = sorted([*_edits(old, mine, mine=True), *_edits(old, theirs, mine=False)])
    merged: list[str] = []
    done = 0

    def turn_after(lines: list[str]) -> int | None:
        return read("\n".join([*merged, *lines, ""])).turn

    for group in _overlapping(edits):
        first, end = group[0].first, max(edit.end for edit in group)
        merged += old[done:first]
        done = end
        ours, others = (_side(old, first, end, group, mine=m) for m in (True, False))
        if len({edit.mine for edit in group}) == 1:
            merged += ours if group[0].mine else others
        else:
            merged += _merged_group(old[first:end], ours, others, turn_after)
    return [*merged, *old[done:]]


def _edits(old: list[str], new: list[str], *, mine: bool) -> Iterator[_Edit]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, end, start, stop in matcher.get_opcodes():
        if tag != "equal":
            yield _Edit(first, end, mine, new[start:stop])


def _overlapping(edits: Iterable[_Edit]) -> Iterator[list[_Edit]]:
    """Group edits that overlap; edits of adjacent lines remain separate."""
    group: list[_Edit] = []
    end = 0
    for edit in edits:
        empty = edit.first == edit.end == end == group[0].first if group else False
        if group and edit.first >= end and not empty:
            yield group
            group = []
        group.append(edit)
        end = max(edit.end, end)
    if group:
        yield group


def _side(
    old: list[str], first: int, end: int, edits: Iterable[_Edit], *, mine: bool
) -> list[str]:
    """Apply the edits of one side to the base lines `first` to `end`."""
    lines: list[str] = []
    for edit in edits:
        if edit.mine is mine:
            lines += [*old[first : edit.first], *edit.lines]
            first = edit.end
    return [*lines, *old[first:end]]


def _merged_group(
    old: list[str],
    mine: list[str],
    theirs: list[str],
    turn_after: Callable[[list[str]], int | None],
) -> list[str]:
    """Merge the two versions (`mine`, `theirs`) of the same base lines."""
    same = 0
    while mine[same : same + 1] == theirs[same : same + 1] != []:
        same += 1
    both, mine, theirs = mine[:same], mine[same:], theirs[same:]
    if old:
        return [*both, *theirs, *(m for m in mine if m not in {*old, *theirs})]
    now = turn_after(both)
    moved = turn_after([*both, *theirs]) != now == turn_after([*both, *mine])
    return [*both, *mine, *theirs] if moved else [*both, *theirs, *mine]
