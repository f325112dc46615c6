"""Pages that are filled: a cover with a large title, or a first page for a wall.

Their pictures and tables get the largest sizes with which all of them fit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from peloton.reports.drawing import rectangle
from peloton.reports.sheet import Sheet
from peloton.writers.paper.blocks import (
    block_of,
    column_tables,
    note_blocks,
    picture_block,
)
from peloton.writers.paper.flow import Block, Frame, Unit
from peloton.writers.paper.pieces import (
    Drawing,
    Piece,
    paragraphs,
    separator,
)
from peloton.writers.paper.style import (
    COVER_LEAD,
    COVER_SUBTITLE,
    COVER_TITLE,
    HEADLINE,
    column_style,
)
from peloton.writers.paper.table_fit import MeasuredTable

_STRIPE, _LINE = 10.0, 2.0
"""Height of the stripe above the title and of the line below it."""
_TITLES = (36.0, 30.0, 26.0, COVER_TITLE.size)
"""Type sizes of a title; the largest in which it is a single line is used."""
_ENLARGED = 2.1
"""Maximum scale of the pictures on a cover."""
_COVER_SIZES = (14.0, 13.0, 12.0, 11.5, 11.0, 10.6)
"""Type sizes of a cover's tables that are tried before its pictures are reduced.

At the smallest, column titles have 9 points.
"""
_STEP, _REDUCED, _LEAST = 0.98, 0.65, 0.05
"""Factor of each reduction of the pictures; below `_REDUCED`, tables are reduced too,
until all fits or the pictures are reduced to `_LEAST`."""


_WALL_SIZES = (
    *product((1.0,), (11.0, 10.5, 10.0, 9.5, 9.0, 8.5), (8.0, 5.0, 2.5)),
    *((0.85, 8.5, 2.5), (0.7, 8.5, 2.5)),
)
"""Sizes to try for a first page for a wall, the largest first.

They are the scale of the pictures, and the type size and row padding of the tables.
"""


def cover_heading(sheet: Sheet, frame: Frame) -> Unit:
    """Return the title, subtitle and lead of a cover, below a stripe.

    The stripe is in the colours of the jerseys.
    """
    colours = dict.fromkeys(shirt.colour for _, shirt in sheet.jerseys)
    width, gap = frame.width / max(len(colours), 1), Drawing(frame.margin / 4)
    stripe = [
        rectangle((number * width, 0.0), (width, _STRIPE), colour, edged=True)
        for number, colour in enumerate(colours)
    ]
    faces, title = frame.faces, list[Piece]()
    for size in _TITLES[2:] if sheet.half else _TITLES:
        style = COVER_TITLE._replace(size=size)
        title = paragraphs([sheet.title], style, faces, frame.width)
        if len(title) == 1:
            break
    subtitle, lead = filter(None, [sheet.subtitle]), filter(None, [sheet.lead])
    title += paragraphs(subtitle, COVER_SUBTITLE, faces, frame.width)
    about = paragraphs(lead, COVER_LEAD, faces, frame.width)
    line = separator(frame.width, _LINE)
    above = Drawing(_STRIPE, stripe), gap, *title, gap, line, gap
    return (*above, *about, gap) if about else above


def _cover_sizes() -> Iterator[tuple[float, float, float]]:
    """Yield the sizes to try for a cover, like those for a wall."""
    for size in _COVER_SIZES:
        yield 1.0, size, column_style(size).padding
    scale = 1.0
    while scale > _LEAST:
        scale *= _STEP
        size = _COVER_SIZES[-1] * min(1.0, scale / _REDUCED)
        yield scale, size, column_style(size).padding


def first_page_blocks(
    sheet: Sheet, tables: Sequence[MeasuredTable], frame: Frame
) -> Iterator[list[Block]]:
    """Yield the blocks below the title in each size to try, the largest first.

    They are the pictures, the tables and the notes. On a wall, the first table is a
    headline above the pictures, and the others are side by side; their text is wrapped
    at the smallest type size. Sizes at which a table would be too wide are left out.
    """
    fitted = [] if sheet.cover else [tables[0].fitted_or_cut(frame.width, HEADLINE)]
    headlines, notes = [block_of(f, frame) for f in fitted], note_blocks(sheet, frame)
    sizes = [*_cover_sizes()] if sheet.cover else _WALL_SIZES
    smallest = _COVER_SIZES[-1] if sheet.cover else _WALL_SIZES[-1][1]
    widest = max((picture.width for picture in sheet.pictures), default=frame.width)
    most = min(_ENLARGED, frame.width / widest) if sheet.cover else 1.0
    for scale, size, padding in sizes:
        wraps = not sheet.cover and size == smallest
        fits = column_tables(tables[len(headlines) :], frame, size, wraps=wraps)
        beside = frame.column if len(fits) > 1 and not sheet.cover else frame.width
        too_wide = any(fit.size < size or fit.room > beside for fit in fits)
        if size > smallest and too_wide:
            continue
        padded = (replace(f, style=replace(f.style, padding=padding)) for f in fits)
        yield [
            *headlines,
            *(picture_block(p, sheet, frame, scale * most) for p in sheet.pictures),
            *(block_of(fit, frame) for fit in padded),
            *notes,
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
