"""Split an imported startlist, a text or a workbook, into rows of texts."""

import csv
from collections import Counter
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.notation.resources import encoding_of
from peloton.notation.startlists.words import header_fields
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
    rows = [(number, _spaced(line)) for number, line in enumerate(lines, 1)]
    if delimiter := _delimiter(lines):
        reader = csv.reader(StringIO(text), delimiter=delimiter, skipinitialspace=True)
        rows, start = [], 1
        try:
            for texts in reader:
                rows.append((start, texts))
                start = reader.line_num + 1
        except csv.Error as error:
            raise PelotonError(
                f"cannot be read from line {start} on: {error}"
            ) from error
    rows = [(number, texts[: Limit.COLUMNS.most]) for number, texts in rows]
    return tuple(
        StartlistRow((str(line),), [text.strip() for text in texts])
        for line, texts in rows
        if any(map(str.strip, texts))
    )


def _spaced(line: str) -> list[str]:
    """Split a line after a bib or the title `Bib`; any other line is a team's name."""
    words = line.split(None, 1)
    if not words or begins_with_bib(line) or header_fields(words[:1]) == ["bib"]:
        return words
    return [line]


def begins_with_bib(text: str) -> bool:
    """Return whether the first word is like 12, 12b, A or A12, but not EF or Q36.5."""
    word = text.split(None, 1)[0]
    short = len(word) == 1 or (len(word) <= _BIB_LENGTH and word[-1].isdecimal())
    return word[0].isdecimal() or short


_BIB_LENGTH = 3
"""Maximum length of a bib that begins with a letter."""


def _delimiter(lines: Sequence[str]) -> str:
    """Find the character that splits most lines into equally many texts; "" if none."""
    sample = [text[:_SAMPLE_LENGTH] for text in lines if text.strip()][:_SAMPLE_LINES]
    matches = {"": 0}
    for delimiter in _DELIMITERS:
        counts = Counter(len(_split(line, delimiter)) for line in sample)
        del counts[1]
        matches[delimiter] = max(counts.values(), default=0)
    best = max(matches, key=lambda delimiter: matches[delimiter])
    return best if matches[best] * 2 >= len(sample) else ""


def _split(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])


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
        [cell.written if cell else "" for cell in row_cells],
        [_cell_fault(cell) if cell else "" for cell in row_cells],
    )


def _cell_fault(cell: XlsxCell) -> str:
    whole = cell.kind is CellKind.NUMBER and cell.whole is not None
    if whole or cell.kind in (CellKind.TEXT, CellKind.FLAG):
        return ""
    paste = ": paste it as a value" if cell.kind is CellKind.FORMULA else ""
    return f"found {cell.found}, expected a text or a whole number{paste}"
