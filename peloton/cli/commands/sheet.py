"""`peloton sheet`: print sheets for the wall and the table."""

import datetime as dt
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from peloton.cli.support.arguments import (
    complete_bibs,
    complete_stages,
    complete_teams,
    on_tour,
    output_option,
)
from peloton.cli.support.file_formats import checked_ending, file_content, paper_option
from peloton.cli.support.files import from_option, race_of
from peloton.cli.support.output import language_option, tell
from peloton.cli.support.progress import working
from peloton.desk.session import Session
from peloton.desk.stage_lines import ghosts_before
from peloton.errors import PelotonError, did_you_mean
from peloton.notation.desk.ghosts import no_ghosts_message
from peloton.notation.ghosts import ways_of
from peloton.reports.blank.kinds import FORMS, all_blank_sheets, blank_sheets
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.ledgers import extra_turns_sheet, purse_sheet
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.sheet import Sheet
from peloton.reports.stage.communique import printed_communique, with_stamp
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.cards import rider_sheets, team_sheets
from peloton.reports.tour.ghosts import play_sheet
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.poster import poster_sheet
from peloton.reports.tour.startlist import printed_startlist
from peloton.reports.tour.tour import profiled_stage_sheet
from peloton.rules.facts.tour import next_stage_number, stage_at
from peloton.rules.names import match_name
from peloton.rules.results import Race
from peloton.rules.words import printable
from peloton.writers.files import write_file

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_MANY_FORMS = 40
"""Maximum number of forms printed without a message on their number."""


class SheetKind(NamedTuple):
    """A kind of sheet: its help text, and the function that makes its pages.

    A stage number of None selects the last stage ridden or the next one.
    """

    about: str
    make: Callable[[Race, int | None], Sheet | tuple[Sheet, ...]]

    def pages(self, race: Race, number: int | None) -> tuple[Sheet, ...]:
        """Return the sheet or sheets of this kind."""
        made = self.make(race, number)
        return (made,) if isinstance(made, Sheet) else made


def _stage_or_next(race: Race, number: int | None) -> int:
    return number or next_stage_number(race.tour) or len(race.tour.stages) or 1


def _stage(race: Race, number: int | None) -> Sheet:
    number = _stage_or_next(race, number)
    stage_at(race.tour, number)
    return course_sheet(race.tour, number, race.rulebook)


def _standings(race: Race, number: int | None) -> Sheet:
    sheet = standings_sheet(race, number, moves=True, codes=True)
    jerseys = wearers_picture(race, race.score(number))
    return replace(sheet, compact=True).with_pictures(jerseys)


def _result(race: Race, number: int | None) -> Sheet:
    return replace(profiled_stage_sheet(race, number), compact=True)


def _ghosts(race: Race, number: int | None) -> Sheet:
    ways = ways_of(race.tour, race.rulebook.name)
    decks = ghosts_before(race.tour, _stage_or_next(race, number), race.rulebook)
    if decks.all_out or not ways:
        raise PelotonError(no_ghosts_message(decks))
    return play_sheet(race.tour, decks, ways)


def _communique(race: Race, number: int | None) -> Sheet:
    """Return a communiqué issued now, or at the time of SOURCE_DATE_EPOCH."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    now = dt.datetime.now().astimezone()
    issued = dt.datetime.fromtimestamp(int(epoch), dt.UTC) if epoch.isdecimal() else now
    sheet = printed_communique(race, number)
    return with_stamp(
        sheet, issued=issued, leader=race.tour.leader, place=race.tour.place
    )


def _table(race: Race, _number: int | None) -> Sheet:
    from peloton.cli.commands.table import keys_file
    from peloton.table.code_sheet import code_sheet
    from peloton.table.seats import Seats

    return code_sheet(race.tour, Seats(keys_file()))


def _blank(which: str, race: Race, number: int | None) -> tuple[Sheet, ...]:
    if number is not None:
        stage_at(race.tour, number)
    if which == "all":
        return all_blank_sheets(race, number)
    return blank_sheets(race, which, number)


SHEET_KINDS: Mapping[str, SheetKind] = {
    "startlist": SheetKind(
        "the riders and teams", lambda race, _: printed_startlist(race.tour)
    ),
    "stage": SheetKind("the course of stage N, or of the next one", _stage),
    "kit": SheetKind(
        "what to set up before stage N, or before the next one", kit_sheet
    ),
    "result": SheetKind("the result of a stage", _result),
    "standings": SheetKind("the classifications after a stage", _standings),
    "communique": SheetKind("the report of a stage, with every ranking", _communique),
    "book": SheetKind(
        "the whole tour, from the cover to the awards",
        lambda race, _: book_sheets(race),
    ),
    "awards": SheetKind("the awards of the tour", lambda race, _: awards_sheet(race)),
    "poster": SheetKind(
        "winners, jerseys and gaps on one wide page",
        lambda race, _: poster_sheet(race),
    ),
    "purse": SheetKind("the teams' money", purse_sheet),
    "ghosts": SheetKind("the ghost teams, to play without a computer", _ghosts),
    "extra-turns": SheetKind("extra turns used and left (Cyclo)", extra_turns_sheet),
    "rider": SheetKind(
        "the results of each rider, or of the riders BIB, a page each",
        lambda race, _: rider_sheets(race, drawn=True),
    ),
    "team": SheetKind(
        "the results of each team, or of the teams CODE, a page each",
        lambda race, _: team_sheets(race, drawn=True),
    ),
    "table": SheetKind("the code that opens the tour on a phone (A5)", _table),
    "blank all": SheetKind(
        "every form below, for the whole tour or for stage N", partial(_blank, "all")
    ),
    **{
        f"blank {name}": SheetKind(form.about, partial(_blank, name))
        for name, form in FORMS.items()
    },
}
"""Every kind of sheet by its name of one or two words."""


class _SheetCommand(click.Command):
    """A command whose help lists the kinds of sheets."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the kinds after the options."""
        with formatter.section("Kinds"):
            formatter.write_dl([(n, kind.about) for n, kind in SHEET_KINDS.items()])
        super().format_epilog(ctx, formatter)


_CARDS = {"rider": (rider_sheets, complete_bibs), "team": (team_sheets, complete_teams)}
"""Sheets of riders or teams: the function that makes them, and Tab completion."""


def _complete(
    context: click.Context, parameter: click.Parameter, typed: str
) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    before = " ".join((*(context.params.get("words") or ()), ""))
    kind = before.split(" ")[0]
    if kind in _CARDS:
        return _CARDS[kind][1](context, parameter, typed)
    if before.rstrip() in SHEET_KINDS:
        return complete_stages(context, parameter, typed)
    names = [name for name in SHEET_KINDS if name.startswith(before + typed)]
    words = dict.fromkeys(name[len(before) :].partition(" ")[0] for name in names)
    return [CompletionItem(word) for word in words]


@click.command(cls=_SheetCommand)
@click.argument(
    "words", nargs=-1, metavar="KIND [N|BIB|CODE]", shell_complete=_complete
)
@output_option(
    "FILE.pdf",
    "Write this .pdf, .html, .xlsx, .csv, .md, .txt or .json file; default: a name"
    " such as standings-3.pdf.",
)
@from_option
@paper_option
@language_option
@on_tour
def sheet(
    session: Session,
    words: tuple[str, ...],
    *,
    output: Path | None,
    source: Path | None,
    paper: str,
) -> None:
    """Print sheets of stage N, or of the last stage ridden.

    Give bibs after 'rider' or codes after 'team'; default: all. Blank sheets are forms
    to write on, with the bibs and names of the tour. They are for stage N, or for the
    next stage, if there is one.

    Example:
        peloton sheet standings 3
        peloton sheet book -o tour-book.pdf
        peloton sheet rider 7
        peloton sheet blank all
        peloton sheet result 3 --from my-tour.toml
    """
    name, pages = _pages(words)
    output = output or Path(f"{name}.pdf")
    ending = checked_ending(output)
    if name == "table" and paper == "a4":
        paper = "a5"  # half a page is enough for the code
    race = race_of(session, source)
    sheets = pages(race)
    if name == "blank-all" and len(sheets) > _MANY_FORMS:
        tell(
            f"Printing {len(sheets)} forms, each a page or more. For one stage only,"
            " use 'peloton sheet blank all 1'."
        )
    with working(f"Writing {printable(str(output))}"):
        write_file(output, file_content(sheets, ending, race.tour, paper))
    tell(f"Wrote {output}.")


def _pages(words: tuple[str, ...]) -> tuple[str, Callable[[Race], tuple[Sheet, ...]]]:
    """Return a file name, and a function that makes the sheets of a race.

    UsageError for an unknown kind.
    """
    first: str | None = None
    with suppress(PelotonError):  # an ambiguous word may be the first of two
        first = _kind(words[0]) if words else None
    if first in _CARDS:
        cards, _ = _CARDS[first]
        named = "-".join(re.findall(r"\w+", " ".join((first, *words[1:]))))
        return named, lambda race: cards(race, words[1:], drawn=True)
    *name, last = words or ("",)
    number = int(last) if last.isdecimal() and int(last) else None
    word = " ".join(words if number is None else name)
    kind = _kind(word)
    if kind is None:
        near, blank = did_you_mean(word, SHEET_KINDS), word.split(" ")[0] == "blank"
        expected = ", ".join(n for n in SHEET_KINDS if n.startswith("blank ") == blank)
        raise click.UsageError(f"no sheet '{word}', expected one of {expected}{near}")
    pages = SHEET_KINDS[kind].pages
    named = f"{kind} {number or ''}".strip().replace(" ", "-")
    return named, lambda race: pages(race, number)


def _kind(word: str) -> str | None:
    """Return the kind of sheet meant, if any; PelotonError if it is ambiguous."""
    blank = word.startswith("blank ")
    known = {name: () for name in SHEET_KINDS if name.startswith("blank ") == blank}
    return match_name(word, known) or match_name(word.removesuffix("s"), known)
