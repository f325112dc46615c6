"""Output of commands: sheets in the chosen format and language.

Writers and catalogues are slow to import, so only the functions that need them do.
"""

import os
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import wraps
from pathlib import Path
from shlex import quote
from typing import Any

import click

from peloton.cli.support.arguments import (
    PAPER_SIZES,
    OneOf,
    StageNumber,
    complete_stages,
    on_tour,
    with_options,
)
from peloton.desk.session import Session
from peloton.errors import InputError, PelotonError, did_you_mean, install_command
from peloton.reports.sheet import Column, PageWords, Sheet, Table
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.values import one_of, word_fault
from peloton.rules.words import Report, printable

SheetRows = tuple[Sheet, object]
"""A sheet, and the rows for --json; None prints the rows of the sheet."""
_LANGUAGE_KEY = "peloton.language"
_Sheets = Sequence[Sheet]


class OutputFormat(StrEnum):
    """Formats in which a command prints sheets."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    BBCODE = "bbcode"


def _text(sheets: _Sheets) -> str:
    from peloton.writers.text import to_text

    return "\n".join(map(to_text, sheets))


def _json(sheets: _Sheets) -> str:
    from peloton.writers.json import to_json

    return f"{to_json(sheets)}\n"


def _csv(sheets: _Sheets) -> str:
    from peloton.writers.csv import to_csv

    return to_csv(*sheets)


def _markdown(sheets: _Sheets) -> str:
    from peloton.writers.markdown import to_markdown

    return "\n".join(map(to_markdown, sheets))


def _bbcode(sheets: _Sheets) -> str:
    from peloton.writers.text import to_bbcode

    return "\n".join(map(to_bbcode, sheets))


def _html(sheets: _Sheets, tour: Tour | None = None, *_: object) -> bytes:
    from peloton.writers.html.page import to_html

    return to_html(sheets, page_words(tour)).encode()


def page_words(tour: Tour | None) -> PageWords:
    """Return the title and the labels of a tour's web pages, in its language."""
    lang = language_of(tour) or Language.ENGLISH
    return translate(PageWords(title=tour.name if tour else "", lang=lang), tour)


def _xlsx(sheets: _Sheets, tour: Tour | None = None, *_: object) -> bytes:
    from peloton.writers.workbook.book import to_xlsx

    return to_xlsx(sheets, language_of(tour) or Language.ENGLISH)


def _pdf(sheets: _Sheets, tour: Tour | None = None, paper: str = "a4") -> bytes:
    """Render sheets as PDF; print a warning for characters that no font has."""
    from peloton.writers.paper.font_files import lacks_cjk
    from peloton.writers.paper.page import Imprint
    from peloton.writers.paper.pdf import names_without_font, to_pdf

    boxed = dict(names_without_font(sheets))
    for name, letters in boxed.items():
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in letters)
        tell(f"Warning: {name}: no font for {codes}, printed as a box")
    if lacks_cjk("".join(boxed.values())):
        tell(
            "Fonts for Chinese, Japanese and Korean are in the extra 'cjk':"
            f" {install_command('peloton-scorekeeper[cjk]')}"
        )
    imprint = Imprint(paper=paper, language=language_of(tour) or Language.ENGLISH)
    if tour is not None:
        imprint = replace(imprint, tour=tour.name, author=tour.leader, dated=True)
    return to_pdf(sheets, imprint)


TEXTS: dict[OutputFormat, Callable[[_Sheets], str]] = {
    OutputFormat.TEXT: _text,
    OutputFormat.JSON: _json,
    OutputFormat.CSV: _csv,
    OutputFormat.MARKDOWN: _markdown,
    OutputFormat.BBCODE: _bbcode,
}
"""Writers of text formats."""


def _encoded(writer: Callable[[_Sheets], str]) -> Callable[..., bytes]:
    return lambda sheets, *_: writer(sheets).encode()


FILES: dict[str, Callable[..., bytes]] = {
    ".xlsx": _xlsx,
    ".pdf": _pdf,
    ".html": _html,
    ".csv": _encoded(_csv),
    ".json": _encoded(_json),
    ".md": _encoded(_markdown),
    ".txt": _encoded(_text),
}
"""Writers of files by extension; arguments: sheets, tour and paper size."""


def checked_ending(file: Path, endings: Collection[str] = FILES) -> str:
    """Return the extension of a file; PelotonError if it is not one of `endings`."""
    ending = file.suffix.lower()
    if ending not in endings:
        message = (
            f"found the extension '{file.suffix}', expected {one_of(tuple(endings))}"
            f"{did_you_mean(ending, endings)}"
        )
        raise PelotonError(message)
    return ending


def file_content(
    report: tuple[Sheet, ...], ending: str, tour: Tour | None = None, paper: str = "a4"
) -> bytes:
    """Return sheets in their language as the bytes of a file."""
    return FILES[ending](translate(report, tour), tour, paper)


def _setting(key: str) -> str | None:
    """Return one of the user's settings, if given."""
    # Most commands need no settings.
    from peloton.cli.support.settings import user_settings

    return user_settings().get(key)


paper_option = click.option(
    "--paper",
    type=OneOf(PAPER_SIZES),
    default=lambda: _setting("paper") or PAPER_SIZES[0],
    show_default=PAPER_SIZES[0],
    help="Paper size; a3 is a4 enlarged.",
)


def translate(report: Report, tour: Tour | None = None) -> Report:
    """Translate a report into the chosen language, or the tour's, if any."""
    language = language_of(tour)
    if language is None:
        return report
    from peloton.notation.catalogue import builtin_catalogue
    from peloton.reports.translation import in_language

    own = _chosen_language()[1]
    return in_language(report, language, own or builtin_catalogue(language))


def language_of(tour: Tour | None) -> Language | None:
    """Return the chosen language, or the tour's; without a tour, the user's."""
    chosen = _chosen_language()[0]
    if chosen is not None or tour is not None:
        return chosen or (tour.language if tour else None)
    own = _setting("language")
    return Language(own) if own else None


def _chosen_language() -> tuple[Language | None, Mapping[str, str]]:
    context = click.get_current_context(silent=True)
    return context.meta.get(_LANGUAGE_KEY, (None, {})) if context else (None, {})


def choose_language(context: click.Context, _: object, word: str | None) -> None:
    """Store the chosen language, if any; InputError for an invalid catalogue."""
    if word is None:
        return
    # Only needed if a language is given.
    from peloton.rules.names import LANGUAGES, match_name

    known = match_name(word, LANGUAGES)
    context.meta[_LANGUAGE_KEY] = (known, {}) if known else _catalogue(Path(word))


language_option = click.option(
    "--language",
    metavar="CODE|FILE.toml",
    expose_value=False,
    callback=choose_language,
    help=f"Language: {', '.join(Language)} or a catalogue; default: the tour's.",
)


def _catalogue(path: Path) -> tuple[Language, Mapping[str, str]]:
    from peloton.notation.catalogue import read_catalogue
    from peloton.notation.problems import problem_lines
    from peloton.notation.resources import file_text

    if path.suffix != ".toml":
        expected = word_fault(str(path), tuple(Language))
        message = f"{expected}, or a catalogue such as my-french.toml"
        raise PelotonError(message)
    text = file_text(path)
    language, catalogue, problems = read_catalogue(text)
    if language is None or problems:
        message = f"{path} is not a valid catalogue; nothing was done"
        raise InputError(message, problem_lines(str(path), text, problems))
    return language, catalogue


_HELP = {
    OutputFormat.JSON: "Print JSON: rows as in 'score --json', with names.",
    OutputFormat.CSV: "Print comma-separated values.",
    OutputFormat.MARKDOWN: "Print Markdown tables.",
    OutputFormat.BBCODE: "Print BBCode tables, for a forum.",
}


format_options = with_options(
    language_option,
    *(
        click.option(f"--{fmt}", "fmt", flag_value=fmt, type=OutputFormat, help=text)
        for fmt, text in _HELP.items()
    ),
)
"""--language, --json, --csv, --markdown and --bbcode; the last format wins."""


def showing_tour(command: Callable[..., object]) -> Callable[..., object]:
    """Pass the session to a command, and add its `--tour` and `format_options`."""
    return format_options(on_tour(command))


def showing_race(command: Callable[..., SheetRows]) -> Callable[..., object]:
    """Pass the race of the tour to a command, and print the sheet it returns."""

    @wraps(command)
    def run(session: Session, /, *, fmt: OutputFormat | None, **given: object) -> None:
        race = session.read().race()
        sheet, rows = command(race, **given)
        show(sheet, fmt, rows, tour=race.tour)

    return showing_tour(run)


def given_options(details: Mapping[str, object]) -> dict[str, Any]:
    """Return the options that have a value."""
    return {key: value for key, value in details.items() if value is not None}


after_option = click.option(
    "--after",
    type=StageNumber(min=1),
    metavar="STAGE",
    shell_complete=complete_stages,
    help="Show the state after STAGE.",
)


def show(
    sheet: Sheet,
    fmt: OutputFormat | None = None,
    rows: object = None,
    *,
    tour: Tour | None = None,
) -> None:
    """Print a sheet in a format; --json prints `rows` instead, if given.

    The sheet is in the chosen language, or that of its `tour`. JSON is for programs
    and always in English.
    """
    if fmt is OutputFormat.JSON and rows is not None:
        from peloton.reports.tour.document import with_names
        from peloton.writers.json import json_text

        click.echo(json_text(with_names(rows, tour) if tour else rows))
        return
    if fmt is not OutputFormat.JSON:
        sheet = translate(sheet, tour)
    if fmt in (None, OutputFormat.TEXT) and sys.stdout.isatty():
        # Only for terminals, because this imports rich.
        from peloton.writers.text import to_text

        text = to_text(sheet, **_terminal())
    else:
        text = TEXTS[fmt or OutputFormat.TEXT]([sheet])
    click.echo(text.rstrip("\n"))


def show_all(
    sheets: Sequence[Sheet], fmt: OutputFormat | None = None, tour: Tour | None = None
) -> None:
    """Print several sheets, separated by empty lines."""
    for number, sheet in enumerate(sheets):
        if number:
            click.echo()
        show(sheet, fmt, tour=tour)


def show_list(
    title: str,
    of: Tour | None,
    columns: Mapping[str, Column],
    rows: Sequence[Mapping[str, str | int | None]],
    fmt: OutputFormat | None,
) -> None:
    """Print rows in a format, with `columns` by their keys; True is shown as a star."""
    table = Table(
        name=title,
        title="",
        columns=tuple(columns.values()),
        rows=tuple(tuple(_cell(row[key]) for key in columns) for row in rows),
    )
    sheet = Sheet(title=title, subtitle=of.name if of else "", tables=(table,))
    show(sheet, fmt, rows, tour=of)


def _cell(value: str | int | None) -> str | int | None:
    return ("*" if value else "") if isinstance(value, bool) else value


_COLUMNS = 80
"""Default width of a terminal."""


def _terminal() -> dict[str, Any]:
    """Return the width of the terminal, and whether to use colour."""
    width = os.get_terminal_size().columns or _COLUMNS
    return {"width": width, "colour": "NO_COLOR" not in os.environ}


def show_page(markdown: str) -> None:
    """Print a page, laid out on a terminal, else as Markdown."""
    if sys.stdout.isatty():
        from peloton.writers.text import markdown_page

        markdown = markdown_page(markdown, **_terminal())
    click.echo(markdown.rstrip("\n"))


def show_file(text: str) -> None:
    """Print the text of a file; escape codes are made visible."""
    click.echo(re.sub(r"[^\n\t]+", lambda part: printable(part[0]), text), nl=False)


def tell(message: str) -> None:
    """Print a message on stderr, because stdout is for tables."""
    click.echo(printable(message), err=True)


def shell_word(name: str) -> str:
    """Return a name for a shell command, quoted if needed: `"Two Cats"`."""
    if set(name) & set('"\\$`!') or quote(name) == name:
        return quote(name)
    return f'"{name}"'


def tell_error(error: PelotonError) -> None:
    """Print an error: a line for each mistake, then `Error: ...`."""
    if isinstance(error, InputError):
        for line in error.lines:
            tell(line)
    tell(f"Error: {error}")
