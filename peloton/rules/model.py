"""The facts of a tour, as the game leader saw them, and the words for them.

Nothing here is derived: no time, no place, no jersey. A tour is one value, and
scoring it is a function of that value and a rulebook (`peloton.rules.race`).
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import NewType

from peloton.rules.marks import Mark

Bib = NewType("Bib", str)
"""A rider's token on the board: `12`, `A` or `grey`; never only a number."""

TeamCode = NewType("TeamCode", str)
StageNumber = NewType("StageNumber", int)
"""Counts from 1, in the order ridden."""


class StageKind(StrEnum):
    """How a stage is raced."""

    ROAD = "road"
    PROLOGUE = "prologue"
    ITT = "itt"
    TTT = "ttt"

    @property
    def against_the_clock(self) -> bool:
        """Whether riders or teams start alone: no same-time rule, no finish bonus."""
        return self is not StageKind.ROAD


class Profile(StrEnum):
    """The terrain of a stage, where a rulebook's scale depends on it."""

    FLAT = "flat"
    HILLY = "hilly"
    MOUNTAIN = "mountain"


class SectionKind(StrEnum):
    """What a stretch of the course is."""

    MOUNTAIN = "mountain"
    DESCENT = "descent"
    PAVED = "paved"


class Category(StrEnum):
    """The category of a summit, hardest first."""

    HC = "HC"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"


class Reason(StrEnum):
    """Why a starter of a stage has no place on it (GN-1)."""

    OTL = "OTL"
    DNF = "DNF"
    DNS = "DNS"
    DSQ = "DSQ"


class ClassificationName(StrEnum):
    """The classifications a tour may keep, in the order they are shown."""

    GENERAL = "general"
    POINTS = "points"
    MOUNTAINS = "mountains"
    ACTIVE = "active"
    YOUNG = "young"
    TEAMS = "teams"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rider:
    """One line of the startlist."""

    bib: Bib
    name: str = ""
    team: TeamCode | None = None
    type: str | None = None
    captain: bool = False
    young: bool = False
    neutral: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team and the person who plays it."""

    code: TeamCode
    name: str = ""
    player: str = ""
    colour: str = ""


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
        """Where the summit stands, for ordering; unknown comes last."""
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
        """Where the sprint stands, for ordering; unknown comes last."""
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


FinishLine = Arrival | Unplaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision of the game leader on one rider or one team (GN-2).

    `seconds` are added to the time; `points` and `mountains` are taken off the
    totals. Positive is a penalty and negative a bonus, in all three.
    """

    reason: str
    bib: Bib | None = None
    team: TeamCode | None = None
    seconds: int = 0
    points: int = 0
    mountains: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A sponsor's premium for whoever is `place`-th over `target` (CY-15)."""

    team: TeamCode
    amount: int
    target: str
    place: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One day of the tour: its course, and what was seen on it.

    A stage without `finish` lines is not yet ridden. `crossings` maps the label of
    a sprint or summit to the order over it; `extra_turns` counts those used;
    `lots` maps a classification to the order drawn after this stage. `counts`
    says for which classifications the stage does not count, or does (GN-4).
    """

    name: str = ""
    kind: StageKind = StageKind.ROAD
    profile: Profile | None = None
    length: int | None = None
    date: dt.date | None = None
    points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] | None = None
    cancelled: str = ""
    counts: Mapping[ClassificationName, bool] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()
    sprints: tuple[Sprint, ...] = ()
    finish: tuple[FinishLine, ...] = ()
    crossings: Mapping[str, tuple[Bib, ...]] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    extra_turns: Mapping[Bib, int] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    lots: Mapping[ClassificationName, tuple[str, ...]] = field(default_factory=dict)

    @property
    def primes(self) -> dict[str, "Prime"]:
        """The lines riders are placed on before the finish, by label, as on the course.

        An unnamed one is called `Sprint 1` or `Climb 1`, counting its own kind.
        """
        climbs = [s for s in self.sections if s.kind is SectionKind.MOUNTAIN]
        labelled: list[tuple[str, Prime]] = [
            *((c.name or f"Climb {n}", c) for n, c in enumerate(climbs, 1)),
            *((s.name or f"Sprint {n}", s) for n, s in enumerate(self.sprints, 1)),
        ]
        labelled.sort(key=lambda item: item[1].position)
        return dict(labelled)

    @property
    def ridden(self) -> bool:
        """Whether there is anything to score: results, or the word that it is off."""
        return bool(self.finish or self.cancelled)


OptionValue = bool | int | str
RuleValue = bool | int | str | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """A tour whole. `riders` is the startlist: teams in order, then riders without.

    `rulebook` is the name of a built-in rulebook or the path of a file beside the
    tour; `options` and `rules` are what this tour chose and its house rules, by
    dotted key.
    """

    name: str
    rulebook: str
    date: dt.date | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    rules: Mapping[str, RuleValue] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    riders: tuple[Rider, ...] = ()
    stages: tuple[Stage, ...] = ()
