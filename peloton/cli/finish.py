"""`peloton finish`: the desk for the minutes when riders cross the line."""

import click

from peloton.cli.completing import stage_argument
from peloton.cli.session import Session, on_tour


@click.command(short_help="Enter a finish at the desk, live, as riders cross.")
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
    # Only who sits down needs the screen.
    from peloton.cli.fullscreen.program import at_the_desk
    from peloton.cli.fullscreen.session import Showing

    at_the_desk(session, number, Showing.FINISH)
