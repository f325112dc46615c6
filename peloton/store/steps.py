"""A step of the journal: what was changed, when, and the parts before and after."""

from dataclasses import dataclass
from enum import StrEnum

from peloton.errors import StoreError
from peloton.store import tables as t
from peloton.store.parts import Parts, decoded


class StepState(StrEnum):
    """Where a step stands: done, taken back, or taken back for good."""

    DONE = "done"
    UNDONE = "undone"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One change of a tour: the parts that differ, before and after.

    `number` counts the changes of this tour from 1; `seconds` are those since 1970
    (UTC). `stages` are the numbers of the stages touched. The current tour is that of
    all commands, by name, before and after.
    """

    tour: str
    number: int
    seconds: int
    what: str
    state: StepState
    stages: tuple[int, ...]
    before: Parts
    after: Parts
    current_before: str | None
    current_after: str | None


def read_step(row: t.JournalRow) -> Step:
    """Return the step of a row; StoreError if it is damaged."""
    try:
        return step_of(row, decoded(row.before), decoded(row.after))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        message = (
            f"step {row.number} of {row.tour!r} is damaged in the journal ({error}):"
            " it cannot be shown, taken back or brought again"
        )
        raise StoreError(message) from error


def step_of(row: t.JournalRow, before: Parts, after: Parts) -> Step:
    """Return the step of a row, given its parts."""
    state = StepState.DONE if row.undone is None else StepState.UNDONE
    return Step(
        tour=row.tour,
        number=row.number,
        seconds=row.seconds,
        what=row.what,
        state=StepState.DROPPED if row.dropped else state,
        stages=tuple(row.stages),
        before=before,
        after=after,
        current_before=row.current_before,
        current_after=row.current_after,
    )
