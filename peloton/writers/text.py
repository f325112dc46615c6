"""Sheet -> text for a terminal, a pipe or a file."""

from io import StringIO
from typing import TYPE_CHECKING

from peloton.reports.sheet import Sheet, Table, shown_rows, visible

if TYPE_CHECKING:
    from rich.table import Table as Grid

_UNLIMITED = 1_000_000
"""Columns of a text that no terminal cuts: as wide as its widest row."""


def to_text(sheet: Sheet, *, width: int | None = None, colour: bool = False) -> str:
    """Write a sheet as lines of text with aligned columns.

    `width` is the terminal's, in columns; without one every cell is on one line
    whole. `colour` is for terminals only. Names come out as typed: nothing in them
    is markup.
    """
    # rich takes longer to import than everything else a small command does.
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    out = StringIO()
    console = Console(
        file=out,
        width=width or _UNLIMITED,
        force_terminal=colour,
        force_interactive=False,
        force_jupyter=False,
        color_system="standard" if colour else None,
        legacy_windows=False,
        soft_wrap=width is None,
    )
    console.print(Text(visible(sheet.title), style="bold"))
    if sheet.subtitle:
        console.print(Text(visible(sheet.subtitle), style="dim"))
    for table in sheet.tables:
        console.print()
        if table.title:
            console.print(Text(visible(table.title), style="bold"))
        console.print(_grid(table, sheet.unit))
        for note in table.notes:
            console.print(Text(visible(note), style="dim"))
    if sheet.notes:
        console.print()
    for note in sheet.notes:
        console.print(Text(visible(note)))
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def _grid(table: Table, unit: str) -> "Grid":
    from rich import box  # noqa: PLC0415
    from rich.table import Table as Grid  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in table.columns:
        grid.add_column(
            Text(visible(column.title)),
            justify="right" if column.right_aligned else "left",
            no_wrap=column.right_aligned,
            overflow="fold",
        )
    for row in shown_rows(table, unit):
        grid.add_row(*map(Text, row))
    return grid
