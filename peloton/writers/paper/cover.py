"""The cover of a book: a large title with pictures below it."""

from dataclasses import replace

from peloton.reports.drawing import rectangle
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.blocks import (
    Frame,
    TextStyle,
    block_of,
    measure_tables,
    note_block,
    paragraph,
    picture_block,
)
from peloton.writers.paper.flow import Block, Unit
from peloton.writers.paper.page import MARGIN
from peloton.writers.paper.pen import BLUE, DARK_GREY
from peloton.writers.paper.pieces import Drawing, Piece, drawn_shapes, separator
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import column_style

_STRIPE, _LINE = 10.0, 2.0
"""Height of the stripe above the title and of the line below it."""
_TITLES, _SUBTITLE = (36.0, 30.0, 26.0, 22.0), 12.0
"""Type sizes of a title, the largest first, and of a subtitle."""
_FEW, _MOST = 1, 8
"""Maximum number of lines of a title in a large type size, and in the smallest size."""
_ENLARGED, _REDUCED = 2.1, 0.1
"""Maximum and minimum scale of the pictures on a cover."""
_TABLE_SIZE, _STEP = 9.5, 0.98
"""Maximum type size of tables, and the factor of each reduction until all fits."""
_MOST_SPACE = 60.0
"""Maximum extra space above each block, added to fill the page."""


def side_margin(sheet: Sheet) -> float:
    """Return the side margin of a cover, which is smaller for half a page."""
    return MARGIN * 2 / 3 if sheet.half else MARGIN


def cover_heading(sheet: Sheet, frame: Frame, gap: float) -> Unit:
    """Return the title and the subtitle of a cover, with `gap` points between them.

    Above the title is a stripe in the colours of the jerseys.
    """
    colours = dict.fromkeys(shirt.colour for _, shirt in sheet.jerseys)
    width = frame.width / max(len(colours), 1)
    stripe = [
        rectangle((number * width, 0.0), (width, _STRIPE), colour, edged=True)
        for number, colour in enumerate(colours)
    ]
    title: list[Piece] = []
    for size in _TITLES[2:] if sheet.half else _TITLES:
        font = TextStyle(frame.faces.bold, size, BLUE)
        title = paragraph(printable(sheet.title), font, frame.width, _MOST, Tag("H1"))
        if len(title) <= _FEW:
            break
    if sheet.subtitle:
        font = TextStyle(frame.faces.regular, _SUBTITLE, DARK_GREY)
        subtitle = printable(sheet.subtitle)
        title += paragraph(subtitle, font, frame.width, _MOST, Tag("P"))
    return (
        drawn_shapes(stripe, _STRIPE),
        Drawing(gap),
        *title,
        Drawing(gap),
        separator(frame.width, _LINE),
        Drawing(gap),
    )


def cover_blocks(sheet: Sheet, frame: Frame) -> list[Block]:
    """Return the blocks below the title of a cover, spaced to fill the page.

    The blocks are the pictures, all at the same scale, and the first `front` tables.
    Pictures and tables are reduced until they fit.
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
