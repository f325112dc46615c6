"""Grant extra turns to riders and teams, keep account of them, and check their use."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.labels import known_word
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.results import TurnLine, TurnLines
from peloton.rules.rulebook.rulebook import (
    Allowance,
    PerLines,
    RiderType,
    Rulebook,
    Source,
)
from peloton.rules.stage.track import WINS_NEEDED, heat_wins, track_starters
from peloton.rules.words import Phrase, phrase

_Who = TypeVar("_Who", bound=str)
_TYPES_RULE = "CY-13"
"""The number of the rule that grants extra turns to each rider type."""


class Grant(NamedTuple):
    """Extra turns granted to a rider on a stage for one reason."""

    turns: int
    why: str
    rule: str


class TypeAllowance(NamedTuple):
    """The extra turns that a stage grants to a rider type.

    `on_mountains` is the number that may be used on mountains. A number is None if a
    length that it depends on is not known.
    """

    type: str
    granted: int | None
    on_mountains: int | None


def stage_allowances(stage: Stage, rulebook: Rulebook) -> Iterator[TypeAllowance]:
    """Yield the extra turns a stage grants each type of rider (CY-13).

    Saved turns and the additional turns of captains are not included. Nothing is
    yielded if the game has no extra turns.
    """
    climbing = _mountain_lines(stage)
    for kind in rulebook.types if rulebook.number("extra_turns.lines") else ():
        granted = _total(_grants(stage, kind, rulebook))
        most, limit = granted, kind.mountain_limit
        if kind.mountain is None and (limit is None or climbing == 0):
            most = 0
        elif kind.mountain is None and limit is not None and granted is not None:
            most = None if climbing is None else min(granted, limit.granted(climbing))
        yield TypeAllowance(kind.name, granted, most)


def book_extra_turns(stage: Stage, tally: Tally) -> TurnLines:
    """Update the extra turns of a stage: turns saved, plus granted, minus used (CY-12).

    Returns lines for the starters whose granted turns are known, and for the teams with
    a starter. A negative `left` means that too many turns were used. On a cancelled
    stage no turns are granted or used. A race outside the tour has its own turns: saved
    turns cannot be used in it, and turns not used in it are lost.
    """
    rulebook, starting = tally.rulebook, tally.starting
    if not rulebook.number("extra_turns.lines"):
        return TurnLines()
    absent = () if stage.cancelled else stage.absent
    present = (rider for bib, rider in starting.items() if bib not in absent)
    granted = granted_turns(stage, present, rulebook)
    used, used_by_teams = turns_used(stage, rulebook), stage.team_turns
    saved, saved_by_teams = tally.turns, tally.team_turns
    if stage.kind.outside_the_tour:
        starters = track_starters(stage, tally.racing) | used.keys()
        saved = {b: 0 for b in granted if b in starters and not stage.cancelled}
        saved_by_teams = dict.fromkeys(tally.teams, 0)
    if stage.cancelled:
        used, used_by_teams = {}, {}
    to_teams: dict[TeamCode, int | None] = {}
    if rulebook.number("extra_turns.team"):
        codes = {rider.team for rider in starting.values()}
        each = road_turns("team", stage, rulebook)
        to_teams = {code: each for code in tally.teams if code in codes}
    return TurnLines(
        tuple(_book(granted, used, saved)),
        tuple(_book(to_teams, used_by_teams, saved_by_teams)),
    )


def _book(
    granted: Mapping[_Who, int | None], used: Mapping[_Who, int], saved: dict[_Who, int]
) -> Iterator[TurnLine]:
    """Update the `saved` turns, and yield the line of each rider or team.

    Riders or teams without an entry in `saved` are skipped. The entry is removed if the
    number of granted turns is not known.
    """
    for who, turns in granted.items():
        before = saved.pop(who, None)
        if before is not None and turns is not None:
            spent = used.get(who, 0)
            left = before + turns - spent
            saved[who] = max(left, 0)
            yield TurnLine(who, turns, spent, left)


def turns_used(stage: Stage, rulebook: Rulebook) -> dict[Bib, int]:
    """Return the extra turns each rider used, including attacks (CY-12)."""
    used, per_attack = dict(stage.extra_turns), rulebook.number("extra_turns.attack")
    for bib, attacks in stage.attacks.items():
        used[bib] = used.get(bib, 0) + attacks * per_attack
    return used


def granted_turns(
    stage: Stage, riders: Iterable[Rider], rulebook: Rulebook
) -> dict[Bib, int | None]:
    """Return the extra turns that each rider is granted on a stage (CY-12).

    The number is None if it is not known. The result is empty if the game has no extra
    turns.
    """
    if not rulebook.number("extra_turns.lines"):
        return {}
    turns: dict[Bib, int | None] = {}
    by_type: dict[tuple[str | None, bool], int | None] = {}
    for rider in riders:
        key = rider.type, rider.captain
        if key not in by_type:
            by_type[key] = _total(rider_grants(stage, rider, rulebook))
        turns[rider.bib] = by_type[key]
    return turns


def rider_grants(
    stage: Stage, rider: Rider, rulebook: Rulebook
) -> tuple[Grant, ...] | None:
    """Return a rider's extra turns by reason; None if a length is unknown (CY-12).

    The result is empty if the game has no extra turns.
    """
    if not rulebook.number("extra_turns.lines"):
        return ()
    kinds = (kind for kind in rulebook.types if kind.name == rider.type)
    grants = _grants(stage, next(kinds, RiderType(name="")), rulebook)
    captains = road_turns("captain", stage, rulebook) if rider.captain else 0
    if grants is not None and captains:
        rule = rulebook.rule("extra_turns.captain")
        grants = (*grants, Grant(captains, phrase("captain"), rule))
    return grants


def may_use_turns(stage: Stage, rider: Rider, rulebook: Rulebook) -> bool:
    """Return whether a rider may use extra turns on a stage.

    In time trials, only riders of a type with an allowance for time trials may (CY-13).
    """
    allowed = {kind.name for kind in rulebook.types if kind.time_trial is not None}
    return not _is_time_ride(stage) or rider.type in allowed


def _total(grants: Iterable[Grant] | None) -> int | None:
    return None if grants is None else sum(grant.turns for grant in grants)


def _grants(
    stage: Stage, kind: RiderType, rulebook: Rulebook
) -> tuple[Grant, ...] | None:
    if stage.cancelled:
        return (Grant(0, phrase("cancelled"), "GN-4"),)
    if stage.kind is StageKind.SPRINT:
        each, heats = rulebook.number("extra_turns.heat"), len(stage.heats)
        # Another heat is ridden until a rider has won two (CY-20).
        if max(heat_wins(stage).values(), default=0) < WINS_NEEDED:
            heats += 1
        why = phrase("{turns} per heat, heats in all: {heats}", turns=each, heats=heats)
        return (Grant(each * heats, why, rulebook.rule("extra_turns.heat")),)
    time_ride, length = _is_time_ride(stage), stage.length
    own = kind.time_trial if time_ride else kind.road
    if time_ride and own is None:
        return (Grant(0, phrase("none in a time trial"), _TYPES_RULE),)
    if length is None:
        return None
    standard = PerLines(turns=1, per=rulebook.number("extra_turns.lines"))
    why, rule = _reason(own or standard, length), rulebook.rule("extra_turns.lines")
    if own is not None:
        why, rule = _of_type(kind, why), _TYPES_RULE
    grants = [Grant((own or standard).granted(length), why, rule)]
    if kind.mountain is not None and not time_ride:
        climbing = _mountain_lines(stage)
        if climbing is None:
            return None
        why = phrase("mountains, {why}", why=_reason(kind.mountain, climbing))
        turns = kind.mountain.granted(climbing)
        grants.append(Grant(turns, _of_type(kind, why), _TYPES_RULE))
    return tuple(grants)


def _of_type(kind: RiderType, why: Phrase) -> Phrase:
    return phrase("{type}: {why}", type=known_word(kind.name), why=why)


def _reason(allowance: Allowance, lines: int) -> Phrase:
    """Explain the extra turns that an allowance grants for a length in lines."""
    why = phrase("{count} lines", count=lines)
    if isinstance(allowance, PerLines):
        why = phrase(
            "{turns} per {per} lines begun, of {lines}",
            turns=allowance.turns,
            per=allowance.per,
            lines=lines,
        )
        if allowance.halved:
            why = phrase("half of {why}", why=why)
    return why


def _mountain_lines(stage: Stage) -> int | None:
    """Return the total length of a stage's mountains; None if any length is unknown."""
    lengths = [climb.length for climb in stage.climbs]
    return None if None in lengths else sum(length or 0 for length in lengths)


def road_turns(whose: str, stage: Stage, rulebook: Rulebook) -> int:
    """Return the additional turns of a "captain" or a "team" on a stage (CY-12, CY-13).

    The number is 0 in time trials and sprints, and if the stage is cancelled.
    """
    if stage.cancelled or _is_time_ride(stage) or stage.kind is StageKind.SPRINT:
        return 0
    return rulebook.number(f"extra_turns.{whose}")


def _is_time_ride(stage: Stage) -> bool:
    """Return whether a stage is a time trial, where only some types get extra turns."""
    return stage.kind.against_the_clock and not stage.kind.outside_the_tour


def extra_turn_problems(
    stage: Stage, lines: TurnLines, tally: Tally
) -> Iterator[Problem]:
    """Find riders and teams who used more turns than the rules allow (CY-12, CY-13).

    Where riders use their extra turns is not recorded, and so it is not checked.
    """
    if stage.cancelled:
        return
    rulebook, booked = tally.rulebook, {line.who: line for line in lines.riders}
    for bib, used in turns_used(stage, rulebook).items():
        rider = tally.racing.get(bib)
        fault = _overspent(booked.get(bib))
        if not rulebook.number("extra_turns.lines"):
            value = rulebook.values["extra_turns.lines"]
            choice = f" ({value.note})" if value.source == Source.OPTION else ""
            rule = rulebook.cited("extra_turns.lines")
            fault = f", but {rulebook.name}{choice} has none{rule}"
        elif rider is not None and not may_use_turns(stage, rider, rulebook):
            kind = f"of type {rider.type}" if rider.type else "without a type"
            fault = (
                f" in a time trial, where a rider {kind} may use none ({_TYPES_RULE})"
            )
        if used and fault:
            key = "extra_turns" if bib in stage.extra_turns else "attacks"
            message = f"rider {bib} used {_turns(used)}{fault}"
            yield Problem.of("extra_turns", message, key, bib, bib=bib)
    of_teams = {line.who: line for line in lines.teams}
    for team, used in stage.team_turns.items():
        fault = _overspent(of_teams.get(team))
        if team not in of_teams:
            fault = ", but has none (CY-12)"
        elif not road_turns("team", stage, rulebook):
            fault = ", but teams have none in a time trial or a sprint (CY-13)"
        if used and fault:
            message = f"team {team} used {_turns(used)}{fault}"
            yield Problem.of("extra_turns", message, "team_turns", team)


def _overspent(line: TurnLine | None) -> str:
    if line is None or line.left >= 0:
        return ""
    sums = f"{line.granted} for this stage, {line.saved} saved"
    return f", but had {line.granted + line.saved}: {sums} (CY-12)"


def _turns(used: int) -> str:
    return "1 extra turn" if used == 1 else f"{used} extra turns"
