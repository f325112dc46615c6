"""Connect the desk to the database: open a stage, save its draft, save the stage."""

from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Event, Thread

from peloton.desk.changes import LineChange, TextExchange, applied_changes, changed_text
from peloton.desk.merging import merged_text, text_lines, with_newlines
from peloton.desk.scored_tour import ScoredTour
from peloton.desk.session import Session
from peloton.desk.state import DeskView, StageAtDesk
from peloton.errors import PelotonError
from peloton.store.facts.parts import Draft
from peloton.store.tours import Store


class DeskStore:
    """One stage of one tour in the database, while the desk is open.

    `desk` is the stage as last read. `notice` reports to the game leader that the stage
    was changed meanwhile or is cancelled; otherwise it is empty.
    """

    def __init__(self, session: Session, number: int | None) -> None:
        """Read the tour and select a stage, by default the next one."""
        with session.store() as store:
            self.session = session.bound_to_tour(store)
            self.desk = StageAtDesk(self.session.current(store), number)
        self.number = self.desk.number
        self.notice = ""
        self._last_merged = ""  # the stored text last merged into the text on screen
        self._newest = ""  # the newest text known to be stored
        self._watch = session.watch()
        self._last_sign: object = None

    def open(self) -> DeskView:
        """Open the stage with its draft; without a draft, open it as stored."""
        with self.session.store() as store:
            return self.open_in(store)

    def open_in(self, store: Store) -> DeskView:
        """Open the stage as `open` does, in a transaction that has begun."""
        view, draft = self._opened(store)
        self._last_merged = self._newest = draft.text if draft else view.text
        return view

    def _opened(self, store: Store) -> tuple[DeskView, Draft | None]:
        """Read the stage as `open` does; also return its draft, if any.

        An unchanged tour is not scored again. Raises PelotonError if an earlier stage
        has no results.
        """
        now, desk = self.session.current(store), self.desk
        if now.tour != desk.before.tour:
            desk = StageAtDesk(now, self.number)
        draft = self._draft(store)
        text, self.notice = desk.base, ""
        if draft is not None and draft.text not in (desk.base, draft.base):
            text = draft.text
            if draft.base != desk.base:
                text = _merged_with_stage(desk, draft)
                self.notice = "The stage was changed meanwhile: check your lines."
        elif desk.stage.cancelled:
            self.notice = "The stage was cancelled; saving it makes it count again."
        view = desk.view(text)
        self.desk = desk
        return view, draft

    def change(
        self, change: LineChange, exchange: TextExchange | None = None
    ) -> tuple[str, str]:
        """Apply a phone's change to the stored draft; return the old and the new text.

        `exchange` is given for undo and redo. A change that was already applied is
        ignored. Raises ChangedMeanwhileError if the lines differ from those on the
        phone.
        """

        def work(store: Store) -> tuple[str, str]:
            view, draft = self._opened(store)
            heard = applied_changes(draft.heard if draft else None, change)
            if heard is None:
                return view.text, view.text
            if exchange is not None:
                text = exchange.applied(view.text)
            else:
                text = changed_text(view, change)
            name = self.session.name(store)
            store.keep_draft(name, Draft(self.number, text, view.desk.base, heard))
            return view.text, text

        return self.session.write(work)

    def save_draft(self, text: str) -> str:
        """Save a draft, merged with the changes of others; return the stored draft.

        Raises PelotonError if that fails.
        """

        def keep(store: Store) -> str:
            draft = self._draft(store)
            base = self._last_merged
            theirs = draft.text if draft else base
            merged = merged_text(base, text, theirs, self.desk.read)
            name = self.session.name(store)
            store.keep_draft(name, Draft(self.number, merged, self.desk.base))
            return merged

        self._newest = self.session.write(keep)
        self._last_merged = text
        return self._newest

    def _draft(self, store: Store) -> Draft | None:
        return store.draft(self.session.name(store), self.number)

    def look(self) -> bool:
        """Return whether somebody else changed the draft; read only changed files."""
        sign = self._watch.sign()
        if sign is not None and sign == self._last_sign:
            return False
        with self.session.store() as store:
            if draft := self._draft(store):
                self._newest = draft.text
        self._last_sign = sign
        return self._newest != self._last_merged

    def merge_changes(self, text: str) -> str | None:
        """Merge the text on screen, which must be saved, with others' changes, if any.

        While a text is being saved, it must not contain changes that the saved text
        does not contain: saving would remove them.
        """
        newest = self._newest  # `look` may set it meanwhile
        if newest == self._last_merged:
            return None
        merged = merged_text(self._last_merged, text, newest, self.desk.read)
        self._last_merged = newest
        return merged

    def has_draft(self) -> bool:
        """Return whether the stage has a draft."""
        with self.session.store() as store:
            return self._draft(store) is not None

    def delete_draft(self) -> None:
        """Delete the draft; ignore failures: the draft equals the stored stage."""

        def drop(store: Store) -> None:
            for draft in self._draft_on_screen(store):
                store.drop_draft(self.session.name(store), draft.stage)

        with suppress(PelotonError):
            self.session.write(drop)

    def _draft_on_screen(self, store: Store) -> tuple[Draft, ...]:
        """Return the stored draft; () if it has lines that are not on screen yet."""
        draft = self._draft(store)
        return (draft,) if draft is not None and draft.text == self._last_merged else ()

    def save(self, before: ScoredTour, after: ScoredTour, by: str = "") -> None:
        """Save the stage and delete its draft, which undo restores."""
        what = f"entered stage {self.number}{by}"
        self.session.save(before, after, what, drafts=self._draft_on_screen)

    def close(self) -> None:
        """Close the database connection that `look` opened."""
        self._watch.close()


def _merged_with_stage(desk: StageAtDesk, draft: Draft) -> str:
    """Return a draft with the changes made to the stage since the draft was begun.

    A line that the draft has in another spelling is not added again.
    """
    spellings = {
        (line.kind, line.fact): line.text
        for line in desk.read(draft.text).lines
        if line.fact is not None
    }
    lines = zip(text_lines(desk.base), desk.read(desk.base).lines, strict=False)
    theirs = (spellings.get((line.kind, line.fact), text) for text, line in lines)
    mine = with_newlines(text_lines(draft.text))
    return merged_text(draft.base, mine, with_newlines(theirs), desk.read)


_RETRY_SECONDS = 1.0
"""Seconds to wait before retrying a failed save."""
_CHECK_SECONDS = 0.2
"""Seconds between checks for changes to the draft by others."""


class DraftSaver:
    """A background thread that saves the newest text while the game leader types.

    A slow disk or a locked database must not block a key press. `changed` is called on
    the thread when a draft is saved late, cannot be saved, or was changed by others.
    `trouble` is the reason why the last save failed, or "".
    """

    changed: Callable[[], None]

    def __init__(self, store: DeskStore, saved_text: str) -> None:
        """Start the thread; `saved_text` is the text already in the database."""
        self._store = store
        self._saved_text = self._wanted = saved_text
        self._late = self._closing = False
        self.trouble = ""
        self.changed = lambda: None
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
                    if self._store.look():
                        self.changed()

    def _save(self, text: str) -> None:
        written, trouble = text, ""
        try:
            written = self._store.save_draft(text)
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
