"""Save the draft of a stage on every keystroke, so that a crash loses nothing."""

from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Event, Thread

_RETRY_SECONDS = 1.0
"""Seconds to wait before retrying a failed save."""
_CHECK_SECONDS = 0.2
"""Seconds between checks for changes to the draft by others."""


class DraftSaver:
    """A background thread that saves the newest text while the game leader types.

    `write` saves a text in the database and returns it merged with the changes of
    others, or raises PelotonError. It runs on the thread, because a slow disk or a
    locked database must not block a key press. `look` returns the draft if others
    changed it, else None. `changed` is called on the thread when a draft is saved late,
    cannot be saved, or was changed by others. `trouble` is the reason why the last save
    failed, or "".
    """

    def __init__(
        self,
        write: Callable[[str], str],
        saved_text: str,
        look: Callable[[], str | None] = lambda: None,
    ) -> None:
        """Start the thread; `saved_text` is the text already in the database."""
        self._write, self._look = write, look
        self._saved_text = self._wanted = saved_text
        self._late = self._closing = False
        self.trouble = ""
        self.changed: Callable[[], None] = lambda: None
        self._wake, self._settled = Event(), Condition()
        self._thread = Thread(target=self._work, name="draft", daemon=True)
        self._thread.start()

    @property
    def saved(self) -> bool:
        """True if the newest text is in the database."""
        return self._saved_text == self._wanted

    def save(self, text: str) -> None:
        """Tell the thread to save this text next, without waiting until it is saved."""
        self._wanted = text
        self._wake.set()

    def wait_until_saved(self, seconds: float) -> bool:
        """Wait up to `seconds` until the newest text is saved; return whether it is."""
        with self._settled:
            self._settled.wait_for(lambda: self.saved or bool(self.trouble), seconds)
            self._late = not self.saved
            return self.saved

    def close(self) -> None:
        """Stop the thread once the newest text is saved or saving it has failed."""
        self._closing = True
        self._wake.set()
        self._thread.join()

    def _work(self) -> None:
        closing = False
        while not closing:
            self._wake.wait(_RETRY_SECONDS if self.trouble else _CHECK_SECONDS)
            self._wake.clear()
            closing = self._closing
            if not self.saved:
                self._save(self._wanted)
            elif not closing:
                # Ignore errors: the next save reports a database that fails.
                with suppress(Exception):
                    if self._look() is not None:
                        self.changed()

    def _save(self, text: str) -> None:
        written, trouble = text, ""
        try:
            written = self._write(text)
        # Catch any error: without this thread, nothing more would be saved.
        except Exception as error:  # noqa: BLE001 - shown, and retried
            trouble = str(error) or type(error).__name__
        with self._settled:
            news = self._late or written != text or trouble != self.trouble
            self._saved_text = self._saved_text if trouble else text
            self.trouble, self._late = trouble, False
            self._settled.notify_all()
        if news:
            # Ignore errors: the screen may be closed, and saving must continue.
            with suppress(Exception):
                self.changed()
