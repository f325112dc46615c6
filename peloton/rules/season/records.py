"""The hall of records: the best figures over all tours, and their holders (CY-22)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import nlargest
from typing import NamedTuple, cast

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.ranking import ranked
from peloton.rules.results import Race
from peloton.rules.season.entrants import Entrant, Register, Same
from peloton.rules.season.points import Gap, rider_deeds, tour_winners, winning_gaps


class Feat(StrEnum):
    """The feats with a record; days in a jersey have one for each jersey."""

    TOURS = "tours won"
    STAGES = "stages won"
    STAGES_IN_A_TOUR = "stages won in one tour"
    DAYS = "days in the jersey"
    CLIMBS = "climbs won"
    SPRINTS = "sprints won"
    STAGE_GAP = "biggest winning gap of a stage"
    TOUR_GAP = "biggest winning gap of a tour"


_SINGLE = {Feat.STAGES_IN_A_TOUR, Feat.STAGE_GAP, Feat.TOUR_GAP}
"""Feats of one day or one tour; the others are added up over all tours."""

_ORDER = {feat: number for number, feat in enumerate(Feat)}
_JERSEYS = {name: number for number, name in enumerate(ClassificationName)}


class Of(NamedTuple):
    """The subject of a record: a feat, the jersey's classification, a gap's unit."""

    feat: Feat
    jersey: ClassificationName | None = None
    unit: str = ""


class Earned(NamedTuple):
    """A part of a record: the tour, the stage if it was a single one, how much."""

    tour: str
    stage: int | None
    figure: int


class RecordLine(NamedTuple):
    """A holder of a record, with what earned it, the most first."""

    rank: int
    name: str
    team: str
    figure: int
    earned: tuple[Earned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record and its holders; equal ones share a rank. A gap is in ticks."""

    of: Of
    lines: tuple[RecordLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The records over some tours, and remarks for the leader."""

    records: tuple[Record, ...]
    tours: tuple[str, ...]
    remarks: tuple[str, ...]


class Feats(NamedTuple):
    """What was done in one tour; of `tour` its startlist is enough.

    Each rider has a figure for each of DEED_OF; `teams` won the tour by money (CY-17).
    """

    tour: Tour
    riders: Iterable[tuple[str, Sequence[int]]]
    teams: Iterable[str]
    gaps: Iterable[Gap]


DEED_OF: Mapping[Of, str] = {
    Of(Feat.TOURS): "won",
    Of(Feat.STAGES): "stages",
    Of(Feat.STAGES_IN_A_TOUR): "stages",
    **{Of(Feat.DAYS, name): f"days_{name}" for name in ClassificationName},
    Of(Feat.CLIMBS): "climbs",
    Of(Feat.SPRINTS): "sprints",
}
"""Which deed is counted for which record."""


def feats(race: Race) -> Feats:
    """Return what was done in a tour that has been scored."""
    return Feats(
        tour=race.tour,
        riders=[
            (bib, [deeds[deed] for deed in DEED_OF.values()])
            for bib, deeds in rider_deeds(race).items()
        ],
        teams=tour_winners(race).teams,
        gaps=winning_gaps(race),
    )


def hall_of_records(races: Iterable[Race], same: Same, top: int = 3) -> Hall:
    """Find the holders of every record over tours scored (see `hall_of`)."""
    return hall_of(map(feats, races), same, top)


def hall_of(done: Iterable[Feats], same: Same, top: int = 3) -> Hall:
    """Find the holders of every record over tours, as far as rank `top`.

    A rider is the same in all tours as in a season; whom nobody plays holds
    nothing (FI-3, GN-7). What only a finished tour decides counts once the tour is
    over; one that the most money wins is a team's.
    """
    register = Register(same)
    tours: list[str] = []
    holders: _Holders = defaultdict(lambda: defaultdict(list))
    by_deed = [holders[of] for of in DEED_OF]
    names: dict[str, Entrant] = {}
    for tour, riders, teams, gaps in done:
        tours.append(tour.name)
        entrants = register.entrants(tour)
        known = cast("Mapping[str, Entrant]", entrants.riders)
        names |= {rider.key: rider for rider in known.values()}
        for code in teams:
            winner = entrants.teams.get(TeamCode(code))
            if winner is None:  # a ghost team
                continue
            # No name holds a line break: a team's key is no rider's.
            key = f"{winner.key}\n"
            names[key] = winner
            holders[Of(Feat.TOURS)][key].append((tour.name, None, 1))
        for who, figures in riders:
            if who in known:
                for of_it, figure in zip(by_deed, figures, strict=True):
                    if figure:
                        of_it[known[who].key].append((tour.name, None, figure))
        for who, stage, ticks, unit in gaps:
            if who in known:
                feat = Feat.TOUR_GAP if stage is None else Feat.STAGE_GAP
                earned = tour.name, stage, ticks
                holders[Of(feat, unit=unit)][known[who].key].append(earned)
    return Hall(
        records=tuple(
            Record(of=of, lines=tuple(_lines(of, holders[of], names, top)))
            for of in sorted(holders, key=_place)
            if holders[of]
        ),
        tours=tuple(tours),
        remarks=(*register.namesakes, *register.strangers()),
    )


_Earned = tuple[str, int | None, int]
_Holders = defaultdict[Of, defaultdict[str, list[_Earned]]]
"""The parts of each record (see `Earned`), by who holds them."""


def _place(of: Of) -> tuple[int, int, str]:
    return _ORDER[of.feat], -1 if of.jersey is None else _JERSEYS[of.jersey], of.unit


def _lines(
    of: Of, holders: Mapping[str, list[_Earned]], names: dict[str, Entrant], top: int
) -> Iterator[RecordLine]:
    """Rank the holders of one record: those of a single feat by each of theirs."""
    held = [
        (key, part)
        for key in sorted(holders)
        for part in (
            [[feat] for feat in holders[key]] if of.feat in _SINGLE else [holders[key]]
        )
    ]
    totals = [
        (str(number), sum(figure for _, _, figure in earned))
        for number, (_, earned) in enumerate(held)
    ]
    least = nlargest(top, (total for _, total in totals))[-1]
    totals = [(number, total) for number, total in totals if total >= least]
    for rank, number, total, _ in ranked(totals, (), highest_first=True).rows:
        key, earned = held[int(number)]
        most_first = sorted(map(Earned._make, earned), key=lambda part: -part.figure)
        name = names[key]
        yield RecordLine(rank, name.name, name.team, total, tuple(most_first))
