"""Lay out the tables, pictures and notes of a sheet as blocks of a given width.

The blocks of a page that is filled, such as a cover or a first page for a wall, get the
largest sizes with which all of them fit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from string import ascii_lowercase

from peloton.reports.drawing import Label, Picture, rectangle
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table
from peloton.rules.words import printable
from peloton.writers.paper.flow import Block, Frame, height_of
from peloton.writers.paper.fonts import Typefaces
from peloton.writers.paper.pieces import (
    Drawing,
    Piece,
    Row,
    Unit,
    body_rows,
    head_row,
    paragraphs,
)
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import (
    BLUE,
    CAPTION,
    DARK_GREY,
    HEADLINE,
    LIST_SIZES,
    SMALL,
    SMALL_TEXT,
    WHITE,
    TableStyle,
    column_style,
    form_style,
    full_width_style,
)
from peloton.writers.paper.table_fit import FittedTable, MeasuredTable

_MAX_SHORT = 1 / 3
"""Maximum height of a table that is not split, as a share of the page's height."""
_MAX_UNSPLIT = 20
"""Maximum number of rows of a table that is made full-width between two such tables."""
_LONG_TABLE = 60
"""From this number of rows on, a wide table stays in a column and wraps its text."""
_MANY_FORMS = 4
"""Minimum number of forms on a sheet for them to be in columns."""
_TOGETHER = 5
"""Number of rows kept together at the start and the end of a table."""
_ENLARGED = 2.1
"""Maximum scale of the pictures on a cover."""
_WALL_SIZES = (
    *product((1.0,), (11.0, 10.5, 10.0, 9.5, 9.0, 8.5), (8.0, 5.0, 2.5)),
    *((0.85, 8.5, 2.5), (0.7, 8.5, 2.5)),
)
"""Sizes to try for a first page for a wall, the largest first.

They are the scale of the pictures, and the type size and row padding of the tables.
"""
_COVER_SIZE = 10.6
"""Type size of a cover's tables with column titles of 9 points."""
_COVER_SIZES = (
    *((1.0, size, 3.0) for size in (14.0, 13.0, 12.0, 11.5, 11.0, _COVER_SIZE)),
    *((0.98**n, _COVER_SIZE, 2.5) for n in range(1, 22)),
    *((0.98**n, _COVER_SIZE * 0.98 ** (n - 21), 0.8) for n in range(22, 150)),
)
"""The same sizes to try for a cover.

After the tables, the pictures are reduced; then both are, with rows close together.
"""


def measure_tables(
    tables: Iterable[Table], sheet: Sheet, frame: Frame
) -> list[MeasuredTable]:
    """Measure tables, with their remarks as footnotes."""
    jerseys, narrow = dict(reversed(sheet.jerseys)), map(with_footnotes, tables)
    return [MeasuredTable(table, sheet.unit, frame.faces, jerseys) for table in narrow]


def block_of(fitted: FittedTable, frame: Frame) -> Block:
    """Return a table as a block, with its title and notes."""
    faces, style, table = frame.faces, fitted.style, fitted.measured.table
    structure = Tag("Table")
    rows = body_rows(fitted, structure)
    small = SMALL_TEXT._replace(size=min(SMALL, fitted.size), colour=DARK_GREY)
    notes = paragraphs(table.notes, small, faces, fitted.room)
    # Empty space, because the notes of a form would otherwise touch its boxes.
    notes = [Drawing(style.padding), *notes] if notes and style.boxes else notes
    goes_on = f"{table.title} ({table.continued})" if table.title else ""
    # Titles repeated on later pages are untagged, so that a screen reader reads them
    # once.
    head, again = (
        (*_caption(title, role, style, faces, fitted.room), head_row(fitted, tag))
        for title, role, tag in ((table.title, "H2", structure), (goes_on, "", None))
    )
    room = frame.height - max(height_of(head), height_of(again))
    return Block(
        head=head,
        again=again,
        units=tuple(_units(rows, notes, room, frame.height * _MAX_SHORT)),
        before=style.before,
        wide=fitted.room == frame.width,
    )


def column_tables(
    tables: Sequence[MeasuredTable], frame: Frame, size: float, *, wraps: bool = False
) -> list[FittedTable]:
    """Fit tables into the columns of a page.

    A table that is too wide for a column at this type size gets the full width, but if
    it is long or `wraps` is set, its text is wrapped instead. A short table between two
    full-width tables gets the full width too, because it cannot fill columns, and so
    does a form, unless there are many forms.
    """
    many_forms = sum(table.table.blank for table in tables) >= _MANY_FORMS
    wide, form = full_width_style(size), form_style(size)

    def in_column(table: MeasuredTable) -> FittedTable | None:
        if table.table.blank:
            return table.fitted(frame.column, form) if many_forms else None
        fitted = table.fitted(frame.column, column_style(size))
        if fitted or not (wraps or len(table.texts) >= _LONG_TABLE):
            return fitted
        fit = table.fitted_or_cut if wraps else table.fitted
        return fit(frame.column, column_style(size, wraps=True))

    narrow = list(map(in_column, tables))
    beside = zip([None, *narrow], [*narrow, None][1:], strict=False)
    return [
        fitted
        if fitted and (any(around) or len(table.texts) > _MAX_UNSPLIT)
        else table.fitted_or_cut(frame.width, form if table.table.blank else wide)
        for table, fitted, around in zip(tables, narrow, beside, strict=True)
    ]


def _units(
    rows: list[Row], notes: list[Piece], room: float, short: float
) -> Iterator[Unit]:
    """Yield the units of a table: the first rows together, single rows, the last rows.

    Rows lower than `short` in all are a single unit. The last rows include the notes. A
    unit higher than `room` is split into its pieces.
    """
    single = range(_TOGETHER, len(rows) - _TOGETHER + 1)
    long = len(rows) > 2 * _TOGETHER and height_of(rows) >= short
    cuts = 0, *(single if long else ()), len(rows)
    units: list[Unit] = [tuple(rows[start:end]) for start, end in pairwise(cuts)]
    units[-1] += tuple(notes)
    for unit in units:
        if height_of(unit) <= room:
            yield unit
        else:
            yield from ((piece,) for piece in unit)


def _caption(
    text: str, role: str, style: TableStyle, faces: Typefaces, width: float
) -> Unit:
    """Return the caption above a table or a picture.

    It is in a coloured bar if `style.bar` is set.
    """
    if not text:
        return ()
    size = style.caption
    if not style.bar:
        font = CAPTION._replace(size=size, role=role)
        return (*paragraphs([text], font, faces, width), Drawing(3.5))
    lines = faces.bold.wrapped(printable(text), size, width - size, CAPTION.most)
    height = (len(lines) * 1.25 + 0.35) * size
    labels = []
    for number, line in enumerate(lines, 1):
        at = size / 2, (number * 1.25 - 0.08) * size
        labels.append(Label(at, line, size, bold=True, colour=WHITE))
    bar = rectangle((0.0, 0.0), (width, height), BLUE)
    tag = Tag(role) if role else None
    return Drawing(0.0, [bar]), Drawing(height, labels, tag), Drawing(1.0)


def picture_block(
    picture: Picture, sheet: Sheet, frame: Frame, maximum: float = 1.0
) -> Block:
    """Return a centred picture with its title above it.

    The picture is scaled to fit, up to the factor `maximum`. On a first page and on a
    cover it has no title.
    """
    style, width = column_style(LIST_SIZES[-1]), frame.width
    title = "" if sheet.front or sheet.cover else picture.title
    caption = _caption(title, "H2", style, frame.faces, width)
    room = frame.height - height_of(caption)
    scale = min(maximum, width / picture.width, room / picture.height)
    inset = (width - picture.width * scale) / 2
    tag = Tag("Figure", alt=picture.about or picture.title or picture.name)
    drawn = Drawing(picture.height * scale, picture.shapes, tag, inset, scale)
    return Block(units=((*caption, drawn),), before=style.before)


def note_blocks(sheet: Sheet, frame: Frame) -> list[Block]:
    """Return the notes at the end of a sheet as a block, if there are any."""
    lines = paragraphs(sheet.notes_with_legend, SMALL_TEXT, frame.faces, frame.width)
    units = tuple((line,) for line in lines)
    return [Block(units=units, before=SMALL)] if units else []


def front_blocks(
    sheet: Sheet, tables: Sequence[MeasuredTable], frame: Frame
) -> Iterator[list[Block]]:
    """Yield the blocks of a cover or a first page in each size to try, largest first.

    On a first page, the first table is a headline above the pictures, and the others
    are side by side; their text is wrapped at the smallest type size. Sizes at which a
    table would be too wide are left out.
    """
    headline, sizes, smallest = list[Block](), _COVER_SIZES, _COVER_SIZE
    if not sheet.cover:
        headline = [block_of(tables[0].fitted_or_cut(frame.width, HEADLINE), frame)]
        tables, sizes, smallest = tables[1:], _WALL_SIZES, LIST_SIZES[-1]
    notes = note_blocks(sheet, frame)
    widest = max((picture.width for picture in sheet.pictures), default=frame.width)
    most = min(_ENLARGED, frame.width / widest)
    for scale, size, padding in sizes:
        wraps = not sheet.cover and size == smallest
        fits = column_tables(tables, frame, size, wraps=wraps)
        beside = bool(headline) and len(fits) > 1
        room = frame.column if beside else frame.width
        too_wide = any(fit.size < size or fit.room > room for fit in fits)
        if size > smallest and too_wide:
            continue
        fits = [replace(f, style=replace(f.style, padding=padding)) for f in fits]
        yield [
            *headline,
            *(picture_block(p, sheet, frame, scale * most) for p in sheet.pictures),
            *(block_of(fit, frame) for fit in fits),
            *notes,
        ]


def with_footnotes(table: Table) -> Table:
    """Turn the remarks in a table into footnotes, marked by letters in the rows.

    A table with more remarks than letters is returned unchanged.
    """
    index = next((n for n, c in enumerate(table.columns) if c.footnotes), None)
    if index is None:
        return table
    remarks = dict.fromkeys(row[index] for row in table.rows if row[index])
    if len(remarks) > len(ascii_lowercase):
        return table
    letters: dict[Cell, str] = dict(zip(remarks, ascii_lowercase, strict=False))
    column = replace(table.columns[index], title="", weight=0)
    notes = (f"{letter} = {remark}" for remark, letter in letters.items())
    marks = (letters.get(row[index]) for row in table.rows)
    marked = table.with_column(index, column, marks)
    return replace(marked, notes=(*table.notes, *notes))


def with_pages(table: Table, numbers: Mapping[str, int]) -> Table:
    """Add a column with page numbers to a table of contents.

    If `numbers` is empty, placeholders reserve the space for three digits. Other tables
    are returned unchanged.
    """
    kinds = [column.kind for column in table.columns]
    if ColumnKind.SHEET not in kinds:
        return table
    index = kinds.index(ColumnKind.SHEET)
    pages = Column(table.columns[index].page_title, ColumnKind.NUMBER)
    unknown = None if numbers else 999
    cells = (numbers.get(str(row[index]), unknown) for row in table.rows)
    return table.with_column(len(table.columns), pages, cells)
