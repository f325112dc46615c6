"""Changes of a draft from several hands: one line at a time, or two texts joined."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import ASKED
from peloton.notation.desk.lines import DeskLine, DeskReading, LineKind
from peloton.rules.facts.stage import FINISH
from peloton.rules.limits import Limit

_REMEMBERED = 64
"""Changes of a seat that are known again when they come a second time."""

ALL = ""
"""What a scribe may write, if not the finish or one sprint or summit."""

_HOME = {
    *(LineKind.FINISH, LineKind.ORDER, LineKind.TURN, LineKind.EMPTY),
    *(LineKind.PLAYED, LineKind.REMARK),
}
_BY_TURN = {LineKind.FINISH, LineKind.EMPTY}


class Op(StrEnum):
    """What a change does to the lines."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChange:
    """One change of a draft, as a phone asks for it.

    `at` is the line, counted from 1, that is replaced, removed or added after; `was`
    is what the phone believed to stand there. An added line without `at` goes to the
    end, and `was` is the turn that the phone showed, such as `@3`, or of `?` how many
    turns of the ghosts were drawn before, such as `?3`. `waiting` are the lines that
    the phone had added before it and did not show yet: a turn may begin among them. A
    seat numbers its changes: one that comes again is not made again. `area` is what the
    seat may write.
    """

    seat: str
    number: int
    op: Op
    at: int | None = None
    was: str = ""
    line: str = ""
    waiting: str = ""
    area: str = ALL


class ChangedMeanwhileError(PelotonError):
    """The lines are no longer what the phone saw; nothing was changed.

    `line` is the one that another wrote or took out; empty for a turn.
    """

    def __init__(self, message: str, line: str = "") -> None:
        """Say what is so now."""
        super().__init__(f"changed meanwhile: {message}")
        self.line = line


Reader = Callable[[str], DeskReading]
"""Reads a text as the lines of its stage."""


def changed_text(text: str, change: LineChange, read: Reader) -> str:
    """Make a change of a text, whose every line is then ended.

    ChangedMeanwhileError if the lines are not what was seen, PelotonError for a line
    that cannot be one or is none of the area.
    """
    most = Limit.PHONE_LINE.most
    if len(change.line) > most or set(change.line) & {"\n", "\r"}:
        message = f"a line has at most {most} letters and no line break"
        raise PelotonError(message)
    lines = text_lines(text)
    at = len(lines) if change.at is None else change.at
    seen = lines[at - 1] if 0 < at <= len(lines) else None
    begins = at == 0 and change.op is Op.ADD and not change.was
    if change.at is not None and seen != change.was and not begins:
        raise _other(at, seen, change)
    before = read(_ended(lines))
    replaced = 0 if change.op is Op.ADD else 1
    if replaced:
        if seen is None:
            raise _other(at, seen, change)
        at -= 1
        _check_area(before.lines[at], change)
    lines[at : at + replaced] = [] if change.op is Op.REMOVE else [change.line]
    new = _ended(lines)
    if change.op is not Op.REMOVE:
        line = read(new).lines[at]
        _check_area(line, change)
        by_turn = change.at is None and line.kind in _BY_TURN
        if by_turn and _turn_meant(text, change, read) != turn_sign(before.turn):
            message = f"it is turn {before.turn} now"
            raise ChangedMeanwhileError(message)
    return new


def _turn_meant(text: str, change: LineChange, read: Reader) -> str:
    """Return the turn for which a phone added a line: that after the lines waiting."""
    waiting = text_lines(change.waiting)
    if not waiting:
        return change.was
    # Some of them may be in the text by now.
    shown = [line for line in text_lines(text) if line not in waiting]
    return turn_sign(read(_ended([*shown, change.was, *waiting])).turn)


def text_lines(text: str) -> list[str]:
    """Return the lines of a text, without the empty one that is still to be typed."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _ended(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def turn_sign(turn: int | None) -> str:
    """Write a turn as a change has it: `@3`; nothing where none are counted."""
    return "" if turn is None else f"@{turn}"


def draws_sign(reading: DeskReading) -> str:
    """Write how many turns of the ghosts were drawn, as a change has it: `?3`."""
    return f"{ASKED}{sum(line.text[:2] == '? ' for line in reading.lines)}"


def check_draws(change: LineChange, reading: DeskReading) -> None:
    """Refuse to draw for the ghosts a turn that another drew meanwhile."""
    asked = change.line.strip() == ASKED == change.was[:1]
    if asked and change.was != draws_sign(reading):
        message = "the ghosts have drawn"
        raise ChangedMeanwhileError(message, ASKED)


def _other(at: int, seen: str | None, change: LineChange) -> ChangedMeanwhileError:
    there = "is gone" if seen is None else f"is now '{seen}'"
    return ChangedMeanwhileError(f"line {at} {there}", seen or change.was)


def _check_area(line: DeskLine, change: LineChange) -> None:
    """Refuse a line outside the area of the seat."""
    own = line.kind in _HOME if change.area == FINISH else line.target == change.area
    crossing = change.area == FINISH or line.kind is LineKind.CROSSING
    if change.area != ALL and not (own and crossing):
        message = f"yours is {change.area}; '{line.text}' is for another to write"
        raise PelotonError(message)


def is_heard(heard: str | None, change: LineChange) -> bool:
    """Whether a change came before, by what a draft heard."""
    return change.number in json.loads(heard or "{}").get(change.seat, ())


def hearing(heard: str | None, change: LineChange) -> str:
    """Return what a draft has heard with a change: the latest ones of each seat."""
    seats: dict[str, list[int]] = json.loads(heard or "{}")
    numbers = [*seats.pop(change.seat, ()), change.number][-_REMEMBERED:]
    latest = [*seats.items(), (change.seat, numbers)][-_REMEMBERED:]
    return json.dumps(dict(latest), separators=(",", ":"))


class _Edit(NamedTuple):
    """What one side has in the place of the lines of a text from `first` to `end`."""

    first: int
    end: int
    mine: bool
    lines: list[str]


def joined_text(base: str, mine: str, theirs: str, read: Reader) -> str:
    """Join two texts that were both made of a third: nothing typed on either is lost.

    What both did is there once. Where both changed the same line, both lines stand
    there, and if they contradict each other that is said of them, as always. A finish
    typed before the other side's next turn stays in its own. A line of mine that is
    not ended is still being typed: it stays the last one.
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
    return _ended(_joined(old, mine_ended, theirs_ended, read)) + typed


def _joined(
    old: list[str], mine: list[str], theirs: list[str], read: Reader
) -> list[str]:
    edits = sorted([*_edits(old, mine, mine=True), *_edits(old, theirs, mine=False)])
    joined: list[str] = []
    done = 0

    def turn_after(lines: list[str]) -> int | None:
        return read("\n".join([*joined, *lines, ""])).turn

    for group in _overlapping(edits):
        first, end = group[0].first, max(edit.end for edit in group)
        joined += old[done:first]
        done = end
        ours, others = (_side(old, first, end, group, mine=m) for m in (True, False))
        if len({edit.mine for edit in group}) == 1:
            joined += ours if group[0].mine else others
        else:
            joined += _both(old[first:end], ours, others, turn_after)
    return [*joined, *old[done:]]


def _edits(old: list[str], new: list[str], *, mine: bool) -> Iterator[_Edit]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, end, start, stop in matcher.get_opcodes():
        if tag != "equal":
            yield _Edit(first, end, mine, new[start:stop])


def _overlapping(edits: Iterable[_Edit]) -> Iterator[list[_Edit]]:
    """Group the edits of the same lines; what only stands beside them is apart."""
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
    """Return the lines of one side in the place of some that were edited."""
    lines: list[str] = []
    for edit in edits:
        if edit.mine is mine:
            lines += [*old[first : edit.first], *edit.lines]
            first = edit.end
    return [*lines, *old[first:end]]


def _both(
    old: list[str],
    mine: list[str],
    theirs: list[str],
    turn_after: Callable[[list[str]], int | None],
) -> list[str]:
    """Join what both sides have in the place of the same lines."""
    same = 0
    while mine[same : same + 1] == theirs[same : same + 1] != []:
        same += 1
    both, mine, theirs = mine[:same], mine[same:], theirs[same:]
    if old:
        return [*both, *theirs, *(m for m in mine if m not in {*old, *theirs})]
    now = turn_after(both)
    moved = turn_after([*both, *theirs]) != now == turn_after([*both, *mine])
    return [*both, *mine, *theirs] if moved else [*both, *theirs, *mine]
