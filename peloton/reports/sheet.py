"""Define sheets: reports as data, which file writers render in each file format.

Reports build sheets, and writers render them. Reports do not depend on formats, and
writers do not depend on reports. Cells are plain values. The kind of their column
defines their meaning, so that a workbook can store numbers and durations. The printed
format of a time is defined here, once for every writer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from peloton.rules.words import format_number, format_time, phrase, printable

if TYPE_CHECKING:
    from peloton.reports.drawing import Picture
    from peloton.reports.shirts import Shirt


class ColumnKind(StrEnum):
    """The meaning of a column's cells, which decides their format and alignment."""

    TEXT = "text"
    BIB = "bib"
    """Short text, mostly digits, aligned right; digits are a number in a workbook."""
    NUMBER = "number"
    """An int, such as a rank, a place, points or a count."""
    TIME = "time"
    """A time in ticks (the rulebook's unit): 1:02:03, or 1'3 for tenths of a round."""
    GAP = "gap"
    """A difference in ticks: +0:21, -0:02 if negative, and 0:00 for the leader."""
    MOVE = "move"
    """An int: ranks gained since the previous stage, negative if ranks were lost."""
    SHEET = "sheet"
    """The `name` of another sheet. It becomes a link if both are in the same file."""
    DATE = "date"
    """A day such as `2026-11-21`, which is a date in a workbook, or text with a day."""


Cell = str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CellSource:
    """Where a column gets its values: from the first table on another sheet.

    Rows are matched by the first column of bibs. With `blank`, a cell without a value
    is empty instead of 0.
    """

    sheet: str
    column: str
    blank: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    `weight` is its share of the spare width on paper; with weight 0, the column is as
    narrow as possible. `formula` computes each cell from others in its row, which it
    names by their indexes: a workbook calculates `{3}-{4}` again. If the column has a
    `source`, a workbook looks up the values on the other sheet. `page_title` is the
    title of the page numbers in a printed table of contents. `shirt` is the shirt of
    the jersey whose wearers the column lists. On paper, a column with `footnotes` is
    printed below the table, and the rows refer to the notes with letters. A `minor`
    column is hidden on a small screen. A `code` column contains team codes.
    """

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    _: KW_ONLY
    weight: int = 0
    formula: str = ""
    page_title: str = phrase("Page")
    source: CellSource | None = None
    shirt: "Shirt | None" = None
    footnotes: bool = False
    minor: bool = False
    code: bool = False

    @property
    def right_aligned(self) -> bool:
        """True if cells are aligned right, so that their last digits line up."""
        return self.kind not in {ColumnKind.TEXT, ColumnKind.SHEET, ColumnKind.DATE}


def numbers(*titles: str) -> tuple[Column, ...]:
    """Return a column of whole numbers under each title."""
    return tuple(Column(title, ColumnKind.NUMBER) for title in titles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of columns and rows; every row has a cell for each column.

    `name` is short and unique in its sheet. A `blank` table is a form: its rows are
    boxes, tall enough to write in with a pencil. `continued` follows the title on the
    next page. On a web page, tables with a `tab` are shown one tab at a time, and only
    with their first rows until they are expanded. `cards` contains, for each row, the
    key of the card (a page on a rider, team or tour) that the name links to. Without
    `cards`, the bib or the team code links to its card.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    blank: bool = False
    continued: str = phrase("continued")
    tab: str = ""
    cards: tuple[str, ...] = ()

    def without_empty_columns(self) -> "Table":
        """Return a copy without the columns that are empty in every row.

        If there are no rows, all columns remain.
        """
        filled = [
            index
            for index in range(len(self.columns))
            if any(row[index] not in (None, "") for row in self.rows)
        ]
        full = not self.rows or len(filled) == len(self.columns)
        return self if full else self.with_columns(filled)

    def with_column(self, index: int, column: Column, cells: Iterable[Cell]) -> "Table":
        """Return a copy with the column at an index replaced, or added at the end."""
        columns, rows = self.columns, zip(self.rows, cells, strict=True)
        return replace(
            self,
            columns=(*columns[:index], column, *columns[index + 1 :]),
            rows=tuple((*row[:index], cell, *row[index + 1 :]) for row, cell in rows),
        )

    def with_columns(self, indexes: Iterable[int]) -> "Table":
        """Return a copy with only the columns at these indexes, from 0."""
        selected = tuple(indexes)
        return replace(
            self,
            columns=tuple(self.columns[index] for index in selected),
            rows=tuple(tuple(row[index] for index in selected) for row in self.rows),
        )


_Record = TypeVar("_Record")
_Item = TypeVar("_Item")


def record_table(
    name: str,
    title: str,
    records: Iterable[_Record],
    *parts: Column
    | tuple[Column | tuple[Column, ...], Callable[[_Record], Cell | tuple[Cell, ...]]],
    notes: Iterable[str] = (),
    blank: bool = False,
) -> Table:
    """Return a table with a row for each record.

    Each of the `parts` is a column and a function that returns its cell for a record,
    several columns and a function that returns a tuple of their cells, or a column
    whose cells are empty. Columns that are empty in every row are left out, except in a
    `blank` table; the indexes in a formula are those of the columns that remain.
    """
    pairs = [(p, lambda _: None) if isinstance(p, Column) else p for p in parts]
    table = Table(
        name=name,
        title=title,
        columns=_joined(columns for columns, _ in pairs),
        rows=tuple(_joined(cells(record) for _, cells in pairs) for record in records),
        notes=tuple(notes),
        blank=blank,
    )
    return table if blank else table.without_empty_columns()


def _joined(parts: Iterable[_Item | tuple[_Item, ...]]) -> tuple[_Item, ...]:
    tuples = (part if isinstance(part, tuple) else (part,) for part in parts)
    return tuple(item for part in tuples for item in part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One report: a title, a subtitle, a `lead` paragraph, tables and closing notes.

    `name` is short enough for a workbook tab; by default it is the title. `unit` is the
    rulebook's unit for one tick of a TIME or GAP cell. `jerseys` pairs bibs with the
    shirts drawn beside them. `legend` explains the shirts, and is printed only in
    formats that draw them.

    On paper, tables are in columns where they fit. A `cover` is a separate page with
    the pictures and the first `front` tables. Two `half` sheets are printed on a page,
    to be cut apart. The first `front` tables of any other sheet, the pictures and the
    notes fill the first page, to be hung on a wall: one table across the page, then two
    side by side, and boxes to fill in at the foot. `watermark` is printed across every
    page.

    On a web site, consecutive sheets of the same `part` of a tour, such as `Stage 3`,
    share a page. The page of the first sheet with `opens` is shown first. `card` is the
    sheet's key for links: `bib 7` for a rider, `code MOL` for a team. A `bare` sheet is
    written without titles: its table starts in the first row of a workbook tab.
    `csv_titles` are the titles of the two columns of a CSV file that contain the titles
    of the sheet and of the table. `data` is the same report as codes and numbers, for a
    command that prints JSON; if it is None, the tables are printed.
    """

    title: str
    name: str = ""
    subtitle: str = ""
    lead: str = ""
    unit: str = "seconds"
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    pictures: "tuple[Picture, ...]" = ()
    jerseys: "tuple[tuple[str, Shirt], ...]" = ()
    legend: str = ""
    cover: bool = False
    half: bool = False
    front: int = 0
    watermark: str = ""
    part: str = ""
    opens: bool = False
    card: str = ""
    csv_titles: tuple[str, str] = (phrase("Sheet"), phrase("Table"))
    bare: bool = False
    data: object = field(default=None, compare=False)

    @property
    def notes_with_legend(self) -> tuple[str, ...]:
        """The closing notes followed by the legend, for formats that draw shirts."""
        return (*self.notes, self.legend) if self.legend else self.notes

    def with_pictures(self, *pictures: "Picture | None") -> "Sheet":
        """Return a copy with pictures added before the existing ones; ignore None."""
        drawn = tuple(picture for picture in pictures if picture is not None)
        return replace(self, pictures=(*drawn, *self.pictures))


def sheet_rows(sheet: Sheet) -> dict[str, list[dict[str, Cell]]]:
    """Return the rows of each table as plain data, with cells by column title."""
    rows = {}
    for table in sheet.tables:
        titles = [column.title for column in table.columns]
        rows[table.name] = [dict(zip(titles, row, strict=True)) for row in table.rows]
    return rows


def plain_rows(lines: Iterable[object], keys: str) -> list[dict[str, Cell]]:
    """Return one row per line, as a mapping with these keys.

    A key is the name of an attribute of the lines, or `key=attribute`.
    """
    pairs = [key.partition("=") for key in keys.split()]
    names = [key for key, _, _ in pairs]
    cells = attrgetter(*(attribute or key for key, _, attribute in pairs))
    return [dict(zip(names, cells(line), strict=True)) for line in lines]


def printed_cell(cell: Cell, kind: ColumnKind, unit: str) -> str:
    """Format a cell as text to display; the text is empty for None.

    A positive gap has a plus sign. Control characters in text are made visible.
    """
    if cell is None:
        return ""
    if isinstance(cell, str):
        return printable(cell)
    if kind is ColumnKind.TIME:
        return format_time(cell, unit)
    if kind is ColumnKind.GAP:
        return ("+" if cell > 0 else "") + format_time(cell, unit)
    if kind is ColumnKind.MOVE:
        return f"▲{cell}" if cell > 0 else f"▼{-cell}" if cell < 0 else "="
    return format_number(cell)


def printed_rows(table: Table, unit: str) -> Iterable[Sequence[str]]:
    """Format every row of a table as text to display."""
    kinds = [column.kind for column in table.columns]
    return (
        [printed_cell(cell, kind, unit) for cell, kind in zip(row, kinds, strict=True)]
        for row in table.rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """The title of a web page, its language code, and the labels of its controls.

    If `title` is empty, the title of the first sheet is used. `home` is the text of a
    link to the parent page; if empty, there is no link. `image` is the address of the
    preview picture that chats show for a link. Most labels are for screen readers; the
    last four are for a ceremony.
    """

    title: str = ""
    home: str = ""
    lang: str = "en"
    image: str = ""
    parts: str = phrase("Parts of the tour")
    everything: str = phrase("All")
    top: str = phrase("Top {count}", count=10)
    skip: str = phrase("Skip to the results")
    light: str = phrase("Light or dark")
    jersey: str = phrase("Jersey")
    up: str = phrase("up")
    down: str = phrase("down")
    same: str = phrase("unchanged")
    ceremony: str = phrase("Ceremony")
    forward: str = phrase("Next")
    back: str = phrase("Back")
    hint: str = phrase("Tap, or press the right arrow key.")
