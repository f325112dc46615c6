"""Check a workbook for faults because of which Excel would refuse to open it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from posixpath import dirname, join, normpath
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

from openpyxl.utils import get_column_letter, range_boundaries

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ORDER = (
    *("sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData"),
    *("autoFilter", "conditionalFormatting", "hyperlinks", "printOptions"),
    *("pageMargins", "pageSetup", "headerFooter", "rowBreaks", "drawing"),
    "tableParts",
)
"""The parts of a tab, in the required order."""
PLACE = re.compile(
    r"'((?:[^']|'')+)'!(?:\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?"
    r"|\$\d+:\$\d+|\$[A-Z]+:\$[A-Z]+)"
)


def refused(data: bytes) -> list[str]:
    """Return all faults of a workbook that Excel would refuse or repair."""
    return list(Package(data).faults())


def units(text: str) -> int:
    """Return the length of a text as Excel counts it, in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def doubles(values: Sequence[str | None]) -> list[str | None]:
    """Return the values that appear more than once, ignoring case."""
    counted = Counter(value.lower() if value else value for value in values)
    return [value for value, count in counted.items() if count > 1]


class Package:
    """The parts of a workbook."""

    def __init__(self, data: bytes) -> None:
        self.zip = ZipFile(BytesIO(data))
        self.book = self.part("xl/workbook.xml")
        styles = self.part("xl/styles.xml")
        self.looks = len(styles.findall(f"{MAIN}dxfs/{MAIN}dxf"))
        self.styles = len(styles.findall(f"{MAIN}cellXfs/{MAIN}xf"))
        of_book = self.related("xl/workbook.xml")
        self.tabs = {
            each.get("name") or "": of_book[each.get(LINK) or ""]
            for each in self.book.iter(f"{MAIN}sheet")
        }

    def part(self, name: str) -> Element:
        return fromstring(self.zip.read(name))  # noqa: S314 - written by ourselves

    def related(self, name: str) -> dict[str, str]:
        """Return the parts that a part refers to, by id; check that they exist."""
        folder = dirname(name)
        links = f"{folder}/_rels/{name.removeprefix(folder)[1:]}.rels"
        if links not in self.zip.namelist():
            return {}
        found = {}
        for each in self.part(links):
            assert each.get("TargetMode") != "External"
            target = normpath(join("/", folder, each.get("Target") or ""))[1:]
            assert target in self.zip.namelist()
            found[each.get("Id") or ""] = target
        return found

    def faults(self) -> Iterator[str]:
        names = [each.get("name") for each in self.book.iter(f"{MAIN}sheet")]
        yield from (f"two tabs are called {name}" for name in doubles(names))
        for name in self.tabs:
            if not 0 < units(name) <= 31 or re.search(r"^'|[\[\]:*?/\\]|'$", name):
                yield f"a tab cannot be called {name}"
        defined = [*self.book.iter(f"{MAIN}definedName")]
        for each in defined:
            yield from self.places(each.text)
        labels = [f"{each.get('localSheetId')} {each.get('name')}" for each in defined]
        yield from (f"{label} is defined twice" for label in doubles(labels))
        tables: list[Element] = []
        for part in self.tabs.values():
            tab, related = self.part(part), self.related(part)
            own = [
                self.part(related[each.get(LINK) or ""])
                for each in tab.iter(f"{MAIN}tablePart")
            ]
            texts = dict(_texts(tab))
            yield from self.of_tab(tab, texts)
            yield from _of_tables(own, texts)
            tables += own
            for name in related.values():
                if "/drawings/" in name:
                    yield from self.of_charts(self.related(name).values())
        for key in ("id", "name", "displayName"):
            twice = doubles([each.get(key) for each in tables])
            yield from (f"two tables have the {key} {value}" for value in twice)
        names = [each.get("name") for each in defined if not each.get("localSheetId")]
        names += [each.get("name") for each in tables]
        yield from (f"two places are called {name}" for name in doubles(names))
        yield from (f"no place can be called {n}" for n in names if not _is_name(n))

    def places(self, text: str | None) -> Iterator[str]:
        """Yield the faults of a text that should be a reference to cells of a tab."""
        for name in PLACE.findall(text or ""):
            if name.replace("''", "'") not in self.tabs:
                yield f"{text} is on no tab"
        if not text or PLACE.sub("", text).strip(","):
            yield f"{text} is no place"

    def of_tab(self, tab: Element, texts: dict[str, str]) -> Iterator[str]:
        parts = [ORDER.index(each.tag.removeprefix(MAIN)) for each in tab]
        if parts != sorted(parts):
            yield "the parts of a tab do not follow one another"
        for cell in tab.iter(f"{MAIN}c"):
            if int(cell.get("s") or 0) >= self.styles:
                yield "a cell has no such style"
            if cell.get("t") not in {None, "n", "b", "inlineStr"}:
                yield f"a cell of the type {cell.get('t')}"
        for text in texts.values():
            if units(text) > 32_767 or re.search("[\0-\x1f\ufffe\uffff]", text):
                yield f"a cell cannot hold {text[:40]!r}"
        yield from self.of_rules(tab)
        for link in tab.iter(f"{MAIN}hyperlink"):
            yield from self.places(link.get("location"))
            if link.get("ref") not in texts:
                yield f"a link on {link.get('ref')}, where nothing is"

    def of_rules(self, tab: Element) -> Iterator[str]:
        for each in tab.iter(f"{MAIN}f"):
            yield from _of_formula(each.text or "")
        for rule in tab.iter(f"{MAIN}cfRule"):
            if int(rule.get("dxfId") or 0) >= self.looks:
                yield "a rule has no such look"
            for each in rule.iter(f"{MAIN}formula"):
                yield from _of_formula(each.text or "")
        ranks = [each.get("priority") for each in tab.iter(f"{MAIN}cfRule")]
        yield from (f"two rules come {rank}th" for rank in doubles(ranks))

    def of_charts(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            chart = self.part(name)
            for each in chart.iter(f"{CHART}f"):
                yield from self.places(each.text)
            if [e.get("val") for e in chart.iter(f"{CHART}plotVisOnly")] != ["0"]:
                yield "a chart does not draw hidden figures"


def _is_name(name: str | None) -> bool:
    """Return whether a name is valid for cells, and not like a cell reference."""
    cell = re.fullmatch(r"(?i)[A-Z]{1,3}\d+|R\d*(C\d*)?|C\d*", name or "")
    return not cell and bool(re.fullmatch(r"[A-Za-z_]\w{0,254}", name or ""))


def _texts(tab: Element) -> Iterator[tuple[str, str]]:
    """Yield the reference and the text of each text cell.

    A cell without a reference follows the previous one.
    """
    number = 0
    for line in tab.iter(f"{MAIN}row"):
        number, column = int(line.get("r", number + 1)), 0
        for cell in line.iter(f"{MAIN}c"):
            place = cell.get("r")
            column = range_boundaries(place)[0] or 0 if place else column + 1
            if cell.get("t") == "inlineStr":
                text = "".join(each.text or "" for each in cell.iter(f"{MAIN}t"))
                yield f"{get_column_letter(column)}{number}", text


def _of_formula(text: str) -> Iterator[str]:
    quoted = re.findall('"((?:[^"]|"")*)"', text)
    if (
        text.startswith("=")
        or len(text) > 8192
        or max(map(units, quoted), default=0) > 255
    ):
        yield f"the formula {text[:40]}"
    if any(part.count(",") > 254 for part in re.findall(r"\(([^()]*)\)", text)):
        yield f"more than 255 arguments in {text[:40]}"


def _of_tables(tables: Sequence[Element], texts: dict[str, str]) -> Iterator[str]:
    taken: set[int] = set()
    for table in tables:
        ref = table.get("ref") or ""
        left, head, right, last = range_boundaries(ref)
        assert left
        assert head
        assert right
        assert last
        if last <= head or not taken.isdisjoint(range(head, last + 1)):
            yield f"a table at {ref}"
        taken |= {*range(head, last + 1)}
        names = [each.get("name") for each in table.iter(f"{MAIN}tableColumn")]
        places = [f"{get_column_letter(n)}{head}" for n in range(left, right + 1)]
        if names != [texts.get(place) for place in places]:
            yield f"{names} does not stand over the table at {ref}"
        if doubles(names) or any(not 0 < units(name or "") <= 255 for name in names):
            yield f"the columns {names}"
        filters = table.find(f"{MAIN}autoFilter")
        if filters is None or filters.get("ref") != ref:
            yield f"the filter of the table at {ref}"
