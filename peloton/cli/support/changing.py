"""What commands that change something share: `--dry-run`, asking, the way back."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

import click

from peloton.cli.support.arguments import on_tour
from peloton.cli.support.output import show, tell, typed
from peloton.desk.session import Session
from peloton.errors import PelotonError

if TYPE_CHECKING:
    from peloton.desk.scored_tour import Current
    from peloton.rules.facts.tour import Tour
    from peloton.store.parts import Step


_Name = TypeVar("_Name", bound=str)

yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


def changing(command: Callable[..., object]) -> Callable[..., object]:
    """Add `--dry-run`: the command shows what would change, and asks nothing.

    The command does all it does, and the session keeps nothing of it.
    """

    @wraps(command)
    def run(session: Session, /, **given: object) -> None:
        if not session.dry:
            whole = bool(given.get("yes"))
            with _heard_or_not():
                command(replace(session, whole_name=whole), **given)
            return
        from peloton.cli.support.step_lines import show_dry_run

        asks = "yes" in given
        command(session, **given | ({"yes": True} if asks else {}))
        if asks:
            click.echo()  # apart from what it shows where it would ask
        show_dry_run(session.recorded)
        tell("Nothing was changed: this was a dry run.")

    return click.option(
        "--dry-run",
        is_flag=True,
        expose_value=False,
        callback=_dry,
        help="Show what would change, and change nothing.",
    )(run)


def changing_tour(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command that changes a tour the session, `--tour` and `--dry-run`."""
    return on_tour(changing(command))


@contextmanager
def _heard_or_not() -> Iterator[None]:
    """Go on where nobody reads on, as in `| head -1`: what is asked for is saved."""
    stream = sys.stdout
    if stream.isatty():
        yield
        return
    with redirect_stdout(cast("TextIO", _Heard(stream))):
        yield
    try:
        stream.flush()
    except BrokenPipeError:  # it would fail again as Python ends
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - stays open


class _Heard:
    """A stream that writes for whoever still reads."""

    def __init__(self, stream: TextIO) -> None:
        """Take what writes to a pipe, or elsewhere."""
        self._stream = stream

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any of a stream's
        """Return what else the stream has."""
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, or do not."""
        with suppress(BrokenPipeError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Hand on what was written."""
        with suppress(BrokenPipeError):
            self._stream.flush()


def _dry(context: click.Context, _: click.Parameter, dry: bool) -> None:  # noqa: FBT001 - click's call
    if dry:
        context.obj = replace(context.obj, dry=True)


def change_tour(
    session: Session, changed: "Callable[[Current], Tour]", what: str
) -> None:
    """Change the tour, and say so in the words of the journal."""
    session.change(changed, what)
    done(session, _sentence(what))


def change_meant(
    session: Session,
    find: "Callable[[Tour, str], _Name]",
    word: str,
    changed: "Callable[[Current, _Name], Tour]",
    done_to: str,
) -> None:
    """Change the rider or the team that a word means, by the one name from then on.

    PelotonError if there is none, or none any more.
    """
    name = find(session.read().tour, word)
    what = f"{done_to} {name}"
    change_tour(session, lambda now: changed(now, find(now.tour, name)), what)


def propose(
    session: Session,
    changed: "Callable[[Current], Current]",
    what: str,
    said: str = "",
    *,
    yes: bool,
) -> None:
    """Show what a change does to the standings, ask, save it and say so.

    It is said in the words of the journal, if not in those of `said`.
    """
    # Most commands that change something show no figures first.
    from peloton.reports.stage.changes import changes_sheet

    before = session.read()
    after = changed(before).checked()
    show(changes_sheet(before.race(), after.scored), tour=after.tour)
    confirm("Save it?", yes=yes)
    # Who was asked agreed to these figures, who was not to the change.
    session.save(before, after, what, changed if yes else None)
    done(session, said or _sentence(what))


def back_up_first(session: Session) -> None:
    """Back up the database before a tour is deleted or replaced.

    Where that fails, as a damaged database does, the reason is shown, and the command
    goes on: a damaged tour must go too.
    """
    if session.dry:
        return
    try:
        session.back_up()
    except PelotonError as error:
        tell(f"No backup was made first: {error}.")


def confirm(question: str, *, yes: bool, default: bool = True) -> None:
    """Ask for confirmation, unless `--yes` gave it; PelotonError for a no."""
    if yes:
        return
    # What a script does asks nobody.
    from peloton.cli.support.prompts import agreed

    if not agreed(question, default=default):
        message = "cancelled; nothing was changed"
        raise PelotonError(message)


def done(session: Session, message: str, then: str = "") -> None:
    """Print what was done, how to undo it, and what to do next."""
    if session.dry:
        tell(f"Dry run: {message}")
        return
    if not session.recorded:
        message = "Nothing changed."
    words = (message, _way_back(session.recorded), then)
    tell(" ".join(word for word in words if word))


def _sentence(what: str) -> str:
    """Return words of the journal as a sentence, such as `Added rider 7.`."""
    return f"{what[0].upper()}{what[1:]}."


def _way_back(recorded: "list[Step]") -> str:
    from peloton.store.parts import StepState

    if not recorded:
        return ""
    step = recorded[-1]
    if step.state is StepState.DROPPED:
        return "It was damaged, and cannot be taken back."
    is_current = step.current_after in {None, step.tour}
    tour = "" if is_current else f"--tour {typed(step.tour)} "
    return f"'peloton {tour}undo' takes it back."
