"""Rulebooks as sheets: every value with its rule and provenance, and printed tables."""

from collections.abc import Iterable

from peloton.reports.sheet import (
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.rules.allowances import Allowance, PerLines
from peloton.rules.keys import KEYS
from peloton.rules.model import RuleValue
from peloton.rules.rulebook import Rulebook, Source, Value
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
_TYPES = (
    Column(title="Type"),
    Column(title="Meaning", weight=2),
    Column(title="Price", kind=ColumnKind.NUMBER),
    Column(title="Extra turns"),
    Column(title="On mountains besides"),
    Column(title="In time trials"),
    Column(title="On mountains at most"),
    Column(title="Rule"),
    Column(title="Source"),
    Column(title="Note", weight=2),
)


def _values(book: Rulebook) -> Table:
    return Table(
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
            if not _of_other_games(key, value)
        ),
    )


def rulebook_sheet(book: Rulebook) -> Sheet:
    """Show a rulebook whole: values, options, rider types and jerseys."""
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
    tables = (_values(book), options, _types(book), jerseys)
    return Sheet(
        title=book.title,
        name=book.name,
        subtitle=f"rulebook {book.name}",
        tables=tuple(table for table in tables if table.rows),
    )


def _types(book: Rulebook) -> Table:
    """Show the rider types: what they cost and their extra turns (CY-13, CY-14)."""
    return without_empty_columns(
        Table(
            name="Types",
            title="Rider types",
            columns=_TYPES,
            rows=tuple(
                (
                    each.name,
                    each.meaning,
                    each.price,
                    _allowance(each.road),
                    _allowance(each.mountain),
                    _allowance(each.time_trial),
                    _allowance(each.mountain_limit),
                    each.rule,
                    each.source if each.rule else "",
                    each.note,
                )
                for each in book.types
            ),
        )
    )


def _allowance(found: Allowance | None) -> str:
    """Write extra turns by length in lines: `3 per 100`, or `2 from 0, 3 from 35`."""
    if found is None:
        return ""
    if isinstance(found, PerLines):
        return f"{found.turns} per {found.per}{', halved' if found.halved else ''}"
    steps = zip(found.turns, found.starts, strict=True)
    return ", ".join(f"{turns} from {start}" for turns, start in steps)


_NOT_EVERYWHERE = frozenset({"course", "dice", "extra_turns", "money", "setup"})


def _of_other_games(key: str, value: Value) -> bool:
    """Whether it is about dice or cards that this game does not have."""
    table = key.partition(".")[0]
    return value.source == Source.DEFAULT and table in _NOT_EVERYWHERE


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
