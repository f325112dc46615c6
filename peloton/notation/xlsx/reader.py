"""Read untrusted workbooks as plain cells.

openpyxl is used only for writing: when reading, it hangs on a merged range or a link
across a whole sheet, and expands XML entities unless another package is installed. Its
read-only mode does not report merged cells, and pads each row to its last column.
Workbooks need no document type (DTD), so a file that declares one is rejected; thus
there are no entities to expand or fetch.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from posixpath import join, normpath
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.notation.xlsx.zip import Node, Package, open_package, plain_tag
from peloton.rules.values import LARGEST, quote

_COLUMNS, _ROWS = 16_384, 1_048_576
"""Maximum number of columns and rows that spreadsheet programs allow on a sheet."""
_LENGTH = 60


class CellKind(StrEnum):
    """The kinds of content that a cell may have, as named in messages."""

    TEXT = "a text"
    NUMBER = "a number"
    DATE = "a date or a time of day"
    FLAG = "a truth value"
    ERROR = "an error"
    FORMULA = "a formula"


class XlsxCell(NamedTuple):
    """A cell that is not empty; `text` is not read from a formula."""

    kind: CellKind
    text: str

    @property
    def whole(self) -> int | None:
        """The whole number in the cell, such as 3 or 3.0; None for 3.5 or text."""
        if self.kind is not CellKind.NUMBER:
            return None
        try:
            number = Decimal(self.text)
            fits = -LARGEST <= number <= LARGEST and number % 1 == 0
        except ArithmeticError:
            return None
        return int(number) if fits else None

    @property
    def written(self) -> str:
        """The content as text, without surrounding spaces; 3.0 becomes 3."""
        return self.text.strip() if self.whole is None else str(self.whole)

    @property
    def found(self) -> str:
        """The cell's content, worded for messages about what was found."""
        if self.kind in (CellKind.DATE, CellKind.FORMULA):
            return self.kind
        if self.whole is not None:
            return str(self.whole)
        return quote(self.text) if self.kind is CellKind.TEXT else self.text[:_LENGTH]


@dataclass(frozen=True, slots=True)
class XlsxSheet:
    """A sheet of a workbook; `cells` is keyed by (row, column), counted from 1.

    Empty cells are left out. `merged` holds the ranges of merged cells: the row and
    column of the first cell, then of the last.
    """

    name: str
    cells: Mapping[tuple[int, int], XlsxCell]
    merged: tuple[tuple[int, int, int, int], ...] = ()


def read_workbook(data: bytes) -> tuple[XlsxSheet, ...]:
    """Read the sheets of an .xlsx file, in order.

    Raises PelotonError if the file is not a workbook, is locked, has macros, declares
    entities, or is too large. The caller prefixes the message with the file's name.
    """
    package = open_package(data)
    start = package.part("_rels/.rels")
    book_name = next(iter(_targets(start, "", "officeDocument").values()), "")
    book = package.part(book_name)
    folder, _, file = book_name.rpartition("/")
    links = package.part(join(folder, "_rels", f"{file}.rels"))
    shared, styles = (
        map(package.part, _targets(links, folder, kind).values())
        for kind in ("sharedStrings", "styles")
    )
    texts = [_text(node) for part in shared for node in _inside(part, "si")]
    dated = [dates for part in styles for dates in _dated(part)]
    parts = _targets(links, folder, "worksheet")
    return tuple(
        _page(node.get("name", ""), package, parts.pop(target), texts, dated)
        for node in _all(book, "sheet")
        for key, target in node.attrib.items()
        if key.endswith("}id") and target in parts  # read each part only once
    )


def cell_name(sheet: str, row: int, column: int) -> str:
    """Return a cell's name as used in formulas: `Finish!C7`."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    if not sheet.isalnum():
        quoted = sheet.replace("'", "''")
        sheet = f"'{quoted}'"
    return f"{sheet}!{letters}{row}"


def _targets(links: Node, folder: str, kind: str) -> dict[str, str]:
    """Return the files that an XML part links to, of one kind, keyed by link id."""
    return {
        node.get("Id", ""): normpath(join("/", folder, node.get("Target", "")))[1:]
        for node in _all(links, "Relationship")
        if node.get("Type", "").rpartition("/")[2] == kind
    }


def _all(node: Node, tag: str) -> Iterator[Node]:
    return (child for child in node.iter() if plain_tag(child) == tag)


def _inside(node: Node, tag: str) -> Iterator[Node]:
    """Return an XML node's direct children with a tag; a full search could hang."""
    return (child for child in node if plain_tag(child) == tag)


def _text(node: Node) -> str:
    """Join the formatted pieces of a cell's text, without phonetic readings."""
    phonetic = {id(run) for reading in _all(node, "rPh") for run in reading}
    return "".join(run.text or "" for run in _all(node, "t") if id(run) not in phonetic)


_DATE_FORMATS = {
    str(number)
    for first, last in ((14, 22), (27, 36), (45, 47), (50, 58))
    for number in range(first, last + 1)
}
"""The numbers of Excel's built-in cell formats for dates and times."""
_CODE_LENGTH = 255
"""Maximum length of a cell format in spreadsheet programs."""
_LITERALS = re.compile(r'"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^][]*\]', re.IGNORECASE)


def _dated(styles: Node) -> Iterator[bool]:
    """Yield for each cell style True if it shows numbers as dates or times."""
    codes = {
        node.get("numFmtId"): node.get("formatCode", "")[:_CODE_LENGTH]
        for node in _all(styles, "numFmt")
    }
    for formats in _all(styles, "cellXfs"):
        for style in formats:
            number = style.get("numFmtId", "0")
            code = _LITERALS.sub("", codes.get(number, "")).casefold()
            yield number in _DATE_FORMATS or not {*code}.isdisjoint("dmyhs")


def _page(
    name: str, package: Package, part: str, texts: list[str], dated: list[bool]
) -> XlsxSheet:
    sheet = package.part(part)
    cells: dict[tuple[int, int], XlsxCell] = {}
    row = column = 0
    try:
        lines = (row for data in _inside(sheet, "sheetData") for row in data)
        for line in lines:
            row, column = int(line.get("r", row + 1)), 0
            for node in _inside(line, "c"):
                at = node.get("r")
                row, column = _position(at) if at else (row, column + 1)
                cell = _cell(node, texts, dated)
                if cell is not None and cell.text.strip():
                    cells[row, column] = cell
        merged = tuple(_range(node.get("ref", "")) for node in _all(sheet, "mergeCell"))
    except (ValueError, IndexError) as error:
        raise PelotonError(
            f"cannot be read as a workbook: {part} has an invalid cell"
        ) from error
    return XlsxSheet(name, cells, merged)


_KINDS = {
    "b": CellKind.FLAG,
    "e": CellKind.ERROR,
    "d": CellKind.DATE,
    "n": CellKind.NUMBER,
}


def _cell(node: Node, texts: list[str], dated: list[bool]) -> XlsxCell | None:
    inside = {plain_tag(child): child for child in node}
    if "f" in inside:
        return XlsxCell(CellKind.FORMULA, "=")
    if "is" in inside:
        return XlsxCell(CellKind.TEXT, _text(inside["is"]))
    if "v" not in inside:
        return None
    text, kind = inside["v"].text or "", node.get("t", "n")
    if kind == "s":
        return XlsxCell(CellKind.TEXT, texts[int(text)])
    if kind == "b":
        text = "TRUE" if text.strip() == "1" else "FALSE"
    style = int(node.get("s", 0))
    if kind == "n" and style < len(dated) and dated[style]:
        kind = "d"
    return XlsxCell(_KINDS.get(kind, CellKind.TEXT), text)


_CELL_NAME = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


def _position(name: str) -> tuple[int, int]:
    """Convert `C7` to row and column; raise ValueError if no sheet has such a cell."""
    match = _CELL_NAME.fullmatch(name)
    column = 0
    for letter in match[1] if match else "":
        column = column * 26 + ord(letter) - ord("A") + 1
    row = int(match[2]) if match else 0
    if not (0 < column <= _COLUMNS and 0 < row <= _ROWS):
        raise ValueError(f"no cell: {name}")
    return row, column


def _range(name: str) -> tuple[int, int, int, int]:
    first, _, last = name.partition(":")
    return (*_position(first), *_position(last or first))
