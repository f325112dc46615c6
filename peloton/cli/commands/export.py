"""`peloton export`: the whole tour as a file, or as a folder of pages."""

import os
from pathlib import Path

import click

from peloton.cli.support.arguments import on_tour
from peloton.cli.support.files import from_option, make_folder, race_of
from peloton.cli.support.output import (
    FILES,
    checked_ending,
    language_option,
    page_words,
    paper_option,
    spoken,
    tell,
    written,
)
from peloton.cli.support.progress import working
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.reports.tour.document import data_sheet, document
from peloton.reports.tour.site import site_sheets
from peloton.reports.tour.tour import tour_sheets, workbook_sheets
from peloton.rules.results import Race
from peloton.rules.values import one_of
from peloton.rules.words import visible
from peloton.writers.files import write_file, write_files
from peloton.writers.json import json_text

_SUCH_AS = "'peloton export tour.html', or .xlsx, .pdf and the others"
_SLASHES = tuple(filter(None, (os.sep, os.altsep)))


@click.command()
@click.argument(
    "file", type=click.Path(readable=False), metavar="FILE|FOLDER/", default=""
)
@click.option(
    "--data",
    is_flag=True,
    help="One table in CSV, with a row for each rider on each stage.",
)
@from_option
@paper_option
@language_option
@on_tour
def export(
    session: Session, file: str, *, data: bool, source: Path | None, paper: str
) -> None:
    """Write the whole tour to FILE: startlist, results, every classification.

    The ending picks the format: .xlsx, .pdf, .html, .csv, .json, .md or .txt; alone,
    as html, it is tour.html. In a FOLDER it becomes a small web site, a page for each
    stage.

    With --from it is that of a tour file, and no database is needed.

    For pivots and scripts, a file called data.csv, or any other with --data, is one
    table: a row for each rider on each stage. The workbook has it as its last sheet.

    Example:
        peloton export tour.html
        peloton export data.csv
        peloton export tour.xlsx --from my-tour.toml
    """
    if not file:
        message = f"no file; try {_SUCH_AS}"
        raise click.UsageError(message)
    if f".{file.casefold().lstrip('.')}" in FILES:
        file = f"tour.{file.casefold().lstrip('.')}"
    path = Path(file)
    folder = file.endswith(_SLASHES) or path.is_dir()
    if not folder and not path.suffix:
        expected = one_of(tuple(FILES))
        message = (
            f"'{file}' has no ending, expected {expected}; a folder ends in a slash"
        )
        raise PelotonError(message)
    ending = "" if folder else checked_ending(path)
    tidy = data or path.name.lower() == "data.csv"
    if data and ending != ".csv":
        message = f"--data writes a .csv, found '{file}'"
        raise PelotonError(message)
    race = race_of(session, source)
    with working(f"Writing {visible(file)}"):
        if folder:
            _write_site(path, race)
        else:
            write_file(path, tidy_csv(race) if tidy else exported(race, ending, paper))
    tell(f"Wrote '{race.tour.name}' to {file if path.name else 'index.html'}.")


def tidy_csv(race: Race) -> bytes:
    """Return every result of the tour as one table; it is the same in any language."""
    return FILES[".csv"]([data_sheet(race, as_text=True)])


def exported(race: Race, ending: str, paper: str = "a4") -> bytes:
    """Return the whole tour as the bytes of a file with this ending."""
    if ending == ".json":
        return f"{json_text(document(race))}\n".encode()
    reports = {".html": site_sheets, ".xlsx": workbook_sheets}
    return written(reports.get(ending, tour_sheets)(race), ending, race.tour, paper)


def _write_site(folder: Path, race: Race) -> None:
    """Write every page of the tour; PelotonError if the folder cannot be made."""
    from peloton.writers.html.page import to_site

    sheets = spoken(site_sheets(race, apart=True), race.tour)
    site = to_site(sheets, page_words(race.tour))
    make_folder(folder)
    pages = {folder / name: page.encode() for name, page in site.items()}
    write_files(pages, published=True)
