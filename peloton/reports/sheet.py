"""A sheet: a report as a value, before it is text, a workbook or a page.

Reports build sheets, writers render them; neither knows the other. Cells are plain
values and the column says what they mean, so a workbook gets numbers and durations.
How a time reads in print is decided here, once for every writer.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


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


Cell = str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column; `weight` is its share of spare width on paper (0: what it needs)."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    weight: int = 0

    @property
    def right_aligned(self) -> bool:
        """Whether its cells stand under one another by their last digit."""
        return self.kind is not ColumnKind.TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under columns; every row is as long as `columns`.

    `name` is short and unique in its sheet.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One report: a title, what it belongs to, its tables and closing notes.

    `name` is short, fit for the tab of a workbook; without one the title serves.
    `unit` is the rulebook's: what one tick of a TIME or GAP cell is.
    """

    title: str
    name: str = ""
    subtitle: str = ""
    unit: str = "seconds"
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


def without_empty_columns(table: Table) -> Table:
    """Return the table less the columns in which no row has anything to say."""
    kept = [
        index
        for index in range(len(table.columns))
        if any(row[index] not in (None, "") for row in table.rows)
    ]
    if not table.rows or len(kept) == len(table.columns):
        return table
    return replace(
        table,
        columns=tuple(table.columns[index] for index in kept),
        rows=tuple(tuple(row[index] for index in kept) for row in table.rows),
    )


def sheet_rows(sheet: Sheet) -> dict[str, list[dict[str, Cell]]]:
    """Return the tables of a sheet as rows for scripts, by name and column."""
    return {
        table.name: [
            {
                column.title: cell
                for column, cell in zip(table.columns, row, strict=True)
            }
            for row in table.rows
        ]
        for table in sheet.tables
    }


def clock(ticks: int, unit: str) -> str:
    """Write a time as people read it: 0:21, 1:02:03, -0:02; 1'3 for tenths.

    `ticks` are seconds, or tenths of a round when `unit` is `tenths`.
    """
    sign, ticks = ("-", -ticks) if ticks < 0 else ("", ticks)
    if unit == "tenths":
        return f"{sign}{ticks // 10}'{ticks % 10}"
    minutes, seconds = divmod(ticks, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{sign}{hours}:{minutes:02}:{seconds:02}"
    return f"{sign}{minutes}:{seconds:02}"


def shown(cell: Cell, kind: ColumnKind, unit: str) -> str:
    """Write a cell as it stands in print; an empty one is the empty string.

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
    return str(cell)


def shown_rows(table: Table, unit: str) -> Iterable[Sequence[str]]:
    """Write every row of a table as it stands in print."""
    kinds = [column.kind for column in table.columns]
    return (
        [shown(cell, kind, unit) for cell, kind in zip(row, kinds, strict=True)]
        for row in table.rows
    )


# Format characters that only make letters join or stay apart; the other ones, such as
# the bidirectional overrides, would rearrange or hide what stands around them.
_JOINERS = "\u200c\u200d"
_ACTING = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""Show what would act instead of being read: escape codes become `\x1b`.

    Control characters, line breaks, bidirectional controls and code points that are
    no letter are written out as escapes; everything else stays as typed.
    """
    if text.isprintable():
        return text
    return "".join(
        _escape(letter)
        if unicodedata.category(letter) in _ACTING and letter not in _JOINERS
        else letter
        for letter in text
    )


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")
