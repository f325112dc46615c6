"""One stage of a tour: its course and the recorded facts. Nothing is derived."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    LimitUnit,
    Profile,
    Reason,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.startlist import KEY, MINIMUM, Bib, TeamCode
from peloton.rules.games import Mark
from peloton.rules.values import LARGEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A stretch of the course; `start` and `end` are spaces from the start line.

    The end of a mountain is its summit. If `category` is None, the length decides the
    category of the summit. `points` and `bonus` override the rulebook's scales for this
    summit (GN-4).
    """

    kind: SectionKind
    name: str = ""
    start: int | None = field(default=None, metadata={KEY: "from"})
    end: int | None = field(default=None, metadata={KEY: "to"})
    category: Category | None = None
    points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] | None = None

    @property
    def length(self) -> int | None:
        """The length in spaces; None unless both ends are known."""
        if self.start is None or self.end is None:
            return None
        return self.end - self.start


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprint:
    """An intermediate sprint, `at` spaces from the start line.

    `points` and `bonus` override the rulebook's scales for this sprint (GN-4).
    """

    name: str = ""
    at: int | None = None
    points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] | None = None


Prime = Sprint | Section
"""A line on the road where riders are placed: an intermediate sprint or a summit."""


def course_position(line: Prime) -> float:
    """Return the space of a sprint or a section's end; infinity if it is not known."""
    at = line.at if isinstance(line, Sprint) else line.end
    return inf if at is None else at


@dataclass(frozen=True, slots=True)
class Arrival:
    """A result line of one rider or a group with places, and their mark."""

    bibs: tuple[Bib, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A result line of a rider without a place.

    Only a rider outside the time limit (OTL) may have a mark (GN-1).
    """

    bib: Bib
    reason: Reason
    mark: Mark | None = None

    @property
    def bibs(self) -> tuple[Bib, ...]:
        """The rider as a tuple, because every result line has `bibs`."""
        return (self.bib,)


FinishLine = Arrival | Unplaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision of the game leader on one rider or one team (GN-2).

    `seconds` are added to the time; `points` and `mountains` are deducted from the
    totals. A positive number is a penalty, a negative one a bonus. A rider who is
    `reinstated` stays in the race despite the time limit (RR-10).
    """

    reason: str
    bib: Bib | None = None
    team: TeamCode | None = None
    seconds: int = field(default=0, metadata={MINIMUM: -LARGEST})
    points: int = field(default=0, metadata={MINIMUM: -LARGEST})
    mountains: int = field(default=0, metadata={MINIMUM: -LARGEST})
    reinstated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A sponsor's premium for a place at a sprint, a climb or the finish (CY-15).

    `team` is the sponsor, `target` the label of the sprint, the climb or the finish.
    """

    team: TeamCode
    amount: int
    target: str = field(metadata={KEY: "for"})
    place: int = field(default=1, metadata={MINIMUM: 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGroup:
    """Riders who start ahead of the others, by a `lead` in board lines (CY-23)."""

    bibs: tuple[Bib, ...]
    lead: int = field(metadata={MINIMUM: 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One day of the tour: its course and the recorded facts.

    A stage without results has not been ridden yet. `counts` overrides, for each
    classification, whether the stage counts for it (GN-4). `start` lists the groups
    that start ahead of the other riders. `same_time_gap` and `time_limit` override the
    rulebook's values (RR-10).

    Orders list bibs in the order in which they cross a line. `crossings` holds the
    order at each sprint or summit, keyed by label; `laps` the order on each lap of a
    points race or a criterium; `heats` the order of each heat of a sprint; `eliminated`
    the riders eliminated, in the order of elimination; `lots` the order drawn for each
    classification.

    Counts are keyed by bib or team code: `extra_turns` used, without those used for
    `attacks`; `team_turns`, the team's extra turns used (CY-12); `cards` held at the
    end (CR-17, FR-2); `combativity`, the turns ended in the lead (FR-6); `votes`
    (GN-13).
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
    rulings: tuple[Ruling, ...] = field(default=(), metadata={KEY: "ruling"})
    extra_turns: Mapping[Bib, int] = field(default_factory=dict)
    attacks: Mapping[Bib, int] = field(default_factory=dict)
    team_turns: Mapping[TeamCode, int] = field(default_factory=dict)
    cards: Mapping[Bib, int] = field(default_factory=dict)
    combativity: Mapping[Bib, int] = field(default_factory=dict)
    votes: Mapping[Bib, int] = field(default_factory=dict)
    offers: tuple[Offer, ...] = field(default=(), metadata={KEY: "offer"})
    lots: Mapping[ClassificationName, tuple[str, ...]] = field(default_factory=dict)

    @property
    def climbs(self) -> tuple[Section, ...]:
        """The mountains on the course."""
        return tuple(s for s in self.sections if s.kind is SectionKind.MOUNTAIN)

    @property
    def primes(self) -> dict[str, "Prime"]:
        """The sprints and summits by label, in the order of the course.

        Without a name, the label is `Sprint 1` or `Climb 1`, numbered by kind; every
        lap of a criterium is a sprint labelled `Lap 1` and so on.
        """
        labelled: list[tuple[str, Prime]] = [
            *((c.name or f"Climb {n}", c) for n, c in enumerate(self.climbs, 1)),
            *((s.name or f"Sprint {n}", s) for n, s in enumerate(self.sprints, 1)),
        ]
        if self.kind is StageKind.CRITERIUM:
            labelled += ((lap_label(n), Sprint()) for n, _ in enumerate(self.laps, 1))
        labelled.sort(key=lambda item: course_position(item[1]))
        return dict(labelled)

    @property
    def passages(self) -> Mapping[str, tuple[Bib, ...]]:
        """The recorded order at each of the `primes`, keyed by label."""
        if self.kind is not StageKind.CRITERIUM:
            return self.crossings
        laps = {lap_label(n): order for n, order in enumerate(self.laps, 1)}
        return {**self.crossings, **laps}

    @property
    def by_teams(self) -> bool:
        """True if teams race: TTT, team pursuit, or pursuit of more than two riders."""
        if self.kind is StageKind.PURSUIT:
            return len(self.listed) - len(self.absent) > DUEL
        return self.kind in {StageKind.TTT, StageKind.TEAM_PURSUIT}

    @property
    def has_results(self) -> bool:
        """True if a finish, laps, heats or an elimination have been entered."""
        return bool(self.finish or self.laps or self.heats or self.eliminated)

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """The result lines of the riders with a place, in the order entered."""
        return tuple(line for line in self.finish if isinstance(line, Arrival))

    @property
    def listed(self) -> tuple[Bib, ...]:
        """The riders on the result lines, in the order entered."""
        return tuple(bib for line in self.finish for bib in line.bibs)

    @property
    def reasons(self) -> dict[Bib, Reason]:
        """Why riders have no place, in the order entered."""
        out = (line for line in self.finish if isinstance(line, Unplaced))
        return {line.bib: line.reason for line in out}

    @property
    def absent(self) -> frozenset[Bib]:
        """The riders who did not start."""
        return self.out_for(*NOT_STARTED)

    @property
    def reinstated(self) -> frozenset[Bib]:
        """The riders exempt from the time limit by a ruling (RR-10)."""
        return frozenset(r.bib for r in self.rulings if r.bib and r.reinstated)

    def out_for(self, *reasons: Reason) -> frozenset[Bib]:
        """Return the riders without a place whose reason is one of `reasons`."""
        return frozenset(bib for bib, why in self.reasons.items() if why in reasons)

    def mark_of(self, bib: Bib) -> Mark | None:
        """Return a rider's mark, or None if the rider has no mark."""
        return next((line.mark for line in self.finish if bib in line.bibs), None)

    @property
    def ridden(self) -> bool:
        """True if the stage has results or was cancelled."""
        return bool(self.has_results or self.cancelled)


NOT_STARTED = frozenset({Reason.DNS, Reason.ABS})
"""The reasons for not starting: out of the race, or absent for one stage."""

DUEL = 2
"""The number of riders in a sprint race and in an individual pursuit (CY-20)."""


FINISH = "finish"
"""The label of the finish line, used in `Award.source` and `Offer.target`."""
OMNIUM = "omnium"
"""The `source` of an award for a place on a stage of an omnium."""


def lap_label(number: int) -> str:
    """Return the label of a lap, such as `Lap 3`."""
    return f"Lap {number}"
