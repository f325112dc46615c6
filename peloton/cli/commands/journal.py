"""`peloton log`, `undo` and `redo`: the journal of a tour."""

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from peloton.cli.support.arguments import Whole, complete_stages
from peloton.cli.support.changing import changing_tour
from peloton.cli.support.output import OutputFormat, show, showing_tour, tell, typed
from peloton.cli.support.step_lines import log_step
from peloton.desk.session import Session, tour_meant
from peloton.errors import PelotonError
from peloton.reports.tour.log import log_rows, log_sheet
from peloton.store.parts import Step

if TYPE_CHECKING:
    from peloton.store.tours import Store

_steps_argument = click.argument("steps", type=Whole(min=1), default=1)


@click.command()
@click.argument("step", type=Whole(min=1), required=False)
@click.option(
    "--stage",
    type=Whole(min=1),
    metavar="N",
    shell_complete=complete_stages,
    help="Only changes of stage N.",
)
@click.option("--full", is_flag=True, help="Show the lines that came and went.")
@click.option("--all-tours", is_flag=True, help="Of every tour, deleted ones too.")
@click.option(
    "--limit",
    type=Whole(min=1),
    default=20,
    show_default=True,
    help="The latest so many.",
)
@showing_tour
def log(  # noqa: PLR0913 - one argument for each option of the command
    session: Session,
    *,
    step: int | None,
    stage: int | None,
    full: bool,
    all_tours: bool,
    limit: int,
    form: OutputFormat | None,
) -> None:
    """Show the journal of the current tour, the latest change first.

    Each change is a step, with the lines of the tour file that came (+) and went (-).
    STEP shows one of them line by line. Who made it is said where it was another user
    or another machine. What 'peloton undo' took back is marked
    undone; dropped, once another change was made in its place.

    Example:
        peloton log
        peloton log 12
        peloton log --stage 3 --full
    """
    tour = None
    with session.store() as store:
        journal = store.journal
        name = session.wanted or journal.to_undo() or journal.to_redo()
        if session.wanted is not None:
            name = tour_meant(store, session.wanted, gone=True)
        if name is None and not all_tours:
            message = "no tour was changed yet: 'peloton demo' loads one"
            raise PelotonError(message)
        latest = journal.steps(
            None if all_tours else name, stage=stage, number=step, limit=limit + 1
        )
        # A tour that is gone or damaged has a journal all the same.
        with suppress(PelotonError):
            tour = store.tour(str(name)).tour
    if step and not latest:
        message = f"no step {step}: 'peloton log' lists the steps"
        raise PelotonError(message)
    steps = [log_step(step) for step in latest[:limit]]
    if not steps and form is None:
        of_stage = "" if stage is None else f" of stage {stage}"
        tell(f"No change{of_stage} is in the journal.")
        return
    sheet = log_sheet(
        steps,
        "" if all_tours else str(name),
        full=full or step is not None,
        more=len(latest) > limit,
    )
    show(sheet, form, log_rows(steps), tour=tour)


@click.command()
@_steps_argument
@changing_tour
def undo(session: Session, *, steps: int) -> None:
    """Take back the last STEPS changes of the current tour, whatever they were.

    Where there is no current tour, as after 'peloton delete', it is the tour that was
    changed last. 'peloton log' shows the steps, 'peloton redo' brings them again.

    Example:
        peloton undo
        peloton undo 3
    """
    _go(session, steps, back=True)


@click.command()
@_steps_argument
@changing_tour
def redo(session: Session, *, steps: int) -> None:
    """Bring again the last STEPS changes that 'peloton undo' took back.

    They are those of the current tour, or of the tour that was current until undo
    took it away. After another change there is nothing to bring again.

    Example:
        peloton redo
        peloton redo 3
    """
    _go(session, steps, back=False)


_WORDS = {
    True: ("take back", "Took back", "redo", "brings {} again"),
    False: ("bring again", "Brought again", "undo", "takes {} back"),
}
"""Of undo, which goes back, and of redo: what is done, and what turns it round."""

_LISTED = 5
"""Number of steps listed at the start and at the end of a long undo or redo."""


def _go(session: Session, count: int, *, back: bool) -> None:
    """Undo or redo some steps, and say how to go back; PelotonError without any."""
    aim, went, command, turns_round = _WORDS[back]

    def gone(
        store: "Store",
    ) -> tuple[str, tuple[Step, ...], bool, list[str | None]]:
        journal, was_current = store.journal, store.current()
        name = journal.to_undo() if back else journal.to_redo()
        if session.wanted is not None:
            name = tour_meant(store, session.wanted, gone=True)
        if name is None:
            message = f"nothing to {aim}: no tour was changed yet"
            raise PelotonError(message)
        steps = (journal.undo if back else journal.redo)(name, count)
        meant = journal.to_redo() if back else journal.to_undo()
        return name, steps, meant == name, [was_current, store.current()]

    name, steps, is_meant, [was_current, current] = session.write(gone)
    session.recorded.extend(map(_turned, steps) if back else steps)
    lines = [f"{went} step {step.number} of '{name}': {step.what}." for step in steps]
    if (more := len(lines) - 2 * _LISTED) > 1:
        lines[_LISTED:-_LISTED] = [f"{went} {more} more steps."]
    for line in lines:
        tell(line)
    if current != was_current:
        now = f"The current tour is now '{current}'."
        tell(now if current else "No tour is current now.")
    if not session.dry:
        tour = "" if is_meant else f"--tour {typed(name)} "
        many, it = (f" {len(steps)}", "them") if len(steps) > 1 else ("", "it")
        tell(f"'peloton {tour}{command}{many}' {turns_round.format(it)}.")


def _turned(step: Step) -> Step:
    """Return the step with before and after exchanged, as undo goes through it."""
    return replace(
        step,
        before=step.after,
        after=step.before,
        current_before=step.current_after,
        current_after=step.current_before,
    )
