"""`peloton whatif`: show what decided the tour, or the standings after a change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import click

from peloton.cli.support.arguments import ANY_STAGE, option, repeatable
from peloton.cli.support.output import show, showing_tour
from peloton.cli.support.progress import with_progress
from peloton.cli.support.tour_options import with_rules
from peloton.desk.scored_tour import ScoredTour, raise_mistakes
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.errors import PelotonError, did_you_mean
from peloton.reports.decided import (
    changed_standings,
    decided_sheet,
    open_rules_sheet,
    part_title,
)
from peloton.reports.tour.document import standings_rows
from peloton.rules.explain.decided import (
    PartKind,
    TourPart,
    open_effects,
    part_effects,
    removable_parts,
    rescored,
)
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.stage import Arrival, FinishLine
from peloton.rules.facts.tour import ridden_stage
from peloton.rules.names import match_name
from peloton.rules.results import Race
from peloton.rules.values import quote
from peloton.rules.words import join, phrase


@click.command()
@repeatable("--without PART", "Leave out a stage, ruling, sprint, climb or time bonus.")
@repeatable("--house-rule, --rule KEY=VALUE", "Change a house rule.", "rules")
@repeatable("--option NAME=VALUE", "Change an option of the tour.", "options")
@repeatable(
    "--line STAGE LINE",
    "Replace a line of a stage, written as at the desk.",
    "lines",
    type=(ANY_STAGE, str),
)
@option(
    "--open", "Try other values for the rules that the game leaves open.", "open_rules"
)
@showing_tour
def whatif(session: Session, *, open_rules: bool, **given: tuple[Any, ...]) -> None:
    """Show what decided the tour, or the standings after a change.

    Without options, the tour is scored again without each stage, ruling, sprint, climb
    and time bonus in turn, and the changes that lead to other winners are listed.
    Nothing is saved. PART is a stage, such as "stage 3", the name of a sprint or climb,
    "ruling on 10", bonus.finish or bonus.sprint.

    Example:
        peloton whatif
        peloton whatif --without "stage 3"
        peloton whatif --rule bonus.finish=10,6,4
        peloton whatif --line 2 "7 0 3"
        peloton whatif --open
    """
    now = session.read()
    race, tour = now.race(), now.tour
    race.score()
    if open_rules and any(given.values()):
        raise click.UsageError("found --open with other changes, expected one of them")
    if open_rules:
        tried = [*with_progress(open_effects(race), "Trying other rules")]
        show(open_rules_sheet(race, tried), tour)
    elif any(given.values()):
        _show_changed(race, now, given)
    else:
        effects = [*with_progress(part_effects(race), "Scoring changed tours")]
        show(decided_sheet(race, effects), tour)


def _show_changed(
    race: Race, now: ScoredTour, given: Mapping[str, tuple[Any, ...]]
) -> None:
    """Show the standings after all given changes."""
    what: list[str] = [*given["options"], *given["rules"]]
    now = now.with_tour(with_rules(now, given))
    if now.rulebook.mark is not race.rulebook.mark:
        mark = race.rulebook.mark.name
        raise PelotonError(
            f"mark: the finishes are written as '{mark}' and cannot be read in another"
            " notation"
        )
    for number, line in given["lines"]:
        now = _with_line(now, number, line)
        stage = phrase("Stage {number}", number=number)
        what.append(phrase("{who}: {what}", who=stage, what=line))
    changed = rescored(replace(race, tour=now.tour, rulebook=now.rulebook))
    for word in given["without"]:
        part = _find_part(changed, word)
        what.append(phrase("without {part}", part=part_title(changed, part)))
        changed = rescored(part.without)
    rows = {
        "changed": standings_rows(changed.stages[-1]),
        "as_ridden": standings_rows(race.stages[-1]),
    }
    sheet = changed_standings(race, changed, join(what))
    show(replace(sheet, data=rows), race.tour)


def _with_line(before: ScoredTour, number: int, text: str) -> ScoredTour:
    """Return the tour with some finishes or sprint orders of a ridden stage replaced.

    `text` has lines as typed at the desk: finishes, and orders at sprints and climbs. A
    rider's new line replaces the rider's old line. Raises PelotonError for lines of
    other kinds, and InputError for a line that has mistakes or does not fit the stage.
    """
    stage = ridden_stage(before.tour, number)
    desk = StageAtDesk(before, number)
    reading = desk.read(text)
    raise_mistakes(reading.problems)
    new = reading.stage
    expected = replace(
        without_results(stage), finish=new.finish, crossings=new.crossings
    )
    if new != expected or new == without_results(stage):
        raise PelotonError(
            f"found {quote(text)}, expected a finish line or the order at a sprint or"
            " climb, such as 'Muur: 4 1 12'"
        )
    finish = _replaced(stage.finish, new.finish)
    crossings = {**stage.crossings, **new.crossings}
    stage = replace(stage, finish=finish, crossings=crossings)
    live = desk.race.checked().after(stage)
    raise_mistakes((*live.problems, *live.missing))
    return before.with_stage(number, stage)


def _replaced(
    finish: Iterable[FinishLine], new: Sequence[FinishLine]
) -> tuple[FinishLine, ...]:
    """Insert each new result line where its first rider was listed, else at the end."""
    lines, waiting = list[FinishLine](), [*new]
    for old in finish:
        for line in [line for line in waiting if {*line.bibs} & {*old.bibs}]:
            waiting.remove(line)
            lines.append(line)
        left = tuple(b for b in old.bibs if not any(b in line.bibs for line in new))
        if left == old.bibs:
            lines.append(old)
        elif left and isinstance(old, Arrival):
            lines.append(Arrival(left, old.mark))
    return (*lines, *waiting)


def _find_part(race: Race, word: str) -> TourPart:
    parts: dict[str, TourPart] = {}
    aliases: dict[str, list[str]] = {}
    for part in removable_parts(race):
        name, *others = _part_words(race, part)
        name = f"{name} ({len(parts)})" if name in parts else name
        parts[name], aliases[name] = part, others
    if (found := match_name(word, aliases)) is not None:
        return parts[found]
    words = dict.fromkeys(chain(aliases, *aliases.values()))
    raise PelotonError(
        f"found {quote(word)}, expected a stage, ruling, sprint, climb or time bonus of"
        f" the tour{did_you_mean(word, words)}"
    )


def _part_words(race: Race, part: TourPart) -> list[str]:
    """Return the name that users type for part of a tour, then the part's aliases."""
    if part.kind is PartKind.BONUS:
        return [part.label]
    at, ruling = f"stage {part.number}", part.ruling
    if part.kind is PartKind.STAGE:
        return [at, str(part.number), race.tour.stages[part.number - 1].name]
    label = f"ruling on {ruling.bib or ruling.team}" if ruling else part.label
    return [f"{label}, {at}", label]
