"""The command line. Each command is imported when it is called."""

import click

from peloton import __version__
from peloton.cli.support.arguments import Integer, option, tour_option
from peloton.cli.support.group import Commands
from peloton.desk.session import Session


@click.group(
    cls=Commands,
    sections={
        "Set up": {
            "demo": ("load", "Load a sample tour and write its documents."),
            "new": ("new", "Create a tour; missing details are asked for."),
            "team": ("startlist", "Add, list, change and remove teams."),
            "rider": ("startlist", "Add, list, change and remove riders."),
            "edit": ("tours", "Change the name, plan, language or rules of a tour."),
            "close": ("tours", "End the tour with the stages it has."),
            "load": ("load", "Load tour files."),
        },
        "Play": {
            "stage": ("stage", "Add stages, enter results and rulings."),
            "note": ("stage.note", "Add lines to a stage, written as at the desk."),
            "desk": ("stage.enter", "Record a stage on the full screen as you play."),
            "finish": ("stage.enter", "Open the desk with the finish in view."),
            "table": ("table", "Show the tour on phones, and record stages there."),
            "ghosts": ("show", "Show the ghost teams and their cards."),
            "form": ("stage.enter", "Write an entry form for a stage, as a workbook."),
            "kit": ("show", "Show what to set up before a stage."),
        },
        "Show": {
            "result": ("show", "Show the result of a stage."),
            "standings": ("show", "Show the classifications."),
            "jerseys": ("show", "Show the leaders and wearers of the jerseys."),
            "outlook": ("show", "Show who can still win each classification."),
            "communique": ("show", "Show the full report of a stage."),
            "story": ("show", "Tell the story of a stage."),
            "awards": ("show", "Show the awards of the tour."),
            "explain": ("show", "Explain the figures of a rider, team or ranking."),
            "whatif": ("whatif", "Show what decided the tour, or a change's effect."),
            "score": ("score", "Score a tour file without a database."),
        },
        "Print": {
            "sheet": ("sheet", "Print results, standings or blank forms as PDF."),
            "export": ("sheet", "Write the whole tour as a workbook, page or PDF."),
            "dump": ("load", "Write the current tour as a tour file."),
        },
        "Undo": {
            "undo": ("journal", "Undo the last changes."),
            "redo": ("journal", "Redo the last undone changes."),
            "log": ("journal", "Show the changes and when they were made."),
        },
        "Many tours": {
            "tours": ("tours", "List the tours in the database."),
            "use": ("tours", "Choose the current tour."),
            "delete": ("tours", "Delete a tour."),
            "season": ("season", "Rank riders, teams and players across tours."),
            "records": ("season", "Show all-time records across tours."),
        },
        "The database": {
            "where": ("tours", "Show where the data and settings are."),
            "backup": ("upkeep", "Back up all tours with their journals."),
            "check": ("upkeep", "Check all tours and journals for damage."),
            "upgrade": ("upkeep", "Upgrade the database; a backup is made first."),
        },
        "Rules and help": {
            "rules": ("rules", "List, show, copy and check rulebooks."),
            "help": ("help", "Explain a subject or a command."),
            "completion": ("help", "Print a Tab completion script for your shell."),
        },
    },
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@option(
    "--db WHERE",
    "Database file or URL; default: a file in your data folder.",
    envvar="PELOTON_DB",
    show_envvar=True,
)
@tour_option()
@option(
    "--wait SECONDS",
    "Seconds to wait while others write to the database.",
    type=Integer(min=0),
    default=30,
    show_default=True,
)
@click.version_option(
    __version__, "-V", "-v", "--version", message="%(prog)s %(version)s"
)
@click.pass_context
def main(
    context: click.Context, *, db: str | None, tour: str | None, wait: int
) -> None:
    """Score stage races of tabletop cycling games.

    Without a command, peloton shows the state of the current tour and what to do next.
    To look around, start with a sample tour:

    \b
        peloton demo
        peloton standings
    """
    context.obj = Session(address=db, tour_name=tour, wait=wait)
    if context.invoked_subcommand is None:
        # Imported here because other commands do not need it.
        from peloton.cli.commands.show import show_status

        show_status(context.obj)
