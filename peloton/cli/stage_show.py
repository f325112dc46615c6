"""`peloton stage list` and `show`: the stages as they were added and entered."""

import datetime as dt

import click

from peloton.cli.output import Form, form_options, show
from peloton.cli.session import Session
from peloton.cli.stages import number_argument, stage_at
from peloton.notation.writing import stage_text
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.rules.model import Stage


@click.command("list", short_help="List the stages.")
@form_options
@click.pass_obj
def list_(session: Session, *, form: Form | None) -> None:
    """List the stages of the current tour.

    Example:

    \b
        peloton stage list

    """
    tour = session.read().tour
    rows: list[dict[str, str | int | None]] = [
        {
            "number": number,
            "name": each.name,
            "kind": str(each.kind),
            "length": each.length,
            "date": _day(each.date),
            "state": _state(each),
        }
        for number, each in enumerate(tour.stages, 1)
    ]
    table = Table(
        name="Stages",
        title="",
        columns=(
            Column(title="Stage", kind=ColumnKind.NUMBER),
            Column(title="Name", weight=1),
            Column(title="Kind"),
            Column(title="Length", kind=ColumnKind.NUMBER),
            Column(title="Date"),
            Column(title="State"),
        ),
        rows=tuple(tuple(row.values()) for row in rows),
    )
    show(Sheet(title="Stages", subtitle=tour.name, tables=(table,)), form, rows)


def _state(stage: Stage) -> str:
    if stage.cancelled:
        return "cancelled"
    return "ridden" if stage.ridden else "to be ridden"


@click.command("show", short_help="Show a stage as it was entered.")
@number_argument
@click.pass_obj
def show_(session: Session, number: int) -> None:
    """Show stage N as it was entered, in the notation of the tour file.

    Example:

    \b
        peloton stage show 2

    """
    click.echo(stage_text(stage_at(session.read().tour, number)), nl=False)


def _day(date: dt.date | None) -> str | None:
    return None if date is None else date.isoformat()
