"""Sheets -> a printed document: A4 pages with numbers and repeated headings."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from peloton.reports.sheet import Sheet, shown_rows, visible
from peloton.writers.fonts import BOLD, REGULAR, Typeface, registered
from peloton.writers.grid import Typefaces
from peloton.writers.pages import MARGIN, Colour, Page, Placed, pages_of


class Glyphs(NamedTuple):
    """Glyphs of one font on a page, from their left end on."""

    colour: Colour
    font: str
    size: float
    x: float
    y: float
    letters: str


def to_pdf(sheets: Sequence[Sheet]) -> bytes:
    """Print sheets on A4, each from a new page on, as the bytes of a PDF file.

    The same sheets give the same bytes. Every letter is set in an embedded font
    that has it, shaped and in the right order; text too long for its column is
    wrapped.
    """
    texts = {text for sheet in sheets for text in _texts(sheet)}
    marks = "0123456789 Pageof"
    faces = Typefaces(
        regular=Typeface([*texts, marks], REGULAR),
        bold=Typeface([*_bold_texts(sheets), marks], BOLD),
    )
    out = BytesIO()
    with registered(faces.regular, faces.bold):
        canvas = Canvas(
            out,
            pagesize=A4,
            invariant=1,
            pageCompression=1,
            # A page opens with a font, and Helvetica would not be embedded.
            # The stubs mistake its name for a size.
            initialFontName=faces.regular.base,  # type: ignore[arg-type]  # see above
        )
        canvas.setTitle(visible(sheets[0].title) if sheets else "")
        canvas.setSubject(visible(sheets[0].subtitle) if sheets else "")
        canvas.setCreator("peloton")
        for page in pages_of(sheets, faces):
            _draw(canvas, page)
        canvas.save()
    return out.getvalue()


def _texts(sheet: Sheet) -> Iterable[str]:
    yield from map(visible, (sheet.subtitle, *sheet.notes))
    for table in sheet.tables:
        yield from map(visible, table.notes)
        for row in shown_rows(table, sheet.unit):
            yield from row


def _bold_texts(sheets: Iterable[Sheet]) -> Iterable[str]:
    for sheet in sheets:
        yield visible(sheet.title)
        for table in sheet.tables:
            yield visible(table.title)
            yield from (visible(column.title) for column in table.columns)


def _draw(canvas: Canvas, page: Page) -> None:
    canvas.setPageSize((page.width, page.height))
    for y, width, thickness, colour in page.rules:
        canvas.setStrokeColorRGB(*colour)
        canvas.setLineWidth(thickness)
        canvas.line(MARGIN, y, MARGIN + width, y)
    for said, glyphs in _spans(page.texts):
        if said:
            letters = f"\ufeff{said}".encode("utf-16-be").hex()
            canvas.addLiteral(f"/Span <</ActualText <{letters}>>> BDC")
        _write(text := canvas.beginText(), glyphs)
        canvas.drawText(text)
        if said:
            canvas.addLiteral("EMC")
    canvas.showPage()


def _spans(texts: Iterable[Placed]) -> Iterator[tuple[str, list[Glyphs]]]:
    """Part what stands on a page into what reads as drawn, and what does not.

    The second kind comes with its letters, for whoever searches or copies it.
    """
    said, span = "", list[Glyphs]()
    for colour, line, size, left, base in texts:
        for font, text, x, y, letters in line.runs:
            # Only what says nothing goes on with the span before it.
            if letters or (letters is None and said):
                yield said, span
                said, span = letters or "", []
            span.append(
                Glyphs(colour, font, size, left + x * size, base + y * size, text)
            )
    yield said, span


def _write(text: PDFTextObject, span: Iterable[Glyphs]) -> None:
    """Write glyphs; the font and the colour change only where they do."""
    using: tuple[str, float] | None = None
    painted: Colour | None = None
    for colour, font, size, x, y, letters in span:
        if colour != painted:
            painted = colour
            text.setFillColorRGB(*colour)
        if (font, size) != using:
            using = font, size
            text.setFont(font, size)
        text.setTextOrigin(x, y)
        text.textOut(letters)
