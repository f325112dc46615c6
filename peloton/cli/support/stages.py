"""What the stage commands share: finding a stage, and saving it changed."""

from collections.abc import Callable

import click

from peloton.cli.support.completion import complete_stages
from peloton.cli.support.output import show
from peloton.cli.support.param_types import Whole
from peloton.cli.support.prompts import confirm
from peloton.desk.scored_tour import Current
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.reports.stage.changes import changes_sheet
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour, stage_at

number_argument = click.argument(
    "number", type=Whole(min=1), metavar="N", shell_complete=complete_stages
)


def ridden_stage(tour: Tour, number: int) -> Stage:
    """Return stage `number`; PelotonError if nothing was entered on it."""
    stage = stage_at(tour, number)
    if not stage.ridden:
        message = f"stage {number} has no results: 'peloton stage enter {number}' first"
        raise PelotonError(message)
    return stage


def propose(
    session: Session, changed: Callable[[Current], Current], what: str, *, yes: bool
) -> None:
    """Show what a change does to the standings, ask, and save it (see `save`)."""
    before = session.read()
    after = changed(before).checked()
    show(changes_sheet(before.race(), after.scored), tour=after.tour)
    confirm("Save it?", yes=yes)
    # Who was asked agreed to these figures, who was not to the change.
    session.save(before, after, what, changed if yes else None)
