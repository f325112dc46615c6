"""The running totals of a race, and the functions that add a stage to them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, TypeVar

from peloton.rules.facts.kinds import Category, ClassificationName, Reason, StageKind
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.results import Award, StageLine, StageScore, TeamLine
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import prime_winners, summit_category
from peloton.rules.stage.times import TimedRider

_Key = TypeVar("_Key")
_SumsByKey = defaultdict[_Key, Counter[Bib]]
"""Riders' sums for each key, such as a classification or a category of summits."""
_sums_by_key = partial(defaultdict[Any, Counter[Bib]], Counter[Bib])


@dataclass(slots=True)
class Tally:
    """The totals of a race so far, with the riders still in it.

    `rulebook` has the options and house rules of the `tour` applied. `startlist`,
    `racing` and `times` are in the order of the bibs, `teams` in the order of the
    codes, because rankings list riders who are still tied in that order.

    `racing` riders are still in the race. Of these, `resting` riders miss the next ride
    and have no time (CY-11). `waiting` riders join later: the value is the time for the
    stages missed, None if they get no time (GN-10). `neutral` riders win nothing
    (FI-3).

    `times` are in ticks, with bonuses subtracted and penalties added. `places` are the
    sums of places, `latest_places` the places on the latest stage. `fractions` are sums
    of thousandths of a second in time trials (RR-2), `summits` the numbers of summits
    won, by category (RR-5). `team_times` are the sums of best times, for teams with
    enough riders on every stage, `team_ranks` the ranks of teams on stages (RR-6).

    `purse` is the teams' money, `savings` their sponsor money; `purses` are
    the groups of teams that share it (CY-15). `turns` are the unused extra turns of the
    riders for whom they are known (CY-12), `team_turns` those of teams.

    `classifications` are the tour's classifications, `counted` those for which a stage
    has counted (GN-5). `previous` and `general` are the general ranks before and after
    the current stage. `latest_stage` is the latest stage that was not cancelled, with
    the lots that count (GN-4); `latest_score` is the score of the latest stage,
    cancelled or not.
    """

    tour: Tour
    rulebook: Rulebook
    startlist: Mapping[Bib, Rider]
    neutral: frozenset[Bib]
    teams: Mapping[TeamCode, Sequence[Bib]]
    classifications: tuple[ClassificationName, ...]
    racing: dict[Bib, Rider]
    times: dict[Bib, int]
    waiting: dict[Bib, int | None]
    team_times: dict[TeamCode, int]
    turns: dict[Bib, int]
    team_turns: dict[TeamCode, int]
    purses: tuple[tuple[TeamCode, ...], ...]
    places: Counter[Bib] = field(default_factory=Counter)
    latest_places: dict[Bib, int] = field(default_factory=dict)
    points: _SumsByKey[ClassificationName] = field(default_factory=_sums_by_key)
    wins: _SumsByKey[ClassificationName] = field(default_factory=_sums_by_key)
    fractions: Counter[Bib] = field(default_factory=Counter)
    summits: _SumsByKey[Category] = field(default_factory=_sums_by_key)
    team_ranks: defaultdict[TeamCode, list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    team_points: Counter[TeamCode] = field(default_factory=Counter)
    team_seconds: Counter[TeamCode] = field(default_factory=Counter)
    purse: Counter[TeamCode] = field(default_factory=Counter)
    savings: Counter[TeamCode] = field(default_factory=Counter)
    counted: frozenset[ClassificationName] = frozenset()
    resting: frozenset[Bib] = frozenset()
    previous: Mapping[str, int] = field(default_factory=dict)
    general: Mapping[str, int] = field(default_factory=dict)
    latest_stage: Stage | None = None
    latest_score: StageScore | None = None

    @property
    def starting(self) -> Mapping[Bib, Rider]:
        """The riders who start the next stage, in the order of the bibs."""
        return {b: rider for b, rider in self.racing.items() if b not in self.resting}

    def copy(self) -> "Tally":
        """Return an independent copy, for example to score a stage provisionally."""
        sums = {field.name: _copy(getattr(self, field.name)) for field in fields(self)}
        return replace(self, **sums)

    def join(self, number: int) -> None:
        """Add the riders who join on stage `number` to the race (GN-10)."""
        riders, times = self.startlist, self.times
        joining = [bib for bib in self.waiting if (riders[bib].joins or 1) <= number]
        for bib in joining:
            self.racing[bib] = riders[bib]
            missed = self.waiting.pop(bib)
            if missed is not None:
                times[bib] = missed
        if joining:
            self.racing = {bib: riders[bib] for bib in riders if bib in self.racing}
            self.times = {bib: times[bib] for bib in riders if bib in times}

    def leave(self, bib: Bib) -> None:
        """Remove a rider from the race; keep the rider's points and wins (GN-1)."""
        self.racing.pop(bib, None)
        self.times.pop(bib, None)


def _copy(value: Any) -> Any:  # noqa: ANN401 - any value of a tally
    """Copy the dictionaries in a field of a tally; share immutable values."""
    if isinstance(value, defaultdict):
        sums = {key: part.copy() for key, part in value.items()}
        return defaultdict(value.default_factory, sums)
    return value.copy() if isinstance(value, dict) else value


_GENERAL = ClassificationName.GENERAL


def add_times(stage: Stage, result: Sequence[StageLine], tally: Tally) -> None:
    """Add a stage's times, bonuses, penalties and places (CR-15, RR-2)."""
    rulebook = tally.rulebook
    if not rulebook.counts(stage, _GENERAL):
        return
    stage_times: dict[Bib, int] = {}
    # Riders who do not start a track race have no place on the latest stage.
    latest = tally.latest_places = {}
    for line in result:
        if line.place is not None:
            latest[line.bib] = line.place
            if line.time is not None:
                stage_times[line.bib] = line.time - line.bonus + line.penalty
    if rulebook.counts_times(stage):
        _add_missed_times(result, stage_times, tally)
    for bib, time in stage_times.items():
        if bib in tally.times:
            tally.times[bib] += time
    if stage.kind is not StageKind.TTT or rulebook.flag("places.ttt"):
        tally.places.update(tally.latest_places)


def _add_missed_times(
    result: Sequence[StageLine], stage_times: dict[Bib, int], tally: Tally
) -> None:
    """Give riders who miss a stage the last rider's time and the next place (GN-10).

    If the rules give them no time, they lose their total. Bonuses and penalties by
    rulings on the stage still count.
    """
    absent = [line for line in result if line.status == Reason.ABS]
    given = missed_time(result, tally.rulebook)
    if given is None:
        for line in absent:
            tally.times.pop(line.bib, None)
        tally.waiting = dict.fromkeys(tally.waiting)
        return
    last, time = given
    for line in absent:
        stage_times[line.bib] = time - line.bonus + line.penalty
    for bib, missed in tally.waiting.items():
        tally.waiting[bib] = None if missed is None else missed + time
    missing = [*tally.waiting, *(line.bib for line in absent)]
    tally.latest_places |= dict.fromkeys(missing, (last.place or 0) + 1)


def missed_time(
    lines: Iterable[StageLine], rulebook: Rulebook
) -> tuple[StageLine, int] | None:
    """Return the last rider classified, and the time that absent riders get (GN-10).

    Returns None if they get no time.
    """
    timed = [line for line in lines if line.place and line.time is not None]
    if not timed or rulebook.word("missed.time") == "none":
        return None
    return timed[-1], (timed[-1].time or 0) + rulebook.number("missed.penalty")


def add_fractions(stage: Stage, timed: Iterable[TimedRider], tally: Tally) -> None:
    """Add the fractions of a second lost by rounding times in time trials (RR-2)."""
    alone = stage.kind.against_the_clock and not stage.by_teams
    if alone and tally.rulebook.counts(stage, _GENERAL):
        for rider in timed:
            tally.fractions[rider.bib] += rider.fraction


def add_points(
    stage: Stage, result: Sequence[StageLine], awards: Iterable[Award], tally: Tally
) -> None:
    """Add the points won or deducted on a stage, and the wins, to the tally (CR-15)."""
    rulebook = tally.rulebook
    counted = {*rulebook.counted(stage)}
    for award in awards:
        if award.towards in counted:
            tally.points[ClassificationName(award.towards)][award.bib] += award.amount
    if counted.isdisjoint(rulebook.words("points.sprint_counts_for")):
        # Sprint wins count only if sprint points do, as for green in `road` (RR-4).
        counted.discard(ClassificationName.ACTIVE)
    winner = next((line.bib for line in result if line.place == 1), None)
    # A team time trial or a pursuit by teams is won by a team.
    if winner is not None and not stage.by_teams:
        for name in counted & {_GENERAL, ClassificationName.POINTS}:
            tally.wins[name][winner] += 1
    for prime, first in prime_winners(stage, result):
        climb = prime if isinstance(prime, Section) else None
        name = ClassificationName.MOUNTAINS if climb else ClassificationName.ACTIVE
        if name in counted:
            tally.wins[name][first] += 1
            category = summit_category(climb, rulebook) if climb else None
            if category is not None:  # breaks ties of climbers (RR-5)
                tally.summits[category][first] += 1


def team_points(awards: Iterable[Award], tally: Tally) -> Counter[TeamCode]:
    """Return the points of each team's riders on one stage (CR-8, FR-5)."""
    day: Counter[TeamCode] = Counter()
    source, towards = tally.rulebook.team_points_source
    for award in awards:
        team = tally.startlist[award.bib].team
        counts = source in (None, award.source) and award.towards == towards
        if counts and team is not None:
            day[team] += award.amount
    return day


def add_team_sums(
    stage: Stage, won: Mapping[TeamCode, int], lines: Iterable[TeamLine], tally: Tally
) -> None:
    """Add the stage's points, times and rulings to the teams' sums.

    A team without a result on the stage loses its sum of best times for good (RR-6).
    """
    if not tally.rulebook.counts(stage, ClassificationName.TEAMS):
        return
    # If riders' points decide, the team classification adds up their totals (FR-5).
    by_riders = tally.rulebook.word("teams.by") == "rider points"
    for team, amount in won.items() if not by_riders else ():
        tally.team_points[team] += amount
    day = {line.team: line for line in lines}
    for team in tuple(tally.team_times):
        if team not in day:
            del tally.team_times[team]
    for team, line in day.items():
        if team in tally.team_times and line.time is not None:
            tally.team_times[team] += line.time
        tally.team_ranks[team].append(line.rank)
    for ruling in stage.rulings:
        if ruling.team is not None:
            tally.team_points[ruling.team] -= ruling.points
            tally.team_seconds[ruling.team] += ruling.seconds
