"""`peloton sheet`: printed sheets for the wall."""

from pathlib import Path

import click

from peloton.cli.output import said
from peloton.cli.session import Session
from peloton.reports.jerseys import jerseys_sheet
from peloton.reports.sheet import Sheet
from peloton.reports.stage import stage_sheet
from peloton.reports.standings import standings_sheet
from peloton.reports.startlist import startlist_sheet
from peloton.rules.results import Race
from peloton.writers.files import write_file
from peloton.writers.pdf import to_pdf

KINDS = ("startlist", "result", "standings")


@click.command(short_help="Print a PDF: startlist, result or standings.")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("number", type=click.IntRange(min=1), metavar="[N]", required=False)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.pdf",
    help="The file to write.",
)
@click.pass_obj
def sheet(session: Session, kind: str, number: int | None, *, output: Path) -> None:
    """Print a sheet on A4: the startlist, a stage's result, the standings after it.

    Without N it is the last stage ridden.

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
    if kind == "result":
        return (stage_sheet(race, number),)
    return (standings_sheet(race, number), jerseys_sheet(race, number))
