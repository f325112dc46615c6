"""Code for commands that change a tour: `--dry-run`, confirmation, undo hint."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TypeVar

import click

from peloton.cli.support.arguments import choosing_tour, option
from peloton.cli.support.output import (
    differing_lines,
    echo,
    say,
    shell_word,
    show,
    tell,
)
from peloton.desk.scored_tour import ScoredTour, stage_message
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.tour import Tour
from peloton.rules.words import printable

_Name = TypeVar("_Name", bound=str)

yes_option = option("--yes", "Skip the confirmation.")


def changing(command: Callable[..., object]) -> Callable[..., object]:
    """Decorate a command: pass it the session, and add the option `--dry-run`.

    With the option, the command asks nothing and saves nothing, but shows the changes.
    """

    @option("--dry-run", "Show the changes without saving them.", "dry")
    @click.pass_obj
    @wraps(command)
    def run(
        session: Session, /, *, dry: bool, yes: bool = False, **given: object
    ) -> None:
        command(replace(session, dry_run=dry, yes=yes), **given)
        if not dry:
            return
        from peloton.cli.support.step_lines import show_dry_run

        show_dry_run(session.recorded_steps, next(iter(session.tours_read), None))
        tell("Nothing was changed: this was a dry run.")

    return run


def changing_tour(command: Callable[..., object]) -> Callable[..., object]:
    """Decorate a command: pass it the session, and add `--tour` and `--dry-run`."""
    return choosing_tour(changing(command))


def confirming(command: Callable[..., object]) -> Callable[..., object]:
    """Decorate a command: pass it the session; add `--tour`, `--dry-run`, `--yes`."""
    return yes_option(changing_tour(command))


def change_tour(
    session: Session,
    change: Callable[[ScoredTour], ScoredTour],
    what: str,
    then: str = "",
) -> None:
    """Change the tour; store and print the journal entry `what`, then print `then`."""
    before = session.read()
    session.save(before, change(before), what, change)
    report(session, _sentence(what), then)


def change_named(
    session: Session,
    find: Callable[[Tour, str], _Name],
    word: str,
    change: Callable[[ScoredTour, _Name], ScoredTour],
    action: str,
) -> None:
    """Change the rider or team that `find` finds; raise PelotonError if it is gone."""
    name = find(session.read().tour, word)
    what = f"{action} {name}"
    change_tour(session, lambda now: change(now, find(now.tour, name)), what)


def confirm_save(
    session: Session,
    change: Callable[[ScoredTour], ScoredTour],
    what: str,
    message: str = "",
    *,
    number: int | None = None,
) -> None:
    """Show a change's effect; after confirmation, save and report it.

    `what` is the journal entry. `message` reports the change; by default, `what` does.
    The effect is shown on the standings and, if given, on the result of stage `number`.
    """
    before = session.read()
    after = change(before).checked()
    show_changes(before, after, number)
    for problem in after.scored.problems:  # warnings only: `checked` raises mistakes
        if problem not in before.scored.problems:
            tell(f"Warning: {stage_message(problem)}")
    confirm(session, "Save it?")
    # With --yes nobody approved a particular effect on the standings, so if the tour
    # has changed meanwhile, the change is applied to the newer tour.
    session.save(before, after, what, change if session.yes else None)
    report(session, message or _sentence(what))


def show_changes(before: ScoredTour, after: ScoredTour, number: int | None) -> None:
    """Show how the standings change and, with `number`, the result of this stage."""
    # Imported here because most commands show no changes.
    from peloton.notation.desk.writing import desk_text
    from peloton.reports.stage.changes import changes_sheet
    from peloton.reports.stage.result import stage_sheet

    if number is not None:
        show(stage_sheet(after.scored, number), after.tour)
        echo()
        was, now = (side.tour.stages[number - 1] for side in (before, after))
        if was.ridden:
            echo(say("Changed on this stage:"))
            old, new = (desk_text(stage).splitlines() for stage in (was, now))
            for line in differing_lines(old, new) or [say("nothing")]:
                echo(printable(line))
            echo()
    show(changes_sheet(before.race(), after.scored), after.tour)


def back_up_first(session: Session) -> None:
    """Back up the database before a tour is deleted or replaced; keep 14 backups.

    If the backup fails, only print a warning, so that a damaged tour can be deleted.
    """
    # Imported here because most commands make no backup.
    from peloton.store.maintenance.backups import back_up, backup_name, delete_old
    from peloton.store.transactions import address

    if session.dry_run or address(session.database).is_missing:
        return
    try:
        back_up(session.database, session.backups / backup_name(), session.wait)
        delete_old(session.backups, keep=14)
    except PelotonError as error:
        tell(f"Warning: no backup was made: {error}.")


def confirm(session: Session, question: str, *, default: bool = True) -> None:
    """Ask for confirmation unless `--yes` was given; raise PelotonError if refused.

    A dry run only prints an empty line after what has been shown.
    """
    if session.dry_run:
        echo()
    if session.dry_run or session.yes:
        return
    # Imported here because scripts use --yes and need no prompts.
    from peloton.cli.support.prompts import ask_yes_no

    if not ask_yes_no(question, default=default):
        raise PelotonError("cancelled; nothing was changed")


def require_yes_for_stdin(session: Session, source: Path) -> None:
    """Raise PelotonError if a file is standard input and `--yes` was not given."""
    if source == Path("-") and not (session.yes or session.dry_run):
        raise PelotonError("cannot ask while reading from standard input; add --yes")


def report(session: Session, message: str, then: str = "") -> None:
    """Print what was changed, how to undo it, and `then`, which is what to do next."""
    if session.dry_run:
        tell(f"Dry run: {message}")
        return
    hint = ""
    if session.recorded_steps:
        step = session.recorded_steps[-1]
        is_current = step.current_after in {None, step.tour}
        tour = "" if is_current else f"--tour {shell_word(step.tour)} "
        hint = f"Undo with 'peloton {tour}undo'."
    else:
        message = "Nothing was changed."
    tell(" ".join(filter(None, (message, hint, then))))


def report_draft(number: int) -> None:
    """Print that a stage is saved only as a draft, and how to continue the draft."""
    tell(
        f"Stage {number} is not saved, but its draft is. Continue with"
        f" 'peloton desk {number}' or 'peloton stage enter {number}'."
    )


def _sentence(what: str) -> str:
    """Return a journal entry as a sentence, such as `Added rider 7.`."""
    return f"{what[0].upper()}{what[1:]}."
