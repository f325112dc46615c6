"""`peloton form`: a workbook to fill in for a stage, and what was filled in."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from peloton.cli.support.completion import stage_argument
from peloton.cli.support.files import behind, checked_ending, workbook_pages
from peloton.cli.support.languages import language_option, spoken
from peloton.cli.support.output import said
from peloton.cli.support.param_types import FILE
from peloton.cli.support.scored_tour import Current
from peloton.cli.support.session import Session, on_tour
from peloton.cli.support.stages import to_be_entered
from peloton.errors import PelotonError
from peloton.notation.form.reading import FilledForm, Marker, form_marker, read_form
from peloton.notation.form.sheets import form_of
from peloton.rules.facts.tour import stage_at
from peloton.writers.files import write_file

if TYPE_CHECKING:
    from peloton.notation.xlsx.reader import Page


@click.command()
@stage_argument
@click.option(
    "-o",
    "--output",
    required=True,
    type=FILE,
    metavar="FILE.xlsx",
    help="The file to write.",
)
@language_option
@on_tour
def form(session: Session, number: int | None, *, output: Path) -> None:
    """Make a workbook to fill in for stage N, or the next one.

    It has a sheet for the finish, in the columns of this game's mark, one for the
    climbs and sprints, and those of what else the game keeps, with bibs to choose from
    and checks as you type. What was entered already is filled in. 'peloton stage enter
    N --from FILE.xlsx' reads it back.

    Example:

    \b
        peloton form 2 -o stage-2.xlsx

    """
    # openpyxl is only needed to write a workbook.
    from peloton.notation.form.help import form_words
    from peloton.notation.form.writing import form_workbook

    checked_ending(output, [".xlsx"])
    current = session.read()
    number = number or to_be_entered(current.tour)
    stage_at(current.tour, number)
    laid_out = form_of(current.tour, number, current.rulebook)
    if not laid_out.racing:
        message = f"nobody rides stage {number}: 'peloton rider add' adds a rider"
        raise PelotonError(message)
    words = form_words(laid_out)
    write_file(output, form_workbook(*spoken((laid_out, words), current.tour)))
    said(
        f"Wrote the form of stage {number} to {output}. Once it is filled in:"
        f" 'peloton stage enter {number} --from {output}'."
    )


def form_pages(source: Path) -> "tuple[Marker, tuple[Page, ...]]":
    """Read the sheets of a form, and whose it is.

    PelotonError for a workbook that is no form.
    """
    pages = workbook_pages(source)
    with behind(str(source)):
        return form_marker(pages), pages


def filled_form(
    pages: "tuple[Page, ...]", before: Current, number: int, source: Path
) -> FilledForm:
    """Read what was filled in on the form of a stage; PelotonError if nothing was."""
    with behind(str(source)):
        return read_form(pages, form_of(before.tour, number, before.rulebook))
