"""Undo history of one phone: changes to lines of a stage, and saved stages."""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass

from peloton.desk.changes import ChangedMeanwhileError, Op
from peloton.desk.merging import LineRanges, line_edits, text_lines, with_newlines

_MAX_CHANGES = 50
"""Maximum number of changes that a phone can undo, and that it can redo."""


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
        old, wanted, lines = map(text_lines, (self.found, self.wanted, text))
        ranges = LineRanges(old, lines)
        for first, end, new in line_edits(old, wanted):
            start, stop = ranges.find(first, end)
            stop = stop if first < end else start
            if lines[start:stop] != old[first:end]:
                there = "is no longer in the lines"
                raise ChangedMeanwhileError(f"'{old[first]}' {there}", old[first])
            lines[start:stop] = new
        return with_newlines(lines)


@dataclass(frozen=True, slots=True)
class TourStep:
    """A journal step to undo or redo, such as a saved stage; `label` describes it."""

    step: int
    label: str


class History:
    """The undo history of one phone, in chronological order."""

    def __init__(self) -> None:
        """Start with an empty history."""
        self._stacks: dict[Op, deque[TextExchange | TourStep]] = {
            op: deque(maxlen=_MAX_CHANGES) for op in (Op.UNDO, Op.REDO)
        }

    def add(self, change: TextExchange | TourStep) -> None:
        """Add a new change to undo, and discard the changes that could be redone."""
        self._stacks[Op.UNDO].append(change)
        self._stacks[Op.REDO].clear()

    def next(
        self, op: Op, stage: int | None, last_step: int
    ) -> TextExchange | TourStep | None:
        """Return the change to undo or redo; None if there is none.

        `stage` is the number of the stage being entered, `last_step` the number of the
        latest step of the journal. A journal step is skipped if others undid it or
        added a later step.
        """
        # A copy, because another thread may add a change meanwhile.
        for change in reversed([*self._stacks[op]]):
            if isinstance(change, TextExchange):
                return change if change.stage == stage else None
            if (change.step == last_step) is (op is Op.UNDO):
                return change
        return None

    def remove(self, op: Op, change: TextExchange | TourStep) -> None:
        """Remove a change that is undone or redone, if this phone made it."""
        with suppress(ValueError):
            self._stacks[op].remove(change)

    def add_reverse(self, op: Op, change: TextExchange | TourStep) -> None:
        """Add the inverse of a change that was undone or redone."""
        other = Op.REDO if op is Op.UNDO else Op.UNDO
        self._stacks[other].append(change)
