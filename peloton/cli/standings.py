"""`peloton standings`: the classifications."""

import click

from peloton.cli.output import Form, after_option, form_options, show
from peloton.cli.session import Session
from peloton.reports.document import classification_rows, standings_rows
from peloton.reports.stage import stage_score
from peloton.reports.standings import classification_named, standings_sheet


@click.command(short_help="Show the classifications.")
@click.argument("classification", required=False)
@after_option
@form_options
@click.pass_obj
def standings(
    session: Session,
    classification: str | None,
    *,
    after: int | None,
    form: Form | None,
) -> None:
    """Show every classification, or one: general, points, mountains, teams ...

    Example:

    \b
        peloton standings general --after 3

    """
    race = session.read().race()
    only = None
    if classification is not None:
        only = classification_named(race, classification)
    score = stage_score(race, after)
    rows = classification_rows(score, only) if only else standings_rows(score)
    show(standings_sheet(race, after, only), form, rows)
