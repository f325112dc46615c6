"""Rulebooks as sheets: every value with its rule and provenance, and printed tables."""

from collections.abc import Iterable

from peloton.reports.sheet import Column, Sheet, Table
from peloton.rules.keys import KEYS
from peloton.rules.model import RuleValue
from peloton.rules.rulebook import Rulebook
from peloton.rules.tables import FractionCell, fraction_table

_VALUES = (
    Column(title="Key"),
    Column(title="Value", weight=2),
    Column(title="Meaning", weight=2),
    Column(title="Rule"),
    Column(title="Source"),
    Column(title="Confirmed"),
    Column(title="Note", weight=2),
)


def rulebooks_sheet(books: Iterable[Rulebook]) -> Sheet:
    """List rulebooks by name."""
    return Sheet(
        title="Rulebooks",
        tables=(
            Table(
                name="Rulebooks",
                title="",
                columns=(
                    Column(title="Name"),
                    Column(title="Game", weight=1),
                    Column(title="A finish is written"),
                ),
                rows=tuple((b.name, b.title, b.word("mark")) for b in books),
            ),
        ),
    )


def rulebook_sheet(book: Rulebook) -> Sheet:
    """Show a rulebook whole: values, options, rider types and jerseys."""
    values = Table(
        name="Values",
        title="Values",
        columns=_VALUES,
        rows=tuple(
            (
                key,
                _written(value.value),
                KEYS[key].meaning,
                value.rule,
                value.source,
                "yes" if value.confirmed else "no",
                value.note,
            )
            for key, value in book.values.items()
        ),
    )
    options = Table(
        name="Options",
        title="Options a tour chooses",
        columns=(
            Column(title="Option"),
            Column(title="Choices"),
            Column(title="Default"),
            Column(title="Meaning", weight=1),
            Column(title="Rule"),
        ),
        rows=tuple(
            (
                name,
                ", ".join(map(_written, option.choices)),
                _written(option.default),
                option.meaning,
                option.rule,
            )
            for name, option in book.options.items()
        ),
    )
    types = Table(
        name="Types",
        title="Rider types",
        columns=(Column(title="Type"), Column(title="Meaning", weight=1)),
        rows=tuple((each.name, each.meaning) for each in book.types),
    )
    jerseys = Table(
        name="Jerseys",
        title="Jerseys, the highest first",
        columns=(
            Column(title="Jersey"),
            Column(title="Classification"),
            Column(title="Colour"),
        ),
        rows=tuple((j.name, j.classification, j.colour) for j in book.jerseys),
    )
    tables = (values, options, types, jerseys)
    return Sheet(
        title=book.title,
        name=book.name,
        subtitle=f"rulebook {book.name}",
        tables=tuple(table for table in tables if table.rows),
    )


def rulebook_rows(book: Rulebook) -> list[dict[str, object]]:
    """Return the values of a rulebook as rows for scripts."""
    return [
        {
            "key": key,
            "value": value.value,
            "rule": value.rule,
            "source": value.source,
            "confirmed": value.confirmed,
            "note": value.note,
        }
        for key, value in book.values.items()
    ]


def fraction_sheet(title: str) -> Sheet:
    """Print both tables of Criterium: fractions of a turn, and seconds (CR-7)."""
    cells = fraction_table()
    columns = (
        Column(title="moved"),
        *(Column(title=str(left)) for left in range(1, len(cells[0]) + 1)),
    )
    return Sheet(
        title=title,
        name="Fractions",
        subtitle="by spaces moved in the last turn (down), before the line (across)",
        tables=(
            _grid("Fraction of a turn", columns, cells, thousandths=True),
            _grid("Seconds", columns, cells, thousandths=False),
        ),
    )


def fraction_rows() -> list[dict[str, int]]:
    """Return the tables as rows for scripts: thousandths of a turn, hundredths of s."""
    return [
        {"moved": moved, "left": left, **cell._asdict()}
        for moved, row in enumerate(fraction_table(), 1)
        for left, cell in enumerate(row, 1)
        if cell is not None
    ]


def _grid(
    title: str,
    columns: tuple[Column, ...],
    cells: Iterable[Iterable[FractionCell | None]],
    *,
    thousandths: bool,
) -> Table:
    return Table(
        name=title,
        title=title,
        columns=columns,
        rows=tuple(
            (str(moved), *(_figure(cell, thousandths=thousandths) for cell in row))
            for moved, row in enumerate(cells, 1)
        ),
    )


def _figure(cell: FractionCell | None, *, thousandths: bool) -> str:
    if cell is None:
        return ""
    if thousandths:
        return f"{cell.thousandths // 1000}.{cell.thousandths % 1000:03}"
    return f"{cell.hundredths // 100}.{cell.hundredths % 100:02}"


def _written(value: RuleValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)
