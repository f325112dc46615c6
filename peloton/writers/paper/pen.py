"""Draw texts, lines, shapes and links on the pages of a PDF file.

All coordinates are in points, from the lower left corner of the page.
"""

from collections.abc import Mapping
from math import atan2, degrees, hypot
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfdoc import LinkAnnotation
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from peloton.reports.drawing import Anchor, Label, Shape
from peloton.rules.words import printable
from peloton.writers.paper.fonts import Typefaces
from peloton.writers.paper.structure import Structure, Tag

LinkAnnotation.permitted += ("StructParent",)

_ACROSS, _PALE_WORD = 0.7, 0.1
"""Length of a watermark as a share of the page's diagonal, and its opacity (0 to 1)."""
_ROUND = 1
"""The number in PDF for round line ends and round corners."""
_BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
"""Share of a label's width to the left of the point at which the label is anchored."""


class _Text(PDFTextObject):
    """Text with the right height after two accents in a row.

    If one command for the height follows another, reportlab replaces the first, but
    forgets the height of the second: all text after it would be raised.
    """

    def setRise(self, rise: float) -> None:  # noqa: N802 - reportlab's name
        """Set the height of the next letters above the line."""
        super().setRise(rise)
        self.setCharSpace(0)  # no effect, but the next command is not replaced


class Pen:
    """Draws on the current page of a document.

    Screen readers skip everything without a tag, such as lines, page footers and
    repeated headings. Colours are `#rrggbb`.
    """

    def __init__(
        self, canvas: Canvas, faces: Typefaces, links: Mapping[str, tuple[str, str]]
    ) -> None:
        """Draw on a canvas; `links` maps sheet names to bookmarks and their titles."""
        self._canvas, self._faces, self._links = canvas, faces, links
        document: Any = vars(canvas)["_doc"]
        self.structure = Structure(document)
        self._marked: Tag | str = ""
        """The tag of the open marked content: `Artifact` if untagged, "" for none."""

    def begin_page(self, width: float, height: float, scale: float) -> None:
        """Set the size of a new page, which is enlarged by the factor `scale`."""
        canvas = self._canvas
        canvas.setPageSize((width * scale, height * scale))
        canvas.scale(scale, scale)
        canvas.setLineCap(_ROUND)
        canvas.setLineJoin(_ROUND)

    def end_page(self) -> None:
        """Finish the page."""
        if self._marked:
            self._canvas.addLiteral("EMC")
            self._marked = ""
        self._canvas.showPage()
        self.structure.end_page()

    def draw(
        self,
        part: Shape | Label,
        left: float,
        top: float,
        tag: Tag | None = None,
        scale: float = 1.0,
    ) -> None:
        """Draw a part of a drawing whose upper left corner is at `left` and `top`."""
        if isinstance(part, Label):
            self._label(part, left, top, tag, scale)
        else:
            self._shape(part, left, top, tag, scale)

    def _shape(
        self, shape: Shape, left: float, top: float, tag: Tag | None, scale: float
    ) -> None:
        fill = bool(shape.fill and shape.closed)
        if not shape.points or not (fill or shape.stroke):
            return
        self._mark(tag)
        canvas = self._canvas
        if fill:
            canvas.setFillColorRGB(*HexColor(shape.fill).rgb())
        if shape.stroke:
            canvas.setStrokeColorRGB(*HexColor(shape.stroke).rgb())
            width = shape.width * scale
            canvas.setLineWidth(width)
            canvas.setDash([part * width for part in shape.dash.lengths])
        path = [
            f"{left + x * scale:.2f} {top - y * scale:.2f} {'l' if number else 'm'}"
            for number, (x, y) in enumerate(shape.points)
        ]
        paint = ("B*" if shape.stroke else "f*") if fill else "S"
        canvas.addLiteral(" ".join([*path, *"h" * shape.closed, paint]))

    def _label(
        self, label: Label, left: float, top: float, tag: Tag | None, scale: float
    ) -> None:
        face = self._faces.bold if label.bold else self._faces.regular
        line, size = face.line(printable(label.text)), label.size * scale
        if not line.width:
            return
        self._mark(tag)
        canvas, (x, down) = self._canvas, label.at
        left += x * scale - _BEFORE[label.anchor] * line.width * size
        base = top - down * scale
        canvas.setFillColorRGB(*HexColor(label.colour).rgb())
        for run in line.runs:
            if run.read_as:
                letters = f"\ufeff{run.read_as}".encode("utf-16-be").hex()
                canvas.addLiteral(f"/Span <</ActualText <{letters}>>> BDC")
            canvas.setFont(run.font, size)
            text = _Text(canvas, left + run.x * size, base)
            text.textOut(run.text)
            canvas.drawText(text)
            if run.read_as:
                canvas.addLiteral("EMC")

    def watermark(self, word: str, width: float, height: float) -> None:
        """Draw a pale word from corner to corner of a page of this size."""
        size = hypot(width, height) * _ACROSS / self._faces.bold.line(word).width
        canvas = self._canvas
        self._mark(None)
        canvas.saveState()
        canvas.setFillAlpha(_PALE_WORD)
        canvas.translate(width / 2, height / 2)
        canvas.rotate(degrees(atan2(height, width)))
        middle = 0.0, size / 3
        self.draw(Label(middle, word, size, Anchor.MIDDLE, bold=True), 0.0, 0.0)
        canvas.restoreState()

    def bookmark(self, name: str, title: str) -> None:
        """List the current page in the document's outline."""
        self._canvas.bookmarkPage(name)
        self._canvas.addOutlineEntry(title, name)

    def link(
        self,
        sheet: str,
        corner: tuple[float, float],
        size: tuple[float, float],
        cell: Tag,
    ) -> None:
        """Link a rectangle in a cell to a sheet, if the sheet is in this document."""
        if sheet not in self._links:
            return
        bookmark, title = self._links[sheet]
        (x, y), (width, height) = corner, size
        name, key = self.structure.link(cell)
        self._canvas.linkRect(
            title,
            bookmark,
            (x, y, x + width, y + height),
            name=name,
            relative=1,
            Border="[0 0 0]",
            StructParent=key,
        )

    def _mark(self, tag: Tag | None) -> None:
        """Begin marked content, unless the open marked content has the same tag."""
        wanted = tag or "Artifact"
        if wanted == self._marked:
            return
        if self._marked:
            self._canvas.addLiteral("EMC")
        self._marked = wanted
        self._canvas.addLiteral(self.structure.mark(tag) if tag else "/Artifact BMC")
