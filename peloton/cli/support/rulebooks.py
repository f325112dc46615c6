"""Rulebooks named on the command line: a built-in one, or a file."""

from pathlib import Path

from peloton.cli.support.files import file_text, not_readable
from peloton.errors import PelotonError, did_you_mean
from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.rulebook.value_check import one_of


def named_rulebook(name: str) -> Rulebook:
    """Read a rulebook by its name or its file; InputError with every mistake."""
    return rulebook_of(name, named_text(name))


def named_text(name: str) -> str:
    """Return the text of a rulebook by its name or its file; PelotonError if none."""
    names = builtin_names()
    if name in names:
        return builtin_text(name)
    if not Path(name).is_file():
        message = (
            f"no rulebook '{name}', expected {one_of(names)}, or a file"
            f"{did_you_mean(name, names)}"
        )
        raise PelotonError(message)
    return file_text(Path(name))


def rulebook_of(name: str, text: str) -> Rulebook:
    """Read the text of a rulebook; InputError with every mistake in it."""
    book, problems = read_rulebook(text)
    if book is None:
        raise not_readable(name, "a rulebook", text, problems)
    return book
