"""Lay out sheets on pages, before anything is drawn."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, zip_longest

from reportlab.lib.pagesizes import landscape

from peloton.reports.drawing import GREY, Anchor, Dash, Label, Shape, rectangle
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.blocks import (
    block_of,
    column_tables,
    front_blocks,
    measure_tables,
    note_blocks,
    picture_block,
    with_pages,
)
from peloton.writers.paper.flow import Block, Frame, Page, flow, height_of
from peloton.writers.paper.fonts import Typefaces
from peloton.writers.paper.pieces import Drawing, Piece, Unit, paragraphs, separator
from peloton.writers.paper.style import (
    COVER_LEAD,
    COVER_SUBTITLE,
    COVER_TITLE,
    DARK_GREY,
    FOOT,
    LEAD,
    LIST_SIZES,
    MARGIN,
    PALE,
    PAPERS,
    SMALL,
    STAMP,
    SUBTITLE,
    SUBTITLE_AGAIN,
    TITLE,
    TITLE_AGAIN,
    Imprint,
)
from peloton.writers.paper.table_fit import MeasuredTable

_ABOVE_LINE, _UNDER_LINE, _HEADING_LINE = 3.5, 7.8, 1.2
_STRIPE, _COVER_LINE = 10.0, 2.0
"""Height of the stripe above the title of a cover, and of the line below it."""
_TITLES = (36.0, 30.0, 26.0, COVER_TITLE.size)
"""Type sizes of a cover's title; the largest in which it is a single line is used."""
_ON_FRONT = 9.0
"""Type size of the remaining tables on a first page, if all of them fit there."""
_MAX_SPACING, _COVER_SPACING = 12.0, 60.0
"""Maximum extra space above each block of a first page or a cover, to fill the page."""
_BOTTOM = MARGIN + FOOT


def pages_of(sheets: Sequence[Sheet], faces: Typefaces, imprint: Imprint) -> list[Page]:
    """Lay out the sheets, each starting on a new page; number the pages consecutively.

    A table of contents is laid out again once the page numbers are known.
    """
    paper = PAPERS[imprint.paper]
    pages = [_laid_out(sheet, {}, paper, faces) for sheet in sheets]
    begins = [*accumulate(map(len, pages), initial=1)]
    numbers = {
        sheet.name or sheet.title: begin
        for sheet, begin in reversed([*zip(sheets, begins, strict=False)])
    }
    for place, sheet in enumerate(sheets):
        if any(with_pages(table, numbers) is not table for table in sheet.tables):
            pages[place] = _laid_out(sheet, numbers, paper, faces)
    last = sum(map(len, pages))
    tour = imprint.tour or (sheets[0].title if sheets and sheets[0].cover else "")
    for place, (sheet, own) in enumerate(zip(sheets, pages, strict=True)):
        own[0].begins = (place,)
        name = " · ".join(dict.fromkeys(filter(None, (tour, sheet.title))))
        for number, page in enumerate(own, begins[place]):
            if not sheet.cover or page is not own[0]:
                foot = _foot(printable(name), f"{number} / {last}", page, faces)
                page.stack((foot,), MARGIN, MARGIN)
            if sheet.watermark:
                page.watermark = printable(sheet.watermark)
    every = [page for own in pages for page in own]
    halves = len(every) > 1 and all(sheet.half for sheet in sheets)
    return list(_paired(every)) if halves else every


def _paired(pages: Sequence[Page]) -> Iterator[Page]:
    """Join half pages in pairs, with a dashed line to cut between them."""
    for left, right in zip_longest(pages[::2], pages[1::2]):
        middle, height = left.width, left.height
        page = Page(2 * middle, height, left.begins, left.pieces)
        points = ((0.0, 0.0), (0.0, height))
        cut = Shape(points, stroke=PALE, width=1.0, dash=Dash.DASHED)
        page.stack((Drawing(0.0, [cut]),), middle, height)
        if right:
            page.begins += right.begins
            page.pieces += [(piece, x + middle, y) for piece, x, y in right.pieces]
        yield page


def _foot(name: str, number: str, page: Page, faces: Typefaces) -> Piece:
    right = page.width - 2 * MARGIN
    free = right - faces.regular.line(number).width * SMALL
    (left,) = faces.regular.wrapped(name, SMALL, free - MARGIN / 3, 1)
    labels = [
        Label((x, SMALL), text, SMALL, anchor, colour=DARK_GREY)
        for text, x, anchor in ((left, 0.0, Anchor.START), (number, right, Anchor.END))
    ]
    return Drawing(SMALL, labels)


def _laid_out(
    sheet: Sheet, numbers: dict[str, int], paper: tuple[float, float], faces: Typefaces
) -> list[Page]:
    """Lay out a cover, or tables in columns, after a first page if the sheet has one.

    `numbers` are the page numbers in a table of contents. If portrait is too narrow for
    the tables, the pages are in landscape.
    """
    sheet = replace(sheet, tables=tuple(with_pages(t, numbers) for t in sheet.tables))
    frame = _frame(sheet, (paper[1] / 2, paper[0]) if sheet.half else paper, faces)
    if sheet.cover:
        front = measure_tables(sheet.tables[: sheet.front], sheet, frame)
        return _first_page(front_blocks(sheet, front, frame), frame, _COVER_SPACING)[1]
    tables = measure_tables(sheet.tables, sheet, frame)
    fits = column_tables(tables, frame, LIST_SIZES[-1])
    too_small = any(fitted.size < LIST_SIZES[-1] for fitted in fits)
    if too_small and not sheet.front:
        frame = _frame(sheet, landscape(frame.paper), faces)
    if sheet.front:
        return _front_pages(sheet, tables, frame)
    pictures = [picture_block(picture, sheet, frame) for picture in sheet.pictures]
    return _columns(tables, frame, pictures, note_blocks(sheet, frame))


def _front_pages(
    sheet: Sheet, tables: Sequence[MeasuredTable], frame: Frame
) -> list[Page]:
    """Lay out a first page with boxes at its foot, and the other tables in columns.

    The other tables are on the first page, too, if all of them fit.
    """
    front, lists = tables[: sheet.front], tables[sheet.front :]
    blank = [table for table in front if table.table.blank]
    stamps = (table.fitted_or_cut(frame.width, STAMP) for table in blank)
    boxes = [block_of(stamp, frame) for stamp in stamps]
    units = (unit for box in boxes for unit in (box.head, *box.units))
    foot = tuple(piece for unit in units for piece in unit)
    top = _BOTTOM + height_of(foot)
    shown = [table for table in front if not table.table.blank]
    above = replace(frame, bottom=top + sum(box.before for box in boxes))
    tries = front_blocks(sheet, shown, above)
    blocks, first = _first_page(tries, above, _MAX_SPACING)
    below = [block_of(fit, frame) for fit in column_tables(lists, frame, _ON_FRONT)]
    together, _ = flow([*blocks, *below], above)
    if below and len(together) == 1:
        first, lists = together, []
    first[-1].stack(foot, MARGIN, top)
    rest = replace(frame, heading=frame.again)
    return first + _columns(lists, rest) if lists else first


def _first_page(
    tries: Iterable[list[Block]], frame: Frame, maximum: float
) -> tuple[list[Block], list[Page]]:
    """Return the first of several lists of blocks that fits on a page, and its pages.

    If none fits, it is the first, because small type would save no page. To fill the
    page, up to `maximum` points of space are added above each full-width block and each
    group of columns.
    """
    tried, y = list[list[Block]](), frame.bottom
    for blocks in tries:
        tried.append(blocks)
        pages, y = flow(blocks, frame)
        if len(pages) == 1:
            break
    else:
        blocks, y = tried[0], frame.bottom
    starts = [
        block.wide or not number or blocks[number - 1].wide
        for number, block in enumerate(blocks)
    ]
    more = min(max(y - frame.bottom, 0.0) / max(sum(starts), 1), maximum)
    spread = [
        replace(block, before=block.before + more * start)
        for block, start in zip(blocks, starts, strict=True)
    ]
    return blocks, flow(spread, frame)[0]


def _columns(
    tables: Sequence[MeasuredTable],
    frame: Frame,
    above: Sequence[Block] = (),
    below: Sequence[Block] = (),
) -> list[Page]:
    """Lay out tables in columns, in the largest type size that adds no pages."""

    def pages(size: float) -> list[Page]:
        blocks = [block_of(fit, frame) for fit in column_tables(tables, frame, size)]
        return flow([*above, *blocks, *below], frame)[0]

    least = pages(LIST_SIZES[-1])
    larger = filter(lambda more: len(more) <= len(least), map(pages, LIST_SIZES[:-1]))
    return next(larger, least)


def _frame(sheet: Sheet, paper: tuple[float, float], faces: Typefaces) -> Frame:
    """Return the margins and the headings of a sheet's pages.

    A cover has no page number. Half a cover has smaller margins.
    """
    margin = MARGIN * 2 / 3 if sheet.cover and sheet.half else MARGIN
    bottom = margin if sheet.cover else _BOTTOM
    frame = Frame(paper=paper, margin=margin, bottom=bottom, faces=faces)
    first = _cover_heading(sheet, frame) if sheet.cover else _heading(sheet, frame)
    return replace(frame, heading=first, again=_heading(sheet, frame, again=True))


def _heading(sheet: Sheet, frame: Frame, *, again: bool = False) -> Unit:
    """Return the heading of a page, in smaller type from page 2 on."""
    faces, width, gap = frame.faces, frame.width, Drawing(_ABOVE_LINE)
    lines = paragraphs([sheet.title], TITLE_AGAIN if again else TITLE, faces, width)
    if sheet.subtitle:
        style = SUBTITLE_AGAIN if again else SUBTITLE
        subtitle = paragraphs([sheet.subtitle], style, faces, width)
        lines += [Drawing(_ABOVE_LINE / 2), *subtitle]
    if sheet.lead and not again:
        lines += [gap, *paragraphs([sheet.lead], LEAD, faces, width)]
    return (*lines, gap, separator(width, _HEADING_LINE), Drawing(_UNDER_LINE))


def _cover_heading(sheet: Sheet, frame: Frame) -> Unit:
    """Return the title, subtitle and lead of a cover, below a stripe.

    The stripe is in the colours of the jerseys.
    """
    colours = dict.fromkeys(shirt.colour for _, shirt in sheet.jerseys)
    width, gap = frame.width / max(len(colours), 1), Drawing(frame.margin / 4)
    stripe = [
        rectangle((number * width, 0.0), (width, _STRIPE), colour, GREY)
        for number, colour in enumerate(colours)
    ]
    faces, title = frame.faces, list[Piece]()
    for size in _TITLES[2:] if sheet.half else _TITLES:
        style = COVER_TITLE._replace(size=size)
        title = paragraphs([sheet.title], style, faces, frame.width)
        if len(title) == 1:
            break
    subtitle, lead = filter(None, [sheet.subtitle]), filter(None, [sheet.lead])
    around = Drawing(gap.height / 2)  # the letter g reaches below the line of the title
    title += [around, *paragraphs(subtitle, COVER_SUBTITLE, faces, frame.width)]
    about = paragraphs(lead, COVER_LEAD, faces, frame.width)
    line = separator(frame.width, _COVER_LINE)
    above = Drawing(_STRIPE, stripe), around, *title, gap, line, gap
    return (*above, *about, gap) if about else above
