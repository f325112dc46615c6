"""Run the desk as a full-screen program, from start to exit, and bind its keys.

All other keys edit the lines as in any editor.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing

import click
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.filters import Condition, FilterOrBool
from prompt_toolkit.key_binding import KeyBindings

from peloton.cli.fullscreen.screen import STYLE, screen_layout
from peloton.cli.fullscreen.session import DeskSession
from peloton.cli.support.changing import report_draft
from peloton.cli.support.entry_prompt import save_lines
from peloton.cli.support.output import tell
from peloton.desk.session import Session
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError


def run_desk(session: Session, number: int | None, *, finish: bool) -> None:
    """Run the desk for a stage until it is saved or left, and report the outcome.

    The pane shows the race so far or, once a rider has finished or if `finish` is true,
    the finish.
    Raises PelotonError without a terminal, or if the stage cannot be entered yet.
    """
    store = DeskStore(session, number)
    start = store.open()
    _check_terminal(store.number)
    finish = finish or bool(start.reading.stage.finish)
    with closing(DeskSession(store, start, finish=finish)) as desk:
        # Exclude the data of earlier stages, which never change, from garbage
        # collection: scanning them would take longer than handling a key.
        gc.freeze()
        application = desk_application(desk)
        saved = False
        while not saved and _run(application):
            saved = save_at_prompt(desk)
        close_desk(desk, saved=saved)


def _run(application: Application[bool]) -> bool:
    """Run the full-screen application; return whether the user wants to save.

    A signal leaves it normally, so that the terminal is restored.
    """

    def end(*_: object) -> None:
        if application.loop is not None and application.is_running:
            application.loop.call_soon_threadsafe(application.exit)

    # Of these signals, Windows has only SIGTERM.
    ending = [s for s in signal.Signals if s.name in {"SIGTERM", "SIGHUP", "SIGQUIT"}]
    before = {number: signal.signal(number, end) for number in ending}
    try:
        return bool(application.run())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def save_at_prompt(desk: DeskSession) -> bool:
    """Show the changes and ask whether to save; return whether the stage is saved."""
    try:
        save_lines(desk.store, desk.view)
    except click.Abort:
        desk.show_not_saved(PelotonError("cancelled; nothing was changed"))
    except PelotonError as error:
        desk.show_not_saved(error)
    else:
        return True
    return False


def desk_application(desk: DeskSession) -> Application[bool]:
    """Return the full-screen application; its result is true to save the stage."""
    application: Application[bool] = Application(
        layout=screen_layout(desk),
        key_bindings=_desk_keys(desk),
        style=STYLE,
        full_screen=True,
        before_render=lambda _: desk.before_drawing(),
    )
    desk.saver.changed = application.invalidate
    return application


def close_desk(desk: DeskSession, *, saved: bool) -> None:
    """Close the desk; delete the draft if the stage is saved or unchanged.

    Raises PelotonError if the draft is needed and could not be saved.
    """
    desk.close()
    number = desk.store.number
    if saved:
        desk.store.delete_draft()
    elif desk.buffer.text == desk.store.desk.base:
        desk.store.delete_draft()
        tell("Nothing was changed.")
    elif desk.saver.trouble:
        raise PelotonError(
            f"the draft of stage {number} is not saved: {desk.saver.trouble}"
        )
    else:
        report_draft(number)


def _check_terminal(number: int) -> None:
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not terminal or os.environ.get("TERM") == "dumb":
        raise PelotonError(
            "the desk needs a terminal with a full screen; use"
            f" 'peloton stage enter {number}', which asks line by line, or reads a file"
            " with --from"
        )


def _desk_keys(desk: DeskSession) -> KeyBindings:
    """Return the desk's key bindings: edit, switch and page the pane, save, leave."""
    bindings, buffer = KeyBindings(), desk.buffer

    def bind(*keys: str, to: Callable[[], object], when: FilterOrBool = True) -> None:
        for key in keys:
            bindings.add(
                key,
                filter=when,
                # Undo, redo and discarding the draft add no step to the undo history.
                save_before=lambda _: keys[0] not in {"c-z", "c-y", "c-r"},
            )(lambda _: to())

    @Condition
    def at_empty_end() -> bool:
        document = buffer.document
        return document.text_after_cursor == "\n" and not document.current_line

    bind("enter", to=desk.next_line)
    bind("c-o", to=lambda: buffer.insert_line_below(copy_margin=False))
    # On an empty line above an empty last line, Backspace deletes that last line, so
    # that Enter starts only one turn.
    bind("backspace", to=buffer.delete, when=at_empty_end)
    bind("up", to=lambda: desk.move(buffer.cursor_up))
    bind("down", to=lambda: desk.move(buffer.cursor_down))
    bind("tab", to=desk.complete)
    bind("c-z", to=buffer.undo)
    bind("c-y", to=buffer.redo)
    bind("c-r", to=desk.discard_draft)
    # Some terminals do not pass on the F keys, so each also has a Ctrl key.
    bind("f1", "c-g", to=desk.toggle_help)
    bind("f3", "c-t", to=desk.switch)
    bind("f4", "c-n", to=desk.show_one_space_further)
    bind("pagedown", to=lambda: desk.turn_pages(1))
    bind("pageup", to=lambda: desk.turn_pages(-1))
    bind("f2", "c-s", to=lambda: desk.can_save() and get_app().exit(result=True))
    bind("c-q", "c-c", "<sigint>", to=lambda: desk.leave() and get_app().exit())
    return bindings
