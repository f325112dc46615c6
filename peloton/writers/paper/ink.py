"""Pages as values -> the pages of a PDF file.

A page is written in the operators of the format itself: reportlab's own calls, made
for one line or one word, take twice as long as everything else.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import atan2, cos, hypot, sin
from operator import itemgetter

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfgen.canvas import Canvas

from peloton.reports.sheet import Sheet
from peloton.rules.words import visible
from peloton.writers.paper.fonts import Run, ShapedLine, Typefaces
from peloton.writers.paper.page import BLACK, Area, Colour, Link, Page, PlacedText

_ACROSS, _PALE_WORD = 0.7, 0.1
"""The part of the diagonal that a watermark fills, and how dark it is."""
_Encoded = list[tuple[str, str]]
"""The pieces of a text: the name of a font in the file, and the codes shown in it."""


class Ink:
    """Draws the pages of one document."""

    def __init__(
        self,
        canvas: Canvas,
        sheets: Sequence[Sheet],
        faces: Typefaces,
        scale: float = 1.0,
    ) -> None:
        """Draw on a canvas, so large; links lead to the first sheet of a name."""
        self.canvas, self.scale = canvas, scale
        # Fonts keep the codes of their letters by document: canvases ask for it too.
        self.document = vars(canvas)["_doc"]
        self.titles = [visible(sheet.title) for sheet in sheets]
        self.numbers = {
            sheet.name or sheet.title: number
            for number, sheet in reversed(list(enumerate(sheets)))
        }
        self.fonts = {**faces.regular.fonts, **faces.bold.fonts}
        self.encoded: dict[tuple[str, str], _Encoded] = {}

    def draw(self, page: Page) -> None:
        """Draw a page, with its links and its place in the outline."""
        canvas = self.canvas
        scale = self.scale
        canvas.setPageSize((page.width * scale, page.height * scale))
        if scale != 1:
            canvas.scale(scale, scale)
        for operator in self._operators(page):
            canvas.addLiteral(operator)
        if page.watermark:
            self._across(page, page.watermark)
        if page.begins is not None and len(self.titles) > 1:
            canvas.bookmarkPage(f"sheet-{page.begins}")
            canvas.addOutlineEntry(self.titles[page.begins], f"sheet-{page.begins}")
        for link in page.links:
            self._link(link)
        canvas.showPage()

    def _across(self, page: Page, word: ShapedLine) -> None:
        """Set a word from corner to corner; what is below is read through it."""
        angle = atan2(page.height, page.width)
        size = hypot(page.width, page.height) * _ACROSS / word.width
        turn, climb = cos(angle), sin(angle)
        canvas = self.canvas
        canvas.saveState()
        canvas.setFillAlpha(_PALE_WORD)
        canvas.transform(*(turn, climb, -climb, turn, page.width / 2, page.height / 2))
        middle = PlacedText(BLACK, word, size, -word.width * size / 2, -size / 3)
        for operator in ("BT", *self._texts([middle]), "ET"):
            canvas.addLiteral(operator)
        canvas.restoreState()

    def _link(self, link: Link) -> None:
        number = self.numbers.get(link.to)
        if number is None or len(self.titles) == 1:
            return
        corners = (link.x, link.y, link.x + link.width, link.y + link.height)
        self.canvas.linkRect(
            "", f"sheet-{number}", corners, relative=1, Border="[0 0 0]"
        )

    def _operators(self, page: Page) -> Iterator[str]:
        for colour, fills in groupby(page.fills, itemgetter(0)):
            yield f"{_rgb(colour)} rg"
            for _, x, y, width, height in fills:
                yield f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"
            yield "f"
        for (colour, thickness), rules in groupby(page.rules, itemgetter(0, 1)):
            yield f"{_rgb(colour)} RG {thickness:.2f} w"
            for _, _, x, y, to_x, to_y in rules:
                yield f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l"
            yield "S"
        if page.areas:
            yield "1 j 1 J"
            yield from map(_area, page.areas)
        yield "BT"
        yield from self._texts(page.texts)
        yield "ET"

    def _texts(self, texts: Iterable[PlacedText]) -> Iterator[str]:
        """Write the texts, with the letters of those that do not read as drawn.

        A reader searches and copies by these letters.
        """
        using, painted, span = "", None, False
        for colour, line, size, left, base in texts:
            if colour != painted:
                painted = colour
                yield f"{_rgb(colour)} rg"
            for run in line.runs:
                # Only a run without letters goes on with the span before it.
                if span and run.read_as != "":
                    yield "EMC"
                    span = False
                if run.read_as:
                    letters = f"\ufeff{run.read_as}".encode("utf-16-be").hex()
                    yield f"/Span <</ActualText <{letters}>>> BDC"
                    span = True
                x, y = left + run.x * size, base + run.y * size
                yield f"1 0 0 1 {x:.2f} {y:.2f} Tm"
                for font, codes in self._encoded(run):
                    if (chosen := f"{font} {size:.2f} Tf") != using:
                        using = chosen
                        yield chosen
                    yield codes
        if span:
            yield "EMC"

    def _encoded(self, run: Run) -> _Encoded:
        """Encode a text in its font; the same text is encoded once a document."""
        key = run.font, run.text
        pieces = self.encoded.get(key)
        if pieces is None:
            font = self.fonts[run.font]
            pieces = self.encoded[key] = [
                (
                    font.getSubsetInternalName(subset, self.document),
                    f"({escapePDF(codes)}) Tj",
                )
                for subset, codes in font.splitString(run.text, self.document)
            ]
        return pieces


def _rgb(colour: Colour) -> str:
    return " ".join(f"{part:.3f}" for part in colour)


def _area(area: Area) -> str:
    (x, y), *others = area.points
    path = [f"{x:.2f} {y:.2f} m", *(f"{a:.2f} {b:.2f} l" for a, b in others)]
    colours = []
    if area.fill:
        colours.append(f"{_rgb(area.fill)} rg")
    if area.stroke:
        colours.append(f"{_rgb(area.stroke)} RG {area.thickness:.2f} w")
    paint = {(True, True): "B", (True, False): "f", (False, True): "S"}
    done = paint.get((area.fill is not None, area.stroke is not None), "n")
    if area.dash:
        # The next line is whole again.
        colours.append(f"[{' '.join(f'{part:.2f}' for part in area.dash)}] 0 d")
        done += " [] 0 d"
    return " ".join([*colours, *path, *(["h"] if area.closed else []), done])
