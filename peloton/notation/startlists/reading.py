"""Read the riders and the teams of an imported startlist."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from peloton.errors import PelotonError
from peloton.notation.result_lines import bib_value
from peloton.notation.startlists.columns import (
    StartlistColumn,
    StartlistTable,
    find_header,
    startlist_table,
)
from peloton.notation.startlists.marks import (
    clean_bib,
    clean_name,
    clean_team,
    heading_of,
    is_bib,
    is_remark,
    refuse_status,
)
from peloton.notation.startlists.plausible import StartlistLine, plausible_lines
from peloton.notation.startlists.tables import StartlistRow
from peloton.notation.startlists.words import read_yes_no
from peloton.notation.toml.values import FieldError, colour_value, unexpected
from peloton.rules.names import colour_code


@dataclass(frozen=True, slots=True)
class ImportedStartlist:
    """The contents of a startlist; `guessed` are columns without a header.

    `faults` are mistakes, each with its location.
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
    candidates = list(filter(find_header, tables)) or tables
    for number, rows in enumerate(candidates, 1):
        try:
            found = read_rows(rows)
        except PelotonError as error:
            refusals.append(error)
            continue
        if not found.guessed:
            _refuse_more_riders(found, candidates[number:])
        return found
    raise refusals[0]


def _refuse_more_riders(
    found: ImportedStartlist, tables: Sequence[Sequence[StartlistRow]]
) -> None:
    """Raise PelotonError if a later table has the same titles and other riders."""
    bibs = {line.fields["bib"] for line in found.lines}
    titles = [column.title for column in found.columns]
    for rows in tables:
        header = find_header(rows)
        if header is None or [*rows[header[0]].texts] != titles:
            continue
        lines: tuple[StartlistLine, ...] = ()
        with suppress(PelotonError):  # such as a sheet with only a header
            lines = read_rows(rows).lines
        for line in lines:
            if line.fields["bib"] not in bibs:
                raise PelotonError(
                    f"has riders on several sheets, also in {line.place()}: put them on"
                    " one sheet, with a column named Team"
                )


def read_rows(rows: Sequence[StartlistRow]) -> ImportedStartlist:
    """Recognise the columns of a startlist, and read its riders.

    Raises PelotonError, with a message to put after the file's name, if the columns are
    unknown or the riders are implausible.
    """
    table = startlist_table(rows)
    lines, faults = _read(table)
    if not (lines or faults):
        raise PelotonError("has no riders below its header")
    lines = plausible_lines(lines, guessed=table.guessed)
    return ImportedStartlist(table.columns, table.guessed, tuple(lines), tuple(faults))


_Faults = list[tuple[str, str]]
"""Mistakes, each with its location before it."""


def _read(table: StartlistTable) -> tuple[list[StartlistLine], _Faults]:
    """Read the riders of a table, and its mistakes.

    In a table without a column of teams, a row with one text is the team of the riders
    below.
    """
    bib_column, faults = table.positions["bib"], _Faults()
    has_teams = bool({"team", "code", "player"} & table.positions.keys())
    lines: list[StartlistLine] = []
    seen: set[str] = set()
    for row, team in _with_headings(table):
        given = {"team": team} if team and not has_teams else {}
        earlier = len(faults)
        fields = given | _fields(row, table, faults)
        bib, place = fields.get("bib"), row.place(bib_column)
        if bib is None and not any(p == place for p, _ in faults[earlier:]):
            faults.append((place, "found no bib, expected one"))
        elif bib in seen:
            faults.append((place, f"bib {bib} is listed twice, expected once"))
        elif bib is not None:
            seen.add(bib)
            lines.append(StartlistLine(row, _with_full_name(fields), table.positions))
    return lines, faults + _late_teams(lines, has_teams=has_teams)


def _late_teams(lines: Sequence[StartlistLine], *, has_teams: bool) -> _Faults:
    """Return the mistake that the first rider has no team above, but others have."""
    late = (line.fields["team"] for line in lines if "team" in line.fields)
    if (
        has_teams
        or not lines
        or "team" in lines[0].fields
        or not (team := next(late, ""))
    ):
        return []
    message = f"found rider {lines[0].fields['bib']} above the first team '{team}'"
    return [(lines[0].place(), f"{message}, expected the team above its riders")]


def _with_headings(table: StartlistTable) -> Iterator[tuple[StartlistRow, str]]:
    """Yield each rider's row with the heading above it.

    A text that is above another heading, and again below, is the title of each page.
    """
    bib = table.positions["bib"]
    headings = [heading_of(row.texts, bib) for row in table.rows]
    counts = Counter(headings)
    titles = {text for text, below in pairwise(headings) if below and counts[text] > 1}
    team, above = "", StartlistRow(("",), ())
    for row, heading in zip(table.rows, headings, strict=True):
        if is_remark(row.texts[0]) and not is_bib(row.texts[0]):
            continue
        if not heading:
            above = _completed(row, above, len(table.columns), bib)
            yield above, team
        elif heading not in titles:
            team = heading


def _width_fault(row: StartlistRow, table: StartlistTable) -> str:
    """Return the message that a text row has too many or too few cells, or ""."""
    found = len(row.texts)
    expected = len(table.columns)
    unclear = any(not column.field for column in table.columns[:found])
    too_many = any(row.texts[expected:])
    if (
        len(row.places) > 1
        or table.guessed
        or not (too_many or (found < expected and unclear))
    ):
        return ""
    return f"found {found} columns, expected {expected} as in the header"


def _completed(
    row: StartlistRow, above: StartlistRow, width: int, bib: int
) -> StartlistRow:
    """Return the row, with the first cells of the row above if these span it too."""
    missing = width - len(row.texts)
    texts = ["", *row.texts]
    if not 0 < missing <= bib or not is_bib(texts[1:][bib - missing]):
        return row
    if len(row.texts) > bib and is_bib(row.texts[bib]):
        return row
    return row._replace(texts=[*above.texts[:missing], *row.texts])


def _fields(
    row: StartlistRow, table: StartlistTable, faults: _Faults
) -> dict[str, Any]:
    """Read the fields of a row, and add its mistakes to `faults`."""
    fields: dict[str, Any] = {}
    positions = table.positions
    if fault := _width_fault(row, table):
        faults.append((row.place(0), fault))
    for column, text in enumerate(row.texts):
        try:
            if column not in positions.values():
                refuse_status(text)
        except FieldError as fault:
            faults.append((row.place(column), f"{fault}"))
    for name, column in positions.items():
        try:
            fields |= _field(name, row, column)
        except FieldError as fault:
            faults.append((row.place(column), f"{fault}"))
    return fields


def _field(name: str, row: StartlistRow, column: int) -> dict[str, Any]:
    """Read one field of a row; {} if it is empty."""
    text = row.texts[column] if column < len(row.texts) else ""
    if not text:
        return {}
    if column < len(row.faults) and row.faults[column]:
        raise FieldError(row.faults[column])
    if clean := _CLEAN.get(name):
        text = clean(text)
    if name == "bib":
        return {name: bib_value(text)}
    if name in {"captain", "young", "neutral"}:
        if (yes := read_yes_no(text)) is None:
            raise unexpected(text, "yes or no")
        return {name: yes}
    if name == "colour":
        text = colour_code(text)
        return {name: colour_value(text if text.startswith("#") else f"#{text}")}
    return {name: text}


_CLEAN = {
    "bib": clean_bib,
    "name": clean_name,
    "first": clean_name,
    "last": clean_name,
    "team": clean_team,
}


def _with_full_name(fields: dict[str, Any]) -> dict[str, Any]:
    """Replace a first and a last name by the full name."""
    names = [fields.pop(key) for key in ("first", "last") if key in fields]
    return {"name": " ".join(names), **fields} if names else fields
