"""`peloton communique`: all that is published after a stage."""

import click

from peloton.cli.completing import stage_argument
from peloton.cli.formats import Form
from peloton.cli.output import form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.communique import communique_sheet
from peloton.reports.document import stage_row


@click.command(short_help="Show all that is published after a stage.")
@stage_argument
@form_options
@on_tour
def communique(session: Session, number: int | None, *, form: Form | None) -> None:
    """Show the communiqué of stage N, or of the last one ridden.

    Winner, jerseys, the whole result with every sprint and climb, each classification
    with the moves since the stage before, riders out, rulings. 'peloton sheet
    communique -o communique.pdf' prints it.

    Example:

    \b
        peloton communique 2 --markdown

    """
    race = session.read().race()
    show(
        communique_sheet(race, number),
        form,
        stage_row(race.score(number)),
        tour=race.tour,
    )
