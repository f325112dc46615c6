"""How commands show things: one sheet in the form asked for."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

import click

from peloton.errors import InputError, PelotonError
from peloton.reports.sheet import Column, Sheet, Table, visible

Command = TypeVar("Command", bound=Callable[..., object])


class Form(StrEnum):
    """The forms a table can be printed in."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    BBCODE = "bbcode"


_HELP = {
    Form.JSON: "Print JSON: the rows of 'score --json', where it has them.",
    Form.CSV: "Print comma-separated values.",
    Form.MARKDOWN: "Print Markdown tables.",
    Form.BBCODE: "Print BBCode tables, for a forum.",
}


def form_options(command: Command) -> Command:
    """Add --json, --csv, --markdown and --bbcode; the last one given counts."""
    for form, text in reversed(_HELP.items()):
        command = click.option(
            f"--{form}", "form", flag_value=form, type=Form, help=text
        )(command)
    return command


def given(details: Mapping[str, object]) -> dict[str, Any]:
    """Keep the options that were given, by the names of the fields they describe."""
    return {key: value for key, value in details.items() if value is not None}


after_option = click.option(
    "--after",
    type=click.IntRange(min=1),
    metavar="STAGE",
    help="As it stood after STAGE.",
)


def show(sheet: Sheet, form: Form | None = None, rows: object = None) -> None:
    """Print a sheet in a form; `rows` are what --json prints."""
    if form is Form.JSON:
        click.echo(json_text(rows))
        return
    click.echo(_WRITERS[form or Form.TEXT](sheet).rstrip("\n"))


def json_text(rows: object) -> str:
    """Write plain data as JSON, letters as they are."""
    return json.dumps(rows, ensure_ascii=False, indent=1)


def show_list(
    title: str,
    of: str,
    columns: Mapping[str, Column],
    rows: Sequence[Mapping[str, str | int | None]],
    form: Form | None,
) -> None:
    """Print a plain list in a form: `columns` by key of the rows; a flag is a star."""
    table = Table(
        name=title,
        title="",
        columns=tuple(columns.values()),
        rows=tuple(tuple(_cell(row[key]) for key in columns) for row in rows),
    )
    show(Sheet(title=title, subtitle=of, tables=(table,)), form, rows)


def _cell(value: str | int | None) -> str | int | None:
    return ("*" if value else "") if isinstance(value, bool) else value


_COLUMNS = 80
"""A terminal that does not say how wide it is."""


def _text(sheet: Sheet) -> str:
    # Each writer is imported by the one form that needs it.
    from peloton.writers.text import to_text  # noqa: PLC0415 - see above

    if not sys.stdout.isatty():
        return to_text(sheet)
    width = os.get_terminal_size().columns or _COLUMNS
    return to_text(sheet, width=width, colour="NO_COLOR" not in os.environ)


def _csv(sheet: Sheet) -> str:
    from peloton.writers.csv import to_csv  # noqa: PLC0415 - see above

    return to_csv(sheet)


def _markdown(sheet: Sheet) -> str:
    from peloton.writers.markdown import to_markdown  # noqa: PLC0415 - see above

    return to_markdown(sheet)


def _bbcode(sheet: Sheet) -> str:
    from peloton.writers.bbcode import to_bbcode  # noqa: PLC0415 - see above

    return to_bbcode(sheet)


_WRITERS = {
    Form.TEXT: _text,
    Form.CSV: _csv,
    Form.MARKDOWN: _markdown,
    Form.BBCODE: _bbcode,
}


def said(message: str) -> None:
    """Say what was done, on stderr: stdout is for tables."""
    click.echo(visible(message), err=True)


def said_no(error: PelotonError) -> None:
    """Say why not: every mistake on its line, then one `Error: ...`."""
    if isinstance(error, InputError):
        for line in error.lines:
            said(line)
    said(f"Error: {error}")
