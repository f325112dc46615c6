"""Sheet -> text for a terminal, a pipe or a file; in BBCode for a forum."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import StringIO
from operator import add
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from peloton.reports.sheet import ColumnKind, Sheet, Table, printed_rows
from peloton.rules.words import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from peloton.reports.shirts import Shirt

# No tag name begins with the invisible zero-width space after this bracket.
_BRACKET = "[\u200b"


def to_text(sheet: Sheet, *, width: int | None = None, colour: bool = False) -> str:
    """Write a sheet as lines of text with aligned columns.

    `width` is the number of columns of a terminal; without it no cell is wrapped.
    `colour` is for terminals only. Names are printed as typed, never as markup.
    """
    if width is None:
        return _plain(sheet)
    from rich.text import Text

    console, out = _console(width, colour=colour)
    console.print(Text(printable(sheet.title), style="bold"))
    if sheet.subtitle:
        console.print(Text(printable(sheet.subtitle), style="dim"))
    if sheet.lead:
        console.print(Text(f"\n{printable(sheet.lead)}"))
    for table in sheet.tables:
        console.print()
        if table.title:
            console.print(Text(printable(table.title), style="bold"))
        console.print(_grid(table, sheet.unit, dict(reversed(sheet.jerseys))))
        for note in table.notes:
            console.print(Text(printable(note), style="dim"))
    if sheet.notes:
        console.print()
    for note in sheet.notes:
        console.print(Text(printable(note)))
    return _lines(out)


def markdown_page(markdown: str, *, width: int, colour: bool) -> str:
    """Render a Markdown page for a terminal of `width` columns."""
    from rich.markdown import Markdown

    console, out = _console(width, colour=colour)
    console.print(Markdown(markdown, code_theme="ansi_light"))
    return _lines(out)


def _console(width: int, *, colour: bool) -> "tuple[Console, StringIO]":
    # Importing rich takes longer than a small command runs.
    from rich.console import Console

    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        force_interactive=False,
        force_jupyter=False,
        color_system="auto" if colour else None,
        legacy_windows=False,
    )
    return console, out


def _lines(out: StringIO) -> str:
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def _plain(sheet: Sheet) -> str:
    """Write a sheet for a pipe or a file, laid out like rich without importing it."""
    lines = [printable(sheet.title), *filter(None, [printable(sheet.subtitle)])]
    lines += ["", printable(sheet.lead)] if sheet.lead else []
    for table in sheet.tables:
        lines += [
            "",
            *filter(None, [printable(table.title)]),
            *_rows(table, sheet.unit),
        ]
        lines += map(printable, table.notes)
    lines += ["", *map(printable, sheet.notes)] if sheet.notes else []
    return "\n".join(line.rstrip() for line in (*lines, ""))


def _rows(table: Table, unit: str) -> Iterator[str]:
    head = [printable(column.title) for column in table.columns]
    columns, wide = [], -3
    cells = zip(head, *printed_rows(table, unit), strict=True)
    for column, texts in zip(table.columns, cells, strict=True):
        widths = [*map(text_width, texts)]
        width = max(widths)
        wide += width + 3
        pads = [" " * (width - own) for own in widths]
        pairs = (pads, texts) if column.right_aligned else (texts, pads)
        columns.append([*map(add, *pairs)])
    first, *others = map((" " * 3).join, zip(*columns, strict=True))
    yield from (first, "─" * wide, *others)


def text_width(text: str) -> int:
    """Return how many terminal columns a text takes: two for each Chinese letter."""
    if text.isascii():
        return len(text)
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _grid(table: Table, unit: str, shirts: "Mapping[str, Shirt]") -> "Grid":
    """Build a table with the bibs of wearers and the jersey columns in colour."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in table.columns:
        grid.add_column(
            Text(printable(column.title), style=_shirt_colours(column.shirt)),
            justify="right" if column.right_aligned else "left",
            no_wrap=column.right_aligned,
            overflow="fold",
        )
    bibs = [column.kind is ColumnKind.BIB for column in table.columns]
    for row in printed_rows(table, unit):
        grid.add_row(
            *(
                Text(cell, style=_shirt_colours(shirts.get(cell) if is_bib else None))
                for cell, is_bib in zip(row, bibs, strict=True)
            )
        )
    return grid


def _shirt_colours(shirt: "Shirt | None") -> str:
    return f"{shirt.ink} on {shirt.cloth}" if shirt else ""


def to_bbcode(sheet: Sheet) -> str:
    """Write a sheet as a heading and a code block, which preserves the alignment.

    Brackets in names are escaped, so that they open no tags.
    """
    heading = f"[b]{_without_tags(sheet.title)}[/b]\n"
    if sheet.subtitle:
        heading += f"{_without_tags(sheet.subtitle)}\n"
    if sheet.lead:
        heading += f"\n{_without_tags(sheet.lead)}\n"
    body = to_text(replace(sheet, title="", subtitle="", lead="")).strip("\n")
    if not body:
        return heading
    return f"{heading}[code]\n{body.replace('[', _BRACKET)}\n[/code]\n"


def _without_tags(text: str) -> str:
    return printable(text).replace("[", _BRACKET)
