"""`peloton log`, `undo` and `redo`: show, undo and redo changes to a tour."""

from contextlib import suppress

import click

from peloton.cli.support.arguments import ANY_STAGE, Integer, option
from peloton.cli.support.changing import changing_tour
from peloton.cli.support.output import output_format, shell_word, showing_tour, tell
from peloton.cli.support.step_lines import show_log
from peloton.desk.session import Session, find_tour_name
from peloton.errors import PelotonError
from peloton.store.facts.parts import Step
from peloton.store.tours import Store

_steps_argument = click.argument("steps", type=Integer(min=1), default=1)


@click.command()
@click.argument("step", type=Integer(min=1), required=False)
@option("--stage N", "Show only changes to stage N.", type=ANY_STAGE)
@option(
    "--limit",
    "Show at most this number of changes.",
    type=Integer(min=1),
    default=20,
    show_default=True,
)
@showing_tour
def log(session: Session, *, step: int | None, stage: int | None, limit: int) -> None:
    """Show the journal of the current tour, the latest change first.

    Each change is a step. With STEP, only that step is shown, with the lines it added
    to the tour file (+) and removed from it (-). The author is shown unless it was you
    on this computer. Undone steps are marked `undone`, or `dropped` if they cannot be
    redone.

    Example:
        peloton log
        peloton log 12
        peloton log --stage 3
    """
    session.read_language()
    tour = None
    with session.store() as store:
        journal = store.journal
        name = _journal_name(session, store, journal.to_undo() or journal.to_redo())
        latest = journal.steps(name, stage=stage, number=step, limit=limit + 1)
        # A deleted or damaged tour cannot be read, but its journal can be shown.
        with suppress(PelotonError):
            tour = store.tour(name).tour
    if step and not latest:
        raise PelotonError(f"no step {step}; list the steps with 'peloton log'")
    if not latest and output_format() is None:
        of_stage = "" if stage is None else f" to stage {stage}"
        tell(f"The journal has no changes{of_stage}.")
        return
    full, more = step is not None, len(latest) > limit
    show_log(latest[:limit], name, tour, full=full, more=more)


@click.command()
@_steps_argument
@changing_tour
def undo(session: Session, *, steps: int) -> None:
    """Undo the last STEPS changes to the current tour.

    Without a current tour, as after 'peloton delete', the tour changed last is used.
    List the steps with 'peloton log', and redo them with 'peloton redo'.

    Example:
        peloton undo
        peloton undo 3
    """
    _undo_or_redo(session, steps, back=True)


@click.command()
@_steps_argument
@changing_tour
def redo(session: Session, *, steps: int) -> None:
    """Redo the last STEPS undone changes.

    These are changes to the current tour, or to the tour that undo removed. After any
    other change, there is nothing left to redo.

    Example:
        peloton redo
        peloton redo 3
    """
    _undo_or_redo(session, steps, back=False)


def _journal_name(session: Session, store: Store, last_changed: str | None) -> str:
    """Return the chosen tour, which may be deleted, or else the one changed last.

    Raises PelotonError if there is no such tour.
    """
    word = session.tour_name
    if word is not None:
        return word if word in store.journal.names() else find_tour_name(store, word)
    return last_changed or session.name(store)


def _undo_or_redo(session: Session, count: int, *, back: bool) -> None:
    past_tense, opposite = ("Undid", "redo") if back else ("Redid", "undo")
    session.read_language()

    def apply(
        store: Store,
    ) -> tuple[str, tuple[Step, ...], str | None, list[str | None]]:
        journal, was_current = store.journal, store.current()
        last_changed = journal.to_undo() if back else journal.to_redo()
        name = _journal_name(session, store, last_changed)
        first = journal.first_step(name) or (0, 0)
        steps = (journal.undo if back else journal.redo)(name, count)
        meant = journal.to_redo() if back else journal.to_undo()
        renamed = journal.tour_of(first) or name
        other = None if meant == renamed else renamed
        return name, steps, other, [was_current, store.current()]

    name, steps, other, [was_current, current] = session.write(apply)
    verb = f"Dry run: {past_tense}" if session.dry_run else past_tense
    lines = [f"{verb} step {step.number} of '{name}': {step.what}." for step in steps]
    for line in lines:
        tell(line)
    if current != was_current:
        now = f"'{current}' is now the current tour."
        tell(now if current else "There is no current tour now.")
    if not session.dry_run:
        tour = "" if other is None else f"--tour {shell_word(other)} "
        many = f" {len(steps)}" if len(steps) > 1 else ""
        tell(f"{opposite.title()} with 'peloton {tour}{opposite}{many}'.")
