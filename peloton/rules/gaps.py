"""Places on the board to times: order, same time, team times, time limit."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from peloton.rules.clocks import CLOCKS, Timed, half_up
from peloton.rules.marks import Mark
from peloton.rules.model import (
    Arrival,
    Bib,
    Reason,
    Stage,
    StageKind,
    TeamCode,
    Unplaced,
)
from peloton.rules.rulebook import Rulebook


class _Home(NamedTuple):
    """A mark read: `exact` in ticks over the stage's denominator.

    `front` is the first rider of the line it was entered on, `entered` counts from 0.
    """

    bib: Bib
    mark: Mark
    front: Bib
    placed: bool
    entered: int
    exact: int


_ORDERS: Mapping[str, Callable[[_Home], tuple[int, ...]]] = {
    "time": lambda home: (home.exact, -home.mark.past, home.entered),
    "time, then as entered": lambda home: (home.exact, home.entered),
    "turns": lambda home: (home.mark.turns, -home.mark.past, home.entered),
    "arrival": lambda home: (home.entered,),
}


def stage_times(
    stage: Stage, rulebook: Rulebook, teams: Mapping[Bib, TeamCode | None]
) -> tuple[Timed, ...]:
    """Time the riders home, in the order of the result (CR-1 to CR-5, CY-1 to CY-5).

    OTL riders with a mark are among them: they keep a time, not a place (GN-1).
    `teams` gives each rider's team, for a team time trial.
    """
    homes, denominator = _homes(stage, rulebook)
    if stage.kind is StageKind.TTT:
        return _team_times(homes, denominator, rulebook, teams)
    if stage.kind.against_the_clock:
        homes.sort(key=_ORDERS[rulebook.word("time_trials.order")])
        return tuple(
            Timed(home.bib, home.mark, half_up(home.exact, denominator), home.bib)
            for home in homes
        )
    homes.sort(key=_ORDERS[rulebook.word("order")])
    gap = rulebook.number("same_time.gap") * denominator
    timed: list[Timed] = []
    ahead: _Home | None = None
    for home in homes:
        # Riders entered as one group share a front; without a same-time rule that
        # is the only way to share a time.
        if ahead is not None and (
            home.exact - ahead.exact <= gap if gap else home.front == ahead.front
        ):
            last = timed[-1]
            timed.append(Timed(home.bib, home.mark, last.time, last.leader))
        else:
            time = half_up(home.exact, denominator)
            timed.append(Timed(home.bib, home.mark, time, home.bib))
        ahead = home
    return tuple(timed)


def late_riders(
    stage: Stage, timed: Sequence[Timed], rulebook: Rulebook
) -> frozenset[Bib]:
    """Name the riders over the rulebook's time limit (CR-12, CY-11).

    The limit is counted from the first rider with a place. Exactly on it is in time.
    """
    outside = {
        line.bib
        for line in stage.finish
        if isinstance(line, Unplaced) and line.reason is Reason.OTL
    }
    seconds, turns, percent = (
        rulebook.number(f"time_limit.{each}")
        for each in ("seconds", "turns", "percent")
    )
    winner = next((rider for rider in timed if rider.bib not in outside), None)
    if (
        winner is None
        or not (seconds or turns or percent)
        or stage.kind not in rulebook.words("time_limit.stages")
    ):
        return frozenset()
    turn = rulebook.number("turn")
    turns_behind = CLOCKS[rulebook.word("clock")].turns_behind

    def late(rider: Timed) -> bool:
        gap = rider.time - winner.time
        return bool(
            (seconds and gap > seconds)
            or (turns and turns_behind(rider, winner, turn) > turns)
            or (percent and gap * 100 > winner.time * percent)
        )

    return frozenset(rider.bib for rider in timed if late(rider)) - outside


def _homes(stage: Stage, rulebook: Rulebook) -> tuple[list[_Home], int]:
    """Read every mark of the stage in the order entered, those outside the limit last.

    The first is then the first arrival, which the others' times hang on (CY-3).
    """
    entries: list[tuple[Bib, Mark, Bib, bool]] = []
    outside: list[tuple[Bib, Mark, Bib, bool]] = []
    for line in stage.finish:
        if isinstance(line, Arrival):
            front = line.bibs[0]
            entries += [(bib, line.mark, front, True) for bib in line.bibs]
        elif line.mark is not None:
            outside.append((line.bib, line.mark, line.bib, False))
    entries += outside
    exact, denominator = CLOCKS[rulebook.word("clock")].exact(
        [entry[1] for entry in entries],
        rulebook.number("turn"),
        stage.kind,
    )
    return [
        _Home(*entry, entered, time)
        for entered, (entry, time) in enumerate(zip(entries, exact, strict=True))
    ], denominator


def _team_times(
    homes: list[_Home],
    denominator: int,
    rulebook: Rulebook,
    teams: Mapping[Bib, TeamCode | None],
) -> tuple[Timed, ...]:
    """Give every rider the time of the team's counting rider (CY-2).

    A team with fewer riders home has its last one's time. A rider without a team
    rides for himself.
    """
    squads: dict[str, list[_Home]] = {}
    for home in homes:
        squads.setdefault(_squad(home, teams), []).append(home)
    counting: dict[str, _Home] = {}
    for squad, members in squads.items():
        members.sort(key=lambda home: (not home.placed, home.exact, home.entered))
        placed = sum(home.placed for home in members) or len(members)
        counting[squad] = members[min(rulebook.number("ttt.rider"), placed) - 1]
    homes.sort(key=lambda home: (counting[_squad(home, teams)].exact, home.entered))
    return tuple(
        Timed(home.bib, home.mark, half_up(counts.exact, denominator), counts.bib)
        for home in homes
        for counts in (counting[_squad(home, teams)],)
    )


def _squad(home: _Home, teams: Mapping[Bib, TeamCode | None]) -> str:
    team = teams.get(home.bib)
    # The prefixes keep a rider's bib apart from a team of the same code.
    return f"bib {home.bib}" if team is None else f"team {team}"
