"""Recognise the columns of a startlist by a header, or guess them."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.notation.startlists.marks import (
    clean_bib,
    heading_of,
    is_bib,
    is_nation,
)
from peloton.notation.startlists.tables import StartlistRow
from peloton.notation.startlists.words import OTHER, header_fields
from peloton.rules.values import one_of

_HEADER_ROWS = 50
"""Number of rows at the top that are searched for a header."""


class StartlistColumn(NamedTuple):
    """A column of a startlist; `field` is "" if its title is unknown."""

    title: str
    field: str


class StartlistTable(NamedTuple):
    """The columns of a startlist, and the rows of its riders and team headings."""

    columns: tuple[StartlistColumn, ...]
    guessed: bool
    rows: Sequence[StartlistRow]

    @property
    def positions(self) -> dict[str, int]:
        """The index of the column of each field."""
        return {
            column.field: number
            for number, column in enumerate(self.columns)
            if column.field
        }


def startlist_table(rows: Sequence[StartlistRow]) -> StartlistTable:
    """Recognise the columns by their titles, or guess a bib, a name, perhaps a team.

    If no column has bibs, or the guess must be wrong, raises PelotonError, with a
    message to put after the file's name.
    """
    if header := find_header(rows):
        return _titled(*_one_below_the_other(rows, *header))
    fields = _guessed(rows)
    bib = fields.index("bib")
    _refuse_header(rows, bib)
    headings = [heading_of(row.texts, bib) for row in rows]
    above = {name for name, below in pairwise(headings) if name and not below}
    if len(above) > 1 and "team" in fields:
        raise PelotonError(
            f"has no header, and a text beside each name below teams such as"
            f" '{min(above)}': expected {EXPECTED}"
        )
    columns = tuple(StartlistColumn(str(n), field) for n, field in enumerate(fields, 1))
    return StartlistTable(columns, guessed=True, rows=rows)


def find_header(rows: Sequence[StartlistRow]) -> tuple[int, list[str]] | None:
    """Return the index and the fields of the header, preferably one with bibs."""
    headers = [
        (number, fields)
        for number, row in enumerate(rows[:_HEADER_ROWS])
        if len(set(fields := header_fields(row.texts)) - {""}) > 1
    ]
    with_bib = (header for header in headers if "bib" in header[1])
    return next(with_bib, headers[0] if headers else None)


def _one_below_the_other(
    rows: Sequence[StartlistRow], number: int, fields: Sequence[str]
) -> tuple[Sequence[StartlistRow], int, Sequence[str]]:
    """Part tables side by side, with equal titles, and place them below each other.

    A row with one text for each table is a heading of each of them.
    """
    titles = rows[number].texts
    if "bib" not in fields:
        return rows, number, fields
    first = fields.index("bib")
    starts = [at - first for at, text in enumerate(titles) if text == titles[first]]
    edges = [*starts, len(titles)]
    tables = [tuple(filter(None, titles[a:b])) for a, b in pairwise(edges)]
    if len(set(tables)) > 1 or len(tables) == 1:
        return rows, number, fields
    header = _part(rows[number], 0, edges[1])
    parted = [header]
    for at, (start, end) in enumerate(pairwise(edges)):
        for row in (*rows[max(number - 1, 0) : number], *rows[number + 1 :]):
            texts = [text for text in row.texts if text]
            if len(texts) == len(tables) and not any(map(is_bib, texts)):
                parted.append(StartlistRow((row.place(start),), [texts[at]]))
            elif any((part := _part(row, start, end)).texts):
                parted.append(part)
    return parted, 0, header_fields(header.texts)


def _part(row: StartlistRow, start: int, end: int) -> StartlistRow:
    places = row.places[start:end] if len(row.places) > 1 else row.places
    return StartlistRow(
        places or (row.place(start),), row.texts[start:end], row.faults[start:end]
    )


def _titled(
    rows: Sequence[StartlistRow], number: int, fields: Sequence[str]
) -> StartlistTable:
    """Return the table below a header; a team's name may be above each header."""
    header, below = rows[number], rows[number + 1 :]
    unused = [field in {"", OTHER} for field in fields]
    if "bib" not in fields:
        raise _without("bibs", "Bib", _likely(header, unused, below, _are_bibs), header)
    if not {"name", "first", "last"} & set(fields):
        unknown = [not field for field in fields]
        if likely := _likely(header, unknown, below, _are_names):
            raise _without("names", "Name", likely, header)
    known = (field.replace(OTHER, "") for field in fields)
    columns = tuple(map(StartlistColumn, header.texts, known))
    riders = [row for row in below if row.texts != header.texts]
    if len(riders) < len(below):
        riders[:0] = rows[max(number - 1, 0) : number]
    return StartlistTable(columns, guessed=False, rows=riders)


def _likely(
    header: StartlistRow,
    free: Iterable[bool],
    rows: Iterable[StartlistRow],
    suits: Callable[[Sequence[str]], bool],
) -> list[str]:
    """Return the titles of the free columns whose texts suit."""
    texts = zip_longest(*(row.texts for row in rows), fillvalue="")
    return [
        title
        for title, unused, below in zip(header.texts, free, texts, strict=False)
        if unused and title and suits(below)
    ]


def _are_bibs(texts: Sequence[str]) -> bool:
    return all(map(str.isdecimal, texts)) and len(set(texts)) == len(texts)


def _are_names(texts: Sequence[str]) -> bool:
    """Return whether most texts are different words, and not nations."""
    words = {text for text in texts if any(map(str.isalpha, text))}
    return len(words) * 2 > len(texts) and not any(map(is_nation, words))


def _without(
    what: str, name: str, likely: Sequence[str], header: StartlistRow
) -> PelotonError:
    """Return the error for a header without a field, with the likely columns."""
    advice = f"add a column named {name}"
    if likely:
        advice = f"is it {one_of(likely)}? Name that column {name}"
    return PelotonError(
        f"has no column of {what}: found the header {quoted(header)}; {advice}"
    )


def _refuse_header(rows: Sequence[StartlistRow], bib: int) -> None:
    """Raise PelotonError if the first row looks like an unknown header."""
    several = [row for row in rows if count(row) > 1 and not heading_of(row.texts, bib)]
    words = set(header_fields(" ".join(rows[0].texts).split())) - {""}
    if count(rows[0]) == 1 and "name" in words and len(words) > 1:
        header = rows[0]  # such as `Pos Rider`, in columns separated by spaces
    elif (
        several
        and not _numbered(several[0], bib)
        and all(_numbered(row, bib) for row in several[1:])
    ):
        header = several[0]
    else:
        return
    raise PelotonError(
        f"has a first row unlike the others: found {quoted(header)}, expected"
        f" {EXPECTED}, or a rider"
    )


def count(row: StartlistRow) -> int:
    """Return the number of non-empty texts in a row."""
    return len(list(filter(None, row.texts)))


def _numbered(row: StartlistRow, bib: int) -> bool:
    """Return whether the bib of a row has a digit."""
    return any(map(str.isdecimal, "".join(row.texts[bib : bib + 1])))


def quoted(row: StartlistRow) -> str:
    """Quote a row with its place, for a message."""
    text = ", ".join(row.texts)
    text = text if len(text) <= _QUOTE_LENGTH else f"{text[: _QUOTE_LENGTH - 3]}..."
    return f"'{text}' in {place_name(row)}"


def place_name(row: StartlistRow) -> str:
    """Return `line 3`, or the name of a cell."""
    place = row.place(0)
    return f"line {place}" if place.isdecimal() else place


EXPECTED = "a header such as Bib, Name, Team"
_QUOTE_LENGTH = 200
"""Maximum length of a header in a message."""


def _guessed(rows: Sequence[StartlistRow]) -> list[str]:
    """Guess which column has the bib, which the name, and which the team.

    The bib is in the first column with mostly numbers; rows with one text, and columns
    with nations, are ignored.
    """
    rows = [row for row in rows if count(row) > 1] or rows
    fields: list[str] = []
    wanted = ["name", "team"]
    bibs: list[int] = []
    for number, column in enumerate(
        zip_longest(*(row.texts for row in rows), fillvalue="")
    ):
        texts = [text for text in column if text]
        bib_texts, field = list(filter(is_bib, texts)), ""
        if len(bib_texts) * 2 > len(texts):
            if len(set(bib_texts)) == len(rows) and len(texts[0]) <= _BIB_LENGTH:
                bibs.append(number)
            if "bib" not in fields:
                field = "bib"
        elif any(map(str.isalpha, "".join(texts))) and not all(map(is_nation, texts)):
            field = wanted.pop(0) if wanted else ""
        fields.append(field)
    if "bib" not in fields:
        raise PelotonError(
            f"has no column of bibs: expected {EXPECTED}, or the bibs first and the"
            " names beside them"
        )
    first = [clean_bib(row.texts[bibs[0]]) for row in rows] if bibs else []
    if len(bibs) > 1 and first == [str(n) for n in range(1, len(rows) + 1)]:
        raise PelotonError(
            f"has no header, and columns {bibs[0] + 1} and {bibs[1] + 1} may both be"
            f" bibs: expected {EXPECTED}"
        )
    return fields


_BIB_LENGTH = 4
"""Maximum length of a number that may be a bib in a list without a header."""
