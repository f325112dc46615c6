"""What the stage commands share: finding a stage, and putting it back changed."""

from dataclasses import replace

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

number_argument = click.argument(
    "number",
    type=Whole(min=1),
    metavar="N",
    shell_complete=complete_stages,
)


def stage_at(tour: Tour, number: int) -> Stage:
    """Return stage `number`; PelotonError if the tour has none."""
    if not tour.stages:
        message = "the tour has no stages yet: add one with 'peloton stage add'"
        raise PelotonError(message)
    if number > len(tour.stages):
        message = f"no stage {number}; the tour has {len(tour.stages)}"
        raise PelotonError(message)
    return tour.stages[number - 1]


def next_stage(tour: Tour) -> int | None:
    """Return the number of the first stage to be ridden; None if all are."""
    numbers = range(1, len(tour.stages) + 1)
    return next((n for n in numbers if not tour.stages[n - 1].ridden), None)


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


def with_stage(tour: Tour, number: int, stage: Stage) -> Tour:
    """Return the tour with stage `number` replaced."""
    stages = (*tour.stages[: number - 1], stage, *tour.stages[number:])
    return replace(tour, stages=stages)


def save(session: Session, before: Current, tour: Tour, what: str) -> None:
    """Save a tour changed since it was read as `before`, in one transaction.

    `what` says in words what was changed, for the journal.
    PelotonError if someone else changed it meanwhile: nothing is lost unseen.
    """

    def unchanged(now: Current) -> Tour:
        if now.tour != before.tour:
            message = "the tour was changed meanwhile; nothing was saved, try again"
            raise PelotonError(message)
        return tour

    session.change(unchanged, what)


def propose(
    session: Session, before: Current, tour: Tour, what: str, *, yes: bool
) -> None:
    """Show what a change does to the standings, ask, and save it (see `save`)."""
    after = checked(tour, before.rulebook_text)
    show(changes_sheet(before.race(), after.race()), tour=tour)
    agreed("Save it?", yes=yes)
    save(session, before, tour, what)
