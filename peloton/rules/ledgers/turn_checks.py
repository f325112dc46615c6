"""What can be wrong in the extra turns that were used (CY-12, CY-13)."""

from collections.abc import Iterable, Iterator

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.ledgers.extra_turns import may_use_turns, team_turns
from peloton.rules.results import ExtraTurnLine, TeamTurnLine
from peloton.rules.rulebook.rulebook import Rulebook, Source
from peloton.rules.stage.track import heats_begun


def extra_turn_problems(
    stage: Stage, lines: Iterable[ExtraTurnLine], tally: Tally, rulebook: Rulebook
) -> Iterator[Problem]:
    """Find who used extra turns that the rules do not give (CY-12, CY-13).

    What the facts do not tell is left to the table: where on the stage they were used.
    """
    if stage.cancelled:
        return
    if not rulebook.number("extra_turns.lines"):
        yield from _none_in_play(stage, rulebook)
        return
    overspent = {line.bib: line for line in lines if line.left < 0}
    for bib, used in stage.extra_turns.items():
        rider = tally.racing.get(bib)
        if rider is None or not used:
            continue
        line = overspent.get(bib)
        if not may_use_turns(stage, rider, rulebook):
            kind = f"a {rider.type}" if rider.type else "a rider without a type"
            message = (
                f"rider {bib} used {_turns(used)} in a time trial, where {kind} has"
                f" none{_only(rulebook)} (CY-13)"
            )
        elif line is not None:
            had = line.left + line.used
            what = f"{line.granted} for this stage, {had - line.granted} saved"
            if stage.kind is StageKind.SPRINT:
                each, heats = rulebook.number("extra_turns.heat"), heats_begun(stage)
                what = f"{each} in each of {heats} heat{'s' if heats > 1 else ''}"
            message = f"rider {bib} used {_turns(used)}, but had {had}: {what} (CY-12)"
        else:
            continue
        yield Problem.of("extra_turns", message, "extra_turns", bib, bib=bib)


def team_turn_problems(
    stage: Stage, lines: Iterable[TeamTurnLine], rulebook: Rulebook
) -> Iterator[Problem]:
    """Find teams that used extra turns which they do not have (CY-12)."""
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
            of_them = f"{line.granted} for this stage, {had - line.granted} saved"
            message = f"{message} had {had}: {of_them} (CY-12)"
        else:
            continue
        yield Problem.of("extra_turns", message, "team_turns", team)


def _only(rulebook: Rulebook) -> str:
    types = [each.name for each in rulebook.types if each.time_trial is not None]
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
