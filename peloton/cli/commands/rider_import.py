"""`peloton rider import`: a startlist from a file, or pasted."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from peloton.cli.support.dry_run import changing, done, sentence
from peloton.cli.support.files import WORKBOOKS, behind, file_bytes, named
from peloton.cli.support.output import said, show_list
from peloton.cli.support.param_types import FILE
from peloton.cli.support.prompts import agreed, yes_option
from peloton.cli.support.refusals import counted, stage_message
from peloton.cli.support.session import Session, on_tour
from peloton.cli.support.stages import save
from peloton.errors import InputError, PelotonError
from peloton.reports.sheet import Column, ColumnKind
from peloton.rules.facts.problem import Severity
from peloton.rules.facts.startlist import Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.race import score
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import say

if TYPE_CHECKING:
    from peloton.notation.startlists.merging import Merged
    from peloton.notation.startlists.reading import Startlist

_COLUMNS = {
    "": Column(title=""),
    "bib": Column(title=say("Bib"), kind=ColumnKind.BIB),
    "name": Column(title=say("Rider"), weight=1),
    "team": Column(title=say("Team")),
    "type": Column(title=say("Type")),
    "captain": Column(title=say("Captain")),
    "young": Column(title=say("Young")),
    "neutral": Column(title=say("Neutral")),
}


@click.command("import")
@click.argument("file", type=FILE, metavar="FILE|-")
@click.option(
    "--replace", is_flag=True, help="Change riders whose bib is on the startlist."
)
@yes_option
@on_tour
@changing
def import_(session: Session, file: Path, *, replace: bool, yes: bool) -> None:
    """Add the riders of a startlist: csv, tsv or xlsx, or pasted on standard input.

    Columns are known by their usual names in English, French, Spanish, Catalan and
    Dutch: bib, name or first and last name, team, team code, player, type, captain,
    young, neutral, colour. Teams that are new are made. What was understood and what it
    changes is shown before anything is saved.

    Example:

    \b
        peloton rider import startlist.csv

    """
    if file == Path("-") and not yes:
        message = "with a startlist on standard input nobody can be asked: add --yes"
        raise PelotonError(message)
    before = session.read()
    new = with_startlist(before.tour, before.rulebook, file, replacing=replace)
    if not (new.added or new.changed or new.teams):
        said("Every rider is on the startlist already, just so.")
        return
    _show(new)
    agreed("Save it?", yes=yes)
    what = f"imported {counted(len(new.lines), 'rider')}"
    save(session, before, before.with_tour(new.tour), what)
    done(session, sentence(what))


def with_startlist(
    tour: Tour, rulebook: Rulebook, file: Path, *, replacing: bool = False
) -> "Merged":
    """Put the startlist in a file into a tour, and say what was understood of it.

    PelotonError if there is none to be found, InputError with every mistake in it.
    """
    # Needed only here, and every command on riders comes by.
    from peloton.notation.startlists.merging import merged

    startlist = _startlist_in(file)
    said(_understood(startlist))
    types = [each.name for each in rulebook.types]
    new = merged(tour, startlist, types, replacing=replacing)
    _refuse(named(file), new, rulebook)
    return new


def _startlist_in(file: Path) -> "Startlist":
    # As above.
    from peloton.notation.startlists.reading import first_startlist
    from peloton.notation.startlists.tables import (
        page_rows,
        text_of,
        text_rows,
    )
    from peloton.notation.xlsx.reader import read_workbook

    data = file_bytes(file)
    with behind(named(file)):
        if data.startswith(b"PK") or file.suffix.lower() in WORKBOOKS:
            return first_startlist([page_rows(each) for each in read_workbook(data)])
        return first_startlist([text_rows(text_of(data))])


def _understood(startlist: "Startlist") -> str:
    """Say which column was taken for what."""
    from peloton.notation.startlists.reading import FIELDS

    known = [f"{c.title} = {FIELDS[c.field]}" for c in startlist.columns if c.field]
    other = [c.title for c in startlist.columns if not c.field and c.title]
    if startlist.guessed:
        guess = ", ".join(f"column {each}" for each in known)
        return f"Found no header with a bib column; guessed: {guess}."
    unused = f"; not used: {', '.join(other)}" if other else ""
    return f"Columns: {', '.join(known)}{unused}."


def _refuse(name: str, new: "Merged", rulebook: Rulebook) -> None:
    """Refuse a startlist with mistakes, naming all of them with their places."""
    faults = sorted(new.faults, key=lambda each: _line(each[0]))
    lines = [f"{name}{_at(place)}: {fault}" for place, fault in faults]
    for each in score(new.tour, rulebook).problems if not lines else ():
        if each.severity is Severity.ERROR:
            line = None if each.bib is None else new.lines.get(each.bib)
            place = _at(line.place(each.code)) if line else ""
            lines.append(f"{name}{place}: {stage_message(each)}")
    if lines:
        message = f"{name} has {counted(len(lines), 'mistake')}; nothing was changed"
        raise InputError(message, tuple(lines))


def _line(place: str) -> int:
    return int(place) if place.isdecimal() else 0


def _at(place: str) -> str:
    """Write the place of a mistake behind the name of its file: a line, or a cell."""
    return f":{place}" if place.isdecimal() else f": {place}"


def rider_row(rider: Rider) -> dict[str, str | int | None]:
    """Return a rider of the startlist as a row for scripts."""
    return {
        "bib": rider.bib,
        "name": rider.name,
        "team": rider.team,
        "type": rider.type,
        "captain": rider.captain,
        "young": rider.young,
        "neutral": rider.neutral,
    }


def _show(new: "Merged") -> None:
    """Show the teams made, and the riders added and changed."""
    for team in new.teams:
        player = f", played by {team.player}" if team.player else ""
        said(f"New team {team.code}: {team.name or 'without a name'}{player}.")
    rows = [
        {"": mark, **rider_row(rider)}
        for mark, riders in ((say("new"), new.added), (say("changed"), new.changed))
        for rider in riders
    ]
    told = {"", "bib", "name", *(key for row in rows for key in row if row[key])}
    columns = {key: column for key, column in _COLUMNS.items() if key in told}
    show_list(say("Startlist"), new.tour, columns, rows, None)
