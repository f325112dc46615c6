"""Split an imported startlist, a text or a workbook, into rows of texts."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from io import StringIO
from typing import Any, NamedTuple

from peloton.errors import PelotonError
from peloton.notation.resources import encoding_of
from peloton.notation.startlists.layout import spaced_rows
from peloton.notation.startlists.marks import bib_and_name, clean_text
from peloton.notation.startlists.markup import html_rows, wikitext_rows
from peloton.notation.xlsx.reader import CellKind, XlsxCell, XlsxSheet, cell_name
from peloton.rules.limits import Limit, lines_fault

_DELIMITERS = "\t;,|"
_SAMPLE_LINES, _SAMPLE_LENGTH = 50, 10_000
"""Maximum number and length of the lines used to detect the delimiter."""


class StartlistRow(NamedTuple):
    """A row of a startlist: its texts, and their locations for messages.

    `places` has one line number for the whole row, or the name of a cell for each text.
    `faults` has the mistake in each cell of a workbook, or "".
    """

    places: Sequence[str]
    texts: Sequence[str]
    faults: Sequence[str] = ()

    def place(self, column: int) -> str:
        """Return the location of a column, or else of the last column before it."""
        return self.places[min(column, len(self.places) - 1)]


def decode_text(data: bytes) -> str:
    """Decode a text: UTF-8, UTF-16 with or without a byte order mark, or Windows-1252.

    Raises PelotonError, with a message to put after the file's name, for other data.
    """
    encoding = encoding_of(data)
    if encoding != "utf-16" and b"\0" in data[:200]:
        encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        windows = data.decode("cp1252", errors="replace")
        text = windows if encoding == "utf-8-sig" else "\0"
    if "\0" in text:
        raise PelotonError("is not a readable text file")
    return text


def text_rows(text: str) -> tuple[StartlistRow, ...]:
    """Split a text into rows by tabs, semicolons, commas, bars, or else by spaces.

    Raises PelotonError, with a message to put after the file's name, for a text over
    the limits: it has an open quote or too many lines.
    """
    text = StringIO(text, newline=None).read()
    lines = text.split("\n")
    fault, line = lines_fault(text)
    if fault:
        raise PelotonError(f"cannot be read from line {line} on: {fault}")
    rows = html_rows(text) or wikitext_rows(text)
    if not rows and (delimiter := _delimiter(lines)):
        rows = _delimited(text, delimiter)
    elif not rows:
        rows = spaced_rows(enumerate(lines, 1))
    return _bibs_apart(
        [
            StartlistRow((str(line),), cells)
            for line, texts in rows
            if any(cells := [clean_text(cell) for cell in texts[: Limit.COLUMNS.most]])
        ]
    )


def _bibs_apart(rows: Sequence[StartlistRow]) -> tuple[StartlistRow, ...]:
    """Split bibs from the names behind them, in rows of one cell or in most rows."""
    riders = [bib_and_name(row.texts[0]) for row in rows]
    wide = [
        rider for row, rider in zip(rows, riders, strict=True) if len(row.texts) > 1
    ]
    most = len(list(filter(None, wide))) * 2 > len(wide)
    return tuple(
        row._replace(texts=[*rider, *row.texts[1:]])
        if rider and (most or len(row.texts) == 1)
        else row
        for row, rider in zip(rows, riders, strict=True)
    )


def _delimited(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Split a text at a delimiter; a table of Markdown has bars on both sides."""
    rows, start = list[tuple[int, list[str]]](), 1
    reader = csv.reader(StringIO(text), **_dialect(delimiter))
    try:
        for texts in reader:
            framed = delimiter == "|" and not f"{texts[:1]}{texts[-1:]}".strip("[]' ")
            if not all(_RULE.fullmatch(cell.strip()) for cell in texts):
                rows.append((start, texts[1:-1] if framed else texts))
            start = reader.line_num + 1
    except csv.Error as error:
        raise PelotonError(f"cannot be read from line {start} on: {error}") from error
    return rows


_RULE = re.compile(r"(?::?-{2,}:?)?")
"""A cell of the line below the header of a table in Markdown, or an empty cell."""


def _delimiter(lines: Sequence[str]) -> str:
    """Find the character that splits most lines into equally many texts; "" if none."""
    sample = [text[:_SAMPLE_LENGTH] for text in lines if text.strip()][:_SAMPLE_LINES]
    matches = {"": 0}
    for delimiter in _DELIMITERS:
        counts = Counter(len(_split(line, delimiter)) for line in sample)
        del counts[1]
        matches[delimiter] = max(counts.values(), default=0)
    best = max(matches, key=lambda delimiter: matches[delimiter])
    # A name may have a bar or a comma; headings have no tab.
    return best if matches[best] * 2 >= len(sample) + (best in "|,") else ""


def _split(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], **_dialect(delimiter)), [])


def _dialect(delimiter: str) -> dict[str, Any]:
    """Return the settings of `csv`; Markdown has a backslash before a bar in a cell."""
    escape = "\\" if delimiter == "|" else None
    return {"delimiter": delimiter, "skipinitialspace": True, "escapechar": escape}


def worksheet_rows(page: XlsxSheet) -> tuple[StartlistRow, ...]:
    """Read the rows of a sheet of a workbook; PelotonError if there are too many."""
    by_row: dict[int, dict[int, XlsxCell]] = {}
    for (row, column), cell in page.cells.items():
        if column <= Limit.COLUMNS.most:
            by_row.setdefault(row, {})[column] = cell
    if fault := Limit.LINES.fault(len(by_row)):
        place = cell_name(page.name, sorted(by_row)[Limit.LINES.most], 1)
        raise PelotonError(f"cannot be read from {place} on: {fault}")
    return tuple(_page_row(page.name, row, by_row[row]) for row in sorted(by_row))


def _page_row(sheet: str, row: int, cells: dict[int, XlsxCell]) -> StartlistRow:
    columns = range(1, max(cells) + 1)
    row_cells = [cells.get(column) for column in columns]
    return StartlistRow(
        [cell_name(sheet, row, column) for column in columns],
        [clean_text(cell.written) if cell else "" for cell in row_cells],
        [_cell_fault(cell) if cell else "" for cell in row_cells],
    )


def _cell_fault(cell: XlsxCell) -> str:
    whole = cell.kind is CellKind.NUMBER and cell.whole is not None
    if whole or cell.kind in (CellKind.TEXT, CellKind.FLAG):
        return ""
    paste = ": paste it as a value" if cell.kind is CellKind.FORMULA else ""
    return f"found {cell.found}, expected a text or a whole number{paste}"
