"""What sheets can be written as: one table, for the screen and for files.

Each writer is imported by the one form that needs it, for some take long.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import click

from peloton.reports.sheet import Sheet

if TYPE_CHECKING:
    from peloton.writers.paper.page import Imprint

_Sheets = Sequence[Sheet]


class OutputFormat(StrEnum):
    """The forms a table can be printed in."""

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
    from peloton.writers.bbcode import to_bbcode

    return "\n".join(map(to_bbcode, sheets))


def _html(sheets: _Sheets) -> str:
    from peloton.writers.html.page import to_html

    return to_html(sheets)


def _xlsx(sheets: _Sheets) -> bytes:
    from peloton.writers.workbook.book import to_xlsx

    return to_xlsx(sheets)


def printed(sheets: _Sheets, imprint: "Imprint | None" = None) -> bytes:
    """Print sheets; on stderr stands which names have letters that no font has."""
    from peloton.writers.paper.pdf import boxed_names, to_pdf

    for name, letters in boxed_names(sheets):
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in letters)
        click.echo(f"Warning: {name}: a box is printed for {codes}", err=True)
    return to_pdf(sheets, imprint)


TEXTS: dict[OutputFormat, Callable[[_Sheets], str]] = {
    OutputFormat.TEXT: _text,
    OutputFormat.JSON: _json,
    OutputFormat.CSV: _csv,
    OutputFormat.MARKDOWN: _markdown,
    OutputFormat.BBCODE: _bbcode,
}
"""Sheets as text, for a pipe or a file."""


def _encoded(writer: Callable[[_Sheets], str]) -> Callable[[_Sheets], bytes]:
    return lambda sheets: writer(sheets).encode()


FILES: dict[str, Callable[[_Sheets], bytes]] = {
    ".xlsx": _xlsx,
    ".pdf": printed,
    ".html": _encoded(_html),
    ".csv": _encoded(_csv),
    ".json": _encoded(_json),
    ".md": _encoded(_markdown),
    ".txt": _encoded(_text),
}
"""Sheets as a file, by its ending."""
