"""`peloton load` and `dump`: a tour file into the database, and out of it."""

from pathlib import Path

import click

from peloton.cli.support.arguments import FILE, on_tour, output_option
from peloton.cli.support.changing import back_up_first, changing, done
from peloton.cli.support.files import good_tour
from peloton.cli.support.output import tell
from peloton.desk.scored_tour import counted
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.resources import file_text
from peloton.notation.rulebook_file.reading import (
    FILE_BESIDE,
    builtin_names,
    is_file_beside,
)
from peloton.notation.tour_file.writing import tour_text
from peloton.rules.values import shown
from peloton.writers.files import write_file


@click.command()
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Replace a tour of the same name.")
@click.pass_obj
@changing
def load(session: Session, file: Path, *, replace: bool) -> None:
    """Load a tour file and make it the current tour.

    The file is checked whole first; with any mistake nothing is loaded. With --replace
    a backup of all tours is made first, in the folder `backups` beside the database.

    Example:
        peloton load my-tour.toml
    """
    race, rulebook_text = good_tour(file)
    tour = race.tour
    if replace:
        with session.store() as store:
            there = tour.name in store
        if there:
            back_up_first(session)
    taken = f"a tour '{tour.name}' exists already; --replace loads over it"
    known = session.create(
        race,
        rulebook_text,
        f"loaded {file.name}",
        lambda _: "" if replace else taken,
        over=f"replaced by {file.name}",
    )
    riders = counted(len(tour.riders), "rider")
    ridden = sum(stage.ridden for stage in tour.stages)
    stages = counted(len(tour.stages), "stage")
    done(
        session,
        f"{'Replaced' if known else 'Loaded'} '{tour.name}': {riders},"
        f" {ridden} of {stages} ridden. It is now the current tour.",
    )


@click.command()
@output_option("FILE", "Write it to FILE instead of the screen.")
@on_tour
def dump(session: Session, *, output: Path | None) -> None:
    """Write the current tour as a tour file: the backup, and what others can load.

    A rulebook of the tour's own is written beside FILE.

    Example:
        peloton dump -o my-tour.toml
    """
    current = session.read()
    text = tour_text(current.tour)
    if output is None:
        click.echo(text, nl=False)
        return
    rulebook = current.tour.rulebook
    if rulebook not in builtin_names():
        what = "the rulebook this tour is scored with"
        _write_beside(output.parent, rulebook, current.rulebook_text, what)
    for name, way in current.tour.ways.items():
        _write_beside(output.parent, name, way, "the way this tour's ghosts are played")
    write_file(output, text.encode())
    tell(f"Wrote '{current.tour.name}' to {output}.")


def _write_beside(folder: Path, name: str, text: str, what: str) -> None:
    """Write a file beside a tour file; PelotonError if another one is there."""
    if not is_file_beside(name):
        message = f"{what} is {shown(name)}, expected {FILE_BESIDE}"
        raise PelotonError(message)
    file = folder / name
    if not file.exists():
        write_file(file, text.encode())
    elif file_text(file) != text:
        message = f"{file} is not {what}; write to another folder"
        raise PelotonError(message)
