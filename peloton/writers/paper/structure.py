"""The structure of a PDF file: its headings, tables and pictures in reading order.

reportlab writes no structure tree (ISO 32000-1, 14.7), which screen readers need. This
module adds a tree to the document: an element for each tag that is on a page, and an
index that leads from the marked content of the pages back to these elements.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from struct import pack
from typing import Any
from zlib import compress

from reportlab.pdfbase.pdfdoc import PDFDictionary

from peloton.rules.words import printable

PDF_VERSION = 1, 5
"""PDF version that introduced object streams, which contain the structure tree."""
_IN_FILE, _IN_STREAM = 1, 2
"""How a PDF file locates an object: by offset in the file, by index in a stream."""
_ATTRIBUTES = {"TH": " /A <</O /Table /Scope /Column>>"}
"""Attributes by role: a column title describes the cells below it."""


@dataclass(eq=False, slots=True)
class Tag:
    """An element of a document's structure, such as a heading or a cell.

    `role` is a structure type of the PDF standard, such as H1, P, Table, TR, TD or
    Figure. `alt` describes a picture. Elements are added to the `kids` of their parent
    when they are drawn. Only the cells of a row are added at once, because empty cells
    are never drawn.
    """

    role: str
    parent: "Tag | None" = None
    alt: str = ""
    kids: "list[Tag]" = field(default_factory=list)
    content: list[tuple[int, int]] = field(default_factory=list)
    """The element's marked content, as pairs of page number and content number."""
    number: int = 0
    """The element's number in the document, from 1; 0 if it is not on a page yet."""


class Structure:
    """The structure tree of a document, filled page by page in reading order."""

    def __init__(self, document: Any) -> None:  # noqa: ANN401 - without types
        """Begin the structure of an empty document."""
        self._document = document
        self._top = Tag("Document", number=1)
        self._elements = [self._top]
        """All elements. In the file they follow the objects written by reportlab."""
        self._last = 0
        """The number of the last object written by reportlab."""
        self._links: dict[Tag, str] = {}
        """Map each link to the name of its PDF annotation."""
        self._owners: list[list[Tag] | Tag] = []
        """For each key in the tree: a page's elements, or a link's element."""
        self._marked: list[Tag] = []
        # Reserve the object number of the tree's root now; `_objects` adds its content.
        self._root = document.Reference(PDFDictionary({}))
        catalog = document.Catalog
        catalog.StructTreeRoot = self._root
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        catalog.ViewerPreferences = PDFDictionary({"DisplayDocTitle": "true"})

    def mark(self, tag: Tag) -> str:
        """Return the PDF operator that begins an element's content on this page."""
        self.attach(tag)
        number = len(self._marked)
        self._marked.append(tag)
        tag.content.append((self._document.pageCounter, number))
        return f"/{tag.role} <</MCID {number}>> BDC"

    def link(self, cell: Tag) -> tuple[str, int]:
        """Add a link in a cell; return the link's annotation name and tree key."""
        tag, key = Tag("Link", cell), len(self._owners)
        self.attach(tag)
        self._owners.append(tag)
        self._links[tag] = f"link-{key}"
        return self._links[tag], key

    def end_page(self) -> None:
        """Assign the next key in the structure tree to the page that was added last."""
        page = self._document.Pages.pages[-1]
        # Name the new entries, because reportlab writes only those in this list.
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._owners), "/S"
        self._owners.append(self._marked)
        self._marked = []

    def attach(self, tag: Tag) -> None:
        """Add an element and its ancestors to the tree, unless they are in it."""
        if tag.number:
            return
        parent = tag.parent or self._top
        self.attach(parent)
        if not tag.number:
            parent.kids.append(tag)
            # When a row is added, add all its cells too, because empty cells are never
            # drawn.
            for element in (tag, *tag.kids):
                self._elements.append(element)
                element.number = len(self._elements)

    def added_to(self, pdf: bytes) -> bytes:
        """Return the document's finished file, `pdf`, with the structure tree added."""
        self._last = len(self._document.numberToId)
        # The root lists the elements of each page and link.
        owners = [
            f"{key} {self._references([of])}"
            if isinstance(of, Tag)
            else f"{key} [{self._references(of)}]"
            for key, of in enumerate(self._owners)
        ]
        root = (
            f"<</Type /StructTreeRoot /K {self._references([self._top])}"
            f" /ParentTree <</Nums [{' '.join(owners)}]>>"
            f" /ParentTreeNextKey {len(owners)}>>"
        )
        objects = {self._number(self._root.name): root}
        for tag in self._elements:
            objects[self._last + tag.number] = self._element(tag)
        return _with_objects(pdf, self._document, objects)

    def _element(self, tag: Tag) -> str:
        parent = self._references([tag.parent or self._top])
        if tag is self._top:
            parent = f"{self._number(self._root.name)} 0 R"
        text = f"<</S /{tag.role} /P {parent}" + _ATTRIBUTES.get(tag.role, "")
        if tag.alt:
            alt = f"\ufeff{printable(tag.alt)}".encode("utf-16-be").hex()
            text += f" /Alt <{alt}>"
        kids: list[str] = []
        for page, number in tag.content:
            on = f"/Pg {self._number(f'Page{page}')} 0 R"
            if page == tag.content[0][0]:
                text += "" if kids else f" {on}"
                kids.append(str(number))
            else:
                kids.append(f"<</Type /MCR {on} /MCID {number}>>")
        if tag in self._links:
            name = self._document.annotationName(self._links[tag])
            kids.append(f"<</Type /OBJR /Obj {self._number(name)} 0 R>>")
        return f"{text} /K [{' '.join([*kids, self._references(tag.kids)])}]>>"

    def _references(self, tags: Iterable[Tag]) -> str:
        return " ".join([f"{self._last + tag.number} 0 R" for tag in tags])

    def _number(self, name: str) -> int:
        number: int = self._document.idToObjectNumberAndVersion[name][0]
        return number


def _with_objects(
    pdf: bytes,
    document: Any,  # noqa: ANN401 - without types
    objects: Mapping[int, str],
) -> bytes:
    """Return the finished file `pdf` with `objects` added, keyed by object number.

    An added object replaces the file's object with the same number.
    """
    out = bytearray(pdf[: pdf.rindex(b"xref\n0 ")])
    places = {
        number: (_IN_FILE, document.idToOffset[name], 0)
        for number, name in document.numberToId.items()
    }
    stream = max(*places, *objects) + 1
    places |= {number: (_IN_STREAM, stream, at) for at, number in enumerate(objects)}
    places[stream] = _IN_FILE, len(out), 0
    out += _object_stream(stream, objects)
    size = stream + 2
    places[size - 1] = _IN_FILE, len(out), 0
    rows = (places[number] for number in range(1, size))
    index = pack(">BII", 0, 0, 0xFFFF) + b"".join(pack(">BII", *row) for row in rows)
    root, info = map(document.Reference, (document.Catalog, document.info))
    entries = b"/Type /XRef /W [1 4 4] /Size %d /Root %b /Info %b /ID %b" % (
        *(size, root.format(document), info.format(document), document.ID()),
    )
    end = b"startxref\n%d\n%%%%EOF\n" % len(out)
    return bytes(out + _stream(size - 1, entries, index) + end)


def _object_stream(number: int, objects: Mapping[int, str]) -> bytes:
    starts = accumulate((len(body) + 1 for body in objects.values()), initial=0)
    pairs = zip(objects, starts, strict=False)
    head = " ".join(f"{added} {start}" for added, start in pairs) + "\n"
    entries = f"/Type /ObjStm /N {len(objects)} /First {len(head)}"
    content = head + "\n".join(objects.values())
    return _stream(number, entries.encode(), content.encode())


def _stream(number: int, entries: bytes, content: bytes) -> bytes:
    data = compress(content)
    head = b"%d 0 obj\n<<%b /Filter /FlateDecode /Length %d>>\n" % (
        *(number, entries, len(data)),
    )
    return b"%bstream\n%b\nendstream\nendobj\n" % (head, data)
