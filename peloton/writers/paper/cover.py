"""The cover of a book: its title in colour, its pictures large."""

from dataclasses import replace

from peloton.reports.sheet import Sheet
from peloton.rules.words import visible
from peloton.writers.paper.blocks import Frame, note_block, picture_block, table_blocks
from peloton.writers.paper.flow import Block
from peloton.writers.paper.fonts import ShapedLine, Typefaces
from peloton.writers.paper.page import (
    BLUE,
    MARGIN,
    PALE_BLUE,
    WHITE,
    Colour,
    Fill,
    Page,
    PlacedText,
    colour_of,
)
from peloton.writers.paper.wrapping import wrapped_lines

_BAND = 0.38
"""The part of the page that is filled with colour."""
_STRIPE = 7.0
"""The height of the stripe of jerseys under it."""
_TITLES, _SUBTITLE, _LEADING = (44.0, 36.0, 28.0, 21.0), 14.0, 1.2
_FEW, _MOST = 3, 8
"""The lines of a title before it is set smaller, and at most."""
_ENLARGED = 2.0
"""How many times a picture is enlarged at most."""


def cover_page(
    sheet: Sheet, faces: Typefaces, paper: tuple[float, float]
) -> tuple[Page, float]:
    """Return a page with the title in a block of colour, and the height free below it.

    The stripe under the block has the colours of the jerseys.
    """
    page = Page(*paper)
    foot = page.height * (1 - _BAND)
    page.fills.append(Fill(BLUE, 0.0, foot, page.width, page.height - foot))
    colours = list(dict.fromkeys(shirt.colour for _, shirt in sheet.jerseys))
    for number, colour in enumerate(colours):
        stripe_width = page.width / len(colours)
        stripe = (number * stripe_width, foot - _STRIPE, stripe_width, _STRIPE)
        page.fills.append(Fill(colour_of(colour), *stripe))
    title, subtitle = visible(sheet.title), visible(sheet.subtitle)
    for size in _TITLES:
        lines = wrapped_lines(title, faces.bold, size, page.inner, _MOST)
        if len(lines) <= _FEW:
            break
    texts: list[tuple[ShapedLine, float, Colour]] = [
        (line, size, WHITE) for line in lines
    ]
    if subtitle:
        lines = wrapped_lines(subtitle, faces.regular, _SUBTITLE, page.inner, _FEW)
        texts += [(line, _SUBTITLE, PALE_BLUE) for line in lines]
    y = foot + MARGIN * 0.8 + sum(size * _LEADING for _, size, _ in texts)
    for line, size, shade in texts:
        y -= size * _LEADING
        page.texts.append(PlacedText(shade, line, size, MARGIN, y + size * 0.25))
    return page, foot - _STRIPE - MARGIN


def cover_blocks(sheet: Sheet, frame: Frame) -> list[Block]:
    """Return the blocks under the title; the pictures share the room left."""
    tables, _ = table_blocks(sheet, frame)
    below = [*tables, *([note_block(sheet, frame)] if sheet.notes else [])]
    used = sum(block.before + block.height for block in below)
    pictures = len(sheet.pictures)
    if not pictures:
        return below
    room = max(frame.height - used, frame.height / 2) / pictures - MARGIN / 2
    shared = replace(frame, height=room)
    return [
        *(picture_block(each, sheet, shared, _ENLARGED) for each in sheet.pictures),
        *below,
    ]
