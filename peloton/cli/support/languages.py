"""The language sheets are in: the one asked for, or the tour's.

Every command that shows a sheet imports this, and few are asked for a language: so
what reads catalogues is imported only then.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import click

from peloton.errors import InputError, PelotonError
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.value_check import not_one_of
from peloton.rules.words import Report

Command = TypeVar("Command", bound=Callable[..., object])

_ASKED = "peloton.language"


def language_option(command: Command) -> Command:
    """Add --language: a code, or a catalogue of one's own."""
    return click.option(
        "--language",
        metavar="CODE|FILE.toml",
        expose_value=False,
        callback=_asked,
        help="In en, fr, es, ca or nl, or by a catalogue; else the tour's language.",
    )(command)


def spoken(report: Report, tour: Tour | None = None) -> Report:
    """Return a report in the language asked for, or else the tour's, or as it is."""
    language = language_of(tour)
    if language is None:
        return report
    from peloton.notation.catalogue import builtin_catalogue
    from peloton.reports.translation import in_language

    own = _asked_for()[1]
    return in_language(report, language, own or builtin_catalogue(language))


def language_of(tour: Tour | None) -> Language | None:
    """Return the language asked for, or else the tour's, if there is one."""
    return _asked_for()[0] or (tour.language if tour else None)


def _asked_for() -> tuple[Language | None, Mapping[str, str]]:
    found: tuple[Language | None, Mapping[str, str]]
    found = click.get_current_context().meta.get(_ASKED, (None, {}))
    return found


def ask_for(context: click.Context, word: str) -> None:
    """Keep the language asked for; InputError for a catalogue with mistakes."""
    known = word in tuple(Language)
    context.meta[_ASKED] = (Language(word), {}) if known else _catalogue(Path(word))


def _asked(context: click.Context, _: click.Parameter, word: str | None) -> None:
    if word is not None:
        ask_for(context, word)


def _catalogue(path: Path) -> tuple[Language, Mapping[str, str]]:
    from peloton.cli.support.files import file_text
    from peloton.notation.catalogue import read_catalogue
    from peloton.notation.problems import problem_lines

    if path.suffix != ".toml":
        expected = not_one_of(str(path), tuple(Language))
        message = f"{expected}, or a catalogue such as my-french.toml"
        raise PelotonError(message)
    text = file_text(path)
    language, catalogue, problems = read_catalogue(text)
    if language is None or problems:
        message = f"{path} cannot be used; nothing was done"
        raise InputError(message, problem_lines(str(path), text, problems))
    return language, catalogue
