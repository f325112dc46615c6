"""Draw pages on the canvas of a PDF file."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import atan2, degrees, hypot
from operator import attrgetter, itemgetter
from typing import Any

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import LinkAnnotation
from reportlab.pdfgen.canvas import Canvas

from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.fonts import Run, ShapedLine
from peloton.writers.paper.page import BLACK, Area, Colour, Link, Page, PlacedText, Tag
from peloton.writers.paper.structure import Structure

LinkAnnotation.permitted += ("StructParent",)

_ACROSS, _PALE_WORD = 0.7, 0.1
"""Length of a watermark as a share of the page's diagonal, and its opacity."""
_PAINT = {
    (True, True): "B",
    (True, False): "f",
    (False, True): "S",
    (False, False): "n",
}
"""The path-painting operator, keyed by (filled, stroked)."""


class PdfCanvas:
    """Draws the pages of one document."""

    def __init__(
        self, canvas: Canvas, sheets: Sequence[Sheet], scale: float = 1.0
    ) -> None:
        """Draw at a scale; if sheets share a name, links lead to the first of them."""
        self.document: Any = vars(canvas)["_doc"]
        self.structure = Structure(self.document)
        self.canvas, self.scale = canvas, scale
        self._codes: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self.titles = [printable(sheet.title) for sheet in sheets]
        self.numbers = {
            sheet.name or sheet.title: number
            for number, sheet in reversed(list(enumerate(sheets)))
        }

    def draw(self, page: Page) -> None:
        """Draw a page, with its links and its entry in the outline."""
        canvas, scale = self.canvas, self.scale
        canvas.setPageSize((page.width * scale, page.height * scale))
        if scale != 1:
            canvas.scale(scale, scale)
        for tag in dict.fromkeys(text.tag for text in page.texts if text.tag):
            self.structure.attach(tag)
        canvas.addLiteral("\n".join(self._operators(page)))
        if page.watermark:
            self._across(page, page.watermark)
        for sheet in page.begins if len(self.titles) > 1 else ():
            canvas.bookmarkPage(f"sheet-{sheet}")
            canvas.addOutlineEntry(self.titles[sheet], f"sheet-{sheet}")
        for link in page.links:
            self._link(link)
        canvas.showPage()
        self.structure.end_page()

    def _operators(self, page: Page) -> Iterator[str]:
        """Yield the operators that draw a page (ISO 32000-1, annex A)."""
        yield self._beginning(None)
        for colour, fills in groupby(page.fills, itemgetter(0)):
            yield f"{_rgb(colour)} rg"
            for _, x, y, width, height in fills:
                yield f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re f"
        for (colour, thickness), rules in groupby(page.rules, itemgetter(0, 1)):
            yield f"{_rgb(colour)} RG {thickness:.2f} w"
            for _, _, x, y, to_x, to_y in rules:
                yield f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S"
        yield "EMC 1 j 1 J"
        for tag, areas in groupby(page.areas, attrgetter("tag")):
            yield self._beginning(tag)
            yield from map(_area, areas)
            yield "EMC"
        yield from self._texts(page.texts)

    def _texts(self, texts: Iterable[PlacedText]) -> Iterator[str]:
        """Yield operators for texts; `ActualText` makes them searchable if needed."""
        yield "BT"
        painted, chosen = None, ""
        for tag, group in groupby(texts, attrgetter("tag")):
            yield self._beginning(tag)
            for colour, line, size, left, base, _ in group:
                if colour != painted:
                    painted = colour
                    yield f"{_rgb(colour)} rg"
                for span in _spans(line.runs):
                    letters = span[0].read_as
                    if letters:
                        actual = f"\ufeff{letters}".encode("utf-16-be").hex()
                        yield f"/Span <</ActualText <{actual}>>> BDC"
                    for run in span:
                        x, y = left + run.x * size, base + run.y * size
                        yield f"1 0 0 1 {x:.2f} {y:.2f} Tm"
                        for font, codes in self._encoded(run):
                            if (choice := f"{font} {size:.2f} Tf") != chosen:
                                chosen = choice
                                yield choice
                            yield f"({codes}) Tj"
                    if letters:
                        yield "EMC"
            yield "EMC"
        yield "ET"

    def _encoded(self, run: Run) -> list[tuple[str, str]]:
        """Split a run into pairs of a font in the file and the letters' codes in it.

        reportlab's own text objects would measure every text a second time.
        """
        key = run.font, run.text
        parts = self._codes.get(key)
        if parts is None:
            font: Any = pdfmetrics.getFont(run.font)
            parts = self._codes[key] = [
                (font.getSubsetInternalName(part, self.document), escapePDF(codes))
                for part, codes in font.splitString(run.text, self.document)
            ]
        return parts

    def _beginning(self, tag: Tag | None) -> str:
        """Return the operator that begins tagged content or an untagged artifact."""
        return self.structure.mark(tag) if tag else "/Artifact BMC"

    def _across(self, page: Page, word: ShapedLine) -> None:
        """Draw a watermark from corner to corner of a page."""
        size = hypot(page.width, page.height) * _ACROSS / word.width
        canvas = self.canvas
        canvas.saveState()
        canvas.setFillAlpha(_PALE_WORD)
        canvas.translate(page.width / 2, page.height / 2)
        canvas.rotate(degrees(atan2(page.height, page.width)))
        middle = PlacedText(BLACK, word, size, -word.width * size / 2, -size / 3)
        canvas.addLiteral("\n".join(self._texts([middle])))
        canvas.restoreState()

    def _link(self, link: Link) -> None:
        number = self.numbers.get(link.to)
        if number is None or len(self.titles) == 1:
            return
        corners = (link.x, link.y, link.x + link.width, link.y + link.height)
        name, key = self.structure.link(link.cell)
        self.canvas.linkRect(
            self.titles[number],
            f"sheet-{number}",
            corners,
            name=name,
            relative=1,
            Border="[0 0 0]",
            StructParent=key,
        )


def _rgb(colour: Colour) -> str:
    return " ".join(f"{part:.3f}" for part in colour)


def _area(area: Area) -> str:
    """Return the operators that draw an area."""
    (x, y), *others = area.points
    path = [f"{x:.2f} {y:.2f} m", *(f"{x:.2f} {y:.2f} l" for x, y in others)]
    path += ["h"] if area.closed else []
    ink = [f"{_rgb(area.fill)} rg"] if area.fill else []
    if area.stroke:
        ink.append(f"{_rgb(area.stroke)} RG {area.thickness:.2f} w")
    dash = " ".join(f"{part:.2f}" for part in area.dash)
    paint = _PAINT[bool(area.fill), bool(area.stroke)]
    return " ".join([*ink, f"[{dash}] 0 d", *path, paint])


def _spans(runs: Iterable[Run]) -> list[list[Run]]:
    """Group the runs that share one text for copying; the first run holds the text."""
    spans: list[list[Run]] = []
    for run in runs:
        if run.read_as == "" and spans:
            spans[-1].append(run)
        else:
            spans.append([run])
    return spans
