"""A sheet: a report as a value, before it is text, a workbook or a page.

Reports build sheets, writers render them; neither knows the other. Cells are plain
values and the column says what they mean, so a workbook gets numbers and durations.
How a time reads in print is decided here, once for every writer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from peloton.rules.words import clock, grouped, phrase, visible

if TYPE_CHECKING:
    from peloton.reports.drawing import Picture
    from peloton.reports.shirts import Shirt


class ColumnKind(StrEnum):
    """What the cells of a column are, and so how they are shown and aligned."""

    TEXT = "text"
    BIB = "bib"
    """A short token, mostly digits: aligned right, in a workbook a number if it can."""
    NUMBER = "number"
    """An int: a rank, a place, points, a count."""
    TIME = "time"
    """An int in ticks, shown as a clock: 1:02:03, or 1'3 for tenths of a round."""
    GAP = "gap"
    """An int in ticks, shown as +0:21; 0 as the leader's, negative as -0:02."""
    MOVE = "move"
    """An int: places gained since the stage before (negative: lost), 0 for none."""
    SHEET = "sheet"
    """The `name` of another sheet: a link where the sheets stand together."""
    DATE = "date"
    """A day, as in `2026-11-21` or as a phrase of it alone: in a workbook a date."""


Cell = str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Where the figures of a column come from: `column` of a table of another sheet.

    The row there is the one with the same `key`: the title of a column in both. With
    `blank` nothing is shown for 0.
    """

    sheet: str
    table: str
    column: str
    key: str
    blank: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One column; `weight` is its share of spare width on paper (0: what it needs).

    `sum_of` are the titles of columns of the table that add up to each cell, with a
    `-` ahead of what is taken off: a workbook adds them up again, as a check, in two
    columns called `sum_title` and `check_title`, and takes what it has a `source` for
    from there. `shirt` is that of the
    jersey whose wearers the column lists. `footnotes` are remarks that a
    narrow table on paper has below, with a letter for each in the rows. A `minor` one
    is left out on a small screen; one that is a `code` has those of teams.
    """

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    _: KW_ONLY
    weight: int = 0
    sum_of: tuple[str, ...] = ()
    sum_title: str = phrase("Sum")
    check_title: str = phrase("Check")
    page_title: str = phrase("Page")
    source: Shown | None = None
    shirt: "Shirt | None" = None
    footnotes: bool = False
    minor: bool = False
    code: bool = False

    @property
    def right_aligned(self) -> bool:
        """Whether its cells stand under one another by their last digit."""
        return self.kind not in {ColumnKind.TEXT, ColumnKind.SHEET, ColumnKind.DATE}


def numbers(*titles: str) -> tuple[Column, ...]:
    """Return a column of whole numbers under each title."""
    return tuple(Column(title, ColumnKind.NUMBER) for title in titles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under columns; every row is as long as `columns`.

    `name` is short and unique in its sheet. A `blank` one is a form: its rows are
    boxes, high enough to write in with a pencil. `again` heads it where it goes on.
    Tables with a `tab` are chosen by it on a page, and show their first rows until all
    are asked for.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    blank: bool = False
    again: str = phrase("continued")
    tab: str = ""

    def without_empty_columns(self) -> "Table":
        """Leave out the columns that are empty in every row."""
        kept = [
            index
            for index in range(len(self.columns))
            if any(row[index] not in (None, "") for row in self.rows)
        ]
        full = not self.rows or len(kept) == len(self.columns)
        return self if full else self.with_columns(kept)

    def with_columns(self, places: Iterable[int]) -> "Table":
        """Keep the columns at some places, from 0."""
        kept = tuple(places)
        return replace(
            self,
            columns=tuple(self.columns[index] for index in kept),
            rows=tuple(tuple(row[index] for index in kept) for row in self.rows),
        )


_Line = TypeVar("_Line")
_One = TypeVar("_One")


def table_of(
    name: str,
    title: str,
    lines: Iterable[_Line],
    *parts: tuple[
        Column | tuple[Column, ...], Callable[[_Line], Cell | tuple[Cell, ...]]
    ],
    notes: Iterable[str] = (),
    blank: bool = False,
) -> Table:
    """Make a table with a row for each line; its parts stand side by side.

    A part is a column and the cell it has of a line, or several columns and cells.
    """
    return Table(
        name=name,
        title=title,
        columns=_joined(columns for columns, _ in parts),
        rows=tuple(_joined(cells(line) for _, cells in parts) for line in lines),
        notes=tuple(notes),
        blank=blank,
    )


def _joined(parts: Iterable[_One | tuple[_One, ...]]) -> tuple[_One, ...]:
    several = (part if isinstance(part, tuple) else (part,) for part in parts)
    return tuple(one for part in several for one in part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One report: a title, what it belongs to, its tables and closing notes.

    `name` is short, fit for the tab of a workbook; without one the title serves.
    `unit` is the rulebook's: what one tick of a TIME or GAP cell is. `jerseys` are
    the bibs of the wearers and the shirts that show them wherever they stand;
    `legend` says so, only where they are drawn. A `cover` has a page to itself;
    `compact` sets tables in two columns of a page where they fit. The first `front`
    tables, the pictures and the notes have the first page, for the wall: one table
    across it, then two side by side, and what is to be filled in at its foot.
    `watermark` is a word across its pages. `part` is what of a tour it belongs to,
    such as `Stage 3`: the sheets of a part that follow each other share a page of a
    web site. The part of the first sheet that `opens` is the one shown first. A
    `card` is reached by links from the rider, `bib 7`, or the team, `code MOL`,
    that it is about. A `bare` sheet is its table alone: in a workbook it begins in
    the first row.
    """

    title: str
    name: str = ""
    subtitle: str = ""
    unit: str = "seconds"
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    pictures: "tuple[Picture, ...]" = ()
    jerseys: "tuple[tuple[str, Shirt], ...]" = ()
    legend: str = ""
    cover: bool = False
    compact: bool = False
    front: int = 0
    watermark: str = ""
    part: str = ""
    opens: bool = False
    card: str = ""
    bare: bool = False

    @property
    def drawn_notes(self) -> tuple[str, ...]:
        """The closing notes where shirts are drawn."""
        return (*self.notes, self.legend) if self.legend else self.notes

    def with_pictures(self, *pictures: "Picture | None") -> "Sheet":
        """Put the pictures that are not None above the tables, the first on top."""
        drawn = tuple(picture for picture in pictures if picture is not None)
        return replace(self, pictures=(*drawn, *self.pictures)) if drawn else self


def sheet_rows(sheet: Sheet) -> dict[str, list[dict[str, Cell]]]:
    """Return the tables of a sheet as rows for scripts, by name and column."""
    rows = {}
    for table in sheet.tables:
        titles = [column.title for column in table.columns]
        rows[table.name] = [dict(zip(titles, row, strict=True)) for row in table.rows]
    return rows


def printed_cell(cell: Cell, kind: ColumnKind, unit: str) -> str:
    """Write a cell as text for people; None is the empty string.

    A gap carries its sign. Text has its control characters made visible.
    """
    if cell is None:
        return ""
    if isinstance(cell, str):
        return visible(cell)
    if kind is ColumnKind.TIME:
        return clock(cell, unit)
    if kind is ColumnKind.GAP:
        return ("+" if cell > 0 else "") + clock(cell, unit)
    if kind is ColumnKind.MOVE:
        return f"▲{cell}" if cell > 0 else f"▼{-cell}" if cell < 0 else "="
    return grouped(cell)


def shown_rows(table: Table, unit: str) -> Iterable[Sequence[str]]:
    """Write every row of a table as text for people."""
    kinds = [column.kind for column in table.columns]
    return (
        [printed_cell(cell, kind, unit) for cell, kind in zip(row, kinds, strict=True)]
        for row in table.rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """The title of a web page, the code of its language, and the names of its controls.

    Without a title it has that of its first sheet. Most names are for a screen reader.
    """

    title: str = ""
    lang: str = "en"
    parts: str = phrase("Parts of the tour")
    everything: str = phrase("All")
    top: str = phrase("Top {count}", count=10)
    skip: str = phrase("Skip to the results")
    light: str = phrase("Light or dark")
    jersey: str = phrase("Jersey")
    up: str = phrase("up")
    down: str = phrase("down")
    same: str = phrase("unchanged")
