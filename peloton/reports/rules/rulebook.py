"""Report a rulebook's values with their sources, and Criterium's fraction tables."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from peloton.reports.headings import value_text
from peloton.reports.names import CLASSIFICATION_TITLES
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.rules.facts.labels import known_word
from peloton.rules.games.criterium import HUNDREDTHS, THOUSANDTHS, fraction_table
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Allowance, PerLines, Rulebook, Source, Value
from peloton.rules.words import join, phrase

VALUE_COLUMNS = (
    Column(phrase("Key")),
    Column(phrase("Value"), weight=2),
    Column(phrase("Meaning"), weight=2),
    Column(phrase("Rule")),
    Column(phrase("Source")),
    Column(phrase("Confirmed")),
    Column(phrase("Note"), weight=2),
)
_NOT_EVERYWHERE = frozenset(
    {
        *("cards", "course", "dice", "extra_turns", "laps", "money", "setup"),
        *("start", "track"),
    }
)
"""Tables of a rulebook whose default values mean that the game lacks something."""


def rule_source(value: Value) -> dict[str, Cell]:
    """Return the cells of the last four `VALUE_COLUMNS`, from `Rule` to `Note`."""
    names = ("rule", "source", "confirmed", "note")
    cells = {name: getattr(value, name) for name in names}
    return cells | {"confirmed": yes_no_text(value.confirmed)}


def yes_no_text(value: bool) -> str:  # noqa: FBT001 - its only argument
    """Return `yes` or `no`."""
    return phrase("yes") if value else phrase("no")


def _values(book: Rulebook) -> Iterator[tuple[Cell, ...]]:
    """Yield the `VALUE_COLUMNS` of each value that the game has."""
    for key, value in book.values.items():
        table, _, _ = key.partition(".")
        if value.source != Source.DEFAULT or table not in _NOT_EVERYWHERE:
            cells = rule_source(value).values()
            yield key, value_text(value.value), KEYS[key].meaning, *cells


def rulebook_sheet(book: Rulebook) -> Sheet:
    """Report a whole rulebook: values, options, rider types and jerseys."""
    values = record_table(
        "Values", phrase("Values"), _values(book), (VALUE_COLUMNS, tuple)
    )
    tables = (values, _options(book), _types(book), _jerseys(book))
    return Sheet(
        title=known_word(book.title),
        name=book.name,
        subtitle=phrase("{what} {number}", what=phrase("Rulebook"), number=book.name),
        tables=tuple(table for table in tables if table.rows),
        data=[{"key": key, **asdict(value)} for key, value in book.values.items()],
    )


def _options(book: Rulebook) -> Table:
    return record_table(
        "Options",
        phrase("Tour options"),
        book.options.items(),
        (Column(phrase("Option")), lambda row: row[0]),
        (
            Column(phrase("Choices")),
            lambda row: ", ".join(map(value_text, row[1].choices)),
        ),
        (Column(phrase("Default")), lambda row: value_text(row[1].default)),
        (Column(phrase("Meaning"), weight=1), lambda row: row[1].meaning),
        (Column(phrase("Rule")), lambda row: row[1].rule),
    )


def _jerseys(book: Rulebook) -> Table:
    return record_table(
        "Jerseys",
        phrase("Jerseys, the highest first"),
        book.jerseys,
        (Column(phrase("Jersey")), lambda jersey: known_word(jersey.name)),
        (
            Column(phrase("Classification")),
            lambda jersey: CLASSIFICATION_TITLES[jersey.classification],
        ),
        (Column(phrase("Colour")), lambda jersey: jersey.colour),
    )


def _types(book: Rulebook) -> Table:
    return record_table(
        "Types",
        phrase("Rider types"),
        book.types,
        (Column(phrase("Type")), lambda kind: kind.name),
        (Column(phrase("Meaning"), weight=2), lambda kind: kind.meaning),
        (numbers(phrase("Price")), lambda kind: kind.price),
        (Column(phrase("Extra turns")), lambda kind: _allowance(kind.road)),
        (Column(phrase("Extra on mountains")), lambda kind: _allowance(kind.mountain)),
        (Column(phrase("In time trials")), lambda kind: _allowance(kind.time_trial)),
        (
            Column(phrase("Maximum on mountains")),
            lambda kind: _allowance(kind.mountain_limit),
        ),
        (Column(phrase("Rule")), lambda kind: kind.rule),
        (Column(phrase("Source")), lambda kind: kind.source if kind.rule else ""),
        (Column(phrase("Note"), weight=2), lambda kind: kind.note),
    )


def _allowance(allowed: Allowance | None) -> str:
    """Format a rider type's extra turns, which depend on the length in board lines.

    Examples: `3 per 100`, or `2 from 0, 3 from 35`.
    """
    if allowed is None:
        return ""
    if isinstance(allowed, PerLines):
        whole, halved = phrase("{turns} per {per}"), phrase("{turns} per {per}, halved")
        pattern = (halved if allowed.halved else whole).pattern
        return phrase(pattern, turns=allowed.turns, per=allowed.per)
    steps = zip(allowed.turns, allowed.starts, strict=True)
    return join(
        phrase("{turns} from {start}", turns=turns, start=start)
        for turns, start in steps
    )


def rule_sheet(code: str, rule: tuple[str, str], books: Iterable[Rulebook]) -> Sheet:
    """Report one rule: its title, its text, and its values in the given games.

    `code` is the number of the rule, such as `CY-12`.
    """
    title, text = rule
    rows = (
        (book.name, *cells[:3], *cells[4:])
        for book in books
        for cells in _values(book)
        if code in str(cells[3]).split(", ")
    )
    columns = (Column(phrase("Rulebook")), *VALUE_COLUMNS[:3], *VALUE_COLUMNS[4:])
    table = record_table("Values", phrase("Values"), rows, (columns, tuple))
    return Sheet(
        title=phrase("{what} {number}", what=code, number=title),
        name=code,
        subtitle=text,
        tables=(table,) if table.rows else (),
    )


def fraction_sheet(rulebook: Rulebook) -> Sheet:
    """Report Criterium's two tables for riders who finish in mid-turn (CR-7).

    One table lists fractions of a turn, the other seconds.
    """
    hundredths = HUNDREDTHS * rulebook.number("turn")
    seconds = fraction_table(hundredths)
    return Sheet(
        title=rulebook.title,
        name=phrase("Fractions"),
        subtitle=phrase(
            "rows: spaces moved in the last turn; columns: spaces left to the line"
        ),
        tables=(
            _grid(phrase("Fraction of a turn"), THOUSANDTHS, 3),
            _grid(phrase("Seconds"), hundredths, 2),
        ),
        data=[
            {
                "moved": moved,
                "left": left,
                "thousandths": fraction,
                "hundredths": seconds[moved - 1][left - 1],
            }
            for moved, row in enumerate(fraction_table(THOUSANDTHS), 1)
            for left, fraction in enumerate(row, 1)
        ],
    )


def _grid(title: str, parts: int, digits: int) -> Table:
    def decimal(figure: int) -> str:
        whole, rest = divmod(figure, 10**digits)
        return f"{whole}.{rest:0{digits}}"

    rows = fraction_table(parts)
    lefts = range(1, max(map(len, rows)) + 1)
    return Table(
        name=str(title),
        title=title,
        columns=(Column(phrase("moved")), *(Column(str(n)) for n in lefts)),
        rows=tuple(
            (str(moved), *map(decimal, row), *("" for _ in lefts[len(row) :]))
            for moved, row in enumerate(rows, 1)
        ),
    )
