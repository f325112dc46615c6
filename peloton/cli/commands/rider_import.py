"""`peloton rider import`: read a startlist from a file or standard input."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from peloton.cli.support.arguments import FILE, WORKBOOK_EXTENSIONS, error_prefix
from peloton.cli.support.changing import (
    confirm,
    confirming,
    report,
    require_yes_for_stdin,
)
from peloton.cli.support.output import say, show, tell
from peloton.cli.support.prompts import beginning
from peloton.desk.scored_tour import ScoredTour, count_noun, stage_message
from peloton.desk.session import Session
from peloton.errors import InputError, PelotonError, limit_lines
from peloton.notation.resources import file_bytes, file_label
from peloton.reports.tour.startlist import startlist_sheet
from peloton.rules.values import quote

if TYPE_CHECKING:
    from peloton.notation.startlists.reading import ImportedStartlist


@click.command("import", short_help="Read riders and teams from a file.")
@click.argument("file", type=FILE, metavar="FILE|-")
@confirming
def import_(session: Session, file: Path) -> None:
    """Add the riders of a startlist: text or xlsx, or - for standard input.

    Columns are recognized by their usual names in English, French, German, Italian,
    Spanish, Catalan and Dutch: bib, name or first and last name, team, team code,
    player, type, captain, young, neutral, colour. New teams are added. You see the
    recognized columns and the changes before anything is saved; --yes therefore needs a
    startlist with a header.

    Example:
        peloton rider import startlist.csv
    """
    # Imported here to keep the other rider commands fast.
    from peloton.notation.startlists.merging import merge_startlist

    require_yes_for_stdin(session, file)
    before = session.read()
    startlist = _startlist_in(file)
    if startlist.lines:
        tell(_columns_message(startlist))
    types = [kind.name for kind in before.rulebook.types]
    after = before.with_tour(merge_startlist(before.tour, startlist, types))
    _raise_for_mistakes(file_label(file), startlist, after)
    if startlist.guessed and session.yes:
        raise PelotonError(
            "found no header such as Bib, Name, Team: add one, or leave out --yes and"
            " check the riders"
        )
    for team in after.tour.teams[len(before.tour.teams) :]:
        player = f", played by {team.player}" if team.player else ""
        tell(f"New team {team.code}: {team.name or 'without a name'}{player}.")
    known = {rider.bib for rider in before.tour.riders}
    riders = tuple(rider for rider in after.tour.riders if rider.bib not in known)
    added = replace(after.tour, riders=riders)
    show(replace(startlist_sheet(added), data=list(map(asdict, riders))), added)
    confirm(session, "Save it?")
    what = f"imported {count_noun(len(startlist.lines), 'rider')}"
    session.save(before, after, what)
    report(session, f"{what.capitalize()}.")


def _startlist_in(file: Path) -> "ImportedStartlist":
    from peloton.notation.startlists.reading import first_startlist
    from peloton.notation.startlists.tables import (
        decode_text,
        text_rows,
        worksheet_rows,
    )
    from peloton.notation.xlsx import read_workbook

    data = file_bytes(file)
    with error_prefix(file_label(file)):
        if data.startswith(b"PK") or file.suffix.lower() in WORKBOOK_EXTENSIONS:
            tables = [worksheet_rows(page) for page in read_workbook(data)]
        else:
            tables = [text_rows(decode_text(data))]
        return first_startlist(tables)


def _columns_message(startlist: "ImportedStartlist") -> str:
    """Return a message that lists the recognized columns and the ignored text lines."""
    from peloton.notation.startlists.words import FIELDS

    columns = list(zip(startlist.titles, startlist.fields, strict=True))
    read = [say(f"{title} = {FIELDS[field]}") for title, field in columns if field]
    other = [title for title, field in columns if title and not field]
    unused = f"; ignored: {', '.join(other)}" if other else ""
    message = f"Columns: {', '.join(read)}{unused}."
    if startlist.guessed:
        message = f"Found no header. {message}"
    if startlist.ignored:
        count, texts = len(startlist.ignored), map(quote, startlist.ignored)
        message = f"{message} Ignored {count_noun(count, 'line')}: {beginning(texts)}."
    return message


def _raise_for_mistakes(
    name: str, startlist: "ImportedStartlist", after: ScoredTour
) -> None:
    """Raise InputError listing a startlist's mistakes with their lines or cells."""
    rows = {line.fields["bib"]: line for line in startlist.lines}
    faults = sorted(
        startlist.faults, key=lambda f: int(f[0]) if f[0].isdecimal() else 0
    )
    lines = [f"{name}{_at(place)}: {fault}" for place, fault in faults]
    for problem in after.scored.problems if not lines else ():
        if not problem.warning:
            row = rows.get(problem.bib)
            place = _at(row.place(problem.code)) if row else ""
            lines.append(f"{name}{place}: {stage_message(problem)}")
    if lines:
        raise InputError(
            f"{name} has {count_noun(len(lines), 'mistake')}; nothing was changed",
            limit_lines(lines),
        )


def _at(place: str) -> str:
    """Return `:7` for line 7, or `: B7` for a cell, to print after a file's name."""
    return f":{place}" if place.isdecimal() else f": {place}"
