"""`peloton stage enter` and `clear`: what happened on a stage."""

import sys
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path

import click

from peloton.cli.asking import agreed, yes_option
from peloton.cli.current import Current
from peloton.cli.entry_prompt import asked_entry
from peloton.cli.files import file_text
from peloton.cli.mistakes import mistakes, stage_message
from peloton.cli.output import said, show
from peloton.cli.session import Session, on_tour
from peloton.cli.stages import (
    next_stage,
    number_argument,
    propose,
    ridden_stage,
    save,
    stage_at,
    with_stage,
)
from peloton.errors import InputError, PelotonError
from peloton.notation.entry import placed_in_entry, read_entry
from peloton.notation.finish import numbered_lines
from peloton.notation.problems import problem_lines
from peloton.notation.writing import stage_text
from peloton.reports.changes import changes_sheet
from peloton.reports.sheet import visible
from peloton.reports.stage import stage_sheet
from peloton.rules.marks import MARKS
from peloton.rules.model import Stage, Tour
from peloton.rules.race import FOLLOW_ON, score
from peloton.rules.results import Problem


@click.command(short_help="Enter what happened on a stage.")
@click.argument("number", type=click.IntRange(min=1), metavar="[N]", required=False)
@click.option(
    "--from",
    "source",
    metavar="FILE|-",
    type=Path,
    help="Read the results from a file, or - for standard input.",
)
@yes_option
@on_tour
def enter(
    session: Session, number: int | None, *, source: Path | None, yes: bool
) -> None:
    """Enter stage N, or the next one: results, and the order over its climbs.

    Without --from the lines are asked for. The notation is the tour file's: result
    lines, and `Muur: 4 1 12` for the order over a sprint or summit; for a points
    race, a sprint or an elimination an order to a line, lap by lap or heat by heat.
    The result and what it changes are shown before anything is saved; entering a
    stage again replaces what was entered.

    Example:

    \b
        peloton stage enter 2 --from stage-2.txt

    """
    before = session.read()
    number = number or _to_be_entered(before.tour)
    stage = stage_at(before.tour, number)
    if source is None and not sys.stdin.isatty():
        source = Path("-")
    if source is None:
        after = _tour(before, number, asked_entry(before, number))
        _refuse("what was entered", "", _problems(before, after, number, ""))
    else:
        after = _from_text(before, number, source, yes=yes)
    _show(before, after, number, stage)
    agreed("Save it?", yes=yes)
    save(session, before, after)
    said(f"Saved stage {number}. 'peloton stage clear {number}' takes it back.")


def _to_be_entered(tour: Tour) -> int:
    stage_at(tour, 1)
    number = next_stage(tour)
    if number is None:
        message = "every stage has been ridden; name the one to enter again"
        raise PelotonError(message)
    return number


def _from_text(before: Current, number: int, source: Path, *, yes: bool) -> Tour:
    """Read an entry; InputError with every mistake and the line it is on."""
    typed = source == Path("-")
    if typed and not yes:
        message = "with the results on standard input nobody can be asked: add --yes"
        raise PelotonError(message)
    text = file_text(source)
    name = "standard input" if typed else str(source)
    form = MARKS[before.rulebook.word("mark")]
    stage, problems = read_entry(text, stage_at(before.tour, number), form)
    if not problems and not (stage.has_results and any(numbered_lines(text))):
        message = f"{name} has no result lines; nothing was changed"
        raise PelotonError(message)
    after = _tour(before, number, stage)
    found = _problems(before, after, number, text)
    if problems:
        # A line that cannot be read leaves its riders out: what follows from that,
        # on this stage or a later one, is no mistake of its own.
        found = tuple(p for p in found if p.stage and p.code not in FOLLOW_ON)
    _refuse(name, text, (*problems, *found))
    return after


def _tour(before: Current, number: int, stage: Stage) -> Tour:
    # A stage entered again after it was cancelled counts.
    return with_stage(before.tour, number, replace(stage, cancelled=""))


def _problems(
    before: Current, after: Tour, number: int, text: str
) -> tuple[Problem, ...]:
    """Find what is wrong with the tour as entered, placed in the text of the entry.

    What goes wrong on a later stage by it is named with that stage.
    """
    return tuple(
        placed_in_entry(text, each, after.stages[number - 1])
        if each.stage == number
        else Problem(
            code=each.code, severity=each.severity, message=stage_message(each)
        )
        for each in score(after, before.rulebook).problems
    )


def _refuse(name: str, text: str, problems: tuple[Problem, ...]) -> None:
    if wrong := mistakes(problems):
        message = f"{name} has {wrong}; nothing was changed"
        raise InputError(message, problem_lines(name, text, problems))


def _show(before: Current, after: Tour, number: int, stage: Stage) -> None:
    """Show the computed result, and what it changes."""
    now = score(after, before.rulebook)
    show(stage_sheet(now, number))
    click.echo()
    if stage.ridden:
        click.echo("Changed on this stage:")
        for line in _changed_lines(stage, after.stages[number - 1]):
            click.echo(visible(line))
        click.echo()
    show(changes_sheet(before.race(), now))


def _changed_lines(old: Stage, new: Stage) -> list[str]:
    """Return the lines of a stage that went (`-`) and came (`+`)."""
    was, now = (stage_text(stage).splitlines() for stage in (old, new))
    lines = list(unified_diff(was, now, lineterm="", n=0))[2:]
    return [line for line in lines if not line.startswith("@@")] or ["nothing"]


@click.command(short_help="Take back what was entered on a stage.")
@number_argument
@yes_option
@on_tour
def clear(session: Session, number: int, *, yes: bool) -> None:
    """Take back all that was entered on stage N, rulings and lots included.

    Its course stays. Later stages must be cleared first.

    Example:

    \b
        peloton stage clear 2

    """
    before = session.read()
    bare = replace(
        ridden_stage(before.tour, number),
        cancelled="",
        finish=(),
        laps=(),
        heats=(),
        eliminated=(),
        crossings={},
        rulings=(),
        extra_turns={},
        offers=(),
        lots={},
    )
    propose(session, before, with_stage(before.tour, number, bare), yes=yes)
    said(f"Cleared stage {number}.")
