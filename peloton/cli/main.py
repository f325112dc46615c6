"""The command line: one command or noun a file, loaded when it is called."""

import click

from peloton import __version__
from peloton.cli.support.arguments import Whole, complete_tours
from peloton.cli.support.group import Commands
from peloton.desk.session import Session


@click.group(
    cls=Commands,
    lazy={
        "demo": ("demo", "Load a sample tour and make its workbook and sheets."),
        "new": ("new", "Create a tour, asking for what is not given."),
        "team": ("team", "Add, list, change and remove teams."),
        "rider": ("rider", "Add, list, change and remove riders."),
        "edit": ("edit", "Change what the tour says of itself: its stages, its rules."),
        "close": ("edit", "End the tour with the stages it has."),
        "language": ("language", "Say in which language the tour's sheets are."),
        "load": ("load", "Load tour files."),
        "stage": ("stage", "Add stages, enter results, rule and correct."),
        "note": ("stage.note", "Add lines to a stage, as typed at the desk."),
        "desk": ("desk", "Keep a stage live on the whole screen, to its finish."),
        "finish": ("desk", "Sit down at the desk as riders cross the line."),
        "table": ("table", "Show the tour on the phones, and write it on them."),
        "ghosts": ("show", "Show the teams that no person plays, and their cards."),
        "form": ("form", "Make a workbook to fill in for a stage."),
        "kit": ("show", "Show what the table needs before a stage."),
        "result": ("show", "Show the result of a stage."),
        "standings": ("show", "Show the classifications."),
        "jerseys": ("show", "Show who wears which jersey."),
        "outlook": ("show", "Show what is still to win."),
        "communique": ("show", "Show all that is published after a stage."),
        "awards": ("show", "Show the awards of the tour."),
        "explain": ("show", "Explain where a figure comes from."),
        "score": ("score", "Score a tour file without a database."),
        "sheet": ("sheet", "Print a PDF: results, standings, blank forms."),
        "export": ("export", "Write the whole tour: workbook, web page, print."),
        "dump": ("load", "Write the current tour as a tour file."),
        "undo": ("journal", "Take back the last change, or more."),
        "redo": ("journal", "Bring again what was taken back."),
        "log": ("journal", "Show what was changed, and when."),
        "tours": ("tours", "List the tours in the database."),
        "use": ("tours", "Choose the current tour."),
        "delete": ("tours", "Delete a tour."),
        "season": ("season", "Rank riders, teams and players over many tours."),
        "records": ("season", "Show the hall of records over many tours."),
        "backup": ("upkeep", "Copy all tours with their journals into a file."),
        "check": ("upkeep", "Check that every tour and its journal are whole."),
        "upgrade": ("upkeep", "Bring a database to the newest shape, a copy first."),
        "rules": ("rules", "List, show and check the games' rulebooks."),
        "help": ("help", "Explain a subject, or a command."),
        "completion": ("help", "Let Tab complete: for bash, zsh or fish."),
    },
    headings={
        "demo": "Set up",
        "stage": "Play",
        "result": "Look",
        "sheet": "Print",
        "undo": "Mend",
        "tours": "Many tours",
        "backup": "The database",
        "rules": "Rules and help",
    },
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--db",
    metavar="WHERE",
    envvar="PELOTON_DB",
    show_envvar=True,
    help="The database: a file or a URL. Otherwise one file in your data folder.",
)
@click.option(
    "--tour",
    metavar="NAME",
    shell_complete=complete_tours,
    help="Act on this tour, not the current one.",
)
@click.option(
    "--wait",
    type=Whole(min=0),
    metavar="SECONDS",
    default=30,
    show_default=True,
    help="How long to try again where others have the database.",
)
@click.option(
    "--language",
    metavar="CODE|FILE.toml",
    help="The language of what is shown, as each command takes it too.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(
    context: click.Context,
    *,
    db: str | None,
    tour: str | None,
    wait: int,
    language: str | None,
) -> None:
    """Score stage races of tabletop cycling games.

    Alone it says where the current tour stands, and what to do next. Start with a
    sample tour and look around:

    \b
        peloton demo
        peloton standings
    """
    context.obj = Session(where=db, wanted=tour, wait=wait)
    if language is not None:
        # Here, and not while parsing: so a mistake in it is one line of error.
        from peloton.cli.support.output import ask_for

        ask_for(context, None, language)
    if context.invoked_subcommand is None:
        # Only this opens the database.
        from peloton.cli.commands.show import show_status

        show_status(context.obj)
