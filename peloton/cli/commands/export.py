"""`peloton export`: write the whole tour to a file or a folder of web pages."""

import os
from pathlib import Path

import click

from peloton.cli.support.arguments import on_tour
from peloton.cli.support.file_formats import (
    FILES,
    checked_ending,
    file_content,
    page_words,
    paper_option,
)
from peloton.cli.support.files import from_option, make_folder, race_of
from peloton.cli.support.output import language_option, tell, translate
from peloton.cli.support.progress import working
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.reports.tour.document import data_sheet, document
from peloton.reports.tour.site import site_sheets
from peloton.reports.tour.tour import tour_sheets, workbook_sheets
from peloton.rules.results import Race
from peloton.rules.values import one_of
from peloton.rules.words import printable
from peloton.writers.files import write_file, write_files
from peloton.writers.json import json_text

_EXAMPLE = "'peloton export tour.html'"
_SLASHES = tuple(filter(None, (os.sep, os.altsep)))


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
@language_option
@on_tour
def export(
    session: Session, file: str, *, data: bool, source: Path | None, paper: str
) -> None:
    """Write the whole tour to FILE: startlist, results, every classification.

    The file extension selects the format: .xlsx, .pdf, .html, .csv, .json, .md or
    .txt. A bare format, such as html, writes tour.html. A FOLDER gets a small web site
    with a page for each stage.

    With --from the tour is read from a tour file instead of the database.

    For pivot tables and scripts, data.csv, or any CSV file with --data, contains one
    table with a row per rider and stage. It is also the last sheet of the workbook.

    Example:
        peloton export tour.html
        peloton export data.csv
        peloton export tour.xlsx --from my-tour.toml
    """
    if not file:
        raise click.UsageError(f"expected a file to write, such as {_EXAMPLE}")
    if f".{file.casefold().lstrip('.')}" in FILES:
        file = f"tour.{file.casefold().lstrip('.')}"
    path = Path(file)
    folder = file.endswith(_SLASHES) or path.is_dir()
    if not folder and not path.suffix:
        expected = one_of(tuple(FILES))
        raise PelotonError(
            f"'{file}' has no extension, expected {expected}; end a folder with a slash"
        )
    ending = "" if folder else checked_ending(path)
    tidy = data or path.name.lower() == "data.csv"
    if data and ending != ".csv":
        raise PelotonError(f"found '{file}', expected a .csv file with --data")
    race = race_of(session, source)
    with working(f"Writing {printable(file)}"):
        if folder:
            _write_site(path, race)
        else:
            write_file(path, tidy_csv(race) if tidy else exported(race, ending, paper))
    tell(f"Wrote '{race.tour.name}' to {file if path.name else 'index.html'}.")


def tidy_csv(race: Race) -> bytes:
    """Return every result of the tour as one CSV table, always in English."""
    return FILES[".csv"]([data_sheet(race, as_text=True)])


def exported(race: Race, ending: str, paper: str = "a4") -> bytes:
    """Return the whole tour as the bytes of a file with this extension."""
    if ending == ".json":
        return f"{json_text(document(race))}\n".encode()
    reports = {".html": site_sheets, ".xlsx": workbook_sheets}
    return file_content(
        reports.get(ending, tour_sheets)(race), ending, race.tour, paper
    )


def _write_site(folder: Path, race: Race) -> None:
    """Write every page of the tour; PelotonError if the folder cannot be made."""
    from peloton.writers.html.page import to_site

    sheets = translate(site_sheets(race, separate_files=True), race.tour)
    site = to_site(sheets, page_words(race.tour))
    make_folder(folder)
    pages = {folder / name: page.encode() for name, page in site.items()}
    write_files(pages, published=True)
