"""Pages that are filled: a cover with a large title, or a first page for a wall.

Their pictures and tables get the largest sizes with which all of them fit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

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
from peloton.writers.paper.style import HEADLINE, MARGIN, column_style
from peloton.writers.paper.table_fit import MeasuredTable

_STRIPE, _LINE = 10.0, 2.0
"""Height of the stripe above the title and of the line below it."""
_TITLES, _SUBTITLE, _LEAD = (36.0, 30.0, 26.0, 22.0), 12.0, 13.0
"""Type sizes of a title, the largest first, of a subtitle and of a lead paragraph."""
_FEW, _MOST = 1, 8
"""Maximum number of lines of a title in a large type size, and in the smallest size."""
_ENLARGED = 2.1
"""Maximum scale of the pictures on a cover."""
_COVER_SIZES = (14.0, 13.0, 12.0, 11.5, 11.0, 10.6)
"""Type sizes of a cover's tables that are tried before its pictures are reduced.

At the smallest, column titles have 9 points.
"""
_STEP, _REDUCED, _LEAST = 0.98, 0.65, 0.05
"""Factor of each reduction of the pictures; below `_REDUCED`, tables are reduced too,
until all fits or the pictures are reduced to `_LEAST`."""


class Sizes(NamedTuple):
    """Sizes to try for a page: the scale of pictures, the type size and row padding."""

    scale: float
    type: float
    padding: float


_WALL_SIZES = (
    *(
        Sizes(1.0, size, padding)
        for size in (11.0, 10.5, 10.0, 9.5, 9.0, 8.5)
        for padding in (8.0, 5.0, 2.5)
    ),
    *(Sizes(scale, 8.5, 2.5) for scale in (0.85, 0.7)),
)
"""Sizes to try for a first page for a wall, the largest first."""


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


def sizes_to_try(sheet: Sheet) -> Iterator[Sizes]:
    """Yield the sizes to try for the first page of a sheet, the largest first."""
    if not sheet.cover:
        yield from _WALL_SIZES
        return
    for size in _COVER_SIZES:
        yield Sizes(1.0, size, column_style(size).padding)
    scale = 1.0
    while scale > _LEAST:
        scale *= _STEP
        size = _COVER_SIZES[-1] * min(1.0, scale / _REDUCED)
        yield Sizes(scale, size, column_style(size).padding)


def first_page_blocks(
    sheet: Sheet, tables: Sequence[MeasuredTable], frame: Frame, sizes: Sizes
) -> list[Block] | None:
    """Return the blocks below the title: pictures, tables, then notes.

    On a wall, the first table is a headline above the pictures, and the others are side
    by side; their text is wrapped at the smallest type size. Return None if a table is
    too wide for the type size, so that the caller tries a smaller one.
    """
    headlines = [] if sheet.cover else [tables[0].fitted_or_cut(frame.width, HEADLINE)]
    smallest = _COVER_SIZES[-1] if sheet.cover else _WALL_SIZES[-1].type
    wraps = not sheet.cover and sizes.type == smallest
    fits = column_tables(tables[len(headlines) :], frame, sizes.type, wraps=wraps)
    beside = frame.column if len(fits) > 1 and not sheet.cover else frame.width
    if sizes.type > smallest and any(
        fitted.size < sizes.type or fitted.room > beside for fitted in fits
    ):
        return None
    widest = max((picture.width for picture in sheet.pictures), default=frame.width)
    most = min(_ENLARGED, frame.width / widest) if sheet.cover else 1.0
    padded = (
        replace(fitted, style=replace(fitted.style, padding=sizes.padding))
        for fitted in fits
    )
    return [
        *(block_of(fitted, frame) for fitted in headlines),
        *(picture_block(p, sheet, frame, sizes.scale * most) for p in sheet.pictures),
        *(block_of(fitted, frame) for fitted in padded),
        *([note_block(sheet, frame)] if sheet.notes_with_legend else []),
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
