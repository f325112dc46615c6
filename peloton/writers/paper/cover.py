"""The cover of a book: a large title with pictures below it."""

from dataclasses import replace

from peloton.reports.drawing import drawn_band
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.blocks import Frame, note_block, picture_block, table_blocks
from peloton.writers.paper.flow import Block
from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.page import (
    BLUE,
    DARK_GREY,
    MARGIN,
    Colour,
    Fill,
    Page,
    PlacedText,
)
from peloton.writers.paper.pieces import shape_area
from peloton.writers.paper.wrapping import wrapped_lines

_STRIPE, _LINE = 10.0, 2.0
"""Height of the stripe above the title and of the line below it."""
_TITLES, _SUBTITLE, _LEADING = (44.0, 36.0, 28.0, 21.0), 14.0, 1.2
_FEW, _MOST = 3, 8
"""Number of lines above which a title is set smaller, and maximum number of lines."""
_ENLARGED = 2.0
"""Maximum scale of a picture."""


def cover_page(
    sheet: Sheet, faces: Typefaces, paper: tuple[float, float]
) -> tuple[Page, float]:
    """Return a page with the title, and the y coordinate of the space below it.

    Above the title is a stripe in the colours of the jerseys.
    """
    page = Page(*paper)
    y = page.height - MARGIN
    shirts = dict.fromkeys(shirt for _, shirt in sheet.jerseys)
    for number, shirt in enumerate(shirts):
        width = page.inner / len(shirts)
        corner = (MARGIN + number * width, -y)
        for shape in drawn_band(shirt, corner, width, _STRIPE):
            page.areas.append(shape_area(shape, 0.0, 0.0))
    y -= _STRIPE + MARGIN / 2
    title, subtitle = printable(sheet.title), printable(sheet.subtitle)
    for size in _TITLES:
        lines = wrapped_lines(title, faces.bold, size, page.inner, _MOST)
        if len(lines) <= _FEW:
            break
    texts: list[tuple[ShapedLine, float, Colour]] = [
        (line, size, BLUE) for line in lines
    ]
    if subtitle:
        lines = wrapped_lines(subtitle, faces.regular, _SUBTITLE, page.inner, _FEW)
        texts += [(line, _SUBTITLE, DARK_GREY) for line in lines]
    for line, size, shade in texts:
        y -= size * _LEADING
        page.texts.append(PlacedText(shade, line, size, MARGIN, y + size * 0.25))
    y -= MARGIN / 4
    page.fills.append(Fill(BLUE, MARGIN, y - _LINE, page.inner, _LINE))
    return page, y - MARGIN


def cover_blocks(sheet: Sheet, frame: Frame) -> list[Block]:
    """Return the blocks below the title; the pictures share the remaining height."""
    tables, _ = table_blocks(sheet, frame)
    below = [*tables, *([note_block(sheet, frame)] if sheet.notes else [])]
    used = sum(block.before + block.height for block in below)
    pictures = len(sheet.pictures)
    if not pictures:
        return below
    room = max(frame.height - used, frame.height / 2) / pictures - MARGIN / 2
    shared = replace(frame, height=room)
    return [
        *(picture_block(p, sheet, shared, _ENLARGED) for p in sheet.pictures),
        *below,
    ]
