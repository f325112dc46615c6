"""The desk and the database: taking a stage up, keeping its draft, saving it."""

from contextlib import suppress
from dataclasses import dataclass, replace

from peloton.cli.fullscreen.merge import merged
from peloton.cli.fullscreen.state import StageAtDesk
from peloton.cli.support.scored_tour import Current, with_rulebook
from peloton.cli.support.session import Session
from peloton.cli.support.stages import save, to_be_entered
from peloton.errors import PelotonError
from peloton.store.tours import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A stage taken up: the text to go on from, and what there is to say of it."""

    desk: StageAtDesk
    text: str
    said: str


class DeskStore:
    """One stage of one tour in the database, for as long as one sits at the desk."""

    def __init__(self, session: Session, number: int | None) -> None:
        """Choose the tour and the stage: the next one unless another is named."""
        with session.store() as store:
            self._name = session.name(store)
            self._before = session.current(store)
        # Another tour may be chosen meanwhile, elsewhere.
        self.session = replace(session, wanted=self._name)
        self.number = number or to_be_entered(self._before.tour)
        self._base = ""
        self._kept: str | None = None

    def start(self) -> Start:
        """Take the stage up where it was left: its draft, or else what it has."""
        with self.session.store() as store:
            stored = store.tour(self._name)
            draft = store.draft(self._name, self.number)
        before = with_rulebook(stored.tour, stored.rulebook_text)
        self._before = before
        self._kept = draft.text if draft else None
        desk = StageAtDesk(before, self.number)
        base, self._base = (draft.base if draft else desk.base), desk.base
        if draft is None or draft.text in (desk.base, draft.base):
            return Start(
                desk=desk, text=desk.base, said=_cancelled(before, self.number)
            )
        text, said = (
            draft.text,
            "The draft is taken up where it was left; ^R gives it up.",
        )
        if base != desk.base:
            text, changes = merged(desk, draft.text, base)
            said = f"{said} {changes}"
        return Start(desk=desk, text=text, said=said)

    def again(self, text: str) -> Start | None:
        """Take the stage up again if the tour was changed meanwhile, else None.

        `text` is what is at the desk; what is new in the tour comes to it.
        """
        with self.session.store() as store:
            stored = store.tour(self._name)
        if stored.tour == self._before.tour:
            return None
        before = with_rulebook(stored.tour, stored.rulebook_text)
        desk = StageAtDesk(before, self.number)
        text, said = merged(desk, text, self._base)
        self._before, self._base = before, desk.base
        return Start(desk=desk, text=text, said=said)

    def keep(self, text: str) -> None:
        """Keep a draft for good; PelotonError if that cannot be.

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
        """Forget the draft; one that cannot be forgotten says what the stage says."""

        def drop(store: Store) -> None:
            if self._own(store):
                store.drop_draft(self._name, self.number)

        with suppress(PelotonError):
            self.session.write(drop)

    def _own(self, store: Store) -> bool:
        """Whether the draft in the database is of this desk, if there is one."""
        found = store.draft(self._name, self.number)
        return found is None or found.text == self._kept

    def save(self, after: Current) -> None:
        """Save the stage as `stage enter` does; PelotonError if that cannot be."""
        save(self.session, self._before, after, f"entered stage {self.number}")


def _cancelled(before: Current, number: int) -> str:
    if before.tour.stages[number - 1].cancelled:
        return "The stage was cancelled; saved again, it counts."
    return ""
