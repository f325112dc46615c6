"""Startlists of other people: their columns recognised, their riders and teams read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple
from unicodedata import normalize

from peloton.errors import PelotonError
from peloton.notation.result_lines import bib_value
from peloton.notation.startlists.tables import StartlistRow
from peloton.notation.startlists.words import header_fields, says_yes
from peloton.notation.toml.values import FormError, colour_value, unfit
from peloton.rules.names import colour_meant

_HEADER_WITHIN = 10
"""The rows in which a header is looked for, below a title."""


class StartlistColumn(NamedTuple):
    """A column of a startlist as it was understood; `field` is empty if it was not."""

    title: str
    field: str


class StartlistLine(NamedTuple):
    """A rider of a startlist: the fields that are given, and where each stands."""

    row: StartlistRow
    fields: Mapping[str, Any]
    at: Mapping[str, int]

    def place(self, field_name: str = "bib") -> str:
        """Return where a field of the rider stands."""
        return self.row.place(self.at.get(field_name, self.at.get("bib", 0)))


@dataclass(frozen=True, slots=True)
class ImportedStartlist:
    """A startlist as it was understood; `faults` are mistakes, each with its place."""

    columns: tuple[StartlistColumn, ...]
    guessed: bool
    lines: tuple[StartlistLine, ...]
    faults: tuple[tuple[str, str], ...]


def first_startlist(tables: Sequence[Sequence[StartlistRow]]) -> ImportedStartlist:
    """Read the first table with a header, or else the first that looks like riders.

    PelotonError, to stand behind the name of the file, if none does.
    """
    refusal, startlists = PelotonError("is empty"), list[ImportedStartlist]()
    for rows in filter(None, tables):
        try:
            startlists.append(read_rows(rows))
        except PelotonError as error:
            refusal = error
        else:
            if not startlists[-1].guessed:
                return startlists[-1]
    if not startlists:
        raise refusal
    return startlists[0]


def read_rows(rows: Sequence[StartlistRow]) -> ImportedStartlist:
    """Recognise the columns of a startlist, and read its riders.

    Without a header the columns are guessed: a bib, a name, perhaps a team.
    PelotonError, to stand behind the name of the file, if there is no bib to be found.
    """
    for number, row in enumerate(rows[:_HEADER_WITHIN]):
        fields = header_fields(list(row.texts))
        if "bib" in fields and len(set(fields) - {""}) > 1:
            columns = tuple(map(StartlistColumn, row.texts, fields))
            return _read(columns, rows[number + 1 :], guessed=False)
    fields = _guessed(rows)
    columns = tuple(StartlistColumn(str(n), each) for n, each in enumerate(fields, 1))
    return _read(columns, rows, guessed=True)


def _guessed(rows: Sequence[StartlistRow]) -> list[str]:
    """Guess which column is the bib, which the name, and which the team.

    The bib is the first column of mostly numbers.
    """
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
        message = (
            "has no column of bibs: expected a header such as Bib, Name, Team, or the"
            " bibs first and the names beside them"
        )
        raise PelotonError(message)
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
        if guessed and "team" not in positions and _heads(row, positions["bib"]):
            team = {"team": " ".join(filter(None, row.texts))}
            continue
        fields, read = dict(team), len(faults)
        for name, column in positions.items():
            try:
                fields |= _field(name, row, column)
            except FormError as fault:
                faults.append((row.place(column), f"{fault}"))
        bib, place = fields.get("bib"), row.place(positions["bib"])
        if bib is None and not any(p == place for p, _ in faults[read:]):
            faults.append((place, "found no bib, expected one"))
        elif bib in seen:
            faults.append((place, f"bib {bib} is listed twice, expected once"))
        elif bib is not None:
            seen.add(bib)
            lines.append(StartlistLine(row, _named(fields), positions))
    if not (lines or faults):
        message = "has no riders below its header"
        raise PelotonError(message)
    return ImportedStartlist(columns, guessed, tuple(lines), tuple(faults))


def _heads(row: StartlistRow, bib: int) -> bool:
    """Return whether a row begins with a longer word than a bib: a team's name."""
    text = row.texts[bib if bib < len(row.texts) else 0]
    return len(text) > _SHORT and not any(map(str.isdecimal, text))


_SHORT = 2
"""Letters that may be a bib: A, but not the first word of a team."""


def _field(name: str, row: StartlistRow, column: int) -> dict[str, Any]:
    """Read one text of a row; nothing where it is empty."""
    text = row.texts[column] if column < len(row.texts) else ""
    if not text:
        return {}
    if column < len(row.faults) and row.faults[column]:
        raise FormError(row.faults[column])
    if name == "bib":
        return {name: bib_value(normalize("NFKC", text))}
    if name in {"captain", "young", "neutral"}:
        if (yes := says_yes(text)) is None:
            raise unfit(text, "yes or no")
        return {name: yes}
    if name == "colour":
        text = colour_meant(text)
        return {name: colour_value(text if text.startswith("#") else f"#{text}")}
    return {name: text}


def _named(fields: dict[str, Any]) -> dict[str, Any]:
    """Join a first and a last name to a name."""
    names = [fields.pop(key) for key in ("first", "last") if key in fields]
    return {"name": " ".join(names), **fields} if names else fields
