"""The keys of the desk; whatever is not here edits the lines as everywhere."""

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from peloton.cli.fullscreen.session import DeskSession, Showing


def desk_keys(desk: DeskSession) -> KeyBindings:
    """Bind the keys of the desk: those for the lines, the pane, saving and leaving."""
    keys = KeyBindings()
    _bind_lines(keys, desk)
    _bind_taking_back(keys, desk)
    _bind_pane(keys, desk)

    @keys.add("f2")
    @keys.add("c-s")
    def _save(event: KeyPressEvent) -> None:
        if desk.save():
            event.app.exit()

    @keys.add("c-q")
    @keys.add("c-c")
    @keys.add("<sigint>")
    @keys.add("escape", "escape")
    def _leave(event: KeyPressEvent) -> None:
        if desk.leave():
            event.app.exit()

    return keys


def _bind_lines(keys: KeyBindings, desk: DeskSession) -> None:
    """Bind what a small editor has, with Enter as it is wanted at the desk."""
    buffer = desk.buffer
    typing = Condition(lambda: desk.showing is not Showing.CHANGES)

    @keys.add("enter", filter=typing)
    def _enter(_event: KeyPressEvent) -> None:
        if not desk.lots_are_drawn():
            return
        # A line mended above must not leave an empty line, which is a turn.
        mended = not buffer.document.on_last_line
        buffer.cursor_position = len(buffer.text)
        if not mended or buffer.document.current_line:
            buffer.newline(copy_margin=False)

    @keys.add("c-o", filter=typing)
    def _open(_event: KeyPressEvent) -> None:
        buffer.insert_line_below(copy_margin=False)

    @keys.add("up", filter=typing)
    def _up(_event: KeyPressEvent) -> None:
        _move(buffer, -1)

    @keys.add("down", filter=typing)
    def _down(_event: KeyPressEvent) -> None:
        _move(buffer, 1)

    @keys.add("tab", filter=typing)
    def _complete(_event: KeyPressEvent) -> None:
        desk.complete()

    @keys.add("s-tab", filter=typing)
    def _complete_back(_event: KeyPressEvent) -> None:
        buffer.complete_previous()


def _bind_taking_back(keys: KeyBindings, desk: DeskSession) -> None:
    """Bind what takes lines back, and brings them again."""
    buffer = desk.buffer
    typing = Condition(lambda: desk.showing is not Showing.CHANGES)

    @keys.add("c-z", filter=typing, save_before=_unsaved)
    def _undo(_event: KeyPressEvent) -> None:
        buffer.undo()

    @keys.add("c-y", filter=typing, save_before=_unsaved)
    def _redo(_event: KeyPressEvent) -> None:
        buffer.redo()

    @keys.add("c-r", filter=typing, save_before=_unsaved)
    def _afresh(_event: KeyPressEvent) -> None:
        desk.afresh()


def _move(buffer: Buffer, lines: int) -> None:
    """Go up or down, with completions on the screen too; from an end to an end."""
    buffer.cancel_completion()
    at_the_end = buffer.document.is_cursor_at_the_end_of_line
    if lines < 0:
        buffer.cursor_up()
    else:
        buffer.cursor_down()
    if at_the_end:
        buffer.cursor_position += buffer.document.get_end_of_line_position()


def _unsaved(_event: KeyPressEvent) -> bool:
    """Keep taking back from being one more thing to take back."""
    return False


def _bind_pane(keys: KeyBindings, desk: DeskSession) -> None:
    """Bind what turns the pages of the pane, and answers what changes."""
    asked = Condition(lambda: desk.showing is Showing.CHANGES)

    # Some terminals keep the F keys for themselves.
    @keys.add("f1")
    @keys.add("c-g")
    def _help(_event: KeyPressEvent) -> None:
        desk.toggle_help()

    @keys.add("f3")
    @keys.add("c-t")
    def _switch(_event: KeyPressEvent) -> None:
        desk.switch()

    @keys.add("pagedown")
    def _page_down(_event: KeyPressEvent) -> None:
        desk.turn_pages(1)

    @keys.add("pageup")
    def _page_up(_event: KeyPressEvent) -> None:
        desk.turn_pages(-1)

    @keys.add("enter", filter=asked)
    def _agree(event: KeyPressEvent) -> None:
        if desk.save():
            event.app.exit()

    @keys.add("escape", filter=asked, eager=True)
    def _back(_event: KeyPressEvent) -> None:
        desk.back()
