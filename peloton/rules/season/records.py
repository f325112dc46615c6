"""The hall of records: the best figures over all tours, and their holders (CY-22)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Section
from peloton.rules.facts.startlist import Bib
from peloton.rules.ranking import ranked
from peloton.rules.results import Race, StageScore, TimeStanding
from peloton.rules.season.entrants import Entrant, Register, Same
from peloton.rules.season.points import stages_won, tour_winners
from peloton.rules.stage.result_lines import prime_winners


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


def hall_of_records(races: Iterable[Race], same: Same, top: int = 3) -> Hall:
    """Find the holders of every record over tours scored, as far as rank `top`.

    A rider is the same in all tours as in a season; neutral riders hold nothing
    (FI-3). What only a finished tour decides counts once the tour is over; one that
    the most money wins is a team's (CY-17).
    """
    register = Register(same)
    tours: list[str] = []
    holders: dict[Of, dict[str, list[Earned]]] = {}
    names: dict[str, Entrant] = {}
    for race in races:
        tour = race.tour.name
        tours.append(tour)
        entrants = register.entrants(race.tour)
        riders = entrants.riders
        names |= {rider.key: rider for rider in riders.values()}
        for code in tour_winners(race).teams:
            # No name holds a line break: a team's key is no rider's.
            key = f"{entrants.teams[code].key}\n"
            names[key] = entrants.teams[code]
            earned = holders.setdefault(Of(Feat.TOURS), {}).setdefault(key, [])
            earned.append(Earned(tour, None, 1))
        for (of, bib, stage), figure in feats(race).items():
            if bib in riders:
                earned = holders.setdefault(of, {}).setdefault(riders[bib].key, [])
                earned.append(Earned(tour, stage, figure))
    return Hall(
        records=tuple(
            Record(of=of, lines=tuple(_lines(of, holders[of], names, top)))
            for of in sorted(holders, key=_place)
        ),
        tours=tuple(tours),
        remarks=(*register.namesakes, *register.strangers()),
    )


def _place(of: Of) -> tuple[int, int, str]:
    return _ORDER[of.feat], -1 if of.jersey is None else _JERSEYS[of.jersey], of.unit


def _lines(
    of: Of, holders: dict[str, list[Earned]], names: dict[str, Entrant], top: int
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
        (str(number), sum(feat.figure for feat in earned))
        for number, (_, earned) in enumerate(held)
    ]
    rows = ranked(totals, (), highest_first=True)
    for rank, number, total, _ in takewhile(lambda row: row[0] <= top, rows):
        key, earned = held[int(number)]
        most_first = sorted(earned, key=lambda feat: -feat.figure)
        name = names[key]
        yield RecordLine(rank, name.name, name.team, total, tuple(most_first))


Feats = Counter[tuple[Of, Bib, int | None]]
"""How much of what each rider did in one tour, and on which stage if it is single."""


def feats(race: Race) -> Feats:
    """Add up what the riders did in one tour."""
    done: Feats = Counter()
    won = tour_winners(race).riders
    for bib in won:
        done[Of(Feat.TOURS), bib, None] += 1
    for bib in stages_won(race):
        done[Of(Feat.STAGES), bib, None] += 1
        done[Of(Feat.STAGES_IN_A_TOUR), bib, None] += 1
    for score in race.stages:
        if not score.stage.cancelled:
            _add_stage(score, race, done)
    general = (
        race.stages[-1].standings[ClassificationName.GENERAL] if race.stages else ()
    )
    if won and not race.is_one_day and len(general) > 1:
        winner, second = general[:2]
        if isinstance(second, TimeStanding) and second.gap:
            of = Of(Feat.TOUR_GAP, unit=race.rulebook.unit)
            done[of, Bib(winner.who), None] = second.gap
    return done


def _add_stage(score: StageScore, race: Race, done: Feats) -> None:
    """Add a stage: days in jerseys, climbs and sprints won (CR-15), the gap."""
    stage = score.stage
    if not race.is_one_day:
        for jersey in score.jerseys:
            if jersey.wearer is not None:
                of = Of(Feat.DAYS, jersey=jersey.classification)
                done[of, jersey.wearer, None] += 1
    for prime, first in prime_winners(stage, score.result):
        feat = Feat.CLIMBS if isinstance(prime, Section) else Feat.SPRINTS
        done[Of(feat), first, None] += 1
    if not stage.by_teams and len(score.result) > 1:
        winner, second = score.result[:2]
        if second.place is not None and second.gap is not None and second.gap > 0:
            of = Of(Feat.STAGE_GAP, unit=race.rulebook.unit)
            done[of, winner.bib, score.number] = second.gap
