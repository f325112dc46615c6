"""The one fold over a tour: facts and a rulebook in, everything derived out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from peloton.rules.awards import FINISH, stage_awards
from peloton.rules.checks import stage_problems, tour_problems
from peloton.rules.clocks import Timed
from peloton.rules.gaps import late_riders, stage_times
from peloton.rules.general import general_classification, young_classification
from peloton.rules.jerseys import jersey_wearers
from peloton.rules.model import (
    Bib,
    ClassificationName,
    Reason,
    Section,
    Stage,
    StageKind,
    TeamCode,
    Tour,
    Unplaced,
)
from peloton.rules.points import points_classification
from peloton.rules.results import (
    Award,
    Problem,
    Race,
    Severity,
    StageLine,
    StageScore,
    Standings,
)
from peloton.rules.rulebook import Rulebook
from peloton.rules.tallies import Tally
from peloton.rules.teams import team_classification, team_result
from peloton.rules.ties import bib_order

_GENERAL = ClassificationName.GENERAL
_POINTS = ClassificationName.POINTS
_FINISHED = "FIN"
_CLASSIFICATIONS = {str(name): name for name in ClassificationName}


def score(tour: Tour, rulebook: Rulebook, problems: Iterable[Problem] = ()) -> Race:
    """Score a tour: each stage's result, and every classification after it.

    `rulebook` is the tour's own, options and house rules applied. `problems` are
    those already found while reading it. Scoring stops before the first stage with
    an error, its own or the tour's; the stages after it are still checked.
    """
    found = list(problems)
    # Whoever stands on a line that could not be read is not missing.
    unread = {p.stage for p in found if p.where[2:] == ("finish",)}
    found += tour_problems(tour, rulebook)
    broken = {p.stage for p in found if p.severity is Severity.ERROR}
    good = None not in broken
    tally = _fresh_tally(tour)
    scores: list[StageScore] = []
    for number, stage in enumerate(tour.stages, 1):
        if stage.ridden:
            wrong = stage_problems(tour, number, tally.racing, rulebook)
            if number in unread:
                wrong = [each for each in wrong if each.code != "missing"]
            found += wrong
            broken |= {p.stage for p in wrong if p.severity is Severity.ERROR}
        good = good and number not in broken
        if stage.cancelled:
            if good:
                scores.append(_cancelled(number, stage, tally, rulebook, scores))
        elif stage.ridden:
            home = _homecoming(stage, tally, rulebook)
            for bib in home.leaving:
                tally.leave(bib)
            if good:
                scores.append(_stage_score(number, stage, home, tally, rulebook))
    return Race(
        tour=tour, rulebook=rulebook, stages=tuple(scores), problems=tuple(found)
    )


def racing_before(tour: Tour, number: int, rulebook: Rulebook) -> tuple[Bib, ...]:
    """Name the riders still in the race at the start of a stage (GN-1)."""
    tally = _fresh_tally(tour)
    for stage in tour.stages[: number - 1]:
        if stage.cancelled:
            continue
        for bib in _homecoming(stage, tally, rulebook).leaving:
            tally.leave(bib)
    return tuple(tally.racing)


def _fresh_tally(tour: Tour) -> Tally:
    riders = sorted(tour.riders, key=lambda rider: bib_order(rider.bib))
    startlist = {rider.bib: rider for rider in riders}
    return Tally(
        startlist=startlist,
        teams=tuple(sorted(team.code for team in tour.teams)),
        racing=dict(startlist),
        times=dict.fromkeys(startlist, 0),
    )


class _Homecoming(NamedTuple):
    """Who came home and when; `outside` the time limit; `leaving` the race."""

    timed: tuple[Timed, ...]
    outside: frozenset[Bib]
    leaving: frozenset[Bib]


def _homecoming(stage: Stage, tally: Tally, rulebook: Rulebook) -> _Homecoming:
    """Time a stage and say who is out of the race after it (GN-1)."""
    teams = {bib: rider.team for bib, rider in tally.startlist.items()}
    timed = stage_times(stage, rulebook, teams)
    unplaced = [line for line in stage.finish if isinstance(line, Unplaced)]
    outside = late_riders(stage, timed, rulebook).union(
        line.bib for line in unplaced if line.reason is Reason.OTL
    )
    return _Homecoming(timed, outside, outside.union(line.bib for line in unplaced))


def _stage_score(
    number: int, stage: Stage, home: _Homecoming, tally: Tally, rulebook: Rulebook
) -> StageScore:
    """Score one good stage, and rank everybody as they stand after it."""
    placed = [rider for rider in home.timed if rider.bib not in home.outside]
    bibs = [rider.bib for rider in placed]
    awards = stage_awards(stage, bibs, home.outside, rulebook)
    result = tuple(_result(stage, placed, home, awards))
    _count(stage, result, awards, home.outside, tally)
    day = _team_points(awards, tally)
    _count_teams(stage, day, tally)
    tally.previous = tally.general
    standings = _standings(stage, tally, rulebook)
    return StageScore(
        number=number,
        stage=stage,
        result=result,
        team_result=team_result(stage, result, day, tally, rulebook),
        standings=standings,
        jerseys=jersey_wearers(standings, rulebook),
        awards=awards,
    )


def _cancelled(
    number: int,
    stage: Stage,
    tally: Tally,
    rulebook: Rulebook,
    before: Sequence[StageScore],
) -> StageScore:
    """Leave everything as it stood before a cancelled stage (GN-4)."""
    nothing: dict[ClassificationName, Standings] = dict.fromkeys(
        _kept(tally, rulebook), ()
    )
    return StageScore(
        number=number,
        stage=stage,
        result=(),
        team_result=(),
        standings=before[-1].standings if before else nothing,
        jerseys=before[-1].jerseys if before else (),
        awards=(),
    )


def _result(
    stage: Stage,
    placed: Sequence[Timed],
    home: _Homecoming,
    awards: Iterable[Award],
) -> Iterator[StageLine]:
    """Write the stage result: by place, then OTL, DNF, DNS and DSQ riders (GN-1)."""
    won: dict[str, dict[Bib, int]] = {}
    for award in awards:
        sums = won.setdefault(award.towards, {})
        sums[award.bib] = sums.get(award.bib, 0) + award.amount
    bonus, penalty, points, mountains = (
        won.get(towards, {})
        for towards in ("bonus", "penalty", _POINTS, ClassificationName.MOUNTAINS)
    )
    best = placed[0].time if placed else 0
    for place, (bib, _, time, leader) in enumerate(placed, 1):
        yield StageLine(
            place,
            bib,
            _FINISHED,
            time,
            time - best,
            bonus.get(bib, 0),
            penalty.get(bib, 0),
            points.get(bib, 0),
            mountains.get(bib, 0),
            leader,
        )
    clocked = {rider.bib: rider for rider in home.timed if rider.bib in home.outside}
    unplaced = [(bib, Reason.OTL) for bib in clocked]
    unplaced += (
        (line.bib, line.reason)
        for reason in Reason
        for line in stage.finish
        if isinstance(line, Unplaced)
        and line.reason is reason
        and line.bib not in clocked
    )
    for bib, reason in unplaced:
        rider = clocked.get(bib)
        yield StageLine(
            None,
            bib,
            reason,
            rider and rider.time,
            rider and rider.time - best,
            bonus.get(bib, 0),
            penalty.get(bib, 0),
            points.get(bib, 0),
            mountains.get(bib, 0),
            rider and rider.leader,
        )


def _count(
    stage: Stage,
    result: Iterable[StageLine],
    awards: Iterable[Award],
    outside: AbstractSet[Bib],
    tally: Tally,
) -> None:
    """Add a stage to every rider's sums, as far as it counts (GN-4)."""
    if stage.counts.get(_GENERAL, True):
        times, places, latest = tally.times, tally.places, tally.latest
        for line in result:
            bib = line.bib
            if line.place is not None and line.time is not None:
                times[bib] += line.time - line.bonus + line.penalty
                places[bib] = places.get(bib, 0) + line.place
                latest[bib] = line.place
    for award in awards:
        name = _CLASSIFICATIONS.get(award.towards)
        if name is not None and stage.counts.get(name, True):
            tally.points[name].add(award.bib, award.amount)
    for name, winner in _winners(stage, result, outside):
        if stage.counts.get(name, True):
            tally.points[name].win(winner)


def _winners(
    stage: Stage, result: Iterable[StageLine], outside: AbstractSet[Bib]
) -> Iterator[tuple[ClassificationName, Bib]]:
    """Name who won the stage, each sprint and each summit (CR-15).

    A team time trial is won by a team.
    """
    winner = next((line.bib for line in result if line.place == 1), None)
    if winner is not None and stage.kind is not StageKind.TTT:
        yield from ((_GENERAL, winner), (_POINTS, winner))
    for label, prime in stage.primes.items():
        first = next(iter(stage.crossings.get(label, ())), None)
        if first is not None and first not in outside:
            climb = isinstance(prime, Section)
            name = ClassificationName.MOUNTAINS if climb else ClassificationName.ACTIVE
            yield name, first


def _team_points(awards: Iterable[Award], tally: Tally) -> dict[TeamCode, int]:
    """Add up the finish points of each team's riders on one stage (CR-8)."""
    day: dict[TeamCode, int] = {}
    for award in awards:
        team = tally.startlist[award.bib].team
        if award.source == FINISH and award.towards == _POINTS and team is not None:
            day[team] = day.get(team, 0) + award.amount
    return day


def _count_teams(stage: Stage, day: Mapping[TeamCode, int], tally: Tally) -> None:
    """Add a day's points and the rulings to the teams' sums, as far as they count.

    What a rider won for the team stays the team's when the rider leaves (GN-1).
    """
    if not stage.counts.get(ClassificationName.TEAMS, True):
        return
    for team, points in day.items():
        tally.team_points[team] = tally.team_points.get(team, 0) + points
    for ruling in stage.rulings:
        ruled = ruling.team
        if ruled is not None:
            tally.team_points[ruled] = tally.team_points.get(ruled, 0) - ruling.points
            seconds = tally.team_seconds.get(ruled, 0)
            tally.team_seconds[ruled] = seconds + ruling.seconds


def _kept(tally: Tally, rulebook: Rulebook) -> Iterator[ClassificationName]:
    """Name the classifications of this tour: without teams there is none of teams."""
    for name in rulebook.classifications:
        if tally.teams or name is not ClassificationName.TEAMS:
            yield name


def _standings(
    stage: Stage, tally: Tally, rulebook: Rulebook
) -> dict[ClassificationName, Standings]:
    """Rank every classification the rulebook keeps, the general one first."""
    general = general_classification(stage, tally, rulebook)
    tally.general = {row.who: row.rank for row in general}
    standings: dict[ClassificationName, Standings] = {}
    for name in _kept(tally, rulebook):
        if name is _GENERAL:
            standings[name] = general
        elif name is ClassificationName.YOUNG:
            standings[name] = young_classification(stage, tally, rulebook)
        elif name is not ClassificationName.TEAMS:
            standings[name] = points_classification(name, stage, tally, rulebook)
        else:
            standings[name] = team_classification(stage, tally, general, rulebook)
    return standings
