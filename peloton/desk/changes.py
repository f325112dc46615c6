"""Apply and undo the changes that several phones make to the same draft."""

import json
from dataclasses import dataclass
from enum import StrEnum

from peloton.desk.merging import edits_onto, text_lines, with_newlines
from peloton.desk.proposal import line_after_draw
from peloton.desk.state import DeskView
from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import DRAW_TURN
from peloton.notation.desk.lines import DeskLine, DeskReading, LineKind
from peloton.rules.facts.stage import FINISH
from peloton.rules.limits import Limit

_MAX_NUMBERS = 64
"""Maximum number of phones stored with a draft, and of change numbers per phone.

The numbers of the latest changes are stored, so that a change that a phone sends twice
is applied only once.
"""

ALL_LINES = ""
"""`LineChange.area` of a phone that may edit every line."""

_FINISH_KINDS = {
    *(LineKind.FINISH, LineKind.ORDER, LineKind.TURN, LineKind.EMPTY),
    *(LineKind.PLAYED, LineKind.REMARK),
}


class Op(StrEnum):
    """The kind of a line change; a phone undoes and redoes only its own changes."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChange:
    """One change to the lines of a draft, sent by a phone.

    `seat` identifies the phone, and `number` the change, so that a change sent twice is
    applied once. `at` is the number, from 1, of the text line to replace, to remove or
    to add after, and `was` is the text of that line on the phone. Without `at`, a line
    is added at the end, and `was` is the turn to which it belongs, such as `@3`. For a
    `?` line, which draws a ghost turn, `was` is the number of ghost turns drawn before,
    such as `?3`. `area` names the lines that the phone may edit, such as a sprint;
    `ALL_LINES` means all lines. With `UNDO`, `at` is the number of the journal step to
    undo; without it, the phone's own latest change is undone.
    """

    seat: str
    number: int
    op: Op
    at: int | None = None
    was: str = ""
    line: str = ""
    area: str = ALL_LINES


class ChangedMeanwhileError(PelotonError):
    """A conflict: the draft differs from what the phone shows. Nothing was changed.

    `reason` describes the current line or turn. `line` is the text line that somebody
    else wrote or removed; it is empty if the turn differs.
    """

    def __init__(self, reason: str, line: str = "", who: str = "") -> None:
        """Build the message, which names the phone `who` that made the other change."""
        by = f" by {who}" if who else ""
        super().__init__(f"changed meanwhile{by}: {reason}")
        self.reason, self.line = reason, line


def changed_text(view: DeskView, change: LineChange) -> str:
    """Apply a phone's change to the text of a draft, and return the new text.

    A line that requests a draw is replaced by its result, drawn from the cards or
    riders left at that time. Every line of the new text ends with a newline. Raises
    ChangedMeanwhileError if the lines or the ghosts' draws differ from those on the
    phone, and PelotonError for a line that is too long, has a line break or is outside
    the phone's area.
    """
    most = Limit.PHONE_LINE.most
    if len(change.line) > most or set(change.line) & {"\n", "\r"}:
        raise PelotonError(f"a line has at most {most} characters and no line break")
    lines, before = text_lines(view.text), view.reading
    asked = change.line.strip() == DRAW_TURN == change.was[:1]
    if asked and change.was != draws_sign(before):
        raise ChangedMeanwhileError("the ghosts have drawn", DRAW_TURN)
    typed = line_after_draw(view, change.line)
    at = len(lines) if change.at is None else change.at
    seen = lines[at - 1] if 0 < at <= len(lines) else None
    begins = at == 0 and change.op is Op.ADD and not change.was
    differs = change.at is not None and seen != change.was and not begins
    replaced = 0 if change.op is Op.ADD else 1
    if differs or (replaced and seen is None):
        there = "is gone" if seen is None else f"is now '{seen}'"
        raise ChangedMeanwhileError(f"line {at} {there}", seen or change.was)
    if replaced:
        at -= 1
        _check_area(before.lines[at], change)
    lines[at : at + replaced] = [] if change.op is Op.REMOVE else [typed]
    new = with_newlines(lines)
    if change.op is not Op.REMOVE:
        line = view.desk.read(new).lines[at]
        _check_area(line, change)
        added = change.op is Op.ADD and change.at is None
        if added and line.kind is LineKind.EMPTY and not before.counting:
            raise PelotonError("an empty line does nothing: no turns are counted yet")
        by_turn = change.at is None and line.kind in {LineKind.FINISH, LineKind.EMPTY}
        if by_turn and change.was != turn_sign(before.turn):
            raise ChangedMeanwhileError(f"it is turn {before.turn} now")
    return new


def turn_sign(turn: int | None) -> str:
    """Format a turn for `LineChange.was`, such as `@3`; "" if there is no turn."""
    return "" if turn is None else f"@{turn}"


def draws_sign(reading: DeskReading) -> str:
    """Format the number of ghost turns drawn for `LineChange.was`, such as `?3`."""
    return f"{DRAW_TURN}{sum(line.text[:2] == '? ' for line in reading.lines)}"


def _check_area(line: DeskLine, change: LineChange) -> None:
    allowed = line.target == change.area and line.kind is LineKind.CROSSING
    if change.area == FINISH:
        allowed = line.kind in _FINISH_KINDS
    if change.area != ALL_LINES and not allowed:
        raise PelotonError(f"you may only edit {change.area}, not '{line.text}'")


def applied_changes(applied: str | None, change: LineChange) -> str | None:
    """Add a change to `applied`; return None if it was already applied to the draft.

    `applied` is JSON with the numbers of each phone's latest changes, keyed by the id
    of the phone. It is None if no phone has changed the draft.
    """
    seats: dict[str, list[int]] = json.loads(applied or "{}")
    numbers = seats.pop(change.seat, [])
    if change.number in numbers:
        return None
    numbers = [*numbers, change.number][-_MAX_NUMBERS:]
    latest = [*seats.items(), (change.seat, numbers)][-_MAX_NUMBERS:]
    return json.dumps(dict(latest), separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class TextExchange:
    """A change to undo or redo: it turns a stage's text `found` into `wanted`.

    `label` is the text line that was added, changed or removed. It is empty for an
    empty line, which begins a turn.
    """

    stage: int
    found: str
    wanted: str
    label: str

    def applied(self, text: str) -> str:
        """Apply this change to a text, even if other lines have changed since.

        Raises ChangedMeanwhileError if the lines to replace are no longer there.
        """
        if text == self.found:
            return self.wanted
        found, wanted, lines = map(text_lines, (self.found, self.wanted, text))
        for edit in edits_onto(lines.copy(), found, wanted):
            end = edit.stop if edit.old else edit.start
            if lines[edit.start : end] != edit.old:
                line = edit.old[0]
                raise ChangedMeanwhileError(f"'{line}' is no longer in the lines", line)
            lines[edit.start : end] = edit.new
        return with_newlines(lines)


@dataclass(frozen=True, slots=True)
class TourStep:
    """A journal step to undo or redo, such as a saved stage; `label` describes it."""

    step: int
    label: str
