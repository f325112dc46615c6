"""A step of the journal: what was changed, when, and the parts before and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from peloton.errors import StoreError
from peloton.store.codec import from_json, plain_data
from peloton.store.drafts import Draft
from peloton.store.parts import Parts, read_parts


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
    all commands, by name, before and after. `drafts` went with the tour by this step.
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
    drafts: tuple[Draft, ...] = ()


AS_THEY_ARE = (
    *("tour", "number", "seconds", "what"),
    *("current_before", "current_after"),
)
"""What a row has as the step has it."""


def read_step(row: Any, texts: Mapping[str, str]) -> Step:  # noqa: ANN401 - of `journal`
    """Return the step of a row; StoreError if it is damaged.

    `texts` has the rulebooks by their hash.
    """
    state = StepState.DONE if row.undone is None else StepState.UNDONE
    try:
        return Step(
            **{name: getattr(row, name) for name in AS_THEY_ARE},
            state=StepState.DROPPED if row.dropped else state,
            stages=from_json(tuple[int, ...], row.stages),
            before=_side(row.before, texts),
            after=_side(row.after, texts),
            drafts=from_json(tuple[Draft, ...], row.drafts or "[]"),
        )
    except ValueError as error:
        message = (
            f"step {row.number} of {row.tour!r} is damaged in the journal ({error}):"
            " it cannot be shown, taken back or brought again"
        )
        raise StoreError(message) from error


def _side(text: str, texts: Mapping[str, str]) -> Parts:
    data = plain_data(text)
    if not isinstance(data, dict):
        message = f"found {text[:60]!r}, expected parts by name"
        raise ValueError(message)  # noqa: TRY004 - of the text
    return read_parts(data, texts)
