"""Recognise the columns of an imported startlist, and read its riders and teams."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple
from unicodedata import normalize

from peloton.errors import PelotonError
from peloton.notation.result_lines import bib_value
from peloton.notation.startlists.tables import StartlistRow, begins_with_bib
from peloton.notation.startlists.words import header_fields, read_yes_no
from peloton.notation.toml.values import FieldError, colour_value, unexpected
from peloton.rules.names import colour_code
from peloton.rules.values import one_of

_HEADER_ROWS = 10
"""Number of rows at the top that are searched for a header."""


class StartlistColumn(NamedTuple):
    """A column of a startlist; `field` is "" if its title is unknown."""

    title: str
    field: str


class StartlistLine(NamedTuple):
    """A rider of a startlist: the fields given, and `at`, the column of each field."""

    row: StartlistRow
    fields: Mapping[str, Any]
    at: Mapping[str, int]

    def place(self, field_name: str = "bib") -> str:
        """Return the location of a field of the rider, or else of the bib."""
        return self.row.place(self.at.get(field_name, self.at.get("bib", 0)))


@dataclass(frozen=True, slots=True)
class ImportedStartlist:
    """The contents of a startlist.

    `guessed` is True if the columns were guessed, because there is no header. `faults`
    are mistakes, each with its location.
    """

    columns: tuple[StartlistColumn, ...]
    guessed: bool
    lines: tuple[StartlistLine, ...]
    faults: tuple[tuple[str, str], ...]


def first_startlist(tables: Sequence[Sequence[StartlistRow]]) -> ImportedStartlist:
    """Read the first table with a header, or else the first that looks like riders.

    Raises PelotonError, with a message to put after the file's name, if there is none.
    """
    tables = [rows for rows in tables if rows]
    refusals = [] if tables else [PelotonError("is empty")]
    for rows in list(filter(_header, tables)) or tables:
        try:
            return read_rows(rows)
        except PelotonError as error:
            refusals.append(error)
    raise refusals[0]


def read_rows(rows: Sequence[StartlistRow]) -> ImportedStartlist:
    """Recognise the columns of a startlist, and read its riders.

    Without a header the columns are guessed: a bib, a name, perhaps a team. If no
    column has bibs, or the guess must be wrong, raises PelotonError, with a message to
    put after the file's name.
    """
    if header := _header(rows):
        number, fields = header
        columns = tuple(map(StartlistColumn, rows[number].texts, fields))
        if "bib" not in fields:
            raise _without_bibs(columns, rows[number], rows[number + 1 :])
        return _read(columns, rows[number + 1 :], guessed=False)
    fields = _guessed(rows)
    columns = tuple(StartlistColumn(str(n), field) for n, field in enumerate(fields, 1))
    _refuse_header(rows, fields.index("bib"))
    found = _read(columns, rows, guessed=True)
    if "team" in fields:
        _refuse_teams(found)
    return found


def _header(rows: Sequence[StartlistRow]) -> tuple[int, list[str]] | None:
    """Return the index and the fields of the header, preferably one with bibs."""
    headers = [
        (number, fields)
        for number, row in enumerate(rows[:_HEADER_ROWS])
        if len(set(fields := header_fields(row.texts)) - {""}) > 1
    ]
    with_bib = (header for header in headers if "bib" in header[1])
    return next(with_bib, headers[0] if headers else None)


def _without_bibs(
    columns: Sequence[StartlistColumn],
    header: StartlistRow,
    rows: Iterable[StartlistRow],
) -> PelotonError:
    """Return the error for a header without bibs, with the likely columns."""
    texts = list(zip_longest(*(row.texts for row in rows), fillvalue=""))
    likely = [
        column.title
        for column, below in zip(columns, texts, strict=False)
        if not column.field and all(map(str.isdecimal, below))
        if len(set(below)) == len(below)
    ]
    advice = "add a column named Bib"
    if likely:
        advice = f"is it {one_of(likely)}? Name that column Bib"
    message = f"has no column of bibs: found the header {_quoted(header)}; {advice}"
    return PelotonError(message)


def _refuse_header(rows: Sequence[StartlistRow], bib: int) -> None:
    """Raise PelotonError if the first row looks like an unknown header."""
    several = [row for row in rows if _count(row) > 1]
    others = [row for row in several[1:] if not _is_team(row, bib)]
    words = " ".join(rows[0].texts).split()
    if _count(rows[0]) == 1 and "name" in header_fields(words):
        header = rows[0]  # such as `Pos Rider`, in columns separated by spaces
    elif (
        several
        and not _numbered(several[0], bib)
        and all(_numbered(row, bib) for row in others)
    ):
        header = several[0]
    else:
        return
    raise PelotonError(
        f"has a first row unlike the others: found {_quoted(header)}, expected"
        f" {_EXPECTED}, or a rider"
    )


def _count(row: StartlistRow) -> int:
    """Return the number of non-empty texts in a row."""
    return len(list(filter(None, row.texts)))


def _numbered(row: StartlistRow, bib: int) -> bool:
    """Return whether the bib of a row has a digit."""
    return any(map(str.isdecimal, "".join(row.texts[bib : bib + 1])))


def _refuse_teams(found: ImportedStartlist) -> None:
    """Raise PelotonError if the guessed columns give every rider a different team."""
    lines = found.lines
    teams = {line.fields.get("team") for line in lines}
    if len(teams) == len(lines) >= _SEVERAL:
        team, place = lines[0].fields.get("team"), _place(lines[0].row)
        raise PelotonError(
            f"has no header, and a guess gives each of its {len(lines)} riders a"
            f" different team ('{team}' in {place}): expected {_EXPECTED}"
        )


def _quoted(row: StartlistRow) -> str:
    """Quote a row with its place, for a message."""
    text = ", ".join(row.texts)
    text = text if len(text) <= _QUOTE_LENGTH else f"{text[: _QUOTE_LENGTH - 3]}..."
    return f"'{text}' in {_place(row)}"


def _place(row: StartlistRow) -> str:
    place = row.place(0)
    return f"line {place}" if place.isdecimal() else place


_EXPECTED = "a header such as Bib, Name, Team"
_QUOTE_LENGTH = 200
"""Maximum length of a header in a message."""
_SEVERAL = 3
"""From this number of riders on, a different team for each is not plausible."""


def _guessed(rows: Sequence[StartlistRow]) -> list[str]:
    """Guess which column has the bib, which the name, and which the team.

    The bib is in the first column with mostly numbers; rows with one text are ignored.
    """
    rows = [row for row in rows if _count(row) > 1] or rows
    fields: list[str] = []
    wanted = ["name", "team"]
    for column in zip_longest(*(row.texts for row in rows), fillvalue=""):
        texts = [text for text in column if text]
        numbers, field = sum(map(str.isdecimal, texts)), ""
        if "bib" not in fields and numbers * 2 > len(texts):
            field = "bib"
        elif wanted and any(map(str.isalpha, "".join(texts))):
            field = wanted.pop(0)
        fields.append(field)
    if "bib" not in fields:
        raise PelotonError(
            f"has no column of bibs: expected {_EXPECTED}, or the bibs first and the"
            " names beside them"
        )
    return fields


def _read(
    columns: tuple[StartlistColumn, ...], rows: Sequence[StartlistRow], *, guessed: bool
) -> ImportedStartlist:
    positions = {column.field: n for n, column in enumerate(columns) if column.field}
    lines: list[StartlistLine] = []
    faults: list[tuple[str, str]] = []
    seen: set[str] = set()
    team: dict[str, Any] = {}
    for row in rows:
        if guessed and "team" not in positions and _is_team(row, positions["bib"]):
            team = {"team": " ".join(filter(None, row.texts))}
            continue
        fields, earlier = dict(team), len(faults)
        for name, column in positions.items():
            try:
                fields |= _field(name, row, column)
            except FieldError as fault:
                faults.append((row.place(column), f"{fault}"))
        bib, place = fields.get("bib"), row.place(positions["bib"])
        if bib is None and not any(p == place for p, _ in faults[earlier:]):
            faults.append((place, "found no bib, expected one"))
        elif bib in seen:
            faults.append((place, f"bib {bib} is listed twice, expected once"))
        elif bib is not None:
            seen.add(bib)
            lines.append(StartlistLine(row, _with_full_name(fields), positions))
    if not (lines or faults):
        raise PelotonError("has no riders below its header")
    return ImportedStartlist(columns, guessed, tuple(lines), tuple(faults))


def _is_team(row: StartlistRow, bib: int) -> bool:
    """Return whether a row is only a team's name, the heading of its riders."""
    if _count(row) == 1:
        return not begins_with_bib("".join(row.texts))
    text = row.texts[bib if bib < len(row.texts) else 0]
    return len(text) > _BIB_LENGTH and not any(map(str.isdecimal, text))


_BIB_LENGTH = 2
"""Maximum length of a letters-only bib; a longer word begins a team's name."""


def _field(name: str, row: StartlistRow, column: int) -> dict[str, Any]:
    """Read one field of a row; {} if it is empty."""
    text = row.texts[column] if column < len(row.texts) else ""
    if not text:
        return {}
    if column < len(row.faults) and row.faults[column]:
        raise FieldError(row.faults[column])
    if name == "bib":
        return {name: bib_value(normalize("NFKC", text))}
    if name in {"captain", "young", "neutral"}:
        if (yes := read_yes_no(text)) is None:
            raise unexpected(text, "yes or no")
        return {name: yes}
    if name == "colour":
        text = colour_code(text)
        return {name: colour_value(text if text.startswith("#") else f"#{text}")}
    return {name: text}


def _with_full_name(fields: dict[str, Any]) -> dict[str, Any]:
    """Replace a first and a last name by the full name."""
    names = [fields.pop(key) for key in ("first", "last") if key in fields]
    return {"name": " ".join(names), **fields} if names else fields
