"""The hall of records: the best figures over all tours, and their holders (CY-22)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.season.palmares import OF_RIDERS


class RecordKind(StrEnum):
    """The kinds of records; for days in a jersey, each jersey has its own record."""

    TOURS = "tours won"
    STAGES = "stages won"
    STAGES_IN_A_TOUR = "stages won in one tour"
    DAYS = "days in the jersey"
    CLIMBS = "climbs won"
    SPRINTS = "sprints won"
    STAGE_GAP = "biggest winning gap of a stage"
    TOUR_GAP = "biggest winning gap of a tour"


SINGLE = {RecordKind.STAGES_IN_A_TOUR, RecordKind.STAGE_GAP, RecordKind.TOUR_GAP}
"""Records set on one stage or in one tour; all others add up figures over all tours."""


class RecordSubject(NamedTuple):
    """A kind of record; `jersey` is given for days in a jersey, `unit` for gaps."""

    kind: RecordKind
    jersey: ClassificationName | None = None
    unit: str = ""


class RecordPart(NamedTuple):
    """The part of a record's number that comes from one tour, or from one stage."""

    tour: str
    stage: int | None
    figure: int


class RecordLine(NamedTuple):
    """A holder of a record; `earned` lists the parts of the number, largest first."""

    rank: int
    name: str
    team: str
    figure: int
    earned: tuple[RecordPart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record and its holders; equal figures share a rank. Gaps are in ticks."""

    subject: RecordSubject
    lines: tuple[RecordLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The records over a number of tours, and remarks for the game leader."""

    records: tuple[Record, ...]
    tours: tuple[str, ...]
    remarks: tuple[str, ...]


FIGURES: Mapping[RecordSubject, str] = {
    RecordSubject(RecordKind.TOURS): "tour_won",
    RecordSubject(RecordKind.STAGES): "stages_won",
    RecordSubject(RecordKind.STAGES_IN_A_TOUR): "stages_won",
    **{RecordSubject(RecordKind.DAYS, name): f"days_{name}" for name in OF_RIDERS},
    RecordSubject(RecordKind.CLIMBS): "climbs_won",
    RecordSubject(RecordKind.SPRINTS): "sprints_won",
}
"""For each record except winning gaps, the key of its number in the palmares."""
