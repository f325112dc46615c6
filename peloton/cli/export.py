"""`peloton export`: the whole tour as a file."""

from collections.abc import Callable
from pathlib import Path

import click

from peloton.cli.files import checked_ending
from peloton.cli.output import json_text, said
from peloton.cli.session import Session, on_tour
from peloton.reports.document import document
from peloton.reports.tour import tour_sheets
from peloton.rules.results import Race
from peloton.writers.files import write_file


def xlsx(race: Race) -> bytes:
    """Return the whole tour as a workbook."""
    # openpyxl is only needed for a workbook.
    from peloton.writers.xlsx import to_xlsx  # noqa: PLC0415 - see above

    return to_xlsx(tour_sheets(race))


def _csv(race: Race) -> bytes:
    from peloton.writers.csv import to_csv  # noqa: PLC0415 - as above

    return to_csv(*tour_sheets(race)).encode()


def _json(race: Race) -> bytes:
    return f"{json_text(document(race))}\n".encode()


_WRITERS: dict[str, Callable[[Race], bytes]] = {
    ".xlsx": xlsx,
    ".csv": _csv,
    ".json": _json,
}


@click.command(short_help="Write the whole tour as xlsx, csv or json.")
@click.argument("file", type=Path)
@on_tour
def export(session: Session, file: Path) -> None:
    """Write the whole tour to FILE: startlist, results, every classification.

    The ending picks the format: .xlsx, .csv or .json.

    Example:

    \b
        peloton export tour.xlsx

    """
    ending = checked_ending(file, _WRITERS)
    current = session.read()
    write_file(file, _WRITERS[ending](current.race()))
    said(f"Wrote '{current.tour.name}' to {file}.")
