"""One stage of a tour: its course, and what was seen on it. Nothing is derived."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import inf
from typing import Any

from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    LimitUnit,
    Profile,
    Reason,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.games import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A stretch of the course; `start` and `end` are spaces from the start line.

    A mountain is its own summit: its `length` gives the category unless `category`
    does, and `points` or `bonus` override the rulebook's scale there (GN-4).
    """

    kind: SectionKind
    name: str = ""
    start: int | None = None
    end: int | None = None
    category: Category | None = None
    points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] | None = None

    @property
    def length(self) -> int | None:
        """Spaces from the first to the last line, where both are known."""
        if self.start is None or self.end is None:
            return None
        return self.end - self.start

    @property
    def position(self) -> float:
        """The space of the summit, for ordering; unknown comes last."""
        return inf if self.end is None else self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprint:
    """An intermediate sprint; `at` in spaces from the start line."""

    name: str = ""
    at: int | None = None
    points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] | None = None

    @property
    def position(self) -> float:
        """The space of the sprint, for ordering; unknown comes last."""
        return inf if self.at is None else self.at


Prime = Sprint | Section
"""A line on the road that riders are placed on: an intermediate sprint or a summit."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One line of the arrival sheet: a rider, or a group with one mark, in order."""

    bibs: tuple[Bib, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A starter without a place; only an OTL rider may have a mark (GN-1)."""

    bib: Bib
    reason: Reason
    mark: Mark | None = None

    @property
    def bibs(self) -> tuple[Bib, ...]:
        """The rider in a tuple, as in an Arrival."""
        return (self.bib,)


FinishLine = Arrival | Unplaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision of the game leader on one rider or one team (GN-2).

    `seconds` are added to the time; `points` and `mountains` are taken off the
    totals. Positive is a penalty and negative a bonus, in all three. A rider who is
    `reinstated` stays in the race though outside the time limit (RR-10).
    """

    reason: str
    bib: Bib | None = None
    team: TeamCode | None = None
    seconds: int = 0
    points: int = 0
    mountains: int = 0
    reinstated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A sponsor's premium for whoever is `place`-th over `target` (CY-15)."""

    team: TeamCode
    amount: int
    target: str
    place: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGroup:
    """Riders who start ahead of the field, by `lead` lines (CY-23)."""

    bibs: tuple[Bib, ...]
    lead: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One day of the tour: its course, and what was seen on it.

    A stage without results is not yet ridden. `crossings` maps the label of a sprint
    or summit to the order over it; `laps` are the orders over the line, lap by lap, of
    a points race or a criterium, `heats` those of a sprint, and `eliminated` who went
    out of an elimination, first out first; `extra_turns` counts those used of riders'
    own, but for those of `attacks`, `team_turns` those of a team's that any rider of
    it used (CY-12), `cards` those a rider holds at the end, of the kind the game keeps
    (CR-17, FR-2); `combativity` counts the turns after which a rider was in the lead
    (FR-6); `votes` those for the most combative rider (GN-13); `lots` maps a
    classification to the order drawn after this stage. `counts` says for which
    classifications the stage does not count, or does (GN-4). `start` has who sets out
    ahead; everybody else starts from the line. `same_time_gap` and `time_limit` stand
    for those of the rulebook on this stage; None or empty if it has none of its own
    (RR-10).
    """

    name: str = ""
    kind: StageKind = StageKind.ROAD
    profile: Profile | None = None
    length: int | None = None
    date: dt.date | None = None
    points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] | None = None
    same_time_gap: int | None = None
    time_limit: Mapping[LimitUnit, int] = field(default_factory=dict)
    cancelled: str = ""
    counts: Mapping[ClassificationName, bool] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()
    sprints: tuple[Sprint, ...] = ()
    start: tuple[StartGroup, ...] = ()
    finish: tuple[FinishLine, ...] = ()
    crossings: Mapping[str, tuple[Bib, ...]] = field(default_factory=dict)
    laps: tuple[tuple[Bib, ...], ...] = ()
    heats: tuple[tuple[Bib, ...], ...] = ()
    eliminated: tuple[Bib, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    extra_turns: Mapping[Bib, int] = field(default_factory=dict)
    attacks: Mapping[Bib, int] = field(default_factory=dict)
    team_turns: Mapping[TeamCode, int] = field(default_factory=dict)
    cards: Mapping[Bib, int] = field(default_factory=dict)
    combativity: Mapping[Bib, int] = field(default_factory=dict)
    votes: Mapping[Bib, int] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    lots: Mapping[ClassificationName, tuple[str, ...]] = field(default_factory=dict)

    @property
    def primes(self) -> dict[str, "Prime"]:
        """The lines riders are placed on before the finish, by label, as on the course.

        An unnamed one is called `Sprint 1` or `Climb 1`, counting its own kind; every
        lap of a criterium is a sprint, `Lap 1` and so on.
        """
        climbs = [s for s in self.sections if s.kind is SectionKind.MOUNTAIN]
        labelled: list[tuple[str, Prime]] = [
            *((c.name or f"Climb {n}", c) for n, c in enumerate(climbs, 1)),
            *((s.name or f"Sprint {n}", s) for n, s in enumerate(self.sprints, 1)),
        ]
        if self.kind is StageKind.CRITERIUM:
            labelled += ((lap_label(n), Sprint()) for n, _ in enumerate(self.laps, 1))
        labelled.sort(key=lambda item: item[1].position)
        return dict(labelled)

    @property
    def passages(self) -> Mapping[str, tuple[Bib, ...]]:
        """The order over each of its `primes`, by label, as far as it was seen."""
        if self.kind is not StageKind.CRITERIUM:
            return self.crossings
        laps = {lap_label(n): order for n, order in enumerate(self.laps, 1)}
        return {**self.crossings, **laps}

    @property
    def by_teams(self) -> bool:
        """Whether teams race and not riders: in a pursuit if more than two start."""
        if self.kind is StageKind.PURSUIT:
            named = sum(len(line.bibs) for line in self.finish)
            return named - len(self.absent) > DUEL
        return self.kind in {StageKind.TTT, StageKind.TEAM_PURSUIT}

    @property
    def has_results(self) -> bool:
        """Whether a finish, laps, heats or an elimination are entered."""
        return bool(self.finish or self.laps or self.heats or self.eliminated)

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """The lines of the riders with a place, as entered."""
        return tuple(line for line in self.finish if isinstance(line, Arrival))

    @property
    def unplaced(self) -> tuple[Unplaced, ...]:
        """The lines of the riders without, as entered."""
        return tuple(line for line in self.finish if isinstance(line, Unplaced))

    @property
    def absent(self) -> frozenset[Bib]:
        """The riders who did not start."""
        out = self.unplaced
        return frozenset(line.bib for line in out if line.reason in NOT_STARTED)

    @property
    def reinstated(self) -> frozenset[Bib]:
        """The riders for whom the time limit does not hold, by a ruling (RR-10)."""
        ruled = (ruling.bib for ruling in self.rulings if ruling.reinstated)
        return frozenset(bib for bib in ruled if bib is not None)

    def mark_of(self, bib: Bib) -> Mark | None:
        """Return the mark of a rider, None of one without."""
        return next((line.mark for line in self.finish if bib in line.bibs), None)

    @property
    def ridden(self) -> bool:
        """Whether the stage has results, or was cancelled."""
        return bool(self.has_results or self.cancelled)


NOT_STARTED = frozenset({Reason.DNS, Reason.ABS})
"""Why riders did not start, for good or on one stage only."""

DUEL = 2
"""The riders of a pursuit, unless it is by teams, and of a sprint (CY-20)."""


FINISH = "finish"
"""The line that every stage has: the source of what is won there."""
OMNIUM = "omnium"
"""The source of what a place is worth in an omnium."""


def with_orders(stage: Stage, orders: Sequence[tuple[Bib, ...]]) -> Stage:
    """Return the stage with the laps or heats that decide it, or who went out."""
    name = stage.kind.ordered_by
    found: dict[str, Any] = {name: tuple(orders)} if name else {}
    if name == "eliminated":
        found[name] = tuple(chain(*orders))
    return replace(stage, **found)


def lap_label(number: int) -> str:
    """Name a lap, as a line on the road is named."""
    return f"Lap {number}"
