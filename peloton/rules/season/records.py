"""The hall of records: the best figures over all tours, and their holders (CY-22)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from heapq import nlargest
from operator import attrgetter
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.ranking import rank_totals
from peloton.rules.season.entrants import Aliases, Entrant, Register
from peloton.rules.season.palmares import OF_RIDERS, Palmares, TourPalmares


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
    """A tour's or a stage's contribution to the figure of a record."""

    tour: str
    stage: int | None
    figure: int


class RecordLine(NamedTuple):
    """A holder of a record; `earned` lists the contributions, largest first."""

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


def _days(name: ClassificationName, palmares: Palmares) -> int:
    return palmares.days[name]


FIGURES: Mapping[RecordSubject, Callable[[Palmares], int]] = {
    RecordSubject(RecordKind.TOURS): attrgetter("tour_won"),
    RecordSubject(RecordKind.STAGES): attrgetter("stages_won"),
    RecordSubject(RecordKind.STAGES_IN_A_TOUR): attrgetter("stages_won"),
    **{
        RecordSubject(RecordKind.DAYS, name): partial(_days, name) for name in OF_RIDERS
    },
    RecordSubject(RecordKind.CLIMBS): attrgetter("climbs_won"),
    RecordSubject(RecordKind.SPRINTS): attrgetter("sprints_won"),
}
"""For each record except gaps, the function that reads its figure from a palmares."""


def record_holders(done: Iterable[TourPalmares], same: Aliases, top: int) -> Hall:
    """Return the holders of every record over the tours, down to rank `top`.

    Riders are matched over tours as in a season, and unplayed riders hold no records
    (FI-3, GN-7). Final results count once the tour is over; a tour decided by money
    is won by a team.
    """
    register = Register(same)
    tours: list[str] = []
    holders: defaultdict[RecordSubject, defaultdict[str, list[RecordPart]]]
    holders = defaultdict(lambda: defaultdict(list))
    names: dict[str, Entrant] = {}
    for tour, startlist, riders, teams, gaps in done:
        tours.append(tour)
        entrants = register.entrants(startlist, tour)
        # The name in the latest tour overrides earlier ones.
        names |= {rider.key: rider for rider in entrants.riders.values()}
        for code, team in teams.items():
            if team.tour_won and (winner := entrants.teams.get(code)):  # no ghost team
                # Names contain no newline, so the key differs from any rider's key.
                key = f"{winner.key}\n"
                names[key] = winner
                holders[RecordSubject(RecordKind.TOURS)][key].append(
                    RecordPart(tour, None, 1)
                )
        for bib, rider in entrants.riders.items():
            for of, count in FIGURES.items() if bib in riders else ():
                if figure := count(riders[bib]):
                    holders[of][rider.key].append(RecordPart(tour, None, figure))
        for bib, stage, ticks, unit in gaps:
            if bib in entrants.riders:
                feat = RecordKind.TOUR_GAP if stage is None else RecordKind.STAGE_GAP
                key = entrants.riders[bib].key
                holders[RecordSubject(feat, unit=unit)][key].append(
                    RecordPart(tour, stage, ticks)
                )
    return Hall(
        records=tuple(
            Record(subject=of, lines=tuple(_lines(of, holders[of], names, top)))
            for of in sorted(holders, key=_place)
        ),
        tours=tuple(tours),
        remarks=(*register.namesakes, *register.unknown_aliases()),
    )


def _place(of: RecordSubject) -> tuple[int, int, str]:
    jersey = -1 if of.jersey is None else [*ClassificationName].index(of.jersey)
    return [*RecordKind].index(of.kind), jersey, of.unit


def _lines(
    of: RecordSubject,
    holders: Mapping[str, list[RecordPart]],
    names: Mapping[str, Entrant],
    top: int,
) -> Iterator[RecordLine]:
    """Rank the holders of a record; for a SINGLE record, rank each stage or tour."""
    entries = [
        (key, parts)
        for key in sorted(holders)
        for parts in (
            [[p] for p in holders[key]] if of.kind in SINGLE else [holders[key]]
        )
    ]
    figures = [sum(part.figure for part in parts) for _, parts in entries]
    least = nlargest(top, figures)[-1]
    totals = {
        str(number): figure for number, figure in enumerate(figures) if figure >= least
    }
    for rank, number, total, _ in rank_totals(totals, (), highest_first=True):
        key, parts = entries[int(number)]
        earned = tuple(sorted(parts, key=lambda part: -part.figure))
        yield RecordLine(rank, names[key].name, names[key].team, total, earned)
