"""The draft of a stage at the desk, kept at each key: a crash loses nothing shown."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Condition, Thread

_AGAIN = 1.0
"""Seconds until a draft that could not be kept is tried again."""
_LOOKING = 0.2
"""Seconds after which it is looked for what others wrote."""


class DraftKeeper:
    """Writes the newest text to the database while the game leader types on.

    `write` puts a text into the database for good and returns it with what others
    wrote there, or raises PelotonError; it runs on a thread of its own, as a slow disk
    or a locked database must not hold up a key. `look` returns the draft if others
    wrote to it. `changed` is called there when a draft is kept late, cannot be kept,
    or was written to by others.
    """

    def __init__(
        self,
        write: Callable[[str], str],
        kept: str,
        look: Callable[[], str | None] | None = None,
    ) -> None:
        """Begin with a text that is kept already."""
        self._write, self._look = write, look
        self._kept = self._wanted = kept
        self._due = self._late = self._closing = False
        self._trouble = ""
        self.changed: Callable[[], None] = lambda: None
        self._turn = Condition()
        self._thread = Thread(target=self._work, name="draft", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """The reason why the newest text is not kept; empty if there is none."""
        return self._trouble

    @property
    def kept(self) -> bool:
        """Whether the newest text is in the database."""
        return self._kept == self._wanted

    def keep(self, text: str) -> None:
        """Ask for a text to be kept in place of the one before; return at once."""
        with self._turn:
            self._wanted, self._due = text, True
            self._turn.notify_all()

    def settle(self, seconds: float) -> bool:
        """Wait some seconds at most for the newest text; return whether it is kept."""
        with self._turn:
            self._turn.wait_for(lambda: self.kept or bool(self._trouble), seconds)
            self._late = not self.kept
            return self.kept

    def close(self) -> None:
        """Stop once the newest text is kept, or cannot be."""
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
        # Whatever goes wrong: were the thread to end, nothing more would be kept.
        except Exception as error:  # noqa: BLE001 - shown, and tried again
            self._settled(self._kept, str(error) or type(error).__name__)
        else:
            self._settled(text, "", news=written != text)

    def _look_round(self) -> None:
        news = None
        with suppress(Exception):  # who cannot read will be told when writing
            news = self._look() if self._look else None
        if news is not None:
            self._tell()

    def _next(self) -> Callable[[], None] | None:
        """Wait for something to do; return None after the last."""
        with self._turn:
            while True:
                if self._due and self._kept != self._wanted:
                    self._due = False
                    return partial(self._keep, self._wanted)
                if self._closing:
                    return None
                looking = _LOOKING if self._look else None
                heard = self._turn.wait(_AGAIN if self._trouble else looking)
                if not heard and not self._trouble:
                    return self._look_round
                self._due = self._due or not heard

    def _settled(self, kept: str, trouble: str, *, news: bool = False) -> None:
        with self._turn:
            news = news or trouble != self._trouble or self._late
            self._kept, self._trouble, self._late = kept, trouble, False
            self._turn.notify_all()
        if news:
            self._tell()

    def _tell(self) -> None:
        # The screen may be gone already; the keeping goes on all the same.
        with suppress(Exception):
            self.changed()
