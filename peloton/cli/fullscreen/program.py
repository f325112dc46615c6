"""Run the desk as a full-screen program, from start to exit."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from peloton.cli.fullscreen.keys import desk_keys
from peloton.cli.fullscreen.screen import STYLE, screen_layout
from peloton.cli.fullscreen.session import DeskSession, Pane
from peloton.cli.support.changing import report, report_draft
from peloton.cli.support.output import show, tell
from peloton.desk.session import Session
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError
from peloton.reports.stage.result import stage_sheet

_ESCAPE_WAIT = 0.05
"""Seconds to wait for the rest of a key's escape sequence."""


def run_desk(session: Session, number: int | None, pane: Pane | None) -> None:
    """Run the desk for a stage until it is saved or left, and report the outcome.

    The default `pane` shows the race so far or, once a rider has finished, the finish.
    Raises PelotonError without a terminal, or if the stage cannot be entered yet.
    """
    store = DeskStore(session, number)
    start = store.open()
    coming_in = start.desk.view(start.text).reading.stage.finish
    _check_terminal(store.number)
    if pane is None:
        pane = Pane.FINISH if coming_in else Pane.DESK
    with closing(DeskSession(store, start, pane)) as desk:
        # Exclude the data of earlier stages, which never change, from garbage
        # collection: scanning them would take longer than handling a key.
        gc.freeze()
        application = desk_application(desk)
        with _ended_by_a_signal(application):
            application.run()
        close_desk(desk)


@contextmanager
def _ended_by_a_signal(application: Application[None]) -> Iterator[None]:
    """Leave the desk normally on a signal, so that the terminal is restored."""

    def end(*_: object) -> None:
        if application.loop is not None and application.is_running:
            application.loop.call_soon_threadsafe(application.exit)

    before = {number: signal.signal(number, end) for number in _ENDING_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_ENDING_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT")
    if hasattr(signal, name)  # of these signals, Windows has only SIGTERM
]


def desk_application(
    desk: DeskSession, keys: Input | None = None, screen: Output | None = None
) -> Application[None]:
    """Return the full-screen application, which uses the terminal by default."""
    application: Application[None] = Application(
        layout=screen_layout(desk),
        key_bindings=desk_keys(desk),
        style=STYLE,
        full_screen=True,
        input=keys,
        output=screen,
        before_render=lambda _: desk.before_drawing(),
    )
    desk.saver.changed = application.invalidate
    application.ttimeoutlen = _ESCAPE_WAIT
    return application


def close_desk(desk: DeskSession) -> None:
    """Close the desk; delete the draft if the stage is saved or unchanged.

    Raises PelotonError if the draft is needed and could not be saved.
    """
    desk.close()
    number = desk.desk.number
    if desk.saved:
        desk.store.delete_draft()
        show(stage_sheet(desk.after.race(), number), tour=desk.after.tour)
        report(desk.store.session, f"Saved stage {number}.")
    elif desk.buffer.text == desk.desk.base:
        desk.store.delete_draft()
        tell("Nothing was changed.")
    elif desk.saver.trouble:
        raise PelotonError(
            f"the draft of stage {number} is not saved: {desk.saver.trouble}"
        )
    else:
        report_draft(number)


def _check_terminal(number: int) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise PelotonError(
            "the desk needs a terminal; in a script, use"
            f" 'peloton stage enter {number} --from FILE'"
        )
    if os.environ.get("TERM") == "dumb":
        raise PelotonError(
            "this terminal has no full screen (TERM=dumb); use"
            f" 'peloton stage enter {number}', which asks line by line"
        )
