"""How commands show things: one sheet in the form asked for."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from shlex import quote
from typing import Any, TypeVar

import click

from peloton.cli.support.completion import complete_stages
from peloton.cli.support.formats import TEXTS, Form, json_text
from peloton.cli.support.languages import language_option, spoken
from peloton.cli.support.param_types import Whole
from peloton.errors import InputError, PelotonError
from peloton.reports.sheet import Column, Sheet, Table
from peloton.rules.facts.tour import Tour
from peloton.rules.words import visible

Command = TypeVar("Command", bound=Callable[..., object])


_HELP = {
    Form.JSON: "Print JSON: the rows of 'score --json', where it has them.",
    Form.CSV: "Print comma-separated values.",
    Form.MARKDOWN: "Print Markdown tables.",
    Form.BBCODE: "Print BBCode tables, for a forum.",
}


def form_options(command: Command) -> Command:
    """Add --json, --csv, --markdown and --bbcode, the last one counts; --language."""
    for form, text in reversed(_HELP.items()):
        command = click.option(
            f"--{form}", "form", flag_value=form, type=Form, help=text
        )(command)
    return language_option(command)


def given(details: Mapping[str, object]) -> dict[str, Any]:
    """Keep the options that were given, by the names of the fields they describe."""
    return {key: value for key, value in details.items() if value is not None}


after_option = click.option(
    "--after",
    type=Whole(min=1),
    metavar="STAGE",
    shell_complete=complete_stages,
    help="As it stood after STAGE.",
)


def show(
    sheet: Sheet,
    form: Form | None = None,
    rows: object = None,
    *,
    tour: Tour | None = None,
) -> None:
    """Print a sheet in a form; `rows` are what --json prints, where it has any.

    It is in the language asked for, or else that of its `tour`. JSON is always in
    English: it is read by programs.
    """
    if form is Form.JSON and rows is not None:
        click.echo(json_text(rows))
        return
    if form is not Form.JSON:
        sheet = spoken(sheet, tour)
    if form in (None, Form.TEXT) and sys.stdout.isatty():
        click.echo(_drawn(sheet).rstrip("\n"))
    else:
        click.echo(TEXTS[form or Form.TEXT]([sheet]).rstrip("\n"))


def show_list(
    title: str,
    of: Tour | None,
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
    sheet = Sheet(title=title, subtitle=of.name if of else "", tables=(table,))
    show(sheet, form, rows, tour=of)


def _cell(value: str | int | None) -> str | int | None:
    return ("*" if value else "") if isinstance(value, bool) else value


_COLUMNS = 80
"""A terminal that does not say how wide it is."""


def _drawn(sheet: Sheet) -> str:
    """Write a sheet for the terminal it is shown on."""
    # Not for a file or a pipe: this imports rich.
    from peloton.writers.text import to_text

    return to_text(sheet, width=_width(), colour="NO_COLOR" not in os.environ)


def show_page(markdown: str) -> None:
    """Print a page: laid out on a terminal, else as it is written."""
    if sys.stdout.isatty():
        from peloton.writers.text import drawn_page

        coloured = "NO_COLOR" not in os.environ
        markdown = drawn_page(markdown, width=_width(), colour=coloured)
    click.echo(markdown.rstrip("\n"))


def _width() -> int:
    return os.get_terminal_size().columns or _COLUMNS


def said(message: str) -> None:
    """Say what was done, on stderr: stdout is for tables."""
    click.echo(visible(message), err=True)


def typed(name: str) -> str:
    """Write a name as it is typed into a shell: `"Two Cats"`, quoted where needed."""
    if set(name) & set('"\\$`!') or quote(name) == name:
        return quote(name)
    return f'"{name}"'


def said_no(error: PelotonError) -> None:
    """Say why not: every mistake on its line, then one `Error: ...`."""
    if isinstance(error, InputError):
        for line in error.lines:
            said(line)
    said(f"Error: {error}")
