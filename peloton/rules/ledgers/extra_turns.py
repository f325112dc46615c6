"""Grant, book and check the extra turns of riders and teams."""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.labels import rider_type
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.results import ExtraTurnLine, TeamTurnLine
from peloton.rules.rulebook.rulebook import (
    Allowance,
    PerLines,
    RiderType,
    Rulebook,
    Source,
)
from peloton.rules.stage.track import heats_begun, track_starters
from peloton.rules.words import phrase


class Grant(NamedTuple):
    """Extra turns granted to a rider on a stage for one reason."""

    turns: int
    why: str
    rule: str


class TypeAllowance(NamedTuple):
    """The extra turns of a rider type on a stage, in total and on its mountains.

    A number is None if it depends on an unknown length.
    """

    type: str
    granted: int | None
    on_mountains: int | None


def stage_allowances(stage: Stage, rulebook: Rulebook) -> tuple[TypeAllowance, ...]:
    """Return the extra turns a stage grants each type of rider (CY-13).

    Saved extra turns and the additional ones for captains are not included. The result
    is empty if the rulebook has no extra turns.
    """
    if not rulebook.number("extra_turns.lines"):
        return ()
    return tuple(
        TypeAllowance(kind.name, granted, _on_mountains(stage, kind, granted))
        for kind in rulebook.types
        for granted in (_total(_grants(stage, kind, rulebook)),)
    )


def _on_mountains(stage: Stage, kind: RiderType, granted: int | None) -> int | None:
    if kind.mountain is not None:
        return granted
    climbing = _mountain_lines(stage)
    if kind.mountain_limit is None or climbing == 0:
        return 0
    if climbing is None or granted is None:
        return None
    return min(granted, kind.mountain_limit.granted(climbing))


def book_extra_turns(stage: Stage, tally: Tally) -> tuple[ExtraTurnLine, ...]:
    """Book a stage's extra turns: turns saved, plus granted, minus used (CY-12).

    Returns a line for every starter, in the order of the bibs, except riders whose
    grants are unknown on any stage so far; returns no lines if the rulebook has no
    extra turns. A negative `left` means that a rider used too many. On a cancelled
    stage none are granted or used. A race outside the tour has separate extra turns:
    none are carried over to or from it.
    """
    grants = granted_turns(stage, tally.starting.values(), tally.rulebook)
    turns, uses, absent = tally.turns, turns_used(stage, tally.rulebook), stage.absent
    if stage.cancelled:
        uses, absent = {}, frozenset()
    if stage.kind.outside_the_tour:
        starting: Container[Bib] = track_starters(stage, tally.racing) | uses.keys()
        turns = {bib: 0 for bib in grants if bib in starting and not stage.cancelled}
    lines: list[ExtraTurnLine] = []
    for bib, granted in grants.items():
        saved = turns.get(bib)
        if saved is None or bib in absent:
            continue
        if granted is None:
            del turns[bib]
            continue
        used = uses.get(bib, 0)
        left = saved + granted - used
        turns[bib] = max(0, left)
        lines.append(ExtraTurnLine(bib, granted, used, left))
    return tuple(lines)


def turns_used(stage: Stage, rulebook: Rulebook) -> dict[Bib, int]:
    """Return the extra turns each rider used, including attacks (CY-12)."""
    used, per_attack = dict(stage.extra_turns), rulebook.number("extra_turns.attack")
    for bib, attacks in stage.attacks.items():
        used[bib] = used.get(bib, 0) + attacks * per_attack
    return used


def book_team_turns(stage: Stage, tally: Tally) -> tuple[TeamTurnLine, ...]:
    """Book a stage's team extra turns, for teams with a starter (CY-12)."""
    keys = "extra_turns.lines", "extra_turns.team"
    if not all(map(tally.rulebook.number, keys)):
        return ()
    granted = team_turns(stage, tally.rulebook)
    starting = {rider.team for rider in tally.starting.values()}
    uses = {} if stage.cancelled else stage.team_turns
    saved = {} if stage.kind.outside_the_tour else tally.team_turns
    lines: list[TeamTurnLine] = []
    for team in tally.teams:
        if team in starting:
            used = uses.get(team, 0)
            left = saved.get(team, 0) + granted - used
            saved[team] = max(left, 0)
            lines.append(TeamTurnLine(team, granted, used, left))
    return tuple(lines)


def team_turns(stage: Stage, rulebook: Rulebook) -> int:
    """Return the extra turns a stage grants a team; none in a time trial or sprint."""
    return _not_in_time_rides("extra_turns.team", stage, rulebook)


def granted_turns(
    stage: Stage, riders: Iterable[Rider], rulebook: Rulebook
) -> dict[Bib, int | None]:
    """Return the extra turns a stage grants each rider (CY-12); None if unknown.

    The result is empty if the rulebook has no extra turns.
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
    """Return the extra turns a stage grants a rider, by reason (CY-12, CY-13).

    None if the course does not determine them.
    """
    kinds = {kind.name: kind for kind in rulebook.types}
    grants = _grants(stage, kinds.get(rider.type or ""), rulebook)
    captains = captain_turns(stage, rulebook) if rider.captain else 0
    if grants is not None and captains:
        rule = rulebook.rule("extra_turns.captain")
        grants = (*grants, Grant(captains, phrase("captain"), rule))
    return grants


def may_use_turns(stage: Stage, rider: Rider, rulebook: Rulebook) -> bool:
    """Return whether a rider may use extra turns; only some may in time trials."""
    return not _is_time_ride(stage) or rider.type in _time_trialists(rulebook)


def _total(grants: Iterable[Grant] | None) -> int | None:
    """Return the total of extra turns granted; None if unknown."""
    return None if grants is None else sum(grant.turns for grant in grants)


def _grants(
    stage: Stage, kind: RiderType | None, rulebook: Rulebook
) -> tuple[Grant, ...] | None:
    if stage.cancelled:
        return (Grant(0, phrase("cancelled"), "GN-4"),)
    if stage.kind is StageKind.SPRINT:
        turns, heats = rulebook.number("extra_turns.heat"), heats_begun(stage)
        why = phrase(
            "{turns} per heat, heats in all: {heats}", turns=turns, heats=heats
        )
        return (Grant(turns * heats, why, rulebook.rule("extra_turns.heat")),)
    if not _is_time_ride(stage):
        return _road_grants(stage, kind, rulebook)
    if kind is None or kind.time_trial is None:
        return (Grant(0, phrase("none in a time trial"), _TYPES_RULE),)
    if stage.length is None:
        return None
    return (_with_type(kind, _grant(kind.time_trial, stage.length, _TYPES_RULE)),)


def _road_grants(
    stage: Stage, kind: RiderType | None, rulebook: Rulebook
) -> tuple[Grant, ...] | None:
    length, climbing = stage.length, _mountain_lines(stage)
    if length is None:
        return None
    if kind is not None and kind.road is not None:
        grant = _with_type(kind, _grant(kind.road, length, _TYPES_RULE))
    else:
        by_length = PerLines(turns=1, per=rulebook.number("extra_turns.lines"))
        grant = _grant(by_length, length, rulebook.rule("extra_turns.lines"))
    if kind is None or kind.mountain is None:
        return (grant,)
    if climbing is None:
        return None
    more = _grant(kind.mountain, climbing, _TYPES_RULE)
    more = more._replace(why=phrase("mountains, {why}", why=more.why))
    return grant, _with_type(kind, more)


def _grant(allowance: Allowance, lines: int, rule: str) -> Grant:
    """Return the extra turns that an allowance grants for a length, with the reason."""
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
    return Grant(allowance.granted(lines), why, rule)


def _with_type(kind: RiderType, grant: Grant) -> Grant:
    """Add the type of rider to the reason of a grant."""
    name = rider_type(kind.name) or ""
    return grant._replace(why=phrase("{type}: {why}", type=name, why=grant.why))


_TYPES_RULE = "CY-13"
"""The number of the rule on extra turns for rider types."""


def _mountain_lines(stage: Stage) -> int | None:
    """Return the total length of a stage's mountains; None if any length is unknown."""
    lines = 0
    for section in stage.sections:
        if section.kind is SectionKind.MOUNTAIN:
            if section.length is None:
                return None
            lines += section.length
    return lines


def captain_turns(stage: Stage, rulebook: Rulebook) -> int:
    """Return the extra turns a stage adds for captains; none in time trials (CY-13)."""
    return _not_in_time_rides("extra_turns.captain", stage, rulebook)


def _not_in_time_rides(key: str, stage: Stage, rulebook: Rulebook) -> int:
    if stage.cancelled or _is_time_ride(stage) or stage.kind is StageKind.SPRINT:
        return 0
    return rulebook.number(key)


def _is_time_ride(stage: Stage) -> bool:
    """Return whether a stage is a time trial where only time riders get extra turns."""
    return stage.kind.against_the_clock and not stage.kind.outside_the_tour


def _time_trialists(rulebook: Rulebook) -> list[str]:
    return [kind.name for kind in rulebook.types if kind.time_trial is not None]


def extra_turn_problems(
    stage: Stage, lines: Iterable[ExtraTurnLine], tally: Tally
) -> Iterator[Problem]:
    """Find riders who used more extra turns than the rules allow (CY-12, CY-13).

    Limits on where riders use them cannot be checked, because that is not recorded.
    """
    rulebook = tally.rulebook
    if stage.cancelled:
        return
    if not rulebook.number("extra_turns.lines"):
        yield from _not_in_game(stage, rulebook)
        return
    overspent = {line.bib: line for line in lines if line.left < 0}
    for bib, used in turns_used(stage, rulebook).items():
        rider = tally.racing.get(bib)
        if rider is None or not used:
            continue
        line = overspent.get(bib)
        if not may_use_turns(stage, rider, rulebook):
            kind = f"a {rider.type}" if rider.type else "a rider without a type"
            message = (
                f"rider {bib} used {_turns(used)} in a time trial, where {kind} may"
                f" use none{_types_with(rulebook)} (CY-13)"
            )
        elif line is not None:
            had = line.left + line.used
            sums = f"{line.granted} for this stage, {had - line.granted} saved"
            if stage.kind is StageKind.SPRINT:
                a_heat, heats = rulebook.number("extra_turns.heat"), heats_begun(stage)
                sums = f"{a_heat} in each of {heats} heat{'s' if heats > 1 else ''}"
            message = f"rider {bib} used {_turns(used)}, but had {had}: {sums} (CY-12)"
        else:
            continue
        yield Problem.of("extra_turns", message, _fact_of(stage, bib), bib, bib=bib)


def _fact_of(stage: Stage, bib: Bib) -> str:
    """Return the name of the fact that records extra turns used by a rider."""
    return "extra_turns" if bib in stage.extra_turns else "attacks"


def team_turn_problems(
    stage: Stage, lines: Iterable[TeamTurnLine], rulebook: Rulebook
) -> Iterator[Problem]:
    """Find teams that used more extra turns than they had (CY-12)."""
    booked = {line.team: line for line in lines}
    for team, used in {} if stage.cancelled else stage.team_turns.items():
        line = booked.get(team)
        message = f"team {team} used {_turns(used)}, but"
        if used and line is None:
            message = f"{message} has none (CY-12)"
        elif used and not team_turns(stage, rulebook):
            message = f"{message} teams have none in a time trial or a sprint (CY-13)"
        elif line is not None and line.left < 0:
            had = line.left + used
            sums = f"{line.granted} for this stage, {had - line.granted} saved"
            message = f"{message} had {had}: {sums} (CY-12)"
        else:
            continue
        yield Problem.of("extra_turns", message, "team_turns", team)


def _types_with(rulebook: Rulebook) -> str:
    types = _time_trialists(rulebook)
    return f"; types with extra turns: {', '.join(types)}" if types else ""


def _turns(used: int) -> str:
    return "1 extra turn" if used == 1 else f"{used} extra turns"


def _not_in_game(stage: Stage, rulebook: Rulebook) -> Iterator[Problem]:
    value = rulebook.values["extra_turns.lines"]
    choice = f" with {value.note}" if value.source == Source.OPTION else ""
    instead = f": {value.note}" if value.source == Source.DECIDED else ""
    for bib, used in turns_used(stage, rulebook).items():
        if used:
            message = (
                f"rider {bib} used {_turns(used)}, but {rulebook.name} has"
                f" none{choice}{instead} ({value.rule or 'CY-12'})"
            )
            yield Problem.of("extra_turns", message, _fact_of(stage, bib), bib, bib=bib)
