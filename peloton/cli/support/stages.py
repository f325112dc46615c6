"""What the stage commands share: finding a stage, and putting it back changed."""

from collections.abc import Callable, Iterable

import click

from peloton.cli.support.completion import complete_stages
from peloton.cli.support.output import show
from peloton.cli.support.param_types import Whole
from peloton.cli.support.prompts import agreed
from peloton.cli.support.scored_tour import Current
from peloton.cli.support.session import Session
from peloton.errors import PelotonError
from peloton.reports.stage.changes import changes_sheet
from peloton.rules.facts.stages import next_stage, stage_at
from peloton.rules.facts.tour import Stage, Tour

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


def draw_lots(
    ties: Iterable[tuple[str, ...]],
    shuffle: Callable[[list[str]], None] | None = None,
) -> tuple[str, ...]:
    """Draw lots within each tie, every order as likely as another.

    Only commands draw: what was drawn is a fact, and scoring is free of chance.
    """
    from secrets import SystemRandom

    drawn: list[str] = []
    for tie in ties:
        order = list(tie)
        (shuffle or SystemRandom().shuffle)(order)
        drawn += order
    return tuple(drawn)


def save(session: Session, before: Current, after: Current, what: str) -> None:
    """Save a tour changed since it was read as `before`, in one transaction.

    `what` says in words what was changed, for the journal. InputError if it is wrong;
    PelotonError if someone else changed it meanwhile: nothing is lost unseen.
    """
    changed = after.checked()
    was = before.tour, before.rulebook_text
    with session.store(write=True) as store:
        race = changed.scored
        store.save(changed.tour, changed.rulebook_text, what, was=was, race=race)


def propose(
    session: Session, before: Current, after: Current, what: str, *, yes: bool
) -> None:
    """Show what a change does to the standings, ask, and save it (see `save`)."""
    show(changes_sheet(before.race(), after.checked().scored), tour=after.tour)
    agreed("Save it?", yes=yes)
    save(session, before, after, what)
