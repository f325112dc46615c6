"""The cover of a book: a large title with pictures below it."""

from dataclasses import replace

from peloton.reports.drawing import rectangle
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.blocks import (
    Frame,
    block_of,
    measure_tables,
    note_block,
    picture_block,
)
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
    Tag,
)
from peloton.writers.paper.pieces import shape_area
from peloton.writers.paper.style import column_style
from peloton.writers.paper.wrapping import wrapped_lines

_STRIPE, _LINE = 10.0, 2.0
"""Height of the stripe above the title and of the line below it."""
_TITLES, _SUBTITLE, _LEADING = (36.0, 30.0, 26.0, 22.0), 12.0, 1.2
_FEW, _MOST = 1, 8
"""Maximum number of lines of a title in a large type size, and in the smallest."""
_ENLARGED, _REDUCED = 2.1, 0.1
"""Maximum and minimum scale of the pictures."""
_TABLE_SIZE, _STEP = 9.5, 0.98
"""Maximum type size of tables; factor by which pictures and tables are reduced."""
_MOST_SPACE = 60.0
"""Maximum extra space above each block, to fill the page."""


def side_margin(sheet: Sheet) -> float:
    """Return a cover's side margin, which is smaller on half a page."""
    return MARGIN * 2 / 3 if sheet.half else MARGIN


def cover_page(
    sheet: Sheet, faces: Typefaces, paper: tuple[float, float]
) -> tuple[Page, float]:
    """Return a page with the title, and the y coordinate of the free space below it.

    Above the title is a stripe in the colours of the jerseys.
    """
    page, margin = Page(*paper), side_margin(sheet)
    inner = page.width - 2 * margin
    y = page.height - margin
    colours = dict.fromkeys(shirt.colour for _, shirt in sheet.jerseys)
    for number, colour in enumerate(colours):
        width = inner / len(colours)
        corner = (margin + number * width, -y)
        band = rectangle(corner, (width, _STRIPE), colour, edged=True)
        page.areas.append(shape_area(band, 0.0, 0.0))
    y -= _STRIPE + margin / 2
    title, subtitle = printable(sheet.title), printable(sheet.subtitle)
    for size in _TITLES[2:] if sheet.half else _TITLES:
        lines = wrapped_lines(title, faces.bold, size, inner, _MOST)
        if len(lines) <= _FEW:
            break
    tag = Tag("H1")
    texts: list[tuple[ShapedLine, float, Colour, Tag]] = [
        (line, size, BLUE, tag) for line in lines
    ]
    if subtitle:
        lines = wrapped_lines(subtitle, faces.regular, _SUBTITLE, inner, _MOST)
        tag = Tag("P")
        texts += [(line, _SUBTITLE, DARK_GREY, tag) for line in lines]
    for line, size, shade, tag in texts:
        y -= size * _LEADING
        page.texts.append(PlacedText(shade, line, size, margin, y + size * 0.25, tag))
    y -= margin / 4
    page.fills.append(Fill(BLUE, margin, y - _LINE, inner, _LINE))
    return page, y - margin / 4


def cover_blocks(sheet: Sheet, frame: Frame) -> list[Block]:
    """Return the blocks below the title, spaced to fill the page.

    They are the pictures, all at the same scale, and the first `front` tables. Both are
    reduced until they fit.
    """
    tables = measure_tables(sheet.tables[: sheet.front], sheet, frame)
    notes = [note_block(sheet, frame)] if sheet.notes else []
    widest = max((picture.width for picture in sheet.pictures), default=frame.width)
    scale, size = min(_ENLARGED, frame.width / widest), _TABLE_SIZE
    while True:
        style = column_style(size, wraps=True)
        fits = [table.fitted_or_cut(frame.width, style) for table in tables]
        blocks = [
            *(picture_block(p, sheet, frame, scale) for p in sheet.pictures),
            *(block_of(fitted, frame) for fitted in fits),
            *notes,
        ]
        spare = frame.height - sum(block.before + block.height for block in blocks)
        if spare >= 0 or scale < _REDUCED or not sheet.pictures:
            break
        scale, size = scale * _STEP, size * _STEP
    more = min(max(spare, 0.0) / max(len(blocks), 1), _MOST_SPACE)
    return [replace(block, before=block.before + more) for block in blocks]
