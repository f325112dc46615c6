"""The extra turns of every rider: granted, used, and kept for the next ride."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import SectionKind
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.results import ExtraTurnLine, StageScore
from peloton.rules.rulebook.rulebook import RiderType, Rulebook, Source


class TypeAllowance(NamedTuple):
    """The extra turns of a type of rider on a stage, and how many on its mountains.

    None where the course does not say: its length, or that of a mountain, is missing.
    """

    type: str
    granted: int | None
    on_mountains: int | None


def stage_allowances(stage: Stage, rulebook: Rulebook) -> tuple[TypeAllowance, ...]:
    """List the extra turns a stage grants each type of rider (CY-13).

    Saved extra turns come on top, and a captain's. There is nothing where the
    rulebook has no extra turns.
    """
    if not rulebook.number("extra_turns.lines"):
        return ()
    return tuple(
        TypeAllowance(kind.name, granted, _on_mountains(stage, kind, granted))
        for kind in rulebook.types
        for granted in (_granted(stage, kind, rulebook),)
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


def count_extra_turns(
    stage: Stage, tally: Tally, rulebook: Rulebook
) -> tuple[ExtraTurnLine, ...]:
    """Book a stage's extra turns: what was left, plus granted, less used (CY-12).

    There is a line for every starter whose grants are known from the first stage on,
    in the order of the bibs; none where the rulebook has no extra turns. `left` below
    0 is more than there were. A cancelled stage grants none and uses none, and a race
    apart from the tour has extra turns of its own, which are not booked (CY-20).
    """
    turns, uses, absent = tally.turns, stage.extra_turns, stage.absent
    if stage.cancelled:
        uses, absent = {}, frozenset()
    lines: list[ExtraTurnLine] = []
    for bib, granted in granted_turns(stage, tally.racing.values(), rulebook).items():
        saved = turns.get(bib)
        if saved is None or bib in absent:
            continue
        if granted is None:
            del turns[bib]
            continue
        used = uses.get(bib, 0)
        left = saved + granted - used
        turns[bib] = max(left, 0)
        lines.append(ExtraTurnLine(bib, granted, used, left))
    return tuple(lines)


def granted_turns(
    stage: Stage, riders: Iterable[Rider], rulebook: Rulebook
) -> dict[Bib, int | None]:
    """Return the extra turns a stage grants each rider (CY-12); None if not known.

    Nobody is in it where the rulebook has no extra turns, and on a race apart from
    the tour.
    """
    if not rulebook.number("extra_turns.lines") or stage.kind.apart:
        return {}
    captains, grants = _for_captains(stage, rulebook), _grants(stage, rulebook)
    grants_by_bib: dict[Bib, int | None] = {}
    for rider in riders:
        granted = grants.get(rider.type, grants[None])
        if granted is not None and rider.captain:
            granted += captains
        grants_by_bib[rider.bib] = granted
    return grants_by_bib


def saved_turns(tour: Tour, before: Iterable[StageScore]) -> dict[Bib, int]:
    """Return what each rider has left after the stages `before` (CY-12).

    Whose extra turns are no longer known is not in it.
    """
    saved = dict.fromkeys((rider.bib for rider in tour.riders), 0)
    for score in before:
        if not score.stage.kind.apart:
            saved = {line.bib: max(line.left, 0) for line in score.extra_turns}
    return saved


def may_use_turns(stage: Stage, rider: Rider, rulebook: Rulebook) -> bool:
    """Whether a rider may use extra turns: in time trials few types may (CY-13)."""
    if not stage.kind.against_the_clock:
        return True
    return rider.type in _time_trialists(rulebook)


def extra_turn_problems(
    stage: Stage, lines: Iterable[ExtraTurnLine], tally: Tally, rulebook: Rulebook
) -> Iterator[Problem]:
    """Find the riders who used more extra turns than they have (CY-12, CY-13).

    What the facts do not tell is left to the table: where on the stage they were used.
    """
    if stage.cancelled or stage.kind.apart:
        return
    if not rulebook.number("extra_turns.lines"):
        yield from _none_in_play(stage, rulebook)
        return
    riding = _time_trialists(rulebook)
    overspent = {line.bib: line for line in lines if line.left < 0}
    for bib, used in stage.extra_turns.items():
        rider = tally.racing.get(bib)
        if rider is None or not used:
            continue
        line = overspent.get(bib)
        if stage.kind.against_the_clock and rider.type not in riding:
            kind = f"a {rider.type}" if rider.type else "a rider without a type"
            message = (
                f"rider {bib} used {_turns(used)} in a time trial, where {kind} has"
                f" none{_only(riding)} (CY-13)"
            )
        elif line is not None:
            had = line.left + line.used
            message = (
                f"rider {bib} used {_turns(used)}, but had {had}:"
                f" {line.granted} for this stage, {had - line.granted} saved (CY-12)"
            )
        else:
            continue
        yield Problem.of("extra_turns", message, "extra_turns", bib, bib=bib)


def _grants(stage: Stage, rulebook: Rulebook) -> dict[str | None, int | None]:
    """Return the extra turns of a stage by type of rider, without a type by None."""
    if stage.cancelled:
        return {None: 0}
    grants = {None: _granted(stage, None, rulebook)}
    return grants | {t.name: _granted(stage, t, rulebook) for t in rulebook.types}


def _granted(stage: Stage, kind: RiderType | None, rulebook: Rulebook) -> int | None:
    """Return the extra turns of a type of rider; None: not known from the course."""
    length = stage.length
    if stage.kind.against_the_clock:
        if kind is None or kind.time_trial is None:
            return 0
        return None if length is None else kind.time_trial.granted(length)
    if length is None:
        return None
    if kind is not None and kind.road is not None:
        turns = kind.road.granted(length)
    else:
        turns = -(-length // rulebook.number("extra_turns.lines"))
    if kind is None or kind.mountain is None:
        return turns
    climbing = _mountain_lines(stage)
    return None if climbing is None else turns + kind.mountain.granted(climbing)


def _mountain_lines(stage: Stage) -> int | None:
    """Add up the mountains of a stage; None where the length of one is not given."""
    lines = 0
    for section in stage.sections:
        if section.kind is SectionKind.MOUNTAIN:
            if section.length is None:
                return None
            lines += section.length
    return lines


def _for_captains(stage: Stage, rulebook: Rulebook) -> int:
    if stage.cancelled or stage.kind.against_the_clock:
        return 0
    return rulebook.number("extra_turns.captain")


def _time_trialists(rulebook: Rulebook) -> list[str]:
    return [each.name for each in rulebook.types if each.time_trial is not None]


def _only(types: list[str]) -> str:
    return f"; only {', '.join(types)} have" if types else ""


def _turns(used: int) -> str:
    return "1 extra turn" if used == 1 else f"{used} extra turns"


def _none_in_play(stage: Stage, rulebook: Rulebook) -> Iterator[Problem]:
    value = rulebook.values["extra_turns.lines"]
    choice = f" with {value.note}" if value.source == Source.OPTION else ""
    instead = f": {value.note}" if value.source == Source.DECIDED else ""
    for bib, used in stage.extra_turns.items():
        if used:
            message = (
                f"rider {bib} used {_turns(used)}, but {rulebook.name} has"
                f" none{choice}{instead} ({value.rule or 'CY-12'})"
            )
            yield Problem.of("extra_turns", message, "extra_turns", bib, bib=bib)
