"""Split an imported startlist (a text file or a workbook) into rows of cells."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from io import StringIO

from peloton.errors import PelotonError
from peloton.notation.resources import encoding_of
from peloton.notation.startlists.words import clean_text, is_header
from peloton.notation.xlsx import InputCell, XlsxSheet, cell_name
from peloton.rules.limits import Limit, lines_fault

_SAMPLE_LINES, _SAMPLE_LENGTH = 50, 2_000
"""Maximum number and length of the lines used to detect the delimiter."""


StartlistRow = Sequence[InputCell]
_Numbered = tuple[int, list[str]]
"""A row's line number and its texts."""


def decode_text(data: bytes) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or Windows-1252.

    For other data, raises PelotonError with a message to which the caller prefixes the
    file's name.
    """
    try:
        text = data.decode(encoding_of(data))
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise PelotonError("is not a readable text file")
    return text


def text_rows(text: str) -> tuple[StartlistRow, ...]:
    """Split text into rows and cells: at a delimiter, or at several spaces.

    Raises PelotonError for the source of a page, an unclosed quote, or too many lines.
    The caller prefixes the message with the file's name.
    """
    text = StringIO(text, newline=None).read()
    fault, line = lines_fault(text)
    if fault:
        raise PelotonError(f"cannot be read from line {line} on: {fault}")
    if _PAGE_SOURCE.search(text):
        raise PelotonError(
            "is the source of a page: copy the startlist from the page as it is shown"
        )
    lines = text.split("\n")
    rows = _delimited(text, lines)
    # Text copied from a PDF has tabs and several spaces between its columns.
    parts = (re.split(r"\t|\s{2,}", line.strip()) for line in lines)
    spaced = list(enumerate(parts, 1))
    headers = (any(is_header(texts) for _, texts in split) for split in (rows, spaced))
    if not rows or [*headers] == [False, True]:
        rows = spaced
    return tuple(
        [InputCell(text, str(line)) for text in cells]
        for line, texts in rows
        if any(cells := [clean_text(cell) for cell in texts[: Limit.COLUMNS.most]])
    )


_PAGE_SOURCE = re.compile(
    r"^\{\||<(?:table|tr|li|html|body)\b", re.MULTILINE | re.IGNORECASE
)
"""Matches the source of a wiki page or a web page."""


def _delimited(text: str, lines: Sequence[str]) -> list[_Numbered]:
    """Split text at the delimiter that splits most lines into equally many cells.

    Returns no rows without such a delimiter. Raises PelotonError for an unclosed quote.
    """
    sample = [text[:_SAMPLE_LENGTH] for text in lines if text.strip()][:_SAMPLE_LINES]
    matches = {"": 0}
    for delimiter in "\t;,":
        split = csv.reader(sample, delimiter=delimiter, skipinitialspace=True)
        counts = Counter(map(len, split))
        del counts[1]
        matches[delimiter] = max(counts.values(), default=0)
    best = max(matches, key=lambda delimiter: matches[delimiter])
    # Half of the lines are enough, because headings contain no delimiter. For a comma,
    # which may be part of a name, more than half of the lines must match.
    if not best or matches[best] * 2 < len(sample) + (best == ","):
        return []
    rows, start = list[_Numbered](), 1
    read = partial(csv.reader, delimiter=best, skipinitialspace=True)
    reader = read(StringIO(text))
    try:
        for texts in reader:
            rows.append((start, texts))
            if (end := reader.line_num) > start:  # a quote may be unclosed
                list(read(lines[start - 1 : end], strict=True))
            start = end + 1
    except csv.Error as error:
        fault = error if reader.line_num == start else "a quote is not closed"
        raise PelotonError(f"cannot be read from line {start} on: {fault}") from error
    return rows


def worksheet_rows(page: XlsxSheet) -> tuple[StartlistRow, ...]:
    """Read a worksheet's rows; raise PelotonError if there are too many.

    All rows are equally wide. Cells that are merged in one column all have the text of
    the first, such as a team.
    """
    rows: dict[int, dict[int, InputCell]] = {}
    for row, column in sorted(page.cells):
        rows.setdefault(row, {})[column] = page.cells[row, column]
    if fault := Limit.LINES.fault(len(rows)):
        place = cell_name(page.name, list(rows)[Limit.LINES.most], 1)
        raise PelotonError(f"cannot be read from {place} on: {fault}")
    merged: dict[int, tuple[int, InputCell]] = {}  # the last row and the first cell
    for row, given in rows.items():
        merged |= {c: (page.merged.get((row, c), 0), cell) for c, cell in given.items()}
        rows[row] = {c: cell for c, (last, cell) in merged.items() if row <= last}
        rows[row] |= given

    def read(row: int, column: int) -> InputCell:
        cell = rows[row].get(column, InputCell(""))
        place = cell_name(page.name, row, column)
        return InputCell(clean_text(cell.text), place, cell.fault)

    width = max((column for _, column in page.cells), default=0)
    columns = range(1, min(width, Limit.COLUMNS.most) + 1)
    table = ([read(row, column) for column in columns] for row in rows)
    return tuple(row for row in table if any(cell.text for cell in row))
