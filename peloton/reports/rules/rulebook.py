"""Rulebooks as sheets: every value with its rule and provenance, and printed tables."""

from collections.abc import Iterable

from peloton.reports.names import CLASSIFICATION_TITLES
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.rules.facts.labels import game_title, jersey_name
from peloton.rules.facts.tour import RuleValue
from peloton.rules.games.criterium import FractionCell, fraction_table
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Allowance, PerLines, Rulebook, Source, Value
from peloton.rules.words import listed, phrase

VALUE_COLUMNS = (
    Column(phrase("Key")),
    Column(phrase("Value"), weight=2),
    Column(phrase("Meaning"), weight=2),
    Column(phrase("Rule")),
    Column(phrase("Source")),
    Column(phrase("Confirmed")),
    Column(phrase("Note"), weight=2),
)
_TYPES = (
    Column(phrase("Type")),
    Column(phrase("Meaning"), weight=2),
    Column(phrase("Price"), ColumnKind.NUMBER),
    Column(phrase("Extra turns")),
    Column(phrase("On mountains besides")),
    Column(phrase("In time trials")),
    Column(phrase("On mountains at most")),
    Column(phrase("Rule")),
    Column(phrase("Source")),
    Column(phrase("Note"), weight=2),
)


def _values(book: Rulebook) -> Table:
    return Table(
        name="Values",
        title=phrase("Values"),
        columns=VALUE_COLUMNS,
        rows=tuple(
            (
                key,
                _written(value.value),
                KEYS[key].meaning,
                value.rule,
                value.source,
                phrase("yes") if value.confirmed else phrase("no"),
                value.note,
            )
            for key, value in book.values.items()
            if not _of_other_games(key, value)
        ),
    )


def rulebook_sheet(book: Rulebook) -> Sheet:
    """Show a rulebook whole: values, options, rider types and jerseys."""
    tables = (_values(book), _options(book), _types(book), _jerseys(book))
    return Sheet(
        title=game_title(book.title),
        name=book.name,
        subtitle=phrase("{what} {number}", what=phrase("Rulebook"), number=book.name),
        tables=tuple(table for table in tables if table.rows),
    )


def _options(book: Rulebook) -> Table:
    return Table(
        name="Options",
        title=phrase("Options a tour chooses"),
        columns=(
            Column(phrase("Option")),
            Column(phrase("Choices")),
            Column(phrase("Default")),
            Column(phrase("Meaning"), weight=1),
            Column(phrase("Rule")),
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


def _jerseys(book: Rulebook) -> Table:
    return Table(
        name="Jerseys",
        title=phrase("Jerseys, the highest first"),
        columns=(
            Column(phrase("Jersey")),
            Column(phrase("Classification")),
            Column(phrase("Colour")),
        ),
        rows=tuple(
            (
                jersey_name(jersey.name),
                CLASSIFICATION_TITLES[jersey.classification],
                jersey.colour,
            )
            for jersey in book.jerseys
        ),
    )


def _types(book: Rulebook) -> Table:
    """Show the rider types: what they cost and their extra turns (CY-13, CY-14)."""
    return Table(
        name="Types",
        title=phrase("Rider types"),
        columns=_TYPES,
        rows=tuple(
            (
                kind.name,
                kind.meaning,
                kind.price,
                _allowance(kind.road),
                _allowance(kind.mountain),
                _allowance(kind.time_trial),
                _allowance(kind.mountain_limit),
                kind.rule,
                kind.source if kind.rule else "",
                kind.note,
            )
            for kind in book.types
        ),
    ).without_empty_columns()


def _allowance(allowed: Allowance | None) -> str:
    """Write extra turns by length in lines: `3 per 100`, or `2 from 0, 3 from 35`."""
    if allowed is None:
        return ""
    if isinstance(allowed, PerLines):
        whole, halved = phrase("{turns} per {per}"), phrase("{turns} per {per}, halved")
        pattern = (halved if allowed.halved else whole).pattern
        return phrase(pattern, turns=allowed.turns, per=allowed.per)
    steps = zip(allowed.turns, allowed.starts, strict=True)
    return listed(
        phrase("{turns} from {start}", turns=turns, start=start)
        for turns, start in steps
    )


_NOT_EVERYWHERE = frozenset(
    {
        *("cards", "course", "dice", "extra_turns", "laps", "money", "setup"),
        *("start", "track"),
    }
)


def _of_other_games(key: str, value: Value) -> bool:
    """Whether a key is about dice or cards that this game does not have."""
    table = key.partition(".")[0]
    return value.source == Source.DEFAULT and table in _NOT_EVERYWHERE


def rulebook_rows(book: Rulebook) -> list[dict[str, object]]:
    """Return the values of a rulebook as rows for scripts."""
    names = ("value", "rule", "source", "confirmed", "note")
    return [
        {"key": key, **{name: getattr(value, name) for name in names}}
        for key, value in book.values.items()
    ]


def rule_sheet(code: str, rule: tuple[str, str], books: Iterable[Rulebook]) -> Sheet:
    """Explain a rule by its number: its title and text, its values in some games."""
    title, text = rule
    table = Table(
        name="Values",
        title=phrase("Values"),
        columns=(
            Column(phrase("Rulebook")),
            *VALUE_COLUMNS[:3],
            *VALUE_COLUMNS[4:],
        ),
        rows=tuple(
            (book.name, *cells[:3], *cells[4:])
            for book in books
            for cells in _values(book).rows
            if code in str(cells[3]).split(", ")
        ),
    )
    return Sheet(
        title=phrase("{what} {number}", what=code, number=title),
        name=code,
        subtitle=text,
        tables=(table.without_empty_columns(),) if table.rows else (),
    )


def fraction_sheet(title: str) -> Sheet:
    """Print both tables of Criterium: fractions of a turn, and seconds (CR-7)."""
    lefts = range(1, len(fraction_table()[0]) + 1)
    columns = (Column(phrase("moved")), *(Column(str(n)) for n in lefts))
    return Sheet(
        title=title,
        name=phrase("Fractions"),
        subtitle=phrase(
            "by spaces moved in the last turn (down), before the line (across)"
        ),
        tables=(
            _grid(phrase("Fraction of a turn"), columns, "thousandths", 3),
            _grid(phrase("Seconds"), columns, "hundredths", 2),
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


def _grid(title: str, columns: tuple[Column, ...], figure: str, digits: int) -> Table:
    """Print one figure of every cell as a decimal."""

    def decimal(cell: FractionCell) -> str:
        whole, rest = divmod(getattr(cell, figure), 10**digits)
        return f"{whole}.{rest:0{digits}}"

    return Table(
        name=str(title),
        title=title,
        columns=columns,
        rows=tuple(
            (str(moved), *(decimal(cell) if cell else "" for cell in row))
            for moved, row in enumerate(fraction_table(), 1)
        ),
    )


def _written(value: RuleValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or phrase("none")
    return str(value)
