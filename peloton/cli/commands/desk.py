"""`peloton desk`, or `finish`: a stage on the whole screen, while it is raced."""

import click

from peloton.cli.support.arguments import on_tour, stage_argument
from peloton.desk.session import Session


@click.command()
@stage_argument
@on_tour
def desk(session: Session, number: int | None) -> None:
    """Keep stage N, or the next one, on the whole screen while it is raced.

    First the race: order over each sprint and summit, extra turns used and left, turns
    counted in a time trial, riders out, rulings, sponsors' offers. Then the finish: bib
    and spaces as riders cross, an empty line is the next turn. Times, gaps and the
    general classification follow each key. F3 goes from one view to the other, F1 shows
    how everything is written, F2 saves the stage. All that is typed is kept as a draft
    at once, and taken up again by the same command.

    Example:
        peloton desk 2
    """
    _sit_down(session, number)


@click.command()
@stage_argument
@on_tour
def finish(session: Session, number: int | None) -> None:
    """Sit down at the desk when riders come in: 'peloton desk', the finish in view.

    Example:
        peloton finish 2
    """
    _sit_down(session, number, "finish")


def _sit_down(session: Session, number: int | None, showing: str | None = None) -> None:
    # Only who sits down needs the screen.
    from peloton.cli.fullscreen.program import at_the_desk
    from peloton.cli.fullscreen.session import Showing

    at_the_desk(session, number, Showing(showing) if showing else None)
