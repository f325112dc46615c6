"""Calculate the times of a stage from its marks, with team times and the time limit."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from peloton.rules.facts.kinds import LimitUnit, Reason, StageKind
from peloton.rules.facts.stage import Arrival, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.games import Mark
from peloton.rules.games.mark import ClockInput
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import half_up


class TimedRider(NamedTuple):
    """A finisher with a time in ticks, the same for all riders who finished in a group.

    `leader` is the rider of the group whose mark gives the time. `fraction` is the part
    of the time that was lost by rounding down, in thousandths of a tick. It is 0 for a
    rider who gets the time of the rider ahead.
    """

    bib: Bib
    mark: Mark
    time: int
    leader: Bib
    fraction: int


class _Entry(NamedTuple):
    """A result line with a mark; `exact` is the numerator of its exact time."""

    bibs: tuple[Bib, ...]
    mark: Mark
    exact: int


def _sort_key(order: str, line: int, entry: _Entry) -> tuple[int, ...]:
    """Return the key that sorts an entry; equal keys stay in the order entered.

    `order` is the rulebook value on how places are decided, `line` the last space
    before the finish line.
    """
    mark = entry.mark
    if order == "time":
        return entry.exact, -mark.past
    if order == "time, then as entered":
        return (entry.exact,)
    if order == "turns":
        return mark.turns, -mark.past
    if order == "first past the line":
        # Riders past the line are first, by turn. The others are ranked by distance,
        # in whatever turn they got there (FI-2).
        past = mark.past > line
        return not past, mark.turns if past else -mark.past
    return ()  # in the order of arrival


def stage_times(
    stage: Stage, rulebook: Rulebook, riders: Mapping[Bib, Rider]
) -> tuple[TimedRider, ...]:
    """Return the finishers with their times, in order (CR-1 to CR-5, CY-1 to CY-5).

    OTL riders with a mark are included (GN-1). `riders` is the startlist. Empty for a
    track race without times.
    """
    if not stage.kind.timed:
        return ()
    game, rulebook = rulebook, rulebook.on_stage(stage)
    entries, denominator = _entries(stage, rulebook)
    if stage.kind in _TEAM_KINDS and not rulebook.flag("ttt.own_times"):
        return _team_times(stage, entries, denominator, rulebook, riders)
    time_trial, rounding = stage.kind.against_the_clock, rulebook.word("rounding")
    order = rulebook.word("time_trials.order" if time_trial else "order")
    entries.sort(key=partial(_sort_key, order, rulebook.number("line")))
    gap, strict = rulebook.number("same_time.gap"), rulebook.flag("same_time.strict")
    # In a simple race, a rider with a better time than the rider ahead gets the time of
    # the rider ahead, even if the stage sets the gap to 0 (CR-3, RR-10).
    grouped = gap or (game.number("same_time.gap") and not strict)
    most = gap * denominator - (1 if gap and strict else 0)
    rows: list[TimedRider] = []
    ahead = time = fraction = 0
    leader = Bib("")
    for bibs, mark, exact in entries:
        # Without a same-time rule only riders on the same result line share a time.
        if not rows or time_trial or not grouped or exact - ahead > most:
            leader, (time, fraction) = bibs[0], _rounded(exact, denominator, rounding)
        for bib in bibs:
            rows.append(TimedRider(bib, mark, time, leader, fraction))
            fraction = 0
        ahead = exact
    return tuple(rows)


_TEAM_KINDS = {StageKind.TTT, StageKind.PURSUIT, StageKind.TEAM_PURSUIT}


def _rounded(exact: int, denominator: int, rounding: str) -> tuple[int, int]:
    """Return whole ticks, and the thousandths lost by rounding down (CR-5, RR-1)."""
    if rounding != "down":
        return half_up(exact, denominator), 0
    time, rest = divmod(exact, denominator)
    return time, 1000 * rest // denominator


class TimeLimit(NamedTuple):
    """The time limit of a stage: the maximum `time` and the maximum `turns` of a mark.

    Either is None if it is not limited. `last_turn` is the last turn within the limit
    for a rider who ends as far past the line as the winner; None if the game counts no
    turns.
    """

    time: int | None
    turns: int | None
    last_turn: int | None


def time_limit(
    stage: Stage, timed: Sequence[TimedRider], rulebook: Rulebook
) -> TimeLimit | None:
    """Return the time limit of a stage, counted from the first rider with a place.

    The result is None if there is no limit or no such rider (CR-12, CY-11, RR-10).
    """
    rulebook = rulebook.on_stage(stage)
    seconds, turns, percent = (
        rulebook.number(f"time_limit.{unit}") for unit in LimitUnit
    )
    if not (seconds or turns or percent):
        return None
    ruled = stage.out_for(Reason.OTL)
    winner = next((rider for rider in timed if rider.bib not in ruled), None)
    if winner is None or stage.kind not in rulebook.words("time_limit.stages"):
        return None
    turn, clock = rulebook.number("turn"), rulebook.mark
    behind = [seconds] if seconds else []
    if percent:
        behind.append(winner.time * percent // 100)
    if turns and not clock.relative_turns:
        behind.append(turns * turn)
    by_marks = [turns] if turns and clock.relative_turns else []
    counts_turns = clock.short is not None and not clock.untimed
    last = by_marks + [gap // turn for gap in behind if counts_turns]
    return TimeLimit(
        winner.time + min(behind) if behind else None,
        winner.mark.turns + turns if by_marks else None,
        winner.mark.turns + min(last) if last else None,
    )


def late_riders(
    stage: Stage, timed: Sequence[TimedRider], rulebook: Rulebook
) -> frozenset[Bib]:
    """Return the riders over the time limit, even if reinstated (CR-12, CY-11).

    A rider exactly at the limit is not over it.
    """
    limit = time_limit(stage, timed, rulebook)
    if limit is None:
        return frozenset()
    time, turns, _ = limit
    return frozenset(
        rider.bib
        for rider in timed
        if (time is not None and rider.time > time)
        or (turns is not None and rider.mark.turns > turns)
    )


def clock_input(stage: Stage, rulebook: Rulebook) -> ClockInput[Mark]:
    """Return the marks of a stage, and the values needed to compute times."""
    placed = (isinstance(line, Arrival) for line in stage.finish if line.mark)
    return ClockInput(
        marks=[line.mark for line in stage.finish if line.mark],
        first=next((n for n, is_placed in enumerate(placed) if is_placed), 0),
        time_trial=stage.kind.against_the_clock,
        turn=rulebook.number("turn"),
        space=rulebook.number("space"),
    )


def _entries(stage: Stage, rulebook: Rulebook) -> tuple[list[_Entry], int]:
    """Return the result lines with a mark, and the denominator of their exact times.

    In time trials, a line of several riders is split into one for each rider.
    """
    found = clock_input(stage, rulebook)
    exact, denominator = rulebook.mark.exact_times(found)
    bibs = [line.bibs for line in stage.finish if line.mark]
    rows = [*map(_Entry, bibs, found.marks, exact)]
    if found.time_trial:
        rows = [_Entry((bib,), m, e) for bibs, m, e in rows for bib in bibs]
    return rows, denominator


def _team_times(
    stage: Stage,
    entries: list[_Entry],
    denominator: int,
    rulebook: Rulebook,
    riders: Mapping[Bib, Rider],
) -> tuple[TimedRider, ...]:
    """Give every rider the time of the rider who counts for the team (CY-2, CY-20).

    The rulebook says which finisher counts, such as the third. If the team has fewer
    finishers, its last one counts. Riders without a team, and the two riders of an
    individual pursuit, have their own times.
    """
    name, key = "time, then as entered", "ttt.rider"
    if stage.kind is not StageKind.TTT:
        name, key = rulebook.word("track.pursuit_order"), "track.pursuit_rider"
    order = partial(_sort_key, name, rulebook.number("line"))
    placed = {bib for line in stage.arrivals for bib in line.bibs}
    squads: dict[tuple[TeamCode | None, Bib | None], list[_Entry]] = {}
    for entry in entries:
        bib = entry.bibs[0]
        team = riders[bib].team if stage.by_teams and bib in riders else None
        squad = (team, bib if team is None else None)
        squads.setdefault(squad, []).append(entry)
    counting: dict[Bib, _Entry] = {}
    for members in squads.values():
        members.sort(key=lambda entry: (entry.bibs[0] not in placed, *order(entry)))
        count = sum(entry.bibs[0] in placed for entry in members) or len(members)
        counts = members[min(rulebook.number(key), count) - 1]
        counting |= {entry.bibs[0]: counts for entry in members}
    entries.sort(key=lambda entry: order(counting[entry.bibs[0]]))
    timed: list[TimedRider] = []
    for entry in entries:
        bib = entry.bibs[0]
        counts = counting[bib]
        time, fraction = _rounded(counts.exact, denominator, rulebook.word("rounding"))
        timed.append(TimedRider(bib, entry.mark, time, counts.bibs[0], fraction))
    return tuple(timed)
