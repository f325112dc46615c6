"""Lay out sheets on pages, before anything is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby, zip_longest
from operator import attrgetter

from reportlab.lib.pagesizes import landscape

from peloton.reports.drawing import Dash, Shape
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.paper.blocks import (
    LIST_COLUMNS,
    Frame,
    TextStyle,
    block_of,
    column_tables,
    lists_sheets,
    measure_tables,
    note_block,
    paragraph,
    paragraphs,
    picture_block,
    with_pages,
)
from peloton.writers.paper.cover import (
    cover_heading,
    first_page_blocks,
    side_margin,
    sizes_to_try,
    spread_blocks,
)
from peloton.writers.paper.flow import (
    Block,
    Columns,
    FlowPosition,
    Unit,
    balance_columns,
    fill_columns,
    height_of,
)
from peloton.writers.paper.fonts import Typefaces
from peloton.writers.paper.pen import BLACK, BLUE, DARK_GREY, PALE, Pen
from peloton.writers.paper.pieces import Drawing, Piece, drawn_shapes, separator
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import (
    FOOT,
    LIST_SIZES,
    MARGIN,
    PAPERS,
    SMALL,
    STAMP,
    Imprint,
)
from peloton.writers.paper.table_fit import MeasuredTable

_TITLE, _TITLE_AGAIN = 18.0, 11.0
_TITLE_LINES, _TITLE_LINES_AGAIN = 8, 2
_ABOVE_LINE, _UNDER_LINE, _HEADING_LINE = 3.5, 7.8, 1.2
_ON_FRONT = 9.0
"""Type size of the tables in columns below a first page's own, if all of them fit."""
_MAX_SPACING = 12.0
"""Maximum extra space above each block of a first page, added to fill the page."""
_COVER_SPACING = 60.0
"""Maximum extra space above each block of a cover."""
_SPARE = 1 / 4
"""Share of a page that may stay empty to avoid splitting a short table."""
_BOTTOM = MARGIN + FOOT


@dataclass(slots=True)
class Page:
    """A page with its pieces, each placed by the position of its upper left corner.

    `begins` holds the indexes of the sheets that begin on this page.
    """

    width: float
    height: float
    begins: tuple[int, ...] = ()
    pieces: list[tuple[Piece, float, float]] = field(default_factory=list)


def pages_of(sheets: Sequence[Sheet], faces: Typefaces, imprint: Imprint) -> list[Page]:
    """Lay out the sheets, each starting on a new page; number the pages consecutively.

    A table of contents is laid out again once the page numbers are known.
    """
    pages = [_SheetLayout(sheet, faces, imprint, {}).pages for sheet in sheets]
    ends = accumulate(map(len, pages))
    begins = [end - len(own) + 1 for end, own in zip(ends, pages, strict=True)]
    numbers = {
        sheet.name or sheet.title: begin
        for sheet, begin in reversed([*zip(sheets, begins, strict=True)])
    }
    for place, sheet in enumerate(sheets):
        if len(sheets) > 1 and any(lists_sheets(table) for table in sheet.tables):
            pages[place] = _SheetLayout(sheet, faces, imprint, numbers).pages
    last = sum(map(len, pages))
    tour = imprint.tour or (sheets[0].title if sheets and sheets[0].cover else "")
    for place, (sheet, own) in enumerate(zip(sheets, pages, strict=True)):
        own[0].begins = (place,)
        name = " · ".join(dict.fromkeys(filter(None, (tour, sheet.title))))
        for number, page in enumerate(own, begins[place]):
            if not sheet.cover or page is not own[0]:
                foot = _foot(printable(name), f"{number} / {last}", page, faces)
                page.pieces.append((foot, MARGIN, MARGIN))
            if sheet.watermark:
                mark = _watermark(printable(sheet.watermark), page, faces)
                page.pieces.append((mark, 0.0, page.height))
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
        page.pieces.append((drawn_shapes([cut], 0.0), middle, height))
        if right:
            page.begins += right.begins
            page.pieces += [(piece, x + middle, y) for piece, x, y in right.pieces]
        yield page


def _foot(name: str, number: str, page: Page, faces: Typefaces) -> Piece:
    right = faces.regular.line(number)
    free = page.width - 2 * MARGIN - right.width * SMALL
    (left,) = faces.regular.wrapped(name, SMALL, free - MARGIN, 1)

    def put(pen: Pen, x: float, top: float) -> None:
        pen.text(left, SMALL, (x, top - SMALL), DARK_GREY)
        pen.text(right, SMALL, (x + free, top - SMALL), DARK_GREY)

    return Drawing(SMALL, put)


def _watermark(word: str, page: Page, faces: Typefaces) -> Piece:
    line = faces.bold.line(word)
    return Drawing(0.0, lambda pen, *_: pen.watermark(line, page.width, page.height))


class _SheetLayout:
    """The layout of one sheet: fills page after page from the top.

    The current page is filled down to `y`, and is `fresh` while it contains only a
    heading. `around` holds the pictures above the tables and the notes below them.
    """

    def __init__(
        self,
        sheet: Sheet,
        faces: Typefaces,
        imprint: Imprint,
        numbers: Mapping[str, int],
    ) -> None:
        # While page numbers are unknown, placeholders reserve space for three digits.
        self.sheet = replace(
            sheet, tables=tuple(with_pages(table, numbers) for table in sheet.tables)
        )
        self.faces = faces
        self.pages: list[Page] = []
        width, height = PAPERS[imprint.paper]
        self.paper = (height / 2, width) if sheet.half else (width, height)
        self.around: tuple[list[Block], list[Block]] = [], []
        self.y = 0.0
        self.margin, self.bottom = MARGIN, _BOTTOM
        self.fresh = True
        if sheet.cover:
            self._cover()
        else:
            self._lists()

    def _cover(self) -> None:
        """Lay out one page, with pictures and tables as large as possible."""
        sheet = self.sheet
        self.margin = self.bottom = side_margin(sheet)  # no page number
        frame = self._frame(0.0)
        heading = cover_heading(sheet, frame, self.margin / 4)
        room = self.paper[1] - 2 * self.margin - height_of(heading)
        frame = replace(frame, height=room)
        tables = measure_tables(sheet.tables[: sheet.front], sheet, frame)
        self._first_page(heading, tables, frame)

    def _first_page(
        self,
        heading: Unit,
        tables: Sequence[MeasuredTable],
        frame: Frame,
        below: Sequence[Block] = (),
    ) -> bool:
        """Lay out a first page in the largest sizes with which it fits.

        The blocks `below` are added if all of them fit, too; otherwise the page is
        filled with space. Return True if nothing is left for further pages.
        """
        blocks: list[Block] = []
        for sizes in sizes_to_try(self.sheet):
            found = first_page_blocks(self.sheet, tables, frame, sizes)
            blocks = blocks if found is None else found
            if found and self._one_page(heading, blocks, frame):
                break
        space = self.y - self.bottom
        if below and self._one_page(heading, [*blocks, *below], frame):
            return True
        maximum = _COVER_SPACING if self.sheet.cover else _MAX_SPACING
        self._one_page(heading, spread_blocks(blocks, space, maximum), frame)
        return not below

    def _one_page(self, heading: Unit, blocks: Sequence[Block], frame: Frame) -> bool:
        """Lay out blocks on a new first page; return whether all of them fit."""
        self.pages = [Page(*self.paper)]
        top = self.paper[1] - self.margin
        self.y, self.fresh = self._stack(heading, self.margin, top), True
        self._flow(blocks, frame)
        return len(self.pages) == 1

    def _lists(self) -> None:
        """Lay out a sheet with its tables in columns, after a first page if it has one.

        If portrait is too narrow, the pages are in landscape.
        """
        sheet, frame = self.sheet, self._frame(self._room())
        tables = measure_tables(sheet.tables, sheet, frame)
        fits = column_tables(tables, frame, LIST_SIZES[-1])
        too_small = any(fitted.size < LIST_SIZES[-1] for fitted in fits)
        widest = max((picture.width for picture in sheet.pictures), default=0.0)
        if (too_small and not sheet.front) or widest > frame.width + 1:
            self.paper = landscape(self.paper)
            frame = self._frame(self._room())
        if sheet.front:
            front, tables = tables[: sheet.front], tables[sheet.front :]
            if self._front(front, tables, frame):
                return
        else:
            notes = [note_block(sheet, frame)] if sheet.notes_with_legend else []
            pictures = [picture_block(each, sheet, frame) for each in sheet.pictures]
            self.around = pictures, notes
        self.pages += self._columns(tables, frame)

    def _front(
        self,
        tables: Sequence[MeasuredTable],
        lists: Sequence[MeasuredTable],
        frame: Frame,
    ) -> bool:
        """Lay out a first page, with boxes at its foot.

        `lists` are the tables that follow in columns. Return True if they also fit on
        this page, which means that no further page is needed.
        """
        blank = [table for table in tables if table.table.blank]
        stamps = (table.fitted_or_cut(frame.width, STAMP) for table in blank)
        boxes = [block_of(stamp, frame) for stamp in stamps]
        shown = [table for table in tables if not table.table.blank]
        self.bottom = _BOTTOM + sum(box.before + box.height for box in boxes)
        fits = column_tables(lists, frame, _ON_FRONT)
        below = [block_of(fitted, frame) for fitted in fits]
        complete = self._first_page(self._heading(_TITLE), shown, frame, below)
        self._at_foot(boxes)
        return complete

    def _at_foot(self, boxes: Sequence[Block]) -> None:
        self.bottom = _BOTTOM
        for block in boxes:
            if self.y - block.height < _BOTTOM:
                self._new_page()
            self.y = self._stack(block.pieces, MARGIN, _BOTTOM + block.height)

    def _columns(self, tables: Sequence[MeasuredTable], frame: Frame) -> list[Page]:
        """Lay out tables in columns, in the largest type size that adds no pages."""
        least = self._in_columns(tables, frame, LIST_SIZES[-1])
        for size in LIST_SIZES[:-1]:
            added = self._in_columns(tables, frame, size)
            if len(added) <= len(least):
                return added
        return least

    def _in_columns(
        self, tables: Sequence[MeasuredTable], frame: Frame, size: float
    ) -> list[Page]:
        """Return new pages with the tables laid out in one type size."""
        fits = column_tables(tables, frame, size)
        blocks = [block_of(fitted, frame) for fitted in fits]
        begun = len(self.pages)
        self._new_page()
        self._flow([*self.around[0], *blocks, *self.around[1]], frame)
        added = self.pages[begun:]
        del self.pages[begun:]
        return added

    def _frame(self, height: float) -> Frame:
        width = self.paper[0] - 2 * self.margin
        return Frame(width=width, height=height, faces=self.faces)

    def _room(self) -> float:
        return self.paper[1] - MARGIN - height_of(self._heading(_TITLE)) - _BOTTOM

    def _heading(self, size: float) -> Unit:
        """Return the heading of the sheet, with a line drawn below it."""
        width, again = self.paper[0] - 2 * MARGIN, size < _TITLE
        most = _TITLE_LINES_AGAIN if again else _TITLE_LINES
        title, subtitle = printable(self.sheet.title), printable(self.sheet.subtitle)
        bold = TextStyle(self.faces.bold, size, BLUE)
        lines = paragraph(title, bold, width, most, None if again else Tag("H1"))
        if subtitle:
            font = TextStyle(self.faces.regular, SMALL + 1, DARK_GREY)
            lines.append(Drawing(_ABOVE_LINE / 2))
            tag = None if again else Tag("P")
            lines += paragraph(subtitle, font, width, most, tag)
        if self.sheet.lead and not again:
            font = TextStyle(self.faces.regular, SMALL + 2, BLACK)
            lines.append(Drawing(_ABOVE_LINE))
            lines += paragraphs([self.sheet.lead], font, width)
        line = separator(width, _HEADING_LINE)
        return (*lines, Drawing(_ABOVE_LINE), line, Drawing(_UNDER_LINE))

    def _new_page(self) -> None:
        """Start a page with the sheet's heading, in smaller type from page 2 on."""
        heading = self._heading(_TITLE_AGAIN if self.pages else _TITLE)
        self.pages.append(Page(*self.paper))
        self.y = self._stack(heading, MARGIN, self.paper[1] - MARGIN)
        self.fresh = True

    def _stack(self, unit: Unit, left: float, y: float) -> float:
        """Place pieces one below another; return the y coordinate below the last."""
        for piece in unit:
            self.pages[-1].pieces.append((piece, left, y))
            y -= piece.height
        return y

    def _flow(self, blocks: Sequence[Block], frame: Frame) -> None:
        for wide, group in groupby(blocks, attrgetter("wide")):
            self._fill(list(group), 1 if wide else LIST_COLUMNS, frame)

    def _fill(self, blocks: Sequence[Block], columns: int, frame: Frame) -> None:
        """Lay out blocks in columns, on as many pages as they need."""
        step = (frame.width - frame.column) / (LIST_COLUMNS - 1)
        start: FlowPosition | None = (0, 0)
        while start:
            top = self.y - (0.0 if self.fresh else blocks[start[0]].before)
            height = top - self.bottom
            room = Columns(columns, height, self.fresh, frame.height * _SPARE)
            result = fill_columns(blocks, start, room)
            if columns > 1 and not result.rest:
                result = balance_columns(blocks, start, room, result)
            for unit, column, down in result.placed:
                self._stack(unit, self.margin + column * step, top - down)
                self.y, self.fresh = top - result.depth, False
            start = result.rest
            if start:
                self._new_page()
