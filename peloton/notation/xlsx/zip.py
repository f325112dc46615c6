"""Open an untrusted workbook, a zip file of XML parts, within size limits."""

import zlib
from io import BytesIO
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from peloton.errors import PelotonError
from peloton.rules.limits import Limit

Node = Element

_COMPRESSIONS = (ZIP_STORED, ZIP_DEFLATED)
"""The compression methods for which zipfile can limit the size of the unpacked data."""

_MAGIC = (
    (b"%PDF", "a PDF"),
    (b"\xd0\xcf\x11\xe0", "a workbook in the old .xls format"),
    (b"{\\rtf", "a text document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"<", "a web page or another text"),
)
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_UNREADABLE = (
    BadZipFile,
    NotImplementedError,  # unsupported encryption
    RuntimeError,  # encrypted, although not flagged as such
    EOFError,
    OSError,
    ValueError,
    zlib.error,
)


class Package(NamedTuple):
    """An open workbook: a zip file of XML parts, and a count of the nodes read."""

    zip: ZipFile
    nodes: list[int]

    def part(self, name: str) -> Node:
        """Read an XML part of the file; PelotonError if missing, damaged or unsafe."""
        parser = XMLParser(target=_SafeTree(name, self.nodes))  # noqa: S314 - no DTDs
        try:
            with self.zip.open(name) as packed:
                # Read at most the declared size, because the actual size may be far
                # larger.
                parser.feed(packed.read(self.zip.getinfo(name).file_size))
            root: Node = parser.close()
        except KeyError as error:
            raise PelotonError(
                f"cannot be read as a workbook: it has no part '{name}'"
            ) from error
        except (*_UNREADABLE, ParseError, LookupError) as error:
            raise PelotonError(
                f"cannot be read as a workbook: {name} is damaged"
            ) from error
        return root


class _SafeTree(TreeBuilder):
    """An XML tree builder that rejects document types and too many nodes."""

    def __init__(self, name: str, nodes: list[int]) -> None:
        super().__init__()
        self._name = name
        self._nodes = nodes

    def doctype(self, _name: str, _public: str | None, _system: str | None) -> None:
        raise PelotonError(
            f"has a document type in {self._name}, which could declare entities;"
            " no spreadsheet program writes one"
        )

    def start(self, tag: str, attrs: dict[str, str], /) -> Node:
        self._nodes[0] += 1
        if self._nodes[0] > Limit.NODES.most:
            _check(Limit.NODES, self._nodes[0])
        return super().start(tag, attrs)


def open_package(data: bytes) -> Package:
    """Open an .xlsx workbook; raise PelotonError naming the kind of any other file.

    The declared sizes are checked before anything is unpacked, and no part is unpacked
    beyond its declared size.
    """
    if not data.startswith(b"PK"):
        raise PelotonError(f"is not an .xlsx workbook: it is {_file_kind(data)}")
    try:
        archive = ZipFile(BytesIO(data))
    except _UNREADABLE as error:
        raise PelotonError(
            "is not an .xlsx workbook: it is cut short or damaged"
        ) from error
    parts = archive.infolist()
    _check(Limit.PARTS, len(parts))
    _check(Limit.UNPACKED, sum(part.file_size for part in parts))
    names = {part.filename for part in parts}
    fault = ""
    if any(part.flag_bits & 1 for part in parts):
        fault = "it is locked with a password"
    elif any(part.compress_type not in _COMPRESSIONS for part in parts):
        fault = "it is compressed in a way that spreadsheet programs do not use"
    elif "mimetype" in names:
        fault = "it is an OpenDocument file; save it as .xlsx"
    elif any(name.endswith("vbaProject.bin") for name in names):
        fault = "it has macros; save it as .xlsx, without them"
    elif "[Content_Types].xml" not in names or "_rels/.rels" not in names:
        fault = "it is another kind of zip file"
    if fault:
        raise PelotonError(f"is not an .xlsx workbook: {fault}")
    return Package(archive, [0])


def plain_tag(node: Node) -> str:
    """Return the tag of a node without its namespace; workbooks use two namespaces."""
    return str(node.tag).rpartition("}")[2]


def _file_kind(data: bytes) -> str:
    if not data.strip():
        return "empty"
    if _ENCRYPTED in data:
        return "locked with a password"
    for start, kind in _MAGIC:
        if data.lstrip().startswith(start):
            return kind
    return "another kind of file"


def _check(limit: Limit, found: int) -> None:
    if fault := limit.fault(found):
        raise PelotonError(
            f"is too large for a workbook that was filled in by hand: {fault}"
        )
