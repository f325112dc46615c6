"""Chances if all were equally strong: a tour ridden to its end many times (GN-6)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import isqrt
from typing import Any, NamedTuple

from peloton.errors import PelotonError
from peloton.rules.facts.kinds import COMBINED, ClassificationName, StageKind
from peloton.rules.facts.seen import COUNTED, cleared
from peloton.rules.facts.stage import Arrival, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import with_stage
from peloton.rules.live import LiveRace
from peloton.rules.outlook.situation import stages_to_come
from peloton.rules.outlook.stakes import stage_stakes
from peloton.rules.race import scored
from peloton.rules.results import PURSE, Race, StageScore, TurnLines

_Drawn = Callable[[int, int], Sequence[int]]
"""Draws some of the numbers below another by lot: chance is not the rules' own.

`drawn(20, 3)` is three of 0 to 19, each once, in the order drawn.
"""
RIDES = 2_000
_ENOUGH = 2
"""Sheets of a kind, at least: with one, every ride would bring the same marks."""


def chances(
    race: Race, after: int, drawn: _Drawn, rides: int = RIDES
) -> Mapping[str, Counter[str]]:
    """Count who wins what in so many rides to the end, from how it stood after a stage.

    Each stage to come takes the finish sheet of one ridden before it of its kind and
    deals its marks to the riders at random, and so each sprint and summit; nobody
    gives up. Who shares a first rank has won. Nothing is counted after the last stage.
    There must be enough sheets (`never_ridden`).
    """
    won: dict[str, Counter[str]] = {}
    if not stages_to_come(race, after):
        return won
    sheets = _sheets(race, after)
    tour = race.tour
    stages = (
        stage if number <= after else _course(stage)
        for number, stage in enumerate(tour.stages, 1)
    )
    tour = replace(tour, stages=tuple(stages))
    live = LiveRace.before(tour, after + 1, race.rulebook)
    ahead = _Ahead(live, sheets, _deepest(live), drawn)
    for _ in range(rides):
        last = _ride(ahead)
        for name, standings in last.standings.items():
            first = (row.who for row in standings if row.rank == 1)
            won.setdefault(name, Counter()).update(first)
        richest = (e.team for e in last.purse if e.balance == last.purse[0].balance)
        won.setdefault(PURSE, Counter()).update(richest)
    return won


def never_ridden(race: Race, after: int) -> int | None:
    """Find the first stage to come of a kind of which there are not two sheets yet."""
    sheets, stages = _sheets(race, after), race.tour.stages
    lacking = (
        number
        for number in stages_to_come(race, after)
        if len(sheets.get(stages[number - 1].kind, ())) < _ENOUGH
    )
    return next(lacking, None)


def _sheets(race: Race, after: int) -> Mapping[StageKind, list[Stage]]:
    sheets: dict[StageKind, list[Stage]] = {}
    for score in race.stages:
        if score.number <= after and not score.stage.cancelled:
            sheets.setdefault(score.stage.kind, []).append(score.stage)
    return sheets


def percent(wins: int) -> tuple[int, int]:
    """Return the wins in a hundred rides, and how far that may be off 19 times in 20.

    Both are rounded, so that the error is never under 1.
    """
    error = isqrt(4 * 196 * 196 * wins * (RIDES - wins) // RIDES**3)
    return (200 * wins + RIDES) // (2 * RIDES), max(1, (error + 1) // 2)


def _course(stage: Stage) -> Stage:
    """Return a stage as it is before it is ridden, even if it was since."""
    if not stage.has_results:
        return stage
    return replace(cleared(stage), cancelled=stage.cancelled, offers=stage.offers)


class _Ahead(NamedTuple):
    """A tour before the stages to come; `over` are the riders seen over each prime."""

    live: LiveRace
    sheets: Mapping[StageKind, Sequence[Stage]]
    over: int
    drawn: _Drawn


def _deepest(live: LiveRace) -> int:
    """Count how many over a sprint or a summit to come win something there."""
    places = [1]
    for stage in live.tour.stages[live.number - 1 :]:
        places += (offer.place for offer in stage.offers)
        lines = stage_stakes(stage, live.racing, live.rulebook).lines
        places += (len(line.amounts) for line in lines if line.source in stage.primes)
    return max(places)


def _ride(ahead: _Ahead) -> StageScore:
    """Ride a tour to its end once."""
    live, sheets, _, drawn = ahead
    tally, done, tour = live.tally.copy(), live.previous, live.tour
    nothing = TurnLines((), ())
    last = max(n for n, stage in enumerate(tour.stages, 1) if not stage.cancelled)
    # Meanwhile only who wears a jersey matters, and that for the premiums alone.
    paying = live.rulebook.flag("money.premiums")
    worn = {jersey.classification for jersey in live.rulebook.jerseys}
    if ClassificationName.COMBINATION in worn:
        worn.update(COMBINED)
    meanwhile = tuple(n for n in live.tally.kept if paying and n in worn)
    for number, course in enumerate(tour.stages[live.number - 1 :], live.number):
        now = tour
        if not course.cancelled:
            tally.kept = live.tally.kept if number == last else meanwhile
            ridden = sheets[course.kind]
            sheet, riders = ridden[drawn(len(ridden), 1)[0]], tuple(tally.starting)
            now = with_stage(tour, number, _dealt(course, sheet, riders, ahead))
        done = scored(now, number, nothing, tally, live.rulebook, before=done)
    if done is None:
        message = "no stage has been ridden yet"
        raise PelotonError(message)
    return done


def _dealt(course: Stage, sheet: Stage, riders: Sequence[Bib], ahead: _Ahead) -> Stage:
    """Ride a stage as it was on a sheet, by the riders in an order by chance.

    Where fewer are left, marks are left out by chance, but for the first one, from
    which turns and gaps are counted; where there are more, they have the last one.
    """
    count, drawn = len(riders), ahead.drawn
    arrivals = sheet.arrivals
    orders = (*(line.bibs for line in arrivals), *sheet.laps, *sheet.heats)
    seen = list(dict.fromkeys(chain(*orders, sheet.eliminated)))
    if count < len(seen):
        kept = sorted(drawn(len(seen) - 1, count - 1)) if count else ()
        seen = [seen[0], *(seen[other + 1] for other in kept)]
    dealt = [riders[at] for at in drawn(count, count)]
    now = dict(zip(seen, dealt, strict=False))

    def by(bibs: Iterable[Bib]) -> tuple[Bib, ...]:
        return tuple(now[bib] for bib in bibs if bib in now)

    finish = [Arrival(by(line.bibs), line.mark) for line in arrivals]
    if arrivals and not course.kind.outside_the_tour:
        finish += (Arrival((b,), arrivals[-1].mark) for b in dealt[len(seen) :])
    over = min(count, ahead.over)
    counts: dict[str, Any] = {
        name: {now[bib]: n for bib, n in getattr(sheet, name).items() if bib in now}
        for name, row in COUNTED.items()
        if row.towards is not None
    }
    return replace(
        course,
        **counts,
        finish=tuple(line for line in finish if line.bibs),
        laps=tuple(map(by, sheet.laps)),
        heats=tuple(map(by, sheet.heats)),
        eliminated=by(sheet.eliminated),
        crossings={
            label: tuple(riders[at] for at in drawn(count, over))
            for label in course.primes
        },
    )
