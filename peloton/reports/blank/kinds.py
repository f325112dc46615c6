"""The kinds of blank forms to fill in by hand, and which stages need them."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.reports.blank.books import (
    budget_forms,
    extra_turns_form,
    general_form,
    startlist_form,
)
from peloton.reports.blank.finish import (
    arrival_form,
    climbs_form,
    has_climb_or_sprint,
    time_trial_form,
)
from peloton.reports.rules.rulebook import fraction_sheet
from peloton.reports.sheet import Sheet
from peloton.rules.facts.stage import Stage
from peloton.rules.games import criterium
from peloton.rules.ledgers.extra_turns import may_use_turns
from peloton.rules.results import Race


class BlankForm(NamedTuple):
    """A kind of blank form.

    `about` describes the form in help texts. `pages` returns the form's sheets for a
    stage number, or for None if no stage is chosen. `applies` returns whether the game
    and the tour use the form. `needed` returns whether a stage needs the form, and is
    None if the form is for the whole tour.
    """

    about: str
    pages: Callable[[Race, int | None], tuple[Sheet, ...]]
    applies: Callable[[Race], bool] = lambda _: True
    needed: Callable[[Race, Stage], bool] | None = None

    def is_for(self, race: Race, number: int | None) -> bool:
        """Return whether stage `number` needs the form.

        If `number` is None, return whether the tour needs the form. A tour without
        stages needs every form.
        """
        stages = race.tour.stages
        if number is None:
            return self.needed is None or not stages
        return self.needed is not None and self.needed(race, stages[number - 1])


def _scores_on_the_road(race: Race) -> bool:
    """Return whether sprints or climbs award points or bonus seconds."""
    scales = ("points.sprint", "bonus.sprint", "mountains.summit", "mountains.HC")
    by_rule = any(race.rulebook.scale(key) for key in scales)
    return by_rule or any(map(has_climb_or_sprint, race.tour.stages))


def _uses_extra_turns(race: Race, stage: Stage) -> bool:
    riders, rulebook = race.tour.riders, race.rulebook
    return not riders or any(may_use_turns(stage, r, rulebook) for r in riders)


FORMS: Mapping[str, BlankForm] = {
    "startlist": BlankForm(
        "the startlist, with room to write", lambda race, _: startlist_form(race)
    ),
    "budget": BlankForm(
        "each team's budget, sponsor money and premiums",
        lambda race, _: budget_forms(race),
        lambda race: (
            race.rulebook.flag("money.premiums")
            or race.rulebook.number("money.budget") > 0
        ),
    ),
    "fractions": BlankForm(
        "both fraction tables on one page",
        lambda race, _: (fraction_sheet(race.rulebook),),
        lambda race: race.rulebook.mark is criterium.MARK,
    ),
    "arrival": BlankForm(
        "the arrival of a stage",
        arrival_form,
        needed=lambda _, stage: not stage.kind.against_the_clock,
    ),
    "time-trial": BlankForm(
        "a time trial, with boxes to tick each turn",
        time_trial_form,
        lambda race: race.rulebook.unit != "places",
        lambda _, stage: stage.kind.against_the_clock,
    ),
    "climbs": BlankForm(
        "climbs and sprints, with their points",
        climbs_form,
        _scores_on_the_road,
        lambda _, stage: has_climb_or_sprint(stage),
    ),
    "extra-turns": BlankForm(
        "extra turns, with boxes to cross out",
        extra_turns_form,
        lambda race: race.rulebook.number("extra_turns.lines") > 0,
        _uses_extra_turns,
    ),
    "general": BlankForm(
        "the general classification, to add up",
        general_form,
        needed=lambda _, stage: not stage.kind.outside_the_tour,
    ),
}
"""The blank forms by name, in the order in which players need them."""


def blank_sheets(race: Race, which: str, number: int | None) -> tuple[Sheet, ...]:
    """Return the form `which` for a stage, by default the next stage that needs it.

    If no stage needs the form, its heading has room to write the stage number. Raises
    PelotonError for a form that the game or the stage does not use.
    """
    form, lacking = FORMS[which], race.rulebook.title
    used = [name for name, other in FORMS.items() if other.applies(race)]
    if number and form.needed:
        lacking = f"stage {number}"
        used = [name for name in used if FORMS[name].is_for(race, number)]
    if which not in used:
        raise PelotonError(f"{lacking} has no form '{which}', only {', '.join(used)}")
    stages = (n for n in _unridden(race) if form.is_for(race, n))
    return form.pages(race, number or next(stages, None))


def all_blank_sheets(race: Race, number: int | None) -> tuple[Sheet, ...]:
    """Return every form that stage `number` needs.

    If `number` is None, return the forms of the tour and of the stages not yet ridden.
    If all stages are ridden, return the forms of all stages.
    """
    ridden = [n for n, stage in enumerate(race.tour.stages, 1) if not stage.cancelled]
    numbers = [number] if number else [None, *(_unridden(race) or ridden)]
    return tuple(
        sheet
        for n in numbers
        for form in FORMS.values()
        if form.applies(race) and form.is_for(race, n)
        for sheet in form.pages(race, n)
    )


def _unridden(race: Race) -> list[int]:
    return [n for n, stage in enumerate(race.tour.stages, 1) if not stage.ridden]
