"""Places on the board to times: order, same time, team times, time limit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from peloton.rules.facts.kinds import LimitUnit, Reason, StageKind
from peloton.rules.facts.stage import Arrival, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.games import Mark
from peloton.rules.games.mark import Finishes
from peloton.rules.results import made
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import half_up


class Timed(NamedTuple):
    """A rider home, in the order of the result; `time` in ticks, group applied.

    `leader` is the rider whose time it is. `fraction` is what rounding down left of
    the rider's own time, in thousandths of a tick; 0 where nothing was left.
    """

    bib: Bib
    mark: Mark
    time: int
    leader: Bib
    fraction: int = 0


class _Home(NamedTuple):
    """A line of the sheet and its mark read: `exact` in ticks over a denominator."""

    bibs: tuple[Bib, ...]
    mark: Mark
    exact: int


_Order = Callable[[_Home], tuple[int, ...]]
_ORDERS: Mapping[str, Callable[[int], _Order]] = {
    "time": lambda _: lambda home: (home.exact, -home.mark.past),
    "time, then as entered": lambda _: lambda home: (home.exact,),
    "turns": lambda _: lambda home: (home.mark.turns, -home.mark.past),
    "arrival": lambda _: lambda _: (),
    # Who never passed the line ranks by how far he came, whatever the turn (FI-2).
    # The first past it is the first who was moved past it: as entered.
    "first past the line": lambda line: (
        lambda home: (
            home.mark.past <= line,
            home.mark.turns if home.mark.past > line else -home.mark.past,
        )
    ),
}
"""What comes first; a sort leaves the rest as it was entered."""


def _order(name: str, rulebook: Rulebook) -> _Order:
    return _ORDERS[name](rulebook.number("line"))


def stage_times(
    stage: Stage, rulebook: Rulebook, riders: Mapping[Bib, Rider]
) -> tuple[Timed, ...]:
    """Time the riders home, in the order of the result (CR-1 to CR-5, CY-1 to CY-5).

    OTL riders with a mark are among them: they keep a time, not a place (GN-1).
    `riders` are the startlist, for a team time trial or a pursuit by teams.
    """
    rulebook = rulebook.on_stage(stage)
    homes, denominator = _homes(stage, rulebook)
    if stage.kind in _OF_TEAMS and not rulebook.flag("ttt.own_times"):
        return _team_times(stage, homes, denominator, rulebook, riders)
    alone, rounding = stage.kind.against_the_clock, rulebook.word("rounding")
    order = rulebook.word("time_trials.order" if alone else "order")
    homes.sort(key=_order(order, rulebook))
    gap = 0 if alone else rulebook.number("same_time.gap") * denominator
    if gap and rulebook.flag("same_time.strict"):
        gap -= 1
    rows: list[tuple[Bib, Mark, int, Bib, int]] = []
    ahead = time = fraction = 0
    leader = Bib("")
    for bibs, mark, exact in homes:
        # Without a same-time rule only riders entered as a group, on one line, share
        # a time.
        if not rows or not gap or exact - ahead > gap:
            leader, (time, fraction) = bibs[0], _rounded(exact, denominator, rounding)
        for bib in bibs:
            rows.append((bib, mark, time, leader, fraction))
            fraction = 0
        ahead = exact
    return made(Timed, rows)


_OF_TEAMS = {StageKind.TTT, StageKind.PURSUIT, StageKind.TEAM_PURSUIT}


def _rounded(exact: int, denominator: int, rounding: str) -> tuple[int, int]:
    """Return whole ticks, and the thousandths left by rounding down (CR-5, RR-1)."""
    if rounding != "down":
        return half_up(exact, denominator), 0
    time, rest = divmod(exact, denominator)
    return time, 1000 * rest // denominator


class TimeLimit(NamedTuple):
    """The last `time` and the last `turns` of a mark that are in time; None: no limit.

    `last_turn` is the last turn in which a rider who goes past the line as far as the
    winner did is in time; None where no turns are counted.
    """

    time: int | None
    turns: int | None
    last_turn: int | None

    def passed(self, rider: Timed) -> bool:
        """Whether a rider is too late; exactly on the limit is in time."""
        return (self.time is not None and rider.time > self.time) or (
            self.turns is not None and rider.mark.turns > self.turns
        )


def _ruled_outside(stage: Stage) -> frozenset[Bib]:
    """Name the riders who were written down as OTL (CR-12)."""
    late = (line.bib for line in stage.unplaced if line.reason is Reason.OTL)
    return frozenset(late)


def time_limit(
    stage: Stage, timed: Sequence[Timed], rulebook: Rulebook
) -> TimeLimit | None:
    """Return the limit of a stage, counted from the first rider with a place.

    None where there is no limit, or nobody to count it from (CR-12, CY-11, RR-10).
    """
    rulebook = rulebook.on_stage(stage)
    seconds, turns, percent = (
        rulebook.number(f"time_limit.{unit}") for unit in LimitUnit
    )
    if not (seconds or turns or percent):
        return None
    ruled = _ruled_outside(stage)
    winner = next((rider for rider in timed if rider.bib not in ruled), None)
    if winner is None or stage.kind not in rulebook.words("time_limit.stages"):
        return None
    turn, clock = rulebook.number("turn"), rulebook.mark
    behind = [seconds] if seconds else []
    if percent:
        behind.append(winner.time * percent // 100)
    if turns and not clock.limit_by_marks:
        behind.append(turns * turn)
    by_marks = [turns] if turns and clock.limit_by_marks else []
    last = by_marks + [gap // turn for gap in behind if clock.by_turns]
    return TimeLimit(
        winner.time + min(behind) if behind else None,
        winner.mark.turns + turns if by_marks else None,
        winner.mark.turns + min(last) if last else None,
    )


def outside_riders(
    stage: Stage, timed: Sequence[Timed], rulebook: Rulebook
) -> frozenset[Bib]:
    """Name the riders outside the time limit, by ruling or by rule (CR-12, CY-11).

    A rider who is reinstated is not one of them (RR-10).
    """
    late = late_riders(stage, timed, rulebook) - stage.reinstated
    return _ruled_outside(stage) | late


def late_riders(
    stage: Stage, timed: Sequence[Timed], rulebook: Rulebook
) -> frozenset[Bib]:
    """Name the riders who are over the time limit, reinstated or not (CR-12, CY-11)."""
    limit = time_limit(stage, timed, rulebook)
    if limit is None:
        return frozenset()
    return frozenset(rider.bib for rider in timed if limit.passed(rider))


def finishes(stage: Stage, rulebook: Rulebook) -> Finishes[Mark]:
    """Return the marks of a stage as its clock sees them."""
    placed = (isinstance(line, Arrival) for line in stage.finish if line.mark)
    return Finishes(
        marks=[line.mark for line in stage.finish if line.mark],
        first=next((n for n, is_placed in enumerate(placed) if is_placed), 0),
        alone=stage.kind.against_the_clock,
        turn=rulebook.number("turn"),
        space=rulebook.number("space"),
    )


def _homes(stage: Stage, rulebook: Rulebook) -> tuple[list[_Home], int]:
    """Read every mark of the stage, in the order entered; a line a rider if alone."""
    found = finishes(stage, rulebook)
    exact, denominator = rulebook.mark.exact(found)
    bibs = [line.bibs for line in stage.finish if line.mark]
    rows: Iterable[_Home] = made(_Home, zip(bibs, found.marks, exact, strict=True))
    if found.alone:
        rows = made(_Home, (((b,), mark, e) for bibs, mark, e in rows for b in bibs))
    return [*rows], denominator


def _team_times(
    stage: Stage,
    homes: list[_Home],
    denominator: int,
    rulebook: Rulebook,
    riders: Mapping[Bib, Rider],
) -> tuple[Timed, ...]:
    """Give every rider the time of the team's counting rider (CY-2, CY-20).

    A team with fewer riders home has its last one's time. A rider without a team
    rides for himself, and each of a pursuit of two.
    """
    name, key = "time, then as entered", "ttt.rider"
    if stage.kind is not StageKind.TTT:
        name, key = rulebook.word("track.pursuit_order"), "track.pursuit_rider"
    order, rider = _order(name, rulebook), rulebook.number(key)
    placed = {bib for line in stage.arrivals for bib in line.bibs}
    squad = partial(_squad, riders if stage.by_teams else {})
    squads: dict[_Squad, list[_Home]] = {}
    for home in homes:
        squads.setdefault(squad(home), []).append(home)
    counting: dict[_Squad, _Home] = {}
    for team, members in squads.items():
        members.sort(key=lambda home: (home.bibs[0] not in placed, *order(home)))
        count = sum(home.bibs[0] in placed for home in members) or len(members)
        counting[team] = members[min(rider, count) - 1]
    homes.sort(key=lambda home: order(counting[squad(home)]))
    rounding = rulebook.word("rounding")
    return tuple(
        Timed(home.bibs[0], home.mark, time, counts.bibs[0], fraction)
        for home in homes
        for counts in [counting[squad(home)]]
        for time, fraction in [_rounded(counts.exact, denominator, rounding)]
    )


_Squad = tuple[TeamCode | None, Bib | None]


def _squad(riders: Mapping[Bib, Rider], home: _Home) -> _Squad:
    """Return the team of a rider, or the bib of one without."""
    (bib,) = home.bibs
    team = riders[bib].team if bib in riders else None
    return (None, bib) if team is None else (team, None)
