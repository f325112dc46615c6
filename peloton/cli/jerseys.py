"""`peloton jerseys`: who wears what on the next stage."""

import click

from peloton.cli.output import Form, after_option, form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.document import jersey_rows
from peloton.reports.jerseys import jerseys_sheet
from peloton.reports.stage import stage_score


@click.command()
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
        jersey_rows(stage_score(race, after)),
        tour=race.tour,
    )
