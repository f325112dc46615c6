"""`peloton rules new`: a rulebook of your own, copied from a game's."""

from pathlib import Path

import click

from peloton.cli.asking import word_of
from peloton.cli.output import said
from peloton.errors import PelotonError
from peloton.notation.copying import house_rules_text
from peloton.notation.rulebooks import builtin_names
from peloton.writers.files import write_file


@click.command("new", short_help="Copy a rulebook, to make house rules of it.")
@click.argument("name")
@click.option(
    "--from", "base", required=True, metavar="GAME", help="The rulebook to copy."
)
def new(name: str, base: str) -> None:
    """Write NAME.toml, a copy of a game's rulebook with what every value means.

    Change what you play differently, put it beside your tour file, and name it there:
    rulebook = "NAME.toml". A file that is there already stays as it is.

    Example:

    \b
        peloton rules new my-cyclo --from cyclo

    """
    path = Path(name.removesuffix(".toml") + ".toml")
    text = house_rules_text(path.stem, word_of(builtin_names(), base))
    if path.exists():
        message = f"{path} is there already: expected a new name"
        raise PelotonError(message)
    write_file(path, text.encode())
    said(
        f"Wrote {path}. Change it, then check it with 'peloton rules check {path}', and"
        f' name it in a tour file beside it: rulebook = "{path.name}".'
    )
