"""Blank forms: the paper that a game leader writes on, for this game and this tour."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.reports.blank.books import extra_turns_form, general_form, startlist_form
from peloton.reports.blank.budget import budget_forms
from peloton.reports.blank.finish import (
    arrival_form,
    climbs_form,
    has_lines,
    time_trial_form,
)
from peloton.reports.rules.rulebook import fraction_sheet
from peloton.reports.sheet import Sheet
from peloton.rules.facts.stage import Stage
from peloton.rules.games import criterium
from peloton.rules.ledgers.extra_turns import may_use_turns
from peloton.rules.results import Race


class BlankForm(NamedTuple):
    """A form: what it is, whether a tour has it, which stages need it, its pages.

    `needed` is None for a form of the whole tour. `pages` takes the number of a
    stage, or None.
    """

    about: str
    kept: Callable[[Race], bool]
    needed: Callable[[Race, Stage], bool] | None
    pages: Callable[[Race, int | None], tuple[Sheet, ...]]


def _lines_bring(race: Race) -> bool:
    """Whether the game or the course has points or bonus seconds on the road."""
    scales = ("points.sprint", "bonus.sprint", "mountains.summit", "mountains.HC")
    by_rule = any(race.rulebook.scale(key) for key in scales)
    return by_rule or any(map(has_lines, race.tour.stages))


def _with_turns(race: Race, stage: Stage) -> bool:
    """Whether anybody may use extra turns on a stage (CY-13)."""
    riders, rulebook = race.tour.riders, race.rulebook
    return not riders or any(may_use_turns(stage, r, rulebook) for r in riders)


FORMS: Mapping[str, BlankForm] = {
    "startlist": BlankForm(
        "the startlist, with room to write",
        lambda _: True,
        None,
        lambda race, _: (startlist_form(race),),
    ),
    "budget": BlankForm(
        "each team's budget, sponsor money and premiums",
        lambda race: (
            race.rulebook.flag("money.premiums")
            or race.rulebook.number("money.budget") > 0
        ),
        None,
        lambda race, _: budget_forms(race),
    ),
    "fractions": BlankForm(
        "both fraction tables on one page",
        lambda race: race.rulebook.mark is criterium.MARK,
        None,
        lambda race, _: (fraction_sheet(race.rulebook.title),),
    ),
    "arrival": BlankForm(
        "the arrival of a stage",
        lambda _: True,
        lambda _, stage: not stage.kind.against_the_clock,
        lambda race, number: (arrival_form(race, number),),
    ),
    "time-trial": BlankForm(
        "a time trial, with boxes to tick each turn",
        lambda race: race.rulebook.unit != "places",
        lambda _, stage: stage.kind.against_the_clock,
        lambda race, number: (time_trial_form(race, number),),
    ),
    "climbs": BlankForm(
        "climbs and sprints, with their points",
        _lines_bring,
        lambda _, stage: has_lines(stage),
        lambda race, number: (climbs_form(race, number),),
    ),
    "extra-turns": BlankForm(
        "extra turns, with boxes to cross out",
        lambda race: race.rulebook.number("extra_turns.lines") > 0,
        _with_turns,
        lambda race, number: (extra_turns_form(race, number),),
    ),
    "general": BlankForm(
        "the general classification, to add up",
        lambda _: True,
        lambda _, stage: not stage.kind.outside_the_tour,
        lambda race, number: (general_form(race, number),),
    ),
}
"""The forms by name, in the order they are needed."""


def blank_sheets(race: Race, which: str, number: int | None) -> tuple[Sheet, ...]:
    """Return a form, for stage `number` or for the next one that needs it.

    If no stage needs it, its heading has room for the number. Raises PelotonError for
    a form that this game or this stage does not have.
    """
    form = FORMS[which]
    if not form.kept(race):
        have = ", ".join(name for name, each in FORMS.items() if each.kept(race))
        message = f"{race.rulebook.title} has no form '{which}', only {have}"
        raise PelotonError(message)
    if number is None and form.needed is not None:
        stages = race.tour.stages
        needed = (n for n in _to_come(race) if form.needed(race, stages[n - 1]))
        number = next(needed, None)
    return form.pages(race, number)


def all_blank_sheets(race: Race, number: int | None) -> tuple[Sheet, ...]:
    """Return every form that stage `number` needs, or that the whole tour needs.

    Without a number these are the forms of the stages to come, or of all stages once
    every one is ridden.
    """
    forms = [each for each in FORMS.values() if each.kept(race)]
    stages = race.tour.stages
    sheets: list[Sheet] = []
    if number is None:
        for form in forms:
            if form.needed is None or not stages:
                sheets += form.pages(race, None)
    for stage_number in [number] if number else _to_come(race) or _ridden(race):
        for form in forms:
            if form.needed is not None and form.needed(race, stages[stage_number - 1]):
                sheets += form.pages(race, stage_number)
    return tuple(sheets)


def _to_come(race: Race) -> list[int]:
    return [n for n, stage in enumerate(race.tour.stages, 1) if not stage.ridden]


def _ridden(race: Race) -> Iterable[int]:
    return (n for n, stage in enumerate(race.tour.stages, 1) if not stage.cancelled)
