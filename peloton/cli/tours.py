"""`peloton tours`, `use` and `delete`: the tours in the database."""

import datetime as dt

import click

from peloton.cli.output import Form, form_options, said, show
from peloton.cli.session import Session
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table

_COLUMNS = (
    Column(title="Current"),
    Column(title="Tour", weight=1),
    Column(title="Rulebook"),
    Column(title="Date"),
    Column(title="Riders", kind=ColumnKind.NUMBER),
    Column(title="Stages", kind=ColumnKind.NUMBER),
    Column(title="Ridden", kind=ColumnKind.NUMBER),
)


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
        found = store.names()
    rows = [
        {
            "name": each.name,
            "rulebook": each.rulebook,
            "date": _day(each.date),
            "riders": each.riders,
            "stages": each.stages,
            "ridden": each.ridden,
            "current": each.current,
        }
        for each in found
    ]
    if not rows and form is None:
        said("No tours yet: 'peloton new' creates one, 'peloton demo' shows one.")
        return
    table = Table(
        name="Tours",
        title="",
        columns=_COLUMNS,
        rows=tuple(
            (
                "*" if each.current else "",
                each.name,
                each.rulebook,
                _day(each.date),
                each.riders,
                each.stages,
                each.ridden,
            )
            for each in found
        ),
    )
    show(Sheet(title="Tours", tables=(table,)), form, rows)


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
@click.option("--yes", is_flag=True, help="Do not ask.")
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
    if not yes:
        ridden = sum(stage.ridden for stage in tour.stages)
        click.confirm(
            f"Delete '{name}' with {ridden} stages ridden?", abort=True, err=True
        )
    with session.store(write=True) as store:
        store.delete(name)
    said(f"Deleted '{name}'.")


def _day(date: dt.date | None) -> str | None:
    return None if date is None else date.isoformat()
