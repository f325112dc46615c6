"""Rulebooks named on the command line: a built-in one, or a file."""

from pathlib import Path

from peloton.cli.current import mistakes
from peloton.cli.files import file_text
from peloton.errors import InputError, PelotonError, did_you_mean
from peloton.notation.problems import problem_lines
from peloton.notation.rulebooks import builtin_names, builtin_text, read_rulebook
from peloton.rules.rulebook import Rulebook


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
            f"no rulebook '{name}', expected one of {', '.join(names)}, or a file"
            f"{did_you_mean(name, names)}"
        )
        raise PelotonError(message)
    return file_text(Path(name))


def rulebook_of(name: str, text: str) -> Rulebook:
    """Read the text of a rulebook; InputError with every mistake in it."""
    book, problems = read_rulebook(text)
    if book is None:
        message = f"{name} is not a rulebook: it has {mistakes(problems)}"
        raise InputError(message, problem_lines(name, text, problems))
    return book
