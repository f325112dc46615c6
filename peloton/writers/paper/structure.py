"""The structure of a PDF file: its headings, tables and pictures in reading order.

reportlab writes no structure tree (ISO 32000-1, 14.7), which screen readers need. This
module adds one to its document: an element for each tag that is on a page, and a tree
that leads from the marked content of the pages back to these elements.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject

from peloton.rules.words import printable
from peloton.writers.paper.page import Tag

_SCOPE = " /A <</O /Table /Scope /Column>>"
"""The attribute of the head cells of a table."""


class _Written(PDFObject):
    """An object of the file, whose content is known when all pages are drawn."""

    def __init__(self, document: Any) -> None:  # noqa: ANN401 - without types
        self.content = ""
        self.name = document.Reference(self).name

    def format(self, _document: object) -> bytes:
        return self.content.encode()


class Structure:
    """The structure tree of a document, filled page by page in reading order."""

    def __init__(self, document: Any) -> None:  # noqa: ANN401 - without types
        """Begin with an empty document."""
        self._document = document
        self._root, self._top = _Written(document), Tag("Document")
        self._objects = {self._top: _Written(document)}
        self._content: dict[Tag, list[tuple[str, int]]] = {}
        """What each element has on pages: the page, and the number on it."""
        self._links: dict[Tag, str] = {}
        """The object of each link."""
        self._owners: list[Sequence[Tag] | Tag] = []
        """The elements of the marked content of each page, or that of a link."""
        self._marked: list[Tag] = []

    def mark(self, tag: Tag) -> str:
        """Return the operator that begins content of an element on this page."""
        self.attach(tag)
        number = len(self._marked)
        self._marked.append(tag)
        page = self._document.thisPageName()
        self._content.setdefault(tag, []).append((page, number))
        return f"/{tag.role} <</MCID {number}>> BDC"

    def link(self, cell: Tag, name: str) -> int:
        """Add a link of a cell, by the name of its annotation; return its key."""
        tag = Tag("Link", cell)
        self.attach(tag)
        self._links[tag] = f"Annot.{name}"
        self._owners.append(tag)
        return len(self._owners) - 1

    def end_page(self) -> None:
        """Assign the page added last its key in the tree."""
        page = self._document.Pages.pages[-1]
        # reportlab writes no other entries than those of this list.
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._owners), "/S"
        self._owners.append(self._marked)
        self._marked = []

    def close(self) -> None:
        """Write the tree, when all pages are drawn."""
        catalog = self._document.Catalog
        for tag in self._objects:
            self._write(tag)
        owners = " ".join(
            f"{key} {self._references([of])}"
            if isinstance(of, Tag)
            else f"{key} [{self._references(of)}]"
            for key, of in enumerate(self._owners)
        )
        self._root.content = (
            f"<</Type /StructTreeRoot /K {self._references([self._top])}"
            f" /ParentTree <</Nums [{owners}]>>"
            f" /ParentTreeNextKey {len(self._owners)}>>"
        )
        catalog.StructTreeRoot = self._root
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        catalog.ViewerPreferences = PDFDictionary({"DisplayDocTitle": "true"})

    def attach(self, tag: Tag) -> None:
        """Add an element, and those around it, after all others."""
        if tag in self._objects:
            return
        if tag.parent:
            self.attach(tag.parent)
        if tag not in self._objects:
            (tag.parent or self._top).kids.append(tag)
            # The cells of a row are there from the start, as some are empty.
            self._objects |= {
                each: _Written(self._document) for each in (tag, *tag.kids)
            }

    def _write(self, tag: Tag) -> None:
        above = self._objects[tag.parent or self._top]
        above = self._root if tag is self._top else above
        content = self._content.get(tag, ())
        first = content[0][0] if content else ""
        kids = [
            f"{number}"
            if page == first
            else f"<</Type /MCR /Pg {self._reference(page)} /MCID {number}>>"
            for page, number in content
        ]
        if tag in self._links:
            kids.append(f"<</Type /OBJR /Obj {self._reference(self._links[tag])}>>")
        alt = printable(tag.alt).encode("utf-16-be").hex()
        self._objects[tag].content = (
            f"<</S /{tag.role} /P {self._reference(above.name)}"
            + (f" /Alt <feff{alt}>" if alt else "")
            + (f" /Pg {self._reference(first)}" if first else "")
            + (_SCOPE if tag.role == "TH" else "")
            + f" /K [{' '.join(kids)} {self._references(tag.kids)}]>>"
        )

    def _references(self, tags: Iterable[Tag]) -> str:
        return " ".join(self._reference(self._objects[tag].name) for tag in tags)

    def _reference(self, name: str) -> str:
        number, version = self._document.idToObjectNumberAndVersion[name]
        return f"{number} {version} R"
