"""The parts of a sheet as blocks of pieces, fitted to the width they are given."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import NamedTuple

from peloton.reports.drawing import Picture
from peloton.reports.sheet import Cell, Sheet, Table
from peloton.rules.words import visible
from peloton.writers.paper.flow import Block, Unit, height_of
from peloton.writers.paper.fonts import Typeface, Typefaces
from peloton.writers.paper.grid import Grid, grid
from peloton.writers.paper.measured import Fit, Measured
from peloton.writers.paper.page import BLACK, DARK_GREY, Colour
from peloton.writers.paper.pieces import (
    Bar,
    Body,
    Drawing,
    Heads,
    Piece,
    Space,
    TextLine,
)
from peloton.writers.paper.style import ACROSS, DENSE, FORM, LEADING, ROOMY, Style
from peloton.writers.paper.wrapping import MOST_LINES, wrapped_lines

SMALL = 8.0
"""The type size of notes."""
_GUTTER = 16.0
_CAPTION_LINES = 6
_SHORT = 1 / 3
"""The part of a page up to which a table stays whole."""
_ALONE = 20
"""The rows up to which a table is not parted in two columns of its own."""
_FIRST, _LAST = 3, 2
"""So many rows of a longer one stand together at its beginning and its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The room of a page, in points, and the fonts that a sheet is set in."""

    width: float
    height: float
    faces: Typefaces

    @property
    def column(self) -> float:
        """The width of one of two columns."""
        return (self.width - _GUTTER) / 2


def table_blocks(
    sheet: Sheet, frame: Frame, form: Style = FORM
) -> tuple[list[Block], float]:
    """Return the tables of a sheet as blocks, and the smallest type they are set in."""
    jerseys = dict(reversed(sheet.jerseys))
    narrow = map(footnoted, sheet.tables) if sheet.compact else sheet.tables
    tables = [Measured(table, sheet.unit, frame.faces, jerseys) for table in narrow]
    in_columns: Mapping[int, Fit] = {}
    plain = ROOMY
    if sheet.compact:
        in_columns, size = _in_columns(tables, frame.column)
        sizes = tuple(each for each in ACROSS.sizes if each <= size)
        plain = replace(ACROSS, sizes=sizes)
    blocks, smallest = [], ROOMY.sizes[0]
    for number, measured in enumerate(tables):
        style, width = form if measured.table.blank else plain, frame.width
        fit = in_columns.get(number)
        if fit:
            style, width = form if measured.table.blank else DENSE, frame.column
        fit = fit or measured.fitted(width, style) or measured.forced(width, style)
        smallest = min(smallest, fit.size)
        blocks.append(_table(measured, grid(measured, fit, style), width, frame))
    return blocks, smallest


def _in_columns(
    tables: Sequence[Measured], width: float
) -> tuple[Mapping[int, Fit], float]:
    """Fit the tables that go into half of the page, and choose the type size.

    It is the largest in which none of their text is wrapped. A short table between
    others across the page is left out: it has no second column to fill.
    """
    fits = {
        number: fit
        for number, measured in enumerate(tables)
        if (fit := measured.fitted(width, FORM if measured.table.blank else DENSE))
    }
    for number in list(fits):
        alone = number - 1 not in fits and number + 1 not in fits
        if alone and len(tables[number].texts) <= _ALONE:
            del fits[number]
    blank = {n for n in fits if tables[n].table.blank}
    sizes = [fits[n].size for n in fits.keys() - blank if not fits[n].wraps]
    size = min(sizes, default=DENSE.sizes[0])
    even = replace(DENSE, sizes=(size,), wraps_from=size)
    for number in fits.keys() - blank:
        fits[number] = tables[number].fitted(width, even) or fits[number]
    return fits, size


def _table(measured: Measured, table: Grid, width: float, frame: Frame) -> Block:
    faces, style = frame.faces, table.style
    title = visible(measured.table.title)
    heads = Heads(table)
    look = Look(faces.regular, SMALL, DARK_GREY)
    rows = [Body(table, row, number % 2 == 1) for number, row in enumerate(table.rows)]
    notes = [
        line
        for note in measured.table.notes
        for line in paragraph(visible(note), look, width)
    ]
    # A form's notes would touch its boxes.
    notes = [Space(style.air), *notes] if notes and style.boxes else notes
    head = (*_caption(title, width, style, faces), heads)
    again = (*_caption(f"{title} …" if title else "", width, style, faces), heads)
    room = frame.height - max(height_of(head), height_of(again))
    return Block(
        head=head,
        again=again,
        units=tuple(_units(rows, notes, room)),
        before=style.before,
        wide=width == frame.width,
        short=sum(row.height for row in rows) < frame.height * _SHORT,
    )


def _units(rows: list[Body], notes: list[Piece], room: float) -> Iterator[Unit]:
    """Part a table where it may run on: no row alone, no notes without a row."""
    pieces: list[Piece] = [*rows, *notes]
    if len(rows) <= _FIRST + _LAST:
        units: list[Unit] = [tuple(pieces)]
    else:
        units = [tuple(rows[:_FIRST]), *((row,) for row in rows[_FIRST:-_LAST])]
        units.append((*rows[-_LAST:], *notes))
    for unit in units:
        if height_of(unit) <= room:
            yield unit
        else:
            yield from ((piece,) for piece in unit)


def _caption(text: str, width: float, style: Style, faces: Typefaces) -> Unit:
    if not text:
        return ()
    size = style.caption
    if style.bar:
        lines = wrapped_lines(text, faces.bold, size, width - size, _CAPTION_LINES)
        return (Bar(lines, size, width), Space(1.0))
    look = Look(faces.bold, size, BLACK)
    return (*paragraph(text, look, width, _CAPTION_LINES), Space(3.5))


def picture_block(
    picture: Picture, sheet: Sheet, frame: Frame, most: float = 1.0
) -> Block:
    """Return a picture under its title, in the middle of the room it has.

    It is made smaller to fit, or up to `most` times larger.
    """
    style = ACROSS if sheet.compact else ROOMY
    wide = not sheet.compact or picture.width > frame.column
    width = frame.width if wide else frame.column
    caption = _caption(visible(picture.title), width, style, frame.faces)
    room = frame.height - height_of(caption)
    scale = min(most, width / picture.width, room / picture.height)
    inset = (width - picture.width * scale) / 2
    drawing = Drawing(picture, scale, inset, frame.faces)
    return Block(units=((*caption, drawing),), before=style.before, wide=wide)


def note_block(sheet: Sheet, frame: Frame) -> Block:
    """Return the closing notes of a sheet."""
    look = Look(frame.faces.regular, SMALL if sheet.compact else SMALL + 1, BLACK)
    lines = [
        line
        for note in sheet.notes
        for line in paragraph(visible(note), look, frame.width)
    ]
    return Block(units=tuple((line,) for line in lines), before=SMALL)


class Look(NamedTuple):
    """The typeface, size and colour of a line."""

    face: Typeface
    size: float
    colour: Colour


def paragraph(
    text: str, look: Look, width: float, most: int = MOST_LINES
) -> list[Piece]:
    """Break a text into lines of a width."""
    face, size, colour = look
    return [
        TextLine(line, size, size * LEADING, colour)
        for line in wrapped_lines(text, face, size, width, most)
    ]


def footnoted(table: Table) -> Table:
    """Move the remarks of a table below it, with a letter for each in the rows.

    A table with more remarks than there are letters stays as it is.
    """
    index = next((n for n, each in enumerate(table.columns) if each.footnotes), None)
    if index is None:
        return table
    remarks = dict.fromkeys(row[index] for row in table.rows if row[index])
    if len(remarks) > len(ascii_lowercase):
        return table
    letters: dict[Cell, str] = dict(zip(remarks, ascii_lowercase, strict=False))
    column = replace(table.columns[index], title="", weight=0)
    return replace(
        table,
        columns=(*table.columns[:index], column, *table.columns[index + 1 :]),
        rows=tuple(
            (*row[:index], letters.get(row[index]), *row[index + 1 :])
            for row in table.rows
        ),
        notes=(
            *table.notes,
            *(f"{letter} = {remark}" for remark, letter in letters.items()),
        ),
    )
