"""Draw pages on the canvas of a PDF file."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import atan2, degrees, hypot
from operator import attrgetter, itemgetter
from typing import Any

from reportlab.pdfbase.pdfdoc import LinkAnnotation
from reportlab.pdfgen.canvas import Canvas

from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.fonts import Run, ShapedLine
from peloton.writers.paper.page import BLACK, Area, Link, Page, PlacedText, Tag
from peloton.writers.paper.structure import Structure

LinkAnnotation.permitted += ("StructParent",)

_ACROSS, _PALE_WORD = 0.7, 0.1
"""Length of a watermark as a share of the page's diagonal, and its opacity."""
_DIGITS = 2
"""Decimal places of a length in points."""


class PdfCanvas:
    """Draws the pages of one document."""

    def __init__(
        self, canvas: Canvas, sheets: Sequence[Sheet], scale: float = 1.0
    ) -> None:
        """Draw on a canvas at a scale; a link leads to the first sheet of that name."""
        document: Any = canvas
        self.structure = Structure(document._doc)  # noqa: SLF001 - its only name
        self.canvas, self.scale = canvas, scale
        self.links = 0
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
        for tag in {text.tag: None for text in page.texts if text.tag}:
            self.structure.attach(tag)
        canvas.addLiteral(self._beginning(None))
        self._draw_lines(page)
        canvas.addLiteral("EMC")
        for tag, areas in groupby(page.areas, attrgetter("tag")):
            canvas.addLiteral(self._beginning(tag))
            for area in areas:
                self._draw_area(area)
            canvas.addLiteral("EMC")
        self._draw_texts(page.texts)
        if page.watermark:
            self._across(page, page.watermark)
        for sheet in page.begins if len(self.titles) > 1 else ():
            canvas.bookmarkPage(f"sheet-{sheet}")
            canvas.addOutlineEntry(self.titles[sheet], f"sheet-{sheet}")
        for link in page.links:
            self._link(link)
        canvas.showPage()
        self.structure.end_page()

    def _draw_lines(self, page: Page) -> None:
        """Draw fills and rules."""
        canvas = self.canvas
        for colour, fills in groupby(page.fills, itemgetter(0)):
            canvas.setFillColorRGB(*colour)
            for _, *corner, width, height in fills:
                x, y = map(_rounded, corner)
                canvas.rect(x, y, _rounded(width), _rounded(height), stroke=0, fill=1)
        for (colour, thickness), rules in groupby(page.rules, itemgetter(0, 1)):
            canvas.setStrokeColorRGB(*colour)
            canvas.setLineWidth(_rounded(thickness))
            canvas.lines([tuple(map(_rounded, ends)) for _, _, *ends in rules])
        if page.areas:
            canvas.setLineJoin(1)
            canvas.setLineCap(1)

    def _draw_area(self, area: Area) -> None:
        canvas = self.canvas
        path = canvas.beginPath()
        first, *others = ((_rounded(x), _rounded(y)) for x, y in area.points)
        path.moveTo(*first)
        for point in others:
            path.lineTo(*point)
        if area.closed:
            path.close()
        if area.fill:
            canvas.setFillColorRGB(*area.fill)
        if area.stroke:
            canvas.setStrokeColorRGB(*area.stroke)
            canvas.setLineWidth(_rounded(area.thickness))
        canvas.setDash([*map(_rounded, area.dash)])
        canvas.drawPath(path, stroke=int(bool(area.stroke)), fill=int(bool(area.fill)))

    def _draw_texts(self, texts: Iterable[PlacedText]) -> None:
        """Draw texts, with `ActualText` to search and copy where the glyphs differ."""
        text: Any = self.canvas.beginText()
        write = text._code.append  # noqa: SLF001 - for marks, which reportlab has not
        painted = None
        for tag, group in groupby(texts, attrgetter("tag")):
            write(self._beginning(tag))
            for colour, line, size, left, base, _ in group:
                if colour != painted:
                    painted = colour
                    text.setFillColorRGB(*colour)
                for span in _spans(line.runs):
                    letters = span[0].read_as
                    if letters:
                        actual = f"\ufeff{letters}".encode("utf-16-be").hex()
                        write(f"/Span <</ActualText <{actual}>>> BDC")
                    for run in span:
                        x, y = left + run.x * size, base + run.y * size
                        text.setFont(run.font, _rounded(size))
                        text.setTextOrigin(_rounded(x), _rounded(y))
                        text.textOut(run.text)
                    if letters:
                        write("EMC")
            write("EMC")
        self.canvas.drawText(text)

    def _beginning(self, tag: Tag | None) -> str:
        """Return the operator that begins content, or what a screen reader skips."""
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
        self._draw_texts([middle])
        canvas.restoreState()

    def _link(self, link: Link) -> None:
        number = self.numbers.get(link.to)
        if number is None or len(self.titles) == 1:
            return
        corners = (link.x, link.y, link.x + link.width, link.y + link.height)
        self.links += 1
        name = f"link-{self.links}"
        self.canvas.linkRect(
            self.titles[number],
            f"sheet-{number}",
            corners,
            name=name,
            relative=1,
            Border="[0 0 0]",
            StructParent=self.structure.link(link.cell, name),
        )


def _rounded(length: float) -> float:
    return round(length, _DIGITS)


def _spans(runs: Iterable[Run]) -> list[list[Run]]:
    """Group the runs that share one copyable text, stored in the first run."""
    spans: list[list[Run]] = []
    for run in runs:
        if run.read_as == "" and spans:
            spans[-1].append(run)
        else:
            spans.append([run])
    return spans
