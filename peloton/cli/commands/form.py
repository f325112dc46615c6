"""`peloton form`: write an entry form for a stage, as a workbook."""

from pathlib import Path

import click

from peloton.api.formats import checked_ending
from peloton.cli.support.arguments import on_tour, output_option, stage_argument
from peloton.cli.support.output import language_option, tell, translate
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.tour import stage_at, stage_to_enter
from peloton.writers.files import write_file


@click.command()
@stage_argument
@output_option(
    "FILE.xlsx", "Write this file; default: stage-N.xlsx, if it does not exist."
)
@language_option
@on_tour
def form(session: Session, number: int | None, *, output: Path | None) -> None:
    """Write an entry form for stage N, or the next one: a workbook to fill in.

    It has a line for each rider, which offers the bibs, and a column for everything
    else the game records. Results already entered are filled in. Read it with 'peloton
    stage enter N --from FILE.xlsx'.

    Example:
        peloton form 2
    """
    # Imported late, because openpyxl is slow to import and `--help` does not need it.
    from peloton.notation.form.writing import form_workbook

    if output is not None:
        checked_ending(output, [".xlsx"])
    current = session.read()
    number = number or stage_to_enter(current.tour)
    stage_at(current.tour, number)
    file = output or Path(f"stage-{number}.xlsx")
    if output is None and file.exists():
        raise PelotonError(f"{file} already exists; choose another file with -o")
    tour = current.tour
    book = form_workbook(
        tour, number, current.rulebook, lambda text: translate(text, tour)
    )
    write_file(file, book)
    tell(
        f"Wrote the entry form of stage {number} to {file}. Fill it in, then run"
        f" 'peloton stage enter {number} --from {file}'."
    )
