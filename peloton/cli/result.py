"""`peloton result`: what a stage came to."""

import click

from peloton.cli.completing import stage_argument
from peloton.cli.formats import Form
from peloton.cli.output import form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.document import result_rows
from peloton.reports.stage import stage_sheet


@click.command(short_help="Show the result of a stage.")
@stage_argument
@form_options
@on_tour
def result(session: Session, number: int | None, *, form: Form | None) -> None:
    """Show the result of stage N, or of the last one ridden.

    Example:

    \b
        peloton result 2 --markdown

    """
    race = session.read().race()
    show(
        stage_sheet(race, number),
        form,
        result_rows(race.score(number)),
        tour=race.tour,
    )
