"""A sheet: a report as a value, before it is text, a workbook or a page.

Reports build sheets, writers render them; neither knows the other. Cells are plain
values and the column says what they mean, so a workbook gets numbers and durations.
"""

from dataclasses import dataclass
from enum import StrEnum


class ColumnKind(StrEnum):
    """What the cells of a column are, and so how they are shown and aligned."""

    TEXT = "text"
    NUMBER = "number"
    """An int: a rank, a place, points, a count."""
    TIME = "time"
    """An int in ticks, shown as a clock: 1:02:03, or 1'3 for tenths of a round."""
    GAP = "gap"
    """An int in ticks, shown as +0:21; 0 as the leader's, negative as -0:02."""


Cell = str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column; `weight` is its share of spare width on paper (0: as wide as needed)."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    weight: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under columns; every row is as long as `columns`.

    `name` is short, unique in its sheet and fit for the tab of a workbook.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One report: a title, what it belongs to, its tables and closing notes.

    `unit` is the rulebook's: what one tick of a TIME or GAP cell is.
    """

    title: str
    subtitle: str = ""
    unit: str = "seconds"
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
