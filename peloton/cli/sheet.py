"""`peloton sheet`: printed sheets for the wall."""

from dataclasses import replace
from pathlib import Path

import click

from peloton.cli.output import said
from peloton.cli.session import Session, on_tour
from peloton.cli.stages import next_stage, stage_at
from peloton.reports.course import course_sheet
from peloton.reports.extra_turns import extra_turns_sheet
from peloton.reports.jerseys import jerseys_sheet
from peloton.reports.purse import purse_sheet
from peloton.reports.sheet import Sheet
from peloton.reports.stage import stage_sheet
from peloton.reports.standings import standings_sheet
from peloton.reports.startlist import startlist_sheet
from peloton.rules.results import Race
from peloton.writers.files import write_file
from peloton.writers.pdf import to_pdf

KINDS = ("startlist", "stage", "result", "standings", "purse", "extra_turns")


@click.command(short_help="Print a PDF: startlist, course, result or standings.")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("number", type=click.IntRange(min=1), metavar="[N]", required=False)
@click.option(
    "-o",
    "--output",
    required=True,
    type=Path,
    metavar="FILE.pdf",
    help="The file to write.",
)
@on_tour
def sheet(session: Session, kind: str, number: int | None, *, output: Path) -> None:
    """Print a sheet on A4: the startlist, a stage's result, the standings after it.

    Without N it is the last stage ridden. `stage` is the course of a stage, ridden or
    not; without N it is the next one. Cyclo has a `purse` and `extra_turns` besides.

    Example:

    \b
        peloton sheet standings 3 -o standings-3.pdf

    """
    race = session.read().race()
    write_file(output, to_pdf(sheets(race, kind, number)))
    said(f"Wrote {output}.")


def sheets(race: Race, kind: str, number: int | None = None) -> tuple[Sheet, ...]:
    """Return the sheets of one kind; `number` is a stage, or None for the last."""
    if kind == "startlist":
        return (startlist_sheet(race.tour),)
    if kind == "stage":
        number = number or next_stage(race.tour) or len(race.tour.stages) or 1
        stage_at(race.tour, number)
        return (course_sheet(race.tour, number, race.rulebook),)
    if kind == "result":
        return (stage_sheet(race, number),)
    if kind == "purse":
        return (purse_sheet(race, number),)
    if kind == "extra_turns":
        return (extra_turns_sheet(race, number),)
    standings = standings_sheet(race, number)
    jerseys = jerseys_sheet(race, number).tables if race.rulebook.jerseys else ()
    return (replace(standings, tables=(*standings.tables, *jerseys)),)
