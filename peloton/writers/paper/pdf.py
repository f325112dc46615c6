"""Write sheets as a PDF document with page numbers and repeated headings."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from string import ascii_lowercase

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from peloton.reports.drawing import Label
from peloton.reports.sheet import ColumnKind, Sheet, Table, printed_rows
from peloton.rules.words import printable
from peloton.writers.paper.font_files import letters_without_font
from peloton.writers.paper.fonts import BOLD, REGULAR, Typefaces, typefaces
from peloton.writers.paper.page import ENLARGED, PAPERS, Imprint
from peloton.writers.paper.pages import pages_of
from peloton.writers.paper.pen import Pen
from peloton.writers.paper.structure import PDF_VERSION
from peloton.writers.paper.table_fit import ARROWS

_PIXELS, _SHARED_PIXELS = 150 / 72, 2.0
"""Pixels per point of a picture, and of one for a chat (paper size `share`)."""

# ASCII85 would make pages a quarter larger and take a fifth of the total time.
rl_config.useA85 = 0


def to_pdf(sheets: Sequence[Sheet], imprint: Imprint | None = None) -> bytes:
    """Return the bytes of a PDF file with the sheets, each starting on a new page.

    The same sheets give the same bytes, unless the document is dated. Fonts for all
    letters are embedded, and every script is shaped and ordered correctly. Several
    sheets are listed in the outline. Raises FontError if a font is missing.
    """
    imprint = imprint or Imprint()
    always = f"0123456789 /=·{ascii_lowercase}", printable(imprint.tour)
    out = BytesIO()
    regular = [*_texts(sheets, REGULAR), *always]
    with typefaces(regular, _texts(sheets, BOLD)) as faces:
        canvas = _empty_document(out, sheets, imprint, faces)
        titles = [printable(sheet.title) for sheet in sheets]
        # If sheets share a name, links lead to the first of them.
        links = {
            sheet.name or sheet.title: (f"sheet-{number}", titles[number])
            for number, sheet in reversed([*enumerate(sheets)])
        }
        pen = Pen(canvas, links if len(sheets) > 1 else {})
        scale = ENLARGED.get(imprint.paper, 1.0)
        for page in pages_of(sheets, faces, imprint):
            pen.begin_page(page.width, page.height, scale)
            for number in page.begins if len(sheets) > 1 else ():
                pen.bookmark(f"sheet-{number}", titles[number])
            for piece, left, top in page.pieces:
                piece.put(pen, left, top)
            pen.end_page()
        canvas.save()
        return pen.structure.added_to(out.getvalue())


def _empty_document(
    out: BytesIO, sheets: Sequence[Sheet], imprint: Imprint, faces: Typefaces
) -> Canvas:
    canvas = Canvas(
        out,
        pagesize=PAPERS[imprint.paper],
        invariant=0 if imprint.dated else 1,
        pageCompression=1,
        pdfVersion=PDF_VERSION,
        lang=imprint.language,
        # Every page selects a font first; the default Helvetica is not embedded.
        # The type stubs expect a size instead of a name.
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


def names_without_font(sheets: Iterable[Sheet]) -> Iterator[tuple[str, str]]:
    """Yield each name that contains letters missing from all fonts, and these letters.

    In a table a name is preceded by the bib of its row. Each name is reported once.
    """
    reported: set[str] = set()
    texts = chain(
        (text for sheet in sheets for table in sheet.tables for text in _named(table)),
        (("", text) for sheet in sheets for _, text in _around_tables(sheet)),
    )
    for bib, text in texts:
        if not text.isascii() and not any(name in text for name in reported):
            letters = letters_without_font(printable(text))
            if letters:
                reported.add(text)
                yield printable(f"{bib} {text}".strip()), letters


def _named(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the bib of the row, or "", and the text of each cell."""
    kinds = [column.kind for column in table.columns]
    place = kinds.index(ColumnKind.BIB) if ColumnKind.BIB in kinds else None
    for row in table.rows:
        bib = "" if place is None else str(row[place] or "")
        for cell in row:
            if isinstance(cell, str):
                yield bib, cell


def _around_tables(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """Yield the weight and the text of everything in a sheet except table cells."""
    bold = [sheet.title, sheet.watermark]
    regular = [sheet.title, sheet.subtitle, sheet.lead, *sheet.notes_with_legend]
    for picture in sheet.pictures:
        bold.append(picture.title)
        for shape in picture.shapes:
            if isinstance(shape, Label):
                (bold if shape.bold else regular).append(shape.text)
    for table in sheet.tables:
        bold.append(f"{table.title} ({table.continued})")
        bold += (f"{column.title} {column.page_title}" for column in table.columns)
        regular += table.notes
    yield from ((BOLD, text) for text in bold)
    yield from ((REGULAR, text) for text in regular)


def _texts(sheets: Iterable[Sheet], weight: int) -> Iterator[str]:
    """Yield all texts of one weight, to find the letters that its fonts need."""
    for sheet in sheets:
        around = _around_tables(sheet)
        yield from (printable(text) for own, text in around if own == weight)
        for table in sheet.tables if weight == REGULAR else ():
            moves = [column.kind is ColumnKind.MOVE for column in table.columns]
            for row in printed_rows(table, sheet.unit):
                # The arrows of moves are drawn, so they need no font.
                pairs = zip(row, moves, strict=True)
                yield from (t.strip(ARROWS) if move else t for t, move in pairs)


def to_pngs(pdf: bytes, paper: str) -> list[bytes]:
    """Render every page of a document as a PNG picture, at 150 dots per inch.

    The pages of the paper `share` have 1080 by 1350 pixels.
    """
    import pypdfium2  # type: ignore[import-untyped]  # it ships no type hints

    scale = _SHARED_PIXELS if paper == "share" else _PIXELS
    pictures = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            out = BytesIO()
            page.render(scale=scale).to_pil().save(out, "PNG", optimize=True)
            pictures.append(out.getvalue())
    return pictures
