"""`peloton explain`: where every second and point of a rider comes from."""

import click

from peloton.cli.completing import complete_bibs
from peloton.cli.formats import Form
from peloton.cli.output import after_option, form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.explain import explanation_rows, explanation_sheet
from peloton.rules.model import Bib


@click.command(short_help="Explain every second and point of a rider.")
@click.argument("bib", shell_complete=complete_bibs)
@after_option
@form_options
@on_tour
def explain(
    session: Session, bib: str, *, after: int | None, form: Form | None
) -> None:
    """Explain where a rider's times and points come from, with the rules' numbers.

    Example:

    \b
        peloton explain 7

    """
    race = session.read().race()
    rows = explanation_rows(race, Bib(bib), after)
    show(explanation_sheet(race, Bib(bib), after), form, rows, tour=race.tour)
