"""Print the output of commands: sheets in the chosen format and language.

Writers and catalogues are slow to import, so they are imported only by the functions
that use them.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, wraps
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from peloton.api.formats import FileOptions, OutputFormat, sheet_text
from peloton.cli.support.arguments import OneOf, on_tour, option, with_options
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.names import LANGUAGES, match_name
from peloton.rules.values import word_fault
from peloton.rules.words import phrase, printable

if TYPE_CHECKING:
    from peloton.writers.text import TextLayout

_LANGUAGE, _FORMAT = "peloton.language", "peloton.format"
_TYPED_LANGUAGE = "peloton.typed_language"


def file_options(tour: Tour | None = None) -> FileOptions:
    """Return the options for a tour's files.

    The language is that of --language, else that of the tour or, without a tour, that
    of the user's settings.
    """
    options: FileOptions | None = _stored(_LANGUAGE)
    if options is None and tour:
        options = FileOptions(language=tour.language or Language.ENGLISH)
    elif options is None:
        # Imported here because most commands need no settings.
        from peloton.cli.support.settings import user_settings

        language = user_settings().get("language", Language.ENGLISH)
        options = FileOptions(language=Language(language))
    return replace(options, tour=tour, warn=tell)


def say(message: str) -> str:
    """Translate a message or phrase, by default into the language of the last tour."""
    context = click.get_current_context(silent=True)
    session = context.find_root().obj if context else None
    tour: Tour | None = next(iter(getattr(session, "tours_read", ())), None)
    with suppress(PelotonError):  # invalid settings; perhaps the message reports this
        return file_options(tour).translated(phrase("{message}", message=message))
    return message


def _stored(key: str) -> Any:  # noqa: ANN401 - the value of any option
    """Return the value of an option that is stored in the context; None without one."""
    context = click.get_current_context(silent=True)
    return context.meta.get(key) if context else None


def choose_language(context: click.Context, _: object, word: str | None) -> None:
    """Store the value of --language; raise InputError for an invalid catalogue."""
    if word is None:
        return
    language = match_name(word, LANGUAGES)
    catalogue: Mapping[str, str] = {}
    if language is None:
        from peloton.notation.catalogue import read_catalogue
        from peloton.notation.problems import valid_document
        from peloton.notation.resources import file_text

        path = Path(word)
        if path.suffix != ".toml":
            expected = word_fault(word, tuple(Language))
            raise PelotonError(f"{expected}, or a catalogue such as my-french.toml")
        language, catalogue = valid_document(word, file_text(path), read_catalogue)
    context.meta[_LANGUAGE] = FileOptions(language=language, catalogue=catalogue)
    context.meta[_TYPED_LANGUAGE] = word


def language_arguments() -> list[str]:
    """Return the option `--language` with its typed value, for another process."""
    word = _stored(_TYPED_LANGUAGE)
    return [f"--language={word}"] if word else []


language_option = option(
    "--language CODE|FILE.toml",
    f"Language: {', '.join(Language)} or a catalogue; default: the tour's.",
    expose_value=False,
    callback=choose_language,
)


_format_option = partial(
    option,
    type=OneOf(OutputFormat),
    expose_value=False,
    callback=lambda context, _, fmt: context.meta.update({_FORMAT: fmt}),
)
format_options = with_options(
    language_option,
    _format_option(
        "--format FORMAT", f"Output format: {', '.join(OutputFormat)}.", "fmt"
    ),
    *(
        _format_option(f"--{fmt}", f"Short for --format {fmt}.", "fmt", flag_value=fmt)
        for fmt in OutputFormat
        if fmt is not OutputFormat.TEXT
    ),
)
"""The options --language, --format, --json, --csv etc.; the last format wins."""


def output_format() -> OutputFormat | None:
    """Return the output format that the user chose with an option, or None."""
    fmt: OutputFormat | None = _stored(_FORMAT)
    return fmt


def showing_tour(command: Callable[..., object]) -> Callable[..., object]:
    """Decorate a command: pass it the session, add `--tour` and `format_options`."""
    return format_options(on_tour(command))


def showing_race(command: Callable[..., Sheet]) -> Callable[..., object]:
    """Decorate a command: pass it the scored tour, and print the sheet it returns."""

    @wraps(command)
    def run(session: Session, /, **given: object) -> None:
        race = session.read().race()
        show(command(race, **given), race.tour)

    return showing_tour(run)


def differing_lines(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that differ between two texts: `-` if removed, `+` if added."""
    # Imported late: difflib is slow to import and rarely needed.
    from difflib import unified_diff

    lines = list(unified_diff(before, after, lineterm="", n=0))[2:]
    return [line for line in lines if not line.startswith("@@")]


def show(sheet: Sheet, tour: Tour | None = None) -> None:
    """Print a sheet in the chosen format; --json prints its data, in English."""
    if output_format() is OutputFormat.JSON and sheet.data is not None:
        from peloton.reports.tour.document import with_names

        print_json(with_names(sheet.data, tour) if tour else sheet.data)
    else:
        show_all((sheet,), tour)


def print_json(data: object) -> None:
    """Print data as JSON."""
    from peloton.writers.json import json_text

    _print(json_text(data))


def show_all(sheets: tuple[Sheet, ...], tour: Tour | None = None) -> None:
    """Print several sheets; on a narrow terminal, with the codes of teams."""
    fmt = output_format() or OutputFormat.TEXT
    layout = _terminal() if fmt is OutputFormat.TEXT and sys.stdout.isatty() else None
    if layout and tour and layout.width < _WIDE_ENOUGH_FOR_TEAMS:
        sheets = tuple(_with_team_codes(sheet, tour) for sheet in sheets)
    if fmt is not OutputFormat.JSON:
        sheets = file_options(tour).translated(sheets)
    if layout:
        from peloton.writers.text import to_text

        text = "\n".join(to_text(sheet, layout) for sheet in sheets)
    else:
        text = sheet_text(sheets, fmt)
    _print(text.rstrip("\n"))


_WIDE_ENOUGH_FOR_TEAMS = 100
"""Minimum number of terminal columns for showing team names."""


def _with_team_codes(sheet: Sheet, tour: Tour) -> Sheet:
    from peloton.reports.names import use_team_codes

    tables = tuple(use_team_codes(table, tour) for table in sheet.tables)
    return replace(sheet, tables=tables)


def _print(text: str, *, report: bool = False) -> None:
    """Print text; page a long report, but not text that a question may follow."""
    context = click.get_current_context(silent=True)
    report = report or (context is not None and _FORMAT in context.meta)
    terminal = sys.stdout.isatty() and sys.stdin.isatty()
    if report and terminal and text.count("\n") > get_terminal_size().lines - 2:
        less = os.environ.setdefault("LESS", "FRX")
        # click allows colours only in a pager named `less`; Debian names it `pager`.
        click.echo_via_pager(f"{text}\n", color="r" in less.casefold() or None)
    else:
        echo(text)


def echo(text: str = "") -> None:
    """Print text; ignore a closed pipe, as after `| head -1`, to save all changes."""
    try:
        click.echo(text)
    except BrokenPipeError:  # otherwise flushing at exit fails again
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - stays open


def show_list(
    title: str,
    tour: Tour | None,
    titles: Mapping[str, str],
    rows: Sequence[Mapping[str, str | int | None]],
) -> None:
    """Print a table of rows: the values at the keys of `titles`; True is `*`."""
    numeric = {key for row in rows for key in titles if type(row[key]) is int}
    columns = tuple(
        Column(text, ColumnKind.NUMBER if key in numeric else ColumnKind.TEXT)
        for key, text in titles.items()
    )
    table = Table(
        name=title,
        title="",
        columns=columns,
        rows=tuple(tuple(_cell(row[key]) for key in titles) for row in rows),
    )
    subtitle = tour.name if tour else ""
    show(Sheet(title=title, subtitle=subtitle, tables=(table,), data=rows), tour)


def _cell(value: str | int | None) -> str | int | None:
    return ("*" if value else "") if isinstance(value, bool) else value


def _terminal() -> "TextLayout":
    """Return the terminal's layout, in colour unless the user has turned it off."""
    from peloton.writers.text import TextLayout

    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return TextLayout(get_terminal_size().columns, colour=not plain)


def print_markdown(markdown: str) -> None:
    """Print a Markdown page; format it if stdout is a terminal."""
    if sys.stdout.isatty():
        markdown = "\n".join(_terminal().markdown(markdown))
    _print(markdown.rstrip("\n"), report=True)


def print_file_text(text: str) -> None:
    """Print the text of a file; print escape codes as visible characters."""
    click.echo(re.sub(r"[^\n\t]+", lambda part: printable(part[0]), text), nl=False)


def tell(message: str) -> None:
    """Translate a message and print it on stderr, because stdout is for tables."""
    click.echo(printable(say(message)), err=True)


def shell_word(name: str) -> str:
    """Return a name as an argument of a shell command, such as `"Two Cats"`."""
    if set(name) & set('"\\$`!') or quote(name) == name:
        return quote(name)
    return f'"{name}"'


def tell_error(error: PelotonError) -> None:
    """Print an error: a line for each mistake, then `Error: ...`."""
    for line in error.lines:
        tell(line)
    tell(f"Error: {error}")
