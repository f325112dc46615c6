"""Write a sheet as text for a terminal, a pipe or a file, or as BBCode for a forum."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import add
from typing import TYPE_CHECKING

from peloton.reports.sheet import Sheet, Table, printed_rows
from peloton.rules.words import printable

if TYPE_CHECKING:
    from peloton.reports.shirts import Shirt

# A bracket opens no BBCode tag if an invisible zero-width space follows it.
_BRACKET = "[\u200b"
_NARROW = re.compile("[ -~\u00a0-\u02ff\u2010-\u2027\u202f▲▼]*")
"""Matches text of which every letter is one terminal column wide.

Most text matches, so wcwidth, which is slow to import, is rarely needed.
"""

HEADING, REMARK = "1", "2"
"""Numbers that select a style in the escape codes of terminals: bold and dim."""


class TextLayout:
    """The layout of sheets for a pipe or a file: unwrapped and without styles."""

    def text(self, text: str, style: str = "") -> list[str]:  # noqa: ARG002
        """Return the text as printable lines; only a terminal shows its style."""
        return [printable(text)]

    def table(
        self,
        table: Table,
        unit: str,
        shirts: "Mapping[str, Shirt]",  # noqa: ARG002 - colours are for terminals
    ) -> Iterable[str]:
        """Return a table as text lines; only a terminal shows the wearers' shirts."""
        return _rows(table, unit)


def to_text(sheet: Sheet, layout: TextLayout | None = None) -> str:
    """Write a sheet as lines of text with aligned columns.

    The default `layout` is for a pipe or a file. Names are printed as typed, never as
    markup.
    """
    layout = layout or TextLayout()
    lines = layout.text(sheet.title, HEADING)
    if sheet.subtitle:
        lines += layout.text(sheet.subtitle, REMARK)
    if sheet.lead:
        lines += ["", *layout.text(sheet.lead)]
    for table in sheet.tables:
        lines += ["", *(layout.text(table.title, HEADING) if table.title else ())]
        lines += layout.table(table, sheet.unit, dict(reversed(sheet.jerseys)))
        for note in table.notes:
            lines += layout.text(note, REMARK)
    lines += [""] * bool(sheet.notes)
    for note in sheet.notes:
        lines += layout.text(note)
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
    """Return the width of text in terminal columns: two for a Chinese letter."""
    if _NARROW.fullmatch(text):
        return len(text)
    from wcwidth import width

    return width(text)


def to_bbcode(sheet: Sheet) -> str:
    """Write a sheet as a heading and a code block, which preserves the alignment.

    Brackets in names are escaped, so that they are not read as tags.
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
