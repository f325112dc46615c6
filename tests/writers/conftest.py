"""Fixtures: a sheet with every kind of column, and a sheet with hostile names."""

import pytest

from peloton.reports.sheet import Column, ColumnKind, Sheet, Table

HOSTILE = (
    *("=cmd()", "+1+1", "-2", "@sum", "#N/A", "<b>&amp;</b>", "[b]x[/b]"),
    *("[/code]", "[red]x[/red]", ":bike:", "a|b", "a\x1b[31mb", "\u202eevil"),
    *("\ud800", "a\nb\tc", "W" * 300, "王力宏", "*x* _y_ `z`"),
    *("יוסי", "محمد"),  # noqa: RUF001 - Hebrew is meant
)
COLUMNS = (
    Column(title="Rank", kind=ColumnKind.NUMBER),
    Column(title="Bib", kind=ColumnKind.BIB),
    Column(title="Rider", weight=3),
    Column(title="Time", kind=ColumnKind.TIME),
    Column(title="Gap", kind=ColumnKind.GAP),
)


def sheet_of(*rows: tuple[int | str | None, ...], unit: str = "seconds") -> Sheet:
    """Return a sheet with one table; each row has rank, bib, rider, time and gap."""
    table = Table(name="General", title="General", columns=COLUMNS, rows=rows)
    return Sheet(
        title="After stage 1",
        name="General",
        subtitle="Ronde",
        unit=unit,
        tables=(table,),
    )


@pytest.fixture
def sheet() -> Sheet:
    return sheet_of(
        (1, "12", "Eddy", 3723, 0), (2, "A", "Zoë", 3721, -2), (3, "7", "Jo", None, 21)
    )


@pytest.fixture
def hostile() -> Sheet:
    """A sheet in which each rider has a name that could do harm."""
    return sheet_of(
        *((rank, str(rank), name, rank, rank) for rank, name in enumerate(HOSTILE, 1))
    )
