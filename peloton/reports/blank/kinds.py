"""Blank forms: the paper that a game leader writes on, for this game and this tour."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.reports.blank.books import (
    extra_turns_form,
    general_form,
    startlist_form,
)
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


class Form(NamedTuple):
    """A form: what it is, whether a tour has it, which stages need it, its pages.

    What belongs to no stage has no `needed`. The pages are of stage N, or of none.
    """

    about: str
    kept: Callable[[Race], bool]
    needed: Callable[[Race, Stage], bool] | None
    pages: Callable[[Race, int | None], tuple[Sheet, ...]]


def _always(_: Race) -> bool:
    return True


def _clocked(race: Race) -> bool:
    return race.rulebook.unit != "places"


def _by_fractions(race: Race) -> bool:
    return race.rulebook.mark is criterium.MARK


def _lines_bring(race: Race) -> bool:
    """Whether there is anything to be won on the road, by the game or the course."""
    scales = ("points.sprint", "bonus.sprint", "mountains.summit", "mountains.HC")
    by_rule = any(race.rulebook.scale(key) for key in scales)
    return by_rule or any(map(has_lines, race.tour.stages))


def _extra_turns(race: Race) -> bool:
    return race.rulebook.number("extra_turns.lines") > 0


def _money(race: Race) -> bool:
    rulebook = race.rulebook
    return rulebook.flag("money.premiums") or rulebook.number("money.budget") > 0


def _against_the_clock(_: Race, stage: Stage) -> bool:
    return stage.kind.against_the_clock


def _together(_: Race, stage: Stage) -> bool:
    return not stage.kind.against_the_clock


def _with_lines(_: Race, stage: Stage) -> bool:
    return has_lines(stage)


def _of_the_tour(_: Race, stage: Stage) -> bool:
    return not stage.kind.apart


def _with_turns(race: Race, stage: Stage) -> bool:
    """Whether anybody may use extra turns on a stage (CY-13, CY-20)."""
    riders, rulebook = race.tour.riders, race.rulebook
    some = any(may_use_turns(stage, rider, rulebook) for rider in riders)
    return not stage.kind.apart and (some or not riders)


FORMS: Mapping[str, Form] = {
    "startlist": Form(
        "the startlist, with room to write",
        _always,
        None,
        lambda race, _: (startlist_form(race),),
    ),
    "budget": Form(
        "each team's budget, sponsor money and premiums",
        _money,
        None,
        lambda race, _: budget_forms(race),
    ),
    "fractions": Form(
        "both fraction tables on one page",
        _by_fractions,
        None,
        lambda race, _: (fraction_sheet(race.rulebook.title),),
    ),
    "arrival": Form(
        "the arrival of a stage",
        _always,
        _together,
        lambda race, number: (arrival_form(race, number),),
    ),
    "time-trial": Form(
        "a time trial, with boxes to tick each turn",
        _clocked,
        _against_the_clock,
        lambda race, number: (time_trial_form(race, number),),
    ),
    "climbs": Form(
        "climbs and sprints, with their points",
        _lines_bring,
        _with_lines,
        lambda race, number: (climbs_form(race, number),),
    ),
    "extra-turns": Form(
        "extra turns, with boxes to cross out",
        _extra_turns,
        _with_turns,
        lambda race, number: (extra_turns_form(race, number),),
    ),
    "general": Form(
        "the general classification, to add up",
        _always,
        _of_the_tour,
        lambda race, number: (general_form(race, number),),
    ),
}
"""The forms by name, in the order they are needed."""


def blank_sheets(race: Race, which: str, number: int | None) -> tuple[Sheet, ...]:
    """Return a form, for stage `number` or for the next one that needs it.

    While there is none it has room for the number of a stage. Raises PelotonError for
    a form that the game does not have, or the stage.
    """
    form = FORMS[which]
    if not form.kept(race):
        have = ", ".join(name for name, each in FORMS.items() if each.kept(race))
        message = f"{race.rulebook.title} has no form '{which}', only {have}"
        raise PelotonError(message)
    if number is None and form.needed is not None:
        stages = race.tour.stages
        to_come = (
            each for each in _to_come(race) if form.needed(race, stages[each - 1])
        )
        number = next(to_come, None)
    return form.pages(race, number)


def all_blank_sheets(race: Race, number: int | None) -> tuple[Sheet, ...]:
    """Return every form that stage `number` needs, or that the whole tour needs.

    Of a tour under way these are the forms of the stages to come, if any are left.
    """
    forms = [each for each in FORMS.values() if each.kept(race)]
    stages = race.tour.stages
    sheets: list[Sheet] = []
    if number is None:
        for form in forms:
            if form.needed is None or not stages:
                sheets += form.pages(race, None)
    for each in [number] if number else _to_come(race) or _ridden(race):
        for form in forms:
            if form.needed is not None and form.needed(race, stages[each - 1]):
                sheets += form.pages(race, each)
    return tuple(sheets)


def _to_come(race: Race) -> list[int]:
    return [n for n, stage in enumerate(race.tour.stages, 1) if not stage.ridden]


def _ridden(race: Race) -> Iterable[int]:
    return (n for n, stage in enumerate(race.tour.stages, 1) if not stage.cancelled)
