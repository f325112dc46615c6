"""Find the columns of a startlist, independently of its file format.

The header is a row with the titles of at least two known columns. Without a header, a
row contains a bib, a name and perhaps a team, or only the team of the riders below.
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
from peloton.notation.startlists.plausible import StartlistLine
from peloton.notation.startlists.tables import Fault, StartlistRow
from peloton.notation.startlists.words import OTHER, header_fields, is_header

_EXPECTED = (
    "a bib and a name, a team alone, or a header such as Bib, Name, Team, with tabs or"
    " semicolons between the columns"
)
_HEADER_ROWS = 50
"""Number of rows at the start of the file that are searched for a header."""
_FIELDS = ("bib", "name", "team")
"""The fields assumed for the columns of a startlist without a header."""


class ImportedStartlist(NamedTuple):
    """A startlist as read from a file: its columns, rows, riders and mistakes.

    `fields` holds the field for each title, "" if unknown. `guessed` is true if the
    startlist has no header, so that the fields are assumed. `ignored` holds texts that
    are neither a rider nor a team, such as page numbers.
    """

    titles: Sequence[str]
    fields: Sequence[str]
    rows: Sequence[StartlistRow]
    faults: list[Fault]
    ignored: list[str]
    guessed: bool
    lines: Sequence[StartlistLine] = ()

    @property
    def positions(self) -> dict[str, int]:
        """Map each field of the startlist, such as `bib`, to its column's index."""
        return {field: at for at, field in enumerate(self.fields) if field}


def startlist_columns(rows: Sequence[StartlistRow]) -> ImportedStartlist:
    """Find the columns by their titles; without a header, assume bib, name, team.

    If the header is repeated, a team's name is expected above each header. If the
    columns are unclear, the result contains a description of each mistake.
    """
    if (at := find_header(rows)) is None:
        return _plain(rows)
    titles = rows[at].texts
    riders = [row for row in rows[at:] if row.texts != titles]
    if len(riders) + 1 < len(rows[at:]):
        riders[:0] = rows[max(at - 1, 0) : at]
    found = header_fields(titles)
    fields = [field.replace(OTHER, "") for field in found]
    faults = _header_faults(rows[at], found)
    return ImportedStartlist(titles, fields, riders, faults, [], guessed=False)


def find_header(rows: Sequence[StartlistRow]) -> int | None:
    """Return the index of the header row, preferably one with a bib column, or None."""
    found = [at for at, row in enumerate(rows[:_HEADER_ROWS]) if is_header(row.texts)]
    found.sort(key=lambda at: "bib" not in header_fields(rows[at].texts))
    return found[0] if found else None


def _header_faults(row: StartlistRow, fields: Sequence[str]) -> list[Fault]:
    """Return a mistake if the column of bibs or names is missing or duplicated."""
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


def _plain(rows: Sequence[StartlistRow]) -> ImportedStartlist:
    """Return the startlist in rows without a header."""
    if any(not is_bib(row.texts[0]) for row in rows):
        rows = list(map(_without_nations, rows))
    texts = [_plain_texts(row) for row in rows]
    width = max((len(row) for row in texts if is_bib(row[0])), default=0)
    parted = list(zip(rows, texts, strict=True))
    unclear = [row for row, parts in parted if not _is_plain(parts, width)]
    faults = [_fault(row, _EXPECTED) for row in (unclear if width else rows[:1])]
    plain = [row._replace(texts=parts) for row, parts in parted]
    fields = _FIELDS[:width]
    titles = ["1", "2", "3"][:width]
    return ImportedStartlist(titles, fields, plain, faults, [], guessed=True)


def _without_nations(row: StartlistRow) -> StartlistRow:
    """Return a worksheet row without nations and empty cells, if anything is left."""
    if len(row.places) == 1:
        return row
    cells = zip(row.places, row.texts, row.faults, strict=True)
    kept = [cell for cell in cells if cell[1] and not is_nation(cell[1])]
    return StartlistRow(*zip(*kept, strict=True)) if kept else row


def _plain_texts(row: StartlistRow) -> Sequence[str]:
    """Split a row's text into bib and name; a nation stays with the rider's name.

    If the row names a team, its nation and its short code are left out.
    """
    if len(row.places) > 1:
        return row.texts
    first, *behind = filter(None, row.texts)
    nations = list(filter(is_nation, behind))
    texts = [first, *(text for text in behind if text not in nations)]
    if len(texts) == 1:
        texts = split_rider(first)
    if is_bib(texts[0]) and len(texts) > 1:
        texts[1] = " ".join([texts[1], *nations])
    elif is_no_team(" ".join(texts)):
        return [" ".join(texts)]
    elif not is_bib(first):
        return [first, *(text for text in texts[1:] if not _CODE.fullmatch(text))]
    return texts


_CODE = re.compile(r"\(?[A-Z]{2,4}\)?")


def _is_plain(texts: Sequence[str], width: int) -> bool:
    """Return whether a row without a header contains just a rider, or just a team.

    These are neither: `2025 Tour`, `112e Tour`, `176 riders`, `4 Jours`.
    """
    bib, *others = texts
    if not is_bib(bib):
        return not others and not is_header(bib.split())
    if len(texts) != width or width > len(_FIELDS) or not others:
        return False
    name = clean_name(others[0])
    words = all(any(map(str.isalpha, text)) for text in others)
    number = _COUNT.fullmatch(bib) or name.islower() or any(map(str.isdecimal, name))
    return words and not number and not _DAYS.match(name)


_COUNT = re.compile(r"(?:19|20)\d\d|\d+e")
_DAYS = re.compile(
    r"(?:days|jours|dagen|daagse|giorni|días|dies|tage)\b", re.IGNORECASE
)
"""Matches the word after a number that shows it is a race: `4 Jours de Dunkerque`."""
