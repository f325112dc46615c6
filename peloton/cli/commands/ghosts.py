"""`peloton ghosts`: the teams that no person plays, and their cards."""

import click

from peloton.cli.support.arguments import stage_argument
from peloton.cli.support.output import OutputFormat, show, showing_tour
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import no_ghosts
from peloton.notation.ghosts import ways_of
from peloton.reports.tour.ghosts import ghosts_rows, ghosts_sheet
from peloton.rules.facts.tour import to_be_entered


@click.command()
@stage_argument
@showing_tour
def ghosts(session: Session, number: int | None, *, form: OutputFormat | None) -> None:
    """Show the ghosts on stage N, or on the next one: their cards as they lie.

    What was drawn stands in the lines of the desk; once a stage is saved, its cards
    lie as before it. At the desk, `?` and Enter draw a turn for all ghosts.

    Example:
        peloton ghosts
    """
    current = session.read()
    number = number or to_be_entered(current.tour)
    desk = StageAtDesk(current, number)
    with session.store() as store:
        draft = store.draft(session.name(store), number)
    table = desk.read(draft.text if draft else desk.base).ghosts
    ways = ways_of(current.tour, current.rulebook.name)
    if table.out or not (table.ghosts or ways):
        raise PelotonError(no_ghosts(table))
    sheet = ghosts_sheet(current.tour, number, table, ways)
    show(sheet, form, ghosts_rows(table), tour=current.tour)
