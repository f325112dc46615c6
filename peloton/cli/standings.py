"""`peloton standings`: the classifications."""

import click

from peloton.cli.completing import complete_classifications
from peloton.cli.formats import Form
from peloton.cli.output import after_option, form_options, show
from peloton.cli.session import Session, on_tour
from peloton.reports.document import (
    classification_rows,
    ledger_rows,
    standings_rows,
)
from peloton.reports.extra_turns import extra_turns_sheet
from peloton.reports.purse import purse_sheet
from peloton.reports.standings import classification_named, standings_sheet

_LEDGERS = {"purse": purse_sheet, "extra_turns": extra_turns_sheet}


@click.command(short_help="Show the classifications.")
@click.argument(
    "classification", required=False, shell_complete=complete_classifications
)
@after_option
@form_options
@on_tour
def standings(
    session: Session,
    classification: str | None,
    *,
    after: int | None,
    form: Form | None,
) -> None:
    """Show every classification, or one: general, points, mountains, teams ...

    Cyclo keeps besides them the purse, the teams' money, and extra_turns.

    Example:

    \b
        peloton standings general --after 3

    """
    race = session.read().race()
    if classification in _LEDGERS:
        sheet = _LEDGERS[classification](race, after)
        ledgers = ledger_rows(race.score(after))
        show(sheet, form, ledgers[classification], tour=race.tour)
        return
    only = None
    if classification is not None:
        only = classification_named(race, classification)
    score = race.score(after)
    rows = classification_rows(score, only) if only else standings_rows(score)
    show(standings_sheet(race, after, only), form, rows, tour=race.tour)
