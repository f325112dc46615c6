"""The command line: one command or noun a file, loaded when it is called."""

import click

from peloton import __version__
from peloton.cli.group import Commands
from peloton.cli.session import Session


@click.group(
    cls=Commands,
    lazy={
        "demo": ("demo", "Load a sample tour and make its workbook and sheets."),
        "new": ("new", "Create a tour, asking for what is not given."),
        "load": ("load", "Load a tour file."),
        "dump": ("dump", "Write the current tour as a tour file."),
        "tours": ("tours", "List the tours in the database."),
        "use": ("tours", "Choose the current tour."),
        "delete": ("tours", "Delete a tour."),
        "team": ("team", "Add, list, change and remove teams."),
        "rider": ("rider", "Add, list, change and remove riders."),
        "stage": ("stage", "Add stages, enter results, rule and correct."),
        "result": ("result", "Show the result of a stage."),
        "standings": ("standings", "Show the classifications."),
        "jerseys": ("jerseys", "Show who wears which jersey."),
        "explain": ("explain", "Explain every second and point of a rider."),
        "export": ("export", "Write the whole tour as xlsx, csv or json."),
        "sheet": ("sheet", "Print a PDF: startlist, course, result or standings."),
        "score": ("score", "Score a tour file without a database."),
        "season": ("season", "Rank riders, teams and players over many tours."),
        "records": ("season", "Show the hall of records over many tours."),
        "rules": ("rules", "List, show and check the games' rulebooks."),
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--db",
    metavar="WHERE",
    envvar="PELOTON_DB",
    show_envvar=True,
    help="The database: a file or a URL. Otherwise one file in your data folder.",
)
@click.option("--tour", metavar="NAME", help="Act on this tour, not the current one.")
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context, *, db: str | None, tour: str | None) -> None:
    """Score stage races of tabletop cycling games.

    Start with a sample tour and look around:

    \b
        peloton demo
        peloton standings
    """
    context.obj = Session(where=db, wanted=tour)
