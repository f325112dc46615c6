"""The desk and the database: opening a stage, keeping its draft, saving it."""

from contextlib import suppress
from dataclasses import dataclass, replace

from peloton.desk.merge import merged_text
from peloton.desk.saving import save, to_be_entered
from peloton.desk.scored_tour import Current, with_rulebook
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk
from peloton.errors import PelotonError
from peloton.store.tours import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedStage:
    """A stage as the desk opens it: its text, and a message about it."""

    desk: StageAtDesk
    text: str
    notice: str


class DeskStore:
    """One stage of one tour in the database, while the desk is open."""

    def __init__(self, session: Session, number: int | None) -> None:
        """Read the tour and choose the stage, by default the next one.

        Raises PelotonError without a tour, or if every stage has been ridden.
        """
        with session.store() as store:
            self._name = session.name(store)
            self._before = session.current(store)
        # Another tour may be chosen meanwhile, elsewhere.
        self.session = replace(session, wanted=self._name)
        self.number = number or to_be_entered(self._before.tour)
        self._base = ""
        self._kept: str | None = None

    def start(self) -> OpenedStage:
        """Open the stage where it was left: with its draft, or as stored."""
        with self.session.store() as store:
            stored = store.tour(self._name)
            draft = store.draft(self._name, self.number)
        before = with_rulebook(stored.tour, stored.rulebook_text)
        self._before = before
        self._kept = draft.text if draft else None
        desk = StageAtDesk(before, self.number)
        base, self._base = (draft.base if draft else desk.base), desk.base
        if draft is None or draft.text in (desk.base, draft.base):
            notice = ""
            if desk.stage.cancelled:
                notice = "The stage was cancelled; saved again, it counts."
            return OpenedStage(desk=desk, text=desk.base, notice=notice)
        text = draft.text
        notice = "The draft is taken up where it was left; ^R gives it up."
        if base != desk.base:
            text, changes = merged_text(desk, draft.text, base)
            notice = f"{notice} {changes}"
        return OpenedStage(desk=desk, text=text, notice=notice)

    def again(self, text: str) -> OpenedStage | None:
        """Open the stage again if the tour was changed meanwhile; else return None.

        `text` is what is at the desk; what is new in the tour comes to it.
        """
        with self.session.store() as store:
            stored = store.tour(self._name)
        if stored.tour == self._before.tour:
            return None
        before = with_rulebook(stored.tour, stored.rulebook_text)
        desk = StageAtDesk(before, self.number)
        text, notice = merged_text(desk, text, self._base)
        self._before, self._base = before, desk.base
        return OpenedStage(desk=desk, text=text, notice=notice)

    def keep(self, text: str) -> None:
        """Write a draft to the database; PelotonError if that is not possible.

        One that was typed at another desk meanwhile is not overwritten.
        """

        def keep(store: Store) -> None:
            if not self._own(store):
                message = "another desk typed on this stage; leave this one, type there"
                raise PelotonError(message)
            store.keep_draft(self._name, self.number, text, self._base)

        self.session.write(keep)
        self._kept = text

    def drop(self) -> None:
        """Delete the draft, if possible; one that stays says the same as the stage."""

        def drop(store: Store) -> None:
            if self._own(store):
                store.drop_draft(self._name, self.number)

        with suppress(PelotonError):
            self.session.write(drop)

    def _own(self, store: Store) -> bool:
        """Whether the draft in the database is of this desk, if there is one."""
        draft = store.draft(self._name, self.number)
        return draft is None or draft.text == self._kept

    def save(self, after: Current) -> None:
        """Save the stage as `stage enter` does; PelotonError if that fails."""
        save(self.session, self._before, after, f"entered stage {self.number}")
