"""Places on the board to times: order, same time, team times, time limit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from peloton.rules.facts.kinds import Reason, StageKind
from peloton.rules.facts.stage import Arrival, Stage, Unplaced
from peloton.rules.facts.startlist import Bib, Rider
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
    placed: bool
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
    homes, denominator = _homes(stage, rulebook)
    rounding = rulebook.word("rounding")
    if stage.kind is StageKind.TTT:
        race = _TeamRace("time, then as entered", rulebook.number("ttt.rider"), riders)
        return _team_times(homes, denominator, rulebook, race)
    if stage.kind in {StageKind.PURSUIT, StageKind.TEAM_PURSUIT}:
        order = rulebook.word("track.pursuit_order")
        rider = rulebook.number("track.pursuit_rider")
        race = _TeamRace(order, rider, riders if stage.by_teams else {})
        return _team_times(homes, denominator, rulebook, race)
    if stage.kind.against_the_clock:
        homes.sort(key=_order(rulebook.word("time_trials.order"), rulebook))
        return _own_times(homes, denominator, rounding)
    homes.sort(key=_order(rulebook.word("order"), rulebook))
    gap = rulebook.number("same_time.gap") * denominator
    if gap and rulebook.flag("same_time.strict"):
        gap -= 1
    rows: list[tuple[Bib, Mark, int, Bib, int]] = []
    ahead = time = fraction = 0
    leader = Bib("")
    for bibs, mark, _, exact in homes:
        # Without a same-time rule only riders entered as a group, on one line, share
        # a time.
        if not rows or not gap or exact - ahead > gap:
            leader, (time, fraction) = bibs[0], _rounded(exact, denominator, rounding)
        for bib in bibs:
            rows.append((bib, mark, time, leader, fraction))
            fraction = 0
        ahead = exact
    return made(Timed, rows)


def _rounded(exact: int, denominator: int, rounding: str) -> tuple[int, int]:
    """Return whole ticks, and the thousandths left by rounding down (CR-5, RR-1)."""
    if rounding != "down":
        return half_up(exact, denominator), 0
    time, rest = divmod(exact, denominator)
    return time, 1000 * rest // denominator


def _own_times(
    homes: Iterable[_Home], denominator: int, rounding: str
) -> tuple[Timed, ...]:
    """Give every rider his own time."""
    return tuple(
        Timed(bib, home.mark, time, bib, fraction)
        for home in homes
        for time, fraction in [_rounded(home.exact, denominator, rounding)]
        for bib in home.bibs
    )


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


def ruled_outside(stage: Stage) -> frozenset[Bib]:
    """Name the riders who were written down as OTL (CR-12)."""
    return frozenset(
        line.bib
        for line in stage.finish
        if isinstance(line, Unplaced) and line.reason is Reason.OTL
    )


def time_limit(
    stage: Stage, timed: Sequence[Timed], rulebook: Rulebook
) -> TimeLimit | None:
    """Return the rulebook's limit, counted from the first rider with a place.

    None where there is no limit, or nobody to count it from (CR-12, CY-11).
    """
    seconds, turns, percent = (
        rulebook.number(f"time_limit.{unit}")
        for unit in ("seconds", "turns", "percent")
    )
    if not (seconds or turns or percent):
        return None
    ruled = ruled_outside(stage)
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
    """Name the riders outside the time limit, by ruling or by rule (CR-12, CY-11)."""
    ruled, limit = ruled_outside(stage), time_limit(stage, timed, rulebook)
    if limit is None:
        return ruled
    return ruled.union(rider.bib for rider in timed if limit.passed(rider))


def finishes(stage: Stage, rulebook: Rulebook) -> Finishes[Mark]:
    """Return the marks of a stage as its clock sees them."""
    return _finishes(_entries(stage), stage, rulebook)


_Entry = tuple[tuple[Bib, ...], Mark, bool]


def _entries(stage: Stage) -> list[_Entry]:
    """List who came home, line by line: bibs, mark, and whether with a place."""
    return [
        (line.bibs, mark, isinstance(line, Arrival))
        for line in stage.finish
        if (mark := line.mark) is not None
    ]


def _finishes(
    entries: Sequence[_Entry], stage: Stage, rulebook: Rulebook
) -> Finishes[Mark]:
    return Finishes(
        marks=[mark for _, mark, _ in entries],
        first=next((n for n, (_, _, placed) in enumerate(entries) if placed), 0),
        alone=stage.kind.against_the_clock,
        turn=rulebook.number("turn"),
        space=rulebook.number("space"),
    )


def _homes(stage: Stage, rulebook: Rulebook) -> tuple[list[_Home], int]:
    """Read every mark of the stage, in the order entered."""
    entries = _entries(stage)
    exact, denominator = rulebook.mark.exact(_finishes(entries, stage, rulebook))
    columns = zip(*entries, strict=True)
    return [*made(_Home, zip(*columns, exact, strict=True))], denominator


class _TeamRace(NamedTuple):
    """How teams race: their order, the rider whose time counts, the riders of teams."""

    order: str
    rider: int
    riders: Mapping[Bib, Rider]


def _team_times(
    homes: list[_Home], denominator: int, rulebook: Rulebook, race: _TeamRace
) -> tuple[Timed, ...]:
    """Give every rider the time of the team's counting rider (CY-2, CY-20).

    A team with fewer riders home has its last one's time. A rider without a team
    rides for himself.
    """
    rounding = rulebook.word("rounding")
    order = _order(race.order, rulebook)
    # Riders on one line need not be of one team.
    rows = (((b,), mark, placed, e) for bibs, mark, placed, e in homes for b in bibs)
    homes = [*made(_Home, rows)]
    squads: dict[str, list[_Home]] = {}
    for home in homes:
        squads.setdefault(_squad(home, race.riders), []).append(home)
    counting: dict[str, _Home] = {}
    for squad, members in squads.items():
        members.sort(key=lambda home: (not home.placed, *order(home)))
        placed = sum(home.placed for home in members) or len(members)
        counting[squad] = members[min(race.rider, placed) - 1]
    if rulebook.flag("ttt.own_times"):
        homes.sort(key=_order(rulebook.word("time_trials.order"), rulebook))
        return _own_times(homes, denominator, rounding)
    homes.sort(key=lambda home: order(counting[_squad(home, race.riders)]))
    return tuple(
        Timed(home.bibs[0], home.mark, time, counts.bibs[0], fraction)
        for home in homes
        for counts in [counting[_squad(home, race.riders)]]
        for time, fraction in [_rounded(counts.exact, denominator, rounding)]
    )


def _squad(home: _Home, riders: Mapping[Bib, Rider]) -> str:
    (bib,) = home.bibs
    rider = riders.get(bib)
    team = None if rider is None else rider.team
    # The prefixes keep a rider's bib apart from a team of the same code.
    return f"bib {bib}" if team is None else f"team {team}"
