"""`peloton sheet`: printed sheets for the wall and the table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from peloton.cli.support.completion import complete_stages
from peloton.cli.support.files import checked_ending
from peloton.cli.support.languages import language_option, spoken
from peloton.cli.support.output import said
from peloton.cli.support.param_types import FILE
from peloton.cli.support.progress import working
from peloton.cli.support.session import Session, on_tour
from peloton.errors import did_you_mean
from peloton.reports.blank.kinds import FORMS, all_blank_sheets, blank_sheets
from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.money.extra_turns import extra_turns_sheet
from peloton.reports.money.purse import purse_sheet
from peloton.reports.sheet import Sheet
from peloton.reports.stage.communique import communique_sheet
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.startlist import startlist_sheet
from peloton.reports.tour.tour import profiled_stage_sheet
from peloton.rules.facts.tour import next_stage, stage_at
from peloton.rules.results import Race
from peloton.rules.words import visible
from peloton.writers.files import write_file
from peloton.writers.paper.pdf import to_pdf

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Pages = Callable[[Race, int | None], tuple[Sheet, ...]]
"""The sheets of a kind, of stage N or, for None, of the last or the next one."""


class Kind(NamedTuple):
    """A kind of sheet: what `--help` says of it, and its pages."""

    about: str
    pages: Pages


def _stage(race: Race, number: int | None) -> tuple[Sheet, ...]:
    number = number or next_stage(race.tour) or len(race.tour.stages) or 1
    stage_at(race.tour, number)
    return (course_sheet(race.tour, number, race.rulebook),)


def _standings(race: Race, number: int | None) -> tuple[Sheet, ...]:
    standings = standings_sheet(race, number)
    jerseys = jerseys_sheet(race, number).tables if race.rulebook.jerseys else ()
    return (replace(standings, tables=(*standings.tables, *jerseys)),)


def _blank(which: str, race: Race, number: int | None) -> tuple[Sheet, ...]:
    if number is not None:
        stage_at(race.tour, number)
    if which == "all":
        return all_blank_sheets(race, number)
    return blank_sheets(race, which, number)


KINDS: Mapping[str, Kind] = {
    "startlist": Kind("who rides", lambda race, _: (startlist_sheet(race.tour),)),
    "stage": Kind("the course of a stage; without N of the next one", _stage),
    "kit": Kind(
        "what the table needs before the next stage, or before N",
        lambda race, number: (kit_sheet(race, number),),
    ),
    "result": Kind(
        "the result of a stage",
        lambda race, number: (profiled_stage_sheet(race, number),),
    ),
    "standings": Kind("the classifications after a stage", _standings),
    "communique": Kind(
        "all that is published after a stage",
        lambda race, number: (communique_sheet(race, number, narrow=True),),
    ),
    "book": Kind(
        "the whole tour, from the cover to the awards",
        lambda race, _: book_sheets(race),
    ),
    "awards": Kind("the awards of the tour", lambda race, _: (awards_sheet(race),)),
    "purse": Kind(
        "the teams' money", lambda race, number: (purse_sheet(race, number),)
    ),
    "extra_turns": Kind(
        "extra turns used and left (Cyclo)",
        lambda race, number: (extra_turns_sheet(race, number),),
    ),
    "blank all": Kind(
        "every form below: for the whole tour, or for stage N", partial(_blank, "all")
    ),
    **{
        f"blank {name}": Kind(form.about, partial(_blank, name))
        for name, form in FORMS.items()
    },
}
"""Every kind of sheet by its name, of one word or two."""


class _SheetCommand(click.Command):
    """A command that lists the kinds of sheets in its help."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the kinds after the options."""
        with formatter.section("Kinds"):
            formatter.write_dl([(name, kind.about) for name, kind in KINDS.items()])
        super().format_epilog(ctx, formatter)


def _offered(
    context: click.Context, parameter: click.Parameter, typed: str
) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    before = " ".join((*(context.params.get("words") or ()), ""))
    if before.rstrip() in KINDS:
        return complete_stages(context, parameter, typed)
    names = [name for name in KINDS if name.startswith(before + typed)]
    words = dict.fromkeys(name[len(before) :].partition(" ")[0] for name in names)
    return [CompletionItem(word) for word in words]


@click.command(cls=_SheetCommand)
@click.argument(
    "words", nargs=-1, required=True, metavar="KIND [N]", shell_complete=_offered
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=FILE,
    metavar="FILE.pdf",
    help="The file to write.",
)
@language_option
@on_tour
def sheet(session: Session, words: tuple[str, ...], *, output: Path) -> None:
    """Print sheets on A4, of stage N or else of the last one ridden.

    The blank ones are forms to write on: with the names and bibs of the tour, of the
    next stage without N, and without a stage if there is none to come.

    Example:

    \b
        peloton sheet standings 3 -o standings-3.pdf
        peloton sheet book -o tour-book.pdf
        peloton sheet blank all -o forms.pdf

    """
    kind, number = _kind(words)
    checked_ending(output, [".pdf"])
    race = session.read().race()
    with working(f"Writing {visible(str(output))}"):
        write_file(output, to_pdf(spoken(sheets(race, kind, number), race.tour)))
    said(f"Wrote {output}.")


def _kind(words: tuple[str, ...]) -> tuple[str, int | None]:
    """Part the words into a kind and the number of a stage."""
    *name, last = words
    number = int(last) if last.isdecimal() and int(last) else None
    kind = " ".join(words if number is None else name)
    if kind not in KINDS:
        near = did_you_mean(kind, KINDS)
        known = ", ".join(each for each in KINDS if not each.startswith("blank "))
        if kind.partition(" ")[0] == "blank":
            known = ", ".join(each for each in KINDS if each.startswith("blank "))
        message = f"no sheet '{kind}', expected one of {known}{near}"
        raise click.UsageError(message)
    return kind, number


def sheets(race: Race, kind: str, number: int | None = None) -> tuple[Sheet, ...]:
    """Return the sheets of one kind; `number` is a stage, or None for the last."""
    return KINDS[kind].pages(race, number)
