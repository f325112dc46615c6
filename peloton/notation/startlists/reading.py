"""Read the riders and teams of an imported startlist.

The header is a row with the titles of at least two known columns. Without a header,
each rider's row must contain a bib and a name. In both cases, a row with only one text
may be the team of the riders below it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from peloton.errors import PelotonError
from peloton.notation.startlists.tables import StartlistRow
from peloton.notation.startlists.words import (
    NO_STARTER,
    OTHER,
    clean_bib,
    clean_name,
    header_fields,
    is_bib,
    is_header,
    is_nation,
    read_yes_no,
    split_rider,
    without_nations,
)
from peloton.notation.toml.values import bib_value, colour_value
from peloton.notation.xlsx import InputCell
from peloton.rules.names import colour_code
from peloton.rules.values import unexpected

_HEADER_ROWS = 50
"""Number of rows at the start of the file that are searched for a header."""
_EXPECTED = (
    "a bib and a name, a team alone, or a header such as Bib, Name, Team, with tabs or"
    " semicolons between the columns"
)


class StartlistLine(NamedTuple):
    """A rider in a startlist: the fields given, and the location of each column."""

    fields: dict[str, Any]
    places: Mapping[str, str]

    def place(self, field: str = "bib") -> str:
        """Return the location of one of the rider's fields, by default of the bib."""
        return self.places.get(field, self.places["bib"])


@dataclass(slots=True)
class ImportedStartlist:
    """A startlist as read from a file: its columns, riders and mistakes.

    `fields` holds the field for each title, "" if it is unknown. `guessed` is true if
    the startlist has no header, so that the fields are assumed. `faults` holds pairs of
    a line number or cell name, and the message. `ignored` holds texts that are neither
    a rider nor a team, such as page numbers.
    """

    titles: Sequence[str]
    fields: Sequence[str]
    guessed: bool
    lines: list[StartlistLine] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)

    def report(self, place: str, message: object) -> None:
        """Add a mistake on a line or in a cell."""
        self.faults.append((place, str(message)))


def first_startlist(tables: Sequence[Sequence[StartlistRow]]) -> ImportedStartlist:
    """Read the first table with a header and riders; without headers, with riders.

    Several tables with different riders are a mistake. If there are no riders, raises
    PelotonError with a message to which the caller prefixes the file's name.
    """
    found = [read_rows(rows) for rows in tables if rows]
    if not found:
        raise PelotonError("is empty")
    found = [s for s in found if not s.guessed] or found
    found = [startlist for startlist in found if startlist.lines or startlist.faults]
    if not found:
        raise PelotonError("has no riders below its header")
    # Without headers, another sheet may have notes instead of riders.
    first = min(found, key=lambda s: ("bib" not in s.fields, s.guessed and not s.lines))
    bibs = {line.fields["bib"] for line in first.lines}
    more = (line for startlist in found for line in startlist.lines)
    line = next((line for line in more if line.fields["bib"] not in bibs), None)
    if line:
        first.report(line.place(), "found riders on several sheets, expected one sheet")
    return first


def read_rows(rows: Sequence[StartlistRow]) -> ImportedStartlist:
    """Find the columns of a startlist, and read its riders and its mistakes."""
    at = _header_at(rows)
    if at is None:
        rows = list(map(_plain_row, rows))
        startlist = ImportedStartlist(["1", "2"], ["bib", "name"], guessed=True)
        if not any(is_bib(row[0].text) for row in rows):
            startlist.report(rows[0][0].place, unexpected(_texts(rows[0]), _EXPECTED))
    else:
        titles = [cell.text for cell in rows[at]]
        found = header_fields(titles)
        fields = [field.replace(OTHER, "") for field in found]
        startlist = ImportedStartlist(titles, fields, guessed=False)
        if expected := _missing_column(titles, found):
            startlist.report(rows[at][0].place, unexpected(_texts(rows[at]), expected))
        above, below = rows[max(at - 1, 0) : at], rows[at + 1 :]
        rows = [row for row in below if _header_row(row) != found]
        if len(rows) < len(below):  # each team has a header, with its name above it
            rows = [*above, *rows]
        if other := next(filter(_header_row, rows), None):
            fault = unexpected(_texts(other), "the same columns as above")
            startlist.report(other[0].place, fault)
    if not startlist.faults:
        _read_riders(startlist, rows)
        _complete(startlist)
    return startlist


def _header_at(rows: Sequence[StartlistRow]) -> int | None:
    """Return the index of the header row, preferably one with a bib column, or None."""
    headers = [_header_row(row) for row in rows[:_HEADER_ROWS]]
    found = (at for at, fields in enumerate(headers) if fields)
    return min(found, key=lambda at: ("bib" not in headers[at], at), default=None)


def _header_row(row: StartlistRow) -> list[str]:
    """Return the field for each column if a row is a header, otherwise []."""
    texts = [cell.text for cell in row]
    return header_fields(texts) if is_header(texts) else []


def _missing_column(titles: Sequence[str], fields: Sequence[str]) -> str:
    """Return what is expected if the bibs or names are missing or duplicated, or ""."""
    if "bib" not in fields:
        return "a column named Bib"
    unused = [title for title, field in zip(titles, fields, strict=True) if not field]
    if {"bib", "name"} <= {*header_fields(unused)}:
        return "one rider in each row: put the tables below each other"
    if "" in fields and not {"name", "first", "last"} & set(fields):
        return "a column named Name"
    return ""


def _plain_row(row: StartlistRow) -> StartlistRow:
    """Return the cells of a row without a header: a bib and a name, or a team.

    A nation is joined to the name, from which it is removed if most names have one.
    """
    first, *behind = filter(lambda cell: cell.text, row)
    nations = [cell.text for cell in behind if is_nation(cell.text)]
    cells = [first, *(cell for cell in behind if not is_nation(cell.text))]
    if len(cells) == 1:
        cells = [first._replace(text=text) for text in split_rider(first.text)]
    if len(cells) > 1:
        name = " ".join([cells[1].text, *nations])
        cells[1] = cells[1]._replace(text=name)
    return cells


def _texts(row: StartlistRow) -> str:
    return ", ".join(cell.text for cell in row)


def _read_riders(startlist: ImportedStartlist, rows: Sequence[StartlistRow]) -> None:
    """Read the riders, with their teams if these are in the rows above them.

    A row with only one text is a team if a rider follows and there is no column of
    teams; otherwise it is recorded as ignored text, such as a page number.
    """
    column, width = startlist.fields.index("bib"), len(startlist.titles)
    has_teams = {"team", "code", "player"} & set(startlist.fields)
    guessed, team, seen = startlist.guessed, "", set[str]()
    for row, below in zip_longest(rows, rows[1:]):
        first, place, _ = row[0]
        if text := _text_alone(row, column):
            if is_header(text.split()):
                startlist.report(place, unexpected(text, _EXPECTED))
            elif below is None or _text_alone(below, column) or has_teams:
                startlist.ignored.append(text)
            else:
                team = clean_name(text)
        elif guessed and startlist.lines and not is_bib(split_rider(first)[0]):
            startlist.ignored.append(_texts(row))
        elif guessed and not (
            is_bib(first)
            and len(row) == width
            and not row[1].text.split()[0].strip(".:)").isdecimal()  # behind a place
        ):
            startlist.report(place, unexpected(_texts(row), _EXPECTED))
        elif place.isdecimal() and len(row) != width:
            message = f"found {len(row)} columns, expected {width} as in the header"
            startlist.report(place, message)
        else:
            line = _read_line(startlist, row, team)
            if (bib := line.fields["bib"]) in seen:
                message = f"found rider {bib} twice, expected once"
                startlist.report(line.place(), message)
            elif bib:
                seen.add(bib)
                startlist.lines.append(line)


def _text_alone(row: StartlistRow, bib: int) -> str:
    """Return a row's text if it is alone in the row and may be a team, otherwise ""."""
    given = [cell for cell in row if cell.text]
    alone = given in ([row[0]], [*row[bib : bib + 1]])
    return given[0].text if alone and not is_bib(given[0].text) else ""


def _read_line(
    startlist: ImportedStartlist, row: StartlistRow, team: str
) -> StartlistLine:
    """Read a rider's row, and record its mistakes; `team` is the team above it."""
    for cell in row:
        if NO_STARTER.search(cell.text):
            expected = "a rider who starts: delete the mark or the rider"
            startlist.report(cell.place, unexpected(cell.text, expected))
    fields: dict[str, Any] = {"team": team} if team else {}
    places: dict[str, str] = {}
    titles, names = startlist.titles, startlist.fields
    columns = zip(("", *names), titles, names, row, strict=False)
    for before, title, name, cell in columns:
        word = cell.text[2:].isalpha() and not is_nation(cell.text)
        if word and before == "name" and not title:  # merged over first and last name
            expected = "a title above it, such as Last name"
            startlist.report(cell.place, unexpected(cell.text, expected))
        if not name:
            continue
        places[name] = cell.place
        try:
            fields |= _field(name, cell)
        except PelotonError as fault:
            startlist.report(cell.place, fault)
            fields[name] = ""
    # A name may be in several columns, as in Wout + van der + Berg.
    first, infix, last = (fields.pop(key, "") for key in ("first", "infix", "last"))
    if first or last:
        fields["name"] = " ".join(filter(None, (first, infix, last)))
    return StartlistLine(fields, places)


def _field(name: str, cell: InputCell) -> dict[str, Any]:
    """Read one field of a startlist row; {} if it is empty."""
    if cell.fault:
        raise PelotonError(cell.fault)
    if name == "bib":
        text = clean_bib(cell.text)
        if not text:
            raise PelotonError("found nothing, expected a bib")
        return {name: bib_value(text)}
    text = cell.text
    if not text:
        return {}
    if name in {"captain", "young", "neutral"}:
        if (yes := read_yes_no(text)) is None:
            raise unexpected(text, "yes or no")
        return {name: yes}
    if name == "colour":
        text = colour_code(text)
        return {name: colour_value(text if text.startswith("#") else f"#{text}")}
    if name == "name" and text.isdecimal():
        raise unexpected(text, "a name")
    cleaned = name in {"name", "first", "last", "team"}
    return {name: clean_name(text) if cleaned else text}


def _complete(startlist: ImportedStartlist) -> None:
    """Fill in teams from merged cells, and remove nations from the riders' names.

    If each team is named once, in the row of its first rider, its cells are merged.
    """
    riders = [line.fields for line in startlist.lines]
    teams = [rider.get("team", "") for rider in riders]
    named = list(filter(None, teams))
    if len(named) == len(set(named)) > 1 and teams[0] and len(teams) >= 2 * len(named):
        for above, rider in pairwise(riders):
            rider.setdefault("team", above["team"])
    names = without_nations([rider.get("name", "") for rider in riders])
    for rider, name in zip(riders, names, strict=True):
        if name:
            rider["name"] = name
