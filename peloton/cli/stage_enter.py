"""`peloton stage enter` and `clear`: what happened on a stage."""

import sys
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from peloton.cli.asking import agreed, yes_option
from peloton.cli.changing import changing, done
from peloton.cli.choosing import FILE
from peloton.cli.completing import stage_argument
from peloton.cli.current import Current
from peloton.cli.entry_prompt import asked_entry
from peloton.cli.files import file_text, named
from peloton.cli.form import filled_form, form_pages
from peloton.cli.languages import language_option, spoken
from peloton.cli.mistakes import mistakes, stage_message
from peloton.cli.output import said, show
from peloton.cli.session import Session, on_tour
from peloton.cli.stages import (
    number_argument,
    propose,
    ridden_stage,
    save,
    to_be_entered,
)
from peloton.errors import InputError, PelotonError
from peloton.notation.desk.writing import desk_text
from peloton.notation.entry import placed_in_entry, read_entry
from peloton.notation.finish import numbered_lines
from peloton.notation.form.reading import form_marker
from peloton.notation.problems import problem_lines
from peloton.notation.writing import stage_text
from peloton.reports.changes import changes_sheet
from peloton.reports.sheet import visible
from peloton.reports.stage import stage_sheet
from peloton.rules.model import Stage, Tour
from peloton.rules.race import FOLLOW_ON, score
from peloton.rules.results import Problem
from peloton.rules.stages import stage_at, with_stage
from peloton.rules.words import say

if TYPE_CHECKING:
    from peloton.notation.workbook import Page
    from peloton.store.tours import Store


@click.command()
@stage_argument
@click.option(
    "--from",
    "source",
    metavar="FILE|-",
    type=FILE,
    help="Read the results from a file, or - for standard input.",
)
@yes_option
@language_option
@on_tour
@changing
def enter(
    session: Session, number: int | None, *, source: Path | None, yes: bool
) -> None:
    """Enter stage N, or the next one: results, and the order over its climbs.

    Without --from the lines are asked for. The notation is the tour file's: result
    lines, and `Muur: 4 1 12` for the order over a sprint or summit; for a points
    race, a sprint or an elimination an order to a line, lap by lap or heat by heat.
    A form that `peloton form` made is read from its .xlsx file.
    The result and what it changes are shown before anything is saved; entering a
    stage again replaces what was entered.

    Example:

    \b
        peloton stage enter 2 --from stage-2.txt
        peloton stage enter 2 --from stage-2.xlsx

    """
    before = session.read()
    pages = form_pages(source)
    if number is None:
        number = form_marker(pages).number if pages else to_be_entered(before.tour)
    stage = stage_at(before.tour, number)
    if source is None and not sys.stdin.isatty():
        source = Path("-")
    if source is None:
        after = _tour(before, number, asked_entry(before, number))
        found, what = _problems(before, after, number, ""), "what was entered"
        _refuse(what, found, problem_lines(what, "", found))
    elif pages is not None:
        after = _from_form(before, number, source, pages)
    else:
        after = _from_text(before, number, source, yes=yes)
    _show(before, after, number, stage)
    try:
        agreed("Save it?", yes=yes)
    except (PelotonError, click.Abort):
        if source is None:
            _keep_for_the_desk(session, before, after, number)
        raise
    save(session, before, after, f"entered stage {number}")
    done(session, f"Saved stage {number}.")


def _keep_for_the_desk(
    session: Session, before: Current, after: Tour, number: int
) -> None:
    """Keep what was typed as a draft, unless there is one of the desk already."""
    form = before.rulebook.mark
    base, typed = (
        desk_text(tour.stages[number - 1], form) for tour in (before.tour, after)
    )

    def kept(store: "Store") -> bool:
        if typed == base or store.draft(after.name, number) is not None:
            return False
        store.keep_draft(after.name, number, typed, base)
        return True

    if session.write(kept):
        said(f"What was typed is kept: 'peloton finish {number}' goes on with it.")


def _from_text(before: Current, number: int, source: Path, *, yes: bool) -> Tour:
    """Read an entry; InputError with every mistake and the line it is on."""
    typed = source == Path("-")
    if typed and not yes:
        message = "with the results on standard input nobody can be asked: add --yes"
        raise PelotonError(message)
    text, name = file_text(source), named(source)
    form = before.rulebook.mark
    stage, problems = read_entry(text, stage_at(before.tour, number), form)
    if not problems and not (stage.has_results and any(numbered_lines(text))):
        message = f"{name} has no result lines; nothing was changed"
        raise PelotonError(message)
    after = _tour(before, number, stage)
    found = _problems(before, after, number, text)
    problems = _all(problems, found)
    _refuse(name, problems, problem_lines(name, text, problems))
    return after


def _from_form(
    before: Current, number: int, source: Path, pages: "tuple[Page, ...]"
) -> Tour:
    """Read a form that was filled in; InputError with every mistake and its cell."""
    filled = filled_form(pages, before, number, source)
    if not filled.problems and not filled.stage.has_results:
        message = f"{source} has no finish; nothing was changed"
        raise PelotonError(message)
    after = _tour(before, number, filled.stage)
    problems = _all(filled.problems, _problems(before, after, number))
    _refuse(str(source), problems, filled.lines(str(source), problems))
    return after


def _all(
    problems: tuple[Problem, ...], found: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """Join what cannot be read with what the checks found in the rest."""
    if problems:
        # A line that cannot be read leaves its riders out: what follows from that,
        # on this stage or a later one, is no mistake of its own.
        found = tuple(p for p in found if p.stage and p.code not in FOLLOW_ON)
    return (*problems, *found)


def _tour(before: Current, number: int, stage: Stage) -> Tour:
    # A stage entered again after it was cancelled counts.
    return with_stage(before.tour, number, replace(stage, cancelled=""))


def _problems(
    before: Current, after: Tour, number: int, text: str | None = None
) -> tuple[Problem, ...]:
    """Find what is wrong with the tour as entered, placed in the text, if any, of it.

    What goes wrong on a later stage by it is named with that stage.
    """
    return tuple(
        Problem(code=each.code, severity=each.severity, message=stage_message(each))
        if each.stage != number
        else each
        if text is None
        else placed_in_entry(text, each, after.stages[number - 1])
        for each in score(after, before.rulebook).problems
    )


def _refuse(name: str, problems: tuple[Problem, ...], lines: tuple[str, ...]) -> None:
    if wrong := mistakes(problems):
        message = f"{name} has {wrong}; nothing was changed"
        raise InputError(message, lines)


def _show(before: Current, after: Tour, number: int, stage: Stage) -> None:
    """Show the computed result, and what it changes."""
    now = score(after, before.rulebook)
    show(stage_sheet(now, number), tour=after)
    click.echo()
    if stage.ridden:
        (heading,) = spoken((say("Changed on this stage:"),), after)
        click.echo(heading)
        for line in _changed_lines(stage, after.stages[number - 1]):
            click.echo(visible(line))
        click.echo()
    show(changes_sheet(before.race(), now), tour=after)


def _changed_lines(old: Stage, new: Stage) -> list[str]:
    """Return the lines of a stage that went (`-`) and came (`+`)."""
    was, now = (stage_text(stage).splitlines() for stage in (old, new))
    lines = list(unified_diff(was, now, lineterm="", n=0))[2:]
    return [line for line in lines if not line.startswith("@@")] or ["nothing"]


@click.command()
@number_argument
@yes_option
@on_tour
@changing
def clear(session: Session, number: int, *, yes: bool) -> None:
    """Take back all that was entered on stage N, rulings and lots included.

    Its course stays. Later stages must be cleared first.

    Example:

    \b
        peloton stage clear 2

    """

    def changed(now: Current) -> Tour:
        stage = ridden_stage(now.tour, number)
        facts = {field: getattr(Stage(), field) for field in _ENTERED}
        return with_stage(now.tour, number, replace(stage, **facts))

    propose(session, session.read(), changed, f"cleared stage {number}", yes=yes)
    done(session, f"Cleared stage {number}: results, rulings and lots are gone.")


_ENTERED = (
    *("cancelled", "finish", "laps", "heats", "eliminated", "crossings"),
    *("rulings", "extra_turns", "cards", "offers", "lots"),
)
"""What of a stage is entered on it; the rest is its course."""
