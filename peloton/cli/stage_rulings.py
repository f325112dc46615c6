"""`peloton stage ruling`, `lots` and `cancel`: what the game leader decides."""

from dataclasses import replace

import click

from peloton.cli.output import said
from peloton.cli.session import Session
from peloton.cli.stages import number_argument, propose, stage_at, with_stage
from peloton.errors import PelotonError
from peloton.rules.model import Bib, ClassificationName, Ruling, TeamCode

yes_option = click.option("--yes", is_flag=True, help="Save without asking.")


@click.command(short_help="Give or take seconds or points, with a reason.")
@number_argument
@click.option("--bib", help="The rider.")
@click.option("--team", help="The team, in place of a rider.")
@click.option("--seconds", type=int, default=0, help="+ penalty, - bonus.")
@click.option("--points", type=int, default=0, help="+ taken off, - given.")
@click.option("--mountains", type=int, default=0, help="+ taken off, - given.")
@click.option("--reason", required=True, help="Why; it stands on the sheet.")
@yes_option
@click.pass_obj
def ruling(  # noqa: PLR0913 - one argument for each option of the command
    session: Session,
    number: int,
    *,
    bib: str | None,
    team: str | None,
    seconds: int,
    points: int,
    mountains: int,
    reason: str,
    yes: bool,
) -> None:
    """Rule on a rider or a team on stage N: a penalty is positive, a bonus negative.

    Example:

    \b
        peloton stage ruling 2 --bib 7 --seconds 20 --reason "moved out of turn"

    """
    if not (seconds or points or mountains):
        message = "a ruling needs --seconds, --points or --mountains"
        raise PelotonError(message)
    before = session.read()
    stage = stage_at(before.tour, number)
    given = Ruling(
        reason=reason,
        bib=None if bib is None else Bib(bib),
        team=None if team is None else TeamCode(team),
        seconds=seconds,
        points=points,
        mountains=mountains,
    )
    stage = replace(stage, rulings=(*stage.rulings, given))
    propose(session, before, with_stage(before.tour, number, stage), yes=yes)
    said(f"Ruled on stage {number}: {reason}.")


@click.command(short_help="Record lots drawn to part a tie.")
@number_argument
@click.argument("classification", type=click.Choice([*ClassificationName]))
@click.argument("drawn", nargs=-1, required=True, metavar="BIB...")
@yes_option
@click.pass_obj
def lots(
    session: Session,
    number: int,
    classification: str,
    drawn: tuple[str, ...],
    *,
    yes: bool,
) -> None:
    """Record the order in which tied riders were drawn after stage N (CY-7).

    Example:

    \b
        peloton stage lots 1 general 12 4

    """
    before = session.read()
    stage = stage_at(before.tour, number)
    order = {**stage.lots, ClassificationName(classification): drawn}
    stage = replace(stage, lots=order)
    propose(session, before, with_stage(before.tour, number, stage), yes=yes)
    said(f"Recorded the lots of stage {number}: {' '.join(drawn)}.")


@click.command(short_help="Cancel a stage, with a reason.")
@number_argument
@click.option("--reason", help="Why; it stands on the sheet.")
@click.option("--undo", is_flag=True, help="It counts after all.")
@yes_option
@click.pass_obj
def cancel(
    session: Session, number: int, *, reason: str | None, undo: bool, yes: bool
) -> None:
    """Cancel stage N: what was entered stays, and counts for nothing (GN-4).

    Example:

    \b
        peloton stage cancel 4 --reason "the cat sat on the Galibier"

    """
    if undo == bool(reason):
        message = "expected either --reason, to cancel it, or --undo"
        raise PelotonError(message)
    before = session.read()
    stage = replace(stage_at(before.tour, number), cancelled=reason or "")
    propose(session, before, with_stage(before.tour, number, stage), yes=yes)
    said(f"Stage {number} {'counts again' if undo else 'is cancelled'}.")
