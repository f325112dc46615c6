"""A step of the journal: what was changed, when, and the parts before and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from peloton import __version__
from peloton.errors import StoreError
from peloton.store.codec import decoded, plain_data
from peloton.store.parts import (
    HEADER,
    STAGE,
    Draft,
    Parts,
    differing,
    is_complete,
    read_parts,
)


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
    `user_name`, `host` and `version` of peloton say who did it, where that is known.
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
    user_name: str | None = None
    host: str | None = None
    version: str | None = None


Side = tuple[Parts, str | None]
"""One side of a step: the parts as they are there, and the current tour."""


def go_through(step: Step, parts: Parts, have: Parts, want: Parts) -> Parts:
    """Return the parts of a tour gone from one side of a step to the other.

    StoreError if the tour is not as it was on this side.
    """
    goes = HEADER in have and HEADER not in want
    touched = parts if goes else {**have, **want}
    found = {name: parts[name] for name in touched if name in parts}
    rest = {name: part for name, part in parts.items() if name not in have}
    changed, then = differing(have, found), {**rest, **want}
    if not changed and not is_complete(then):
        changed = [STAGE]  # one would be left without those before it
    if changed:
        message = (
            f"{step.tour!r} is not as step {step.number}, {step.what!r}, has it:"
            f" {', '.join(changed)} changed past the journal; nothing was changed"
        )
        raise StoreError(message)
    return then


def sides_of(step: Step, *, back: bool = True) -> tuple[Side, Side]:
    """Return a tour as it is when a step is done, and before; or first as before."""
    sides = (step.after, step.current_after), (step.before, step.current_before)
    return sides if back else sides[::-1]


def whoami() -> dict[str, str | None]:
    """Return the user, the machine and the version of this run, as a step has them."""
    # Only who writes needs it.
    from getpass import getuser
    from platform import node

    try:
        user = getuser()
    except (OSError, KeyError, ImportError):  # a user without a name
        user = None
    found = {"user_name": user, "host": node() or None, "version": __version__}
    return {
        name: text and text.encode(errors="replace").decode()[:_LONGEST]
        for name, text in found.items()
    }


_LONGEST = 200
"""Letters that a column of words holds."""

AS_THEY_ARE = (
    *("tour", "number", "seconds", "what"),
    *("current_before", "current_after", "user_name", "host", "version"),
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
            stages=decoded(tuple[int, ...], row.stages),
            before=_side(row.before, texts),
            after=_side(row.after, texts),
            drafts=decoded(tuple[Draft, ...], row.drafts or "[]"),
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
