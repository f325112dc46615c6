"""Write a sheet as text for a terminal, a pipe or a file, or as BBCode for a forum.

On a terminal, text is wrapped to its width, and bold and coloured.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from peloton.reports.sheet import ColumnKind, Sheet, Table, printed_rows
from peloton.reports.shirts import Shirt
from peloton.rules.words import printable

# A bracket opens no BBCode tag if an invisible zero-width space follows it.
_BRACKET = "[\u200b"
_NARROW = re.compile("[ -~\u00a0-\u02ff\u2010-\u2027\u202f▲▼]*")
"""Matches text of which every letter is one terminal column wide.

Most text matches, so wcwidth, which is slow to import, is rarely needed.
"""

_UNLIMITED = 1_000_000
HEADING, REMARK = "1", "2"
"""Numbers that select a style in the escape codes of terminals: bold and dim."""
_TITLE = "1;4"
"""Style of a page title: bold and underlined."""
_SPACINGS = ((3, _UNLIMITED), (2, _UNLIMITED), (2, 8))
"""Settings for fitting a table into the terminal, in the order in which they are tried.

Each consists of the number of spaces between columns, and the length above which words
may be broken.
"""
_BLOCK = re.compile(r"```.*?```|[^\n]+(?:\n[^\n]+)*", re.DOTALL)
_BOLD_OR_CODE = re.compile(r"(\*\*?)(\S.*?)\1|(``?)(.+?)\3")
_RULE = re.compile(r"[-|: ]+")


class _Cells(NamedTuple):
    """A column of a table as strings, the first of which is the title.

    `styles` holds the style of each string.
    """

    texts: Sequence[str]
    styles: Sequence[str]
    right_aligned: bool = False

    def minimum_width(self, longest: int) -> int:
        """Return the minimum width of the column.

        Words longer than `longest` may be broken, but numbers never.
        """
        title, *rows = self.texts
        words = title.split() if self.right_aligned else " ".join(self.texts).split()
        least = min(longest, max(map(text_width, words), default=0))
        return max([least, *map(text_width, rows)]) if self.right_aligned else least


class TextLayout:
    """The layout of sheets and guide pages, by default for a pipe or a file."""

    def __init__(self, width: int = _UNLIMITED, *, colour: bool = False) -> None:
        """Wrap lines at `width` columns; use styles and colours if `colour` is true."""
        self.width = width
        self._colour = colour

    def text(self, text: str, style: str = "") -> list[str]:
        """Wrap text to the terminal's width; return its lines in a style."""
        return _wrapped(self._styled(printable(text), style), self.width)

    def table(
        self, table: Table, unit: str, shirts: Mapping[str, Shirt]
    ) -> Iterator[str]:
        """Yield a table as text lines, with the bibs of jersey wearers in colour."""
        # The first column of bibs or of text names the rows.
        kinds = {ColumnKind.BIB, ColumnKind.TEXT}
        named = (n for n, c in enumerate(table.columns, 1) if c.kind in kinds)
        titles = [printable(column.title) for column in table.columns]
        texts = zip(titles, *printed_rows(table, unit), strict=True)
        columns = []
        for column, cells in zip(table.columns, texts, strict=True):
            bibs = shirts if column.kind is ColumnKind.BIB else {}
            worn = column.shirt, *map(bibs.get, cells[1:])
            styles = [*map(_shirt_style, worn)]
            columns.append(_Cells(cells, styles, column.right_aligned))
        yield from self._grid(columns, next(named, 1))

    def markdown(self, text: str) -> Iterator[str]:
        """Yield a Markdown page as text lines; only the guide's markup is supported."""
        for block in _BLOCK.findall(text):
            lines = block.split("\n")
            if block.startswith("```"):
                for line in lines[1:-1]:
                    yield f"    {self._styled(line, HEADING)}"
            elif block.startswith("#"):
                level, _, title = block.partition(" ")
                yield self._styled(title, _TITLE if level == "#" else HEADING)
            elif block.startswith("|"):
                rows = [
                    [self._marked(cell) for cell in line.strip("|").split("|")]
                    for line in lines
                    if not _RULE.fullmatch(line)
                ]
                columns = zip(*rows, strict=True)
                cells = [_Cells(texts, [""] * len(texts)) for texts in columns]
                yield from self._grid(cells, 1)
            elif block.startswith("- "):
                for item in block.removeprefix("- ").split("\n- "):
                    narrower = max(self.width - 3, 1)
                    first, *others = _wrapped(self._marked(item), narrower)
                    yield f" • {first}"
                    yield from (f"   {line}" for line in others)
            else:
                yield from _wrapped(self._marked(block), self.width)
            yield ""

    def _grid(self, columns: Sequence[_Cells], keys: int) -> Iterator[str]:
        """Yield a table as text lines; a table that is too wide is split into parts.

        The first `keys` columns, which name the rows, are repeated in each part.
        """
        for gap, longest in _SPACINGS:
            least = [column.minimum_width(longest) for column in columns]
            if sum(least) + gap * (len(least) - 1) <= self.width:
                break
        parts = [[*range(keys)]]
        for index in range(keys, len(columns)):
            wide = sum(least[i] + gap for i in (*parts[-1], index)) - gap
            if wide > self.width and len(parts[-1]) > keys:
                parts.append([*range(keys)])
            parts[-1].append(index)
        for number, part in enumerate(parts):
            if number:
                yield ""
            shown, minimum = [columns[i] for i in part], [least[i] for i in part]
            yield from self._rows(shown, minimum, " " * gap)

    def _rows(
        self, columns: Sequence[_Cells], minimum: Sequence[int], gap: str
    ) -> Iterator[str]:
        """Yield text lines: the titles, aligned at the bottom, and then the rows.

        On a narrow terminal, the widest column is narrowed, step by step, until the
        table fits; no column gets narrower than its minimum width.
        """
        widths = [max(map(text_width, column.texts)) for column in columns]
        between = len(gap) * (len(columns) - 1)
        while sum(widths) + between > self.width:
            spare = [(w, n) for n, w in enumerate(widths) if w > minimum[n]]
            if not spare:
                break
            widths[max(spare)[1]] -= 1
        texts = (column.texts for column in columns)
        for number, row in enumerate(zip(*texts, strict=True)):
            cells = list(map(_wrapped, row, widths))
            height = max(map(len, cells))
            if not number:
                cells = [[""] * (height - len(lines)) + lines for lines in cells]
            for line in zip_longest(*cells, fillvalue=""):
                yield gap.join(
                    self._styled(_padded(text, width, column), column.styles[number])
                    for text, width, column in zip(line, widths, columns, strict=True)
                ).rstrip()
            if not number:
                yield "─" * (sum(widths) + between)

    def _styled(self, text: str, style: str) -> str:
        return (
            f"\x1b[{style}m{text}\x1b[0m" if self._colour and style and text else text
        )

    def _marked(self, text: str) -> str:
        def bold(found: re.Match[str]) -> str:
            shown = found[2].replace("`", "") if found[1] else found[4].strip()
            return self._styled(shown, HEADING)

        return _BOLD_OR_CODE.sub(bold, " ".join(text.split()))


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


def _wrapped(text: str, width: int) -> list[str]:
    if text_width(text) <= width:
        return [text]
    from wcwidth import wrap

    return wrap(text, width) or [""]


def _padded(text: str, width: int, column: _Cells) -> str:
    pad = " " * (width - text_width(text))
    return pad + text if column.right_aligned else text + pad


def _shirt_style(shirt: Shirt | None) -> str:
    return f"3{_colour(shirt.ink)};4{_colour(shirt.cloth)}" if shirt else ""


def _colour(colour: str) -> str:
    """Return the escape code's ending that selects a `#rrggbb` colour.

    A terminal without true colour gets the nearest of 216 colours.
    """
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    if os.environ.get("COLORTERM") in {"truecolor", "24bit"}:
        return f"8;2;{red};{green};{blue}"
    red, green, blue = (round(part / 51) for part in (red, green, blue))
    return f"8;5;{16 + 36 * red + 6 * green + blue}"


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
