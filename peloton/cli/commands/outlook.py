"""`peloton outlook`: what is still to win."""

from random import Random

import click

from peloton.cli.support.arguments import complete_classifications
from peloton.cli.support.output import (
    OutputFormat,
    after_option,
    show,
    showing_tour,
    tell,
)
from peloton.desk.session import Session
from peloton.notation.tour_file.writing import tour_text
from peloton.reports.classifications.outlook import Chances, outlook_rows, outlook_sheet
from peloton.reports.classifications.standings import classification_named
from peloton.rules.outlook.chances import chances, never_ridden
from peloton.rules.outlook.prospects import PURSE, outlook_after
from peloton.rules.results import Race, uncollected


@click.command()
@click.argument(
    "classification", required=False, shell_complete=complete_classifications
)
@click.option(
    "--chance", is_flag=True, help="Add the chances, if all riders were equally strong."
)
@after_option
@showing_tour
def outlook(
    session: Session,
    classification: str | None,
    *,
    chance: bool,
    after: int | None,
    form: OutputFormat | None,
) -> None:
    """Show who can still win what, in every classification or one.

    By points: the most each can still reach in the stages to come, so that a lead is
    decided when nobody else can. By time: what it takes a stage. In Cyclo purse, too.

    Example:
        peloton outlook points --after 3
        peloton outlook --chance
    """
    race = session.read().race()
    score = race.score(after)
    only = classification
    if only is not None:
        ledgers = {PURSE: ("money",)} if score.purse else {}
        only = classification_named(race, only, ledgers)
    won = _chances(race, score.number) if chance else None
    if won == {} and form is OutputFormat.JSON:
        tell("no chances: fewer than two stages of a kind to come are ridden")
    rows = outlook_rows(outlook_after(race, score), only, won)
    show(outlook_sheet(race, after, only, won), form, rows, tour=race.tour)


def _chances(race: Race, after: int) -> Chances:
    """Return the chances, by riding to the end; the same tour gets the same dice."""
    if never_ridden(race, after) is not None:
        return {}
    dice = Random(f"{after} {tour_text(race.tour)}")  # noqa: S311 - dice, no secrets
    with uncollected():
        return chances(race, after, lambda all_, some: dice.sample(range(all_), some))
