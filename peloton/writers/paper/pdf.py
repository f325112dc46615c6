"""Write sheets as a PDF document with page numbers and repeated headings."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from math import sqrt
from string import ascii_lowercase

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from peloton.reports.drawing import Label
from peloton.reports.sheet import Sheet, printed_rows
from peloton.rules.words import printable
from peloton.writers.paper.font_files import letters_without_font
from peloton.writers.paper.fonts import Typefaces, typefaces
from peloton.writers.paper.pages import pages_of
from peloton.writers.paper.pen import Pen
from peloton.writers.paper.structure import PDF_VERSION
from peloton.writers.paper.style import PAPERS, Imprint

# Do not encode the pages as text (ASCII85): they would be a quarter larger and take a
# fifth of the total time.
rl_config.useA85 = 0


def to_pdf(sheets: Sequence[Sheet], imprint: Imprint | None = None) -> bytes:
    """Return the bytes of a PDF file with the sheets, each starting on a new page.

    The same sheets give the same bytes, unless the imprint names a tour. Fonts for all
    letters are embedded, and every script is shaped and ordered correctly. Several
    sheets are listed in the outline. Raises PelotonError if a font is missing.
    """
    imprint = imprint or Imprint()
    always = f"0123456789 /=·(){ascii_lowercase}", printable(imprint.tour)
    out = BytesIO()
    with typefaces([*_texts(sheets), *always]) as faces:
        canvas = _empty_document(out, sheets, imprint, faces)
        titles = [printable(sheet.title) for sheet in sheets]
        # If several sheets have the same name, links lead to the first of them.
        links = {
            sheet.name or sheet.title: (f"sheet-{number}", titles[number])
            for number, sheet in reversed([*enumerate(sheets)])
        }
        pen = Pen(canvas, faces, links if len(sheets) > 1 else {})
        scale = sqrt(2) if imprint.paper == "a3" else 1.0
        for page in pages_of(sheets, faces, imprint):
            pen.begin_page(page.width, page.height, scale)
            for number in page.begins if len(sheets) > 1 else ():
                pen.bookmark(f"sheet-{number}", titles[number])
            for piece, left, top in page.pieces:
                piece.put(pen, left, top)
            if page.watermark:
                pen.watermark(page.watermark, page.width, page.height)
            pen.end_page()
        canvas.save()
        return pen.structure.added_to(out.getvalue())


def _empty_document(
    out: BytesIO, sheets: Sequence[Sheet], imprint: Imprint, faces: Typefaces
) -> Canvas:
    canvas = Canvas(
        out,
        pagesize=PAPERS[imprint.paper],
        invariant=0 if imprint.tour else 1,
        pageCompression=1,
        pdfVersion=PDF_VERSION,
        lang=imprint.language,
        # Select a font at the start of every page: otherwise reportlab selects
        # Helvetica, which is not embedded. The type stubs expect a size instead of a
        # name.
        initialFontName=faces.regular.base,  # type: ignore[arg-type]  # see above
    )
    title = (imprint.tour, sheets[0].title) if sheets else ()
    canvas.setTitle(printable(" · ".join(dict.fromkeys(filter(None, title)))))
    canvas.setAuthor(printable(imprint.author))
    canvas.setSubject(printable(sheets[0].subtitle) if sheets else "")
    canvas.setCreator("peloton")
    covered = bool(sheets) and sheets[0].cover
    if covered:
        canvas.addPageLabel(0, prefix=printable(sheets[0].name))
    canvas.addPageLabel(int(covered), style="ARABIC", start=1 + covered)
    return canvas


def names_without_font(sheets: Iterable[Sheet]) -> dict[str, str]:
    """Map each text for which letters are missing from all fonts to these letters."""
    names: dict[str, str] = {}
    for text in _texts(sheets):
        if not text.isascii() and not any(name in text for name in names):
            letters = letters_without_font(text)
            names |= {text: letters} if letters else {}
    return names


def _texts(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield all texts of sheets that need fonts."""
    for sheet in sheets:
        texts = [sheet.title, sheet.subtitle, sheet.lead, sheet.watermark]
        texts += sheet.notes_with_legend
        for picture in sheet.pictures:
            labels = (shape for shape in picture.shapes if isinstance(shape, Label))
            texts += [picture.title, *(label.text for label in labels)]
        for table in sheet.tables:
            texts += [table.title, table.continued, *table.notes]
            texts += [column.title for column in table.columns]
            texts += [column.page_title for column in table.columns]
            for row in printed_rows(table, sheet.unit):
                yield from row
        yield from map(printable, texts)


def to_pngs(pdf: bytes, paper: str) -> list[bytes]:
    """Render every page of a document as a PNG picture, at 150 dots per inch.

    Pages of the paper size `share` are 1080 by 1350 pixels.
    """
    import pypdfium2  # type: ignore[import-untyped]  # it ships no type hints

    pixels_per_point = 2.0 if paper == "share" else 150 / 72
    pictures = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            out = BytesIO()
            page.render(scale=pixels_per_point).to_pil().save(out, "PNG", optimize=True)
            pictures.append(out.getvalue())
    return pictures
