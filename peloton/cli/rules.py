"""`peloton rules`: the games' rulebooks, every value with where it comes from."""

from pathlib import Path

import click

from peloton.cli.files import file_text
from peloton.cli.group import Commands
from peloton.cli.output import Form, form_options, said, show
from peloton.errors import InputError, PelotonError, did_you_mean
from peloton.notation.problems import problem_lines
from peloton.notation.rulebooks import builtin_names, builtin_text, read_rulebook
from peloton.reports.rules import (
    fraction_rows,
    fraction_sheet,
    rulebook_rows,
    rulebook_sheet,
    rulebooks_sheet,
)
from peloton.rules.rulebook import Rulebook


@click.group(cls=Commands, short_help="List, show and check the games' rulebooks.")
def rules() -> None:
    """List, show and check rulebooks: a game's rules as data."""


@rules.command("list", short_help="List the rulebooks.")
@form_options
def list_(*, form: Form | None) -> None:
    """List the rulebooks that come with peloton.

    Example:

    \b
        peloton rules list

    """
    books = [_builtin(name) for name in builtin_names()]
    rows = [{"name": book.name, "title": book.title} for book in books]
    show(rulebooks_sheet(books), form, rows)


@rules.command("show", short_help="Show every value of a rulebook.")
@click.argument("name")
@click.option("--toml", is_flag=True, help="Print its file, to copy and change.")
@form_options
def show_(name: str, *, toml: bool, form: Form | None) -> None:
    """Show every value of a rulebook: its rule, and where it comes from.

    NAME is a built-in rulebook or a file.

    Example:

    \b
        peloton rules show cyclo

    """
    if toml:
        click.echo(_text(name), nl=False)
        return
    book = _read(name, _text(name))
    show(rulebook_sheet(book), form, rulebook_rows(book))


@rules.command(short_help="Print a game's printed table.")
@click.argument("name", type=click.Choice(["criterium"]))
@form_options
def table(name: str, *, form: Form | None) -> None:
    """Print the fraction tables of Criterium: turns and seconds (CR-7).

    Example:

    \b
        peloton rules table criterium

    """
    show(fraction_sheet(_builtin(name).title), form, fraction_rows())


@rules.command(short_help="Check a rulebook of your own.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def check(file: Path) -> None:
    """Check a rulebook file: every mistake in it, with its line.

    Example:

    \b
        peloton rules check my-cyclo.toml

    """
    book = _read(str(file), file_text(file))
    said(f"{file} is a rulebook: {book.title}, {len(book.values)} values.")


def _text(name: str) -> str:
    names = builtin_names()
    if name in names:
        return builtin_text(name)
    if not Path(name).is_file():
        message = (
            f"no rulebook '{name}', expected one of {', '.join(names)}, or a file"
            f"{did_you_mean(name, names)}"
        )
        raise PelotonError(message)
    return file_text(Path(name))


def _builtin(name: str) -> Rulebook:
    return _read(name, builtin_text(name))


def _read(name: str, text: str) -> Rulebook:
    """Read a rulebook; InputError with every mistake in it."""
    book, problems = read_rulebook(text)
    if book is None:
        lines = problem_lines(name, text, problems)
        count = f"{len(lines)} mistakes" if len(lines) > 1 else "1 mistake"
        message = f"{name} is not a rulebook: {count}"
        raise InputError(message, lines)
    return book
