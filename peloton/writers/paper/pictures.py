"""Render the pages of a PDF document as PNG pictures."""

from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]  # it ships no type hints

SCALES = {"share": 2.0}
"""Pixels per point, by paper size."""
_SCALE = 150 / 72


def to_pngs(pdf: bytes, paper: str) -> list[bytes]:
    """Render every page of a document as a PNG picture, at 150 dots per inch.

    The pages of the paper `share` have 1080 by 1350 pixels.
    """
    pictures = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            image = page.render(scale=SCALES.get(paper, _SCALE)).to_pil()
            out = BytesIO()
            image.save(out, "PNG", optimize=True)
            pictures.append(out.getvalue())
    return pictures
