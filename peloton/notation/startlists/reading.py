"""Read the riders and teams of an imported startlist."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from peloton.errors import PelotonError
from peloton.notation.result_lines import bib_value
from peloton.notation.startlists.columns import (
    ImportedStartlist,
    find_header,
    startlist_columns,
)
from peloton.notation.startlists.marks import (
    CLEAN,
    is_bib,
    is_no_starter,
    is_no_team,
    is_numbered,
)
from peloton.notation.startlists.plausible import (
    StartlistLine,
    completed_lines,
    implausible_lines,
)
from peloton.notation.startlists.tables import Fault, StartlistRow
from peloton.notation.startlists.words import read_yes_no
from peloton.notation.toml.values import FieldError, colour_value, unexpected
from peloton.rules.names import colour_code


def first_startlist(tables: Sequence[Sequence[StartlistRow]]) -> ImportedStartlist:
    """Read the first table with a header and riders; without headers, the first table.

    Several tables with different riders are a mistake. If there are no riders, raises
    PelotonError with a message to which the caller prefixes the file's name.
    """
    tables = [rows for rows in tables if rows]
    if not tables:
        raise PelotonError("is empty")
    titled = [rows for rows in tables if find_header(rows) is not None]
    found = [read_rows(rows) for rows in titled or tables[:1]]
    found = [startlist for startlist in found if startlist.lines or startlist.faults]
    if not found:
        raise PelotonError("has no riders below its header")
    found.sort(key=lambda startlist: "bib" not in startlist.positions)
    first, *others = found
    bibs = {line.fields["bib"] for line in first.lines}
    more = (line for other in others for line in other.lines)
    line = next((line for line in more if line.fields["bib"] not in bibs), None)
    if line:
        message = "found riders on several sheets, expected one sheet"
        first.faults.append(Fault(line.place(), message))
    return first


def read_rows(rows: Sequence[StartlistRow]) -> ImportedStartlist:
    """Find the columns of a startlist, and read its riders and its mistakes."""
    startlist = startlist_columns(rows)
    if startlist.faults:
        return startlist
    lines = completed_lines(_lines(startlist, _with_teams(startlist)))
    if not startlist.faults:
        startlist.faults.extend(implausible_lines(lines, guessed=startlist.guessed))
    return startlist._replace(lines=lines)


def _with_teams(startlist: ImportedStartlist) -> list[tuple[StartlistRow, str]]:
    """Return each rider's row with the name of the team above the row, or "".

    If a row contains only one text, it is a team if a rider follows. Otherwise, or if
    there is a column of teams, it is recorded as ignored text, such as a page title.
    Mistakes are recorded too.
    """
    bib, has_teams = startlist.positions["bib"], _TEAM_FIELDS & {*startlist.fields}
    texts = [*(_text_alone(row.texts, bib) for row in startlist.rows), "end"]
    titles = {text for text, below in pairwise(texts) if below}
    riders, team = list[tuple[StartlistRow, str]](), ""
    headings = list[StartlistRow]()
    for row, (text, below) in zip(startlist.rows, pairwise(texts), strict=True):
        wrong = is_numbered(text)
        if not text:
            riders.append((row, team))
        elif (below or has_teams) and not wrong:
            startlist.ignored.append(text)
        else:
            team = text
            headings.append(row)
            wrong = wrong or text in titles or is_no_team(text)
        if wrong:
            startlist.faults.append(Fault.of(row.place(0), text, _EXPECTED_TEAM))
    if len(headings) == 1 and len(riders) > _TEAM_SIZE:
        place = headings[0].place(0)
        startlist.faults.append(Fault.of(place, team, _EXPECTED_TEAM))
    if team and riders and not riders[0][1]:
        row = riders[0][0]
        fault = Fault.of(row.place(bib), row.texts[bib], "a team above the rider")
        startlist.faults.append(fault)
    return riders


_EXPECTED_TEAM = "a team: delete this line if it is not one"
_TEAM_SIZE = 12
"""Maximum number of riders for which the only title above them is taken as a team."""
_TEAM_FIELDS = {"team", "code", "player"}


def _text_alone(texts: Sequence[str], bib: int) -> str:
    """Return a row's text if it is alone in the row and may be a team, otherwise ""."""
    given = list(filter(None, texts))
    alone = len(texts) == 1 or [*texts[bib : bib + 1]] == given
    return given[0] if alone and not is_bib(given[0]) else ""


_NAME_PARTS = ("first", "infix", "last")
"""The fields that form a full name, in order, as in Wout + van der + Berg."""


def _lines(
    startlist: ImportedStartlist, riders: Sequence[tuple[StartlistRow, str]]
) -> list[StartlistLine]:
    """Return the riders in a startlist, and record the mistakes in their rows."""
    lines, seen, faults = list[StartlistLine](), set[str](), startlist.faults
    for row, team in riders:
        places = {name: row.place(at) for name, at in startlist.positions.items()}
        faults += _row_faults(row, len(startlist.titles))
        fields: dict[str, Any] = {"team": CLEAN["team"](team)} if team else {}
        for name, column in startlist.positions.items():
            try:
                fields |= _field(name, row, column)
            except FieldError as fault:
                faults.append(Fault(places[name], f"{fault}"))
                fields[name] = ""
        first, infix, last = (fields.pop(key, "") for key in _NAME_PARTS)
        if first or last:
            fields["name"] = " ".join(filter(None, (first, infix, last)))
        bib = fields["bib"]
        if bib in seen:
            message = f"bib {bib} is listed twice, expected once"
            faults.append(Fault(places["bib"], message))
        elif bib:
            seen.add(bib)
            lines.append(StartlistLine(fields, places))
    return lines


def _row_faults(row: StartlistRow, width: int) -> list[Fault]:
    """Return a row's mistakes: wrong number of columns, rider who does not start."""
    starter = "a rider who starts: delete the mark or the rider"
    faults = [
        Fault.of(row.place(column), text, starter)
        for column, text in enumerate(row.texts)
        if is_no_starter(text)
    ]
    if len(row.places) == 1 and (found := len(row.texts)) != width:
        message = f"found {found} columns, expected {width} as in the header"
        faults.append(Fault(row.place(0), message))
    return faults


def _field(name: str, row: StartlistRow, column: int) -> dict[str, Any]:
    """Read one field of a startlist row; {} if it is empty."""
    text = row.texts[column] if column < len(row.texts) else ""
    if text and row.faults and row.faults[column]:
        raise FieldError(row.faults[column])
    text = CLEAN.get(name, str)(text)
    if name == "bib" and not text:
        raise FieldError("found no bib, expected one")
    if not text:
        return {}
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
