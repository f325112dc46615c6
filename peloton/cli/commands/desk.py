"""`peloton desk` and `finish`: record a stage in the full-screen program."""

import click

from peloton.cli.support.arguments import on_tour, stage_argument
from peloton.desk.session import Session


@click.command()
@stage_argument
@on_tour
def desk(session: Session, number: int | None) -> None:
    """Record stage N, or the next one, in full screen while you play it.

    During the race, record the order at each sprint and summit, extra turns, turns
    counted in a time trial, riders out, rulings and sponsors' offers. At the finish,
    type each rider's bib and spaces; an empty line starts the next turn. Times, gaps
    and the general classification are updated as you type. F3 switches between race and
    finish, F1 explains what to type, F2 saves the stage. Every keystroke is saved in a
    draft; run the same command to continue it.

    Example:
        peloton desk 2
    """
    _open_desk(session, number)


@click.command()
@stage_argument
@on_tour
def finish(session: Session, number: int | None) -> None:
    """Open the desk with the finish in view; otherwise the same as 'peloton desk'.

    Example:
        peloton finish 2
    """
    _open_desk(session, number, "finish")


def _open_desk(session: Session, number: int | None, pane: str | None = None) -> None:
    # Imported late, because prompt_toolkit is slow to import.
    from peloton.cli.fullscreen.program import run_desk
    from peloton.cli.fullscreen.session import Pane

    run_desk(session, number, Pane(pane) if pane else None)
