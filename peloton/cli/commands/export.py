"""`peloton export`: write the whole tour to a file or a folder of web pages."""

from pathlib import Path

import click

from peloton.api.formats import FILE_ENDINGS, checked_ending
from peloton.api.sheets import export_bytes, site_pages
from peloton.cli.support.arguments import on_tour
from peloton.cli.support.files import (
    delete_old_pages,
    from_option,
    is_folder,
    race_of,
    write_pages,
)
from peloton.cli.support.output import language_option, paper_option, tell
from peloton.cli.support.progress import show_progress
from peloton.cli.support.stories import no_story_option, story_options
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.values import one_of
from peloton.rules.words import printable
from peloton.writers.files import write_file

_EXAMPLE = "'peloton export tour.html'"


@click.command()
@click.argument(
    "file", type=click.Path(readable=False), metavar="FILE|FOLDER/", default=""
)
@click.option(
    "--data",
    is_flag=True,
    help="Write one CSV table with a row per rider and stage.",
)
@from_option
@paper_option
@no_story_option
@language_option
@on_tour
def export(
    session: Session, file: str, *, data: bool, source: Path | None, paper: str
) -> None:
    """Write the whole tour to FILE: startlist, results, every classification.

    The file extension selects the format: .xlsx, .pdf, .html, .csv, .json, .md or .txt.
    A bare format, such as html, writes tour.html. Give a FOLDER to write a small web
    site with a page for each stage.

    With --from the tour is read from a tour file instead of the database.

    For pivot tables and scripts, data.csv, or any CSV file with --data, contains one
    table with a row per rider and stage. It is also a sheet of the workbook. After the
    last stage, ceremony.html reveals the awards and the winners one by one.

    Example:
        peloton export tour.html
        peloton export data.csv
        peloton export tour.xlsx --from my-tour.toml
    """
    if not file:
        raise click.UsageError(f"expected a file to write, such as {_EXAMPLE}")
    if f".{file.casefold().lstrip('.')}" in FILE_ENDINGS:
        file = f"tour.{file.casefold().lstrip('.')}"
    path = Path(file)
    folder = is_folder(file)
    if not folder and not path.suffix:
        expected = one_of(FILE_ENDINGS)
        raise PelotonError(
            f"'{file}' has no extension, expected {expected}; end a folder with a slash"
        )
    ending = "" if folder else checked_ending(path)
    if data and ending != ".csv":
        raise PelotonError(f"found '{file}', expected a .csv file with --data")
    race = race_of(session, source)
    with show_progress(f"Writing {printable(file)}"):
        if folder:
            pages = site_pages(race, story_options(race.tour))
            delete_old_pages(path, write_pages(path, pages))
        else:
            options = story_options(race.tour, paper)
            write_file(path, export_bytes(race, path, options, data=data))
    tell(f"Wrote '{race.tour.name}' to {file if path.name else 'index.html'}.")
