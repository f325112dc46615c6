"""The session at the desk: edit the stage's text, switch views, save and leave."""

import re
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from peloton.cli.support.output import say
from peloton.desk.proposal import NotYetError, line_after_draw, tour_to_save
from peloton.desk.state import DeskView, one_space_further
from peloton.desk.store import DeskStore, DraftSaver
from peloton.errors import PelotonError
from peloton.notation.desk.lines import SIGNS, LineKind
from peloton.rules.values import LARGEST
from peloton.rules.words import printable, without_accents

LARGE = "class:large"
"""Style of a message that is centred on the screen, such as `TURN 5`."""
REDRAW_WAIT = 0.015
"""Maximum number of seconds that a redraw waits for the draft to be saved."""
SAVE_WAIT = 3.0
"""Maximum number of seconds that saving and leaving wait for the draft to be saved."""


class DeskSession(Completer):
    """The state of the desk, changed by keys and displayed on the screen.

    The pane beside the typed lines shows the help if `help` is true, otherwise the
    finish (if `finish` is true) or the race so far. `pages` is the number of pages that
    the user has turned in it.
    """

    def __init__(self, store: DeskStore, start: DeskView, *, finish: bool) -> None:
        """Open the text of a stage, with the cursor at its end."""
        self.store = store
        self.finish, self.help = finish, False
        restored = "Your draft was restored; ^R discards it."
        is_draft = start.text != start.desk.base
        message = f"{restored} {store.notice}" if is_draft else store.notice
        self.notice = ("class:good", say(message.strip()))
        self.pages = 0
        self._leaving = False
        self._turn = start.reading.turn
        self.saver = DraftSaver(store, start.text)
        self.buffer = Buffer(
            multiline=True,
            completer=self,
            complete_while_typing=True,
            document=Document(start.text, len(start.text)),
            on_text_changed=self._typed,
        )
        # The text when the cursor came to its line.
        self._arrived = self.buffer.document

    def close(self) -> None:
        """Save the draft, stop the thread that saves it, and close the database."""
        self.saver.close()
        self.store.close()

    @property
    def view(self) -> DeskView:
        """The stage as typed so far, scored."""
        return self.store.desk.view(self.buffer.text)

    def before_drawing(self) -> None:
        """Wait briefly for the draft, merge other users' lines, announce a new turn."""
        self.saver.wait_until_saved(REDRAW_WAIT)
        document = self.buffer.document
        text = self.store.merge_changes(document.text) if self.saver.saved else None
        if text is not None and text != document.text:
            at, rest = document.cursor_position, document.text_after_cursor
            # On an empty line, the next line is typed after those of other users.
            typing = document.current_line and text.startswith(document.text[:at])
            if text.endswith(rest) and not typing:
                at = len(text) - len(rest)
            # Reset the undo history, so that undo does not remove other users' lines.
            self.buffer.reset(Document(text, min(at, len(text))))
            self.saver.save(text)
            self.saver.wait_until_saved(REDRAW_WAIT)
        turn = self.view.reading.turn
        if turn != self._turn and not self.notice[1]:
            self.notice = (LARGE, say(f"TURN {turn}"))
        self._turn = turn

    def switch(self) -> None:
        """Switch the pane between the finish and the race so far."""
        if not self.help:
            self.finish = not self.finish
        self.help, self.pages = False, 0

    def toggle_help(self) -> None:
        """Show the help beside the typed lines, or hide it."""
        self.help, self.pages = not self.help, 0

    def turn_pages(self, pages: int) -> None:
        """Turn pages in the pane beside the typed lines."""
        self.pages = max(self.pages + pages, 0)

    def complete(self) -> None:
        """Complete the word, or list its completions; if listed, select the next."""
        if self.buffer.complete_state:
            self.buffer.complete_next()
            return
        asked = CompleteEvent(completion_requested=True)
        found = [*self.get_completions(self.buffer.document, asked)]
        if len(found) == 1:
            self.buffer.apply_completion(found[0])
        elif found:
            self.buffer.start_completion(select_first=True, complete_event=asked)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Return the completions at the cursor; called by prompt_toolkit.

        Without Tab, only words of at least two letters are completed.
        """
        word = document.get_word_before_cursor(WORD=True)
        if complete_event.text_inserted and not (len(word) > 1 and word.isalpha()):
            return ()
        view = self.store.desk.view(document.text)
        return completions(document.text_before_cursor, view)

    def discard_draft(self) -> None:
        """Replace the typed text with the stored stage; undo restores the text."""
        self._write_text(self.store.desk.base)
        self._say("class:good", "The draft is discarded. ^Z restores it.")

    def next_line(self) -> None:
        """Start a new last line; after a correction, only go to an empty last line.

        An empty line starts the next turn. If the cursor's line asks for lots or ghost
        cards, they are drawn first. If the line is a search for a rider, the search
        ends and no line is added.
        """
        if self.search is not None:
            self._write_line("")  # a search is not part of the stage
            return
        line = self.buffer.document.current_line
        try:
            drawn = line_after_draw(self.view, line)
        except PelotonError as error:
            self._say("class:wrong", str(error))
            return
        if drawn != line:
            self._write_line(drawn)
        corrected = not self.buffer.document.on_last_line
        self._drop_emptied_line()
        self.buffer.cursor_position = len(self.buffer.text)
        if not corrected or self.buffer.document.current_line:
            self.buffer.newline(copy_margin=False)
        self._arrived = self.buffer.document

    def move(self, go: Callable[[], None]) -> None:
        """Hide the completions and call `go`, which moves the cursor up or down.

        From the end of a line, the cursor moves to the end of the line above or below.
        """
        buffer = self.buffer
        buffer.cancel_completion()
        at_the_end = buffer.document.is_cursor_at_the_end_of_line
        if not (self._drop_emptied_line() and go == buffer.cursor_down):
            go()
        if at_the_end:
            buffer.cursor_position += buffer.document.get_end_of_line_position()
        self._arrived = buffer.document

    def show_one_space_further(self) -> None:
        """Show what changes if the riders on the line are one board space further."""
        try:
            message = one_space_further(self.view, self.row)
        except PelotonError as error:
            self._say("class:warn", str(error))
        else:
            self._say("class:good", message)

    def _write_text(self, text: str) -> None:
        self.buffer.save_to_undo_stack()
        self.buffer.document = Document(text, len(text))

    def _write_line(self, text: str) -> None:
        document = self.buffer.document
        self.buffer.save_to_undo_stack()
        self.buffer.cursor_position += document.get_start_of_line_position()
        self.buffer.delete(len(document.current_line))
        self.buffer.insert_text(text)

    def _drop_emptied_line(self) -> bool:
        """Delete the cursor's line if its text was deleted: it is not a new turn.

        Returns whether it was deleted. The cursor is then on the line below.
        """
        was, now = self._arrived, self.buffer.document
        emptied = was.current_line and not now.current_line and not now.on_last_line
        same = was.cursor_position_row == now.cursor_position_row
        if not (emptied and same and was.line_count == now.line_count):
            return False
        self.buffer.delete()
        return True

    @property
    def search(self) -> str | None:
        """The name to search for on a line such as `/name`, None on other lines."""
        line = self.buffer.document.current_line
        return line[1:].strip() if line.startswith("/") else None

    def can_save(self) -> bool:
        """Return whether the stage can be saved; if not, show why and where."""
        self._drop_emptied_line()
        try:
            tour_to_save(self.view)
        except NotYetError as error:
            if error.line:
                document = self.buffer.document
                end = document.translate_row_col_to_index(error.line - 1, LARGEST)
                self.buffer.cursor_position = end
            self._say("class:warn", str(error))
            return False
        except PelotonError as error:
            self.show_not_saved(error)
            return False
        self.saver.wait_until_saved(SAVE_WAIT)
        return True

    def show_not_saved(self, error: PelotonError) -> None:
        """Show why the stage was not saved; if the tour was changed, reopen it."""
        desk, start = self.store.desk, self.view
        try:
            if self.saver.saved:
                start = self.store.open()
        except PelotonError as reason:
            error = reason
        if start.desk is desk:
            self._say("class:wrong", " ".join(("Not saved:", *error.lines, str(error))))
            return
        self._write_text(start.text)
        message = f"Not saved: the tour was changed meanwhile. {self.store.notice}"
        self._say("class:warn", f"{message.strip()} Press F2 to review the changes.")

    def leave(self) -> bool:
        """Return whether to leave the desk; warn first if the draft cannot be saved."""
        self._drop_emptied_line()
        if not self.saver.wait_until_saved(SAVE_WAIT) and not self._leaving:
            self._leaving = True
            why = self.saver.trouble or "the disk is slow"
            self._say("class:wrong", f"Draft not saved: {why}. ^Q leaves without it.")
            return False
        return True

    @property
    def row(self) -> int:
        """Index of the typed line with the cursor."""
        return self.buffer.document.cursor_position_row

    def typing(self, line: int) -> bool:
        """Return whether a line is the last and has the cursor: perhaps incomplete."""
        document = self.buffer.document
        return document.on_last_line and line == document.cursor_position_row

    def _typed(self, buffer: Buffer) -> None:
        self.saver.save(buffer.text)
        self._leaving = False
        self._say("", "")

    def _say(self, style: str, text: str) -> None:
        self.notice = style, printable(say(text))


_WORD = re.compile(r"[^\s(:]*$")


def completions(before: str, view: DeskView) -> Iterator[Completion]:
    """Yield the riders whose bib, or a word of whose name, begins with the typed word.

    `before` is the text up to the cursor. Only riders who started are completed.
    Accents and case are ignored. On a finish line, riders already placed by another
    finish line are left out.
    """
    typed = before.rpartition("\n")[2].lstrip()
    match = _WORD.search(typed[1:] if typed[:1] in SIGNS else typed)
    word = match[0] if match else ""
    if "#" in typed or not word:
        return
    lines, here = view.reading.lines, before.count("\n")
    left = {*view.desk.race.racing}
    if lines[here].kind is LineKind.FINISH:
        others = (*lines[:here], *lines[here + 1 :])
        left -= {b for one in others if one.kind is LineKind.FINISH for b in one.bibs}
    for rider in view.desk.before.tour.riders:
        plain = without_accents(f" {rider.bib} {rider.name}").casefold()
        fits = f" {without_accents(word).casefold()}" in plain
        if fits and rider.bib in left:
            yield Completion(rider.bib, -len(word), display_meta=printable(rider.name))
