"""`peloton stage enter`, `clear`, `cancel`, `form`, `desk` and `finish`: results."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from peloton.api.formats import checked_ending
from peloton.cli.support.arguments import (
    FILE,
    WORKBOOK_EXTENSIONS,
    error_prefix,
    number_argument,
    on_tour,
    option,
    stage_argument,
)
from peloton.cli.support.changing import (
    confirm_save,
    confirming,
    report_draft,
    require_yes_for_stdin,
)
from peloton.cli.support.output import file_options, language_option, tell
from peloton.desk.scored_tour import ScoredTour, stage_message
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.errors import InputError, PelotonError
from peloton.notation.desk.entry import Entry, read_entry
from peloton.notation.problems import mistake_count, problem_lines
from peloton.notation.resources import file_bytes, file_label, file_text
from peloton.notation.result_lines import numbered_lines
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.problem import Problem, grouped_problems
from peloton.rules.facts.tour import ridden_stage, stage_at
from peloton.rules.race import FOLLOW_ON
from peloton.writers.files import write_file


@click.command()
@stage_argument
@option(
    "--from FILE|-",
    "Read the results from a file, or from standard input (-).",
    "source",
    type=FILE,
)
@language_option
@confirming
def enter(session: Session, number: int | None, *, source: Path | None) -> None:
    """Enter the results of stage N, or of the next one.

    Without a file you are asked for each line, written as at the desk: `12 2 2` for
    instance, `Muur: 4 1 12` or `+12 7*2`. If you begin each turn with an empty line,
    you can omit the turns: `12 2`. In a points race, sprint or elimination, each line
    is the order of a lap or heat. Each line is saved at once in the draft that `peloton
    desk` also uses.

    A file contains the same lines, or part of a tour file, or is an entry form written
    by `peloton form`.

    The result and its effect on the standings are shown before anything is saved. If
    the stage has results, they are replaced.

    Example:
        peloton stage enter 2 --from stage-2.txt
        peloton stage enter 2 --from stage-2.xlsx
    """
    if source is None and not sys.stdin.isatty():
        source = Path("-")
    if source is None:
        _enter_at_prompt(session, number)
        return
    name, text, pages = file_label(source), "", None
    if source.suffix.lower() in WORKBOOK_EXTENSIONS:
        # Imported here because forms are slow to import and rarely needed.
        from peloton.notation.form.reading import form_identity
        from peloton.notation.xlsx import read_workbook

        data = file_bytes(source)
        with error_prefix(name):
            pages = read_workbook(data)
            number = number or form_identity(pages)[0]
    else:
        number = StageAtDesk(session.read(), number).number
        require_yes_for_stdin(session, source)
        text = file_text(source)
        if not any(numbered_lines(text)):
            raise PelotonError(f"{name} has no results; nothing was changed")

    def change(now: ScoredTour) -> ScoredTour:
        lines = StageAtDesk(now, number)
        if pages is None:
            entry = read_entry(text, lines.stage, lines.mark_format, lines.read)
        else:
            from peloton.notation.form.reading import read_form

            with error_prefix(name):
                entry = read_form(pages, now.tour, lines.number, now.rulebook)
        return _checked(lines, entry, name, text)

    what, message = f"entered stage {number}", f"Saved stage {number}."
    confirm_save(session, change, what, message, number=number)


def _enter_at_prompt(session: Session, number: int | None) -> None:
    # Imported here because most entries come from files.
    from peloton.cli.support.entry_prompt import ask_for_stage, save_lines
    from peloton.desk.store import DeskStore

    store = DeskStore(session, number)
    opened = store.open()
    try:
        save_lines(store, ask_for_stage(store, opened))
    except (PelotonError, click.Abort) as error:
        if isinstance(error, click.Abort):
            click.echo(err=True)  # end the line of the unanswered question
        if store.has_draft():
            report_draft(store.number)
        raise


def _checked(lines: StageAtDesk, entry: Entry, name: str, text: str) -> ScoredTour:
    """Return the tour with the entry; raise InputError listing every mistake.

    A mistake has its line in the `text` of the file, or its cell. One on a later stage,
    which the entry makes invalid, has neither. PelotonError is raised for a file
    without results.
    """
    if not entry.problems and not entry.stage.has_results:
        raise PelotonError(f"{name} has no results; nothing was changed")
    after = lines.after(entry.stage)

    def placed(found: Problem) -> Problem:
        if found.stage == lines.number:
            return entry.with_location(found)
        message = stage_message(found)
        return Problem(code=found.code, warning=found.warning, message=message)

    # If a line cannot be read, its riders are missing on this stage and later ones.
    # Report only the mistake in the line, not the problems that it causes.
    problems = entry.problems + tuple(
        problem
        for problem in map(placed, grouped_problems(after.scored.problems))
        if not entry.problems or (problem.stage and problem.code not in FOLLOW_ON)
    )
    if wrong := mistake_count(problems):
        message = f"{name} has {wrong}; nothing was changed"
        raise InputError(message, problem_lines(name, text, problems))
    return after


@click.command()
@number_argument
@confirming
def clear(session: Session, number: int) -> None:
    """Remove the results of stage N, with its rulings and lots.

    The course remains. Clear later stages first.

    Example:
        peloton stage clear 2
    """

    def change(now: ScoredTour) -> ScoredTour:
        bare = without_results(ridden_stage(now.tour, number))
        return now.with_stage(number, replace(bare, cancelled=""))

    message = f"Cleared stage {number}: removed its results, rulings and lots."
    confirm_save(session, change, f"cleared stage {number}", message)


@click.command()
@number_argument
@option("--reason TEXT", "Reason, printed on the sheets.")
@option("--undo", "Count the stage again.")
@confirming
def cancel(session: Session, number: int, *, reason: str | None, undo: bool) -> None:
    """Cancel stage N: its results remain but do not count (GN-4).

    Example:
        peloton stage cancel 4 --reason "the cat sat on the Galibier"
    """
    if undo == bool(reason):
        raise PelotonError("expected either --reason or --undo")

    def change(now: ScoredTour) -> ScoredTour:
        stage = stage_at(now.tour, number)
        if undo and not stage.cancelled:
            raise PelotonError(f"stage {number} is not cancelled")
        return now.with_stage(number, replace(stage, cancelled=reason or ""))

    what = f"stage {number} {'counts again' if undo else 'is cancelled'}"
    confirm_save(session, change, what)


@click.command()
@stage_argument
@option(
    "-o, --output FILE.xlsx",
    "Write this file; default: stage-N.xlsx, if it does not exist.",
    type=FILE,
)
@language_option
@on_tour
def form(session: Session, number: int | None, *, output: Path | None) -> None:
    """Write an entry form for stage N, or the next one: a workbook to fill in.

    It has a line for each rider, which offers the bibs, and a column for everything
    else the game records. Results already entered are filled in. Read it with 'peloton
    stage enter N --from FILE.xlsx'.

    Example:
        peloton form 2
    """
    # Imported late, because openpyxl is slow to import and `--help` does not need it.
    from peloton.notation.form.writing import form_workbook

    current = session.read()
    if output is not None:
        checked_ending(output, [".xlsx"])
    number = StageAtDesk(current, number).number
    file = output or Path(f"stage-{number}.xlsx")
    if output is None and file.exists():
        raise PelotonError(f"{file} already exists; choose another name")
    say = file_options(current.tour).translated
    write_file(file, form_workbook(current.tour, number, current.rulebook, say))
    tell(
        f"Wrote the entry form of stage {number} to {file}. Fill it in, then run"
        f" 'peloton stage enter {number} --from {file}'."
    )


@click.command()
@stage_argument
@on_tour
def desk(session: Session, number: int | None) -> None:
    """Record stage N, or the next one, in full screen while you play it.

    During the race, record the order at each sprint and summit, extra turns, turns
    counted in a time trial, riders out, rulings and sponsors' offers. At the finish,
    type each rider's bib and spaces; an empty line starts the next turn. Times, gaps
    and the general classification are updated as you type. F3 switches between race and
    finish, F1 explains what to type, F2 saves the stage. Every keystroke is saved in a
    draft; run the same command to continue it.

    Example:
        peloton desk 2
    """
    from peloton.cli.fullscreen.program import run_desk  # slow to import

    run_desk(session, number, finish=False)


@click.command()
@stage_argument
@on_tour
def finish(session: Session, number: int | None) -> None:
    """Open the desk with the finish in view; otherwise the same as 'peloton desk'.

    Example:
        peloton finish 2
    """
    from peloton.cli.fullscreen.program import run_desk  # slow to import

    run_desk(session, number, finish=True)
