"""`peloton awards`: who earned what over the tour."""

import click

from peloton.cli.formats import Form
from peloton.cli.output import form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.awards import awards_rows, awards_sheet


@click.command(short_help="Show the awards of the tour.")
@form_options
@on_tour
def awards(session: Session, *, form: Form | None) -> None:
    """Show the awards of the tour, each with the figures that earned it.

    Before the last stage they are given as things stand. They are spread across the
    players where the candidates are close.

    Example:

    \b
        peloton awards

    """
    race = session.read().race()
    show(awards_sheet(race), form, awards_rows(race), tour=race.tour)
