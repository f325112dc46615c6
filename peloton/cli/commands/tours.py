"""`peloton tours`, `use`, `edit`, `close`, `delete`, `where`: tours in the database."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import click

from peloton.cli.commands.show import FIRST_STEPS
from peloton.cli.support.arguments import complete_tours, option
from peloton.cli.support.changing import (
    back_up_first,
    change_tour,
    changing,
    confirm,
    confirm_save,
    confirming,
    report,
    yes_option,
)
from peloton.cli.support.output import format_options, output_format, show_list, tell
from peloton.cli.support.settings import DEFAULTS, settings_file, user_settings
from peloton.cli.support.tour_options import read_plan, tour_options, with_rules
from peloton.desk.scored_tour import ScoredTour, count_noun
from peloton.desk.session import Session, find_tour_name
from peloton.errors import PelotonError
from peloton.rules.facts.tour import next_stage_number, stage_at
from peloton.rules.values import unexpected
from peloton.rules.words import phrase
from peloton.store.tours import Store
from peloton.store.transactions import address

_TITLES = {
    "current": phrase("Current"),
    "name": phrase("Tour"),
    "rulebook": phrase("Rulebook"),
    "date": phrase("Date"),
    "riders": phrase("Riders"),
    "stages": phrase("Stages"),
    "ridden": phrase("Ridden"),
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
    rows = [tour._asdict() for tour in summaries]
    if not rows and output_format() is None:
        tell(FIRST_STEPS)
    else:
        show_list(phrase("Tours"), None, _TITLES, rows)


@click.command()
@click.argument("name", shell_complete=complete_tours)
@changing
def use(session: Session, name: str) -> None:
    """Choose the current tour, on which commands act.

    Example:
        peloton use "Ronde van de Tafel"
    """

    def chosen(store: Store) -> str:
        if store.database.own:  # only the user's file changes, so reading is enough
            store.database.lock = ""
        tour = store.head(find_tour_name(store, name)).name
        store.make_current(tour)
        return tour

    name = session.write(chosen)
    session.read_language()
    tell(f"'{name}' is now the current tour.")


@click.command()
@option("--name NAME", "New name, also for the journal.")
@tour_options
@option("--leader NAME", "Game leader's name, printed on sheets.")
@option("--place PLACE", "Where you play, printed on sheets.")
@confirming
def edit(session: Session, /, **given: Any) -> None:  # noqa: ANN401 - click's values
    """Change the name, plan, language, options or house rules of the current tour.

    An empty --leader or --place removes it. A change to the options, rules or number
    of stages is shown first, with its effect on the standings.

    Example:
        peloton edit --stages 7 --leader Ann
        peloton edit --house-rule "bonus.finish=10,6,4"
    """
    names = [name for name, value in given.items() if value not in (None, ())]
    if not names:
        raise PelotonError("found no option, expected one such as --stages 7")

    def change(now: ScoredTour) -> ScoredTour:
        if given["name"] is not None and not given["name"].strip():
            raise unexpected(given["name"], "a name")
        plain = ("name", "date", "leader", "place", "language")
        values = {name: given[name] for name in plain if given[name] is not None}
        if given["stages"] is not None:
            values["planned"] = read_plan(given["stages"])
        return now.with_tour(replace(with_rules(now, given), **values))

    what = f"changed the tour: {', '.join(names)}"
    if {"stages", "options", "rules"}.isdisjoint(names):
        change_tour(session, change, what)
    else:
        confirm_save(session, change, what)


@click.command()
@confirming
def close(session: Session) -> None:
    """End the current tour with the stages it has (GN-9).

    Its classifications are then final. To add stages later, run
    `peloton edit --stages open`.

    Example:
        peloton close
    """

    def change(now: ScoredTour) -> ScoredTour:
        tour = now.tour
        stage_at(tour, 1)
        if number := next_stage_number(tour):
            raise PelotonError(
                f"stage {number} has not been ridden: enter it, or remove the last"
                " stages with 'peloton stage remove'"
            )
        if not tour.expects_more_stages:
            raise PelotonError(
                f"'{tour.name}' is already over: all its stages are ridden"
            )
        return now.with_tour(replace(tour, planned=len(tour.stages)))

    confirm_save(session, change, "closed the tour")


@click.command()
@click.argument("name", shell_complete=complete_tours)
@yes_option
@changing
def delete(session: Session, name: str) -> None:
    """Delete a tour from the database, after confirmation.

    All tours are first backed up to the folder `backups` beside the database. To
    restore the tour, run `peloton --tour NAME undo`.

    Example:
        peloton delete "Ronde van de Tafel"
    """
    session.read_language()
    with session.store() as store:
        # Read no facts, so that a damaged tour can be deleted.
        name = store.head(find_tour_name(store, name, whole=session.yes)).name
        ridden = {tour.name: tour.ridden for tour in store.summaries()}[name]
    question = f"Delete '{name}' with {count_noun(ridden, 'stage')} ridden?"
    confirm(session, question, default=False)
    back_up_first(session)
    session.write(lambda store: store.delete(name))
    report(session, f"Deleted '{name}'.")


@click.command()
@format_options
@click.pass_obj
def where(session: Session) -> None:
    """Show where the data and settings are, and the settings in effect.

    The settings file is TOML with the keys `language`, `game` and `name` for new tours,
    `paper` for sheets, and `story` for the day in words. The language also applies to
    lists that cover several tours.

    Example:
        peloton where
    """
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
        phrase("The day in words"): settings["story"],
    }
    listed = [{"what": what, "value": value} for what, value in rows.items()]
    titles = {"what": phrase("What"), "value": phrase("Value")}
    show_list(phrase("Where the data is"), None, titles, listed)
