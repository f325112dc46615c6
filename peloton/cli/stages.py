"""What the stage commands share: finding a stage, and putting it back changed."""

from collections.abc import Callable

import click

from peloton.cli.asking import agreed
from peloton.cli.choosing import Whole
from peloton.cli.completing import complete_stages
from peloton.cli.current import Current, checked
from peloton.cli.output import show
from peloton.cli.session import Session
from peloton.errors import PelotonError
from peloton.reports.changes import changes_sheet
from peloton.rules.model import Stage, Tour
from peloton.rules.stages import next_stage, stage_at
from peloton.store.parts import StoredTour, rebased

number_argument = click.argument(
    "number",
    type=Whole(min=1),
    metavar="N",
    shell_complete=complete_stages,
)


def to_be_entered(tour: Tour) -> int:
    """Return the number of the next stage; PelotonError if all have been ridden."""
    stage_at(tour, 1)
    number = next_stage(tour)
    if number is None:
        message = "every stage has been ridden; name the one to enter again"
        raise PelotonError(message)
    return number


def ridden_stage(tour: Tour, number: int) -> Stage:
    """Return stage `number` if something was entered on it; else PelotonError."""
    stage = stage_at(tour, number)
    if not stage.ridden:
        message = f"stage {number} has no results: 'peloton stage enter {number}' first"
        raise PelotonError(message)
    return stage


def save(
    session: Session,
    before: Current,
    tour: Tour,
    what: str,
    again: Callable[[Current], Tour] | None = None,
) -> None:
    """Save a tour changed since it was read as `before`, in one transaction.

    `what` says in words what was changed, for the journal. Others may have changed
    other parts of it meanwhile; where it was the same part, `again` changes that
    anew, and without it PelotonError: nothing is lost unseen.
    """
    old, new = (
        StoredTour(tour=side, rulebook_text=before.rulebook_text)
        for side in (before.tour, tour)
    )

    def changed(now: Current) -> Tour:
        if now.tour == before.tour:
            return tour
        if again is not None:
            return again(now)
        found = StoredTour(tour=now.tour, rulebook_text=now.rulebook_text)
        return rebased(old, new, found).tour

    session.change(changed, what)


def propose(
    session: Session,
    before: Current,
    changed: Callable[[Current], Tour],
    what: str,
    *,
    yes: bool,
) -> None:
    """Show what a change does to the standings, ask, and save it (see `save`)."""
    tour = changed(before)
    after = checked(tour, before.rulebook_text)
    show(changes_sheet(before.race(), after.race()), tour=tour)
    agreed("Save it?", yes=yes)
    # Who was not asked did not agree to these figures, but to the change.
    save(session, before, tour, what, changed if yes else None)
