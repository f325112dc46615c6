"""A PDF file as its objects, and the rules of PDF/UA for its structure.

The rules are those of ISO 14289-1 that concern the structure tree: everything on a page
is content of an element or marked as an artifact, the tree leads both ways, tables are
regular with head cells, and pictures have a description.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_PACKED = re.compile(rb"/Type /ObjStm[^>]*>>\nstream\n(.*?)\nendstream", re.DOTALL)
_STRING = re.compile(r"\((?:\\.|[^\\()])*\)", re.DOTALL)
_PAINTS = r"Tj|TJ|f\*?|S|s|B\*?|b\*?|Do|sh"
_OPERATOR = re.compile(
    rf"(?<!\S)(?:/(\w+) (?:<<(.*?)>> BDC|BMC)|(EMC|{_PAINTS})(?!\S))"
)


@dataclass
class Element:
    """An element of the structure: its role, its entries, what it has on pages."""

    role: str
    text: str
    kids: list[int] = field(default_factory=list)


class Pdf:
    """A file of ours, whose objects are text except for the pages and fonts."""

    def __init__(self, pdf: bytes) -> None:
        self.objects = {
            int(number): body.decode("latin-1") for number, body in _OBJECT.findall(pdf)
        }
        for packed in _PACKED.findall(pdf):
            head, _, bodies = zlib.decompress(packed).decode("latin-1").partition("\n")
            places = [*map(int, head.split())]
            ends = [*places[3::2], len(bodies) + 1]
            for number, begin, end in zip(places[::2], places[1::2], ends, strict=True):
                self.objects[number] = bodies[begin : end - 1]

    def found(self, pattern: str) -> dict[int, str]:
        return {n: body for n, body in self.objects.items() if re.search(pattern, body)}

    @cached_property
    def root(self) -> str:
        (found,) = self.found("/Type /StructTreeRoot").values()
        return found

    @cached_property
    def elements(self) -> dict[int, Element]:
        found = {}
        for number, body in self.found(r"^<</S /").items():
            role = re.findall(r"/S /(\w+)", body)[0]
            kids = re.findall(
                r"(?:^|\s)(\d+) 0 R", re.sub("<<.*?>>", "", body.split("/K [")[1])
            )
            found[number] = Element(role, body, [*map(int, kids)])
        return found

    @cached_property
    def owners(self) -> dict[int, list[int]]:
        """The elements by the keys of pages and links."""
        tree = re.findall(
            r"(\d+) (?:\[([^]]*)\]|(\d+ 0 R))", self.root.split("/Nums [")[1]
        )
        return {
            int(key): [int(n) for n in re.findall(r"(\d+) 0 R", page or link)]
            for key, page, link in tree
        }

    def pages(self) -> Iterator[tuple[int, str, str]]:
        """Yield the number, the entries and the operators of each page."""
        for number, body in self.found(r"/Type /Page\n").items():
            contents = int(re.findall(r"/Contents (\d+)", body)[0])
            stream = self.objects[contents].split("stream\n", 1)[1].encode("latin-1")
            drawn = zlib.decompressobj().decompress(stream).decode("latin-1")
            yield number, body, drawn

    def faults(self) -> Iterator[str]:
        """Yield the rules that the structure breaks."""
        (catalog,) = self.found("/Type /Catalog").values()
        for entry in ("/Lang (", "/MarkInfo", "/StructTreeRoot", "/ViewerPreferences"):
            if entry not in catalog:
                yield f"the document has no {entry}"
        yield from self._of_elements()
        for number, body, operators in self.pages():
            yield from self._of_page(number, body, operators)
        for number, body in self.found("/Subtype /Link").items():
            (key,) = re.findall(r"/StructParent (\d+)", body)
            (owner,) = self.owners[int(key)]
            if f"/Type /OBJR /Obj {number} 0 R" not in self.elements[owner].text:
                yield f"link {number} has another element"
            if "/Contents ()" in body:
                yield f"link {number} has no description"

    def _of_elements(self) -> Iterator[str]:
        for number, element in self.elements.items():
            roles = [self.elements[kid].role for kid in element.kids]
            for kid in element.kids:
                if f"/P {number} 0 R" not in self.elements[kid].text:
                    yield f"{kid} is a kid of another"
            if element.role == "Figure" and not re.search("/Alt <feff.", element.text):
                yield f"figure {number} has no description"
            if element.role == "TH" and "/Scope /Column" not in element.text:
                yield f"head cell {number} has no scope"
            if element.role == "Table":
                rows = [self.elements[kid].kids for kid in element.kids]
                if {*roles} != {"TR"} or len({*map(len, rows)}) != 1:
                    yield f"table {number} is not regular"
                if {self.elements[cell].role for cell in rows[0]} != {"TH"}:
                    yield f"table {number} has no head"

    def _of_page(self, number: int, body: str, drawn: str) -> Iterator[str]:
        (key,) = re.findall(r"/StructParents (\d+)", body)
        within: list[str] = []
        owners, seen = self.owners[int(key)], 0
        for role, entries, operator in _OPERATOR.findall(_STRING.sub("()", drawn)):
            if operator == "EMC":
                within.pop()
            elif operator and not {*within} - {"Span"}:
                yield f"page {number} paints unmarked: {operator}"
            elif role:
                within.append(role)
                if mark := re.search(r"/MCID (\d+)", entries):
                    seen += 1
                    yield from self._of_mark(number, int(mark[1]), role, owners)
        if within or seen != len(owners):
            yield f"page {number} has {seen} marks of {len(owners)}"

    def _of_mark(
        self, page: int, mark: int, role: str, owners: list[int]
    ) -> Iterator[str]:
        element = self.elements[owners[mark]]
        entries = element.text.split("/K [")[1]
        here = f"/Pg {page} 0 R" in element.text.split("/K [")[0]
        plain = re.sub(r"<<.*?>>|\d+ 0 R", "", entries)
        listed = here and re.search(rf"\b{mark}\b", plain)
        if not listed and f"/Pg {page} 0 R /MCID {mark}>>" not in entries:
            yield f"mark {mark} of page {page} is not listed"
        if element.role != role:
            yield f"mark {mark} of page {page} is a {role}, not a {element.role}"
