"""`peloton rules`: the games' rulebooks, every value with where it comes from."""

import re
from pathlib import Path

import click

from peloton.cli.commands.rules_setup import setup
from peloton.cli.support.arguments import FILE, OneOf, file_text
from peloton.cli.support.files import named_rulebook, named_text, rulebook_of
from peloton.cli.support.group import Commands
from peloton.cli.support.output import OutputFormat, form_options, show, show_list, tell
from peloton.cli.support.prompts import word_of
from peloton.errors import PelotonError, did_you_mean
from peloton.notation.ghosts import (
    MEANINGS,
    builtin_ways,
    good_way,
    is_way,
    own_way_text,
)
from peloton.notation.resources import rule_texts
from peloton.notation.rulebook_file.copy import house_rules_text
from peloton.notation.rulebook_file.reading import builtin_names
from peloton.reports.rules.rulebook import (
    fraction_rows,
    fraction_sheet,
    rule_sheet,
    rulebook_rows,
    rulebook_sheet,
)
from peloton.reports.sheet import Column, sheet_rows
from peloton.rules.words import phrase
from peloton.writers.files import write_file

_COLUMNS = {
    "name": Column(title=phrase("Name")),
    "title": Column(title=phrase("Game"), weight=1),
    "mark": Column(title=phrase("A finish is written")),
}


@click.group(cls=Commands)
def rules() -> None:
    """List, show and check rulebooks: a game's rules as data."""


@rules.command("list", short_help="List the rulebooks.")
@form_options
def list_(*, form: OutputFormat | None) -> None:
    """List the rulebooks that come with peloton.

    Example:
        peloton rules list
    """
    books = [named_rulebook(name) for name in builtin_names()]
    rows = [
        {"name": book.name, "title": book.title, "mark": book.word("mark")}
        for book in books
    ]
    show_list(phrase("Rulebooks"), None, _COLUMNS, rows, form)


@rules.command("ghosts", short_help="List the ways of playing ghosts.")
@form_options
def ghosts_(*, form: OutputFormat | None) -> None:
    """List the ways in which teams that no person plays are played.

    `rules show`, `rules new` and `rules check` take them as they take a rulebook.

    Example:
        peloton rules ghosts
    """
    from peloton.reports.tour.ghosts import ways_rows, ways_sheet

    ways = [good_way(name, text) for name, text in builtin_ways().items()]
    show(ways_sheet(ways), form, ways_rows(ways))


@rules.command("show", short_help="Show a rulebook's values, or explain a rule.")
@click.argument("name", metavar="NAME|RULE")
@click.option("--toml", is_flag=True, help="Print its file, to copy and change.")
@form_options
def show_(name: str, *, toml: bool, form: OutputFormat | None) -> None:
    """Show every value of a rulebook: its rule, and where it comes from.

    NAME is a built-in rulebook or a file, or a way of playing ghosts. RULE is the
    number of a rule, as errors and sheets cite it: what it says, and its values in each
    game that has it.

    Example:
        peloton rules show cyclo
        peloton rules show CY-15
    """
    if _RULE.fullmatch(name):
        _explain(name.upper(), form)
        return
    text = builtin_ways().get(name) or named_text(name)
    if toml:
        click.echo(text, nl=False)
    elif is_way(text):
        from peloton.reports.tour.ghosts import way_rows, way_sheet

        way = good_way(name, text)
        show(way_sheet(way, MEANINGS), form, way_rows(way, MEANINGS))
    else:
        book = rulebook_of(name, text)
        show(rulebook_sheet(book), form, rulebook_rows(book))


_RULE = re.compile(r"[A-Za-z]{2}-\d+")


def _explain(number: str, form: OutputFormat | None) -> None:
    texts = rule_texts()
    if number not in texts:
        message = f"no rule {number}{did_you_mean(number, texts)}"
        raise PelotonError(message)
    sheet = rule_sheet(number, texts[number], map(named_rulebook, builtin_names()))
    show(sheet, form, sheet_rows(sheet))


@rules.command(short_help="Print a game's printed table.")
@click.argument("name", type=OneOf(["criterium"]))
@form_options
def table(name: str, *, form: OutputFormat | None) -> None:
    """Print the fraction tables of Criterium: turns and seconds (CR-7).

    Example:
        peloton rules table criterium
    """
    show(fraction_sheet(named_rulebook(name).title), form, fraction_rows())


@rules.command(short_help="Check a rulebook of your own.")
@click.argument("file", type=FILE)
def check(file: Path) -> None:
    """Check a rulebook file: every mistake in it, with its line.

    Example:
        peloton rules check my-cyclo.toml
    """
    text = file_text(file)
    if is_way(text):
        way = good_way(str(file), text)
        values = len(way.values)
        tell(f"{file} is a way of playing ghosts: {way.title}, {values} values.")
        return
    book = rulebook_of(str(file), text)
    tell(f"{file} is a rulebook: {book.title}, {len(book.values)} values.")


@rules.command("new", short_help="Copy a rulebook, to make house rules of it.")
@click.argument("name")
@click.option(
    "--from", "base", required=True, metavar="GAME", help="The rulebook to copy."
)
def new(name: str, base: str) -> None:
    """Write NAME.toml, a copy of a game's rulebook with what every value means.

    Change what you play differently, put it beside your tour file, and name it there:
    rulebook = "NAME.toml", or of a team ghost = "NAME.toml". A file that is there
    already stays as it is.

    Example:
        peloton rules new my-cyclo --from cyclo
    """
    path = Path(name.removesuffix(".toml") + ".toml")
    base = word_of((*builtin_names(), *builtin_ways()), base)
    if base in builtin_ways():
        key, text = "ghost", own_way_text(path.stem, base)
    else:
        key, text = "rulebook", house_rules_text(path.stem, base)
    if path.exists():
        message = f"{path} exists already: expected a new name"
        raise PelotonError(message)
    write_file(path, text.encode())
    tell(
        f"Wrote {path}. Change it, then check it with 'peloton rules check {path}', and"
        f' name it in a tour file beside it: {key} = "{path.name}".'
    )


rules.add_command(setup)
