"""`peloton desk`: the live sheet of a stage, from the start to the finish."""

import click

from peloton.cli.completing import stage_argument
from peloton.cli.session import Session, on_tour


@click.command(short_help="Keep the live sheet of a stage: sprints, turns, rulings.")
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
    # Only who sits down needs the screen.
    from peloton.cli.fullscreen.program import at_the_desk
    from peloton.cli.fullscreen.session import Showing

    at_the_desk(session, number, Showing.DESK)
