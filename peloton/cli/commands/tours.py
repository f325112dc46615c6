"""`peloton tours`, `use`, `delete` and `where`: manage the tours in the database."""

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from peloton.cli.support.arguments import complete_tours
from peloton.cli.support.changing import (
    back_up_first,
    changing,
    confirm,
    report,
    yes_option,
)
from peloton.cli.support.output import format_options, output_format, show_list, tell
from peloton.desk.scored_tour import count_noun
from peloton.desk.session import Session, find_tour_name
from peloton.errors import PelotonError
from peloton.reports.sheet import Column, ColumnKind
from peloton.rules.words import phrase

if TYPE_CHECKING:
    from peloton.store.tours import Store

_COLUMNS = {
    "current": Column(title=phrase("Current")),
    "name": Column(title=phrase("Tour"), weight=1),
    "rulebook": Column(title=phrase("Rulebook")),
    "date": Column(title=phrase("Date")),
    "riders": Column(title=phrase("Riders"), kind=ColumnKind.NUMBER),
    "stages": Column(title=phrase("Stages"), kind=ColumnKind.NUMBER),
    "ridden": Column(title=phrase("Ridden"), kind=ColumnKind.NUMBER),
}


@click.command()
@format_options
@click.pass_obj
def tours(session: Session) -> None:
    """List the tours in the database; the current one is marked.

    Example:
        peloton tours
    """
    with session.store() as store:
        summaries = store.summaries()
    rows = [
        {key: getattr(tour, key) for key in _COLUMNS}
        | {"date": tour.date and str(tour.date)}
        for tour in summaries
    ]
    if not rows and output_format() is None:
        tell("No tours yet. Create one with 'peloton new', or try 'peloton demo'.")
    else:
        show_list(phrase("Tours"), None, _COLUMNS, rows)


@click.command()
@click.argument("name", shell_complete=complete_tours)
@click.pass_obj
@changing
def use(session: Session, name: str) -> None:
    """Choose the current tour, on which commands act.

    Example:
        peloton use "Ronde van de Tafel"
    """

    def chosen(store: "Store") -> str:
        tour = find_tour_name(store, name)
        store.use(tour)
        return tour

    session.read_language()
    name = session.write(chosen)
    session.read_language()
    tell(f"'{name}' is now the current tour.")


@click.command()
@click.argument("name", shell_complete=complete_tours)
@yes_option
@click.pass_obj
@changing
def delete(session: Session, name: str, *, yes: bool) -> None:
    """Delete a tour from the database, after confirmation.

    All tours are first backed up to the folder `backups` beside the database. To
    restore the tour, run `peloton --tour NAME undo`.

    Example:
        peloton delete "Ronde van de Tafel"
    """
    # Imported here to keep `--help` fast.
    from peloton.store.facts.tour_rows import unknown_tour_error

    session.read_language()
    with session.store() as store:
        # Read summaries only, so that a damaged tour can be deleted.
        ridden = {tour.name: tour.ridden for tour in store.summaries()}
        name = find_tour_name(store, name, whole=yes)
    if name not in ridden:
        raise unknown_tour_error(name, sorted(ridden))
    question = f"Delete '{name}' with {count_noun(ridden[name], 'stage')} ridden?"
    confirm(question, yes=yes, default=False)
    back_up_first(session)
    session.write(lambda store: store.delete(name))
    report(session, f"Deleted '{name}'.")


_WHERE = {"what": Column(title=phrase("What")), "value": Column(title=phrase("Value"))}


@click.command()
@format_options
@click.pass_obj
def where(session: Session) -> None:
    """Show where the data and settings are, and the settings in effect.

    The settings file is TOML with the keys `language`, `game` and `name` for new tours,
    and `paper` for sheets. The language also applies to lists that cover several tours.

    Example:
        peloton where
    """
    from peloton.cli.support.settings import DEFAULTS, settings_file, user_settings
    from peloton.store.transactions import address

    name = None
    with suppress(PelotonError), session.store() as store:
        name = session.name(store)
    file = settings_file()
    settings = DEFAULTS | dict(user_settings())
    shown_file = phrase("{file} (not created yet)", file=str(file))
    rows = {
        phrase("Database"): address(session.database).name,
        phrase("Backups"): str(session.backups),
        phrase("Drafts"): phrase("in the database"),
        phrase("Current tour"): name,
        phrase("Settings"): str(file) if file.exists() else shown_file,
        phrase("Language"): settings["language"],
        phrase("Game"): settings["game"],
        phrase("Paper"): settings["paper"],
        phrase("Name"): settings["name"],
    }
    listed = [{"what": what, "value": value} for what, value in rows.items()]
    show_list(phrase("Where the data is"), None, _WHERE, listed)
