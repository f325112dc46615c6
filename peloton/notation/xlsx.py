"""Read untrusted workbooks as plain cells, within size limits.

openpyxl is used only for writing: when reading, it hangs on a merged range or a link
across a whole sheet, and expands XML entities unless another package is installed. Its
read-only mode expands them too, and pads each row to its last column.
Workbooks need no document type (DTD), so a file that declares one is rejected; thus
there are no entities to expand or fetch.
"""

import re
import zlib
from collections.abc import Mapping
from io import BytesIO
from posixpath import join, normpath
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from peloton.errors import PelotonError
from peloton.rules.limits import Limit
from peloton.rules.values import LARGEST

_COLUMNS, _ROWS = 16_384, 1_048_576
"""Maximum number of columns and rows that spreadsheet programs allow on a sheet."""


class InputCell(NamedTuple):
    """A cell of a workbook or of a text: its text, in which 3.0 is `3`.

    `place` is the name of the cell or the number of its line, if known. `fault` is the
    error message for a cell with neither a text nor a whole number, such as a date or a
    formula. The text of a formula is `=`.
    """

    text: str
    place: str = ""
    fault: str = ""


class XlsxSheet(NamedTuple):
    """A sheet of a workbook; `cells` is keyed by (row, column), counted from 1.

    Empty cells are left out; of merged cells, all but the first are empty. `merged` has
    the last row of cells that are merged in one column, keyed by the first cell.
    """

    name: str
    cells: Mapping[tuple[int, int], InputCell]
    merged: Mapping[tuple[int, int], int] = {}


def cell_name(sheet: str, row: int, column: int) -> str:
    """Return a cell's name with its sheet: `Finish!C7`."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{sheet}!{letters}{row}"


def read_workbook(data: bytes) -> tuple[XlsxSheet, ...]:
    """Read the sheets of an .xlsx file, in order.

    Raises PelotonError if the file is not a workbook, is locked, declares entities, or
    is too large. The caller prefixes the message with the file's name.
    """
    package = _Package(data)
    try:
        start = package.part("_rels/.rels")
        book_name = next(iter(_targets(start, "", "officeDocument").values()), "")
        book = package.part(book_name)
        folder, _, file = book_name.rpartition("/")
        links = package.part(join(folder, "_rels", f"{file}.rels"))
        shared = map(package.part, _targets(links, folder, "sharedStrings").values())
        texts = [_text(node) for part in shared for node in part.iterfind("{*}si")]
        parts = _targets(links, folder, "worksheet")
        return tuple(
            _page(node.get("name", ""), package.part(parts.pop(target)), texts)
            for node in book.iterfind(".//{*}sheet")
            for key, target in node.attrib.items()
            if key.endswith("}id") and target in parts  # read each part only once
        )
    except (*_UNREADABLE, ParseError, LookupError) as error:
        what = f"its part '{package.latest}' is missing or damaged"
        raise PelotonError(f"cannot be read as a workbook: {what}") from error


_UNREADABLE = (
    BadZipFile,
    NotImplementedError,  # unsupported encryption
    RuntimeError,  # encrypted, although not flagged as such
    EOFError,
    OSError,
    ValueError,
    zlib.error,
)
_NO_WORKBOOK = "is not an .xlsx workbook: save it as .xlsx, without a password"


def _check(limit: Limit, found: int) -> None:
    if fault := limit.fault(found):
        raise PelotonError(
            f"is too large for a workbook that was filled in by hand: {fault}"
        )


class _Package:
    """An open workbook: a zip file of XML parts, and a count of the nodes read.

    `latest` is the name of the part that was opened last.
    """

    def __init__(self, data: bytes) -> None:
        """Open an .xlsx workbook, whose declared sizes are checked; or PelotonError."""
        self.latest, self._nodes = "", 0
        try:
            self._zip = ZipFile(BytesIO(data))
        except _UNREADABLE as error:
            raise PelotonError(_NO_WORKBOOK) from error
        parts = self._zip.infolist()
        _check(Limit.PARTS, len(parts))
        _check(Limit.UNPACKED, sum(part.file_size for part in parts))
        encrypted = any(part.flag_bits & 1 for part in parts)
        # zipfile can limit the size of the unpacked data only for these methods.
        methods = {ZIP_STORED, ZIP_DEFLATED}
        readable = all(part.compress_type in methods for part in parts)
        needed = {"[Content_Types].xml", "_rels/.rels"}
        if encrypted or not readable or needed - {part.filename for part in parts}:
            raise PelotonError(_NO_WORKBOOK)

    def part(self, name: str) -> Element:
        """Read an XML part of the file; PelotonError if it is too large or unsafe.

        The errors of a missing or damaged part are converted by `read_workbook`.
        """
        self.latest = name
        with self._zip.open(name) as packed:
            # Read at most the declared size, because the actual size may be far larger.
            data = packed.read(self._zip.getinfo(name).file_size)
        self._nodes += data.count(b"<") // 2  # a start and an end for each node
        _check(Limit.NODES, self._nodes)
        tree = _SafeTree()
        tree.part = name
        parser = XMLParser(target=tree)  # noqa: S314 - no DTDs
        parser.feed(data)
        root: Element = parser.close()
        return root


class _SafeTree(TreeBuilder):
    """An XML tree builder that rejects document types; `part` is the file's name."""

    part = ""

    def doctype(self, _name: str, _public: str | None, _system: str | None) -> None:
        raise PelotonError(
            f"has a document type in {self.part}, which could declare entities;"
            " no spreadsheet program writes one"
        )


def _targets(links: Element, folder: str, kind: str) -> dict[str, str]:
    """Return the files that an XML part links to, of one kind, keyed by link id."""
    return {
        node.get("Id", ""): normpath(join("/", folder, node.get("Target", "")))[1:]
        for node in links.iterfind(".//{*}Relationship")
        if node.get("Type", "").rpartition("/")[2] == kind
    }


def _text(node: Element) -> str:
    """Join the formatted pieces of a cell's text, without phonetic readings."""
    pieces = (*node.iterfind("{*}t"), *node.iterfind("{*}r/{*}t"))
    return "".join(piece.text or "" for piece in pieces)


def _page(name: str, sheet: Element, texts: list[str]) -> XlsxSheet:
    cells: dict[tuple[int, int], InputCell] = {}
    row = column = 0
    for line in sheet.iterfind("{*}sheetData/*"):
        row, column = int(line.get("r", row + 1)), 0
        for node in line.iterfind("{*}c"):
            at = node.get("r")
            row, column = _position(at) if at else (row, column + 1)
            cell = _cell(node, texts)
            if cell.text:
                cells[row, column] = cell
    ranges = (node.get("ref", "") for node in sheet.iterfind("{*}mergeCells/*"))
    ends = (tuple(map(_position, cells.split(":"))) for cells in ranges)
    merged = {cells[0]: cells[-1][0] for cells in ends if cells[0][1] == cells[-1][1]}
    return XlsxSheet(name, cells, merged)


def _cell(node: Element, texts: list[str]) -> InputCell:
    inside = {str(child.tag).rpartition("}")[2]: child for child in node}
    if "f" in inside:
        fault = f"found a formula, {_EXPECTED}: paste it as a value"
        return InputCell("=", fault=fault)
    if "is" in inside:
        return InputCell(_text(inside["is"]).strip())
    if "v" not in inside:
        return InputCell("")
    text, kind, fault = (inside["v"].text or "").strip(), node.get("t", "n"), ""
    if kind == "s":
        text = texts[int(text)].strip()
    elif kind == "b":
        text = "TRUE" if text == "1" else "FALSE"
    elif kind == "n" and (whole := _whole_number(text)):
        text = whole
    elif kind in {"n", "d", "e"}:
        hint = ": type ' before it, so that it stays a text"
        fault = f"found {text[:60]}, {_EXPECTED}{hint}"
    return InputCell(text, fault=fault)


_EXPECTED = "expected a text or a whole number"


def _whole_number(text: str) -> str:
    """Return a number such as 3.0 as `3`; "" if it is not whole or too large."""
    try:
        number = float(text)
    except ValueError:
        return ""
    whole = abs(number) <= LARGEST and number.is_integer()
    return str(int(number)) if whole else ""


_CELL_NAME = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


def _position(name: str) -> tuple[int, int]:
    """Convert `C7` to row and column; raise ValueError if no sheet has such a cell."""
    match = _CELL_NAME.fullmatch(name)
    column = 0
    for letter in match[1] if match else "":
        column = column * 26 + ord(letter) - ord("A") + 1
    row = int(match[2]) if match else 0
    if not (0 < column <= _COLUMNS and 0 < row <= _ROWS):
        raise ValueError(name)
    return row, column
