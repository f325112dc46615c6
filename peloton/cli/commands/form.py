"""`peloton form`: a workbook to fill in for a stage."""

from pathlib import Path

import click

from peloton.cli.support.arguments import on_tour, output_option, stage_argument
from peloton.cli.support.output import checked_ending, language_option, spoken, tell
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.form.sheets import form_of
from peloton.rules.facts.tour import stage_at, to_be_entered
from peloton.writers.files import write_file


@click.command()
@stage_argument
@output_option(
    "FILE.xlsx", "The file to write, else stage-N.xlsx, if there is none yet."
)
@language_option
@on_tour
def form(session: Session, number: int | None, *, output: Path | None) -> None:
    """Make a workbook to fill in for stage N, or the next one.

    It has a sheet for the finish, in the columns of this game's mark, one for the
    climbs and sprints, and those of what else the game keeps, with bibs to choose from
    and checks as you type. What was entered already is filled in. 'peloton stage enter
    N --from FILE.xlsx' reads it back.

    Example:
        peloton form 2
    """
    # openpyxl is only needed to write a workbook.
    from peloton.notation.form.writing import form_workbook

    if output is not None:
        checked_ending(output, [".xlsx"])
    current = session.read()
    number = number or to_be_entered(current.tour)
    stage_at(current.tour, number)
    file = output or Path(f"stage-{number}.xlsx")
    if output is None and file.exists():
        message = f"{file} is there already, filled in perhaps: -o names another file"
        raise PelotonError(message)
    laid_out = form_of(current.tour, number, current.rulebook)
    if not laid_out.racing:
        message = f"nobody rides stage {number}: 'peloton rider add' adds a rider"
        raise PelotonError(message)
    tour = current.tour
    book = form_workbook(spoken(laid_out, tour), lambda text: spoken(text, tour))
    write_file(file, book)
    tell(
        f"Wrote the form of stage {number} to {file}. Once it is filled in:"
        f" 'peloton stage enter {number} --from {file}'."
    )
