"""The outlook: what every rider and team can still win in the stages to come.

By points it is a bound, never too low (GN-6): whoever is said to be out is out, as
long as the leader stays in the race. By time there is a bound only where a time limit
makes one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from peloton.rules.classifications.riders import led_classifications
from peloton.rules.classifications.tallies import team_points_source
from peloton.rules.facts.kinds import ClassificationName, Reason, StageKind
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.outlook.stakes import Stakes, most_gain, stage_stakes, top
from peloton.rules.results import Race, StageScore, TimeStanding
from peloton.rules.rulebook.keys import FINAL_POINTS

PURSE = "purse"
"""The name of what the teams win by money, beside the classifications (CY-17)."""
_GENERAL, _TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS
_POINTS, _MOUNTAINS = ClassificationName.POINTS, ClassificationName.MOUNTAINS
_COMBINATION = ClassificationName.COMBINATION


class Prospect(NamedTuple):
    """A total of points, or of a team's money, and the most it can become.

    `can` says whether that is enough for the first rank. Both are None where nobody
    knows how much is still to come.
    """

    who: str
    total: int
    most: int | None
    can: bool | None


class TimeProspect(NamedTuple):
    """A total time, and what it takes to make up the gap to the leader.

    `a_stage` are the ticks needed on each stage to come that counts, None where there
    is none; `best_gain` is the most taken from the leader on one stage so far. `can`
    is None where nothing bounds what a stage can bring. `gap` is None for a team behind
    a slower one (CY-18).
    """

    who: str
    time: int
    gap: int | None
    a_stage: int | None
    best_gain: int
    can: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospects:
    """What is still to win in one classification, or of the money (`PURSE`)."""

    name: str
    rows: tuple[Prospect, ...] | tuple[TimeProspect, ...]

    @property
    def decided(self) -> bool:
        """Whether one can win it and, with certainty, nobody else."""
        claims = [row.can for row in self.rows]
        return claims.count(True) == 1 and None not in claims


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What is still to win after a stage; `to_come` are the stages that the tour knows.

    A cancelled stage is not among them. `final_points` are the most that a rider can
    still win when the tour is over (FR-4).
    """

    after: int
    to_come: tuple[int, ...]
    final_points: int
    classifications: tuple[Prospects, ...]


def outlook_after(race: Race, score: StageScore) -> Outlook:
    """Work out what every rider and team can still reach after a stage (GN-6)."""
    view = _view(race, score)
    by_name = []
    led = led_classifications(race, score)
    for name in score.standings:
        prospects = _by_time if _adds_up_times(name, score, race) else _by_points
        # Where nothing has counted and nothing can, nobody wins (GN-5).
        if name in led or not view.is_last:
            by_name.append(Prospects(name=name, rows=prospects(name, view)))
    if score.purse:
        by_name.append(Prospects(name=PURSE, rows=_by_money(view)))
    to_come = stages_to_come(race, score.number)
    return Outlook(
        after=score.number,
        to_come=to_come,
        final_points=view.final_points,
        classifications=tuple(by_name),
    )


def stages_to_come(race: Race, after: int) -> tuple[int, ...]:
    """Return the numbers of the stages after one, but for those cancelled."""
    stages = enumerate(race.tour.stages, 1)
    return tuple(n for n, stage in stages if n > after and not stage.cancelled)


def _adds_up_times(name: ClassificationName, score: StageScore, race: Race) -> bool:
    if rows := score.standings[name]:
        return isinstance(rows[0], TimeStanding)
    by = {_TEAMS: "teams.by", _GENERAL: "general.by"}.get(_as_general(name))
    return by is not None and race.rulebook.word(by) not in {"points", "omnium"}


def _as_general(name: ClassificationName) -> ClassificationName:
    """Rank the young as the general classification does (RR-7)."""
    return _GENERAL if name is ClassificationName.YOUNG else name


class _View(NamedTuple):
    """A tour after a stage: the `past` ends with it; `racing` are still in the race.

    `unlisted` are the planned stages that the tour does not list yet, None if their
    number is open (GN-9).
    """

    race: Race
    past: tuple[StageScore, ...]
    stakes: tuple[Stakes, ...]
    racing: Mapping[Bib, Rider]
    unlisted: int | None

    @property
    def is_last(self) -> bool:
        """Whether no stage can come any more."""
        return not self.stakes and self.lists_all

    @property
    def final_points(self) -> int:
        """The most points a rider can still win when the tour is over (FR-4)."""
        if self.latest.number == self.race.tour.total_stages:
            return 0
        kept = self.latest.standings
        keys = (key for name, key in FINAL_POINTS.items() if name in kept)
        return sum(max(self.race.rulebook.scale(key), default=0) for key in keys)

    @property
    def lists_all(self) -> bool:
        """Whether the tour lists every stage that it will have."""
        return self.unlisted == 0

    @property
    def latest(self) -> StageScore:
        """The score after the stage."""
        return self.past[-1]


def _view(race: Race, score: StageScore) -> _View:
    past = tuple(s for s in race.stages if s.number <= score.number)
    back = {Reason.ABS}
    if race.rulebook.flag("time_limit.back"):
        back.add(Reason.OTL)
    gone = {
        line.bib
        for s in past
        for line in s.result
        if line.place is None and line.status not in back
    }
    racing = {r.bib: r for r in race.tour.riders if r.bib not in gone}
    stakes = (
        stage_stakes(race.tour.stages[number - 1], tuple(racing), race.rulebook)
        for number in stages_to_come(race, score.number)
    )
    total, listed = race.tour.total_stages, len(race.tour.stages)
    unlisted = None if total is None else max(total - listed, 0)
    return _View(race, past, tuple(stakes), racing, unlisted)


def _by_points(name: ClassificationName, view: _View) -> tuple[Prospect, ...]:
    """Add the most that can be won to each total; who has none may still get some."""
    standings = view.latest.standings[name]
    totals = {row.who: row.total for row in standings}
    moved = name is _COMBINATION or _adds_points(name, view)
    if view.is_last and not (moved and view.final_points):
        first = _first(name, view)
        return tuple(Prospect(w, all_, all_, w in first) for w, all_ in totals.items())
    ruled = _ruled(name, view)
    lead = standings[0].total + ruled[standings[0].who] if standings else 1
    riders = dict.fromkeys(totals, 1) if name is not _TEAMS else _sizes(view)
    gains = {size: _most(name, size, view) for size in {1, *riders.values()}}
    rows: list[Prospect] = []
    for who, total in {**totals, **_unclassified(name, view)}.items():
        gain = gains[riders.get(who, 1)]
        most = None if gain is None else total + ruled[who] + gain
        can = None if most is None else most >= lead
        if who in totals or can is not False:
            rows.append(Prospect(who, total, most, can))
    return tuple(rows)


def _adds_points(name: ClassificationName, view: _View) -> bool:
    """Return whether a total is all that riders have in the points classification."""
    by_riders = view.race.rulebook.word("teams.by") == "rider points"
    return name is _POINTS or (name is _TEAMS and by_riders)


def _unclassified(name: ClassificationName, view: _View) -> dict[str, int]:
    """Return the totals of riders who have no points, or fewer than none, so far."""
    if name in {_TEAMS, ClassificationName.YOUNG}:
        return {}
    classified = {row.who for row in view.latest.standings[name]}
    won: Counter[str] = Counter()
    for score in view.past:
        if view.race.rulebook.counts(score.stage, name):
            for award in score.awards:
                won[award.bib] += award.amount if award.towards == name else 0
    return {
        bib: won[bib]
        for bib, rider in view.racing.items()
        if bib not in classified and not rider.neutral
    }


def _sizes(view: _View) -> dict[str, int]:
    """Count the riders of each team who are still in the race and can win points."""
    riders = Counter(r.team for r in view.racing.values() if not r.neutral)
    return {team.code: riders[team.code] for team in view.race.tour.teams}


def _most(name: ClassificationName, riders: int, view: _View) -> int | None:
    """Add up the most that so many riders can win together; None: nobody knows.

    Ranks to come have no bound (RR-11).
    """
    if name is _COMBINATION or not view.lists_all:
        return None
    rulebook, total = view.race.rulebook, 0
    if _adds_points(name, view):
        name, total = _POINTS, riders * view.final_points
    name = _as_general(name)
    towards, source = name, None
    if name is _TEAMS:
        source, towards = team_points_source(rulebook)
    for stakes in view.stakes:
        if rulebook.counts(stakes.stage, name):
            if towards in stakes.uncounted and source is None:
                return None
            total += stakes.best(towards, riders, source)
    return total


def _ruled(name: ClassificationName, view: _View) -> Counter[str]:
    """Add up the points of rulings already entered on stages to come (GN-2).

    In a points race of an omnium they decide the place, and no more (CR-13).
    """
    ruled: Counter[str] = Counter()
    rulebook = view.race.rulebook
    teams: Mapping[Bib | None, TeamCode | None] = {}
    if name is _TEAMS and _adds_points(name, view):
        teams = {rider.bib: rider.team for rider in view.race.tour.riders}
    for stakes in view.stakes:
        in_the_race = rulebook.is_omnium and stakes.stage.kind is StageKind.POINTS_RACE
        for ruling in stakes.rulings:
            if ruling.bib in teams and rulebook.counts(stakes.stage, _POINTS):
                ruled[teams[ruling.bib] or ""] -= ruling.points
            if not rulebook.counts(stakes.stage, _as_general(name)):
                continue
            taken = {
                _GENERAL: ruling.mountains + (0 if in_the_race else ruling.points),
                _POINTS: ruling.points,
                _MOUNTAINS: ruling.mountains,
                _TEAMS: ruling.points,
            }
            who = ruling.team if name is _TEAMS else ruling.bib
            ruled[who or ""] -= taken.get(_as_general(name), 0)
    return ruled


def _first(name: ClassificationName, view: _View) -> set[str]:
    """Find who is first in a classification, or may become so by lots."""
    steps = view.race.rulebook.words(f"ties.{_as_general(name)}")
    late = steps[steps.index("lots") + 1 :] if "lots" in steps else ()
    rows, first = view.latest.standings[name], set[str]()
    for row in rows:
        level = row.total == rows[0].total and row.tie in late
        if row.rank > 1 and not level:
            break
        first.add(row.who)
    return first


def _by_time(name: ClassificationName, view: _View) -> tuple[TimeProspect, ...]:
    """Compare each gap with what the stages to come may bring, where that is known."""
    rulebook, standings = view.race.rulebook, view.latest.standings[name]
    counting = [s for s in view.stakes if rulebook.counts(s.stage, _GENERAL)]
    bounds = [most_gain(stakes, rulebook) for stakes in counting]
    known = [bound for bound in bounds if bound is not None]
    bounded = len(known) == len(bounds) and view.lists_all
    within = sum(known) if bounded and name is not _TEAMS else None
    final = view.is_last or (len(standings) == 1 and view.lists_all)
    to_come = 0 if view.unlisted is None else len(counting) + view.unlisted
    first = _first(name, view) if final else set()
    gains = _best_gains(name, view)
    rows: list[TimeProspect] = []
    for row in (s for s in standings if isinstance(s, TimeStanding)):
        gap = row.gap
        can = None if within is None or gap is None else gap <= within
        can = row.who in first if final else can
        behind = to_come and gap is not None and gap >= 0
        needed = -(-(gap or 0) // to_come) if behind else None
        best = gains.get(row.who, 0)
        rows.append(TimeProspect(row.who, row.time, gap, needed, best, can))
    return tuple(rows)


def _best_gains(name: ClassificationName, view: _View) -> Mapping[str, int]:
    """Return the most that each took from the present leader on one stage so far."""
    best: dict[str, int] = {}
    for score in view.past if view.latest.standings[name] else ():
        if not view.race.rulebook.counts(score.stage, _GENERAL):
            continue
        times: dict[str, int] = {
            line.bib: line.time - line.bonus + line.penalty
            for line in score.result
            if line.place is not None and line.time is not None
        }
        if name is _TEAMS:
            home = score.team_result
            times = {line.team: line.time for line in home if line.time is not None}
        leader = times.get(view.latest.standings[name][0].who)
        if leader is not None:
            for who, time in times.items():
                best[who] = max(best.get(who, 0), leader - time)
    return best


def _by_money(view: _View) -> tuple[Prospect, ...]:
    """Add the premiums and offers to come to what each team has (CY-15 to CY-17)."""
    purse, stages = view.latest.purse, view.race.tour.stages
    a_stage = view.race.rulebook.number("money.offer") * len(purse)
    saved = sum(line.savings for line in purse) if view.stakes else 0
    riders = Counter(rider.team for rider in view.racing.values())
    offers = saved + len(view.stakes) * a_stage
    over = view.is_last and view.latest.number == len(stages)
    rows: list[Prospect] = []
    for team, _, balance, _ in purse:
        won = 0 if over else _premiums(riders[team], offers, view)
        most = None if won is None else balance + won
        can = None if most is None else most >= purse[0].balance
        rows.append(Prospect(team, balance, most, can))
    return tuple(rows)


def _premiums(riders: int, offers: int, view: _View) -> int | None:
    """Add up what so many riders of a team can win, all offers too; None: unknown."""
    if not view.lists_all:
        return None
    rulebook, total = view.race.rulebook, offers if riders else 0
    jerseys = rulebook.scale("money.wearer")[: len(rulebook.jerseys)]
    for stage, *_ in view.stakes:
        if riders and not stage.kind.outside_the_tour:
            total += rulebook.number("money.stage_win") + top(jerseys, riders)
    for name in (_POINTS, _MOUNTAINS):
        for stakes in view.stakes:
            if stakes.stage.counts.get(name, True):
                if name in stakes.uncounted:
                    return None
                total += rulebook.number("money.point") * stakes.best(name, riders)
    for name in view.latest.standings:
        amounts = rulebook.scale(f"money.final.{name}")
        paid = 1 if name is _TEAMS else riders
        if "bib" not in rulebook.words(f"ties.{name}"):
            # Who shares a rank has its premium.
            amounts = (max(amounts, default=0),) * paid
        total += top(amounts, paid)
    return total
