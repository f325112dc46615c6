"""Find the columns of a startlist, in the same way for every file format.

A row with the titles of two known columns is the header. Without a header, a row has a
bib, a name and perhaps a team, or it is a text alone: the team of the rows below.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from peloton.notation.startlists.marks import (
    clean_name,
    is_bib,
    is_nation,
    is_no_team,
    split_rider,
)
from peloton.notation.startlists.tables import Fault, StartlistRow
from peloton.notation.startlists.words import OTHER, header_fields, is_header

_EXPECTED = (
    "a bib and a name, a team alone, or a header such as Bib, Name, Team, with tabs or"
    " semicolons between the columns"
)
_HEADER_ROWS = 50
"""Number of rows at the top that are searched for a header."""
_FIELDS = ("bib", "name", "team")
"""The fields of a table without a header."""


class StartlistColumn(NamedTuple):
    """A column of a startlist; `field` is "" if its title is unknown."""

    title: str
    field: str


class StartlistTable(NamedTuple):
    """The columns of a startlist, and the rows of riders and teams.

    If there are `faults`, the columns are unclear.
    """

    columns: Sequence[StartlistColumn]
    rows: Sequence[StartlistRow]
    faults: Sequence[Fault]
    guessed: bool

    @property
    def positions(self) -> dict[str, int]:
        """The index of the column of each field."""
        return {column.field: at for at, column in enumerate(self.columns) if column[1]}


def startlist_table(rows: Sequence[StartlistRow]) -> StartlistTable:
    """Find the columns by their titles; without a header: a bib, a name, a team.

    If the header is repeated, the name of each team is above it.
    """
    if (at := find_header(rows)) is None:
        return _plain(rows)
    titles = rows[at].texts
    riders = [row for row in rows[at:] if row.texts != titles]
    if len(riders) + 1 < len(rows[at:]):
        riders[:0] = rows[max(at - 1, 0) : at]
    fields = header_fields(titles)
    faults = _header_faults(rows[at], fields)
    known = (field.replace(OTHER, "") for field in fields)
    columns = list(map(StartlistColumn, titles, known))
    return StartlistTable(columns, riders, faults, guessed=False)


def find_header(rows: Sequence[StartlistRow]) -> int | None:
    """Return the index of the header, preferably one with bibs, or None."""
    found = [at for at, row in enumerate(rows[:_HEADER_ROWS]) if is_header(row.texts)]
    found.sort(key=lambda at: "bib" not in header_fields(rows[at].texts))
    return found[0] if found else None


def _header_faults(row: StartlistRow, fields: Sequence[str]) -> list[Fault]:
    """Return the fault that bibs or names are missing, or repeated."""
    if "bib" not in fields:
        expected = "a column named Bib"
    elif row.texts.count(row.texts[fields.index("bib")]) > 1:
        expected = "one rider in each row: put the tables below each other"
    elif "" in fields and not {"name", "first", "last"} & set(fields):
        expected = "a column named Name"
    else:
        return []
    return [_fault(row, expected)]


def _fault(row: StartlistRow, expected: str) -> Fault:
    return Fault.of(row.place(0), ", ".join(row.texts), expected)


def _plain(rows: Sequence[StartlistRow]) -> StartlistTable:
    """Return the table of rows without a header."""
    texts = [_plain_texts(row) for row in rows]
    width = max((len(row) for row in texts if is_bib(row[0])), default=0)
    parted = list(zip(rows, texts, strict=True))
    unclear = [row for row, parts in parted if not _is_plain(parts, width)]
    faults = [_fault(row, _EXPECTED) for row in (unclear if width else rows[:1])]
    plain = [row._replace(texts=parts) for row, parts in parted]
    titles = enumerate(_FIELDS[:width], 1)
    columns = [StartlistColumn(str(at), field) for at, field in titles]
    return StartlistTable(columns, plain, faults, guessed=True)


def _plain_texts(row: StartlistRow) -> Sequence[str]:
    """Split a bib from the name behind it in a text, and add a nation to the name.

    A nation or a short code beside the name of a team is left out.
    """
    if len(row.places) > 1:
        return row.texts
    first, *behind = filter(None, row.texts)
    texts = split_rider(first)
    if is_bib(texts[0]):
        for text in behind:
            if is_nation(text):
                texts[-1] += f" {text}"
            else:
                texts.append(text)
        return texts
    if is_no_team(alone := " ".join([first, *behind])):
        return [alone]
    return [first, *(text for text in behind if not _CODE.fullmatch(text))]


_CODE = re.compile(r"\(?[A-Z]{2,4}\)?")


def _is_plain(texts: Sequence[str], width: int) -> bool:
    """Return whether a row is a rider or a text alone.

    A year is no bib, and a number is no name: `2025 Tour`, `112e Tour`, `176 riders`.
    """
    bib, *others = texts
    if not is_bib(bib):
        return not others and not is_header(bib.split())
    if len(texts) != width or width > len(_FIELDS) or not others:
        return False
    name = clean_name(others[0])
    words = all(any(map(str.isalpha, text)) for text in others)
    number = _COUNT.fullmatch(bib) or name.islower() or any(map(str.isdecimal, name))
    return words and not number


_COUNT = re.compile(r"(?:19|20)\d\d|\d+e")
