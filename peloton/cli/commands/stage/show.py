"""`peloton stage list` and `show`: show stages and their courses."""

import sys

import click

from peloton.cli.support.arguments import number_argument
from peloton.cli.support.output import (
    output_format,
    print_file_text,
    show,
    show_list,
    showing_tour,
)
from peloton.desk.session import Session
from peloton.notation.desk.writing import desk_text
from peloton.notation.tour_file.writing import stage_text
from peloton.reports.sheet import Column, ColumnKind, sheet_rows
from peloton.reports.stage.course import course_sheet
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import stage_at
from peloton.rules.words import phrase

_COLUMNS = {
    "number": Column(title=phrase("Stage"), kind=ColumnKind.NUMBER),
    "name": Column(title=phrase("Name"), weight=1),
    "kind": Column(title=phrase("Kind")),
    "length": Column(title=phrase("Length"), kind=ColumnKind.NUMBER),
    "date": Column(title=phrase("Date")),
    "state": Column(title=phrase("State")),
}


@click.command("list")
@showing_tour
def list_(session: Session) -> None:
    """List the stages of the current tour.

    Example:
        peloton stage list
    """
    tour = session.read().tour
    rows = [
        {
            "number": number,
            "name": stage.name,
            "kind": str(stage.kind),
            "length": stage.length,
            "date": str(stage.date) if stage.date else None,
            "state": _state(stage),
        }
        for number, stage in enumerate(tour.stages, 1)
    ]
    show_list(phrase("Stages"), tour, _COLUMNS, rows)


def _state(stage: Stage) -> str:
    if stage.cancelled:
        return phrase("cancelled")
    return phrase("ridden") if stage.ridden else phrase("to be ridden")


@click.command("show")
@number_argument
@click.option(
    "--entry", is_flag=True, help="Print only lines for `stage enter --from`."
)
@showing_tour
def show_(session: Session, number: int, *, entry: bool) -> None:
    """Show stage N in the format of a tour file, and its course.

    The course lists sections with dice and dangers, points at each sprint and summit,
    start groups and extra turns. --json, --csv, --markdown and --bbcode print only the
    course. To correct a stage, save it with --entry, edit the file and enter it again.

    Example:
        peloton stage show 2 --entry > stage-2.txt
    """
    current = session.read()
    stage = stage_at(current.tour, number)
    course = course_sheet(current.tour, number, current.rulebook)
    if output_format() is not None:
        show(course, sheet_rows(course), tour=current.tour)
        return
    if not entry:
        click.echo(stage_text(stage), nl=False)
        show(course, tour=current.tour)
        return
    text = desk_text(stage)
    if sys.stdout.isatty():
        print_file_text(text)
    else:  # print escape codes unchanged, so that the file can be entered again
        click.echo(text, nl=False)
