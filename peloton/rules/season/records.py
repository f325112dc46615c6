"""The hall of records: the best figures over all tours, and their holders (CY-22)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from heapq import nlargest
from itertools import chain
from operator import attrgetter, itemgetter
from typing import NamedTuple, cast

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.ranking import ranked
from peloton.rules.season.entrants import Entrant, Entrants, Register, Same
from peloton.rules.season.palmares import OF_RIDERS, Palmares, TourPalmares


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


SINGLE = {Feat.STAGES_IN_A_TOUR, Feat.STAGE_GAP, Feat.TOUR_GAP}
"""Feats of one day or one tour; the others are added up over all tours."""


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


def _days(name: ClassificationName, palmares: Palmares) -> int:
    return palmares.days[name]


FIGURES: Mapping[Of, Callable[[Palmares], int]] = {
    Of(Feat.TOURS): attrgetter("tour_won"),
    Of(Feat.STAGES): attrgetter("stages_won"),
    Of(Feat.STAGES_IN_A_TOUR): attrgetter("stages_won"),
    **{Of(Feat.DAYS, name): partial(_days, name) for name in OF_RIDERS},
    Of(Feat.CLIMBS): attrgetter("climbs_won"),
    Of(Feat.SPRINTS): attrgetter("sprints_won"),
}
"""What is counted for each record, but for the gaps."""


def hall_of(done: Iterable[TourPalmares], same: Same, top: int = 3) -> Hall:
    """Find the holders of every record over tours, as far as rank `top`.

    A rider is the same in all tours as in a season; whom nobody plays holds
    nothing (FI-3, GN-7). What only a finished tour decides counts once the tour is
    over; one that the most money wins is a team's.
    """
    register = Register(same)
    tours: list[str] = []
    holders: _Holders = defaultdict(lambda: defaultdict(list))
    known: dict[int, tuple[Entrants, _DoneBy]] = {}
    names: dict[str, Entrant] = {}
    for number, (tour, startlist, riders, teams, gaps) in enumerate(done):
        tours.append(tour)
        entrants = register.entrants(startlist, tour)
        # The last one has its names of the latest tour.
        _, done_by = known[id(entrants)] = known.pop(id(entrants), (entrants, {}))
        for code, team in teams.items():
            if team.tour_won and (winner := entrants.teams.get(code)):  # no ghost team
                # No name holds a line break: a team's key is no rider's.
                key = f"{winner.key}\n"
                names[key] = winner
                holders[Of(Feat.TOURS)][key].append(((number,), None, (1,)))
        of_riders = cast("Mapping[str, Entrant]", entrants.riders)
        for who, palmares in riders.items():
            if who in of_riders:
                numbers, done_then = done_by.setdefault(who, ([], []))
                numbers.append(number)
                done_then.append([count(palmares) for count in FIGURES.values()])
        for who, stage, ticks, unit in gaps:
            if who in of_riders:
                feat = Feat.TOUR_GAP if stage is None else Feat.STAGE_GAP
                part = (number,), stage, (ticks,)
                holders[Of(feat, unit=unit)][of_riders[who].key].append(part)
    for entrants, done_by in known.values():
        _hold(holders, names, entrants, done_by)
    return Hall(
        records=tuple(
            Record(of=of, lines=tuple(_lines(of, holders[of], names, tours, top)))
            for of in sorted(holders, key=_place)
        ),
        tours=tuple(tours),
        remarks=(*register.namesakes, *register.strangers()),
    )


_Parts = tuple[Sequence[int], int | None, Sequence[int]]
"""Parts of a record: the numbers of the tours, the stage, what was done in each."""

_Earned = tuple[int, int | None, int]
"""One of them: the number of the tour, the stage, what was done."""

_Holders = defaultdict[Of, defaultdict[str, list[_Parts]]]
"""The parts of each record, by who holds them."""

_DoneBy = dict[str, tuple[list[int], list[Sequence[int]]]]
"""The numbers of tours and what was done in each of them, by bib."""


def _hold(
    holders: _Holders, names: dict[str, Entrant], entrants: Entrants, done_by: _DoneBy
) -> None:
    """Add what each rider did in the tours of a startlist to the records it is for."""
    riders = cast("Mapping[str, Entrant]", entrants.riders)
    names |= {rider.key: rider for rider in riders.values()}
    for who, (tours, done) in done_by.items():
        for of, figures in zip(FIGURES, zip(*done, strict=True), strict=True):
            if any(figures):
                holders[of][riders[who].key].append((tours, None, figures))


def _place(of: Of) -> tuple[int, int, str]:
    jersey = -1 if of.jersey is None else [*ClassificationName].index(of.jersey)
    return [*Feat].index(of.feat), jersey, of.unit


def _lines(
    of: Of,
    holders: Mapping[str, list[_Parts]],
    names: Mapping[str, Entrant],
    tours: Sequence[str],
    top: int,
) -> Iterator[RecordLine]:
    """Rank the holders of one record: those of a single feat by each of theirs."""
    held: list[tuple[str, list[_Earned]]] = []
    if of.feat in SINGLE:
        by_one = (parts[2] for some in holders.values() for parts in some)
        least = nlargest(top, chain.from_iterable(by_one))[-1]
        for key in sorted(holders):
            held += [(key, [feat]) for feat in _earned(holders[key], max(1, least))]
    else:
        sums = {
            key: sum(sum(figures) for _, _, figures in some)
            for key, some in holders.items()
        }
        least = nlargest(top, sums.values())[-1]
        some = (key for key in sorted(holders) if sums[key] >= least)
        held += [(key, _earned(holders[key])) for key in some]
    totals = {
        str(number): sum(figure for _, _, figure in earned)
        for number, (_, earned) in enumerate(held)
    }
    for rank, number, total, _ in ranked(totals, (), highest_first=True).rows:
        key, earned = held[int(number)]
        parts = tuple(
            Earned(tours[tour], stage, figure)
            for tour, stage, figure in sorted(earned, key=lambda part: -part[2])
        )
        yield RecordLine(rank, names[key].name, names[key].team, total, parts)


def _earned(all_parts: Iterable[_Parts], least: int = 1) -> list[_Earned]:
    """Return the single parts of `least` or more, in the order of the tours."""
    parts = (
        (number, stage, figure)
        for numbers, stage, figures in all_parts
        for number, figure in zip(numbers, figures, strict=True)
        if figure >= least
    )
    return sorted(parts, key=itemgetter(0))
