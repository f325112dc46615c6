"""`peloton finish` and `desk`: a stage on the whole screen, while it is raced."""

import click

from peloton.cli.support.completion import on_tour, stage_argument
from peloton.desk.session import Session


@click.command()
@stage_argument
@on_tour
def finish(session: Session, number: int | None) -> None:
    """Enter stage N, or the next one, on the whole screen while riders come in.

    Type bib and spaces as they cross; an empty line is the next turn. Times, gaps and
    the general classification follow each key. F1 shows how everything is written, F3
    the sheet of the race (`peloton desk`). All that is typed is kept as a draft at
    once, and taken up again by the same command; F2 saves the stage.

    Example:

    \b
        peloton finish 2

    """
    _sit_down(session, number, "finish")


@click.command()
@stage_argument
@on_tour
def desk(session: Session, number: int | None) -> None:
    """Keep stage N, or the next one, on the whole screen while it is raced.

    Order over each sprint and summit, extra turns used and left, turns counted in a
    time trial, riders out, rulings, sponsors' offers. It is the same text as that of
    `peloton finish`, with the other view beside it: F3 goes from one to the other.

    Example:

    \b
        peloton desk 2

    """
    _sit_down(session, number, "desk")


def _sit_down(session: Session, number: int | None, showing: str) -> None:
    # Only who sits down needs the screen.
    from peloton.cli.fullscreen.program import at_the_desk
    from peloton.cli.fullscreen.session import Showing

    at_the_desk(session, number, Showing(showing))
