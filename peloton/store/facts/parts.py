"""The parts of a tour, such as a stage; the journal stores only changed parts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from peloton import __version__
from peloton.errors import StoreError
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Startlist
from peloton.rules.facts.tour import Tour
from peloton.store.facts.codec import decoded, json_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTour:
    """A tour and the text (TOML) of the rulebook it was scored with.

    The text stays the same even if a later version of peloton changes a built-in
    rulebook.
    """

    tour: Tour
    rulebook_text: str


class TourSummary(NamedTuple):
    """A line in the list of tours.

    `date` is written as in `2026-11-28`. `ridden` is the number of stages ridden or
    cancelled.
    """

    current: bool
    name: str
    rulebook: str
    date: str | None
    riders: int
    stages: int
    ridden: int


@dataclass(frozen=True, slots=True)
class Draft:
    """Unsaved lines of a stage, stored on every keystroke.

    `base` holds the saved lines from which the edit started. `heard` is JSON with the
    numbers of each phone's latest changes, so that a change sent twice is applied once.
    `heard` is None if no phone has changed the draft.
    """

    stage: int
    text: str
    base: str
    heard: str | None = field(default=None, repr=False)


Part = Tour | Startlist | Stage | str
"""A part of a tour: its header, its startlist, a stage, or its rulebook's text."""

Parts = Mapping[str, Part]
"""Parts by name, such as `startlist` or `stage 1`; empty if the tour does not exist."""

HEADER, RULEBOOK, STARTLIST, STAGE = "tour", "rulebook", "startlist", "stage"
_KINDS = {HEADER: Tour, RULEBOOK: str, STARTLIST: Startlist}


def is_complete(parts: Mapping[str, object]) -> bool:
    """Return whether a tour's parts are all present, and no stage number is missing."""
    stages = (f"{STAGE} {n}" for n in range(1, len(parts) - len(_KINDS) + 1))
    return not parts or parts.keys() == {*_KINDS, *stages}


def assemble_tour(parts: Parts) -> StoredTour | None:
    """Assemble a tour from its parts; raise ValueError if one is missing."""
    if not parts:
        return None
    if not is_complete(parts):
        raise ValueError(f"found only {', '.join(parts)}")
    startlist = cast("Startlist", parts[STARTLIST])
    stages = [parts[f"{STAGE} {number}"] for number in stage_numbers(parts)]
    tour = replace(
        cast("Tour", parts[HEADER]),
        teams=startlist.teams,
        riders=startlist.riders,
        stages=tuple(cast("list[Stage]", stages)),
    )
    return StoredTour(tour=tour, rulebook_text=cast("str", parts[RULEBOOK]))


def stage_numbers(names: Iterable[str]) -> list[int]:
    """Return the sorted numbers of the stages among the names of parts."""
    kinds = (name.partition(" ") for name in names)
    return sorted(int(number) for kind, _, number in kinds if kind == STAGE)


def text_hash(text: str) -> str:
    """Return the SHA-256 hash of a text, such as that of a rulebook."""
    # Imported late: the import is slow, and only writing and checking need it.
    from hashlib import sha256

    return sha256(text.encode(errors="surrogatepass")).hexdigest()


def encoded_tour(stored: StoredTour) -> dict[str, str]:
    """Return each part of a tour as JSON; raise StoreError for invalid facts."""
    tour = stored.tour
    parts: dict[str, Part] = {
        HEADER: replace(tour, teams=(), riders=(), stages=()),
        RULEBOOK: text_hash(stored.rulebook_text),
        STARTLIST: tour.startlist,
        **{f"{STAGE} {n}": stage for n, stage in enumerate(tour.stages, 1)},
    }
    bodies: dict[str, str] = {}
    try:
        for name, part in parts.items():
            _check_part(part)
            bodies[name] = json_of(_kind(name), part)
    except ValueError as error:
        raise StoreError(f"{tour.name!r} cannot be stored: {error}") from error
    return bodies


def differing_names(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Return the names of the parts that were added, deleted or changed."""
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def rebased(old: StoredTour, new: StoredTour, now: StoredTour) -> StoredTour:
    """Apply the change from `old` to `new` to the tour `now`, and return the result.

    Raises StoreError if `now` differs from `old` in a part that the change touches.
    """
    was, then, found = map(encoded_tour, (old, new, now))
    touched = differing_names(was, then)
    both = [name for name in differing_names(was, found) if name in touched]
    rest = {name: body for name, body in found.items() if name not in touched}
    merged = {**rest, **{name: then[name] for name in touched if name in then}}
    if both or not is_complete(merged):
        raise StoreError(
            f"{', '.join(both) or 'the tour'} was changed meanwhile;"
            " nothing was saved, try again"
        )
    texts = {text_hash(side.rulebook_text): side.rulebook_text for side in (new, now)}
    return cast("StoredTour", assemble_tour(read_parts(merged, texts.__getitem__)))


def _check_part(part: Part) -> None:
    """Raise ValueError for impossible facts, such as a bib listed twice."""
    if isinstance(part, Startlist):
        bibs, codes = [r.bib for r in part.riders], [team.code for team in part.teams]
        if len(set(bibs)) < len(bibs) or len(set(codes)) < len(codes):
            raise ValueError("found a bib or a team code twice")
        if not {rider.team for rider in part.riders} <= {None, *codes}:
            raise ValueError("found a rider of a team that is not on the startlist")
    elif isinstance(part, Stage) and not all(line.bibs for line in part.arrivals):
        raise ValueError("found a line of the finish without a rider")


TextOf = Callable[[str], str]
"""Function that returns a rulebook text by its hash; ValueError if it is lost."""


def read_parts(bodies: Mapping[str, Any], text_of: TextOf) -> dict[str, Part]:
    """Parse the parts of a tour from JSON; raise ValueError if one is damaged."""
    parts: dict[str, Part] = {}
    for name, body in bodies.items():
        kind = _kind(name)
        try:
            parts[name] = decoded(kind, body)
            _check_part(parts[name])
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from error
    if isinstance(key := parts.get(RULEBOOK), str):
        parts[RULEBOOK] = text_of(key)
    return parts


def _kind(name: str) -> type:
    if name in _KINDS:
        return _KINDS[name]
    if name not in {f"{STAGE} {number}" for number in stage_numbers([name])}:
        raise ValueError(f"found {name!r}, expected a part of a tour")
    return Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One change to a tour. `before` and `after` hold the tour's parts that differ.

    `number` counts the changes of this tour from 1. `seconds` is the time since 1970
    (UTC). `state` is `done`, `undone` or `dropped`; a dropped step can no longer be
    undone or redone. `stages` are the numbers of the changed stages. `current_before`
    and `current_after` name the current tour before and after the change. `drafts`
    holds the drafts that this step deleted, because their tour was deleted or their
    stage was saved. `user_name`, `host` (the computer) and `version` (of peloton)
    identify the author of the change, if known.
    """

    tour: str
    number: int
    seconds: int
    what: str
    state: str
    stages: tuple[int, ...]
    before: Parts
    after: Parts
    current_before: str | None
    current_after: str | None
    drafts: tuple[Draft, ...] = ()
    user_name: str | None = None
    host: str | None = None
    version: str | None = None

    def reversed(self) -> "Step":
        """Return the step that undoes this one."""
        return replace(
            self,
            before=self.after,
            after=self.before,
            current_before=self.current_after,
            current_after=self.current_before,
        )


def step_author() -> dict[str, str | None]:
    """Return the user, the computer and the version of peloton, to store in a step."""
    # Imported late: only writing needs it.
    from getpass import getuser
    from platform import node

    try:
        user = getuser()
    except (OSError, KeyError, ImportError):  # the system knows no name of the user
        user = None
    found = {"user_name": user, "host": node() or None, "version": __version__}
    return {
        name: text and text.encode(errors="replace").decode()
        for name, text in found.items()
    }
