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
    story_options,
    write_pages,
)
from peloton.cli.support.output import language_option, paper_option, tell
from peloton.cli.support.progress import show_progress
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
@from_option
@paper_option
@language_option
@on_tour
def export(session: Session, file: str, *, source: Path | None, paper: str) -> None:
    """Write the whole tour to FILE: startlist, results, every classification.

    The file extension selects the format: .xlsx, .pdf, .html, .csv, .json, .md or .txt.
    Give a FOLDER to write a small web site with a page for each stage.

    With --from the tour is read from a tour file instead of the database.

    For pivot tables and scripts, data.csv contains one table with a row per rider and
    stage. It is also a sheet of the workbook. After the last stage, ceremony.html
    reveals the awards and the winners one by one.

    Example:
        peloton export tour.html
        peloton export data.csv
        peloton export tour.xlsx --from my-tour.toml
    """
    if not file:
        raise click.UsageError(f"expected a file to write, such as {_EXAMPLE}")
    path = Path(file)
    folder = is_folder(file)
    if not folder and not path.suffix:
        expected = one_of(FILE_ENDINGS)
        raise PelotonError(
            f"'{file}' has no extension, expected {expected}; end a folder with a slash"
        )
    if not folder:
        checked_ending(path)
    race = race_of(session, source)
    with show_progress(f"Writing {printable(file)}"):
        if folder:
            pages = site_pages(race, story_options(race.tour))
            delete_old_pages(path, write_pages(path, pages))
        else:
            options = story_options(race.tour, paper)
            write_file(path, export_bytes(race, path, options))
    tell(f"Wrote '{race.tour.name}' to {file if path.name else 'index.html'}.")
