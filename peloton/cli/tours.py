"""`peloton tours`, `use` and `delete`: the tours in the database."""

import click

from peloton.cli.asking import agreed, yes_option
from peloton.cli.output import Form, form_options, said, show_list
from peloton.cli.session import Session
from peloton.reports.sheet import Column, ColumnKind

_COLUMNS = {
    "current": Column(title="Current"),
    "name": Column(title="Tour", weight=1),
    "rulebook": Column(title="Rulebook"),
    "date": Column(title="Date"),
    "riders": Column(title="Riders", kind=ColumnKind.NUMBER),
    "stages": Column(title="Stages", kind=ColumnKind.NUMBER),
    "ridden": Column(title="Ridden", kind=ColumnKind.NUMBER),
}


@click.command(short_help="List the tours in the database.")
@form_options
@click.pass_obj
def tours(session: Session, *, form: Form | None) -> None:
    """List the tours in the database; the current one is marked.

    Example:

    \b
        peloton tours

    """
    with session.store() as store:
        found = store.summaries()
    rows = [
        {
            "name": each.name,
            "rulebook": each.rulebook,
            "date": str(each.date) if each.date else None,
            "riders": each.riders,
            "stages": each.stages,
            "ridden": each.ridden,
            "current": each.current,
        }
        for each in found
    ]
    if not rows and form is None:
        said("No tours yet: 'peloton new' creates one, 'peloton demo' shows one.")
    else:
        show_list("Tours", "", _COLUMNS, rows, form)


@click.command(short_help="Choose the current tour.")
@click.argument("name")
@click.pass_obj
def use(session: Session, name: str) -> None:
    """Choose the tour that commands act on.

    Example:

    \b
        peloton use "Ronde van de Tafel"

    """
    with session.store(write=True) as store:
        store.use(name)
    said(f"'{name}' is now the current tour.")


@click.command(short_help="Delete a tour.")
@click.argument("name")
@yes_option
@click.pass_obj
def delete(session: Session, name: str, *, yes: bool) -> None:
    """Delete a tour from the database, after asking.

    `peloton --tour NAME dump -o FILE` keeps a copy first.

    Example:

    \b
        peloton delete "Ronde van de Tafel"

    """
    with session.store() as store:
        tour = store.tour(name).tour
    ridden = sum(stage.ridden for stage in tour.stages)
    agreed(f"Delete '{name}' with {ridden} stages ridden?", yes=yes, default=False)
    with session.store(write=True) as store:
        store.delete(name)
    said(f"Deleted '{name}'.")
