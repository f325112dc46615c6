"""Split an imported startlist (a text file or a workbook) into rows of strings."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from peloton.errors import PelotonError
from peloton.notation.resources import encoding_of
from peloton.notation.startlists.html import NumberedRow, rows_of_html
from peloton.notation.startlists.marks import clean_text
from peloton.notation.startlists.words import is_header
from peloton.notation.xlsx.reader import CellKind, XlsxCell, XlsxSheet, cell_name
from peloton.rules.limits import Limit, lines_fault

_SAMPLE_LINES, _SAMPLE_LENGTH = 50, 2_000
"""Maximum number and length of the lines used to detect the delimiter."""
_QUOTE_LENGTH = 200
"""Maximum length of startlist text quoted in a message."""


class Fault(NamedTuple):
    """A mistake in a startlist, and its location: a line number or a cell name."""

    place: str
    message: str

    @classmethod
    def of(cls, place: str, found: str, expected: str) -> "Fault":
        """Return a mistake whose message says what was found and what was expected."""
        if len(found) > _QUOTE_LENGTH:
            found = f"{found[:_QUOTE_LENGTH]}..."
        return cls(place, f"found '{found}', expected {expected}")


class StartlistRow(NamedTuple):
    """A row of a startlist: texts, and their locations for messages.

    `places` holds one line number for the whole row, or a cell name for each text.
    `faults` holds the mistake in each cell of a workbook, "" if there is none.
    """

    places: Sequence[str]
    texts: Sequence[str]
    faults: Sequence[str] = ()

    def place(self, column: int) -> str:
        """Return the location of a column or, if absent, of the row's last column."""
        return self.places[min(column, len(self.places) - 1)]


def decode_text(data: bytes) -> str:
    """Decode UTF-8, UTF-16 with or without a byte order mark, or Windows-1252.

    For other data, raises PelotonError with a message to which the caller prefixes the
    file's name.
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
    """Split text into rows and cells: by HTML tags, a delimiter, or spaces.

    Raises PelotonError for the source of a wiki page, an unclosed quote, or too many
    lines. The caller prefixes the message with the file's name.
    """
    text = StringIO(text, newline=None).read()
    fault, line = lines_fault(text)
    if fault:
        raise PelotonError(f"cannot be read from line {line} on: {fault}")
    if re.search(r"^\{\|", text, re.MULTILINE):
        raise PelotonError(
            "is the source of a wiki page: copy the table from the page as it is read"
        )
    lines = text.split("\n")
    rows = rows_of_html(text)
    if not rows and (delimiter := _delimiter(lines)):
        rows = _delimited(text, delimiter)
    if not _have_header(rows) and _have_header(spaced := _spaced(lines)):
        rows = spaced
    return tuple(
        StartlistRow((str(line),), cells)
        for line, texts in rows or spaced
        if any(cells := [clean_text(cell) for cell in texts[: Limit.COLUMNS.most]])
    )


def _have_header(rows: Iterable[NumberedRow]) -> bool:
    return any(is_header(texts) for _, texts in rows)


def _delimited(text: str, delimiter: str) -> list[NumberedRow]:
    """Split text at a delimiter; drop a Markdown table's outer bars and rules."""
    rows, start = list[NumberedRow](), 1
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
"""Matches a cell of the dashes below a Markdown table's header, or an empty cell."""


def _delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter that splits most lines into equally many cells, or ""."""
    sample = [text[:_SAMPLE_LENGTH] for text in lines if text.strip()][:_SAMPLE_LINES]
    matches = {"": 0}
    for delimiter in "\t;,|":
        counts = Counter(map(len, csv.reader(sample, **_dialect(delimiter))))
        del counts[1]
        matches[delimiter] = max(counts.values(), default=0)
    best = max(matches, key=lambda delimiter: matches[delimiter])
    # Half of the lines are enough, because headings contain no delimiter. For a bar or
    # a comma, which may be part of a name, more than half of the lines must match.
    return best if matches[best] * 2 >= len(sample) + (best in "|,") else ""


def _dialect(delimiter: str) -> dict[str, Any]:
    """Return options for `csv`: in Markdown, a backslash escapes a bar in a cell."""
    escape = "\\" if delimiter == "|" else None
    return {"delimiter": delimiter, "skipinitialspace": True, "escapechar": escape}


def _spaced(lines: Iterable[str]) -> list[NumberedRow]:
    """Split lines whose columns are separated by several spaces, as in a copied PDF.

    A line with more or fewer cells than the header is split where the titles begin.
    """
    rows, titles = list[NumberedRow](), list[re.Match[str]]()
    for number, raw in enumerate(lines, 1):
        line = raw.replace("\u00a0", " ").expandtabs()
        found = list(_CELL.finditer(line))[: Limit.COLUMNS.most]
        texts = [cell[0] for cell in found]
        if is_header(texts):
            titles = found
        elif titles and 1 < len(found) != len(titles):
            texts = _below([title.start() for title in titles], line) or texts
        rows.append((number, texts))
    return rows


_CELL = re.compile(r"\S+(?: \S+)*")


def _below(starts: Sequence[int], line: str) -> list[str]:
    """Split a line where the column titles begin; [] if it is not aligned with them."""
    line = line.ljust(starts[-1])
    parts = [line[a:b] for a, b in pairwise([0, *starts[1:], len(line)])]
    inner = any(part[-1:].strip() for part in parts[:-1])
    indented = any(part.strip() and part[0] == " " for part in parts[1:])
    texts = [part.strip() for part in parts]
    return [] if inner or indented or any("  " in text for text in texts) else texts


def worksheet_rows(page: XlsxSheet) -> tuple[StartlistRow, ...]:
    """Read a worksheet's rows; raise PelotonError if there are too many."""
    rows: dict[int, list[XlsxCell]] = {}
    for (row, column), cell in sorted(page.cells.items(), key=itemgetter(0)):
        if column <= Limit.COLUMNS.most:
            cells = rows.setdefault(row, [])
            cells += [_EMPTY] * (column - 1 - len(cells)) + [cell]
    if fault := Limit.LINES.fault(len(rows)):
        place = cell_name(page.name, list(rows)[Limit.LINES.most], 1)
        raise PelotonError(f"cannot be read from {place} on: {fault}")
    return tuple(
        StartlistRow(
            [cell_name(page.name, row, at) for at in range(1, len(cells) + 1)],
            [clean_text(cell.written) for cell in cells],
            [_cell_fault(cell) for cell in cells],
        )
        for row, cells in rows.items()
    )


_EMPTY = XlsxCell(CellKind.TEXT, "")


def _cell_fault(cell: XlsxCell) -> str:
    whole = cell.kind is CellKind.NUMBER and cell.whole is not None
    if whole or cell.kind in (CellKind.TEXT, CellKind.FLAG):
        return ""
    expected = "a text or a whole number"
    if cell.kind is CellKind.FORMULA:
        expected = "a text or a whole number: paste it as a value"
    return f"found {cell.found}, expected {expected}"
