"""`peloton stage enter` and `clear`: what happened on a stage."""

import sys
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path

import click

from peloton.cli.entry_prompt import asked_entry
from peloton.cli.files import file_text
from peloton.cli.output import said, show
from peloton.cli.session import Current, Session
from peloton.cli.stage_rulings import yes_option
from peloton.cli.stages import number_argument, propose, save, stage_at, with_stage
from peloton.errors import InputError, PelotonError
from peloton.notation.entry import read_entry
from peloton.notation.problems import problem_lines
from peloton.notation.writing import stage_text
from peloton.reports.changes import changes_sheet
from peloton.reports.sheet import visible
from peloton.reports.stage import stage_sheet
from peloton.rules.marks import MARKS
from peloton.rules.model import Stage, Tour
from peloton.rules.race import score
from peloton.rules.results import Problem, Severity


@click.command(short_help="Enter what happened on a stage.")
@click.argument("number", type=click.IntRange(min=1), metavar="[N]", required=False)
@click.option(
    "--from",
    "source",
    metavar="FILE|-",
    help="Read the results from a file, or - for standard input.",
)
@yes_option
@click.pass_obj
def enter(
    session: Session, number: int | None, *, source: str | None, yes: bool
) -> None:
    """Enter stage N, or the next one: results, and the order over its climbs.

    Without --from the lines are asked for. The notation is the tour file's: result
    lines, and `Muur: 4 1 12` for the order over a sprint or summit. The result and
    what it changes are shown before anything is saved; entering a stage again
    replaces what was entered.

    Example:

    \b
        peloton stage enter 2 --from stage-2.txt

    """
    before = session.read()
    number = number or _next_stage(before.tour)
    stage = stage_at(before.tour, number)
    if source is None and not sys.stdin.isatty():
        source = "-"
    if source is None:
        after = _tour(before, number, asked_entry(before, number))
        _refuse("what was entered", "", _problems(before, after))
    else:
        after = _from_text(before, number, source, yes=yes)
    _show(before, after, number, stage)
    if not yes:
        click.confirm("Save it?", default=True, abort=True, err=True)
    save(session, before, after)
    said(f"Saved stage {number}. 'peloton stage clear {number}' takes it back.")


def _next_stage(tour: Tour) -> int:
    stage_at(tour, 1)
    for number, stage in enumerate(tour.stages, 1):
        if not stage.ridden:
            return number
    message = "every stage has been ridden; name the one to enter again"
    raise PelotonError(message)


def _from_text(before: Current, number: int, source: str, *, yes: bool) -> Tour:
    """Read an entry; InputError with every mistake and the line it is on."""
    if source == "-" and not yes:
        message = "with the results on standard input nobody can be asked: add --yes"
        raise PelotonError(message)
    text = sys.stdin.read() if source == "-" else file_text(Path(source))
    name = "standard input" if source == "-" else source
    form = MARKS[before.rulebook.word("mark")]
    stage, problems = read_entry(text, stage_at(before.tour, number), form)
    if not problems and not stage.finish:
        message = f"{name} has no result lines; nothing was changed"
        raise PelotonError(message)
    after = _tour(before, number, stage)
    # A mistake of form leaves a rider out: only when there is none, what is missing
    # is really missing.
    _refuse(name, text, problems or _problems(before, after))
    return after


def _tour(before: Current, number: int, stage: Stage) -> Tour:
    # A stage entered again after it was cancelled counts.
    return with_stage(before.tour, number, replace(stage, cancelled=""))


def _problems(before: Current, after: Tour) -> tuple[Problem, ...]:
    """Find what is wrong with the tour as entered, placed in the entry."""
    race = score(after, before.rulebook)
    return tuple(replace(each, where=each.where[2:]) for each in race.problems)


def _refuse(name: str, text: str, problems: tuple[Problem, ...]) -> None:
    if any(each.severity is Severity.ERROR for each in problems):
        lines = problem_lines(name, text, problems)
        count = f"{len(lines)} mistakes" if len(lines) > 1 else "1 mistake"
        message = f"{name} has {count}; nothing was changed"
        raise InputError(message, lines)


def _show(before: Current, after: Tour, number: int, stage: Stage) -> None:
    """Show the computed result, and what it changes."""
    now = score(after, before.rulebook)
    show(stage_sheet(now, number))
    if stage.ridden:
        click.echo("\nChanged on this stage:")
        old, new = stage_text(stage), stage_text(after.stages[number - 1])
        for line in list(
            unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
        )[2:]:
            if not line.startswith("@@"):
                click.echo(visible(line))
    click.echo()
    show(changes_sheet(before.race(), now))


@click.command(short_help="Take back what was entered on a stage.")
@number_argument
@yes_option
@click.pass_obj
def clear(session: Session, number: int, *, yes: bool) -> None:
    """Take back the results, crossings, rulings and lots of stage N.

    Its course stays. Later stages must be cleared first.

    Example:

    \b
        peloton stage clear 2

    """
    before = session.read()
    stage = stage_at(before.tour, number)
    if not stage.ridden:
        message = f"stage {number} has no results"
        raise PelotonError(message)
    bare = replace(
        stage,
        cancelled="",
        finish=(),
        crossings={},
        rulings=(),
        extra_turns={},
        offers=(),
        lots={},
    )
    propose(session, before, with_stage(before.tour, number, bare), yes=yes)
    said(f"Cleared stage {number}.")
