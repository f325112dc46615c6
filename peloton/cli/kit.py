"""`peloton kit`: what stands at the table before the next start."""

import click

from peloton.cli.completing import stage_argument
from peloton.cli.formats import Form
from peloton.cli.output import form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.kit import kit_rows, kit_sheet


@click.command(short_help="Show what the table needs before a stage.")
@stage_argument
@form_options
@on_tour
def kit(session: Session, number: int | None, *, form: Form | None) -> None:
    """Show what the table needs before the next stage, or before stage N.

    Who starts when, who wears what and stands in for whom, extra turns and cards in
    hand, who is out and why, the money, dice and dangers, the rulings of the stage
    before. 'peloton sheet kit -o kit.pdf' prints it.

    Example:

    \b
        peloton kit 3

    """
    race = session.read().race()
    show(kit_sheet(race, number), form, kit_rows(race, number), tour=race.tour)
