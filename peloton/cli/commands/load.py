"""`peloton load`: a tour file into the database."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from peloton.cli.support.arguments import FILE
from peloton.cli.support.changing import changing, done
from peloton.cli.support.files import good_tour
from peloton.desk.scored_tour import counted
from peloton.desk.session import Session
from peloton.errors import PelotonError

if TYPE_CHECKING:
    from peloton.store.tours import Store


@click.command()
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Replace a tour of the same name.")
@click.pass_obj
@changing
def load(session: Session, file: Path, *, replace: bool) -> None:
    """Load a tour file and make it the current tour.

    The file is checked whole first; with any mistake nothing is loaded.

    Example:
        peloton load my-tour.toml
    """
    race, rulebook_text = good_tour(file)
    tour = race.tour

    def work(store: "Store") -> bool:
        known = tour.name in store
        if known and not replace:
            message = f"a tour '{tour.name}' exists already; --replace loads over it"
            raise PelotonError(message)
        what = f"replaced by {file.name}" if known else f"loaded {file.name}"
        store.save(tour, rulebook_text, what, current=True, race=race)
        return known

    known = session.write(work)
    riders = counted(len(tour.riders), "rider")
    ridden = sum(stage.ridden for stage in tour.stages)
    stages = counted(len(tour.stages), "stage")
    done(
        session,
        f"{'Replaced' if known else 'Loaded'} '{tour.name}': {riders},"
        f" {ridden} of {stages} ridden. It is now the current tour.",
    )
