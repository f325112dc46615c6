"""Save the draft of a stage on every keystroke, so that a crash loses nothing."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Condition, Thread

_AGAIN = 1.0
"""Seconds to wait before retrying a failed save."""
_LOOKING = 0.2
"""Seconds between checks for changes to the draft by others."""


class DraftSaver:
    """Saves the newest text in the background while the game leader keeps typing.

    `write` commits a text to the database and returns it merged with the changes of
    others, or raises PelotonError; it runs on a separate thread, because a slow disk or
    a locked database must not block a key press. `look` returns the draft if others
    changed it. `changed` is called on that thread when a draft is saved late, cannot be
    saved, or was changed by others.
    """

    def __init__(
        self,
        write: Callable[[str], str],
        saved_text: str,
        look: Callable[[], str | None] | None = None,
    ) -> None:
        """Start the thread; `saved_text` is the text already in the database."""
        self._write, self._look = write, look
        self._saved_text = self._wanted = saved_text
        self._due = self._late = self._closing = False
        self._trouble = ""
        self.changed: Callable[[], None] = lambda: None
        self._turn = Condition()
        self._thread = Thread(target=self._work, name="draft", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """The reason why saving the newest text failed; empty if it did not fail."""
        return self._trouble

    @property
    def saved(self) -> bool:
        """True if the newest text is in the database."""
        return self._saved_text == self._wanted

    def save(self, text: str) -> None:
        """Schedule a text to be saved instead of the previous one; do not wait."""
        with self._turn:
            self._wanted, self._due = text, True
            self._turn.notify_all()

    def wait_until_saved(self, seconds: float) -> bool:
        """Wait up to `seconds` until the newest text is saved; return whether it is."""
        with self._turn:
            self._turn.wait_for(lambda: self.saved or bool(self._trouble), seconds)
            self._late = not self.saved
            return self.saved

    def close(self) -> None:
        """Stop the thread once the newest text is saved or saving it has failed."""
        with self._turn:
            self._closing = True
            self._turn.notify_all()
        self._thread.join()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            job()

    def _keep(self, text: str) -> None:
        try:
            written = self._write(text)
        # Catch any error: without this thread, nothing more would be saved.
        except Exception as error:  # noqa: BLE001 - shown, and retried
            self._settled(self._saved_text, str(error) or type(error).__name__)
        else:
            self._settled(text, "", news=written != text)

    def _look_round(self) -> None:
        news = None
        with suppress(Exception):  # a failing database is reported by the next save
            news = self._look() if self._look else None
        if news is not None:
            self._tell()

    def _next(self) -> Callable[[], None] | None:
        """Wait for the next job; return None when closed with no job left."""
        with self._turn:
            while True:
                if self._due and self._saved_text != self._wanted:
                    self._due = False
                    return partial(self._keep, self._wanted)
                if self._closing:
                    return None
                looking = _LOOKING if self._look else None
                heard = self._turn.wait(_AGAIN if self._trouble else looking)
                if not heard and not self._trouble:
                    return self._look_round
                self._due = self._due or not heard

    def _settled(self, saved_text: str, trouble: str, *, news: bool = False) -> None:
        with self._turn:
            news = news or trouble != self._trouble or self._late
            self._saved_text, self._trouble, self._late = saved_text, trouble, False
            self._turn.notify_all()
        if news:
            self._tell()

    def _tell(self) -> None:
        # The screen may be closed already; saving must go on.
        with suppress(Exception):
            self.changed()
