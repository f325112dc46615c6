"""Bind the desk's keys; all other keys edit the lines as in any editor."""

from collections.abc import Callable

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, FilterOrBool
from prompt_toolkit.key_binding import KeyBindings

from peloton.cli.fullscreen.session import DeskSession, Pane

_NO_UNDO_STEP = {"c-z", "c-y", "c-r"}
"""Keys that do not add a step to the undo history of the typed text."""


def desk_keys(desk: DeskSession) -> KeyBindings:
    """Return the desk's key bindings: edit, switch and page the pane, save, leave."""
    bindings, buffer = KeyBindings(), desk.buffer
    asked = Condition(lambda: desk.pane is Pane.CHANGES)

    def bind(
        *keys: str,
        to: Callable[[], object],
        when: FilterOrBool = True,
        eager: bool = False,
    ) -> None:
        for key in keys:
            bindings.add(
                key,
                filter=when,
                eager=eager,
                save_before=lambda _: not _NO_UNDO_STEP.intersection(keys),
            )(lambda _: to())

    bind("enter", to=lambda: _next_line(desk), when=~asked)
    bind("c-o", to=lambda: buffer.insert_line_below(copy_margin=False), when=~asked)
    bind("backspace", to=buffer.delete, when=Condition(lambda: _at_empty_end(buffer)))
    bind("up", to=lambda: _move(buffer, buffer.cursor_up), when=~asked)
    bind("down", to=lambda: _move(buffer, buffer.cursor_down), when=~asked)
    bind("tab", to=desk.complete, when=~asked)
    bind("c-z", to=buffer.undo, when=~asked)
    bind("c-y", to=buffer.redo, when=~asked)
    bind("c-r", to=desk.discard_draft, when=~asked)
    # Some terminals do not pass on the F keys, so each also has a Ctrl key.
    bind("f1", "c-g", to=desk.toggle_help)
    bind("f3", "c-t", to=desk.switch)
    bind("f4", "c-n", to=desk.show_one_space_further, when=~asked)
    bind("pagedown", to=lambda: desk.turn_pages(1))
    bind("pageup", to=lambda: desk.turn_pages(-1))
    bind("f2", "c-s", to=lambda: _end_if(desk.save()))
    bind("enter", to=lambda: _end_if(desk.save()), when=asked)
    bind("escape", to=desk.back, when=asked, eager=True)
    bind("c-q", "c-c", "<sigint>", to=lambda: _end_if(desk.leave()))
    return bindings


def _end_if(ended: bool) -> None:  # noqa: FBT001 - a result
    if ended:
        get_app().exit()


def _next_line(desk: DeskSession) -> None:
    """Start a new last line; after a correction, only go to an empty last line.

    An empty line starts the next turn. If the cursor's line asks for lots or ghost
    cards, they are drawn first. If the line is a search for a rider, the search ends
    and no line is added.
    """
    if desk.search is not None:
        desk.end_search()
        return
    if not desk.draw_line():
        return
    buffer = desk.buffer
    corrected = not buffer.document.on_last_line
    buffer.cursor_position = len(buffer.text)
    if not corrected or buffer.document.current_line:
        buffer.newline(copy_margin=False)


def _at_empty_end(buffer: Buffer) -> bool:
    """Return whether the cursor is on an empty line above an empty last line.

    Backspace then deletes that last line, so that Enter starts only one turn.
    """
    return (
        buffer.document.text_after_cursor == "\n" and not buffer.document.current_line
    )


def _move(buffer: Buffer, go: Callable[[], None]) -> None:
    """Hide the completions and call `go`, which moves the cursor up or down.

    From the end of a line, the cursor moves to the end of the line above or below.
    """
    buffer.cancel_completion()
    at_the_end = buffer.document.is_cursor_at_the_end_of_line
    go()
    if at_the_end:
        buffer.cursor_position += buffer.document.get_end_of_line_position()
