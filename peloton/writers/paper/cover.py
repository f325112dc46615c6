"""The cover of a book: a large title with pictures below it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from peloton.reports.drawing import rectangle
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.blocks import (
    Frame,
    TextStyle,
    block_of,
    column_tables,
    note_block,
    paragraph,
    paragraphs,
    picture_block,
)
from peloton.writers.paper.flow import Block, Unit
from peloton.writers.paper.pen import BLACK, BLUE, DARK_GREY
from peloton.writers.paper.pieces import Drawing, Piece, drawn_shapes, separator
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import MARGIN
from peloton.writers.paper.table_fit import MeasuredTable

_STRIPE, _LINE = 10.0, 2.0
"""Height of the stripe above the title and of the line below it."""
_TITLES, _SUBTITLE, _LEAD = (36.0, 30.0, 26.0, 22.0), 12.0, 13.0
"""Type sizes of a title, the largest first, of a subtitle and of a lead paragraph."""
_FEW, _MOST = 1, 8
"""Maximum number of lines of a title in a large type size, and in the smallest size."""
_ENLARGED = 2.1
"""Maximum scale of the pictures on a cover."""
_TABLE_SIZES = (14.0, 13.0, 12.0, 11.5, 11.0, 10.6)
"""Type sizes of tables that are tried before the pictures are reduced.

At the smallest, column titles have 9 points.
"""
_STEP, _REDUCED, _LEAST = 0.98, 0.65, 0.05
"""Factor of each reduction of the pictures; below `_REDUCED`, tables are reduced too,
until all fits or the pictures are reduced to `_LEAST`."""


def side_margin(sheet: Sheet) -> float:
    """Return the side margin of a cover, which is smaller for half a page."""
    return MARGIN * 2 / 3 if sheet.half else MARGIN


def cover_heading(sheet: Sheet, frame: Frame, gap: float) -> Unit:
    """Return the title, subtitle and lead of a cover, with `gap` points between them.

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
    font = TextStyle(frame.faces.bold, _LEAD, BLACK)
    lead = paragraphs(filter(None, [sheet.lead]), font, frame.width)
    return (
        drawn_shapes(stripe, _STRIPE),
        Drawing(gap),
        *title,
        Drawing(gap),
        separator(frame.width, _LINE),
        Drawing(gap),
        *((*lead, Drawing(gap)) if lead else ()),
    )


def cover_sizes() -> Iterator[tuple[float, float]]:
    """Yield pairs of sizes to try for a cover, the largest first.

    Each consists of the scale of the pictures, as a share of the maximum, and of the
    type size of the tables.
    """
    yield from ((1.0, size) for size in _TABLE_SIZES)
    scale = 1.0
    while scale > _LEAST:
        scale *= _STEP
        yield scale, _TABLE_SIZES[-1] * min(1.0, scale / _REDUCED)


def cover_blocks(
    sheet: Sheet,
    tables: Sequence[MeasuredTable],
    frame: Frame,
    share: float,
    size: float,
) -> list[Block] | None:
    """Return the blocks below the title of a cover: pictures, tables, then notes.

    `share` and `size` are a pair from `cover_sizes`. Return None if a table is too wide
    for this type size, so that the caller tries a smaller one.
    """
    fits = column_tables(tables, frame, size)
    if size > _TABLE_SIZES[-1] and any(fitted.size < size for fitted in fits):
        return None
    widest = max((picture.width for picture in sheet.pictures), default=frame.width)
    scale = share * min(_ENLARGED, frame.width / widest)
    return [
        *(picture_block(p, sheet, frame, scale) for p in sheet.pictures),
        *(block_of(fitted, frame) for fitted in fits),
        *([note_block(sheet, frame)] if sheet.notes else []),
    ]


def spread_blocks(blocks: Sequence[Block], space: float, maximum: float) -> list[Block]:
    """Distribute space over the tops of full-width blocks and of groups of columns.

    `maximum` limits the space added above each.
    """
    starts = [
        number
        for number, block in enumerate(blocks)
        if block.wide or not number or blocks[number - 1].wide
    ]
    more = min(max(space, 0.0) / max(len(starts), 1), maximum)
    return [
        replace(block, before=block.before + more * (number in starts))
        for number, block in enumerate(blocks)
    ]
