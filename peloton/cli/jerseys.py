"""`peloton jerseys`: who wears what on the next stage."""

import click

from peloton.cli.formats import Form
from peloton.cli.output import after_option, form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.document import jersey_rows
from peloton.reports.jerseys import jerseys_sheet


@click.command(short_help="Show who wears which jersey.")
@after_option
@form_options
@on_tour
def jerseys(session: Session, *, after: int | None, form: Form | None) -> None:
    """Show who leads each classification and who wears its jersey next.

    Example:

    \b
        peloton jerseys --after 2

    """
    race = session.read().race()
    show(
        jerseys_sheet(race, after),
        form,
        jersey_rows(race.score(after)),
        tour=race.tour,
    )
